package words_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
)

// literalKey finds the catalogue keys that the source names literally: in the calls
// and values that make a Text or a refusal, and the codes of refused moves, which may
// be returned.
var literalKey = regexp.MustCompile(`(?:\b(?:say|text|[rR]efuse|RefuseAs\(dialog\.\w+,|illegal|notation|[oO]fferText|Code:|Text\{Key:)|(?:\bwords\.|[\s(,!])New)\(?\s*"([a-z0-9.-]+)"|\breturn "(move\.[a-z0-9.-]+)"`)

// families are the prefixes of the keys that stand for a code of a game, or that a
// package adds itself.
var families = []string{"", "fact.", "caption.", "position.", "moved.", "menu.", "hint.", "words.", "slack.manifest."}

// sources returns the Go files of all packages in the module except tests and the
// packages that serve only tests, so that no new package is left out.
func sources(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && path != "../.." && (strings.HasPrefix(name, ".") || strings.HasSuffix(name, "test") || name == "testdata" || name == "tools"):
			return filepath.SkipDir
		case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			text, err := os.ReadFile(path)
			files[path] = string(text)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestLiteralKeysAreInTheCatalogue checks every key that the source names.
func TestLiteralKeysAreInTheCatalogue(t *testing.T) {
	slowtest.Sequential(t)
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]bool{}
	for file, source := range sources(t) {
		for _, m := range literalKey.FindAllStringSubmatch(source, -1) {
			packages[filepath.Dir(file)] = true
			key := m[1] + m[2]
			if strings.HasSuffix(key, ".") || strings.HasSuffix(key, "-") {
				continue // the rest is added at run time; the tests of the conversation cover those
			}
			inFamily := func(family string) bool { return catalogue.Has(family + key) }
			ok := slices.ContainsFunc(families, inFamily) || catalogue.Has(key+".to") && catalogue.Has(key+".open")
			if !ok {
				t.Errorf("%s uses %q, which is not in the catalogue", file, key)
			}
		}
	}
	for _, dir := range []string{"../../game/chat", "../../game/chat/message", "../../game/people", "../../game/words/sentence", "../../game/router/limit", "../../game/rules"} {
		if !packages[dir] {
			t.Errorf("no key was found in %s, want some: the pattern or the walk is wrong", dir)
		}
	}
}

func TestEveryGameHasItsRulesCard(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range rules.Games() {
		family, _, _ := strings.Cut(g.Key, ":")
		for _, part := range []string{"goal", "moves", "ending", "example"} {
			if key := "rules." + family + "." + part; !catalogue.Has(key) {
				t.Errorf("the rules card of %s has no %q", g.Key, key)
			}
		}
	}
}

func TestRefusalsSuggestACommand(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	refusal := regexp.MustCompile(`\b[rR]efuse\("([a-z0-9.-]+)"[,)]`)
	noCommand := func(key string) bool { // the question has buttons; who isn't signed in can't type
		return key == "move.ambiguous" || strings.HasPrefix(key, "activity.")
	}
	for file, source := range sources(t) {
		for _, m := range refusal.FindAllStringSubmatch(source, -1) {
			said := catalogue.Say(words.Text{Key: m[1]}, words.Voice{Command: "/nim"})
			if !strings.Contains(said, "`/nim") && !noCommand(m[1]) {
				t.Errorf("%s: %q suggests no command: %s", file, m[1], said)
			}
		}
	}
}

func TestPluralForms(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		count any
		want  string
	}{{1, "1 minute"}, {2, "2 minutes"}, {uint64(1), "1 minute"}, {uint64(10_000_000_001), "10000000001 minutes"}} {
		if got := catalogue.Say(words.Text{Key: "time.minutes", Args: words.Args{"count", c.count}}, words.Voice{}); got != c.want {
			t.Errorf("Say(time.minutes, %v) = %q, want %q", c.count, got, c.want)
		}
	}
}

func TestAnUnknownKeyIsShownAsItself(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	if got := catalogue.Say(words.Text{Key: "no.such.key"}, words.Voice{}); !strings.Contains(got, "no.such.key") {
		t.Errorf("Say(no.such.key) = %q, want the key", got)
	}
}

// A text for one reader addresses the reader as "you", and its sentences begin
// with a capital letter.
func TestTextsAddressTheirReader(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	ana, bob := words.Person{ID: "1", Name: "ana"}, words.Person{ID: "2", Name: "bob"}
	took := func(u words.Person) words.Text {
		return words.Text{Key: "moved.take", Args: words.Args{"player", u, "amount", "2", "label", "B"}}
	}
	toMove := func(u words.Person) words.Text {
		return words.Text{Key: "state.to-move", Args: words.Args{"player", u, "position", "Pile: 3", "aim", "Win"}}
	}
	for _, c := range []struct {
		text         words.Text
		toAll, toAna string
	}{
		{toMove(ana), "ana's move. Pile: 3. Win.", "Your move. Pile: 3. Win."},
		{toMove(bob), "bob's move. Pile: 3. Win.", "bob's move. Pile: 3. Win."},
		{took(ana), "ana took 2 from B.", "You took 2 from B."},
		{
			words.Text{Key: "moved.both", Args: words.Args{"first", took(bob), "second", took(ana)}},
			"bob took 2 from B. ana took 2 from B.", "bob took 2 from B. You took 2 from B.",
		},
		{
			words.Text{Key: "offer.to", Args: words.Args{"from", bob, "to", ana}},
			"bob challenged ana to a game.", "bob challenged you to a game.",
		},
		{
			words.Text{Key: "offer.expired.to", Args: words.Args{"from", ana, "to", bob}},
			"ana's challenge to bob has expired.", "Your challenge to bob has expired.",
		},
	} {
		if got := catalogue.Say(c.text, words.Voice{}); got != c.toAll {
			t.Errorf("Say(%v) to all = %q, want %q", c.text, got, c.toAll)
		}
		if got := catalogue.Say(c.text, words.Voice{Pronoun: words.ReaderPronoun(ana)}); got != c.toAna {
			t.Errorf("Say(%v) to Ana = %q, want %q", c.text, got, c.toAna)
		}
	}
}

func TestThousandsAreSetApart(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		count int
		want  string
	}{
		{25, "Draw: the 25-move limit was reached."},
		{999, "Draw: the 999-move limit was reached."},
		{2000, "Draw: the 2,000-move limit was reached."},
		{1234567, "Draw: the 1,234,567-move limit was reached."},
	} {
		if got := catalogue.Say(words.Text{Key: "end.length", Args: words.Args{"count", c.count}}, words.Voice{}); got != c.want {
			t.Errorf("Say(end.length, %d) = %q, want %q", c.count, got, c.want)
		}
	}
}

// Emphasised text is wrapped in the platform's marks; a "you" right after an
// opening mark still counts as the start of the sentence.
func TestEmphasis(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	ana := words.Person{ID: "1", Name: "a*a"}
	won := words.Text{Key: "end.last-move", Args: words.Args{"count", 2, "winner", ana}}
	over := words.Text{Key: "state.over", Args: words.Args{"result", won, "position", "Pile: 0"}}
	took := words.Text{Key: "moved.take", Args: words.Args{"player", ana, "amount", "2", "label", "B"}}
	both := words.Text{Key: "sentences", Args: words.Args{"first", over, "second", took}}
	for _, c := range []struct {
		text  words.Text
		voice words.Voice
		want  string
	}{
		{over, words.Voice{}, "a*a won in 2 moves. Pile: 0."},
		{over, words.Voice{Strong: [2]string{"<b>", "</b>"}}, "<b>a*a won in 2 moves.</b> Pile: 0."},
		{over, words.Voice{Strong: [2]string{"**", "**"}, Pronoun: words.ReaderPronoun(ana)}, "**You won in 2 moves.** Pile: 0."},
		{both, words.Voice{Strong: [2]string{"**", "**"}, Pronoun: words.ReaderPronoun(ana)}, "**You won in 2 moves.** Pile: 0. You took 2 from B."},
	} {
		if got := catalogue.Say(c.text, c.voice); got != c.want {
			t.Errorf("Say(%v, %v) = %q, want %q", c.text.Key, c.voice.Strong, got, c.want)
		}
	}
}
