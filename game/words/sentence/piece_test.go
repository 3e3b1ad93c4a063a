package sentence

import (
	"testing"

	"nimbot/game/rules"
)

// A piece of a line that names one move is offered, whatever the other pieces say, unless it denies, asks or
// reports. What is taken from a pile of a named size isn't what is left.
func TestAMoveInAPieceIsOffered(t *testing.T) {
	for _, tt := range []struct {
		language, position, text string
		want                     rules.Move
		denies                   bool
	}{
		{"en", "3 4 5", "take 2 from the pile of five, and mo won't guess that", "C2", false},
		{"en", "3 4 5", "he says: take 2 from the first pile", "", false},
		{"en", "3 4 5", "not 2 from A, please", "", true},
		{"en", "3 4 5", "if I take 2 from A, do I win", "", false},
		{"en", "3 4 5", "2 from A, and 3 from B", "", false},
		{"en", "5", "one moment, I don't have a pencil", "", true},
		{"en", "5", "take 4, I don't know", "A4", false},
		{"de", "3 4 5", "2 von A, hoffentlich liest das keiner vor", "A2", false},
		{"pl", "3 4 5", "zabieram 3 z B i co teraz", "B3", false},
		{"ru", "3 4 5", "забираю все из C и что скажешь", "C5", false},
	} {
		talk, g := allLanguages(t)[tt.language], nim(t)
		p, err := g.Read(tt.position, rules.Normal)
		if err != nil {
			t.Fatal(err)
		}
		if got := talk.move.moveInPiece(p, talk.fold(tt.text)); got != tt.want {
			t.Errorf("%s: moveInPiece(%q) = %q, want %q", tt.language, tt.text, got, tt.want)
		}
		if got := talk.Exercise().DeniesMove(p, tt.text); got != tt.denies {
			t.Errorf("%s: DeniesMove(%q) = %v, want %v", tt.language, tt.text, got, tt.denies)
		}
	}
}

// Of two numbers, those that an amount and a size may be come before those that may be left.
func TestTwoNumbersAreAnAmountAndASize(t *testing.T) {
	p, err := nim(t).Read("3 4 5", rules.Normal)
	if err != nil {
		t.Fatal(err)
	}
	for language, lines := range map[string]map[string]rules.Move{
		"pl": {"zabieram 2 z 5": "C2"}, "ru": {"беру 1 из 4": "B1"}, "tr": {"5ten 4": "C4"}, "ko": {"4에서 3개": "B3"}, "en": {"5 3": "B4", "3 and 5": "B4"},
	} {
		talk := allLanguages(t)[language]
		for text, want := range lines {
			if m, choice := talk.ReadMove(p, text); m != "" || choice == nil || choice.Moves[0].Move != want {
				t.Errorf("%s: ReadMove(%q) = %q, %v; want %s to be offered first", language, text, m, choice, want)
			}
		}
	}
}

// A number that is announced is the answer, whatever its reason, and one that can't be taken is refused as a move.
func TestAnAnnouncedNumberIsTheAnswer(t *testing.T) {
	p, err := nim(t).Read("5", rules.Normal)
	if err != nil {
		t.Fatal(err)
	}
	talk := english(t).Exercise()
	if moves, how := talk.ReadAnswer(p, "my answer is three, because then two are left"); how != Given || len(moves) != 1 || moves[0].Move != "A3" {
		t.Errorf("the answer is %v, %v; want A3 to be given", moves, how)
	}
	if got := talk.NamedMove(p, "the answer is 7"); got != "A7" {
		t.Errorf("the announced 7 names %q, want A7", got)
	}
}

func nim(t *testing.T) rules.Game {
	t.Helper()
	g, err := rules.Lookup("nim")
	if err != nil {
		t.Fatal(err)
	}
	return g
}
