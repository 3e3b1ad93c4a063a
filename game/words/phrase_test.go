package words

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"text/template"

	"github.com/goccy/go-yaml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"nimbot/game/rules"
	"nimbot/internal/slowtest"
	"nimbot/store/platform"
)

// oracle renders texts with go-i18n and text/template, without our caches.
type oracle struct {
	*i18n.Localizer
	voice Voice
}

// readMessages reads a catalogue by another library. keys are its sentences.
func readMessages(t *testing.T, catalogue fs.FS) (bundle *i18n.Bundle, keys []string) {
	t.Helper()
	bundle = i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("yaml", yaml.Unmarshal)
	all := map[string]bool{}
	err := fs.WalkDir(catalogue, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Base(file) == talkFile || path.Base(file) == GlossaryFile || path.Ext(file) != ".yaml" {
			return err
		}
		text, err := fs.ReadFile(catalogue, file)
		if err != nil {
			return err
		}
		parsed, err := bundle.ParseMessageFileBytes(text, "any."+path.Base(path.Dir(file))+".yaml")
		if err != nil {
			return err
		}
		for _, m := range parsed.Messages {
			all[m.ID] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return bundle, slices.Sorted(maps.Keys(all))
}

func (o oracle) say(t Text) string {
	data := map[string]any{"cmd": o.voice.Command, "answering": o.voice.answering()}
	for i := 0; i+1 < len(t.Args); i += 2 {
		data[t.Args[i].(string)] = o.argument(t.Args[i+1])
	}
	s, tag, err := o.LocalizeWithTag(&i18n.LocalizeConfig{MessageID: t.Key, TemplateData: data, PluralCount: plural(t.Args.Value("count"))})
	if err != nil && tag == language.Und { // other errors mean that another form or language stands in
		return fmt.Sprint(t.Key, " ", t.Args)
	}
	return s
}

// argument returns an argument as the library renders it. If it ends in a full stop, atStop
// follows.
func (o oracle) argument(a any) any {
	v := o.value(a)
	if s, ok := v.(string); ok && strings.HasSuffix(s, ".") {
		return s + atStop
	}
	return v
}

func (o oracle) value(a any) any {
	var parts []string
	switch a := a.(type) {
	case Text:
		return o.say(a)
	case Person:
		switch a.ID {
		case platform.BotID:
			return o.say(Text{Key: "bot.name"})
		case platform.ForgottenID:
			return atStart + o.say(Text{Key: "person.forgotten"})
		}
		return o.voice.Name(a)
	case Named:
		return o.argument(a.Person())
	case rules.Move:
		return string(a)
	case []Text:
		for _, t := range a {
			parts = append(parts, o.say(t))
		}
	case int:
		return o.grouped(a)
	case []rules.Row:
		for _, r := range a {
			key := map[bool]string{false: "pile", true: "pile.used"}[r.Used]
			parts = append(parts, o.say(Text{Key: key, Args: Args{"label", r.Label, "size", r.Count}}))
		}
	default:
		return a
	}
	return strings.Join(parts, o.say(Text{Key: "list.separator"}))
}

// atStart precedes a word that gets a capital at the start of a sentence.
const atStart = "\x00"

var sentenceStart = regexp.MustCompile(`((?:^|[.!?])[* \n]*)\x00(.)`)

// atStop follows an argument's full stop: the sentence's own is left out then.
const atStop = "\x01"

var twoStops = regexp.MustCompile(`\.\x01+\.+`)

// begun leaves out second full stops, capitalizes the words after atStart that begin a sentence, and removes the marks.
func begun(said string) string {
	said = twoStops.ReplaceAllStringFunc(said, func(s string) string {
		if s = strings.ReplaceAll(s, atStop, ""); s == ".." {
			return "."
		}
		return s
	})
	said = strings.ReplaceAll(said, atStop, "")
	said = sentenceStart.ReplaceAllStringFunc(said, func(s string) string {
		before, word, _ := strings.Cut(s, atStart)
		return before + strings.ToUpper(word)
	})
	return strings.ReplaceAll(said, atStart, "")
}

// named implements Named but isn't a Person.
type named struct{}

func (named) Person() Person { return Person{ID: "u3", Name: "Cy"} }

// grouped separates the thousands of a number if the language does.
func (o oracle) grouped(n int) any {
	sign, digits := "", fmt.Sprint(n)
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	group, _, err := o.LocalizeWithTag(&i18n.LocalizeConfig{MessageID: "number.group"})
	if err != nil || len(digits) <= 3 {
		return n
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + group + digits[i:]
	}
	return sign + digits
}

// samples are arguments of every kind, empty ones among them.
func samples() []any {
	b3 := Text{Key: "pile", Args: Args{"label", "B", "size", 3}}
	return []any{
		"", "3 4 5", "<b>&\"", 0, 1, -7, uint64(0), uint64(1 << 63), int64(5), true, false, nil, 2.5,
		rules.Move("B2"), rules.Move(""), Person{ID: "u1", Name: "Ana"}, Person{ID: "u2"}, Person{ID: platform.BotID, Name: "x"}, Person{ID: platform.ForgottenID}, named{},
		b3, Text{Key: "no.such.key", Args: Args{"a", 1}}, Text{Key: "end.hints", Args: Args{"count", 1, "player", Person{Name: "Bo"}}},
		[]Text{}, []Text{b3, b3}, []rules.Row{}, []rules.Row{{Label: "A", Count: 300}, {Label: "B", Count: 4, Used: true}},
	}
}

// counts cover all plural forms of all languages, and the bounds of the cache.
var counts = []any{
	nil, 0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 14, 21, 22, 25, 31, 99, 100, 101, 102, 111, 255, 256, 257, 1000, 1_000_000, -1, -2,
	uint64(0), uint64(1), uint64(2), uint64(5), uint64(22), uint64(255), uint64(256), uint64(1001), uint64(1_000_000), uint64(1<<64 - 1),
	int64(1), int64(3), "1", "2.5",
}

// manyLanguages is a catalogue in languages with every kind of plural rules,
// one of them partly translated.
func manyLanguages() fs.FS {
	sentences := `
bot.name: "Bot %[1]s"
person.forgotten: "somebody %[1]s"
list.separator: " %[1]s "
pile: "{{.label}}:{{.size}}"
pile.used: "({{ .label }}) {{- .size }}"
nested: "a{{if .x}}b{{.x}}{{if .y}}c{{.y}}{{else if .count}}d{{.count}}{{else}}e{{end}}f{{else}}g{{end}}{{if .cmd}}{{.cmd}}{{end}}"
literal: "%[1]s } { }} %%"
comment: "a {{- /* of no use */ -}} b"
forms:
  zero: "zero {{.count}}"
  one: "one {{.count}}"
  two: "two {{.count}}"
  few: "few {{.count}}"
  many: "many {{.count}}"
  other: "other {{.count}} {{.x}}"
some:
  one: "one %[1]s"
  other: "other %[1]s"
delimited:
  leftDelim: "<<"
  rightDelim: ">>"
  other: "{{.x}} <<.x>>"
`
	files := fstest.MapFS{"de/part.yaml": {Data: []byte("bot.name: Robot\nonly.german: \"nur {{.x}}\"\n")}}
	for _, lang := range []string{"en", "pl", "ar", "fr", "ja", "cy", "pt-BR", "br"} {
		files[lang+"/all.yaml"] = &fstest.MapFile{Data: fmt.Appendf(nil, sentences, lang)}
	}
	return files
}

// TestSayMatchesTemplates compares the phrases of the catalogue, in every language and plural
// form, with the oracle: a third of English in the everyday run, and some of each language
// that is built in.
func TestSayMatchesTemplates(t *testing.T) {
	slowtest.Sequential(t)
	t.Parallel()
	for _, c := range []struct {
		name      string
		catalogue fs.FS
		locales   []string
	}{
		{"built in", BuiltIn(), []string{"en-GB"}},
		{"many languages", manyLanguages(), []string{
			"", "en-GB", "de-AT", "ar-EG", "fr-CA", "pt", "pt-PT", "tlh", "no locale",
		}},
	} {
		words, err := Read(c.catalogue)
		if err != nil {
			t.Fatal(err)
		}
		bundle, all := readMessages(t, c.catalogue)
		for _, locale := range append(words.Languages(), c.locales...) {
			t.Run(c.name+"/"+locale, func(t *testing.T) {
				v := Voice{Locale: locale, Command: "/nim", Strong: [2]string{"*", "*"}, Name: func(u Person) string { return strings.ToUpper(u.Name) }}
				o, keys := oracle{i18n.NewLocalizer(bundle, locale), v}, slices.Clone(all)
				every, n := slowtest.Sizes(20, 5, 1), 0
				if locale == "en" {
					every = slowtest.Count(3, 1)
				}
				if len(keys) > 1000 {
					keys = slices.DeleteFunc(keys, func(string) bool { n++; return n%every != 0 })
				}
				saysTheSame(t, words, o, append(keys, "no.such.key", ""))
			})
		}
	}
}

func saysTheSame(t *testing.T, words *Catalogue, o oracle, keys []string) {
	for i, key := range keys {
		if key == decimalMark { // by CLDR
			continue
		}
		for j, count := range counts {
			text := Text{Key: key, Args: sampleArgs(words, key, i+j)}
			if count != nil {
				text.Args = append(text.Args, "count", count)
			}
			if got, want := words.Say(text, o.voice), begun(o.say(text)); got != want {
				t.Fatalf("Say(%q, %v) = %q, want %q", key, text.Args, got, want)
			}
		}
	}
}

// sampleArgs returns an argument for every placeholder, leaving one out
// depending on n.
func sampleArgs(w *Catalogue, key string, n int) Args {
	var args Args
	s := w.english.lexicon[key]
	if s == nil {
		return Args{"x", n}
	}
	all := samples()
	for i, name := range names(s.other) {
		if k := (n*7 + i*3) % (len(all) + 1); k < len(all) && name != "count" && name != "cmd" {
			args = append(args, name, all[k])
		}
	}
	return args
}

// names returns the names of a phrase's placeholders.
func names(p phrase) (found []string) {
	for _, part := range p {
		if part.kind != literal {
			found = append(found, part.text)
		}
		if part.kind == condition {
			found = append(append(found, names(part.yes)...), names(part.no)...)
		}
	}
	return found
}

func TestTemplatesWithOtherSyntaxAreRefused(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{`"{{.a.b}}"`, "neither a plain"},
		{`"{{.}}"`, "neither a plain"},
		{`"{{range .a}}x{{end}}"`, "neither a plain"},
		{`"{{with .a}}x{{end}}"`, "neither a plain"},
		{`"{{if eq .a 2}}x{{end}}"`, `"eq" not defined`},
		{`"{{if $x := .a}}x{{end}}"`, "neither a plain"},
		{`"{{if .a}}{{else}}{{1}}{{end}}"`, "neither a plain"},
		{`"{{define \"b\"}}x{{end}}y"`, "cannot define"},
		{`"{{.a"`, "unclosed action"},
		{`{one: "{{.a .b}}", other: x}`, "neither a plain"},
		{`{one: x}`, "the form other is missing"},
		{`""`, "the form other is missing"},
	} {
		w, err := Read(fstest.MapFS{"de/games.yaml": {Data: []byte("some.key: " + c.source)}})
		if err == nil {
			err = w.langFor("de").read(w.english)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), `de/games.yaml: line 1: "some.key"`) {
			t.Errorf("reading %s gave %v, want %q with file, line and key", c.source, err, c.want)
		}
	}
	twice := fstest.MapFS{"en/a.yaml": {Data: []byte("k: x")}, "en/b.yaml": {Data: []byte("k: y")}}
	if _, err := Read(twice); err == nil || !strings.Contains(err.Error(), `"k": the key stands in the catalogue twice`) {
		t.Errorf("reading a key twice gave %v", err)
	}
}

// FuzzPhrase compares every text that can be parsed as a phrase with the
// template, which knows no emphasis: without it, both say the same.
func FuzzPhrase(f *testing.F) {
	for _, source := range []string{
		"", "plain", "*00*", ".*.*", "{{.a}} and {{ .b -}} x", "{{if .a}}y{{else if .b}}z{{else}}n{{end}}", "{{/* c */}}{{.missing}}", "{{if .b}}{{end}}",
		"{{range .a}}{{end}}", "{{define \"sentence\"}}x{{end}}", "{{", "{{.a.b}}", "{{- .cmd}}", "{{if not .a}}{{end}}", "{{(.a)}}", "{{.a | print}}",
	} {
		f.Add(source)
	}
	args := Args{"a", "A", "b", 0}
	f.Fuzz(func(t *testing.T, source string) {
		slowtest.Input(t)
		p, err := readPhrase(source, "", "")
		if err != nil {
			return
		}
		var want strings.Builder
		parsed, err := template.New("sentence").Parse(source)
		if err == nil {
			err = parsed.Execute(&want, map[string]any{"a": "A", "b": 0, "cmd": "/nim"})
		}
		if err != nil {
			t.Fatalf("readPhrase(%q) = %v, but the template gives %v", source, p, err)
		}
		s := renderer{voice: Voice{Command: "/nim"}}
		plain := strings.ReplaceAll(want.String(), "*", "")
		if s.phrase(p, args); string(s.out) != plain {
			t.Fatalf("the phrase of %q says %q, want %q", source, s.out, plain)
		}
	})
}

// TestConcurrentLocalesAreBounded: many goroutines ask for more locales than are cached.
func TestConcurrentLocalesAreBounded(t *testing.T) {
	words, err := Read(manyLanguages())
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i := range 2 * maxChosen {
				locale := fmt.Sprintf("pl-x-%d", i)
				if got, want := words.Say(Text{Key: "bot.name"}, Voice{Locale: locale}), "Bot pl"; got != want {
					t.Errorf("Say(bot.name) in %s = %q, want %q", locale, got, want)
				}
			}
		})
	}
	all.Wait()
	if got := len(*words.chosen.Load()); got != maxChosen {
		t.Errorf("%d locales are remembered, want %d", got, maxChosen)
	}
}

// TestNameFunctionMayRenderTexts: Voice.Name may itself render a text.
func TestNameFunctionMayRenderTexts(t *testing.T) {
	words, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	v := Voice{Name: func(u Person) string { return u.Name + " of " + words.Say(Text{Key: "bot.name"}, Voice{}) }}
	text := Text{Key: "moved.pass", Args: Args{"label", "B", "player", Person{Name: "Ana"}}}
	if got, want := words.Say(text, v), "Ana of Nim Bot passed on B."; got != want {
		t.Errorf("Say(%v) = %q, want %q", text, got, want)
	}
}
