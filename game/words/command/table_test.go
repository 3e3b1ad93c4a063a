package command

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"nimbot/game/words"
)

func TestEveryWordOfTheTableIsFound(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Commands() {
		for _, word := range append([]string{c.Name}, c.Aliases...) {
			if seen[word] {
				t.Errorf("%q stands for two commands", word)
			}
			seen[word] = true
			l, err := Parse(word)
			if err != nil || l.Command == nil || l.Command.Name != c.Name || l.Bare {
				t.Errorf("Parse(%q) = %+v, %v; want the command %s", word, l, err, c.Name)
			}
		}
		if c.Shown == Nowhere && slices.Contains(wordsToType, c.Name) {
			t.Errorf("people are told of %q", c.Name)
		}
	}
}

// TestOptionsAreReadAsTheyAreTyped types every option that sets up a game with
// each of its values, and parses the line.
func TestOptionsAreReadAsTheyAreTyped(t *testing.T) {
	for i := range table {
		c := &table[i]
		if !c.Sets() {
			continue
		}
		for _, o := range c.Options {
			values := o.Values
			switch {
			case o.Kind == Flag:
				values = []string{"true"}
			case o.Source == Games:
				values = []string{"kayles"}
			case o.Kind == Person:
				values = []string{"bob"}
			case o.Bare:
				values = []string{"3 4 5"}
			}
			for _, v := range values {
				text := c.Typed(func(name string) string {
					if name == o.Name {
						return v
					}
					return ""
				})
				l, err := Parse(text)
				if err != nil || l.Command != c || text == c.Name {
					t.Errorf("Parse(%q) = %+v, %v; want %s with %s", text, l, err, c.Name, o.Name)
				}
				if o.Bare != (l.Rest == v) || o.Kind == Person && l.Who != v || !o.Bare && o.Kind != Person && !l.Options.Given(o.Name) {
					t.Errorf("Parse(%q) = %+v, want %s in it", text, l, o.Name)
				}
			}
		}
	}
}

// TestNothingIsEndedByAGuess misspells every word of the table by one letter, and
// tries words that are close to one of them.
func TestNothingIsEndedByAGuess(t *testing.T) {
	guesses := []string{"design", "top", "step", "shop", "sign", "stop!", "forge", "forgot", "resing", "confrim"}
	for _, w := range wordsToType {
		for i := range w {
			guesses = append(guesses, w[:i]+w[i+1:], w[:i]+"x"+w[i+1:], w[:i]+"x"+w[i:])
		}
	}
	for _, w := range guesses {
		var refusal *Refusal
		if !errors.As(UnknownCommand(w), &refusal) {
			t.Fatalf("UnknownCommand(%q) is no refusal", w)
		}
		near, _ := refusal.Text.Args.Value("near").(string)
		if c := Find(strings.TrimSpace(near)); c != nil && c.Ends {
			t.Errorf("for %q the guess is %q, which ends something", w, near)
		}
	}
	var refusal *Refusal
	if !errors.As(UnknownCommand("hnit"), &refusal) || refusal.Text.Args.Value("near") != "hint" {
		t.Errorf("UnknownCommand(hnit) = %v, want hint as the guess", UnknownCommand("hnit"))
	}
}

// The list of all commands has each one that people type once, with what it does in four to
// eight words, and in every language.
func TestTheHelpListsEachCommand(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, locale := range catalogue.Languages() {
		var said []string
		for _, line := range HelpAll() {
			said = append(said, catalogue.Say(line, words.Voice{Command: "/nim", Locale: locale}))
		}
		for _, c := range Commands() {
			if !catalogue.Has(c.About()) && (c.Shown != Nowhere || c.Name == "quick") { // a guess may name it
				t.Errorf("%q is missing", c.About())
			}
			told := slices.DeleteFunc(slices.Clone(said), func(line string) bool { return !strings.HasPrefix(line, "`/nim "+c.Example()+"`") })
			if want := 1; c.Shown != Nowhere && len(told) != want {
				t.Errorf("%s: %d lines of the help begin with %q, want %d", locale, len(told), c.Example(), want)
			}
			if n := len(strings.Fields(catalogue.Say(words.Text{Key: c.About()}, words.Voice{}))); c.Shown != Nowhere && (n < 4 || n > 8) {
				t.Errorf("%s has %d words, want four to eight", c.About(), n)
			}
		}
	}
	if n := len(Help()); n != 3 {
		t.Errorf("the help has %d lines, want 3", n)
	}
}

func TestNearest(t *testing.T) {
	keys := []string{"http.listen", "http.admin", "store"}
	for _, tt := range []struct{ text, want string }{
		{"http.lisen", "http.listen"}, {"HTTP.LISTEN", "http.listen"}, {"stroe", "store"}, {"x", ""}, {"zzzzzz", ""}, {"", ""}, {"STROE", "store"},
	} {
		if got := Nearest(tt.text, keys); got != tt.want {
			t.Errorf("Nearest(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

// A slip counts once, also if it swaps two letters, in words of any length.
func TestDistance(t *testing.T) {
	long := strings.Repeat("ab", longest/2)
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "ab", 2}, {"hint", "hint", 0}, {"hnit", "hint", 1}, {"hit", "hint", 1}, {"hints", "hint", 1}, {"hist", "hint", 1}, {"ab", "ba", 1}, {"kitten", "sitting", 3}, {"кучи", "мячи", 2}, {"куичи", "кучи", 1},
		{long, long, 0}, {long, "x" + long[1:], 1}, {long + "c", long, longest + 1},
	} {
		if got, back := Distance([]rune(tt.a), []rune(tt.b)), Distance([]rune(tt.b), []rune(tt.a)); got != tt.want || back != tt.want {
			t.Errorf("Distance(%q, %q) = %d, and %d the other way round; want %d", tt.a, tt.b, got, back, tt.want)
		}
	}
}
