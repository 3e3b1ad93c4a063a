package sentence

import "testing"

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
