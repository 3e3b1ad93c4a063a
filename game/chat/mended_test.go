package chat_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/words"
)

// The question whether to forget somebody is answered by its buttons, by "confirm" and "decline",
// and by yes and no, like the question whether to end a game.
func TestForgetHereIsConfirmedLikeAnyQuestion(t *testing.T) {
	for _, tt := range []struct {
		reply string
		want  string
	}{
		{"confirm", "Done for this channel"},
		{"yes", "Done for this channel"},
		{"forget me yes", "Done for this channel"},
		{"decline", "I kept everything as it was."},
		{"no", "I kept everything as it was."},
	} {
		for _, before := range []string{"", "ana: start 3 4 5, ana: A2, ana: resign", "bob: start 3 4 5"} {
			c := chattest.NewRoom(t)
			hears(c, before)
			c.Expect(c.Says("ana", "forget me"), "Forget you in this channel?")
			c.Expect(c.Says("ana", tt.reply), tt.want)
		}
	}
	c := chattest.NewRoom(t)
	c.Expect(c.Press("ana", c.Says("ana", "forget me"), "Forget me here"), "Done for this channel")
	c.Expect(c.Press("ana", c.Says("ana", "forget me"), "Keep everything"), "I kept everything")
	c.Expect(c.Says("ana", "confirm"), "There's nothing to confirm")
}

// Refusing a request, or taking it back, is told to both players.
func TestARefusedRequestIsTold(t *testing.T) {
	for _, tt := range []struct{ ask, reply, want string }{
		{"ana: undo", "bob: decline", "bob said no to taking it back. The move stands."},
		{"ana: undo", "bob: no", "bob said no to taking it back. The move stands."},
		{"ana: stop", "bob: decline", "bob said no to ending the game. It goes on."},
		{"ana: undo", "ana: decline", "ana took the request back."},
	} {
		c := chattest.NewRoom(t)
		c.Play(append(challenge, "ana: C1", "bob: A1", tt.ask)...)
		if got := c.Text(c.Play(tt.reply)); !strings.Contains(got, "[all]") || !strings.Contains(got, tt.want) {
			t.Errorf("%q after %q says\n%s\nwant %q to all", tt.reply, tt.ask, got, tt.want)
		}
	}
}

// The name of the running game isn't that of another one.
func TestTheNameOfTheRunningGame(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Play("ana: start 3 4 5")
	c.Expect(c.Says("ana", "nim"), "That's the game going on here.")
	c.Expect(c.Says("ana", "kayles"), "the rules of the other one")
}

// A command that takes all its time is slow, and the store isn't blamed.
func TestASlowCommandDoesNotBlameTheStore(t *testing.T) {
	c := chattest.NewRoom(t)
	ctx, cancel := context.WithCancel(t.Context())
	conf, slow := c.Config(), false
	conf.Now = func() time.Time {
		if slow {
			cancel()
		}
		return c.Clock()
	}
	c.Handler = chat.New(conf)
	c.Play("ana: start 3 4 5")
	slow = true
	r := c.Handler.Handle(ctx, c.Request("ana", "A2"))
	if c.Expect(r, "took me too long"); r.Result != dialog.Limited {
		t.Errorf("a slow command gave %v, want %v", r.Result, dialog.Limited)
	}
	slow = false
	c.Expect(c.Says("ana", "A2"), "[all]") // and its outcome is known
}

// Buttons that choose between tables differ, even if the games look alike.
func TestChoicesOfTablesDiffer(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Play("ana: challenge @bob 1 2", "bob: accept")
	again := c.Request("bob2", "challenge @ana 1 2")
	again.User.Name = "bob" // another person of that name
	c.Handler.Handle(t.Context(), again)
	c.Play("ana: accept")
	r := c.Expect(c.Says("ana", "resign"), "Which one do you mean?")
	seen := map[string]bool{}
	for _, b := range r.Messages[0].Buttons {
		label := c.Words.Say(b.Label, words.Voice{Command: "/nim"})
		if seen[label] {
			t.Errorf("two buttons say %q", label)
		}
		seen[label] = true
	}
	if len(seen) < 2 {
		t.Errorf("%d buttons, want one for each game", len(seen))
	}
}

// If a private and a public game ended in the same second, the public one is looked back on: what
// others saw comes first.
func TestTheLastGameOfTheSameSecond(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Play("bob: challenge @cid 5 6", "cid: accept", "ana: start 7 8", "ana: A1", "ana: resign", "ana: challenge @dan 3 4 5", "dan: accept", "ana: A2", "dan: resign")
	last, ok, err := c.Handler.LastGame(t.Context(), c.Place, "ana")
	if err != nil || !ok || last.Match.Setup().Start != "3 4 5" {
		t.Errorf("LastGame() = %+v, %v, %v, want the public game from 3 4 5", last.Match.Setup(), ok, err)
	}
	c.Expect(c.Says("ana", "review"), "Nim from 3 4 5.")
}
