package router_test

import (
	"io/fs"
	"testing"
	"testing/fstest"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/game/words"
	"nimbot/store/storetest"
)

// inLanguages returns the catalogue with further languages, which have no sentences yet.
func inLanguages(t *testing.T, more ...string) *words.Catalogue {
	t.Helper()
	talk, err := fs.ReadFile(words.BuiltIn(), "en/talk.yaml")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"en/talk.yaml": {Data: talk}}
	for _, l := range append(more, "en") {
		files[l+"/all.yaml"] = &fstest.MapFile{Data: []byte(`{language.now: "{{.language}} {{.known}}", language.now-auto: "auto", language.done: "{{.language}}", language.done-auto: auto, language.unknown: "{{.part}}: {{.known}}", settings.language: "{{.part}}: {{.known}}"}`)}
	}
	w, err := words.Read(files)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A person chooses the language of their private answers, and of places that only they read.
// Moderators choose the language of a channel.
func TestAPersonChoosesTheirLanguage(t *testing.T) {
	catalogue := inLanguages(t, "de", "pt-BR")
	now := time.Unix(1_800_000_000, 0)
	s := storetest.NewMemory()
	process := func() *routertest.Bot {
		return routertest.NewBot(chat.Config{Store: s, Words: catalogue, Seed: 7, Now: func() time.Time { return now }, Timeout: time.Minute}, s)
	}
	one, other := process(), process()
	says := func(bot *routertest.Bot, who, text string, private bool) dialog.Reply {
		u := chattest.Person(who)
		u.Moderator = who == "mo"
		return bot.Handle(t.Context(), dialog.Request{Place: dialog.Place{Platform: "test", Channel: map[bool]string{true: "direct", false: "c"}[private]}, User: u, Text: text, Locale: "fr", Private: private})
	}
	for _, c := range []struct {
		bot              *routertest.Bot
		who, text        string
		private          bool
		wait             time.Duration
		language, locale string
		said             string
	}{
		{one, "bob", "start 3 4 5", false, 0, "", "fr", ""},
		{one, "ana", "me language", false, 0, "", "", "auto"},
		{one, "ana", "me language:xx", false, 0, "", "", "xx: English (en), Deutsch (de), português (pt-BR)"},
		{one, "ana", "me language:PT-br", false, 0, "pt-BR", "", "pt-BR"},
		{one, "ana", "hint", false, 0, "pt-BR", "fr", ""},
		{one, "bob", "hint", false, 0, "", "fr", ""},
		{other, "ana", "me language", false, 0, "pt-BR", "", "pt-BR English (en), Deutsch (de), português (pt-BR)"},
		{one, "ana", "me language de", false, 0, "de", "", "de"},
		{other, "ana", "hint", false, 2 * time.Minute, "de", "fr", ""},
		{one, "ana", "start 3 4 5", true, 0, "", "de", ""},
		{one, "mo", "settings language:xx", false, 0, "", "fr", "xx: English (en), Deutsch (de), português (pt-BR)"},
		{one, "mo", "settings language:PT-BR", false, 0, "", "pt-BR", ""},
		{one, "ana", "hint", false, 0, "de", "pt-BR", ""},
		{one, "ana", "language auto", false, 0, "", "", "auto"},
		{one, "ana", "hint", false, 0, "", "pt-BR", ""},
	} {
		now = now.Add(c.wait)
		r := says(c.bot, c.who, c.text, c.private)
		if r.Language != c.language || c.locale != "" && r.Locale != c.locale {
			t.Errorf("%s: %q answers in %q, and in public in %q; want %q and %q", c.who, c.text, r.Language, r.Locale, c.language, c.locale)
		}
		if got := catalogue.Say(r.Messages[0].Lines[0], words.Voice{}); c.said != "" && got != c.said {
			t.Errorf("%s: %q = %q, want %q", c.who, c.text, got, c.said)
		}
	}
}

// The first sentence in a place is read in the place's language, also in an exercise, although
// the bot has posted nothing publicly yet.
func TestTheFirstSentenceIsReadInThePlacesLanguage(t *testing.T) {
	s := storetest.NewMemory()
	bot := routertest.NewBot(chat.Config{Store: s, Words: chattest.Catalogue(t), Seed: 7, Now: time.Now, Timeout: time.Minute}, s)
	says := func(channel, text string) dialog.Reply {
		return bot.Handle(t.Context(), dialog.Request{Place: dialog.Place{Platform: "test", Channel: channel}, User: chattest.Person("ana"), Text: text, Locale: "fr"})
	}
	if r := says("a", "règles du kayles"); r.State != nil || len(r.Messages) != 1 || r.Messages[0].To == nil {
		t.Errorf("the rules are asked for: %+v", r.Messages)
	}
	says("b", "learn 1")
	if r := says("b", "je comprends pas"); len(r.Messages) != 1 || r.Messages[0].Lines[0].Key == "practice.unknown" {
		t.Errorf("who doesn't understand the lesson is told: %+v", r.Messages)
	}
}
