package round

import (
	"iter"
	"net/url"
	"strconv"
	"strings"
)

// People are kept in one string, ID:NUMBER:NUMBER with blanks between them: the id is
// escaped as in an address, and the numbers are written to base 36.

const base = 36

// Answer is one person's answer.
type Answer struct {
	ID     string
	Choice int
	Took   Milli
}

// Score are one person's points.
type Score struct {
	ID     string
	Points int
	Took   Milli // for the right answers, in all
}

// All are the answers to the present question, in the order in which they came.
func (r *Round) All() (all []Answer) {
	for id, n := range each(r.Answers) {
		all = append(all, Answer{id, int(n[0]), Milli(n[1])})
	}
	return all
}

// AnswerOf is a person's answer to the present question.
func (r *Round) AnswerOf(id string) (a Answer, ok bool) {
	if !has(r.Answers, id) {
		return Answer{}, false
	}
	for _, a := range r.All() {
		if a.ID == id {
			return a, true
		}
	}
	return Answer{}, false
}

// Count is how many have answered the present question.
func (r *Round) Count() int { return count(r.Answers) }

func (r *Round) scores() (all []Score) {
	for id, n := range each(r.Scores) {
		all = append(all, Score{id, int(n[0]), Milli(n[1])})
	}
	return all
}

// appended adds a person with numbers to a packed string.
func appended(packed, id string, numbers ...int64) string {
	b := []byte(packed)
	if len(b) > 0 {
		b = append(b, ' ')
	}
	b = append(b, url.QueryEscape(id)...)
	for _, n := range numbers {
		b = strconv.AppendInt(append(b, ':'), n, base)
	}
	return string(b)
}

// each are the people of a packed string with two numbers; missing ones are 0.
func each(packed string) iter.Seq2[string, [2]int64] {
	return func(yield func(string, [2]int64) bool) {
		for entry := range strings.FieldsSeq(packed) {
			escaped, rest, _ := strings.Cut(entry, ":")
			id, err := url.QueryUnescape(escaped)
			first, second, _ := strings.Cut(rest, ":")
			var n [2]int64
			n[0], _ = strconv.ParseInt(first, base, 64) // 0 for what nobody wrote
			n[1], _ = strconv.ParseInt(second, base, 64)
			if err == nil && !yield(id, n) {
				return
			}
		}
	}
}

// find is where a person stands in a packed string, from and to; from is -1 if they don't.
func find(packed, id string) (from, to int) {
	escaped := url.QueryEscape(id)
	for at := 0; at <= len(packed); {
		end := at + strings.IndexByte(packed[at:], ' ')
		if end < at {
			end = len(packed)
		}
		if rest, ok := strings.CutPrefix(packed[at:end], escaped); ok && (rest == "" || rest[0] == ':') && id != "" {
			return at, end
		}
		at = end + 1
	}
	return -1, -1
}

func has(packed, id string) bool {
	from, _ := find(packed, id)
	return from >= 0
}

// without is a packed string without a person.
func without(packed, id string) string {
	from, to := find(packed, id)
	if from < 0 {
		return packed
	}
	return strings.TrimSpace(packed[:from] + strings.TrimPrefix(packed[to:], " "))
}

func count(packed string) int {
	if packed == "" {
		return 0
	}
	return strings.Count(packed, " ") + 1
}
