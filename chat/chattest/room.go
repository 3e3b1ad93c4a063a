// Package chattest talks with the bot in tests, without a platform.
package chattest

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/chat"
	"nimbot/store"
	"nimbot/store/storetest"
	"nimbot/words"
)

// Room is a channel in which people talk with the bot, on a clock of its own.
type Room struct {
	Handler *chat.Handler
	Words   *words.Catalogue
	Store   store.Store
	Now     time.Time
	Place   chat.Place
	People  chat.People // who counts finished games, after the next Restart; nil: nobody

	t      *testing.T
	nextID int
}

// loaded is the catalogue, which no test changes.
var loaded = sync.OnceValues(words.Load)

// NewRoom is a room on a store in memory.
func NewRoom(t *testing.T) *Room {
	t.Helper()
	catalogue, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	c := &Room{t: t, Words: catalogue, Store: storetest.NewMemory(), Now: time.Unix(1_800_000_000, 0), Place: chat.Place{Platform: "test", Channel: "room"}}
	c.Restart()
	return c
}

// Restart forgets everything but what is stored.
func (c *Room) Restart() {
	c.Handler = chat.New(chat.Config{
		Store: c.Store, Words: c.Words, People: c.People, Seed: 7, Now: func() time.Time { return c.Now },
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
}

// Person is somebody by name.
func Person(name string) chat.User { return chat.User{ID: name, Name: name} }

// Request is a line as a platform delivers it; "@name" in it mentions a person,
// but for "@nobody".
func (c *Room) Request(who, text string) chat.Request {
	c.nextID++
	r := chat.Request{ID: fmt.Sprint(c.nextID), Place: c.Place, User: Person(who), Text: text, Mentions: map[string]chat.User{}}
	for _, w := range strings.Fields(text) {
		if name, ok := strings.CutPrefix(w, "@"); ok && name != "nobody" {
			r.Mentions[name] = Person(name)
		}
	}
	return r
}

// Says has a person type a line.
func (c *Room) Says(who, text string) chat.Reply {
	c.t.Helper()
	return c.Handler.Handle(context.Background(), c.Request(who, text))
}

// Text renders a reply as a reader sees it.
func (c *Room) Text(r chat.Reply) string {
	var b strings.Builder
	for _, m := range r.Messages {
		to := "all"
		if m.To != nil {
			to = m.To.Name
		}
		fmt.Fprintf(&b, "[%s]", to)
		for _, l := range m.Lines {
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

// Expect fails unless every fragment stands in what r shows.
func (c *Room) Expect(r chat.Reply, fragments ...string) chat.Reply {
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
func (c *Room) Press(who string, r chat.Reply, label string) chat.Reply {
	c.t.Helper()
	return c.Says(who, c.Button(r, label))
}

// Button is the command of the button with the label on any message of r.
func (c *Room) Button(r chat.Reply, label string) string {
	c.t.Helper()
	var labels []string
	for _, m := range r.Messages {
		all := m.Buttons
		if m.Menu != nil {
			all = append(append([]chat.Button(nil), m.Menu.Items...), all...)
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
