package words_test

import (
	"testing"

	"nimbot/game/words"
)

func TestClip(t *testing.T) {
	const family, flag, accented, wave, hangul = "👨\u200d👩\u200d👧", "🇩🇪", "e\u0301\u0323", "👋🏽", "각"
	for _, tt := range []struct {
		text       string
		n          int
		clip, head string
	}{
		{"", 3, "", ""},
		{"Ana", 3, "Ana", "Ana"},
		{"Anna", 3, "An…", "Ann"},
		{"An na", 4, "An…", "An n"},
		{"名前名前", 3, "名前…", "名前名"},
		{family, 5, family, family},
		{family, 4, "…", ""},
		{"Ana " + family, 8, "Ana…", "Ana "},
		{"Ana " + family + "!!", 10, "Ana " + family + "…", "Ana " + family + "!"},
		{flag + flag, 3, flag + "…", flag},
		{"x" + accented + accented, 6, "x" + accented + "…", "x" + accented},
		{wave + wave, 3, wave + "…", wave},
		{hangul + hangul + hangul, 2, hangul + "…", hangul + hangul},
		{"\xff\xff\xff\xff", 2, "\xff…", "\xff\xff"},
	} {
		if got := words.Clip(tt.text, tt.n); got != tt.clip {
			t.Errorf("Clip(%q, %d) = %q, want %q", tt.text, tt.n, got, tt.clip)
		}
		if got := words.Truncate(tt.text, tt.n); got != tt.head {
			t.Errorf("Head(%q, %d) = %q, want %q", tt.text, tt.n, got, tt.head)
		}
	}
}
