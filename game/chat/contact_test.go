package chat_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nimbot/game/router/routertest"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/channel"
)

// contactStates are the situations of the lines in testdata/contact, each with what was said before.
var contactStates = map[string][]string{
	"none": nil, "own": {"ana start 3 4 5"}, "other": {"ana challenge @bob 3 4 5 first:me", "bob accept", "ana A1"},
	"asked": {"bob challenge @ana 3 4 5"}, "asking": {"ana challenge @bob 3 4 5"}, "exercise": {"ana learn 1"}, "puzzle": {"ana daily"},
	"round": {"mo race 3 4 5"}, "over": {"ana start 3 4 5", "ana A1", "ana resign"}, "confirm": {"ana start 3 4 5", "ana A1", "ana start 5 6 7"},
}

// TestFirstContactDoesNothingUnasked says lines that were written by people who hadn't seen a phrase. The
// cells are the situation, the line, what was wanted, how a reader who didn't know the bot judged the
// first answer, and whether the line may do something that others see.
func TestFirstContactDoesNothingUnasked(t *testing.T) {
	slowtest.Sequential(t)
	files, err := filepath.Glob("testdata/contact/*.tsv")
	others, err2 := filepath.Glob("testdata/contact/*/*.tsv") // the lines of others
	if files = append(files, others...); len(files) != 3*11 || err != nil || err2 != nil {
		t.Fatalf("the tables are %q, %v, %v; want three a language", files, err, err2)
	}
	for _, file := range files {
		language := strings.TrimSuffix(filepath.Base(file), ".tsv")
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(text)) {
				cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
				if len(cells) != 5 {
					t.Fatalf("%q has %d cells, want 5", line, len(cells))
				}
				if public := isPublic(t, language, cells[0], cells[1]); public && cells[4] != "public" {
					t.Errorf("%s: %q is answered in public, want it to do nothing: it wants %s", cells[0], cells[1], cells[2])
				}
			}
		})
	}
}

// isPublic says a line in a situation, and reports whether others see the answer.
func isPublic(t *testing.T, language, state, line string) bool {
	t.Helper()
	c := routertest.NewRoom(t)
	if _, err := c.Handler.Amend(t.Context(), c.Place, func(d *channel.Document, _ store.Unix) bool {
		d.Settings.Language = language
		return true
	}); err != nil {
		t.Fatal(err)
	}
	before, known := contactStates[state]
	if !known {
		t.Fatalf("there is no situation %q", state)
	}
	for _, said := range before {
		who, text, _ := strings.Cut(said, " ")
		c.Says(who, text)
	}
	for _, m := range c.Says("ana", line).Messages {
		if m.To == nil {
			return true
		}
	}
	return false
}
