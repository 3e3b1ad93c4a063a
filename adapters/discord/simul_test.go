package discord_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/game/dialog"
	"nimbot/game/worker"
)

// gathers has ana offer a simul with these piles in channel c, and guests join it. It
// returns the offer's message.
func (b *bot) gathers(piles string, guests ...string) discordtest.Message {
	b.t.Helper()
	lobby := *b.deliver(types(somebody("ana"), "c", fmt.Sprintf("open %s seats:%d", piles, len(guests)))).Message
	for _, g := range guests {
		lobby = b.presses(g, lobby, "Join")
	}
	return lobby
}

// board is the newest public message of channel c that says something and has buttons.
func (b *bot) board(says string) discordtest.Message {
	b.t.Helper()
	for _, m := range slices.Backward(b.server.Messages(here.Channel)) {
		if m.To == "" && len(m.Buttons) > 0 && strings.Contains(m.Text, says) {
			return m
		}
	}
	b.t.Fatalf("no board says %q", says)
	return discordtest.Message{}
}

// passes lets seconds pass, in each of which a worker works.
func (b *bot) passes(seconds int) {
	b.t.Helper()
	w := worker.Worker{Chat: b.chat, Store: b.store, Now: b.clock.Now, Publishers: map[string]dialog.Publisher{"discord": b.adapter}, Log: b.log}
	for range seconds {
		b.clock.Advance(time.Second)
		if _, err := w.Step(context.Background()); err != nil {
			b.t.Fatal(err)
		}
	}
}

// A guest's board stays one message, which the host's moves edit, and what is known of it
// is what it shows: the guest's typed move leaves it as it was last.
func TestTheHostsMovesEditTheGuestsBoards(t *testing.T) {
	b := newBot(t, false)
	b.presses("ana", b.gathers("3 4 5", "bob"), "Begin")
	b.passes(2)
	first := b.board("bob's move")
	b.presses("bob", b.presses("bob", first, "A (3)"), "Take 1")
	before := len(b.server.Messages(here.Channel))
	private := b.deliver(types(somebody("ana"), "c", "move C1")).Message
	if private == nil || private.To != personID("ana") {
		t.Fatalf("the host's move is answered by %+v, want a message for the host alone", private)
	}
	b.passes(2)
	if now := b.stands(first.ID); !strings.Contains(now.Text, "A 2, B 4, C 4") || len(b.server.Messages(here.Channel)) != before+1 {
		t.Errorf("after the host's move the guest's board shows %q, and %d messages are new; want the move, and the host's board alone", now.Text, len(b.server.Messages(here.Channel))-before)
	}
	b.deliver(types(somebody("bob"), "c", "move B1"))
	if old := b.stands(first.ID); !strings.Contains(old.Text, "A 2, B 4, C 4") || len(old.Buttons) > 0 {
		t.Errorf("the board before the typed move shows %q with %d buttons, want what it showed last, without buttons", old.Text, len(old.Buttons))
	}
}

// The process is killed after the simul began and before a board was shown: the next one
// shows each of them once.
func TestKilledBetweenBeginAndTheBoards(t *testing.T) {
	b := newBot(t, false)
	guests := make([]string, 12)
	for i := range guests {
		guests[i] = fmt.Sprint("g", i)
	}
	b.gathers("3 4 5", guests...)
	r := b.chat.Handle(context.Background(), dialog.Request{ID: "lost", Place: here, User: dialog.User{ID: personID("ana"), Name: "ana"}, Text: "begin", Confirms: true})
	if r.Result != dialog.Done {
		t.Fatalf("Begin: %s", r.Result)
	}
	before := len(b.server.Messages(here.Channel))
	b.stop()
	b.start()
	b.passes(30)
	shown := map[string]int{}
	for _, m := range b.server.Messages(here.Channel)[before:] {
		who, _, _ := strings.Cut(m.Text, "'s move")
		shown[who]++
	}
	for _, g := range guests {
		if n := shown[g]; n != 1 {
			t.Errorf("%s's board is shown %d times, want once", g, n)
		}
	}
	if len(shown) != len(guests)+1 {
		t.Errorf("there are shown %v, want %d boards and the simul itself", shown, len(guests))
	}
}
