package web

import (
	"strings"
	"testing"
	"unicode/utf8"

	"nimbot/internal/slowtest"
)

func TestCleanChannel(t *testing.T) {
	for _, tt := range []struct {
		typed, want string
		ok          bool
	}{{"Math", "math", true}, {"#math", "math", true}, {"a b", "a b", false}, {"", "", false}, {"a/b", "a/b", false}, {strings.Repeat("x", 33), strings.Repeat("x", 33), false}} {
		if name, ok := cleanChannel(tt.typed); name != tt.want || ok != tt.ok {
			t.Errorf("cleanChannel(%q) = %q, %v; want %q, %v", tt.typed, name, ok, tt.want, tt.ok)
		}
	}
}

func TestCleanName(t *testing.T) {
	for _, tt := range []struct {
		typed, want string
		ok          bool
	}{
		{"Ana", "Ana", true},
		{"  Ana  Lee ", "Ana-Lee", true},
		{"@Ana", "Ana", true},
		{"Jose\u0301", "José", true},
		{"ana\u202e\u200b`", "ana", true},
		{"名前", "名前", true},
		{"<script>", "<script>", true},
		{strings.Repeat("x", 99), strings.Repeat("x", 32), true},
		{"", "", false},
		{"--", "--", false},
		{"Bot", "Bot", false},
		{"ＮＩＭ", "ＮＩＭ", false},
		{"everyone", "everyone", false},
		{"ana\u3164\u2800\ufe0f", "ana", true},
		{"\u3164", "", false},
		{"\u2800 \u2800", "-", false},
		{"Nіm", "Nіm", false}, // a Cyrillic і
		{"Воt", "Воt", false}, // a Cyrillic В and о
		{"ΝΙΜ", "ΝΙΜ", false}, // Greek
		{"hеre", "hеre", false},
		{"Nimue", "Nimue", true},
		{"admin", "admin", false}, {"Аdmіn", "Аdmіn", false}, {"ADMIN2", "ADMIN2", false}, {"m0derator", "m0derator", false}, {"Ѕystem", "Ѕystem", false}, {"@root", "root", false},
		{"Adam", "Adam", true}, {"Modesty", "Modesty", true}, {"Rootbeer", "Rootbeer", true},
		{"👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧", true},
		{strings.Repeat("👩\u200d🚀", 11), strings.Repeat("👩\u200d🚀", 10), true}, // no half of one
	} {
		if name, ok := cleanName(tt.typed); name != tt.want || ok != tt.ok {
			t.Errorf("cleanName(%q) = %q, %v; want %q, %v", tt.typed, name, ok, tt.want, tt.ok)
		}
	}
	if joined, apart := "👩\u200d👩", "👩👩"; fold(joined) != fold(apart) {
		t.Errorf("%q and %q are two names, want one: some fonts draw them alike", joined, apart)
	}
}

func FuzzCleanName(f *testing.F) {
	for _, s := range []string{"Ana", "@@#", "\xff\x00", "a\u0301", "Nim Bot", "`", "\u2066x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		slowtest.Input(t)
		name, ok := cleanName(s)
		if !ok {
			return
		}
		if again, ok := cleanName(name); !ok || fold(again) != fold(name) {
			t.Errorf("cleanName(%q) = %q, which it cleans to %q, %v", s, name, again, ok)
		}
		if utf8.RuneCountInString(name) > maxName || strings.ContainsAny(name, " \n`") || !utf8.ValidString(name) {
			t.Errorf("cleanName(%q) = %q, want one short visible word", s, name)
		}
		if len(nameKey(name)) > 1000 {
			t.Errorf("the key of %q has %d bytes", name, len(nameKey(name)))
		}
	})
}
