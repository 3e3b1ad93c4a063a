package wordstest

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"testing/fstest"

	"github.com/goccy/go-yaml"

	"nimbot/game/words"
)

// Mark precedes each English sentence in a catalogue of [Marked] that has a translation: where the
// mark shows, somebody reads English by mistake.
const Mark = "¤"

// MadeUp is a language without a translation, for which the English of [PseudoFiles] is used.
const MadeUp = "eo"

// Languages returns the languages of the built-in catalogue without English, and one more that has
// every sentence. The error is that of words.Load.
func Languages() ([]string, error) {
	w, err := words.Load()
	if err != nil {
		return nil, err
	}
	all := w.Languages()[1:]
	if !slices.Contains(all, MadeUp) {
		all = append(all, MadeUp)
	}
	return all, nil
}

// marked has a function for each language that was asked for.
var marked sync.Map

// Marked returns a catalogue with one language and a marked English. It is made once for
// each language, so that what is learnt from its words is learnt once, too. The error is that of
// words.Read.
func Marked(language string) (*words.Catalogue, error) {
	of, _ := marked.LoadOrStore(language, sync.OnceValues(func() (*words.Catalogue, error) { return mark(language) }))
	return of.(func() (*words.Catalogue, error))()
}

func mark(language string) (*words.Catalogue, error) {
	own, err := filesOf(language)
	if err != nil {
		return nil, err
	}
	has := map[string]bool{}
	for name, file := range own {
		if path.Base(name) == "talk.yaml" {
			continue
		}
		var said map[string]any
		if err := yaml.Unmarshal(file.Data, &said); err != nil {
			return nil, err
		}
		for key := range said {
			has[key], has[key+"."+words.YouKey] = true, true
		}
	}
	files, err := rewritten("en", func(key, sentence string) string {
		if has[key] {
			return Mark + sentence
		}
		return sentence
	})
	if err != nil {
		return nil, err
	}
	maps.Copy(files, own)
	return words.Read(files)
}

// filesOf are the files of a language.
func filesOf(language string) (fstest.MapFS, error) {
	built := words.BuiltIn()
	names, err := fs.Glob(built, path.Join(language, "*.yaml"))
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		out, err := rewritten(language, func(_, sentence string) string { return PseudoSentence(sentence) })
		maps.DeleteFunc(out, func(name string, _ *fstest.MapFile) bool { return strings.HasSuffix(name, "talk.yaml") })
		return out, err
	}
	out := fstest.MapFS{}
	for _, name := range names {
		text, err := fs.ReadFile(built, name)
		if err != nil {
			return nil, err
		}
		out[name] = &fstest.MapFile{Data: text}
	}
	return out, nil
}
