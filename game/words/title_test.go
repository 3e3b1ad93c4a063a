package words_test

import (
	"errors"
	"regexp"
	"testing"
	"testing/fstest"

	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
)

// The catalogue's English titles are the games' own titles, which people type.
func TestTitlesAreInTheCatalogue(t *testing.T) {
	catalogue := loaded(t)
	keys := []string{"octal:0.77"}
	for _, g := range rules.Games() {
		keys = append(keys, g.Key)
	}
	for _, key := range keys {
		g, err := rules.Lookup(key)
		if err != nil {
			t.Fatal(err)
		}
		if got := catalogue.Say(words.Title(key), words.Voice{}); got != g.Title {
			t.Errorf("Say(Title(%s)) = %q, want %q", key, got, g.Title)
		}
	}
	for _, key := range []string{"no-such-game", "octal:9.9"} {
		if got := catalogue.Say(words.Title(key), words.Voice{}); got != key {
			t.Errorf("Say(Title(%s)) = %q, want the key", key, got)
		}
	}
}

// Every sentence says titles in its reader's language, and so do the refusals of the rules.
func TestTitlesAreTranslated(t *testing.T) {
	files := fstest.MapFS{
		"en/all.yaml": {Data: []byte(`{title.chomp: "Chomp", title.octal: "Octal game {{.parameter}}", start.too-large: "{{.title}} is too large."}`)},
		"de/all.yaml": {Data: []byte(`{title.chomp: "Schokolade", title.octal: "Oktalspiel {{.parameter}}", start.too-large: "{{.title}} ist zu groß."}`)},
	}
	w, err := words.Read(files)
	if err != nil {
		t.Fatal(err)
	}
	var refused *rules.Error
	if !errors.As(rules.TooLarge("chomp", rules.Size{}), &refused) {
		t.Fatal("the refusal is no *game.Error")
	}
	for _, c := range []struct {
		text words.Text
		want string
	}{
		{words.Title("chomp"), "Schokolade"},
		{words.Title("octal:0.137"), "Oktalspiel 0.137"},
		{words.TextOf(refused.Code, refused.Args), "Schokolade ist zu groß."},
	} {
		if got := w.Say(c.text, words.Voice{Locale: "de"}); got != c.want {
			t.Errorf("Say(%v) in German = %q, want %q", c.text, got, c.want)
		}
	}
}

// bareTitle matches a title that would be said in English in every language.
var bareTitle = regexp.MustCompile(`"title", \w*(?:[gG]ame|g|known)\.Title\b|(?:Tags: \[\]string\{|list, )(?:g|known)\.(?:Game\.)?Title\b`)

func TestNoTitleIsSaidInEnglishOnly(t *testing.T) {
	slowtest.Sequential(t)
	for file, source := range sources(t) {
		if found := bareTitle.FindString(source); found != "" {
			t.Errorf("%s: %s is English in every language; use words.Title", file, found)
		}
	}
}
