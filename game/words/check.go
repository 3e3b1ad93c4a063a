package words

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml"
	"golang.org/x/text/language"
)

// GlossaryFile holds a language's terms, beside its sentences.
const GlossaryFile = "glossary.yaml"

// Glossary is what the checks know about a language besides its sentences.
type Glossary struct {
	// Terms are the stems with which the language says an English term, by the term in lower
	// case. If the English sentence has the term, the translation must have one of the stems.
	Terms map[string][]string
	// Same are the keys of sentences that are the same in English.
	Same []string
}

// Fault is something that's wrong with a language.
type Fault struct {
	Language, Key, Problem string
	// At is the file and the line of the sentence. It is "" if the language lacks the
	// sentence, or if Problem has the place.
	At string
	// Missing reports that the sentence isn't translated, so it's said in English. Such a fault is
	// listed, but the check passes.
	Missing bool
}

func (f Fault) String() string {
	if f.Key == "" {
		return f.Problem
	}
	return fmt.Sprintf("%s: %s: %s", cmp.Or(f.At, f.Language), f.Key, f.Problem)
}

// Check compares the sentences of every language in the catalogue with the English
// ones: keys, placeholders, plural forms, commands and notation, marks, terms, platforms'
// limits. Faults are sorted by language and key; those of a file that can't be read come
// first. The error is that of reading English.
func Check(catalogue fs.FS) ([]Fault, error) {
	w, err := Read(catalogue)
	if err != nil {
		return nil, err
	}
	var faults []Fault
	for _, t := range w.langs {
		if t == w.english {
			continue
		}
		t.checked = true
		c := checker{lang: t, english: w.english, at: map[string]string{}}
		for _, err := range []error{t.read(w.english), c.locate(), c.readGlossary(catalogue)} {
			if err != nil {
				c.addUnreadable(err)
			}
		}
		c.check()
		faults = append(faults, c.faults...)
	}
	slices.SortStableFunc(faults, func(a, b Fault) int { return cmp.Or(cmp.Compare(a.Language, b.Language), cmp.Compare(a.Key, b.Key)) })
	return faults, nil
}

// checker compares one language with English.
type checker struct {
	*lang
	english  *lang
	glossary Glossary
	terms    map[string]*regexp.Regexp // the terms of the glossary in English, in lower case
	at       map[string]string         // the file and line of each sentence, by key
	faults   []Fault
}

// addUnreadable adds a fault for each line of an error of reading.
func (c *checker) addUnreadable(err error) {
	for problem := range strings.Lines(err.Error()) {
		c.faults = append(c.faults, Fault{Language: c.folder, Problem: strings.TrimRight(problem, "\n")})
	}
}

// locate finds the file and line of each sentence.
func (c *checker) locate() error {
	names, err := fs.Glob(c.files, path.Join(c.folder, "*.yaml"))
	for _, name := range names {
		text, err := fs.ReadFile(c.files, name)
		if err != nil {
			return err
		}
		for key, n := range keyLines(text) {
			c.at[key] = fmt.Sprintf("%s:%d", name, n)
		}
	}
	return err
}

func (c *checker) readGlossary(catalogue fs.FS) error {
	file := path.Join(c.folder, GlossaryFile)
	text, err := fs.ReadFile(catalogue, file)
	if err != nil {
		return fmt.Errorf("%s: every language has a glossary: %w", c.folder, err)
	}
	if err := yaml.UnmarshalWithOptions(text, &c.glossary, yaml.Strict()); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	c.terms = map[string]*regexp.Regexp{}
	for term := range c.glossary.Terms {
		c.terms[term] = regexp.MustCompile(`\b` + regexp.QuoteMeta(term) + `s?\b`)
	}
	return nil
}

func (c *checker) fault(key, format string, args ...any) {
	c.faults = append(c.faults, Fault{Language: c.folder, Key: key, At: c.at[key], Problem: fmt.Sprintf(format, args...)})
}

func (c *checker) check() {
	group, _ := numberMarks(c.tag)
	if s := c.own[groupMark]; s != nil && s.other.source() != group {
		c.fault(groupMark, "is %q; by CLDR, %q stands between thousands", s.other.source(), group)
	}
	for key, english := range c.english.own {
		if s := c.own[key]; s != nil {
			c.checkSentence(key, s, english)
			continue
		}
		if c.needsNo(key, nil) {
			continue
		}
		c.faults = append(c.faults, Fault{Language: c.folder, Key: key, Problem: "isn't translated", Missing: true})
	}
	for key := range c.own {
		// A language may address its reader where English needs no sentence of its own.
		if base := strings.TrimSuffix(key, "."+YouKey); c.english.own[key] == nil && c.english.own[base] == nil {
			c.fault(key, "there's no such key in English")
		}
	}
	for _, key := range c.glossary.Same {
		if c.own[key] == nil {
			c.fault(key, "is listed as the same in English, but isn't in the language")
		}
	}
}

func (c *checker) checkSentence(key string, s, english *sentence) {
	if english.forms != nil {
		for _, form := range requiredForms(c.tag) {
			if s.forms == nil && form != otherForm || s.forms != nil && s.forms[form] == nil {
				c.fault(key, "the plural form %q is missing", form)
			}
		}
	}
	known := allNames(english)
	for form, p := range s.all() {
		like := english.formLike(form)
		needed := argumentNames(like)
		for name := range argumentNames(p) {
			if !known[name] {
				c.fault(key, "%s: {{.%s}} isn't in the English sentence", form, name)
			}
		}
		for name := range needed {
			if has := argumentNames(p); !has[name] && name != "count" {
				c.fault(key, "%s: {{.%s}} is missing", form, name)
			}
		}
		if got, want := codeSpans(p), codeSpans(like); !maps.Equal(got, want) && !maps.Equal(got, codeSpans(english.other)) {
			c.fault(key, "%s: commands and notation have to stay as they are: %s, want %s", form, list(got), list(want))
		}
		c.checkLength(key, form, p.source(), like.source())
		if strings.Count(p.source(), "`")%2 != 0 {
			c.fault(key, "%s: a ` isn't closed", form)
		}
	}
	for form, p := range s.all() {
		c.checkWording(key, form, p.source(), english.formLike(form).source())
	}
}

// formLike returns the English phrase that corresponds to a plural form of another language.
func (s *sentence) formLike(form string) phrase {
	if p, ok := s.forms[form]; ok {
		return p
	}
	return s.other
}

// checkWording checks that a sentence is translated, with the terms of the glossary.
func (c *checker) checkWording(key, form, said, english string) {
	if slices.Contains(c.glossary.Same, key) {
		return
	}
	if said == english && hasWords(english) {
		c.fault(key, "%s: is the same as in English; translate it or list it in %s", form, GlossaryFile)
		return
	}
	lower, plain := strings.ToLower(said), strings.ToLower(prose(english))
	for term, stems := range c.glossary.Terms {
		says := func(stem string) bool { return strings.Contains(lower, strings.ToLower(stem)) }
		if strings.Contains(plain, term) && c.terms[term].MatchString(plain) && !slices.ContainsFunc(stems, says) { // matching takes long
			c.fault(key, "%s: the term %q isn't said as in the glossary: %s", form, term, strings.Join(stems, ", "))
		}
	}
}

// all yields the sentence's plural forms by their names.
func (s *sentence) all() map[string]phrase {
	if s.forms != nil {
		return s.forms
	}
	return map[string]phrase{otherForm: s.other}
}

// allNames returns the arguments of all forms of a sentence.
func allNames(s *sentence) map[string]bool {
	found := map[string]bool{"cmd": true, "answering": true}
	if s.forms != nil {
		found["count"] = true
	}
	for _, p := range s.all() {
		maps.Copy(found, argumentNames(p))
	}
	return found
}

// argumentNames returns the names of the arguments that a phrase renders or tests.
func argumentNames(p phrase) map[string]bool {
	found := map[string]bool{}
	for _, part := range p {
		if part.kind == placeholder || part.kind == condition {
			found[part.text] = true
		}
		if part.kind == condition {
			maps.Copy(found, argumentNames(part.yes))
			maps.Copy(found, argumentNames(part.no))
		}
	}
	return found
}

// source writes a phrase in the syntax of the catalogue.
func (p phrase) source() string {
	var out strings.Builder
	for _, part := range p {
		switch part.kind {
		case literal:
			out.WriteString(part.text)
		case placeholder:
			out.WriteString("{{." + part.text + "}}")
		case condition:
			out.WriteString("{{if ." + part.text + "}}" + part.yes.source() + "{{else}}" + part.no.source() + "{{end}}")
		case emphasis:
			out.WriteString("*")
		}
	}
	return out.String()
}

var (
	codeSpan = regexp.MustCompile("`[^`]*`")
	braces   = regexp.MustCompile(`\{\{[^}]*\}\}`)
)

// codeSpans returns the code spans of a phrase: commands and notation.
func codeSpans(p phrase) map[string]bool {
	found := map[string]bool{}
	for _, span := range codeSpan.FindAllString(p.source(), -1) {
		found[span] = true
	}
	return found
}

// prose returns a sentence without code and placeholders.
func prose(source string) string {
	return braces.ReplaceAllString(codeSpan.ReplaceAllString(source, " "), " ")
}

// hasWords reports whether a sentence has a word that could be translated.
func hasWords(source string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(prose(source), func(r rune) bool { return !unicode.IsLetter(r) }), func(w string) bool { return len(w) > 2 })
}

func list(found map[string]bool) string { return strings.Join(slices.Sorted(maps.Keys(found)), " ") }

// requiredForms returns the plural forms that whole numbers have in a language by CLDR.
func requiredForms(tag language.Tag) []string {
	p, err := newPlurals(tag)
	if err != nil { // go-i18n has no plural rules for the language
		return []string{otherForm}
	}
	forms := map[string]bool{otherForm: true}
	for n := range 201 {
		forms[p.form(n)] = true
	}
	forms[p.form(1_000_000)] = true
	return slices.Sorted(maps.Keys(forms))
}
