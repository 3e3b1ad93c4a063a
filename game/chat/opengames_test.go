package chat_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/people"
	"nimbot/game/words"
	"nimbot/store"
)

// withBook lets a book list and count the room's games, as in the program.
func withBook(t *testing.T, c *chattest.Room) {
	c.People = people.New(people.Config{Store: c.Store.(store.Archive), Now: c.Clock, Seed: 7})
	c.Restart()
}

// TestMyGamesAreListedEverywhere plays in three channels and privately, and asks for the
// list in another place, after a restart.
func TestMyGamesAreListedEverywhere(t *testing.T) {
	c := chattest.NewRoom(t)
	withBook(t, c)
	at := func(channel string) {
		c.Place = dialog.Place{Platform: "discord", Guild: "42", Channel: channel}
	}
	at("one")
	c.Play("ana: challenge @bob 3 4 5 first:me", "bob: accept", "ana: A1") // bob's move
	c.Play("ana: start 6 7")                                               // private, beside that
	at("two")
	c.Play("cleo: challenge @ana 7 8 first:them clock:24h", "ana: accept")
	at("three")
	c.Play("ana: start 9 9 9", "dan: challenge @eve 5 5", "eve: accept")
	c.Place = dialog.Place{Platform: "discord", Guild: "43", Channel: "elsewhere"}
	c.Play("ana: challenge @fay 2 2 first:them", "fay: accept") // another server: fay's move
	if err := c.Handler.ListBegun(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.Restart()
	withBook(t, c)
	c.Place = dialog.Place{Platform: "discord", Guild: "@me", Channel: "dm"}
	c.Pass(3 * time.Hour)
	r := c.Says("ana", "me games")
	if r.Messages[0].To == nil || r.Messages[0].Open {
		t.Errorf("the list is shown to others")
	}
	lines := strings.Split(strings.TrimSpace(say(c, r)), "\n")
	want := []string{
		"You have 5 open games", "Your move against cleo · Nim 7 8 · 21 hours left · #two",
		"Your move against me · Nim 6 7 · private, in #one", "Your move against me · Nim 9 9 9 · #three",
		"Their move against bob · Nim 2 4 5 · #one", "Their move against fay",
	}
	if len(lines) != len(want) {
		t.Fatalf("me games:\n%s\nwant %d lines", strings.Join(lines, "\n"), len(want))
	}
	for i, line := range lines {
		if !strings.Contains(line, want[i]) {
			t.Errorf("line %d is %q, want %q", i+1, line, want[i])
		}
	}
	c.Expect(c.Says("ana", "help"), "You have 5 open games", "private, in #one")
	if help := c.Text(c.Says("fay", "help")); !strings.Contains(help, "against ana") {
		t.Errorf("fay's help lacks the game that waits for her:\n%s", help)
	}
	if help := c.Text(c.Says("bob", "profile")); strings.Contains(help, "open game") {
		t.Error(help)
	}
	c.Expect(c.Says("gus", "me games"), "You have no open game")
	for _, who := range []string{"gus", "dan"} { // nobody, and whose opponent is to move or not
		if text := c.Text(c.Says(who, "help")); who == "gus" && strings.Contains(text, "open game") {
			t.Errorf("%s's help lists games:\n%s", who, text)
		}
	}
}

// say returns the text of a reply, one line for each paragraph.
func say(c *chattest.Room, r dialog.Reply) string {
	var all []string
	for _, l := range r.Messages[0].Lines {
		all = append(all, c.Words.Say(l, voice()))
	}
	return strings.Join(all, "\n")
}

// TestAnIdlePlaceLeavesTheList drops a place whose game is over, but not while a game may
// be about to begin there.
func TestAnIdlePlaceLeavesTheList(t *testing.T) {
	c := chattest.NewRoom(t)
	withBook(t, c)
	c.Play("ana: start 3 4 5", "ana: resign")
	listed := func() int {
		if err := c.Handler.ListBegun(t.Context()); err != nil {
			t.Fatal(err)
		}
		all, err := c.People.PlaysIn(t.Context(), c.Place, "ana")
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	c.Expect(c.Says("ana", "me games"), "no open game")
	if listed() != 1 {
		t.Error("a place was dropped at once: a game that is just being stored would be lost")
	}
	c.Pass(3 * time.Minute)
	c.Says("ana", "me games")
	if listed() != 0 {
		t.Error("a place without a game stays listed")
	}
	c.Play("ana: start 3 4 5")
	c.Pass(3 * time.Minute)
	c.Expect(c.Says("ana", "me games"), "You have one open game", "against me")
	if listed() != 1 {
		t.Error("a running game was dropped")
	}
}

func voice() words.Voice { return words.Voice{Command: "/nim"} }

// panicking is a book that panics when games are to be listed.
type panicking struct{ callable }

func (panicking) BeginsIn(context.Context, []chat.BegunSeat) error { panic("no list") }

// TestAPanicWhileListing ends neither the worker that lists a place nor the process that began the games.
func TestAPanicWhileListing(t *testing.T) {
	c := chattest.NewRoom(t)
	c.People = panicking{}
	c.Restart()
	c.Play("ana: challenge @bob 3 4 5 first:me", "bob: accept")
	if err := c.Handler.ListPlace(t.Context(), c.Place); err == nil || !strings.Contains(err.Error(), "no list") {
		t.Errorf("List = %v, want the panic", err)
	}
	if err := c.Handler.Close(t.Context()); err == nil || !strings.Contains(err.Error(), "no list") {
		t.Errorf("Close = %v, want the panic", err)
	}
}
