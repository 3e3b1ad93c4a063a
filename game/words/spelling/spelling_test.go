package spelling

import (
	"os/exec"
	"strings"
	"testing"
	"testing/fstest"

	"nimbot/game/words"
	"nimbot/internal/slowtest"
)

// catalogue has one language with one sentence.
func catalogue(language, english, said, own string) fstest.MapFS {
	return fstest.MapFS{
		"en/all.yaml":              {Data: []byte(`said: "` + english + `"`)},
		language + "/all.yaml":     {Data: []byte("# head\nsaid: \"" + said + `"`)},
		language + "/spelling.txt": {Data: []byte(own)},
	}
}

func TestMisspeltWordsAreReported(t *testing.T) {
	if _, err := exec.LookPath(program); err != nil {
		t.Skip("hunspell isn't installed, so no spelling is checked")
	}
	const english = "*{{.player}}* took {{if .all}}all{{else}}{{.count}}{{end}} stones from Nim Bot. Type `/nim hint`."
	for _, c := range []struct{ said, own, want string }{
		{"*{{.player}}* nahm {{if .all}}alle{{else}}{{.count}}{{end}} Steine von Nim Bot: 5er-Haufen. Tippe `/nim hint`.", "", ""},
		{"{{.player}} nahm {{if .all}}ale{{else}}{{.count}}{{end}} Steine.", "", `de/all.yaml:2: said: "ale" isn't in the dictionary`},
		{"{{.player}} nahm {{if .all}}alle{{else}}kaine{{end}} Steine.", "", `"kaine"`},
		{"{{.player}} spielt Wythoffs Spiel.", "", `"Wythoffs"`},
		{"{{.player}} spielt Wythoffs Spiel.", "# names\nWythoffs # genitive\n", ""},
	} {
		faults, skipped, err := Check(t.Context(), catalogue("de", english, c.said, c.own))
		if err != nil || len(skipped) > 0 {
			t.Fatal(err, skipped)
		}
		if len(faults) == 0 != (c.want == "") || c.want != "" && !strings.Contains(faults[0].String(), c.want) {
			t.Errorf("Check(%q) = %v, want %q", c.said, faults, c.want)
		}
	}
}

func TestALanguageWithoutADictionaryIsSkipped(t *testing.T) {
	faults, skipped, err := Check(t.Context(), catalogue("is", "Stone.", "Steinn.", ""))
	if err != nil || len(faults) > 0 || len(skipped) != 1 || !strings.Contains(skipped[0], "The spelling of is isn't checked") {
		t.Errorf("Check in Icelandic = %v, %q, %v, want that it's skipped", faults, skipped, err)
	}
}

func TestJapaneseCharacters(t *testing.T) {
	const english = "It's your move. Type `/nim hint`."
	for said, want := range map[string]string{
		"あなたの番です。`/nim hint`と入力してください。":  "",
		"*あなたの番です。* 次の手を入力してください（例：B2）。": "",
		"あなたの番です.": "ASCII punctuation",
		"あなたの番です。Ｂ２と入力してください。":         "full-width letters",
		"あなたの番です。ﾋﾝﾄを見てください。":          "half-width katakana",
		"あなたの 番です。ヒントを見てください。":         "a blank between",
		"あなたの番です。说明を見てください。":           "aren't Japanese",
		"あなたの番です。ヒントを見るにはここを押してください":   "no full stop",
		"あなたの番です。ヒント은를見るにはここを押してください。": "letters of another language",
	} {
		faults, _, err := Check(t.Context(), catalogue("ja", english, said, ""))
		if err != nil || len(faults) == 0 != (want == "") || want != "" && !strings.Contains(faults[0].Problem, want) {
			t.Errorf("Check(%q) = %v, %v, want %q", said, faults, err, want)
		}
	}
}

// Every word of every language is in the language's dictionary or in its own list.
func TestTheLanguagesAreSpeltRight(t *testing.T) {
	slowtest.Only(t)
	faults, skipped, err := Check(t.Context(), words.BuiltIn())
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range skipped {
		t.Log(language)
	}
	for _, f := range faults {
		t.Error(f)
	}
}
