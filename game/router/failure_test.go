package router_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/router"
	"nimbot/game/router/routertest"
	"nimbot/store"
	"nimbot/store/storetest"
)

// Every package that answers commands says what is wrong with the store, and what to do. It
// tells a full store, a store that doesn't answer and a damaged document apart.
func TestEveryAnswerNamesTheStoresFault(t *testing.T) {
	c := routertest.NewRoom(t)
	for _, tt := range []struct {
		err          error
		result       dialog.Result
		said, logged string
	}{
		{store.ErrUnavailable, dialog.Unavailable, "I can't reach my storage", "level=WARN msg=\"the store did not answer\""},
		{store.ErrFull, dialog.Unavailable, "so I couldn't save that", "level=ERROR msg=\"the store is full"},
		{store.ErrCorrupt, dialog.Broken, "I can't read", "cannot be read; nothing was changed"},
		{store.ErrNewer, dialog.Unavailable, "I'm being upgraded", "upgrade this replica"},
	} {
		var log bytes.Buffer
		broken := storetest.Failing{Archive: storetest.NewMemory(), Err: tt.err}
		whole := routertest.NewBot(chat.Config{Words: c.Words, Store: broken, Log: slog.New(slog.NewTextHandler(&log, nil))}, broken)
		for _, line := range []string{"board", "puzzle", "profile", "visibility private", "export me"} {
			log.Reset()
			reply := whole.Handle(t.Context(), c.Request("ana", line))
			said := c.Text(reply)
			if reply.Result != tt.result || len(reply.Messages) != 1 || reply.Messages[0].To == nil || !strings.Contains(said, tt.said) || !strings.Contains(said, "/nim") && line != "puzzle" {
				t.Errorf("%q on a store with %q = %s, %q; want %s and %q, privately, with what to type", line, tt.err, reply.Result, said, tt.result, tt.said)
			}
			if line != "puzzle" && !strings.Contains(log.String(), tt.logged) { // the test's practice logs nothing
				t.Errorf("%q on a store with %q logs %q, want %q", line, tt.err, log.String(), tt.logged)
			}
		}
	}
}

// What ends because its time was used up before the store was asked isn't the store's fault,
// whenever that happens: the n-th look at the clock ends the request.
func TestSlowWorkIsNotTheStoresFault(t *testing.T) {
	for _, line := range []string{"puzzle", "puzzle mine", "learn", "learn place", "daily", "answer B2", "share", "start 3 4 5", "A1", "hint", "review", "board", "race 3 4 5", "guess A1", "reveal", "stop", "profile", "me games", "leaders"} {
		for n := 1; n < 20; n++ {
			if reply, looked := endedAt(t, line, n); !looked {
				break
			} else if strings.Contains(fmt.Sprint(reply.Messages), ".away") {
				t.Errorf("%q, out of time at the look %d at the clock, blames the store", line, n)
			}
		}
	}
}

// endedAt answers a line whose context ends at the n-th look at the clock. looked is false if there
// are fewer.
func endedAt(t *testing.T, line string, n int) (reply dialog.Reply, looked bool) {
	t.Helper()
	c := chattest.NewRoom(t)
	var looks atomic.Int64 // what is listed later looks, too
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	now := func() time.Time {
		if looks.Add(-1) == 0 {
			cancel()
		}
		return c.Now
	}
	archive := storetest.NewMemory()
	bot := routertest.NewBot(chat.Config{Words: c.Words, Store: archive, Now: now, Log: slog.New(slog.DiscardHandler)}, archive)
	for _, before := range []string{"start 3 4 5", "race 3 4 5"} {
		bot.Handle(ctx, c.Request("ana", before))
	}
	looks.Store(int64(n))
	reply = bot.Handle(ctx, c.Request("ana", line))
	return reply, looks.Load() <= 0
}

// Where time decides nothing, Settle says so.
func TestNothingIsSettled(t *testing.T) {
	in := handlers(t, time.Now)
	place := dialog.Place{Platform: "test", Channel: "c"}
	bot := router.New(in)
	for _, text := range []string{"board", "race 3 4 5 seconds:off"} {
		bot.Handle(t.Context(), dialog.Request{Place: place, User: chattest.Person("ana"), Text: text})
		if r, settled, err := bot.Settle(t.Context(), place); settled || err != nil || len(r.Messages) > 0 {
			t.Errorf("after %q: Settle = %+v, %v, %v, want nothing settled", text, r, settled, err)
		}
	}
}

// Forgetting somebody in a place with a round succeeds if the store answers.
func TestForgettingBesideARound(t *testing.T) {
	in := handlers(t, time.Now)
	bot := router.New(in)
	for _, line := range []struct {
		text string
		want dialog.Result
	}{{"race 3 4 5 seconds:off", dialog.Done}, {"guess A1", dialog.Done}, {"forget me", dialog.Done}, {"forget me yes", dialog.Done}} {
		r := bot.Handle(t.Context(), dialog.Request{Place: dialog.Place{Platform: "test", Channel: "c"}, User: chattest.Person("ana"), Text: line.text})
		if r.Result != line.want {
			t.Errorf("%q = %v, want %v", line.text, r.Result, line.want)
		}
	}
}
