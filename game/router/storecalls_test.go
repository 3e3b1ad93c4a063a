package router_test

import (
	"context"
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/store"
)

// asked collects the calls that a request makes to the store. What is done after the answer has
// another context, so it isn't collected.
type asked struct{ calls []string }

type askedKey struct{}

// counting is a store that tells the request's context of each call.
type counting struct{ store.Archive }

func tell(ctx context.Context, call string) {
	if a, ok := ctx.Value(askedKey{}).(*asked); ok {
		a.calls = append(a.calls, call)
	}
}

func (c counting) Get(ctx context.Context, key string) (store.Record, error) {
	tell(ctx, "get "+key)
	return c.Archive.Get(ctx, key)
}

func (c counting) GetAll(ctx context.Context, keys []string) (map[string]store.Record, error) {
	tell(ctx, "get "+strings.Join(keys, ", "))
	return c.Archive.GetAll(ctx, keys)
}

func (c counting) CommitAll(ctx context.Context, writes []store.KeyedWrite, keys []string) ([]store.Written, map[string]store.Record, error) {
	call := "commit"
	for _, w := range writes {
		call += " " + w.Key
	}
	tell(ctx, call+", get "+strings.Join(keys, ", "))
	return store.CommitAll(ctx, c.Archive, writes, keys)
}

func (c counting) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	tell(ctx, "commit "+key)
	return c.Archive.Commit(ctx, key, w)
}

// stampOf returns the stamp of the first button with one.
func stampOf(t *testing.T, r dialog.Reply) string {
	t.Helper()
	for _, m := range r.Messages {
		for _, b := range m.Buttons {
			if _, stamp, ok := strings.Cut(b.Command, "~"); ok {
				return " ~" + stamp
			}
		}
	}
	t.Fatal("no button has a stamp")
	return ""
}

// TestStoreCallsOfACommand counts how often the store is asked before a command is answered, by a
// process that holds the place's document.
func TestStoreCallsOfACommand(t *testing.T) {
	for _, tt := range []struct {
		name   string
		before []string // lines, "ana: start 3 4 5"
		press  string   // by ana; it gets the stamp of the last board
		most   int
	}{
		{"press", []string{"ana: start 9 9 9"}, "A1", 1},
		{"offer", []string{"ana: board"}, "challenge @bob 3 4 5", 1},
		{"offer, clock", []string{"ana: board", "cleo: challenge @bob 3 clock:1h", "cleo: decline"}, "challenge @bob 3 4 5 clock:1h", 2},
		{"start", []string{"ana: board"}, "start 3 4 5", 1},
		{"start, drawn", []string{"ana: board"}, "start", 2},
		{"hint", []string{"ana: start 9 9 9"}, "hint", 2},
		{"accept", []string{"bob: challenge @ana 9 9"}, "accept", 1},
		{"accept, clock", []string{"bob: challenge @ana 9 9 first:me clock:1h"}, "accept", 1},
		{"accept, rated", []string{"bob: challenge @ana rated"}, "accept", 3},
	} {
		c := chattest.NewRoom(t)
		c.Place = dialog.Place{Platform: "discord", Guild: "42", Channel: "one"}
		s := counting{c.Store.(store.Archive)}
		c.Store = s
		bot := routertest.NewBot(c.Config(), s)
		c.Handler, c.Front = bot.Config.Chat, bot
		var last dialog.Reply
		for _, line := range tt.before {
			who, text, _ := strings.Cut(line, ": ")
			last = c.Says(who, text)
		}
		text := tt.press
		if last.State != nil || strings.HasPrefix(text, "accept") {
			text += stampOf(t, last)
		}
		r, a := c.Request("ana", text), &asked{}
		r.Confirms = true
		reply := bot.Handle(context.WithValue(t.Context(), askedKey{}, a), r)
		if reply.Result != dialog.Done {
			t.Errorf("%s: %q gave %v, want %v:\n%s", tt.name, text, reply.Result, dialog.Done, c.Text(reply))
		}
		if len(a.calls) > tt.most {
			t.Errorf("%s: the store was asked %d times, want at most %d:\n%s", tt.name, len(a.calls), tt.most, strings.Join(a.calls, "\n"))
		}
	}
}
