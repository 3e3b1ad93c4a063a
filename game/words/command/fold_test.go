package command

import (
	"testing"

	"nimbot/game/rules"
)

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"B2":                  "B2",
		"Ｂ２":                  "B2",
		"Ｂ２ ～7.1x":            "B2 ～7.1x",
		"３、４、５":               "3,4,5",
		"やあ、遊ぼう。ね":            "やあ, 遊ぼう. ね",
		"start ３個 ４つ 5개":      "start 3 4 5",
		"２個取る":                "2個取る", // a sentence, which Japanese matches
		"ｇａｍｅ：ｃｈｏｍｐ":          "game:chomp",
		"Ana hat 3 Stück，ja？": "Ana hat 3 Stück,ja?",
	} {
		if got := Fold(text); got != want {
			t.Errorf("Fold(%q) = %q, want %q", text, got, want)
		}
	}
}

// A command is the same in every language, whatever letters a keyboard has for it.
func TestCommandsFromOtherKeyboards(t *testing.T) {
	for _, c := range []struct{ text, name, rest string }{
		{"ｈｉｎｔ　２", "hint", "2"},
		{"HİNT", "hint", ""},
		{"hınt", "hint", ""},
		{"HINT", "hint", ""},
		{"settings HİNTS:on", "settings", "HINTS:on"},
		{"me pıngs:off", "pings", "off"},
		{"start ３　４　５", "start", "3 4 5"},
		{"challenge @Işıl ３ ４", "challenge", "3 4"},
		{"Ｂ２", "move", "B2"},
	} {
		l, err := Parse(c.text)
		if err != nil || l.Name() != c.name || l.Rest != c.rest {
			t.Errorf("Parse(%q) = %s %q, %v, want %s %q", c.text, l.Name(), l.Rest, err, c.name, c.rest)
		}
	}
	if l, err := Parse("challenge @Işıl"); err != nil || l.Who != "Işıl" {
		t.Errorf("Parse(challenge @Işıl) challenges %q, %v", l.Who, err)
	}
	for text, want := range map[string]string{"／ｎｉｍ　ｈｉｎｔ": "ｈｉｎｔ", "/NİM hint": "hint", "＠ｎｉｍ B2": "B2"} {
		if rest, called := CutName(text); !called || rest != want {
			t.Errorf("CutName(%q) = %q, %t, want %q", text, rest, called, want)
		}
	}
}

func TestMovesFromOtherKeyboards(t *testing.T) {
	g, err := rules.Lookup(rules.Default)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse("1 1 1 1 1 1 1 1 5")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]rules.Move{"Ｉ３": "I3", "ı3": "I3", "İ3": "I3", "I3個": "I3", "ｉ　３": "I3"} {
		if got, err := ReadMove(p, text); got != want || err != nil {
			t.Errorf("ReadMove(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
}

// A command is read without the quotation marks that people, or their phones, put around its
// words.
func TestQuotesAroundWords(t *testing.T) {
	for _, tt := range []struct{ typed, rest, game, who string }{
		{"start ‘3 4 5’", "3 4 5", "nim", ""},
		{`start "3 4 5"`, "3 4 5", "nim", ""},
		{"start '3 4 5'", "3 4 5", "nim", ""},
		{"start game:“chomp” “6x7”", "6x7", "chomp", ""},
		{"start “game:chomp” 6x7", "6x7", "chomp", ""},
		{"start „3 4 5“", "3 4 5", "nim", ""},
		{"start « 3 4 5 » game:«kayles»", "3 4 5", "kayles", ""},
		{"start ‹3 4 5›", "3 4 5", "nim", ""},
		{"start 「3 4 5」 game:『kayles』", "3 4 5", "kayles", ""},
		{"start ＂3 4 5＂", "3 4 5", "nim", ""},
		{"challenge @bob’ “3 4”", "3 4", "nim", "bob’"},
	} {
		l, err := Parse(tt.typed)
		if err != nil || l.Rest != tt.rest || l.Options.Game != tt.game || l.Who != tt.who {
			t.Errorf("Parse(%q) = rest %q, game %q, who %q, %v; want %q, %q, %q", tt.typed, l.Rest, l.Options.Game, l.Who, err, tt.rest, tt.game, tt.who)
		}
	}
	for typed, rest := range map[string]string{"answer “B2”": "B2", "move ‘B2’": "B2", "rules “dawson's”": "dawson's"} {
		if l, err := Parse(typed); err != nil || l.Rest != rest {
			t.Errorf("Parse(%q) = rest %q, %v; want %q", typed, l.Rest, err, rest)
		}
	}
}
