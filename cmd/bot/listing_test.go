package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"nimbot/adapters/slack"
)

// textAfter returns the text after a mark, up to the next empty line.
func textAfter(t *testing.T, text, mark string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, "<!-- "+mark+" -->\n")
	if !found {
		t.Fatalf("docs/listing.md has no mark %q", mark)
	}
	body, _, _ := strings.Cut(rest, "\n\n")
	return body
}

// TestListingFitsTheForms checks the listing texts against the forms' length
// limits, and the listed scopes against the bot's.
func TestListingFitsTheForms(t *testing.T) {
	page, err := os.ReadFile("../../docs/listing.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	for mark, most := range map[string]int{"summary": 200, "description": 400} {
		quoted := strings.ReplaceAll(strings.TrimPrefix(textAfter(t, text, mark), "> "), "\n> ", " ")
		if n := utf8.RuneCountInString(quoted); n < most/2 || n > most {
			t.Errorf("the %s has %d characters, want at most %d", mark, n, most)
		}
	}
	_, tags, _ := strings.Cut(text, "\nTags: ")
	tags, _, _ = strings.Cut(tags, "\n")
	if n := len(strings.Split(tags, ", ")); n != 5 {
		t.Errorf("%d tags, want 5", n)
	}
	want := "| scope | reason |\n| --- | --- |"
	for _, s := range slack.Scopes() {
		want += fmt.Sprintf("\n| `%s` | %s |", s.Name, s.Reason)
	}
	if got := textAfter(t, text, "scopes"); got != want {
		t.Errorf("docs/listing.md lists the scopes\n%s\nwant\n%s", got, want)
	}
}
