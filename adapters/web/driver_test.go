package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/adaptertest"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
)

func TestConversations(t *testing.T) {
	adaptertest.Run(t, func(t testing.TB) adaptertest.Driver { return newDriver(t) })
}

// driver is the page as the conversations use it: everybody has a browser of
// their own with one page open.
type driver struct {
	*site
	browsers map[string]*browser
	taps     map[string]*tap
	channels []string

	seq        uint64 // up to which everything was handed out
	deliveries int
	by         string
	last       sayRequest
}

func TestConversationsInEveryLanguage(t *testing.T) {
	slowtest.Sequential(t)
	adaptertest.RunInLanguages(t, func(t testing.TB, w *words.Catalogue, language string) adaptertest.Driver {
		s := newSite(t, 1_000_000, Limits{})
		s.words, s.language = w, language
		s.restart()
		return newDriverOn(s)
	})
}

func newDriver(t testing.TB) *driver {
	return newDriverOn(newSite(t, 1_000_000, Limits{AddressPages: 600}))
}

func newDriverOn(s *site) *driver {
	d := &driver{site: s, browsers: map[string]*browser{}, taps: map[string]*tap{}, channels: []string{"general"}}
	for _, name := range []string{"ana", "bob", "cleo", "mo"} {
		d.meets(name)
	}
	d.Shown()
	return d
}

// meets gives a person a browser with a page open who has none yet.
func (d *driver) meets(name string) {
	if d.browsers[name] == nil {
		b := d.browser()
		b.join(name, name == "mo")
		d.browsers[name], d.taps[name] = b, b.open(name, d.server.hub.eventID(d.seq), d.channels...)
	}
}

func TestAClass(t *testing.T) {
	slowtest.Only(t)
	adaptertest.Class(t, newDriver(t), 2)
}

func TestACrowd(t *testing.T) {
	slowtest.Nightly(t)
	adaptertest.Crowd(t, newDriver(t))
}

// look opens everybody's page anew.
func (d *driver) look() {
	for name, b := range d.browsers {
		if old := d.taps[name]; old != nil {
			old.close()
		}
		d.taps[name] = b.open(name, d.server.hub.eventID(d.seq), d.channels...)
	}
}

func (d *driver) Restart() error {
	d.Shown()
	d.restart()
	d.seq = 0
	d.look()
	return nil
}

func (d *driver) Say(p adaptertest.Person, channel, text string) error {
	return d.act(p, sayRequest{As: p.Name, Channel: channel, Text: strings.TrimSpace("/nim " + text)})
}

func (d *driver) Press(p adaptertest.Person, channel string, m adaptertest.Message, b adaptertest.Button) error {
	return d.act(p, sayRequest{As: p.Name, Channel: channel, Text: "/nim " + b.Token, Message: m.ID})
}

func (d *driver) act(p adaptertest.Person, s sayRequest) error {
	d.meets(p.Name)
	if !slices.Contains(d.channels, s.Channel) {
		d.channels = append(d.channels, s.Channel)
		d.Shown()
		d.look()
		d.Shown()
	}
	d.deliveries++
	s.ID = strconv.Itoa(d.deliveries)
	d.by, d.last = p.Name, s
	return d.Again()
}

func (d *driver) Again() error {
	if code, a := d.browsers[d.by].post("/web/say", d.last); code != http.StatusOK {
		return fmt.Errorf("%d: %s", code, a.Refused)
	}
	return nil
}

func (d *driver) Clock(by time.Duration) error {
	d.ahead.Add(int64(by))
	_, err := d.worker.Step(context.Background())
	return err
}

// Shown waits until every event of the server was seen on some page.
func (d *driver) Shown() []adaptertest.Message {
	h := d.server.hub
	h.mu.Lock()
	until := h.seq
	h.mu.Unlock()
	found := map[uint64]message{}
	for _, p := range d.taps {
		// The page has seen everything once it has seen the last event of its rooms.
		want, id := uint64(0), d.id(p.person)
		h.mu.Lock()
		for _, r := range h.rooms {
			for _, e := range r.log {
				if (r.person == "" || r.owner == p.person) && e.seenBy(id) && e.seq <= until {
					want = max(want, e.seq)
				}
			}
		}
		h.mu.Unlock()
		p.await(func(all []sighting) bool { return want <= d.seq || len(all) > 0 && h.since(all[len(all)-1].id) >= want })
		p.mu.Lock()
		for _, s := range p.seen {
			if s.message.To != "" && s.message.To != p.person {
				d.t.Errorf("%s was sent a private message of %s: %q", p.person, s.message.To, s.message.Lines)
			}
			if n := h.since(s.id); n > d.seq && n <= until {
				found[n] = s.message
			}
		}
		p.mu.Unlock()
	}
	d.seq = until
	var order []uint64
	for n := range found {
		order = append(order, n)
	}
	slices.Sort(order)
	var shown []adaptertest.Message
	for _, n := range order {
		if m := found[n]; m.Bot {
			shown = append(shown, read(m))
		}
	}
	return shown
}

// id returns the id of the person with this name.
func (d *driver) id(name string) string {
	who, ok, err := d.server.people.find(context.Background(), name)
	if err != nil || !ok {
		d.t.Fatal(errors.Join(err, fmt.Errorf("nobody is called %q", name)))
	}
	return who.ID
}

// read is a message as a person reads it.
func read(m message) adaptertest.Message {
	lines := slices.Clone(m.Lines)
	for i, l := range lines {
		lines[i] = strings.ReplaceAll(l, strong, "")
	}
	out := adaptertest.Message{ID: m.ID, Channel: m.Channel, To: m.To}
	if name, own := strings.CutPrefix(m.Of, "~"); own {
		out.To = name // who watches it isn't spoken to
	}
	if m.Menu != nil {
		lines = append(lines, m.Menu.Title)
		for _, b := range m.Menu.Items {
			out.Buttons = append(out.Buttons, adaptertest.Button{Label: b.Label, Token: b.Command})
		}
	}
	if m.Terms != nil {
		m.Buttons = slices.Concat(m.Buttons, m.Terms.Items)
	}
	for _, b := range m.Buttons {
		out.Buttons = append(out.Buttons, adaptertest.Button{Label: b.Label, Token: b.Command})
	}
	out.Text = strings.Join(lines, "\n")
	return out
}

// However much is said after a question, its answers are counted where it stands.
func TestAQuestionStaysWhereItIs(t *testing.T) {
	d := newDriver(t)
	ana, bob := adaptertest.Person{Name: "ana"}, adaptertest.Person{Name: "bob"}
	does := func(err error) []adaptertest.Message {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return d.Shown()
	}
	question := adaptertest.Message{}
	for _, m := range does(d.Say(ana, "general", "race 3 4 5 seconds:off")) {
		if m.To == "" {
			question = m
		}
	}
	for range DefaultLimits().Messages {
		does(d.Say(ana, "general", "rules"))
	}
	does(d.Say(bob, "general", "guess A2"))
	shown := does(d.Clock(3 * time.Second))
	if len(shown) != 1 || shown[0].ID != question.ID || !strings.Contains(shown[0].Text, "1 has answered") {
		t.Errorf("the answer is counted by %+v, want an edit of %s", shown, question.ID)
	}
}
