package wordstest

import (
	"testing"

	"nimbot/game/words"
)

func TestPseudoIsLongerAndKeepsWhatATranslatorKeeps(t *testing.T) {
	w, err := Pseudo()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ sentence, want string }{
		{"Hint", "Hïñt¸¸"},
		{"*Your move.* Type `{{.cmd}} why`{{if .who}}, {{.who}}{{end}}", "*Yöür mövë.* Typë `{{.cmd}} why`{{if .who}}, {{.who}}{{end}}¸¸¸¸¸¸"},
		{"Who?", "Whö¸¸?"},
		{"{{.label}} {{.size}}", "{{.label}} {{.size}}"},
	} {
		if got := PseudoSentence(c.sentence); got != c.want {
			t.Errorf("Lengthen(%q) = %q, want %q", c.sentence, got, c.want)
		}
		if got := FromPseudo(c.want); got != c.sentence {
			t.Errorf("Plain(%q) = %q, want %q", c.want, got, c.sentence)
		}
	}
	if got, want := w.Say(words.New("time.minutes", "count", 1), words.Voice{}), "1 mïñütë¸¸¸"; got != want {
		t.Errorf("Say(time.minutes) = %q, want %q", got, want)
	}
}
