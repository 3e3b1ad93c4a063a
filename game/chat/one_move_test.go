package chat_test

import (
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/internal/slowtest"
)

// A line with two moves, or with an unknown word next to the move, plays nothing. The bot
// asks privately, with buttons for legal moves.
func TestALineIsOneMoveOrAQuestion(t *testing.T) {
	slowtest.Sequential(t)
	for _, tt := range []struct {
		before, text, want string
		buttons            []string
	}{
		{"start 3 4 5", "A1, B2", "One move at a time", []string{"A1", "B2"}},
		{"start 3 4 5", "A1 B2", "One move at a time", []string{"A1", "B2"}},
		{"start 3 4 5", "take 2 from B and 1 from C", "One move at a time", []string{"B2", "C1"}},
		{"start 3 4 5", "A9, B2", "One move at a time", []string{"B2"}},
		{"start 3 4 5", "Z1; B2", "One move at a time", []string{"B2"}},
		{"start 3 4 5", "2 from A. 3 from C.", "One move at a time", []string{"A2", "C3"}},
		{"start 3 4 5", "A1; xyzzy", "I understood `A1`, but not the rest", []string{"A1"}},
		{"start 3 4 5", "xyzzy, take 2 from B", "I understood `B2`, but not the rest", []string{"B2"}},
		{"start 3 4 5", "A1 xyzzy", "I understood `A1`, but not the rest", []string{"A1"}},
		{"start 3 4 5", "take 2 from B xyzzy", "I understood `B2`, but not the rest", []string{"B2"}},
	} {
		c := chattest.NewRoom(t)
		position := c.Says("ana", tt.before).State.Position
		r := c.Expect(c.Says("ana", tt.text), "[ana] "+tt.want)
		if r.State.Position != position {
			t.Errorf("%q leaves %s, want %s untouched", tt.text, r.State.Position, position)
		}
		var buttons []string
		for _, b := range r.Messages[0].Buttons {
			move, _, _ := strings.Cut(b.Command, " ~")
			buttons = append(buttons, move)
		}
		if strings.Join(buttons, " ") != strings.Join(tt.buttons, " ") {
			t.Errorf("%q is asked about with %q, want %q", tt.text, buttons, tt.buttons)
		}
	}
}

// Courtesies and names next to a move don't keep it from being played.
func TestMoveWithCourtesiesIsPlayed(t *testing.T) {
	slowtest.Sequential(t)
	for _, text := range []string{"A1 please", "ok, A1 then", "hi bot, A1 please!", "A1, thanks", "A1 @nim", "my turn! A1!"} {
		c := chattest.NewRoom(t)
		c.Says("ana", "start 3 4 5")
		c.Expect(c.Says("ana", text), "ana took 1 from A")
	}
}

// A line that names a command is never taken for a wish to play.
func TestAskingForACommandBeginsNoGame(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"can you predict game:nim 3 4 5", first},
		{"can you predict game:octal:0.07 3", "With perfect play"},
		{"could you please predict 3 4 5", first},
		{"I would like you to predict game:chomp 3x4 maybe", ""},
		{"please can you predict game:chomp", ""},
		{"now explain game:chomp again", ""},
		{"give me a hint for game:kayles", ""},
	} {
		c := chattest.NewRoom(t)
		r := c.Says("ana", tt.text)
		if r.State != nil {
			t.Errorf("%q begins %s, want no game", tt.text, r.State.Game)
		}
		c.Expect(r, tt.want)
	}
}

// If nothing was done, the answer says so, and what is still open.
func TestAnswerSaysThatNothingWasDone(t *testing.T) {
	for _, tt := range []struct{ before, text, want string }{
		{"", "ok", "Nothing changed."},
		{"", "yes", "Nothing changed."},
		{"ana start 3 4 5", "nvm", "Nothing changed. ana's move."},
		{"ana start 3 4 5", "yes", "Nothing changed. ana's move."},
		{"ana challenge @bob", "nvm", "I did nothing yet: press the button, or type `/nim decline`. ana challenged bob"},
	} {
		c := chattest.NewRoom(t)
		if who, line, ok := strings.Cut(tt.before, " "); ok {
			c.Says(who, line)
		}
		r := c.Says("ana", tt.text)
		if got := c.Text(r); !strings.Contains(got, tt.want) || strings.Contains(got, "All right") {
			t.Errorf("after %q, %q is answered with %q, want %q", tt.before, tt.text, got, tt.want)
		}
		if r.Result == dialog.Done {
			t.Errorf("after %q, %q changed something", tt.before, tt.text)
		}
	}
}
