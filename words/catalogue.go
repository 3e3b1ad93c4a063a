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
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/goccy/go-yaml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed locales
var locales embed.FS

// Catalogue holds all sentences, by language and key. It is safe for concurrent
// use.
//
// The head of locales/en/conversation.yaml says how the bot speaks.
type Catalogue struct {
	bundle     *i18n.Bundle // parses the files and matches locales
	lexicons   map[language.Tag]lexicon
	english    lexicon // the one that has every key
	talks      map[language.Tag]*Talk
	courtesies [][]string // of all languages

	// The lexicon of a locale is looked for once, since matching languages
	// takes longer than a sentence. Readers take the map without a lock.
	choosing sync.Mutex
	chosen   atomic.Pointer[map[string]lexicon] // by Voice.Locale
}

// lexicon is what is said in one language, by key. It has every key: what the
// language lacks is there in English.
type lexicon map[string]*sentence

// maxChosen bounds the cache of locales, because their names come from outside.
// Platforms send far fewer.
const maxChosen = 200

// Load returns the catalogue that is built into the binary. It is read once.
func Load() (*Catalogue, error) { return load() }

var load = sync.OnceValues(func() (*Catalogue, error) { return readWords(locales) })

// readWords reads a catalogue: a folder of YAML files for each language, named
// after it.
func readWords(catalogue fs.FS) (*Catalogue, error) {
	w := &Catalogue{bundle: i18n.NewBundle(language.English), lexicons: map[language.Tag]lexicon{}, talks: map[language.Tag]*Talk{}}
	w.bundle.RegisterUnmarshalFunc("yaml", yaml.Unmarshal)
	w.chosen.Store(&map[string]lexicon{})
	rules := map[language.Tag]*plurals{}
	err := fs.WalkDir(catalogue, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(catalogue, file)
		if err != nil {
			return err
		}
		if path.Base(file) == talkFile {
			err = w.readTalk(file, text)
		} else {
			err = w.read(file, text, rules)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	w.english = w.lexicons[language.English]
	for tag, l := range w.lexicons {
		for key, english := range w.english {
			if l[key] == nil {
				l[key] = english
			}
		}
		if err := w.bundle.AddMessages(tag, &formName); err != nil { // for language
			return nil, err
		}
	}
	return w, nil
}

// read reads one file of the catalogue. rules caches the plural rules by
// language; read adds missing ones.
func (w *Catalogue) read(file string, text []byte, rules map[language.Tag]*plurals) error {
	// The library takes the language from the name: games.en.yaml.
	lang := path.Base(path.Dir(file))
	parsed, err := w.bundle.ParseMessageFileBytes(text, strings.TrimSuffix(path.Base(file), ".yaml")+"."+lang+".yaml")
	if err != nil {
		return err
	}
	tag := parsed.Tag
	if w.lexicons[tag] == nil {
		w.lexicons[tag] = lexicon{}
		if rules[tag], err = newPlurals(tag); err != nil {
			return err
		}
	}
	for _, m := range parsed.Messages {
		if w.lexicons[tag][m.ID] != nil {
			return fmt.Errorf("the key %q stands in the catalogue twice", m.ID)
		}
		if w.lexicons[tag][m.ID], err = newSentence(m, rules[tag]); err != nil {
			return fmt.Errorf("%q in the language %s: %w", m.ID, tag, err)
		}
	}
	return nil
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
func (w *Catalogue) Has(key string) bool { return w.english[key] != nil }

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
	s.lexicon, s.voice, s.out = w.lexicon(v.Locale), v, s.out[:0]
	s.text(t)
	said := string(s.out)
	s.voice = Voice{} // don't keep the adapter alive through Voice.Name
	renderers.Put(s)
	return said
}

// lexicon is that of the language which suits the locale best.
func (w *Catalogue) lexicon(locale string) lexicon {
	if known, ok := (*w.chosen.Load())[locale]; ok {
		return known
	}
	suits := w.lexicons[w.language(locale)]
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
