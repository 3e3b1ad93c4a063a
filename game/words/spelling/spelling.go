// Package spelling checks the spelling of translated sentences. It uses hunspell and its
// dictionaries; Japanese has no dictionary, so its characters and full stops are checked.
package spelling

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"nimbot/game/words"
)

// WordsFile lists, in a language's folder, words that the dictionary lacks: one a line; a comment
// begins with #.
const WordsFile = "spelling.txt"

// program is the spell checker.
const program = "hunspell"

// Check checks the spelling of every language in the catalogue but English. Each unknown word
// is reported once, where it first occurs. skipped says which languages weren't checked, and
// why. A missing dictionary is no error; the error says that the catalogue can't be read or
// hunspell failed.
func Check(ctx context.Context, catalogue fs.FS) (faults []words.Fault, skipped []string, err error) {
	all, err := words.Sentences(catalogue)
	if err != nil {
		return nil, nil, err
	}
	for folder, sentences := range all {
		if tag := language.Make(folder); tag == language.Japanese {
			faults = append(faults, checkJapanese(folder, sentences)...)
			continue
		}
		unknown, err := unknownWords(ctx, folder, sentences)
		var missing missingError
		if errors.As(err, &missing) {
			skipped = append(skipped, fmt.Sprintf("The spelling of %s isn't checked: %v.", folder, missing))
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		known, err := ownWords(catalogue, folder)
		if err != nil {
			return nil, nil, err
		}
		faults = append(faults, misspelt(folder, sentences, unknown, known)...)
	}
	slices.SortFunc(faults, func(a, b words.Fault) int {
		return cmp.Or(strings.Compare(a.Language, b.Language), strings.Compare(a.Key, b.Key), strings.Compare(a.Problem, b.Problem))
	})
	slices.Sort(skipped)
	return faults, skipped, nil
}

// missingError says what has to be installed for a check.
type missingError struct{ what string }

func (m missingError) Error() string { return m.what }

// unknownWords returns the words of sentences that the language's dictionary lacks.
func unknownWords(ctx context.Context, folder string, sentences []words.Sentence) ([]string, error) {
	if _, err := exec.LookPath(program); err != nil {
		return nil, missingError{"install " + program}
	}
	tag := language.Make(folder)
	base, _ := tag.Base()
	region, _ := tag.Region()
	var text, said, failed bytes.Buffer
	for _, s := range sentences {
		if s.Text != s.English {
			text.WriteString(plainProse(s.Text) + "\n")
		}
	}
	dictionary := fmt.Sprintf("%s_%s", base, region)
	c := exec.CommandContext(ctx, program, "-d", dictionary, "-i", "utf-8", "-l")
	c.Stdin, c.Stdout, c.Stderr = &text, &said, &failed
	if err := c.Run(); err != nil {
		if strings.Contains(failed.String(), "dictionary") {
			return nil, missingError{fmt.Sprintf("%s has no dictionary %s; on Debian, install hunspell-%s", program, dictionary, base)}
		}
		return nil, fmt.Errorf("%s -d %s: %w: %s", program, dictionary, err, failed.String())
	}
	var unknown []string
	for word := range strings.FieldsSeq(said.String()) {
		unknown = append(unknown, strings.Trim(word, ".'"))
	}
	slices.Sort(unknown)
	return slices.Compact(unknown), nil
}

// plainProse removes hyphens and everything that isn't prose, and writes apostrophes as
// dictionaries do.
func plainProse(text string) string {
	return markReplacer.Replace(notProse.ReplaceAllString(text, " "))
}

var markReplacer = strings.NewReplacer("’", "'", "-", " ", "*", "")

// notProse matches addresses and paths.
var notProse = regexp.MustCompile(`https?:\S+|/\w+(?:/\w+)+`)

// ownWords reads the list of a language's own words; none if there is no such file.
func ownWords(catalogue fs.FS, folder string) (map[string]bool, error) {
	text, err := fs.ReadFile(catalogue, path.Join(folder, WordsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	known := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "#")
		if word := strings.TrimSpace(line); word != "" {
			known[word] = true
		}
	}
	return known, err
}

// misspelt returns the faults for unknown words that are neither in the language's own list
// nor names in the English sentences.
func misspelt(folder string, sentences []words.Sentence, unknown []string, known map[string]bool) (faults []words.Fault) {
	names := namesIn(sentences)
	for _, word := range unknown {
		if known[word] || known[strings.ToLower(word)] || names[word] {
			continue
		}
		whole := regexp.MustCompile(`(?:^|[^\p{L}])` + regexp.QuoteMeta(word) + `(?:$|[^\p{L}])`)
		i := slices.IndexFunc(sentences, func(s words.Sentence) bool { return whole.MatchString(plainProse(s.Text)) })
		if word == "" || i < 0 {
			continue
		}
		faults = append(faults, words.Fault{Language: folder, Key: sentences[i].Key, At: sentences[i].At, Problem: fmt.Sprintf("%q isn't in the dictionary; mend it, or list it in %s/%s", word, folder, WordsFile)})
	}
	return faults
}

// capitalizedName matches a word with a capital letter inside an English sentence.
var capitalizedName = regexp.MustCompile(`[a-z0-9,] ([A-Z][A-Za-z]+)`)

// namesIn returns the names in the English sentences, which stay as they are in all languages.
func namesIn(sentences []words.Sentence) map[string]bool {
	names := map[string]bool{}
	for _, s := range sentences {
		said := s.English
		if strings.HasPrefix(s.Key, "title.") {
			said = "a " + strings.ReplaceAll(said, " ", " a ") // every word is inside
		}
		for _, m := range capitalizedName.FindAllStringSubmatch(said, -1) {
			names[m[1]] = true
		}
	}
	return names
}
