package chat_test

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

// room is a place with people in it, for tests: it types and presses, and
// reads what is shown.
type room struct {
	t       *testing.T
	handler *chat.Handler
	words   *words.Catalogue
	store   store.Store
	now     time.Time
	place   chat.Place
	nextID  int
}

// loaded is the catalogue, which no test changes.
var loaded = sync.OnceValues(words.Load)

func newRoom(t *testing.T) *room {
	t.Helper()
	catalogue, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	c := &room{t: t, words: catalogue, store: storetest.NewMemory(), now: time.Unix(1_800_000_000, 0), place: chat.Place{Platform: "test", Channel: "room"}}
	c.restart()
	return c
}

// restart forgets everything but what is stored.
func (c *room) restart() {
	c.handler = chat.New(chat.Config{
		Store: c.store, Words: c.words, Seed: 7, Now: func() time.Time { return c.now },
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
}

func person(name string) chat.User { return chat.User{ID: name, Name: name} }

func (c *room) request(who, text string) chat.Request {
	c.nextID++
	r := chat.Request{ID: fmt.Sprint(c.nextID), Place: c.place, User: person(who), Text: text, Mentions: map[string]chat.User{}}
	for _, w := range strings.Fields(text) {
		if name, ok := strings.CutPrefix(strings.TrimRight(w, ",.;:!?"), "@"); ok && name != "nobody" {
			r.Mentions[name] = person(name)
		}
	}
	return r
}

func (c *room) says(who, text string) chat.Reply {
	c.t.Helper()
	return c.handler.Handle(context.Background(), c.request(who, text))
}

// text renders a reply as a reader sees it.
func (c *room) text(r chat.Reply) string {
	var b strings.Builder
	for _, m := range r.Messages {
		to := "all"
		if m.To != nil {
			to = m.To.Name
		}
		fmt.Fprintf(&b, "[%s]", to)
		for _, l := range m.Lines {
			fmt.Fprintf(&b, " %s", c.words.Say(l, words.Voice{Command: "/nim"}))
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

// expect fails unless every fragment stands in what r shows.
func (c *room) expect(r chat.Reply, fragments ...string) chat.Reply {
	c.t.Helper()
	text := c.text(r)
	for _, f := range fragments {
		if !strings.Contains(text, f) {
			c.t.Errorf("the reply lacks %q:\n%s", f, text)
		}
	}
	return r
}

// press presses the button with the label on any message of r.
func (c *room) press(who string, r chat.Reply, label string) chat.Reply {
	c.t.Helper()
	return c.says(who, c.button(r, label))
}

func (c *room) button(r chat.Reply, label string) string {
	c.t.Helper()
	var labels []string
	for _, m := range r.Messages {
		all := m.Buttons
		if m.Menu != nil {
			all = append(append([]chat.Button(nil), m.Menu.Items...), all...)
		}
		for _, b := range all {
			l := c.words.Say(b.Label, words.Voice{Command: "/nim"})
			if l == label {
				return b.Command
			}
			labels = append(labels, l)
		}
	}
	c.t.Fatalf("no button %q among %q in\n%s", label, labels, c.text(r))
	return ""
}
