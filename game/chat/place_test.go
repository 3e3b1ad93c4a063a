package chat_test

import (
	"testing"

	"nimbot/game/dialog"
)

func TestParsePlaceRoundTrip(t *testing.T) {
	for text, want := range map[string]bool{
		"discord/42/7":        true,
		"console/general":     true,
		"slack/T1/C1:17.5":    true,
		"discord//7":          false,
		"general":             false,
		"member:discord/42/7": false,
		"practice:discord/7":  false,
	} {
		p, ok := dialog.ParsePlace(text)
		if ok != want || ok && p.String() != text {
			t.Errorf("ParsePlace(%q) = %v, %v, want %v", text, p, ok, want)
		}
	}
}
