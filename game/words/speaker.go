package words

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"text/template"
	"unicode"
	"unicode/utf8"

	"nimbot/game/rules"
	"nimbot/store/platform"
)

// renderer renders texts in one language for one Voice. It appends them to out.
type renderer struct {
	lexicon lexicon
	voice   Voice
	out     []byte

	valueEnd int // where the value ends that was appended last
	dropped  int // where a command was left out last
}

// renderers is a pool, so that the out buffers are reused; Say copies the result
// into a string.
var renderers = sync.Pool{New: func() any { return new(renderer) }}

// noValue replaces a missing argument, as text/template does.
const noValue = "<no value>"

// botCommand is the argument {{.cmd}} that every sentence has: Voice.Command.
type botCommand struct{}

// answerCommand is the argument {{.answering}} that every sentence has:
// Voice.Answering.
type answerCommand struct{}

// text appends the rendered t. An unknown key is rendered as the key with its
// arguments.
func (s *renderer) text(t Text) {
	known := s.sentence(t)
	if known == nil {
		s.out = fmt.Append(s.out, t.Key, " ", t.Args)
		return
	}
	s.phrase(known.form(t.Args), t.Args)
}

// sentence returns the sentence for t, nil if the catalogue has none.
func (s *renderer) sentence(t Text) *sentence {
	if s.voice.Pronoun != nil {
		if u, ok := t.Args.person(); ok && s.voice.Pronoun(u) == YouKey {
			if direct := s.lexicon[t.Key+"."+YouKey]; direct != nil {
				return direct
			}
		}
	}
	return s.lexicon[t.Key]
}

func (s *renderer) phrase(p phrase, args Args) {
	open := 0
	for i := range p {
		switch part := &p[i]; part.kind {
		case literal:
			s.literal(part.text)
		case placeholder:
			s.value(argument(args, part.text))
			s.valueEnd = len(s.out)
		case condition:
			if s.holds(argument(args, part.text)) {
				s.phrase(part.yes, args)
			} else {
				s.phrase(part.no, args)
			}
		case emphasis:
			s.out = append(s.out, s.voice.Strong[open]...)
			open = 1 - open
		}
	}
}

// literal appends a sentence's own text. After a value that is abbreviated, such as "29 nov.", the
// sentence has no second full stop; a command that isn't said takes the blank after it along.
func (s *renderer) literal(text string) {
	if s.valueEnd == len(s.out) && strings.HasPrefix(text, ".") && !strings.HasPrefix(text, "..") && bytes.HasSuffix(s.out, []byte(".")) {
		text = text[1:]
	}
	if s.dropped > 0 && s.dropped == len(s.out) {
		text = strings.TrimPrefix(text, " ")
	}
	s.out = append(s.out, text...)
}

// argument returns the value of a placeholder.
func argument(args Args, name string) any {
	a := args.Value(name)
	switch {
	case a != nil:
		return a
	case name == "cmd":
		return botCommand{}
	case name == "answering":
		return answerCommand{}
	}
	return nil
}

// value appends an argument's value and fixes the article before it.
func (s *renderer) value(a any) {
	before := len(s.out)
	s.appendValue(a)
	s.fixArticle(before)
}

// appendValue appends the value of an argument, without regard to articles.
func (s *renderer) appendValue(a any) {
	switch a := a.(type) {
	case string:
		s.out = append(s.out, a...)
	case int:
		s.count(a)
	case uint64:
		s.out = strconv.AppendUint(s.out, a, 10)
	case botCommand:
		s.out = append(s.out, s.voice.Command...)
	case answerCommand:
		if s.voice.Field {
			s.dropped = len(s.out)
			return
		}
		s.out = append(s.out, s.voice.answering()...)
	case rules.Move:
		s.out = append(s.out, a...)
	case Person:
		s.person(a)
	case Quote:
		s.quote(a)
	case Where:
		s.where(a)
	case Text:
		s.nested(a)
	case []Text:
		s.list(a)
	case Decimal:
		whole, decimals, has := strings.Cut(string(a), ".")
		s.out = append(s.out, whole...)
		if has {
			s.text(New(decimalMark))
			s.out = append(s.out, decimals...)
		}
	case rules.Title:
		s.text(Title(string(a)))
	case []rules.Row:
		s.piles(a)
	case rules.Numbers:
		s.numbers(a)
	case rules.Wording:
		s.text(New("words."+a.Code, a.Args...))
	case []rules.Wording:
		s.wordings(a)
	case rules.Series:
		s.series(a)
	case nil:
		s.out = append(s.out, noValue...)
	case Named:
		s.person(a.Person())
	default:
		s.out = fmt.Append(s.out, a)
	}
}

// holds reports whether a is present, not empty and not 0.
func (s *renderer) holds(a any) bool {
	switch a.(type) {
	case string, Quote, botCommand, rules.Move, Person, Named, Where, Text, []Text, []rules.Row:
		before := len(s.out)
		s.value(a)
		said := len(s.out) > before
		s.out = s.out[:before]
		return said
	}
	truth, _ := template.IsTrue(a)
	return truth
}

// count renders a whole number with marks between its thousands: "2,000".
func (s *renderer) count(n int) {
	before := len(s.out)
	s.out = strconv.AppendInt(s.out, int64(n), 10)
	if -1000 < n && n < 1000 || s.lexicon[groupMark] == nil {
		return
	}
	digits := string(s.out[before:])
	s.out = s.out[:before]
	for i, d := range digits {
		if left := len(digits) - i; i > 0 && left%3 == 0 && digits[i-1] != '-' {
			s.text(New(groupMark))
		}
		s.out = append(s.out, byte(d))
	}
}

// where renders the way to a place.
func (s *renderer) where(w Where) {
	if s.voice.Where == nil {
		s.out = append(s.out, '#')
		s.foreign(w.Channel, w.Channel)
		return
	}
	s.out = append(s.out, s.voice.Where(w)...)
}

func (s *renderer) person(p Person) {
	if s.voice.Pronoun != nil {
		if key := s.voice.Pronoun(p); key != "" {
			s.pronoun(key)
			return
		}
	}
	switch {
	case p.ID == platform.BotID:
		s.text(New("bot.name"))
	case p.ID == platform.ForgottenID:
		s.pronoun("person.forgotten")
	case s.voice.Name == nil:
		s.foreign(p.Name, p.Name)
	default:
		s.foreign(s.voice.Name(p), p.Name)
	}
}

// quote renders what a person typed. Between backticks no platform reads markup.
func (s *renderer) quote(q Quote) {
	said := string(q)
	if s.voice.Quote != nil {
		said = s.voice.Quote(said, bytes.Count(s.out, []byte("`"))%2 == 1)
	}
	s.foreign(said, said)
}

// pronoun renders the word of a key, with a capital if it begins a sentence.
func (s *renderer) pronoun(key string) {
	before := len(s.out)
	s.text(New(key))
	s.capitalize(before)
}

// nested renders a text inside a sentence. A possible action gets a capital if it begins the
// sentence.
func (s *renderer) nested(t Text) {
	before := len(s.out)
	s.text(t)
	if strings.HasPrefix(t.Key, "do.") {
		s.capitalize(before)
	}
}

// capitalize gives what follows the first n bytes a capital if it begins a sentence.
func (s *renderer) capitalize(n int) {
	if !s.beginsSentence(n) {
		return
	}
	word := string(s.out[n:])
	first, size := utf8.DecodeRuneInString(word)
	s.out = append(utf8.AppendRune(s.out[:n], unicode.ToUpper(first)), word[size:]...)
}

// beginsSentence reports whether the text after the first n bytes begins a sentence, possibly
// after marks of emphasis.
func (s *renderer) beginsSentence(n int) bool {
	said := s.out[:n]
	for _, mark := range s.voice.Strong {
		said = bytes.TrimSuffix(bytes.TrimRight(said, " \n"), []byte(mark))
	}
	said = bytes.TrimRight(said, " \n")
	return len(said) == 0 || bytes.ContainsRune([]byte(".!?"), rune(said[len(said)-1]))
}

// list joins texts in the way of the language: "A1, B2, C3".
func (s *renderer) list(texts []Text) {
	for i, t := range texts {
		s.separate(i)
		s.text(t)
	}
}

// piles names piles: "A 3, B 4 (passed)".
func (s *renderer) piles(rows []rules.Row) {
	args := Args{"label", nil, "size", nil}
	for i, r := range rows {
		s.separate(i)
		args[1], args[3] = r.Label, r.Count
		key := "pile"
		if r.Used {
			key = "pile.used"
		}
		s.text(Text{Key: key, Args: args})
	}
}

// numbers joins numbers, as list does.
func (s *renderer) numbers(numbers rules.Numbers) {
	for i, n := range numbers {
		s.separate(i)
		s.out = strconv.AppendUint(s.out, n, 10)
	}
}

// wordings joins the wordings of a game, as list does.
func (s *renderer) wordings(words []rules.Wording) {
	for i, w := range words {
		s.separate(i)
		s.text(New("words."+w.Code, w.Args...))
	}
}

// series joins the items of an enumeration: "6, 4 and 1".
func (s *renderer) series(words rules.Series) {
	for i, w := range words {
		if i > 0 && i == len(words)-1 {
			s.text(New("list.and"))
		} else {
			s.separate(i)
		}
		s.text(New("words."+w.Code, w.Args...))
	}
}

// separate renders the mark before item i of a list.
func (s *renderer) separate(i int) {
	if i > 0 {
		s.text(New("list.separator"))
	}
}
