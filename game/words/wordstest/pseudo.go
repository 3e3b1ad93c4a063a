// Package wordstest has catalogues for tests of what depends on a language.
package wordstest

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/goccy/go-yaml"

	"nimbot/game/words"
)

// kept is what a translator leaves as it is: placeholders, code, and marks.
var kept = regexp.MustCompile("\\{\\{[^}]*\\}\\}|`[^`]*`|[*\n]|\\b[A-Za-z0-9]\\b|https?:\\S+|<[^>]*>|%[a-z]")

// letters pairs each letter with the one that stands for it, and padding makes a
// sentence longer.
var letters = []string{"a", "å", "e", "ë", "i", "ï", "o", "ö", "u", "ü", "c", "ç", "n", "ñ", "A", "Å", "E", "É", "O", "Ö", "U", "Ü"}

const padding = "¸"

var accented, plain = strings.NewReplacer(letters...), plainer()

func plainer() *strings.Replacer {
	back := slices.Clone(letters)
	slices.Reverse(back)
	return strings.NewReplacer(append(back, padding, "")...)
}

// FromPseudo undoes Pseudo: it returns the English sentence.
func FromPseudo(said string) string { return plain.Replace(said) }

// Pseudo returns a catalogue: see [PseudoFiles]. The error is that of PseudoFiles or words.Read.
func Pseudo() (*words.Catalogue, error) {
	files, err := PseudoFiles()
	if err != nil {
		return nil, err
	}
	return words.Read(files)
}

// PseudoFiles returns the built-in catalogue with an English that stands for any longer
// language: its letters have accents, and its words are 40 % longer. What's said to the
// bot stays English. It fails only if the built-in catalogue is faulty.
func PseudoFiles() (fs.FS, error) {
	return rewritten("en", func(_, sentence string) string { return PseudoSentence(sentence) })
}

// rewritten returns the English files as another folder, with every sentence changed, but
// not what's said to the bot.
func rewritten(folder string, change func(key, sentence string) string) (fstest.MapFS, error) {
	out := fstest.MapFS{}
	built := words.BuiltIn()
	files, err := fs.Glob(built, "en/*.yaml")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := fs.ReadFile(built, file)
		if err != nil {
			return nil, err
		}
		if path.Base(file) != "talk.yaml" {
			var said map[string]any
			if err := yaml.Unmarshal(text, &said); err != nil {
				return nil, err
			}
			for key, sentence := range said {
				said[key] = changed(sentence, func(s string) string { return change(key, s) })
			}
			if text, err = yaml.MarshalWithOptions(said, yaml.UseSingleQuote(false)); err != nil {
				return nil, err
			}
		}
		out[path.Join(folder, path.Base(file))] = &fstest.MapFile{Data: text}
	}
	return out, nil
}

// changed rewrites a sentence, or the forms of one.
func changed(v any, change func(string) string) any {
	switch v := v.(type) {
	case string:
		return change(v)
	case map[string]any:
		for key, form := range v {
			v[key] = changed(form, change)
		}
	}
	return v
}

// PseudoSentence rewrites a sentence as Files does.
func PseudoSentence(sentence string) string {
	var out strings.Builder
	length, at := 0, 0
	change := func(text string) {
		out.WriteString(accented.Replace(text))
		for _, word := range strings.Fields(text) {
			if len(word) > 2 {
				length += len(word)
			}
		}
	}
	for _, span := range kept.FindAllStringIndex(sentence, -1) {
		change(sentence[at:span[0]])
		out.WriteString(sentence[span[0]:span[1]])
		at = span[1]
	}
	change(sentence[at:])
	if length == 0 {
		return sentence
	}
	said := out.String()
	end := len(strings.TrimRight(said, ".!?:*"))
	return said[:end] + strings.Repeat(padding, (length*2+4)/5) + said[end:]
}
