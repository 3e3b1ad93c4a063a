package words

import (
	"io/fs"
	"slices"
	"strings"
)

// Sentence is a sentence of a language as checks read it: with "5" for code and for each
// placeholder, and * for emphasis.
type Sentence struct {
	Key, At string // At is the file and the line
	Text    string // each plural form, with and without its conditional parts, a line each
	English string // the same of the English sentence, "" where there is none
}

// Sentences returns what each language but English has, in the order of its keys, by the name
// of its folder. Sentences that can't be read are left out; [WorkingCheck] reports them. The
// error is that of Read, or that of a file that isn't YAML.
func Sentences(catalogue fs.FS) (map[string][]Sentence, error) {
	w, err := Read(catalogue)
	if err != nil {
		return nil, err
	}
	all := map[string][]Sentence{}
	for _, t := range w.langs[1:] {
		t.checked = true
		c := checker{lang: t, english: w.english, at: map[string]string{}}
		_ = t.read(w.english) // Check reports the error
		if err := c.locate(); err != nil {
			return nil, err
		}
		for key, s := range t.own {
			found := Sentence{Key: key, At: c.at[key], Text: s.filled()}
			if english := w.english.own[key]; english != nil {
				found.English = english.filled()
			}
			all[t.folder] = append(all[t.folder], found)
		}
		slices.SortFunc(all[t.folder], func(a, b Sentence) int { return strings.Compare(a.Key, b.Key) })
	}
	return all, nil
}

// filled returns the text of all forms of a sentence.
func (s *sentence) filled() string {
	var lines []string
	for _, p := range s.all() {
		for _, yes := range []bool{true, false} {
			said := strings.TrimSpace(codeSpan.ReplaceAllString(p.filled(yes), "5"))
			if !slices.Contains(lines, said) {
				lines = append(lines, said)
			}
		}
	}
	slices.Sort(lines) // all iterates over a map
	return strings.Join(lines, "\n")
}

func (p phrase) filled(yes bool) string {
	var out strings.Builder
	for _, part := range p {
		switch {
		case part.kind == literal:
			out.WriteString(part.text)
		case part.kind == placeholder:
			out.WriteString("5")
		case part.kind == emphasis:
			out.WriteString("*")
		case part.kind == condition && yes:
			out.WriteString(part.yes.filled(yes))
		case part.kind == condition:
			out.WriteString(part.no.filled(yes))
		}
	}
	return out.String()
}
