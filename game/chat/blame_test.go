package chat_test

import (
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
)

// After a move that gave the win away, "why?" speaks of that move, too; after one that kept it, only of the position.
func TestWhyIsAboutTheMove(t *testing.T) {
	for _, tt := range []struct{ start, move, want string }{
		{"start nim 5 + kayles 4", "1.A2", "Your `1.A2` on move 1 gave the win away. After `take 2 from A in part 1`, 3 ⊕ 1 = 2. That isn't 0, so it can be made 0 again."},
		{"start 3 4 5", "A1", "Your `A1` on move 1 gave the win away. After `take 1 from A`, 2 ⊕ 4 ⊕ 5 = 3."},
		{"start chomp 3x4", "3,3", "Your `3,3` on move 1 gave the win away. If you bite off 3,3, the reply is to bite off "},
		{"start nim 5 + kayles 4", "1.A4", ""},
		{"start 1 4 5", "A1", ""}, // it was lost before
	} {
		for _, ask := range []string{"why?", "explain"} {
			c := chattest.NewRoom(t)
			c.Says("ana", tt.start)
			c.Says("ana", tt.move)
			text := strings.ReplaceAll(c.Text(c.Says("ana", ask)), "\n", " ")
			if tt.want != "" && !strings.Contains(text, tt.want) || tt.want == "" && strings.Contains(text, "gave the win away") {
				t.Errorf("%s, %s: %q answers %q, want %q", tt.start, tt.move, ask, text, tt.want)
			}
		}
	}
}

// The third hint in a lost position shows on the board the move that it names.
func TestTheLastHintOfALostPositionShowsItsMove(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Says("ana", "start 1 4 5")
	c.Says("ana", "hint")
	c.Says("ana", "hint")
	reply := c.Says("ana", "hint")
	m := reply.Messages[0]
	if text := c.Text(reply); m.Advice == nil || m.Advice.Shows == "" || !strings.Contains(text, "(`"+string(m.Advice.Shows)+"`)") {
		t.Errorf("the hint shows %+v, and says\n%s", m.Advice, text)
	}
}
