package words

import (
	"strings"
	"testing"
	"testing/fstest"
)

const checkedEnglish = `
time.minutes: {one: "{{.count}} minute", other: "{{.count}} minutes"}
hint.cold: "You can't win against perfect play. Type ` + "`{{.cmd}} why`" + ` after {{.move}}{{if .who}}, {{.who}}{{end}}."
sum: "The nim-sum is {{.sum}}."
mark: "*Your move.*"
nim: "Nim {{.piles}}"
`

// inPolish is a faultless translation, with one line replaced.
func inPolish(key, source string) fstest.MapFS {
	lines := map[string]string{
		"time.minutes": `{one: "{{.count}} minuta", few: "{{.count}} minuty", many: "{{.count}} minut", other: "{{.count}} minuty"}`,
		"hint.cold":    `"Z perfekcyjną grą nie wygrasz. Napisz ` + "`{{.cmd}} why`" + ` po {{.move}}{{if .who}}, {{.who}}{{end}}."`,
		"sum":          `"Nim-suma to {{.sum}}."`,
		"mark":         `"*Twój ruch.*"`,
		"nim":          `"Nim {{.piles}}"`,
	}
	if key != "" {
		lines[key] = source
	}
	var text strings.Builder
	for key, source := range lines {
		if source != "" {
			text.WriteString(key + ": " + source + "\n")
		}
	}
	return fstest.MapFS{
		"en/all.yaml":      {Data: []byte(checkedEnglish)},
		"pl/all.yaml":      {Data: []byte(text.String())},
		"pl/glossary.yaml": {Data: []byte("terms: {nim-sum: [nim-sum]}\nsame: [nim]\n")},
	}
}

func TestCheckNamesWhatIsWrongWithALanguage(t *testing.T) {
	if faults, err := Check(inPolish("", "")); err != nil || len(faults) > 0 {
		t.Errorf("Check of a faultless language = %v, %v", faults, err)
	}
	for _, c := range []struct{ key, source, want string }{
		{"sum", "", "isn't translated"},
		{"time.minutes", `{one: "{{.count}} minuta", few: "{{.count}} minuty", other: "{{.count}} minuty"}`, `the plural form "many" is missing`},
		{"time.minutes", `"{{.count}} minut"`, `the plural form "few" is missing`},
		{"sum", `"Nim-suma to {{.total}}."`, "{{.total}} isn't in the English sentence"},
		{"sum", `"Nim-suma."`, "{{.sum}} is missing"},
		{"hint.cold", "\"Nie wygrasz. Napisz `{{.cmd}} dlaczego` po {{.move}}{{if .who}}, {{.who}}{{end}}.\"", "commands and notation have to stay"},
		{"hint.cold", "\"Nie wygrasz. Napisz `{{.cmd}} why` po {{.move}}.\"", "{{.who}} is missing"},
		{"sum", "\"Nim-suma to {{.sum}}`.\"", "a ` isn't closed"},
		{"sum", `"The nim-sum is {{.sum}}."`, "is the same as in English"},
		{"sum", `"Suma to {{.sum}}."`, `the term "nim-sum" isn't said as in the glossary: nim-sum`},
		{"nowhere", `"Nigdzie."`, "there's no such key in English"},
	} {
		faults, err := Check(inPolish(c.key, c.source))
		if err != nil || len(faults) == 0 || !strings.Contains(faults[0].String(), "pl: "+c.key+": ") || !strings.Contains(faults[0].Problem, c.want) {
			t.Errorf("Check with %s: %s = %v, %v, want %q", c.key, c.source, faults, err, c.want)
		} else if missing := c.source == ""; faults[0].Missing != missing {
			t.Errorf("Check with %s: %s: Missing = %t, want %t", c.key, c.source, faults[0].Missing, missing)
		}
	}
	if _, err := Check(inPolish("mark", `"*Twój ruch."`)); err == nil || !strings.Contains(err.Error(), `pl/all.yaml: "mark"`) {
		t.Errorf("Check with an open emphasis = %v, want the file and the key", err)
	}
	if _, err := Check(inPolish("mark", `[`)); err == nil || !strings.Contains(err.Error(), "pl/all.yaml: ") {
		t.Errorf("Check of broken YAML = %v, want the file", err)
	}
}

// A key that a language lacks is said in English, and a language that can't be read is
// replaced by English.
func TestALanguageIsReadWhenItIsSpoken(t *testing.T) {
	files := inPolish("sum", "")
	files["de/all.yaml"] = &fstest.MapFile{Data: []byte("mark: [")}
	w, err := Read(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ locale, key, want string }{{"pl", "mark", "Twój ruch."}, {"pl", "sum", "The nim-sum is 3."}, {"de", "mark", "Your move."}, {"en", "mark", "Your move."}} {
		if got := w.Say(New(c.key, Args{"sum", 3}), Voice{Locale: c.locale}); got != c.want {
			t.Errorf("Say(%s) in %s = %q, want %q", c.key, c.locale, got, c.want)
		}
		if c.locale == "pl" && c.key == "mark" && w.tongues[w.language("de")].lexicon != nil {
			t.Error("German is read before anybody speaks it")
		}
	}
}
