package typed_test

import (
	"testing"

	"nimbot/typed"
)

func TestPlainLinesAreNoSentences(t *testing.T) {
	for text, want := range map[string]bool{
		"A1": true, "b12": true, "board": true, "start misere": true,
		"a0": false, "gr8": false, "gg": false, "12": false, "A1 please": false, "take 2 from B": false, "rules of chomp": false,
	} {
		if l, _ := typed.Parse(text); l.Plain() != want {
			t.Errorf("Parse(%q).Plain() = %v, want %v", text, !want, want)
		}
	}
}
