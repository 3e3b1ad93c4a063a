package chat_test

import (
	"strings"
	"testing"

	"nimbot/chat"
	"nimbot/chat/chattest"
)

// Who doesn't play is told whose game they would end.
func TestAModeratorIsToldWhoseGameItIs(t *testing.T) {
	for _, tt := range []struct{ before, want string }{
		{"ana start 3 4 5", "ana and I are playing here."},
		{"ana challenge @bob 3 4 5; bob accept", "ana and bob are playing here."},
	} {
		c := chattest.NewRoom(t)
		for line := range strings.SplitSeq(tt.before, "; ") {
			who, text, _ := strings.Cut(line, " ")
			c.Says(who, text)
		}
		r := c.Request("mod", "start 1 2")
		r.User.Moderator = true
		asked := c.Expect(c.Handler.Handle(t.Context(), r), tt.want, "End it without a result")
		if strings.Contains(c.Text(asked), "You still have a game") {
			t.Errorf("a moderator who doesn't play is told %q", c.Text(asked))
		}
		r = c.Request("mod", c.Button(asked, "Keep playing"))
		r.User.Moderator = true
		c.Expect(c.Handler.Handle(t.Context(), r), "The game goes on.")
	}
}

// What the bot says to type after a move that can mean several is a whole line.
func TestAnAmbiguousMoveIsToldWhatToType(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Says("ana", "start 3x4 game:chomp")
	c.Says("ana", "resign")
	c.Says("ana", "start 5x8@2,3 game:cake")
	if r := c.Says("ana", "1"); r.Result == chat.Refused {
		if got := c.Text(r); !strings.Contains(got, "as in `/nim ") {
			t.Errorf("an ambiguous move is answered with %q", got)
		}
		return
	}
	t.Fatal("no ambiguous move was found")
}

func TestTheStairsCountTheirSteps(t *testing.T) {
	for _, tt := range []struct{ start, want string }{
		{"3", "Coins on step 1: 3"},
		{"3 4 5", "Coins on steps 1 to 3: 3, 4, 5"},
	} {
		c := chattest.NewRoom(t)
		c.Expect(c.Says("ana", "start game:stairs "+tt.start), tt.want)
	}
}
