package chat_test

import (
	"context"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
)

// With Request.OwnGame, a game against the bot is private even in a quiet channel: two people's
// games are separate, and commands about the last game find the person's own.
func TestOwnGamesWhereNoBoardIsLive(t *testing.T) {
	c := chattest.NewRoom(t)
	says := func(who, text string) dialog.Reply {
		t.Helper()
		return c.Handler.Handle(context.Background(), dialog.Request{Place: c.Place, User: dialog.User{ID: who, Name: who}, Text: text, OwnGame: true})
	}
	for _, who := range []string{"ana", "bob"} {
		r := says(who, "start 3 4 5 first:me")
		if r.State == nil || r.State.Table != 0 || len(r.Messages) != 1 || r.Messages[0].Board == nil || r.Messages[0].Board.View != dialog.Own || r.Messages[0].To == nil || r.Messages[0].To.ID != who {
			t.Fatalf("%s: %s", who, c.Text(r))
		}
	}
	if r := says("ana", "A2"); r.State.Table != 0 || r.State.Position == "3 4 5" {
		t.Errorf("ana's move: %s", c.Text(r))
	}
	if r := says("bob", "board"); r.State.Position != "3 4 5" {
		t.Errorf("bob's board: %s", c.Text(r))
	}
	says("ana", "resign")
	for _, text := range []string{"review", "board", "rematch"} {
		if r := says("ana", text); r.State == nil || r.State.Table != 0 || r.Result == dialog.Refused {
			t.Errorf("%s after the end: %s", text, c.Text(r))
		}
	}
	all, err := c.Handler.Boards(context.Background(), c.Place)
	if err != nil || len(all) != 0 {
		t.Errorf("the channel shows %d boards, %v; want none", len(all), err)
	}
	all, err = c.Handler.Boards(context.Background(), c.Place.Own("bob"))
	if err != nil || len(all) != 1 || all[0].Messages[0].Board.View != dialog.Own {
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
