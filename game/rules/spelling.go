package rules

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A spelling is one way in which people word a move. Each game lists its own; this file
// has those that several games share.
type spelling struct {
	// word is a text that every match contains; looking for it is a cheap check
	// before the slow pattern.
	word string
	form *regexp.Regexp
	as   string // the notation, with the groups of form as $1, $2 …
}

// spelled returns the spelling of a whole text.
func spelled(word, form, as string) spelling {
	return spelling{word, regexp.MustCompile("^(?:" + form + ")$"), as}
}

// readings returns the notation for each spelling that matches a text.
func readings(text string, spellings ...[]spelling) []string {
	var out []string
	for _, list := range spellings {
		for _, s := range list {
			if !strings.Contains(text, s.word) {
				continue
			}
			if m := s.form.FindStringSubmatchIndex(text); m != nil {
				out = append(out, string(s.form.ExpandString(nil, s.as, text, m)))
			}
		}
	}
	return out
}

// whole means, in a reading, all stones of a pile.
const whole = "all"

// takeSpellings take from a lettered pile: "2 from b", "all of pile c", "b 2".
var takeSpellings = []spelling{
	spelled(" from ", `(\d+|all) from (?:pile |row )?([a-z]+)`, "$2$1"),
	spelled(" o", `(\d+|all) (?:of|off) (?:pile |row )?([a-z]+)`, "$2$1"),
	spelled("", `(?:from )?(?:pile |row )?([a-z]+)(?:[ ,:-]*(\d+)|[ ,:-]+(all))`, "$1$2$3"), // "b all", but not "ball"
	spelled("", `(\d+) ?([a-z]+)`, "$2$1"),
}

// splitSpellings split a lettered pile, taking some or none.
var splitSpellings = []spelling{
	spelled(" from ", `(\d+) from (?:pile |row )?([a-z]+) (?:into|leaving) (\d+)(?: and |[ +,]+)(\d+)`, "$2$1:$3+$4"),
	spelled("", `(?:split )?(?:pile |row )?([a-z]+) (?:into|as|leaving) (\d+)(?: and |[ +,]+)(\d+)`, "$1:$2+$3"),
	spelled("split ", `split (?:pile |row )?([a-z]+) (\d+)(?: and |[ +,]+)(\d+)`, "$1:$2+$3"),
}

// slideSpellings move a coin from one square to another.
var slideSpellings = []spelling{
	spelled(" to ", `(?:coin )?(?:on |from )?(?:square )?(\d+) to (?:square )?(\d+)`, "$1-$2"),
	spelled(">", `(?:coin )?(?:on )?(?:square )?(\d+) ?-?> ?(?:square )?(\d+)`, "$1-$2"),
	spelled("", `(\d+)[ ,:]+(\d+)`, "$1-$2"),
}

// turnSpellings turn coins over.
var turnSpellings = []spelling{
	spelled("", `(\d+)[ ,]+(?:and )?(\d+)`, "$1,$2"),
	spelled("", `(\d+)[ ,]+(\d+)[ ,]+(?:and )?(\d+)`, "$1,$2,$3"),
}

// resized matches texts that say what a pile of one size becomes: "7 becomes 2", "make the
// 7 a 2", "cut the 5 down to 1".
var resized = regexp.MustCompile(`^(?:(?:make|turn|cut|bring|reduce) )?(the )?(\d+) (?:becomes|into|(?:down )?to|an?|-?>|→) ?(?:an? )?(\d+)$`)

// resizing returns the reading of a text that says what the first pile of a size becomes. It
// ignores a small number without "the", which may mean the place of a pile.
func (h heaps) resizing(text string) []string {
	m := resized.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	from, err := strconv.ParseUint(m[2], 10, 64)
	to, err2 := strconv.ParseUint(m[3], 10, 64)
	i := slices.Index(h, from)
	if err != nil || err2 != nil || i < 0 || to >= from || m[1] == "" && from <= uint64(len(h)) {
		return nil
	}
	return []string{Label(i) + strconv.FormatUint(from-to, 10)}
}

// turnReadings returns the coins that a text names in any order, sorted from right to
// left.
func turnReadings(text string) []string {
	out := readings(text, turnSpellings)
	for i, r := range out {
		coins := strings.Split(r, ",")
		slices.SortFunc(coins, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(b, a)) })
		out[i] = strings.Join(coins, ",")
	}
	return out
}

// Readings recognizes moves that take from one pile. A bare amount may mean each pile.
func (h heaps) Readings(text string) []string { return h.takeReadings(text, takeSpellings) }

// takeReadings returns the readings of games with lettered piles. "All" stands for
// what the pile holds.
func (h heaps) takeReadings(text string, spellings ...[]spelling) []string {
	out := readings(text, spellings...)
	for i, r := range out {
		out[i] = h.filledIn(r)
	}
	out = append(out, h.resizing(text)...)
	if i := h.onlyPile(); text == "both" && i >= 0 && h[i] == 2 {
		return append(out, Label(i)+"2")
	}
	if text != whole && !isDigits(text) {
		return out
	}
	for i, n := range h {
		if n > 0 {
			out = append(out, h.filledIn(Label(i)+text))
		}
	}
	return out
}

// onlyPile returns the only pile that isn't empty, or -1 if there isn't exactly one.
func (h heaps) onlyPile() int {
	only := -1
	for i, n := range h {
		switch {
		case n == 0:
		case only >= 0:
			return -1
		default:
			only = i
		}
	}
	return only
}

// filledIn replaces "all" after a pile's label by what the pile holds.
func (h heaps) filledIn(reading string) string {
	label, ok := strings.CutSuffix(reading, whole)
	if !ok {
		return reading
	}
	i, rest, ok := splitLabel(strings.ToUpper(label))
	if !ok || rest != "" || i >= len(h) {
		return reading
	}
	return label + strconv.FormatUint(h[i], 10)
}

// splitParts finds the two parts of a split.
var splitParts = regexp.MustCompile(`^(.+:)(\d+)\+(\d+)$`)

// eitherWay adds each split with its parts exchanged: games write the smaller part
// first, people write either first.
func eitherWay(readings []string) []string {
	for _, r := range readings {
		if m := splitParts.FindStringSubmatch(r); m != nil {
			readings = append(readings, m[1]+m[3]+"+"+m[2])
		}
	}
	return readings
}
