package discord_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"nimbot/adapters/adaptertest"
	"nimbot/adapters/discord"
	"nimbot/game/words"
	"nimbot/game/words/wordstest"
	"nimbot/internal/slowtest"
)

// Spanish serves both of Discord's Spanish locales, and a language that nobody wrote none.
func TestDescriptionsAreLocalized(t *testing.T) {
	slowtest.Sequential(t)
	w, err := wordstest.Marked("es")
	if err != nil {
		t.Fatal(err)
	}
	body, err := discord.Commands(w)
	if err != nil {
		t.Fatal(err)
	}
	var commands []struct {
		Name, Description string
		Localizations     map[string]string `json:"description_localizations"`
	}
	if err := json.Unmarshal(body, &commands); err != nil {
		t.Fatal(err)
	}
	var locales []string
	for locale, said := range commands[0].Localizations {
		locales = append(locales, locale)
		if want := w.Say(words.New("discord.command"), words.Voice{Locale: locale}); said != want {
			t.Errorf("the description in %s is %q, want %q", locale, said, want)
		}
	}
	slices.Sort(locales)
	if got, want := strings.Join(locales, " "), "en-US es-419 es-ES"; got != want || commands[0].Name != "nim" {
		t.Errorf("%s is described in %s, want nim in %s", commands[0].Name, got, want)
	}
}

// What everybody reads is in the server's language, what one person reads in theirs: their
// choice, else Discord's, else the server's.
func TestWhoReadsWhichLanguage(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	d := newDriverIn(t, catalogue, "pl")
	ana, mo := adaptertest.Person{Name: "ana"}, adaptertest.Person{Name: "mo", Moderator: true}
	for _, c := range []struct {
		who             adaptertest.Person
		locale, text    string
		public, private string
	}{
		{ana, "de", "start 3 4 5", "pl", ""},
		{ana, "de", "hint 1", "", "de"},
		{ana, "xx-invented", "hint 1", "", "pl"},
		{ana, "en-GB", "hint 1", "", "en"},
		{mo, "de", "settings language:ja", "", ""},
		{ana, "de", "board", "ja", ""},
		{ana, "de", "hint 1", "", "de"},
	} {
		d.personal = c.locale
		if err := d.Say(c.who, "general", c.text); err != nil {
			t.Fatal(err)
		}
		for _, m := range d.Shown() {
			if m.To == "" && len(m.Buttons) == 0 {
				continue // an old board that lost its buttons
			}
			want, label := c.public, "button.hint"
			if m.To != "" {
				want, label = c.private, "button.more-hint"
			}
			said := catalogue.Say(words.New(label), words.Voice{Locale: want})
			if want != "" && !slices.ContainsFunc(m.Buttons, func(b adaptertest.Button) bool { return b.Label == said }) {
				t.Errorf("%q by %s in %q has no button %q: %+v", c.text, c.who.Name, c.locale, said, m.Buttons)
			}
		}
	}
}
