package chat_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
)

// "Show it here", pressed ten times at once, shows one board. The other presses say where it is.
func TestShowItHereShowsOneBoard(t *testing.T) {
	for range 10 {
		c := chattest.NewRoom(t)
		c.Says("cy", "open 3 4 5") // so that the game is private
		press := c.Button(c.Says("ana", "start 3 4 5 first:me"), "Show it here")
		replies := make([]dialog.Reply, 10)
		var pressing sync.WaitGroup
		for i := range replies {
			request := c.Request("ana", press)
			pressing.Go(func() { replies[i] = c.Handler.Handle(t.Context(), request) })
		}
		pressing.Wait()
		boards := 0
		for _, r := range replies {
			for _, m := range r.Messages {
				if m.To == nil {
					boards++
				}
			}
			if !strings.Contains(c.Text(r), "[ana]") {
				t.Errorf("a press is answered by\n%s\nwant something for the person", c.Text(r))
			}
		}
		if boards != 1 {
			t.Fatalf("ten presses at once post %d messages for everybody, want 1", boards)
		}
		c.Expect(c.Says("ana", "A2"), "[all] ", "ana took 2 from A")
	}
}

// A private game that is shown beside another game against the bot asks first, as a start does, and
// takes its place.
func TestShowItHereAsksAboutAnotherGame(t *testing.T) {
	c := chattest.NewRoom(t)
	own := func(line string) dialog.Reply {
		r := c.Request("ana", line)
		r.Place, r.Private = r.Place.Own("ana"), true
		return c.Handler.Handle(t.Context(), r)
	}
	board := own("start 3 4 5 first:me")
	c.Says("ana", "start 7 8 first:me") // of whose private game the channel knows nothing
	asked := c.Expect(own(c.Button(board, "Show it here")), "[ana]", "You still have a game here.")
	if got := botGames(t, c, "ana"); !slices.Equal(got, []string{"7 8", "3 4 5"}) {
		t.Errorf("before ana agrees, her games are %q, want both", got)
	}
	c.Expect(own(asked.Messages[0].Buttons[0].Command), "[all]", "A 3, B 4, C 5")
	if got := botGames(t, c, "ana"); !slices.Equal(got, []string{"3 4 5"}) {
		t.Errorf("after ana agreed, her games are %q, want one from 3 4 5", got)
	}
}
