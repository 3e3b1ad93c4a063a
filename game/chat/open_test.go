package chat_test

import (
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
)

// Which answers may be shown to everybody where private messages are impossible, and the
// command that shows the others.
func TestOpenAndSecretAnswers(t *testing.T) {
	for _, tt := range []struct {
		text   string
		secret string // the command, without its stamp; "" for an open answer
	}{
		{"hint", "hint 1"},
		{"hint 2", "hint 2"},
		{"explain", "explain"},
		{"predict 3 4 5", "predict 3 4 5"},
		{"rules chomp", ""},
		{"games", ""},
		{"help", ""},
		{"settings", ""},
		{"B9", ""},
		{"nonsense", ""},
		{"start 3 4", ""}, // asks about the present game
		{"forget me", ""},
		{"B1 ~1.old", ""},
	} {
		c := chattest.NewRoom(t)
		c.Says("ana", "start 3 4 5")
		r := c.Says("ana", tt.text)
		private := 0
		for _, m := range r.Messages {
			if m.To == nil {
				continue
			}
			private++
			if m.Open != (tt.secret == "") {
				t.Errorf("%q is answered privately with Open = %v, want %v", tt.text, m.Open, tt.secret == "")
			}
		}
		if private == 0 {
			t.Errorf("%q has no private answer: %s", tt.text, c.Text(r))
		}
		if tt.secret == "" {
			if r.RevealCommand != "" {
				t.Errorf("%q has Again = %q, want none", tt.text, r.RevealCommand)
			}
			continue
		}
		if len(r.RevealCommand) < len(tt.secret)+2 || r.RevealCommand[:len(tt.secret)+2] != tt.secret+" ~" {
			t.Errorf("%q has Again = %q, want %q and a stamp", tt.text, r.RevealCommand, tt.secret)
		}
		if again := c.Says("ana", r.RevealCommand); again.Result == dialog.Stale || c.Text(again) != c.Text(r) {
			t.Errorf("%q tells %s, want as at first %s", r.RevealCommand, c.Text(again), c.Text(r))
		}
		c.Says("ana", "A1")
		if late := c.Says("ana", r.RevealCommand); late.Result != dialog.Stale {
			t.Errorf("%q after a move has the result %s, want %s", r.RevealCommand, late.Result, dialog.Stale)
		}
	}
}

// An offer shows the position that it offers. A rated pair's start is drawn when somebody accepts.
func TestAnOfferShowsItsStart(t *testing.T) {
	for line, want := range map[string]string{"challenge @bob 3 4 5": "3 4 5", "open game:chomp 3x4": "4 4 4", "open rated": ""} {
		c := chattest.NewRoom(t)
		r := c.Says("ana", line)
		m := r.Messages[len(r.Messages)-1]
		switch {
		case want == "" && m.Diagram != nil:
			t.Errorf("%q shows %v, want no drawing", line, m.Drawn)
		case want != "" && (m.Diagram == nil || m.Drawn == nil || m.Drawn.Position != want):
			t.Errorf("%q shows %v, want %s", line, m.Drawn, want)
		}
	}
}
