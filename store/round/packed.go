package round

import (
	"iter"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// A packed string lists people as ID:NUMBER:NUMBER, separated by spaces. The id is URL-escaped, and
// the numbers are in base 36.
const base = 36

// Answer is one person's answer.
type Answer struct {
	ID     string
	Choice int
	Took   Milli
}

// Score is one person's points, and the total time of their right answers.
type Score struct {
	ID     string
	Points int
	Took   Milli
}

// AllAnswers returns the answers to the present question, in the order in which they came.
func (r *Round) AllAnswers() (all []Answer) {
	for id, n := range entries(r.Answers) {
		all = append(all, Answer{id, int(n[0]), Milli(n[1])})
	}
	return all
}

// AnswerOf returns a person's answer to the present question; ok is false if there is none.
func (r *Round) AnswerOf(id string) (a Answer, ok bool) {
	all := r.AllAnswers()
	i := slices.IndexFunc(all, func(a Answer) bool { return a.ID == id })
	if i < 0 {
		return Answer{}, false
	}
	return all[i], true
}

// CountAnswers returns how many people have answered the present question.
func (r *Round) CountAnswers() int { return len(strings.Fields(r.Answers)) }

// entryPrefix returns the beginning of a person's entry.
func entryPrefix(id string) string { return url.QueryEscape(id) + ":" }

// appendEntry adds a person to a packed string.
func appendEntry(packed, id string, first, second int64) string {
	return strings.TrimSpace(packed + " " + entryPrefix(id) + strconv.FormatInt(first, base) + ":" + strconv.FormatInt(second, base))
}

// entries yields the people in a packed string with their numbers.
func entries(packed string) iter.Seq2[string, [2]int64] {
	return func(yield func(string, [2]int64) bool) {
		for entry := range strings.FieldsSeq(packed) {
			part := append(strings.Split(entry, ":"), "", "")
			id, err := url.QueryUnescape(part[0])
			first, _ := strconv.ParseInt(part[1], base, 64) // 0 in a damaged document
			second, _ := strconv.ParseInt(part[2], base, 64)
			if err == nil && !yield(id, [2]int64{first, second}) {
				return
			}
		}
	}
}

func hasEntry(packed, id string) bool { return strings.Contains(" "+packed, " "+entryPrefix(id)) }

// removeEntry removes a person from a packed string.
func removeEntry(packed, id string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(packed), func(e string) bool { return strings.HasPrefix(e, entryPrefix(id)) }), " ")
}
