package web

import (
	"context"
	"log/slog"
	"testing"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/game/words"
	"nimbot/store/storetest"
)

// After an older copy of the store was restored, commands show the board as it is stored. A
// late reply never shows an older board than the page has.
func TestTheBoardOfAStoreThatWasSetBack(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	memory, log := storetest.NewMemory(), slog.New(slog.DiscardHandler)
	h := routertest.NewBot(chat.Config{Store: memory, Words: catalogue, Seed: 1, Log: log}, memory)
	s, err := New(Options{Bot: h, Boards: h.Boards, Completer: h, Store: memory, Words: catalogue, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	room := s.hub.room(channelPlace("general"))
	bob := dialog.User{ID: "bob", Name: "Bob"}
	says := func(who dialog.User, text, position string) {
		t.Helper()
		s.conversation.ask(context.Background(), room, replyContext{by: who}, dialog.Request{Text: text, Mentions: map[string]dialog.User{"bob": bob}})
		if position == "" {
			return // there's no game yet
		}
		if got := room.board.Position; got != position {
			t.Fatalf("after %q the page shows %q, want %q", text, got, position)
		}
	}
	ana := dialog.User{ID: "ana", Name: "Ana"}
	says(ana, "challenge @bob 3 4 5 first:me", "")
	says(bob, "accept", "3 4 5")
	rewind := memory.Snapshot(t)
	known := room.version
	late := h.Handle(context.Background(), dialog.Request{Place: channelPlace(room.name), User: bob, Text: "board"})
	says(ana, "C5", "3 4 0")
	s.conversation.show(room, replyContext{by: bob, known: known}, late)
	if got := room.board.Position; got != "3 4 0" {
		t.Errorf("a late reply shows %q over a newer board", got)
	}
	rewind(t)
	says(bob, "board", "3 4 5")
	rewind = memory.Snapshot(t)
	says(ana, "C4", "3 4 1")

	// A worker shows the restored board, too, but not one that it read before a newer
	// board was shown.
	newest := s.Newest(channelPlace(room.name))
	rewind(t)
	for _, tt := range []struct {
		known    uint64
		position string
	}{{known, "3 4 1"}, {0, "3 4 1"}, {newest, "3 4 5"}} {
		reply, d, err := h.Present(context.Background(), channelPlace(room.name), 1)
		d.Known = tt.known
		if err == nil {
			_, err = s.Publish(context.Background(), channelPlace(room.name), d, reply)
		}
		if got := room.board.Position; err != nil || got != tt.position {
			t.Errorf("Publish() of a board read when %d was the newest = %v and shows %q, want %q", tt.known, err, got, tt.position)
		}
	}
}

// A refresh that began before a command showed its board leaves that board, which may say more.
func TestARefreshLeavesABoardThatIsShown(t *testing.T) {
	s := newSite(t, 0, Limits{})
	s.server.conversation.Options.Activity = &Activity{}
	c := s.server.conversation
	room := s.server.hub.room(channelPlace("general"))
	c.ask(t.Context(), room, replyContext{by: dialog.User{ID: "ana", Name: "Ana"}}, dialog.Request{Text: "start 3 4 5 first:me"})
	boards, err := c.Boards(t.Context(), room.place())
	if err != nil || len(boards) != 1 {
		t.Fatalf("the channel has %d boards, %v; want one", len(boards), err)
	}
	shown := room.board.seq
	c.show(room, replyContext{known: room.version, follows: true}, boards[0])
	if room.board.seq != shown {
		t.Error("the same board was shown again")
	}
}
