package adaptertest

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"nimbot/game/words"
	"nimbot/game/words/wordstest"
	"nimbot/internal/slowtest"
)

// exchanged is a line of the conversation that every platform has in every language.
type exchanged struct {
	who   string
	says  string // what the person types; "" if they press
	press string // the catalogue's key of a button
	shows string // the name of the person who sees the answer, "" for everybody
}

// mainJob is a game with a refused move, a hint and a result; a challenge; a lesson; the
// daily; and rules, help, a profile and settings.
var mainJob = []exchanged{
	{who: "ana", says: "start 3 4 5"},
	{who: "ana", says: "move A9", shows: "ana"},
	{who: "ana", says: "hint", shows: "ana"},
	{who: "ana", press: "button.more-hint", shows: "ana"},
	{who: "ana", press: "button.more-hint", shows: "ana"},
	{who: "ana", says: "move A2"},
	{who: "bob", says: "move A1", shows: "bob"},
	{who: "ana", says: "resign"},
	{who: "ana", says: "challenge @bob 2 2 game:chomp"},
	{who: "ana", says: "challenge @ana", shows: "ana"},
	{who: "bob", press: "button.accept"},
	{who: "ana", says: "explain", shows: "ana"},
	{who: "bob", says: "resign"},
	{who: "ana", says: "learn 1", shows: "ana"},
	{who: "ana", says: "answer A3", shows: "ana"},
	{who: "ana", press: "button.show", shows: "ana"},
	{who: "ana", says: "daily", shows: "ana"},
	{who: "ana", press: "button.show", shows: "ana"},
	{who: "ana", press: "button.next", shows: "ana"},
	{who: "ana", says: "rules chomp", shows: "ana"},
	{who: "ana", says: "help", shows: "ana"},
	{who: "ana", says: "profile", shows: "ana"},
	{who: "mo", says: "settings pings:on", shows: "mo"},
}

// RunInLanguages runs the conversation mainJob in every language. start makes a platform on
// which everybody speaks the language.
func RunInLanguages(t *testing.T, start func(t testing.TB, w *words.Catalogue, language string) Driver) {
	t.Helper()
	InEveryLanguage(t, func(t *testing.T, w *words.Catalogue, language string) {
		talk := translated{t: t, driver: start(t, w, language), words: w, language: language}
		for _, line := range mainJob {
			talk.hold(line)
		}
	})
}

// everyday has the languages of go test ./... without NIM_TEST_SLOW: one with long words, one
// in a script without spaces, and the made-up one, which has every sentence.
var everyday = []string{"de", "ja", wordstest.MadeUp}

// InEveryLanguage runs a test for every language of the catalogue, and for a made-up one,
// each with its catalogue of [wordstest.Marked], or only for those in everyday.
func InEveryLanguage(t *testing.T, test func(t *testing.T, w *words.Catalogue, language string)) {
	t.Helper()
	languages, err := wordstest.Languages()
	if err != nil {
		t.Fatal(err)
	}
	if !slowtest.Wanted() {
		languages = everyday
	}
	for _, language := range languages {
		t.Run(language, func(t *testing.T) {
			w, err := wordstest.Marked(language)
			if err != nil {
				t.Fatal(err)
			}
			test(t, w, language)
		})
	}
}

// translated is a conversation in a language.
type translated struct {
	t        *testing.T
	driver   Driver
	words    *words.Catalogue
	language string
	seen     []Message
}

// hold lets a person say or press something, and checks the reply.
func (c *translated) hold(line exchanged) {
	c.t.Helper()
	p := people[slices.IndexFunc(people, func(p Person) bool { return p.Name == line.who })]
	var err error
	if line.press == "" {
		err = c.driver.Say(p, "general", line.says)
	} else {
		m, b := c.button(p, line.press)
		err = c.driver.Press(p, "general", m, b)
	}
	if err != nil {
		c.t.Fatalf("%+v: %v", line, err)
	}
	shown := c.driver.Shown()
	c.seen = append(c.seen, shown...)
	if !slices.ContainsFunc(shown, func(m Message) bool { return m.To == line.shows }) {
		c.t.Errorf("%+v shows nothing to %q: %+v", line, line.shows, shown)
	}
	for _, m := range shown {
		for _, text := range append(labels(m), m.Text) {
			if fault := Untranslated(text); fault != "" {
				c.t.Errorf("%+v shows %s: %q", line, fault, text)
			}
		}
	}
}

// button finds the newest button with the label of a key that a person can see.
func (c *translated) button(p Person, key string) (Message, Button) {
	c.t.Helper()
	label := func(costs bool) string {
		return c.words.Say(words.New(key, "counts", costs), words.Voice{Locale: c.language})
	}
	for _, m := range slices.Backward(c.seen) {
		for _, costs := range []bool{false, true} {
			if b, ok := labelled(m, label(costs)); ok && (m.To == "" || m.To == p.Name) {
				return m, b
			}
		}
	}
	c.t.Fatalf("%s sees no button %q", p.Name, label(false))
	return Message{}, Button{}
}

// hole matches the traces of a missing argument, and bareKey the key of a sentence that isn't
// in the catalogue.
var (
	hole    = regexp.MustCompile(`<no value>|%!|map\[|\{\{`)
	bareKey = regexp.MustCompile(`(?:^|\s)[a-z]+(?:\.[a-z-]+)+ \[`)
)

// Untranslated says what is wrong with a text that was shown from a catalogue of
// [wordstest.Marked], "" if nothing is.
func Untranslated(text string) string {
	switch {
	case strings.Contains(text, wordstest.Mark):
		return "English where the language has a sentence"
	case hole.MatchString(text):
		return "a hole"
	case bareKey.MatchString(text):
		return "a key"
	}
	return ""
}
