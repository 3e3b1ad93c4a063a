// Package chattest talks with the bot in tests, without a platform.
package chattest

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/storetest"
)

// Room is a channel in which people talk with the bot, on a clock of its own.
type Room struct {
	Handler *chat.Handler
	Words   *words.Catalogue
	Store   store.Store
	Now     time.Time
	Place   dialog.Place
	People  chat.Results // counts finished games, after the next Restart; may be nil
	// Front answers the lines, Handler if it is nil.
	Front dialog.Responder

	// Delivered counts the deliveries so far; the next one has the number Delivered + 1.
	Delivered int

	t     *testing.T
	clock *sync.Mutex // held by Pass and Clock
}

// Catalogue returns what the bot says.
func Catalogue(t testing.TB) *words.Catalogue {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return catalogue
}

// NewRoom returns a room on a store in memory.
func NewRoom(t *testing.T) *Room {
	t.Helper()
	c := &Room{t: t, clock: new(sync.Mutex), Words: Catalogue(t), Store: storetest.NewMemory(), Now: time.Unix(1_800_000_000, 0), Place: dialog.Place{Platform: "test", Channel: "room"}}
	c.Restart()
	return c
}

// Clock returns Now. It may be called while Pass is.
func (c *Room) Clock() time.Time {
	c.clock.Lock()
	defer c.clock.Unlock()
	return c.Now
}

// Pass moves the clock on. In a room where games are counted, that happens in the
// background, so a test doesn't set Now there.
func (c *Room) Pass(d time.Duration) {
	c.clock.Lock()
	defer c.clock.Unlock()
	c.Now = c.Now.Add(d)
}

// Restart makes a new Handler on the same store.
func (c *Room) Restart() {
	c.Handler = chat.New(c.Config())
	c.Front = nil
}

// Config returns the configuration of the next Restart.
func (c *Room) Config() chat.Config {
	return chat.Config{
		Store: c.Store, Words: c.Words, Results: c.People, Seed: 7, Now: c.Clock,
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Timeout: Patience,
	}
}

// Patience is the store timeout in tests. It is long, so that a busy machine doesn't look
// like an unreachable store.
const Patience = time.Minute

// Person returns a user whose id is their name.
func Person(name string) dialog.User { return dialog.User{ID: name, Name: name} }

// Request returns a line as a platform delivers it; "@name" in it mentions a person, except
// "@nobody".
func (c *Room) Request(who, text string) dialog.Request {
	c.Delivered++
	r := dialog.Request{ID: fmt.Sprint(c.Delivered), Place: c.Place, User: Person(who), Text: text, Mentions: map[string]dialog.User{}}
	for _, w := range strings.Fields(text) {
		if name, ok := strings.CutPrefix(strings.TrimRight(w, ",.;:!?"), "@"); ok && name != "nobody" {
			r.Mentions[name] = Person(name)
		}
	}
	return r
}

// Says has a person type a line. It fails the test if a message of the reply is of several kinds, or has
// two buttons of one command.
func (c *Room) Says(who, text string) dialog.Reply {
	c.t.Helper()
	r := c.Responder().Handle(context.Background(), c.Request(who, text))
	for _, m := range r.Messages {
		kinds := 0
		for _, is := range []bool{m.Board != nil, m.Post != nil, m.Advice != nil, m.Review != nil, m.Share != nil} {
			if is {
				kinds++
			}
		}
		if kinds > 1 {
			c.t.Errorf("%q gave a message of %d kinds, want one at most: %+v", text, kinds, m)
		}
		if one := dialog.WithOthers(nil, m.Buttons); len(one) < len(m.Buttons) {
			c.t.Errorf("%q gave a message with two buttons of one command: %+v", text, m.Buttons)
		}
	}
	return r
}

// Responder returns the responder under test.
func (c *Room) Responder() dialog.Responder {
	if c.Front != nil {
		return c.Front
	}
	return c.Handler
}

// Play has people type lines, "ana: start 3 4 5", and returns the last reply. Each line must change
// something, or the test fails.
func (c *Room) Play(lines ...string) (r dialog.Reply) {
	c.t.Helper()
	for _, line := range lines {
		who, text, _ := strings.Cut(line, ": ")
		if r = c.Says(who, text); r.Result != dialog.Done {
			c.t.Fatalf("%q gave %v, want %v:\n%s", line, r.Result, dialog.Done, c.Text(r))
		}
	}
	return r
}

// Document returns what is stored about the room.
func (c *Room) Document() channel.Document {
	c.t.Helper()
	rec, err := c.Store.Get(c.t.Context(), c.Place.String())
	if err != nil {
		c.t.Fatal(err)
	}
	doc, err := channel.Decode(rec.Data)
	if err != nil {
		c.t.Fatal(err)
	}
	return doc
}

// Text renders a reply as a reader sees it. It fails the test if a sentence isn't in the catalogue,
// or lacks an argument.
func (c *Room) Text(r dialog.Reply) string {
	var b strings.Builder
	for _, m := range r.Messages {
		to := "all"
		if m.To != nil {
			to = m.To.Name
		}
		fmt.Fprintf(&b, "[%s]", to)
		for _, l := range m.Lines {
			if !c.Words.Has(l.Key) {
				c.t.Errorf("the catalogue lacks %q, a line of a message", l.Key)
			}
			fmt.Fprintf(&b, " %s", c.Words.Say(l, words.Voice{Command: "/nim"}))
		}
		b.WriteByte('\n')
	}
	for _, flaw := range []string{"<no value>", "map[", "%!"} {
		if strings.Contains(b.String(), flaw) {
			c.t.Errorf("a sentence is badly worded (%s):\n%s", flaw, b.String())
		}
	}
	return b.String()
}

// Expect fails the test unless r's text contains every fragment.
func (c *Room) Expect(r dialog.Reply, fragments ...string) dialog.Reply {
	c.t.Helper()
	text := c.Text(r)
	for _, f := range fragments {
		if !strings.Contains(text, f) {
			c.t.Errorf("the reply lacks %q:\n%s", f, text)
		}
	}
	return r
}

// Press presses the button with the label on any message of r.
func (c *Room) Press(who string, r dialog.Reply, label string) dialog.Reply {
	c.t.Helper()
	return c.Says(who, c.Button(r, label))
}

// Button returns the command of the button with the label on any message of r.
func (c *Room) Button(r dialog.Reply, label string) string {
	c.t.Helper()
	var labels []string
	for _, m := range r.Messages {
		all := m.Buttons
		if m.Menu != nil {
			all = append(append([]dialog.Button(nil), m.Menu.Items...), all...)
		}
		if terms := m.Terms(); terms != nil {
			all = slices.Concat(all, terms.Items)
		}
		for _, b := range all {
			l := c.Words.Say(b.Label, words.Voice{Command: "/nim"})
			if l == label {
				return b.Command
			}
			labels = append(labels, l)
		}
	}
	c.t.Fatalf("no button %q among %q in\n%s", label, labels, c.Text(r))
	return ""
}
