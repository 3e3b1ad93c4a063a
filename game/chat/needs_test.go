package chat_test

import (
	"context"
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/words/command"
)

// noting is a chat.Results that notes what is looked up about people, and knows nothing of them.
type noting struct {
	callable
	looked *command.Needs
}

func (n noting) Won(context.Context, dialog.Place, string) ([]string, solve.Level, error) {
	*n.looked |= command.Wins
	return nil, "", nil
}

func (n noting) Running(context.Context, dialog.Place, dialog.User) ([]dialog.Place, error) {
	*n.looked |= command.Secrets
	return nil, nil
}

func (n noting) Asked(context.Context, []dialog.Place) ([]rules.Situation, error) { return nil, nil }

// TestARowNamesWhatItsCommandNeeds presses every command in several situations. What is looked up
// about the person must stand in the command's row: else the command runs twice. A button is never a
// sentence, which may lead to another command.
func TestARowNamesWhatItsCommandNeeds(t *testing.T) {
	used := command.Needs(0)
	for _, situation := range [][]string{
		{"ana: start 3 4 5"}, {"ana: start 1 level:easy", "ana: A1"}, {"ana: start 3 4 5", "ana: resign"},
		{"ana: challenge @bob 3 4 5 first:me", "bob: accept"}, {"bob: challenge @ana 3 4 5"}, {"ana: open 3 4 seats:2"},
	} {
		for _, c := range command.Commands() {
			if c.Of != command.Chat || c.Name == "confirm" || c.LooksBack { // it runs another line, or looks outside the lane
				continue
			}
			for _, more := range []string{"", " 3 4 5", " first:bot", " 2"} {
				line, err := command.Parse(c.Name + more)
				if err != nil {
					continue
				}
				var noted command.Needs
				room := chattest.NewRoom(t)
				room.People = noting{callable{}, &noted}
				room.Restart()
				room.Play(situation...)
				stamp := ""
				for _, m := range room.Says("ana", "board").Messages {
					for _, b := range m.Buttons {
						if _, after, ok := strings.Cut(b.Command, "~"); ok {
							stamp = " ~" + after
						}
					}
				}
				noted = 0
				room.Says("ana", c.Name+more+stamp)
				used |= noted
				if missing := noted &^ line.Needs(); missing != 0 {
					t.Errorf("after %q, %q looks up %b, and its row names %b", situation, c.Name+more, noted, line.Needs())
				}
			}
		}
	}
	if used != command.Wins|command.Secrets {
		t.Errorf("the commands look up %b, want every need", used)
	}
}
