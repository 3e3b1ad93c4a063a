package discord

import (
	"testing"

	"nimbot/game/words"
)

// What people typed notifies nobody, links nowhere and formats nothing when it is quoted.
func TestQuotesAreInert(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	v := localizer{words: catalogue}
	for _, tt := range []struct{ typed, markdown, plain string }{
		{"<@100000000000000001>", `\@…`, "@…"},
		{"<@&100000000000000001> hi", `\@… hi`, "@… hi"},
		{"@everyone", `\@everyone`, "@everyone"},
		{"**x** [a](http://b.c) :cat:", `\*\*x\*\* \[a\]\(http\:\/\/b\.c\) \:cat\:`, "**x** [a](http://b.c) :cat:"},
	} {
		text := words.New("unknown", "word", words.Quote(tt.typed))
		if got, want := v.markdown(text), "I don't know \""+tt.markdown+"\". Try `/nim help`."; got != want {
			t.Errorf("markdown() of %q = %q, want %q", tt.typed, got, want)
		}
		if got, want := v.plainText(text, 200), "I don't know \""+tt.plain+"\". Try `/nim help`."; got != want {
			t.Errorf("plainText() of %q = %q, want %q", tt.typed, got, want)
		}
	}
}
