package discord

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxNesting is how deep lists and objects may stand in one another; it is
// encoding/json's.
const maxNesting = 10_000

// reader reads one JSON text from front to back, once: whoever reads asks for
// the members that they use, and skips the others, which are checked all the
// same. The first error ends the text, so that one look at the end is enough.
//
// It is here because encoding/json goes through a text twice, the second time
// by reflection, and of a click most is the message that was pressed, of which
// two members count. What is read is what encoding/json would read, which a
// test holds; only that names count as they are written, not in any case, and
// that of two members of one name the later stands.
type reader struct {
	data  []byte
	at    int  // where the rest begins
	depth int  // how many lists and objects are open
	first bool // the list or object was just opened
	err   error
}

// end returns what was wrong with the text, if only that it goes on.
func (r *reader) end() error {
	if r.next(); r.at < len(r.data) {
		r.fail("the end")
	}
	return r.err
}

// fail notes what should have come, if nothing failed before.
func (r *reader) fail(wanted string) {
	if r.err == nil {
		r.err = fmt.Errorf("want %s at byte %d", wanted, r.at)
	}
	r.at = len(r.data)
}

// next is the byte that comes next, after white space; at the end it is 0.
func (r *reader) next() byte {
	for ; r.at < len(r.data); r.at++ {
		switch c := r.data[r.at]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

// take passes a mark if it comes next.
func (r *reader) take(mark byte) bool {
	if r.next() != mark {
		return false
	}
	r.at++
	return true
}

// word passes a word if it comes next.
func (r *reader) word(w string) bool {
	if r.next() != w[0] || !bytes.HasPrefix(r.data[r.at:], []byte(w)) {
		return false
	}
	r.at += len(w)
	return true
}

// members yields the name of each member of an object; the loop must read or
// skip its value. null has none.
func (r *reader) members(yield func(name []byte) bool) {
	if r.word("null") {
		return
	}
	for r.open('{'); r.more('}') && yield(r.name()); {
	}
}

// elements yields once for each element of a list; the loop must read or skip
// it.
func (r *reader) elements(yield func() bool) {
	for r.open('['); r.more(']') && yield(); {
	}
}

func (r *reader) open(bracket byte) {
	if !r.take(bracket) {
		r.fail(string(bracket))
	}
	if r.depth++; r.depth > maxNesting {
		r.fail("less nesting")
	}
	r.first = true
}

// more reports whether another item comes before the closing bracket, and
// passes what stands before it, or that bracket.
func (r *reader) more(closing byte) bool {
	first := r.first
	r.first = false
	if r.take(closing) {
		r.depth--
		return false
	}
	if !first && !r.take(',') {
		r.fail("a comma or " + string(closing))
	}
	return r.err == nil
}

// name reads a member's name, up to its value.
func (r *reader) name() []byte {
	name := r.quoted()
	if !r.take(':') {
		r.fail("a name and a colon")
		return nil
	}
	if asItStands(name) {
		return name[1 : len(name)-1]
	}
	return []byte(unquoted(name))
}

// text reads a string. null leaves s as it is, as it does below.
func (r *reader) text(s *string) {
	if r.word("null") {
		return
	}
	if q := r.quoted(); r.err == nil {
		*s = unquoted(q)
	}
}

// flag reads true or false.
func (r *reader) flag(b *bool) {
	switch {
	case r.word("true"):
		*b = true
	case r.word("false"):
		*b = false
	case !r.word("null"):
		r.fail("true or false")
	}
}

// integer reads a whole number that n can hold.
func integer[T ~int | ~uint | ~uint8](r *reader, n *T) {
	if r.word("null") {
		return
	}
	digits := r.number()
	// Most are small; encoding/json judges the others.
	if v, err := strconv.ParseUint(string(digits), 10, 63); err == nil && uint64(T(v)) == v && T(v) >= 0 {
		*n = T(v)
	} else if r.err == nil && json.Unmarshal(digits, n) != nil {
		r.fail("another number")
	}
}

// raw takes a value as it is written.
func (r *reader) raw(v *json.RawMessage) {
	r.next()
	from := r.at
	r.skip()
	*v = r.data[from:r.at]
}

// optional reads what can be missing; null makes it missing.
func optional[T any](r *reader, v **T, read func(*reader, *T)) {
	if r.word("null") {
		*v = nil
		return
	}
	*v = new(T)
	read(r, *v)
}

// listOf reads a list, each of its elements by read; null makes it nil.
func listOf[T any](r *reader, l *[]T, read func(*reader, *T)) {
	if r.word("null") {
		*l = nil
		return
	}
	*l = []T{}
	for range r.elements {
		var v T
		read(r, &v)
		*l = append(*l, v)
	}
}

// mapOf reads an object as a map, each of its values by read; null makes it
// nil.
func mapOf[T any](r *reader, m *map[string]T, read func(*reader, *T)) {
	if r.word("null") {
		*m = nil
		return
	}
	*m = map[string]T{}
	for name := range r.members {
		key := string(name)
		var v T
		read(r, &v)
		(*m)[key] = v
	}
}

// skip passes a value.
func (r *reader) skip() {
	switch r.next() {
	case '{':
		for range r.members {
			r.skip()
		}
	case '[':
		for range r.elements {
			r.skip()
		}
	case '"':
		r.quoted()
	default:
		if !r.word("null") && !r.word("true") && !r.word("false") {
			r.number()
		}
	}
}

// number passes a number and returns it.
func (r *reader) number() []byte {
	r.next()
	from := r.at
	for r.at < len(r.data) && strings.IndexByte("0123456789+-.eE", r.data[r.at]) >= 0 {
		r.at++
	}
	n := r.data[from:r.at]
	if !natural(n) && !json.Valid(n) {
		r.fail("a value")
	}
	return n
}

// natural reports whether n is a number of nothing but digits, as most are.
func natural(n []byte) bool {
	for _, c := range n {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(n) == 1 || len(n) > 1 && n[0] != '0'
}

// quoted passes a string and returns it as it is written, with its quotes.
func (r *reader) quoted() []byte {
	if r.next() != '"' {
		r.fail("a string")
		return nil
	}
	rest := r.data[r.at:]
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '"':
			r.at += i + 1
			return rest[:i+1]
		case c == '\\':
			n := escape(rest[i:])
			if n == 0 {
				r.fail("a string without unknown escapes")
				return nil
			}
			i += n - 1
		case c < ' ':
			r.fail("a string without control characters")
			return nil
		}
	}
	r.fail("a string that ends")
	return nil
}

// escape is the length of the escape that b begins with, 0 if that is none.
func escape(b []byte) int {
	const short, long = len(`\n`), len(`\u0000`)
	if len(b) >= short && strings.IndexByte(`"\/bfnrt`, b[1]) >= 0 {
		return short
	}
	if len(b) >= long && b[1] == 'u' {
		var code [2]byte
		if _, err := hex.Decode(code[:], b[2:long]); err == nil {
			return long
		}
	}
	return 0
}

// unquoted is what a string means. Escapes are left to encoding/json, and so
// is what is no UTF-8; most strings have neither.
func unquoted(quoted []byte) string {
	if asItStands(quoted) {
		return string(quoted[1 : len(quoted)-1])
	}
	var s string
	_ = json.Unmarshal(quoted, &s) // it is a string
	return s
}

// asItStands reports whether a string means what stands between its quotes.
func asItStands(quoted []byte) bool {
	return bytes.IndexByte(quoted, '\\') < 0 && utf8.Valid(quoted)
}
