package chat_test

import (
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
