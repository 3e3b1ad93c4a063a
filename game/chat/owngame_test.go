package chat_test

import (
	"context"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
)

// says has a person type a line where a game against the bot is private.
func says(c *chattest.Room, who, text string) dialog.Reply {
	r := c.Request(who, text)
	r.OwnGame = true
	return c.Handler.Handle(context.Background(), r)
}

// isOwn reports whether a reply is about a game of the person's own place.
func isOwn(r dialog.Reply) bool { return r.Own && r.State != nil && r.State.Table == 0 }

// isOwnBoard reports whether a reply is one board of a game of the person's own place, for them alone.
func isOwnBoard(r dialog.Reply, who string) bool {
	if !isOwn(r) || len(r.Messages) != 1 {
		return false
	}
	m := r.Messages[0]
	return m.Board != nil && m.Board.View == dialog.Own && m.To != nil && m.To.ID == who
}

// twoOwnGames has ana and bob start a private game each.
func twoOwnGames(t *testing.T) *chattest.Room {
	t.Helper()
	c := chattest.NewRoom(t)
	for _, who := range []string{"ana", "bob"} {
		if r := says(c, who, "start 3 4 5 first:me"); !isOwnBoard(r, who) {
			t.Fatalf("%s's start gave %+v, own %t, want one board of their own:\n%s", who, r.State, r.Own, c.Text(r))
		}
	}
	return c
}

// With Request.OwnGame, a game against the bot is private even in a quiet channel, and two people's
// games are separate.
func TestOwnGamesAreSeparate(t *testing.T) {
	c := twoOwnGames(t)
	if r := says(c, "ana", "A2"); !isOwn(r) || r.State.Position == "3 4 5" {
		t.Errorf("ana's move gave %+v, want her own game, and not 3 4 5:\n%s", r.State, c.Text(r))
	}
	if r := says(c, "bob", "board"); !isOwn(r) || r.State.Position != "3 4 5" {
		t.Errorf("bob's board gave %+v, want his own game, still 3 4 5:\n%s", r.State, c.Text(r))
	}
}

// Commands about the last game find the person's own.
func TestCommandsFindTheLastOwnGame(t *testing.T) {
	c := twoOwnGames(t)
	says(c, "ana", "A2")
	says(c, "ana", "resign")
	for _, text := range []string{"review", "board", "rematch"} {
		if r := says(c, "ana", text); !isOwn(r) || r.Result == dialog.Refused {
			t.Errorf("%q after the end gave %v, %+v, want an answer about ana's own game:\n%s", text, r.Result, r.State, c.Text(r))
		}
	}
}

// A private game's board is in the person's place alone.
func TestBoardsOfOwnGames(t *testing.T) {
	c := twoOwnGames(t)
	all, err := c.Handler.Boards(t.Context(), c.Place)
	if err != nil || len(all) != 0 {
		t.Errorf("the channel shows %d boards, %v; want none", len(all), err)
	}
	all, err = c.Handler.Boards(t.Context(), c.Place.Own("bob"))
	if err != nil || len(all) != 1 || !isOwnBoard(all[0], "bob") {
		t.Errorf("bob's place shows %d boards, %v; want his", len(all), err)
	}
}

// Boards shows each live table once, and notifies nobody.
func TestBoardsOfAPlace(t *testing.T) {
	c := fullRoom(t)
	c.Says("eve", "open 1 2")
	all, err := c.Handler.Boards(context.Background(), c.Place)
	if err != nil || len(all) != 3 {
		t.Fatalf("Boards() = %d replies, %v; want 3", len(all), err)
	}
	for i, r := range all {
		if m := r.Messages; len(m) != 1 || m[0].TableNumber != i+1 || !m[0].IsBoard() || len(m[0].Ping) > 0 {
			t.Errorf("reply %d: %s", i, c.Text(r))
		}
	}
}

// A delivery that was handled in the person's own place isn't handled at a table when it
// comes again, although their private game has changed since.
func TestADoubledLineGoesToNoOtherTable(t *testing.T) {
	for _, tt := range []struct{ before, line string }{
		{"ana: challenge @bob 3 4 5, bob: accept, ana: resign, carl: challenge @bob 5 6, bob: accept, ana: start 9 9, ana: resign", "rematch"},
		{"ana: challenge @bob 3 4 5, bob: accept, carl: start 5 6", "start 9 9"},
	} {
		c := chattest.NewRoom(t)
		hears(c, tt.before)
		r := c.Request("ana", tt.line)
		first := c.Handler.Handle(t.Context(), r)
		if !first.Own || first.Result != dialog.Done {
			t.Fatalf("%q gave %v, own %t, want a private game:\n%s", tt.line, first.Result, first.Own, c.Text(first))
		}
		want := effect(c)
		if again := c.Handler.Handle(t.Context(), r); again.Result != dialog.Duplicate || effect(c) != want {
			t.Errorf("%q again gave %v, want %v:\n%s", tt.line, again.Result, dialog.Duplicate, c.Text(again))
		}
	}
}
