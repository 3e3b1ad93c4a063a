package words

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// lang is one language of the catalogue: a folder of files, read at most once.
type lang struct {
	tag    language.Tag
	folder string // "" if the catalogue has no such folder
	files  fs.FS

	once    sync.Once
	adding  sync.Mutex // own, while files are read side by side
	fault   error      // of reading
	lexicon lexicon
	own     lexicon // without the sentences taken from English; nil once they are read, unless checked
	checked bool    // by Check or Sentences
	talk    *Talk

	courtesies [][]string // of the talk, and of English
}

// lexicon has the sentences of one language by key. It has every key; sentences that the
// language lacks are in English.
type lexicon map[string]*sentence

// read reads the folder on the first call, and returns the same error on every
// call. english completes the lexicon; it's nil for English itself.
func (t *lang) read(english *lang) error {
	t.once.Do(func() {
		t.own = lexicon{}
		if t.folder != "" {
			t.fault = t.readFolder()
		}
		t.lexicon = t.own
		if english != nil && english != t {
			t.lexicon = maps.Clone(english.lexicon)
			maps.Copy(t.lexicon, t.own)
			maps.DeleteFunc(t.lexicon, t.needsNo)
			t.numbers(english)
			t.courtesies = slices.Clip(english.courtesies)
			if !t.checked {
				t.own = nil
			}
		}
		if t.talk != nil {
			for _, phrase := range t.talk.Courtesies {
				t.courtesies = append(t.courtesies, strings.Fields(phrase))
			}
		}
	})
	return t.fault
}

// numbers adds the marks in numbers according to CLDR, if the language's files don't have
// them.
func (t *lang) numbers(english *lang) {
	group, decimal := numberMarks(t.tag)
	for key, mark := range map[string]string{groupMark: group, decimalMark: decimal} {
		if t.own[key] == nil && english.lexicon[key] != nil {
			t.lexicon[key] = &sentence{other: phrase{{kind: literal, text: mark}}}
		}
	}
}

// needsNo reports whether a language can do without an English sentence: it addresses its
// reader, or is an article.
func (t *lang) needsNo(key string, _ *sentence) bool {
	if key == plainArticle || key == vowelArticle || key == groupMark || key == decimalMark {
		return t.own[key] == nil
	}
	base, addresses := strings.CutSuffix(key, "."+YouKey)
	return addresses && t.own[key] == nil && t.own[base] != nil
}

func (t *lang) readFolder() error {
	files, err := fs.ReadDir(t.files, t.folder)
	if err != nil {
		return err
	}
	rules, err := newPlurals(t.tag)
	if err != nil {
		return err
	}
	// Parsing takes most of the program's start, so the files are parsed side by side.
	faults := make([]error, len(files))
	var parsing sync.WaitGroup
	for i, file := range files {
		if file.Name() == GlossaryFile || path.Ext(file.Name()) != ".yaml" {
			continue // only Check reads it
		}
		parsing.Go(func() { faults[i] = t.readFile(file.Name(), rules) })
	}
	parsing.Wait()
	return errors.Join(faults...)
}

// readFile reads a file of the folder. Its error has a line for each fault.
func (t *lang) readFile(file string, rules *plurals) error {
	name := path.Join(t.folder, file)
	text, err := fs.ReadFile(t.files, name)
	if err == nil && file == talkFile {
		err = t.readTalk(text)
	} else if err == nil {
		err = t.readSentences(file, text, rules)
	}
	if err == nil {
		return nil
	}
	var faults []error
	for fault := range strings.Lines(yaml.FormatError(err, false, false)) {
		faults = append(faults, fmt.Errorf("%s: %s", name, strings.TrimRight(fault, "\n")))
	}
	return errors.Join(faults...)
}

// readSentences reads one file. The library takes the language from the name, as in
// games.en.yaml.
func (t *lang) readSentences(file string, text []byte, rules *plurals) error {
	name := strings.TrimSuffix(file, ".yaml") + "." + t.tag.String() + ".yaml"
	parsed, err := i18n.ParseMessageFileBytes(text, name, map[string]i18n.UnmarshalFunc{"yaml": yaml.Unmarshal})
	if err != nil {
		return err
	}
	var faults []error
	for _, m := range parsed.Messages {
		s, err := newSentence(m, rules)
		if err == nil && !t.add(m.ID, s) {
			err = errors.New("the key stands in the catalogue twice")
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("line %d: %q: %w", keyLines(text)[m.ID], m.ID, err))
		}
	}
	return errors.Join(faults...)
}

// add adds a sentence. It reports false if there is one of that key.
func (t *lang) add(key string, s *sentence) bool {
	t.adding.Lock()
	defer t.adding.Unlock()
	if t.own[key] != nil {
		return false
	}
	t.own[key] = s
	return true
}

// topLevel matches the key of a sentence at the beginning of a line.
var topLevel = regexp.MustCompile(`^"?([a-zA-Z0-9.-]+)"?:`)

// keyLines returns the line in which each sentence of a file begins, by key.
func keyLines(text []byte) map[string]int {
	found, n := map[string]int{}, 0
	for line := range bytes.Lines(text) {
		n++
		if m := topLevel.FindSubmatch(line); m != nil {
			found[string(m[1])] = n
		}
	}
	return found
}

// readTalk reads the file that is called talkFile, or what was prepared of it.
func (t *lang) readTalk(text []byte) (err error) {
	p, ok := readPrepared(t.files, t.folder)
	if !ok || p.Of != sha256.Sum256(text) {
		t.talk, err = parseTalk(text)
		return err
	}
	t.talk = &Talk{Prepared: func() []byte { // read again, so that a language in which nobody types sentences keeps none
		again, _ := readPrepared(t.files, t.folder)
		return again.Index
	}}
	return json.Unmarshal(p.Talk, t.talk)
}
