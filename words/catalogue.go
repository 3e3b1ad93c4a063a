// Package words is the catalogue: every sentence that people read, in every
// supported language, and the words in which people talk to the bot.
//
// # From key to sentence
//
// A [Text] is a sentence before it's worded: a key and named arguments, such as
// New("moved.take", Args{"player", ana, "amount", "2", "label", "B"}). The other
// packages make Texts and pass them on. Only what shows something to people
// renders them, by [Catalogue.Say]: in the reader's language, with the command,
// the names and the emphasis of the platform ([Voice]).
//
// # The files
//
// locales/LANGUAGE holds a language, and is compiled into the program. The
// comment at the top of locales/en/conversation.yaml has the style rules.
// talk.yaml is the other direction: what people say ([Talk]), for package talk
// to understand.
//
// The package knows no conversation and no platform.
package words

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed locales
var locales embed.FS

// Catalogue holds all sentences, by language and key. It is safe for concurrent
// use. A language other than English is read when it's first asked for, so that
// languages that nobody uses cost neither memory nor time at the start.
//
// The head of locales/en/conversation.yaml says how the bot speaks.
type Catalogue struct {
	bundle  *i18n.Bundle // matches locales
	tongues map[language.Tag]*tongue
	english *tongue // the one that has every key

	// The tongue of a locale is looked for once, since matching languages
	// takes longer than a sentence. Readers take the map without a lock.
	choosing sync.Mutex
	chosen   atomic.Pointer[map[string]*tongue] // by Voice.Locale
}

// maxChosen bounds the cache of locales, because their names come from outside.
// Platforms send far fewer.
const maxChosen = 200

// BuiltIn returns the files of the catalogue that is built into the binary.
func BuiltIn() fs.FS {
	built, err := fs.Sub(locales, "locales")
	if err != nil { // only if the name were no path
		panic(err)
	}
	return built
}

// Load returns the catalogue that is built into the binary. It is read once.
func Load() (*Catalogue, error) { return load() }

var load = sync.OnceValues(func() (*Catalogue, error) { return Read(BuiltIn()) })

// Read returns the catalogue in a directory that has a folder of YAML files for
// each language, named after it. It reads English only; [Catalogue.ReadAll] reads
// the other languages, too.
func Read(catalogue fs.FS) (*Catalogue, error) {
	w := &Catalogue{bundle: i18n.NewBundle(language.English), tongues: map[language.Tag]*tongue{}}
	w.chosen.Store(&map[string]*tongue{})
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
		w.tongues[tag] = &tongue{tag: tag, folder: folder.Name(), files: catalogue}
		if err := w.bundle.AddMessages(tag, &formName); err != nil { // for language
			return nil, err
		}
	}
	if w.english = w.tongues[language.English]; w.english == nil {
		w.english = &tongue{tag: language.English, files: catalogue}
	}
	return w, w.english.read(nil)
}

// ReadAll reads the languages that were not read yet. Its error names every
// language that is faulty, with the file and what is wrong in it.
func (w *Catalogue) ReadAll() error {
	var faults []error
	for _, t := range w.tongues {
		faults = append(faults, t.read(w.english))
	}
	return errors.Join(faults...)
}

// Voice is how a Text is to be said: in which language, and how the platform
// writes the bot's command and people's names.
type Voice struct {
	Locale  string // "de", "en-GB"; unknown ones become English
	Command string // "/nim"
	// Answering is the command that precedes an answer to an exercise; "" is
	// Command and "answer".
	Answering string
	Name      func(Person) string // nil: the plain name
	// Where links to a place of the platform; "" where it can't. nil: the channel's name.
	Where  func(Where) string
	Strong [2]string // opening and closing marks of emphasis

	// Pronoun is the key that is said instead of a person's name, "" for none.
	// [YouKey] is for whoever alone reads the text. nil: names only.
	Pronoun func(Person) string
}

func (v Voice) answering() string { return cmp.Or(v.Answering, v.Command+" answer") }

// YouKey is the Pronoun of the reader. If the first person in a text has this
// pronoun and the catalogue has KEY.you, that sentence replaces KEY: "Your
// move" instead of "Ana's move".
const YouKey = "you"

// Reader returns the Pronoun function for a text that only u reads: it says
// "you" for u.
func Reader(u Person) func(Person) string {
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
	if own := key + "." + Family(game); w.Has(own) {
		return own
	}
	return key
}

// Languages returns the catalogue's languages.
func (w *Catalogue) Languages() []string {
	var out []string
	for _, t := range w.bundle.LanguageTags() {
		out = append(out, t.String())
	}
	return out
}

// HasLanguage reports whether the catalogue has the language.
func (w *Catalogue) HasLanguage(language string) bool {
	return slices.Contains(w.Languages(), language)
}

// Say renders t. A key that is not in the catalogue is rendered as itself
// with its arguments, so that nothing is ever shown empty.
func (w *Catalogue) Say(t Text, v Voice) string {
	s := renderers.Get().(*renderer)
	s.lexicon, s.voice, s.out = w.tongue(v.Locale).lexicon, v, s.out[:0]
	s.text(t)
	said := string(s.out)
	s.voice = Voice{} // don't keep the adapter alive through Voice.Name
	renderers.Put(s)
	return said
}

// tongue is the language which suits the locale best. A language that can't be
// read is replaced by English.
func (w *Catalogue) tongue(locale string) *tongue {
	if known, ok := (*w.chosen.Load())[locale]; ok {
		return known
	}
	suits := w.tongues[w.language(locale)]
	if suits == nil || suits.read(w.english) != nil {
		suits = w.english
	}
	w.choosing.Lock()
	defer w.choosing.Unlock()
	if known := *w.chosen.Load(); len(known) < maxChosen {
		more := maps.Clone(known)
		more[locale] = suits
		w.chosen.Store(&more)
	}
	return suits
}

// language asks go-i18n for the best language by localizing a message that
// every language has.
func (w *Catalogue) language(locale string) language.Tag {
	_, tag, err := i18n.NewLocalizer(w.bundle, locale).LocalizeWithTag(&i18n.LocalizeConfig{MessageID: formName.ID})
	if err != nil { // a catalogue without any file
		tag = language.English
	}
	return tag
}
