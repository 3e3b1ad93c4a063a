package slack

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/adaptertest"
	"nimbot/adapters/slack/slacktest"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
)

func TestConversationsOverHTTP(t *testing.T) {
	adaptertest.Run(t, func(t testing.TB) adaptertest.Driver { return newDriver(newWorld(t)) })
}

func TestConversationsOverSocketMode(t *testing.T) {
	adaptertest.Run(t, func(t testing.TB) adaptertest.Driver {
		return newDriver(newWorld(t, func(c *Config) { c.AppToken, c.SigningSecret = slacktest.AppToken, "" }))
	})
}

func TestConversationsInEveryLanguage(t *testing.T) {
	slowtest.Sequential(t)
	adaptertest.RunInLanguages(t, func(t testing.TB, catalogue *words.Catalogue, language string) adaptertest.Driver {
		return newDriver(worldIn(t, catalogue, language))
	})
}

// worldIn returns a workspace in which everybody speaks one language.
func worldIn(t testing.TB, catalogue *words.Catalogue, language string, change ...func(*Config)) *world {
	w := newWorld(t, change...)
	w.stop()
	w.words, w.config.Words = catalogue, catalogue
	for _, name := range []string{"ana", "bob", "cleo", "mo"} {
		w.slack.AddUser(slacktest.User{ID: userID(name), Name: name, Locale: language, Admin: name == "mo"})
	}
	w.start()
	return w
}

// driver implements adaptertest.Driver.
type driver struct {
	*world
	last   *slacktest.Delivery
	places []dialog.Place
	names  []string // of the people in the workspace
}

func newDriver(w *world) *driver {
	return &driver{world: w, names: []string{"ana", "bob", "cleo", "mo"}}
}

func TestAClass(t *testing.T) {
	slowtest.Sequential(t)
	adaptertest.Class(t, newDriver(newWorld(t)), 1)
}

func TestACrowd(t *testing.T) {
	slowtest.Only(t)
	adaptertest.Crowd(t, newDriver(newWorld(t)))
}

func (d *driver) deliver(x *slacktest.Delivery) error {
	d.last = x
	d.send(x)
	return nil
}

func (d *driver) Say(p adaptertest.Person, channel, text string) error {
	d.join(channel)
	d.meets(p)
	return d.deliver(d.slack.Command(userID(p.Name), channelID(channel), "/nim", d.typed(text)))
}

// meets adds a person to the workspace whom nobody there knows yet.
func (d *driver) meets(p adaptertest.Person) {
	if !slices.Contains(d.names, p.Name) {
		d.names = append(d.names, p.Name)
		d.slack.AddUser(slacktest.User{ID: userID(p.Name), Name: p.Name, Locale: "en-GB", Admin: p.Moderator})
	}
}

func (d *driver) Press(p adaptertest.Person, channel string, m adaptertest.Message, b adaptertest.Button) error {
	d.meets(p)
	for _, x := range d.slack.Messages(channelID(channel)) {
		if x.TS == m.ID {
			action, value, _ := strings.Cut(b.Token, "\n")
			return d.deliver(d.slack.Click(userID(p.Name), x, action, value))
		}
	}
	return fmt.Errorf("no message %s in %s", m.ID, channel)
}

func (d *driver) Again() error { return d.deliver(d.last) }

func (d *driver) Clock(by time.Duration) error { return d.advance(by) }

func (d *driver) Restart() error {
	d.stop()
	d.start()
	return nil
}

// join records a channel that is used, and makes the bot a member of it.
func (d *driver) join(channel string) {
	p := dialog.Place{Platform: Platform, Guild: slacktest.Team, Channel: channelID(channel)}
	if !slices.Contains(d.places, p) {
		d.places = append(d.places, p)
		d.slack.AddChannel(slacktest.Channel{ID: p.Channel, Member: true})
	}
}

func (d *driver) Shown() []adaptertest.Message {
	var all []adaptertest.Message
	for _, s := range d.slack.Shown() {
		m := adaptertest.Message{ID: s.TS, Channel: strings.ToLower(s.Channel[1:]), Text: d.visibleText(s.Message)}
		if s.To != "" {
			m.To = strings.ToLower(s.To[1:])
		}
		for _, id := range s.Mentions {
			if !s.Edit && s.To == "" {
				m.Pinged = append(m.Pinged, strings.ToLower(id[1:]))
			}
		}
		for _, e := range pressable(s.Message) {
			m.Buttons = append(m.Buttons, adaptertest.Button{Label: e.label, Token: e.action + "\n" + e.value})
		}
		all = append(all, m)
	}
	return all
}

// visibleText returns the text that a person sees, including menu titles.
func (d *driver) visibleText(m slacktest.Message) string {
	lines := []string{m.Text}
	for _, b := range m.Blocks {
		block := b.(map[string]any)
		elements, _ := block["elements"].([]any)
		for _, x := range elements {
			e := x.(map[string]any)
			if block["type"] == "context" {
				lines = append(lines, e["text"].(string))
			}
			if p, ok := e["placeholder"].(map[string]any); ok {
				lines = append(lines, p["text"].(string))
			}
		}
	}
	text := strings.Join(lines, "\n")
	for _, name := range d.names {
		text = strings.ReplaceAll(text, "<@"+userID(name)+">", name)
	}
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", "*", "").Replace(text) // * marks bold
}

func TestByPressesAlone(t *testing.T) {
	d := newDriver(newWorld(t))
	adaptertest.Pressing(t, d, func(who adaptertest.Person, m adaptertest.Message, command string, whom adaptertest.Person) error {
		return d.Press(who, "general", m, adaptertest.Button{Token: "whom:" + command + "\n" + userID(whom.Name)})
	})
}
