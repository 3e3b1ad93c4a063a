package chat_test

import (
	"testing"
	"time"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
)

// If an offer expires while a game is running, the game's board stays valid and its
// buttons work.
func TestAnOfferThatEndsBesideAGameLeavesTheBoard(t *testing.T) {
	for _, tt := range []struct {
		name string
		ends func(c *chattest.Room) dialog.Reply
	}{
		{"expired", func(c *chattest.Room) dialog.Reply {
			c.Pass(11 * time.Minute)
			return c.Says("cat", "rules")
		}},
		{"declined", func(c *chattest.Room) dialog.Reply { return c.Says("bob", "decline") }},
		{"forgotten", func(c *chattest.Room) dialog.Reply { return c.Says("ana", "forget me yes") }},
		{"withdrawn", func(c *chattest.Room) dialog.Reply { return c.Says("ana", "decline") }},
	} {
		c := chattest.NewRoom(t)
		board := c.Says("cat", "start 3 4 5")
		c.Says("ana", "challenge @bob 3 4 5")
		ended := tt.ends(c)
		doc := c.Document()
		if t2 := doc.Table(2); t2.Offer != nil {
			t.Fatalf("%s: the offer is still open", tt.name)
		}
		for _, m := range ended.Messages {
			if m.IsBoard() && m.TableNumber == 1 {
				t.Errorf("%s: %q retires the game's board", tt.name, c.Text(ended))
			}
		}
		if r := c.Press("cat", board, "A (3)"); r.Result == dialog.Stale {
			t.Errorf("%s: the game's board is stale:\n%s", tt.name, c.Text(r))
		}
	}
}
