package practice_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/store"
	"nimbot/store/person"
	"nimbot/store/storetest"
)

// counted is a store that counts its reads.
type counted struct {
	*storetest.Memory
	reads atomic.Int64
}

func (c *counted) Get(ctx context.Context, key string) (store.Record, error) {
	c.reads.Add(1)
	return c.Memory.Get(ctx, key)
}

func (c *counted) GetAll(ctx context.Context, keys []string) (map[string]store.Record, error) {
	c.reads.Add(1)
	return c.Memory.GetAll(ctx, keys)
}

// A typed move could answer an exercise, but not while a game is running, which is known
// without reading the store at every move. A hint reads the person's documents and the
// place's round at once: what must not be told, what it helps with, and the chosen language.
func TestATypedMoveInAGameReadsNothing(t *testing.T) {
	s := &counted{Memory: storetest.NewMemory()}
	bot := routertest.NewBot(chat.Config{Store: s, Words: chattest.NewRoom(t).Words, Seed: 1, Now: time.Now, Log: slog.New(slog.DiscardHandler)}, s)
	for i, text := range []string{"start 9 9 level:perfect", "A1", "take 1 from B", "hint"} {
		want := int64(0)
		if text == "hint" {
			want = 1
		}
		before := s.reads.Load()
		r := bot.Handle(t.Context(), dialog.Request{ID: text, Place: dialog.Place{Platform: "test", Channel: "c"}, User: dialog.User{ID: "ana", Name: "Ana"}, Text: text})
		if r.Result != dialog.Done {
			t.Errorf("%q gave %v, want %v", text, r.Result, dialog.Done)
		}
		if reads := s.reads.Load() - before; i > 0 && reads != want { // the first finds out how the place stands
			t.Errorf("%q read the store %d times, want %d", text, reads, want)
		}
	}
}

// TestManyGamesAreListedWithFewCalls lists the games of a hundred people, who each play at a level of their
// choice.
func TestManyGamesAreListedWithFewCalls(t *testing.T) {
	s := &counted{Memory: storetest.NewMemory()}
	bot := routertest.NewBot(chat.Config{Store: s, Words: chattest.NewRoom(t).Words, Seed: 1, Now: time.Now, Log: slog.New(slog.DiscardHandler)}, s)
	for i := range 100 {
		id := fmt.Sprint("p", i)
		r := bot.Handle(t.Context(), dialog.Request{ID: id, Place: dialog.Place{Platform: "test", Channel: id}, User: dialog.User{ID: id, Name: id}, Text: "start 9 9 level:easy"})
		if r.Result != dialog.Done {
			t.Fatalf("start gave %v, want %v", r.Result, dialog.Done)
		}
	}
	before := s.reads.Load()
	if err := bot.Config.Chat.ListBegun(t.Context()); err != nil {
		t.Fatal(err)
	}
	if reads := s.reads.Load() - before; reads > 40 {
		t.Errorf("the store was read %d times, want at most 40", reads)
	}
	for i := range 100 {
		id := fmt.Sprint("p", i)
		known, err := bot.Config.People.PlaysIn(t.Context(), dialog.Place{Platform: "test", Channel: id}, id)
		if err != nil || len(known) != 1 {
			t.Errorf("%s's list has %v, %v, want one place", id, known, err)
		}
		if doc, err := person.NewPractices(s, time.Now, 0).Read(t.Context(), person.PracticeKey("test", id)); err != nil || doc.Level != "easy" {
			t.Errorf("%s's level is %q, %v, want easy", id, doc.Level, err)
		}
	}
}
