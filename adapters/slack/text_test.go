package slack

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
)

func TestReadText(t *testing.T) {
	for _, tt := range []struct {
		raw, want string
		ids       []string
	}{
		{"start 3 4 5", "start 3 4 5", nil},
		{"challenge <@U1|ana> 3 4", "challenge @U1 3 4", []string{"U1"}},
		{"challenge <@W1>", "challenge @W1", []string{"W1"}},
		{"<@U1>s turn", "@U1 s turn", []string{"U1"}}, // not a person U1s
		{"  5-&gt;3  ", "5->3", nil},
		{"&lt;@U1&gt;", "<@U1>", nil}, // typed by hand, so it mentions nobody
		{"&amp;lt;", "&lt;", nil},
		{"<!channel> <!subteam^S1|@team> <#C1|general>", "@channel @team #general", nil},
		{"<https://nim.example|3.4> <mailto:a@b.c|a@b.c>", "3.4 a@b.c", nil},
		{"<https://nim.example>", "https://nim.example", nil},
		{"a \ue000U2\ue001", "a U2", nil},
		{"<@U1", "<@U1", nil},
	} {
		got, ids := readText(tt.raw)
		if got != tt.want || !slices.Equal(ids, tt.ids) {
			t.Errorf("readText(%q) = %q, %q, want %q, %q", tt.raw, got, ids, tt.want, tt.ids)
		}
	}
}

func FuzzReadText(f *testing.F) {
	for _, s := range []string{"start 3 4 5", "<@U1|a> <!here> &lt;", "<<@U1>>", "<|>", "\ue000"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		slowtest.Input(t)
		text, _ := readText(raw)
		if shown := toMarkup(text); strings.ContainsAny(shown, "<>") {
			t.Errorf("marked(readText(%q)) = %q, which holds markup", raw, shown)
		}
	})
}

func TestAfterMention(t *testing.T) {
	for _, tt := range []struct{ raw, want string }{
		{"<@UBOT> start 3 4 5", "start 3 4 5"},
		{"<@UBOT|nim>: B2", "B2"},
		{"hey <@UBOT>, start", "start"},
		{"<@UBOT>", ""},
		{"<@UBOT> challenge <@UBOT>", "challenge <@UBOT>"},
		{"start 3 4 5", "start 3 4 5"},
		{"<@UANA> hello", "<@UANA> hello"},
	} {
		if got := afterMention(tt.raw, "UBOT", false); got != tt.want {
			t.Errorf("afterMention(%q) = %q, want %q", tt.raw, got, tt.want)
		}
	}
	for _, tt := range []struct{ raw, want string }{
		{" <@UBOT> B2", "B2"},
		{"challenge <@UBOT> 3 4 5", "challenge <@UBOT> 3 4 5"},
		{"<@UBOT> challenge <@UBOT>", "challenge <@UBOT>"},
	} {
		if got := afterMention(tt.raw, "UBOT", true); got != tt.want {
			t.Errorf("afterMention(%q) in direct messages = %q, want %q", tt.raw, got, tt.want)
		}
	}
}

// A name is shown as it is, and nothing in it is markup.
func TestNamesAreInert(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, want string }{
		{"Ana", "Ana"},
		{"ana_k", "ana_k"},
		{"_ana_", "＿ana＿"},
		{"*Ana* ~B~ `C`", "＊Ana＊ ～B～ ｀C｀"},
		{"@everyone", "＠everyone"},
		{"<!channel>", "&lt;!channel&gt;"},
		{"<@U1>", "&lt;＠U1&gt;"},
		{"a & b", "a &amp; b"},
		{"\ue000U1\ue001", "U1"},
		{"a\nb", "a b"},
		{strings.Repeat("é", 60), strings.Repeat("é", 39) + "…"},
		{"", "someone"},
		{"U9", "someone"},
	} {
		r := &renderer{words: catalogue, command: "/nim"}
		got := toMarkup(r.voice(dialog.Place{}, "", nil).Name(words.Person{ID: "U9", Name: tt.name}))
		if got != tt.want {
			t.Errorf("the name %q is shown as %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestOnlyThePingedAreMentioned(t *testing.T) {
	r := &renderer{command: "/nim"}
	name := r.voice(dialog.Place{}, "", []dialog.User{{ID: "U1"}}).Name
	if got, want := toMarkup(name(words.Person{ID: "U1", Name: "Ana"})+" "+name(words.Person{ID: "U2", Name: "Bob"})), "<@U1> Bob"; got != want {
		t.Errorf("names are shown as %q, want %q", got, want)
	}
}

func TestShorten(t *testing.T) {
	for _, tt := range []struct {
		s    string
		n    int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"ab cd", 4, "ab…"}, {"ééé", 2, "é…"}} {
		if got := words.Clip(tt.s, tt.n); got != tt.want || utf8.RuneCountInString(got) > tt.n {
			t.Errorf("words.Clip(%q, %d) = %q, want %q", tt.s, tt.n, got, tt.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	for _, tt := range []struct{ channel, thread, want string }{{"C1", "", "C1"}, {"C1", "17.5", "C1:17.5"}} {
		got := joinChannel(tt.channel, tt.thread)
		if c, th := splitChannel(got); got != tt.want || c != tt.channel || th != tt.thread {
			t.Errorf("joinChannel(%q, %q) = %q, read back as %q, %q", tt.channel, tt.thread, got, c, th)
		}
	}
	if p, ok := dialog.ParsePlace("slack/T1/C1:17.5"); !ok || p.Channel != "C1:17.5" {
		t.Errorf("ParsePlace of a thread = %v, %v", p, ok)
	}
}

// Slack doesn't interpret a mark that touches a letter, so an invisible space stands between
// the two in scripts without spaces.
func TestMarksStandApartFromLetters(t *testing.T) {
	b := string(bold)
	for _, tt := range []struct{ said, want string }{
		{"盤面は`/nim board`で見られます。", "盤面は\u200b`/nim board`\u200bで見られます。"},
		{"例：`B2`。", "例：\u200b`B2`\u200b。"},
		{b + "あなたの番です。" + b + "山：A 3", "*あなたの番です。*\u200b山：A 3"},
		{"盤面は `/nim board` で見られます。", "盤面は `/nim board` で見られます。"},
		{"Your move: `B2`, or " + b + "Hint" + b + ".", "Your move: `B2`, or *Hint*."},
	} {
		if got := toMarkup(tt.said); got != tt.want {
			t.Errorf("toMarkup(%q) = %q, want %q", tt.said, got, tt.want)
		}
		if text, _ := readText(tt.want); strings.ContainsRune(text, zeroWidth) {
			t.Errorf("readText(%q) = %q", tt.want, text)
		}
	}
}

// The text beside the blocks says what the drawing's caption says, for screen readers.
func TestTheTextHasTheCaption(t *testing.T) {
	w := newWorld(t)
	w.typeCommand("ana", "general", "start game:subtraction 21 {1,3,4}")
	if got := w.board("general").Text; !strings.Contains(got, "1, 3") {
		t.Errorf("the board's text is %q, want the numbers that may be taken", got)
	}
}
