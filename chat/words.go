package chat

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/goccy/go-yaml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"nimbot/game"
)

//go:embed locales
var locales embed.FS

// Words is the catalogue: every sentence that a person reads, in every
// language there is. It is safe for concurrent use.
//
// Voice: plain words, present tense, no exclamation marks but for a win. A
// refusal names what was wrong and ends with the next thing to type.
type Words struct {
	bundle *i18n.Bundle
	keys   map[string]bool // of English, which has them all

	// Localizers are made once a locale: parsing its name takes as long as a
	// short sentence. Names come from outside, so there is a bound.
	localizers sync.Map // by Voice.Locale
	made       atomic.Int32
}

// maxLocalizers is far above the locales that platforms send.
const maxLocalizers = 200

// LoadWords reads the catalogue that is built into the binary.
func LoadWords() (*Words, error) {
	w := &Words{bundle: i18n.NewBundle(language.English), keys: map[string]bool{}}
	w.bundle.RegisterUnmarshalFunc("yaml", yaml.Unmarshal)
	err := fs.WalkDir(locales, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := locales.ReadFile(file)
		if err != nil {
			return err
		}
		// The library takes the language from the name: games.en.yaml.
		lang := path.Base(path.Dir(file))
		name := strings.TrimSuffix(path.Base(file), ".yaml") + "." + lang + ".yaml"
		parsed, err := w.bundle.ParseMessageFileBytes(text, name)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		for _, m := range parsed.Messages {
			if lang == "en" && w.keys[m.ID] {
				return fmt.Errorf("%s: the key %q stands in the catalogue twice", file, m.ID)
			}
			w.keys[m.ID] = w.keys[m.ID] || lang == "en"
		}
		return nil
	})
	return w, err
}

// Voice is how a Text is to be said: in which language, and how the platform
// writes the bot's command and people's names.
type Voice struct {
	Locale  string            // "de", "en-GB"; unknown ones become English
	Command string            // "/nim"
	Name    func(User) string // nil: the plain name
}

// Has reports whether the catalogue has the key.
func (w *Words) Has(key string) bool { return w.keys[key] }

// Languages are the languages that the catalogue speaks.
func (w *Words) Languages() []string {
	var out []string
	for _, t := range w.bundle.LanguageTags() {
		out = append(out, t.String())
	}
	return out
}

// Speaks reports whether the catalogue speaks the language.
func (w *Words) Speaks(language string) bool { return slices.Contains(w.Languages(), language) }

// Say renders t. A key that is not in the catalogue is rendered as itself
// with its arguments, so that nothing is ever shown empty.
func (w *Words) Say(t Text, v Voice) string {
	return w.say(w.localizer(v.Locale), t, v)
}

func (w *Words) localizer(locale string) *i18n.Localizer {
	if known, ok := w.localizers.Load(locale); ok {
		return known.(*i18n.Localizer)
	}
	made := i18n.NewLocalizer(w.bundle, locale)
	if w.made.Load() < maxLocalizers {
		w.made.Add(1)
		w.localizers.Store(locale, made)
	}
	return made
}

func (w *Words) say(loc *i18n.Localizer, t Text, v Voice) string {
	data := make(map[string]any, len(t.Args)/2+1)
	data["cmd"] = v.Command
	var count any
	for i := 0; i+1 < len(t.Args); i += 2 {
		name, _ := t.Args[i].(string)
		if name == "count" {
			count = t.Args[i+1]
		}
		data[name] = w.argument(loc, t.Args[i+1], v)
	}
	s, err := loc.Localize(&i18n.LocalizeConfig{MessageID: t.Key, TemplateData: data, PluralCount: plural(count)})
	if s == "" && err != nil {
		return fmt.Sprint(t.Key, " ", t.Args)
	}
	return s
}

func (w *Words) argument(loc *i18n.Localizer, a any, v Voice) any {
	switch a := a.(type) {
	case Text:
		return w.say(loc, a, v)
	case []Text:
		return w.list(loc, a, v)
	case []game.Row:
		return w.list(loc, pileTexts(a), v)
	case User:
		if a.isBot() {
			return w.say(loc, say("bot.name", nil), v)
		}
		if v.Name == nil {
			return a.Name
		}
		return v.Name(a)
	case game.Move:
		return string(a)
	}
	return a
}

// pileTexts name piles: "A 3", "B 4 (passed)".
func pileTexts(rows []game.Row) []Text {
	t := make([]Text, len(rows))
	for i, r := range rows {
		key := "pile"
		if r.Used {
			key = "pile.used"
		}
		t[i] = say(key, Args{"label", r.Label, "size", r.Count})
	}
	return t
}

// list joins texts in the language's manner: "A 3, B 4, C 5".
func (w *Words) list(loc *i18n.Localizer, texts []Text, v Voice) string {
	parts := make([]string, len(texts))
	for i, t := range texts {
		parts[i] = w.say(loc, t, v)
	}
	return strings.Join(parts, w.say(loc, say("list.separator", nil), v))
}

// plural makes a count fit for choosing a plural form: go-i18n refuses
// unsigned numbers, and every language treats all huge numbers alike.
func plural(count any) any {
	switch n := count.(type) {
	case uint64:
		if n > 1000 {
			return 1000 + int(n%1000)
		}
		return int(n)
	case int, int64, string, nil:
		return n
	}
	return nil
}
