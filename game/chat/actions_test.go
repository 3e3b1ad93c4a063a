package chat

import (
	"testing"

	"nimbot/game/words/command"
)

// The commands of typed's table and the keys of actions() are the same set.
func TestEveryCommandHasAnAction(t *testing.T) {
	done := actions()
	for _, c := range command.Commands() {
		switch here := c.Of == command.Chat; {
		case here && done[c.Name] == nil:
			t.Errorf("game/words/command/table.go has the command %q, which no line of game/chat/actions.go does; add one", c.Name)
		case !here && done[c.Name] != nil:
			t.Errorf("game/chat/actions.go does %q, whose row in game/words/command/table.go gives it to another room (Of); remove one of the two", c.Name)
		}
		delete(done, c.Name)
	}
	for name := range done {
		t.Errorf("game/chat/actions.go does %q, which has no row in game/words/command/table.go; add one", name)
	}
}
