package words

import (
	"strings"
	"testing"
)

// A name from right to left stands between isolates, in every sentence, and no name can reorder
// what follows it.
func TestNamesDoNotReorderTheirLine(t *testing.T) {
	w, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, want string }{
		{"Ana", "Ana"},
		{"Ünal 한국 文", "Ünal 한국 文"},
		{"ש", "\u2068ש\u2069"},
		{"نور 7", "\u2068نور 7\u2069"},
		{"Ana ש", "\u2068Ana ש\u2069"},
		{"\u2067", ""},
		{"\u2067Bob", "Bob"},                     // an isolate that is never closed
		{"\u202eש\u202c\u2069", "\u2068ש\u2069"}, // an override, and the end of an isolate that isn't its own
		{"Bob\u200f\u061c", "Bob"},
		{"\u0301Bob", "Bob"}, // a mark that would join the text before it
		{"José", "José"},
	} {
		for _, v := range []Voice{{}, {Name: func(p Person) string { return p.Name }}} {
			if got := w.Say(New("moved.take", "player", Person{ID: "1", Name: tt.name}, "amount", 3, "label", "B"), v); got != tt.want+" took 3 from B." {
				t.Errorf("Say() of %q = %q, want the name as %q", tt.name, got, tt.want)
			}
		}
		if got := w.Say(New("unknown", "word", Quote(tt.name)), Voice{Command: "/nim"}); !strings.HasPrefix(got, `I don't know "`+tt.want+`". Try`) {
			t.Errorf("Say() of the quote %q = %q, want it as %q", tt.name, got, tt.want)
		}
	}
	// A mention shows the name on the platform.
	mention := Voice{Name: func(Person) string { return "<@1>" }}
	if got := w.Say(New("your-turn", "player", Person{ID: "1", Name: "ש"}), mention); !strings.HasPrefix(got, "\u2068<@1>\u2069, ") {
		t.Errorf("Say() with a mention = %q, want it between isolates", got)
	}
}

// Voice.Quote is told whether a quote stands in code.
func TestQuotesInCode(t *testing.T) {
	w, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	v := Voice{Command: "/nim", Quote: func(s string, code bool) string {
		if code {
			return s
		}
		return strings.ToUpper(s)
	}}
	if got := w.Say(New("unknown-near", "word", Quote("pley"), "near", "play"), v); got != "I don't know \"PLEY\". Did you mean `/nim play`?" {
		t.Errorf("Say() = %q", got)
	}
	if got := w.Say(New("challenge.unknown", "who", Quote("cy")), v); !strings.HasPrefix(got, "I can't find `@cy` here.") {
		t.Errorf("Say() = %q", got)
	}
}

// A sentence that ends in an abbreviation has one full stop.
func TestFullStopAfterAnAbbreviation(t *testing.T) {
	w, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	month := New("date.month.11")
	s := &renderer{lexicon: w.langOrEnglish("fr").lexicon}
	s.phrase(phrase{{kind: placeholder, text: "month"}}, Args{"month", month})
	s.literal(". Fin")
	if got := string(s.out); got != "nov. Fin" {
		t.Errorf("the month and a full stop are %q, want one full stop", got)
	}
	s.literal("... oui")
	if got := string(s.out); got != "nov. Fin... oui" {
		t.Errorf("an ellipsis becomes %q", got)
	}
}
