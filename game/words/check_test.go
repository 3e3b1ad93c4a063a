package words

import (
	"strings"
	"testing"
	"testing/fstest"

	"nimbot/internal/slowtest"
)

const checkedEnglish = `
time.minutes: {one: "{{.count}} minute", other: "{{.count}} minutes"}
hint.cold: "You can't win against perfect play. Type ` + "`{{.cmd}} why`" + ` after {{.move}}{{if .who}}, {{.who}}{{end}}."
sum: "The nim-sum is {{.sum}}."
mark: "*Your move.*"
nim: "Nim {{.piles}}"
discord.ask.stop.title: "Stop?"
ended: {one: "It's won by the nim-sum.", other: "They're won by the nim-sum."}
`

// inPolish is a faultless translation, with one line replaced.
func inPolish(key, source string) fstest.MapFS {
	lines := map[string]string{
		"time.minutes": `{one: "{{.count}} minuta", few: "{{.count}} minuty", many: "{{.count}} minut", other: "{{.count}} minuty"}`,
		"hint.cold":    `"Z perfekcyjną grą nie wygrasz. Napisz ` + "`{{.cmd}} why`" + ` po {{.move}}{{if .who}}, {{.who}}{{end}}."`,
		"sum":          `"Nim-suma to {{.sum}}."`,
		"mark":         `"*Twój ruch.*"`,
		"nim":          `"Nim {{.piles}}"`,

		"discord.ask.stop.title": `"Stop lub koniec?"`,

		"ended": `{one: "Wygrane, bo nim-suma.", few: "Wygrane przez nim-suma.", many: "Wygrane przez nim-suma.", other: "Wygrane przez nim-suma."}`,
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
		{"discord.ask.stop.title", `"Czy naprawdę chcesz zakończyć tę grę przed jej końcem?"`, "may have 45"},
		{"ended", `{one: "Wygrane.", few: "Wygrane przez nim-suma.", many: "Wygrane przez nim-suma.", other: "Wygrane przez nim-suma."}`, `one: the term "nim-sum" isn't said`},
		{"ended", `{one: "It's won by the nim-sum.", few: "Wygrane przez nim-suma.", many: "Wygrane przez nim-suma.", other: "Wygrane przez nim-suma."}`, "one: is the same as in English"},
		{"time.minutes", `{one: "{{.count}} minuta", few: "{{.count}} minuty", many: "{{.count}} minutes", other: "{{.count}} minuty"}`, "many: is the same as in English"},
		{"nowhere", `"Nigdzie."`, "there's no such key in English"},
	} {
		faults, err := Check(inPolish(c.key, c.source))
		if err != nil || len(faults) == 0 || !strings.Contains(faults[0].String(), ": "+c.key+": ") || !strings.Contains(faults[0].Problem, c.want) {
			t.Errorf("Check with %s: %s = %v, %v, want %q", c.key, c.source, faults, err, c.want)
		} else if missing := c.source == ""; faults[0].Missing != missing {
			t.Errorf("Check with %s: %s: Missing = %t, want %t", c.key, c.source, faults[0].Missing, missing)
		}
	}
}

// A sentence that is listed as the same in English needs no terms.
func TestTheSameSentencesNeedNoTerms(t *testing.T) {
	files := inPolish("nim", `"Nim {{.piles}} nim"`)
	files["en/all.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(checkedEnglish, `"Nim {{.piles}}"`, `"Nim-sum {{.piles}}"`, 1))}
	if faults, err := Check(files); err != nil || len(faults) > 0 {
		t.Errorf("Check = %v, %v", faults, err)
	}
}

// Check reports the syntax errors of all files at once, and every faulty sentence, each with
// its line.
func TestCheckNamesFilesAndLines(t *testing.T) {
	files := inPolish("", "")
	files["pl/broken.yaml"] = &fstest.MapFile{Data: []byte("a: x\nb: [\n")}
	files["pl/open.yaml"] = &fstest.MapFile{Data: []byte("first: x\nmore: \"*Twój\"\nlast: {one: x}\n")}
	files["pl/twice.yaml"] = &fstest.MapFile{Data: []byte("\nnim: Nim\n")}
	files["pl/wrong.yaml"] = &fstest.MapFile{Data: []byte("# head\n\nnowhere: Nigdzie.\n")}
	faults, err := Check(files)
	var all strings.Builder
	for _, f := range faults {
		all.WriteString(f.String() + "\n")
	}
	for _, want := range []string{"pl/broken.yaml: [2:", `pl/open.yaml: line 2: "more"`, `pl/open.yaml: line 3: "last"`, `"nim": the key stands in the catalogue twice`, "pl/wrong.yaml:3: nowhere: "} {
		if err != nil || !strings.Contains(all.String(), want) {
			t.Errorf("Check lacks %q: %v, %v", want, err, all.String())
		}
	}
}

// A key that a language lacks is said in English, and a language that can't be read is
// replaced by English.
func TestALanguageIsReadWhenItIsSpoken(t *testing.T) {
	files := inPolish("sum", "")
	files["en/you.yaml"] = &fstest.MapFile{Data: []byte(`{you: you, turn: "{{.player}}'s move.", turn.you: "Your move.", won: "{{.player}} won.", won.you: "You won."}`)}
	files["pl/you.yaml"] = &fstest.MapFile{Data: []byte(`{turn: "Ruch: {{.player}}."}`)}
	files["de/all.yaml"] = &fstest.MapFile{Data: []byte("mark: [")}
	w, err := Read(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ locale, key, want string }{{"pl", "mark", "Twój ruch."}, {"pl", "sum", "The nim-sum is 3."}, {"pl", "turn", "Ruch: you."}, {"pl", "won", "You won."}, {"de", "mark", "Your move."}, {"en", "mark", "Your move."}} {
		ana := Person{ID: "1", Name: "ana"}
		if got := w.Say(New(c.key, "sum", 3, "player", ana), Voice{Locale: c.locale, Pronoun: ReaderPronoun(ana)}); got != c.want {
			t.Errorf("Say(%s) in %s = %q, want %q", c.key, c.locale, got, c.want)
		}
		if c.locale == "pl" && c.key == "mark" && w.langFor("de").lexicon != nil {
			t.Error("German is read before anybody speaks it")
		}
	}
}

// A fault in a language fails this test; a missing sentence doesn't, because it is said in
// English.
func TestTheLanguagesAreFaultless(t *testing.T) {
	slowtest.Sequential(t)
	t.Parallel()
	faults, err := Check(BuiltIn())
	if err != nil {
		t.Fatal(err)
	}
	missing := map[string]int{}
	for _, f := range faults {
		if missing[f.Language]++; !f.Missing {
			t.Error(f)
			missing[f.Language]--
		}
	}
	t.Logf("not translated: %v", missing)
}
