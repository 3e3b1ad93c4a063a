package chat_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nimbot/chat"
	"nimbot/game"
)

// spoken finds the catalogue keys that the source names literally: where
// something is said, and the codes of refused moves, which may be returned.
var spoken = regexp.MustCompile(`\b(?:say|refuse|illegal|notation|offerText|Code:)\(?\s*"([a-z0-9.-]+)"|\breturn "(move\.[a-z0-9.-]+)"`)

// families are the beginnings of the keys that stand for a code of a game.
var families = []string{"", "fact.", "caption.", "position.", "moved.", "menu.", "hint."}

// TestEveryKeyStandsInTheCatalogue holds the source of chat and game against
// the catalogue: whatever can be said has words.
func TestEveryKeyStandsInTheCatalogue(t *testing.T) {
	words, err := chat.LoadWords()
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{".", "../game", "../game/solve"} {
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range spoken.FindAllStringSubmatch(string(source), -1) {
				key := m[1] + m[2]
				if strings.HasSuffix(key, ".") || strings.HasSuffix(key, "-") {
					continue // put together; the conversations of the tests say those
				}
				inFamily := func(family string) bool { return words.Has(family + key) }
				ok := slices.ContainsFunc(families, inFamily) || words.Has(key+".to") && words.Has(key+".open")
				if !ok {
					t.Errorf("%s says %q, which is not in the catalogue", file, key)
				}
			}
		}
	}
}

func TestEveryGameHasItsRulesCard(t *testing.T) {
	words, err := chat.LoadWords()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range game.Games() {
		family, _, _ := strings.Cut(g.Key, ":")
		for _, part := range []string{"goal", "moves", "ending", "example"} {
			if key := "rules." + family + "." + part; !words.Has(key) {
				t.Errorf("the rules card of %s has no %q", g.Key, key)
			}
		}
	}
}

func TestEveryRefusalOfWordsNamesTheNextThingToType(t *testing.T) {
	source, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	words, err := chat.LoadWords()
	if err != nil {
		t.Fatal(err)
	}
	refusal := regexp.MustCompile(`\brefuse\("([a-z0-9.-]+)"`)
	for _, file := range source {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range refusal.FindAllStringSubmatch(string(text), -1) {
			said := words.Say(chat.Text{Key: m[1]}, chat.Voice{Command: "/nim"})
			if !strings.Contains(said, "`/nim") && m[1] != "move.ambiguous" {
				t.Errorf("%s: %q tells nothing to type: %s", file, m[1], said)
			}
		}
	}
}

func TestPluralForms(t *testing.T) {
	words, err := chat.LoadWords()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		count any
		want  string
	}{{1, "1 minute"}, {2, "2 minutes"}, {uint64(1), "1 minute"}, {uint64(10_000_000_001), "10000000001 minutes"}} {
		if got := words.Say(chat.Text{Key: "time.minutes", Args: chat.Args{"count", c.count}}, chat.Voice{}); got != c.want {
			t.Errorf("Say(time.minutes, %v) = %q, want %q", c.count, got, c.want)
		}
	}
}

func TestAnUnknownKeyIsShownAsItself(t *testing.T) {
	words, err := chat.LoadWords()
	if err != nil {
		t.Fatal(err)
	}
	if got := words.Say(chat.Text{Key: "no.such.key"}, chat.Voice{}); !strings.Contains(got, "no.such.key") {
		t.Errorf("Say(no.such.key) = %q, want the key", got)
	}
}
