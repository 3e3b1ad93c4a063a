package sentence

import "testing"

// A sentence that names a person without a mention asks for a game with that person and nobody
// else.
func TestAPersonIsNamedWithoutAMention(t *testing.T) {
	talk := english(t)
	for _, tt := range []struct{ text, want, game, piles string }{
		{"i want to battle Zoltan at chomp", "Zoltan", "chomp", ""},
		{"could you referee a match between me and Priya with 3 5 7", "Priya", "", "3 5 7"},
		{"play against carl", "carl", "", ""},
		{"a duel with my friend Ines, please", "Ines", "", ""},
		{"play with the bot", "", "", ""},
		{"can we play the one with the poisoned square", "", "", ""},
		{"I don't want to play against carl", "", "", ""},
		{"play against @carl", "", "", ""},
		{"take 2 from the first pile", "", "", ""},
	} {
		said, ok := (opponentReader{talk}).read(tt.text)
		if ok != (tt.want != "") || said.Values["player"] != tt.want || said.Values["game"] != tt.game || said.Values["piles"] != tt.piles {
			t.Errorf("%q names %v, %v; want %q, %q, %q", tt.text, said.Values, ok, tt.want, tt.game, tt.piles)
		}
	}
}

// A refusal may have words after it, but none that leave it open.
func TestARefusalFollowedByWords(t *testing.T) {
	talk := english(t)
	for text, want := range map[string]bool{
		"no thanks, I'm having lunch": true, "nah too tired": true,
		"not now, sorry": false, "no problem": false, "no wait": false, "no thanks, unless I begin": false, "no, yes": false, "never confirm": false, "never go back": false, "bob refuses": false, "no?": false, "yes please": false,
	} {
		if said, ok := (refusalReader{talk}).read(text); ok != want || ok && said.Topic != No {
			t.Errorf("%q refuses: %v, want %v", text, ok, want)
		}
	}
}

// Of two outcomes, the one that isn't denied or that is said last counts, but only as
// mentioned.
func TestOutcomesDeniedAndCorrected(t *testing.T) {
	x := english(t).Exercise()
	for _, tt := range []struct {
		text string
		won  bool
		how  Certainty
	}{
		{"won", true, Given}, {"surely not won", false, Mentioned}, {"not lost but won", true, Mentioned},
		{"lost, or rather won", true, Mentioned}, {"won or lost", false, NoAnswer},
	} {
		if won, how := x.ReadOutcome(tt.text); won != tt.won || how != tt.how {
			t.Errorf("%q is read as %v, %d; want %v, %d", tt.text, won, how, tt.won, tt.how)
		}
	}
	for text, want := range map[string]bool{"won for whom?": true, "what does lost mean": true, "is it lost?": false, "who begins?": false} {
		if got := x.AsksOutcomeMeaning(text); got != want {
			t.Errorf("%q asks what outcomes mean: %v, want %v", text, got, want)
		}
	}
}
