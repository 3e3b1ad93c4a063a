package chat_test

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/people"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/channel"
)

// crowd returns a channel with the highest limit of tables.
func crowd(t *testing.T) *chattest.Room {
	c := chattest.NewRoom(t)
	c.Place = dialog.Place{Platform: "discord", Guild: id(1), Channel: id(2)}
	c.Handler = chat.New(chat.Config{
		Store: c.Store, Words: c.Words, Seed: 7, Now: c.Clock, Log: slog.New(slog.DiscardHandler), Limits: chat.Limits{Tables: chat.MaxTables},
		Results: people.New(people.Config{Store: c.Store.(store.Archive), Now: c.Clock, Seed: 7}),
	})
	return c
}

// id returns an id that is as long as Discord's.
func id(n int) string { return fmt.Sprint(1_200_000_000_000_000_000 + n) }

// stored returns the size of the room's document, without the deliveries that it remembers.
func stored(c *chattest.Room) int {
	doc := c.Document()
	doc.Recent = ""
	return len(doc.Encode())
}

// TestThirtyTwoTables bounds the document of a place with 32 live and 32 finished games, each
// of five piles and twelve moves.
func TestThirtyTwoTables(t *testing.T) {
	slowtest.Sequential(t)
	const atMost = 24_000
	c := crowd(t)
	as := func(n int, text, stamp, message string) dialog.Reply {
		r := c.Request(id(n), text+stamp)
		r.User.Name, r.Message = fmt.Sprint("Player", n), message
		for name, u := range r.Mentions {
			u.Name = "Player of " + name[len(name)-3:]
			r.Mentions[name] = u
		}
		return c.Handler.Handle(t.Context(), r)
	}
	for pair := range 2 * chat.MaxTables {
		ana, bob, message := 10+2*pair, 11+2*pair, id(1000+pair)
		if pair >= chat.MaxTables {
			as(ana-2*chat.MaxTables, "resign", "", "")
		}
		as(ana, "challenge @"+id(bob)+" 9 8 7 6 5 first:me", "", "")
		r := as(bob, "accept", "", "")
		for move, text := range strings.Fields("A1 B1 C2 D1 E1 A2 B2 C1 D2 E2 A1 B1") {
			r = as(ana+move%2, text, " "+stampOf(r), message)
		}
		doc := c.Document()
		if r.Result != dialog.Done || len(doc.Table(r.State.Table).Game.Events) != 12*3-1 {
			t.Fatalf("pair %d: %s", pair, c.Text(r))
		}
	}
	doc := c.Document()
	if n := len(doc.Numbers()); n != 2*chat.MaxTables {
		t.Fatalf("%d tables stand, want %d", n, 2*chat.MaxTables)
	}
	size := stored(c)
	t.Logf("32 live and 32 finished games take %d bytes", size)
	if size > atMost {
		t.Errorf("32 live and 32 finished games take %d bytes, want at most %d", size, atMost)
	}
}

// TestTheLargestDocument fills a place with games until a move is refused, and checks that the
// games can be ended then, that new ones can begin in the room that this makes, and that the
// document stays small enough.
func TestTheLargestDocument(t *testing.T) {
	slowtest.Sequential(t)
	const atMost = 512 << 10
	c := crowd(t)
	var doc channel.Document
	long := strings.TrimSpace(strings.Repeat("A1000000 B1000000 ", 390))
	game := func(n int) *channel.Game {
		return &channel.Game{
			ID: fmt.Sprint("g", n), Key: "nim", Ending: "normal", Start: "1000000000 1000000000", Events: long, Since: store.UnixOf(c.Now),
			Players: [2]channel.Player{{ID: fmt.Sprint("a", n), Name: fmt.Sprint("a", n)}, {ID: fmt.Sprint("b", n), Name: fmt.Sprint("b", n)}},
		}
	}
	for n := 1; n <= chat.MaxTables; n++ {
		doc.Put(channel.Table{Number: n, Play: channel.Play{Turn: 1, Game: game(n)}})
	}
	doc.Version = 1
	if _, err := c.Store.Commit(t.Context(), c.Place.String(), store.Write{Data: doc.Encode()}); err != nil {
		t.Fatal(err)
	}
	largest := func() {
		t.Helper()
		if n := stored(c); n > atMost {
			t.Fatalf("the document takes %d bytes, want at most %d", n, atMost)
		}
	}
	if refused := c.Says("a1", "A1"); refused.Result != dialog.Flooded {
		t.Errorf("a move without room: %s", c.Text(refused))
	}
	c.Expect(c.Says("a1", "A1"), "The games here fill all the room")
	for n := 1; n <= chat.MaxTables; n++ {
		c.Play(fmt.Sprint("a", n, ": resign"))
		largest()
	}
	c.Pass(time.Hour)
	c.Play("eve: challenge @fay 3 4 5", "fay: accept")
	largest()
}
