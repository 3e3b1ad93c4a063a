// Package words is the catalogue: every sentence that people read, in every
// supported language, and the words in which people talk to the bot.
//
// # From key to sentence
//
// A [Text] is a sentence before it's worded: a key and named arguments, such as
// New("moved.take", "player", ana, "amount", "2", "label", "B"). The other packages make
// Texts and pass them on. Only the adapters render them, by [Catalogue.Say]: in the reader's
// language, with the command, the names and the emphasis of the platform ([Voice]).
//
// # The files
//
// locales/LANGUAGE holds a language, and is compiled into the program. The comment at the top
// of locales/en/conversation.yaml has the style rules. talk.yaml has what people say to the
// bot ([Talk]); package sentence interprets it. talk.prepared is generated from it, and read instead.
//
// The package doesn't depend on the conversation or on a platform.
package words

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"nimbot/game/rules"
)

//go:embed locales
var locales embed.FS

// Catalogue holds all sentences, by language and key. It is safe for concurrent
// use. A language other than English is read when it's first asked for, so that
// languages that nobody uses cost neither memory nor time at the start.
//
// The head of locales/en/conversation.yaml says how the bot speaks.
type Catalogue struct {
	langs   []*lang // English first, the others by name
	english *lang   // the one that has every key

	// The language of a locale is cached, since matching languages takes longer than rendering a
	// sentence. Readers take the map without a lock.
	choosing sync.Mutex
	chosen   atomic.Pointer[map[string]*lang] // by Voice.Locale
}

// maxChosen bounds the cache of locales, because their names come from outside.
// Platforms send far fewer.
const maxChosen = 200

// BuiltIn returns the files of the catalogue that is built into the binary.
func BuiltIn() fs.FS {
	built, err := fs.Sub(locales, "locales")
	if err != nil { // can't happen: the name is a valid path
		panic(err)
	}
	return built
}

// Load returns the catalogue that is built into the binary. It is read once. The error says which
// file of the binary can't be read; a test excludes it.
func Load() (*Catalogue, error) { return load() }

var load = sync.OnceValues(func() (*Catalogue, error) { return Read(BuiltIn()) })

// Read returns the catalogue in a directory that has a folder of YAML files for
// each language, named after it. It reads English only; others are read when they're
// first spoken. [Check] tells what is wrong with them. The error names a folder that isn't a
// language, or a fault in English.
func Read(catalogue fs.FS) (*Catalogue, error) {
	w := &Catalogue{english: &lang{tag: language.English, files: catalogue}}
	w.langs = []*lang{w.english}
	w.chosen.Store(&map[string]*lang{})
	folders, err := fs.ReadDir(catalogue, ".")
	if err != nil {
		return nil, err
	}
	for _, folder := range folders {
		if !folder.IsDir() {
			continue
		}
		tag, err := language.Parse(folder.Name())
		if err != nil {
			return nil, fmt.Errorf("%s: the folder isn't named after a language: %w", folder.Name(), err)
		}
		if tag == language.English {
			w.english.folder = folder.Name()
			continue
		}
		w.langs = append(w.langs, &lang{tag: tag, folder: folder.Name(), files: catalogue})
	}
	return w, w.english.read(nil)
}

// Voice is how a Text is to be said: in which language, and how the platform
// writes the bot's command and people's names.
type Voice struct {
	Locale  string // "de", "en-GB"; unknown ones become English
	Command string // "/nim"
	// Answering is the command that precedes an answer to an exercise; "" is
	// Command and "answer".
	Answering string
	// Field reports that an answer is typed into a field beside the text, where no command precedes it.
	Field bool
	Name  func(Person) string // nil: the plain name
	// Quote makes what a person typed inert: it doesn't format, link or mention. code reports
	// that it stands between backticks. nil: the text as it is.
	Quote func(typed string, code bool) string
	// Where returns the platform's link to a place, "" if there is none. nil: the channel's name is
	// shown.
	Where  func(Where) string
	Strong [2]string // opening and closing marks of emphasis

	// Pronoun is the key that is said instead of a person's name, "" for none.
	// [YouKey] is for the only reader of a text. nil: names only.
	Pronoun func(Person) string
}

func (v Voice) answering() string { return cmp.Or(v.Answering, v.Command+" answer") }

// YouKey is the Pronoun of the reader. If the first person in a text has this
// pronoun and the catalogue has KEY.you, that sentence replaces KEY: "Your
// move" instead of "Ana's move".
const YouKey = "you"

// ReaderPronoun returns the Pronoun function for a text that only u reads: it says
// "you" for u.
func ReaderPronoun(u Person) func(Person) string {
	return func(named Person) string {
		if named.ID == u.ID {
			return YouKey
		}
		return ""
	}
}

// Has reports whether the catalogue has the key.
func (w *Catalogue) Has(key string) bool { return w.english.lexicon[key] != nil }

// KeyFor is KEY.FAMILY where a game has a sentence of its own for the key, else
// the key: "part.coins" for "part". game is a game's key.
func (w *Catalogue) KeyFor(key, game string) string {
	if own := key + "." + rules.Family(game); w.Has(own) {
		return own
	}
	return key
}

// Languages returns the names of the catalogue's languages, English first.
func (w *Catalogue) Languages() []string {
	var out []string
	for _, t := range w.langs {
		out = append(out, t.tag.String())
	}
	return out
}

// LanguageList names the languages, each in itself and with the code that people type: "Deutsch (de)".
func (w *Catalogue) LanguageList() string {
	all := make([]string, len(w.langs))
	for i, l := range w.langs {
		all[i] = SelfName(l.tag.String()) + " (" + l.tag.String() + ")"
	}
	return strings.Join(all, ", ")
}

// SelfName names a language of the catalogue in itself: "Deutsch" for "de".
func SelfName(tag string) string { return display.Self.Name(language.Make(tag)) }

// LanguageNamed returns the language of the catalogue that somebody names, in any case: "pt-br".
// ok is false if it has none of that name.
func (w *Catalogue) LanguageNamed(name string) (language string, ok bool) {
	for _, t := range w.langs {
		if known := t.tag.String(); strings.EqualFold(known, name) {
			return known, true
		}
	}
	return "", false
}

// Language returns the language of the catalogue that serves the first of the locales which
// any serves, "" if none does. A locale is served by the language of its name, else by one
// of its main language: "es-419" by Spanish, "pt" by Brazilian Portuguese.
func (w *Catalogue) Language(locales ...string) string {
	for _, l := range locales {
		if t := w.langFor(l); t != nil {
			return t.tag.String()
		}
	}
	return ""
}

// Say renders t. A key that is not in the catalogue is rendered as itself
// with its arguments, so that nothing is ever shown empty.
func (w *Catalogue) Say(t Text, v Voice) string {
	s := renderers.Get().(*renderer)
	s.lexicon, s.voice, s.out, s.valueEnd, s.dropped = w.langOrEnglish(v.Locale).lexicon, v, s.out[:0], 0, 0
	s.text(t)
	said := string(s.out)
	s.voice = Voice{} // don't keep the adapter alive through Voice.Name
	renderers.Put(s)
	return said
}

// langOrEnglish returns the language in which a locale is answered. It is English if the catalogue
// has no language for the locale, or can't read it.
func (w *Catalogue) langOrEnglish(locale string) *lang {
	if t := w.langFor(locale); t != nil && t.read(w.english) == nil {
		return t
	}
	return w.english
}

// langFor returns the language that serves the locale; nil if there is none.
func (w *Catalogue) langFor(locale string) *lang {
	if known, ok := (*w.chosen.Load())[locale]; ok {
		return known
	}
	serves := w.match(locale)
	w.choosing.Lock()
	defer w.choosing.Unlock()
	if known := *w.chosen.Load(); len(known) < maxChosen {
		more := maps.Clone(known)
		more[locale] = serves
		w.chosen.Store(&more)
	}
	return serves
}

// match looks for the language that serves a locale, as Language says. It doesn't fall back to
// related languages: a reader of Ukrainian may not want Russian.
func (w *Catalogue) match(locale string) *lang {
	tag, err := language.Parse(locale)
	if err != nil {
		return nil
	}
	main, _ := tag.Base()
	var serves *lang
	for _, t := range w.langs {
		if t.tag == tag {
			return t
		}
		if base, _ := t.tag.Base(); base == main && (serves == nil || t.tag.String() == main.String()) {
			serves = t
		}
	}
	return serves
}
