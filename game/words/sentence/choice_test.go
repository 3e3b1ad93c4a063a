package sentence

import "testing"

// A choice is named by its place; a denial or two places name none.
func TestChoicesByPlace(t *testing.T) {
	x := english(t).Exercise()
	for _, tt := range []struct {
		text string
		want int
		ok   bool
	}{
		{"the second one", 1, true}, {"the last button", 2, true}, {"middle, I'd say", 1, true}, {"it's the first, isn't it?", 0, true},
		{"not the first one", -1, true}, {"the first or the last", -1, true}, {"take 2 from the first", -1, false}, {"no idea", 0, false},
	} {
		if i, ok := x.ReadChoice(tt.text, 3); ok != tt.ok || ok && i != tt.want {
			t.Errorf("%q chooses %d, %v; want %d, %v", tt.text, i, ok, tt.want, tt.ok)
		}
	}
}
