package words_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nimbot/game"
	"nimbot/words"
)

// spoken finds the catalogue keys that the source names literally: where
// something is said, and the codes of refused moves, which may be returned.
var spoken = regexp.MustCompile(`\b(?:say|text|New|refuse|illegal|notation|offerText|Code:)\(?\s*"([a-z0-9.-]+)"|\breturn "(move\.[a-z0-9.-]+)"`)

// speaking are the packages that say sentences of the catalogue by name.
var speaking = []string{".", "../typed", "../chat", "../game", "../game/solve"}

// TestEveryKeyStandsInTheCatalogue holds their source against the catalogue:
// whatever can be said has words.
func TestEveryKeyStandsInTheCatalogue(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range speaking {
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
				if strings.HasSuffix(key, ".") {
					continue // put together; the conversations of the tests say those
				}
				ok := catalogue.Has(key) || catalogue.Has("fact."+key) || catalogue.Has(key+".to") && catalogue.Has(key+".open")
				if !ok {
					t.Errorf("%s says %q, which is not in the catalogue", file, key)
				}
			}
		}
	}
}

func TestEveryGameHasItsRulesCard(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range game.Games() {
		family, _, _ := strings.Cut(g.Key, ":")
		for _, part := range []string{"goal", "moves", "ending", "example"} {
			if key := "rules." + family + "." + part; !catalogue.Has(key) {
				t.Errorf("the rules card of %s has no %q", g.Key, key)
			}
		}
	}
}

func TestEveryRefusalOfWordsNamesTheNextThingToType(t *testing.T) {
	var source []string
	for _, dir := range speaking {
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		source = append(source, files...)
	}
	catalogue, err := words.Load()
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
			said := catalogue.Say(words.Text{Key: m[1]}, words.Voice{Command: "/nim"})
			if !strings.Contains(said, "`/nim") && m[1] != "move.ambiguous" {
				t.Errorf("%s: %q tells nothing to type: %s", file, m[1], said)
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
