package words

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// tongue is one language of the catalogue: a folder of files, read at most once.
type tongue struct {
	tag    language.Tag
	folder string // "" if the catalogue has no such folder
	files  fs.FS

	once    sync.Once
	fault   error // of reading
	lexicon lexicon
	own     lexicon // without what is said in English
	talk    *Talk

	courtesies [][]string // of the talk, and of English
}

// lexicon is what is said in one language, by key. It has every key: what the
// language lacks is there in English.
type lexicon map[string]*sentence

// read reads the folder on the first call, and returns the same error on every
// call. english completes the lexicon; it's nil for English itself.
func (t *tongue) read(english *tongue) error {
	t.once.Do(func() {
		t.own = lexicon{}
		if t.folder != "" {
			t.fault = t.readFolder()
		}
		t.lexicon = t.own
		if english != nil && english != t {
			t.lexicon = maps.Clone(english.lexicon)
			maps.Copy(t.lexicon, t.own)
			t.courtesies = slices.Clip(english.courtesies)
		}
		if t.talk != nil {
			for _, phrase := range t.talk.Courtesies {
				t.courtesies = append(t.courtesies, strings.Fields(phrase))
			}
		}
	})
	return t.fault
}

func (t *tongue) readFolder() error {
	files, err := fs.ReadDir(t.files, t.folder)
	if err != nil {
		return err
	}
	rules, err := newPlurals(t.tag)
	if err != nil {
		return err
	}
	for _, file := range files {
		name := path.Join(t.folder, file.Name())
		if file.Name() == GlossaryFile {
			continue // only Check reads it
		}
		text, err := fs.ReadFile(t.files, name)
		if err == nil && file.Name() == talkFile {
			err = t.readTalk(text)
		} else if err == nil {
			err = t.readSentences(file.Name(), text, rules)
		}
		if err != nil {
			return fmt.Errorf("%s: %s", name, yaml.FormatError(err, false, false)) // in one line
		}
	}
	return nil
}

// readSentences reads one file. The library takes the language from the name, as in
// games.en.yaml.
func (t *tongue) readSentences(file string, text []byte, rules *plurals) error {
	name := strings.TrimSuffix(file, ".yaml") + "." + t.tag.String() + ".yaml"
	parsed, err := i18n.ParseMessageFileBytes(text, name, map[string]i18n.UnmarshalFunc{"yaml": yaml.Unmarshal})
	if err != nil {
		return err
	}
	for _, m := range parsed.Messages {
		if t.own[m.ID] != nil {
			return fmt.Errorf("the key %q stands in the catalogue twice", m.ID)
		}
		if t.own[m.ID], err = newSentence(m, rules); err != nil {
			return fmt.Errorf("%q in the language %s: %w", m.ID, t.tag, err)
		}
	}
	return nil
}

// readTalk reads the file that is called talkFile.
func (t *tongue) readTalk(text []byte) error {
	t.talk = new(Talk)
	return yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(t.talk)
}
