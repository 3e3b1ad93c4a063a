package slack

import (
	"strings"
	"testing"
)

func TestAReplacerReplacesAsTheLibraryDoes(t *testing.T) {
	pairs := []string{"&", "&amp;", "<", "&lt;", string(mentionOpens), "<@", string(bold), "*"}
	ours, library := newReplacer(pairs...), strings.NewReplacer(pairs...)
	for _, s := range []string{"", "A & B", "<b>", "no more than words", "Änne 🔵", string(mentionOpens) + "U1" + string(bold), "\ue0ff", "\xee\x80"} {
		if got, want := ours.Replace(s), library.Replace(s); got != want {
			t.Errorf("Replace(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestReplacerAllocatesNothingWithoutMatch(t *testing.T) {
	const s = "Ana took 2 from B. Whoever takes the last stone wins. 🔵"
	if n := testing.AllocsPerRun(10, func() { toMarkup(s); plain(s) }); n > 0 {
		t.Errorf("marked and plain allocate %v times, want 0", n)
	}
}
