package words

import (
	"errors"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// sentence is a parsed message of the catalogue in one language.
type sentence struct {
	other   phrase
	forms   map[string]phrase // plural forms by CLDR's names; nil where other is the only one
	plurals *plurals
}

// newSentence reads a message. Every message needs the form "other", which is
// used if there is no count, or if its form is missing.
func newSentence(m *i18n.Message, p *plurals) (*sentence, error) {
	if m.Other == "" {
		return nil, errors.New("the form other is missing")
	}
	s := &sentence{forms: map[string]phrase{}, plurals: p}
	for _, f := range []struct{ name, source string }{
		{"zero", m.Zero}, {"one", m.One}, {"two", m.Two}, {"few", m.Few}, {"many", m.Many}, {otherForm, m.Other},
	} {
		if f.source == "" {
			continue
		}
		read, err := readPhrase(f.source, m.LeftDelim, m.RightDelim)
		if err != nil {
			return nil, err
		}
		s.forms[f.name] = read
	}
	s.other = s.forms[otherForm]
	if len(s.forms) == 1 {
		s.forms = nil
	}
	return s, nil
}

// form returns the phrase that goes with the argument "count".
func (s *sentence) form(args Args) phrase {
	if s.forms != nil {
		if p, ok := s.forms[s.plurals.form(args.Value("count"))]; ok {
			return p
		}
	}
	return s.other
}

const otherForm = "other"

// plurals chooses plural forms in one language, as go-i18n does. It caches
// small counts, because a call of go-i18n takes longer than rendering a
// sentence.
type plurals struct {
	localizer *i18n.Localizer
	small     [256]string
}

// formName is a message in which the text of each plural form is the form's name.
var formName = i18n.Message{ID: "form", Zero: "zero", One: "one", Two: "two", Few: "few", Many: "many", Other: otherForm}

func newPlurals(tag language.Tag) (*plurals, error) {
	bundle := i18n.NewBundle(tag)
	if err := bundle.AddMessages(tag, &formName); err != nil {
		return nil, err
	}
	p := &plurals{localizer: i18n.NewLocalizer(bundle)}
	for n := range p.small {
		p.small[n] = p.ask(n)
	}
	return p, nil
}

// form names the form for a count: "one", "few".
func (p *plurals) form(count any) string {
	switch n := count.(type) {
	case nil:
		return otherForm
	case int:
		if 0 <= n && n < len(p.small) {
			return p.small[n]
		}
	case uint64:
		if n < uint64(len(p.small)) {
			return p.small[n]
		}
	}
	return p.ask(plural(count))
}

// ask asks go-i18n. A count that isn't a number has the form "other".
func (p *plurals) ask(count any) string {
	name, err := p.localizer.Localize(&i18n.LocalizeConfig{MessageID: formName.ID, PluralCount: count})
	if err != nil {
		return otherForm
	}
	return name
}

// plural converts a count for the choice of a plural form: go-i18n refuses unsigned
// numbers, and plural rules treat all numbers above the int range alike, except for their
// last digits.
func plural(count any) any {
	switch n := count.(type) {
	case uint64:
		if n > 1000 {
			return 1000 + int(n%1000)
		}
		return int(n)
	case int, int64, string, nil:
		return n
	}
	return nil
}
