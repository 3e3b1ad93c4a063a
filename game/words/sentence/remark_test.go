package sentence

import "testing"

func TestRemarksAreNoMoves(t *testing.T) {
	talk := english(t)
	for _, tt := range []struct {
		text string
		want bool
	}{
		{"I have 2 kids and a dog", true},
		{"remind me in 10 minutes", true},
		{"our lesson ends at 3", true},
		{"take 7 from A", false},
		{"foo1", false},
		{"1.5 from A", false},
		{"2 stones", false},
		{"split A into 1 and 2", false},
		{"bite the corner at 3, 4", false},
	} {
		if got := talk.IsRemark(tt.text, true); got != tt.want {
			t.Errorf("IsRemark(%q) = %v, want %v", tt.text, got, tt.want)
		}
	}
}

// Without a game, fewer unrelated words make a line a remark.
func TestRemarksWithoutAGame(t *testing.T) {
	talk := english(t)
	for _, tt := range []struct {
		text string
		want bool
	}{
		{"call me at 5", true},
		{"play despacito", true},
		{"take 2 from B", false},
		{"B2", false},
	} {
		if got := talk.IsRemark(tt.text, false); got != tt.want {
			t.Errorf("IsRemark(%q) = %v, want %v", tt.text, got, tt.want)
		}
	}
}
