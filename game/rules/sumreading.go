package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// How sums and their moves are typed.

// sumWords splits the text of a sum at its blanks and plus signs, and adds the plus signs that are missing
// before the keys of games: in an address a plus sign may have become a blank.
func sumWords(text string) (words []string) {
	for _, w := range plusApart(text) {
		if len(words) > 0 && words[len(words)-1] != plus && isKey(w) {
			words = append(words, plus)
		}
		words = append(words, w)
	}
	return words
}

// plusApart splits a text at its blanks, and around its plus signs.
func plusApart(text string) []string {
	return strings.Fields(strings.ReplaceAll(text, plus, " "+plus+" "))
}

// SpacedPlus returns the words of a setup with each plus sign as a word of its own if they are a sum of
// games: "nim 3+kayles 5". It returns all others as they are.
func SpacedPlus(words []string) []string {
	text := strings.Join(words, " ")
	if !strings.Contains(text, plus) {
		return words
	}
	spaced := plusApart(text)
	if !slices.ContainsFunc(spaced, isKey) {
		return words
	}
	return spaced
}

// sumSpellings name the part in which a move is: "part 2 a1", "2. a1".
var sumSpellings = []spelling{
	spelled("", `(?:in )?(?:part|game) (\d)[.:,]? (.+)`, "$1 $2"),
	spelled("part ", `(.+) in (?:part|game) (\d)`, "$2 $1"),
	spelled("", `(\d)[.:] ?(\S.*)`, "$1 $2"),
}

// partOrMove matches texts whose first number may be that of a part, or belong to the move.
var partOrMove = regexp.MustCompile(`^\d+ [a-z]*\d[^ ]*(?: \d+)?$`)

// record matches moves with their numbers: "1. a2 2. b1", also without blanks behind the points.
var record = regexp.MustCompile(`^1[.)] ?\S+(?: \d+[.)] ?\S+)+$`)

// numberInRecord matches the number of a move in a record.
var numberInRecord = regexp.MustCompile(`(?:^| )\d+[.)] ?`)

// Doubts implements Doubtful: the first number of "2 a1" and "2 3" may be that of a part, and those of
// "1. a2 2. b1" may count moves.
func (p sumPosition) Doubts(text string) (notations []string, several bool) {
	everywhere := func(int) bool { return true }
	if record.MatchString(text) {
		for _, one := range strings.Fields(text) { // "1.a2 2.b1" are moves of a sum as they stand
			if _, rest, ok := p.Within(one); ok && rest != "" {
				notations = append(notations, strings.ToUpper(one))
			}
		}
		if len(notations) == 0 {
			for _, one := range numberInRecord.Split(text, -1)[1:] {
				notations = append(notations, p.readingsIn(everywhere, one)...)
			}
		}
		return notations, true
	}
	if !partOrMove.MatchString(text) {
		return p.partDoubts(text), false
	}
	n, rest, _ := strings.Cut(text, " ")
	inPart := p.readingsIn(func(i int) bool { return strconv.Itoa(i+1) == n }, rest)
	return slices.Concat(inPart, p.readingsIn(everywhere, text), p.partDoubts(text)), false
}

// partDoubts returns what a text may mean that one of the parts has to ask about.
func (p sumPosition) partDoubts(text string) []string {
	chosen := func(int) bool { return true }
	if named := readings(text, sumSpellings); len(named) > 0 {
		n, rest, _ := strings.Cut(named[0], " ")
		chosen, text = func(i int) bool { return strconv.Itoa(i+1) == n }, rest
	}
	var doubts []string
	for i, c := range p.parts {
		of, ok := c.Position.(Doubtful)
		if !ok || !chosen(i) {
			continue
		}
		notations, _ := of.Doubts(text)
		for _, n := range notations {
			if _, err := c.Play(Move(n)); err == nil {
				doubts = append(doubts, inPart(i)+n)
			}
		}
	}
	if len(doubts) == 0 {
		return nil
	}
	return append(doubts, p.readingsIn(chosen, text)...)
}

// Readings reads a move in the part that the text names, by its number or its game, else in
// every part in which it is a move. It doesn't guess what Doubts asks about.
func (p sumPosition) Readings(text string) []string {
	if record.MatchString(text) {
		return nil
	}
	if named := readings(text, sumSpellings); len(named) > 0 {
		n, rest, _ := strings.Cut(named[0], " ")
		if i, ok := number(n); !ok || i < 1 || i > uint64(len(p.parts)) {
			return []string{n + "." + strings.ToUpper(strings.ReplaceAll(rest, " ", ""))} // refused for its part
		}
		return p.readingsIn(func(i int) bool { return strconv.Itoa(i+1) == n }, rest)
	}
	if rest, game, ok := cutLast(text, " in the "); ok {
		of := func(i int) bool {
			g := p.parts[i].game
			return game == g.Key || game == strings.ToLower(g.Title)
		}
		return p.readingsIn(of, rest)
	}
	if partOrMove.MatchString(text) {
		return nil
	}
	return p.readingsIn(func(int) bool { return true }, text)
}

// readingsIn returns what a text can mean in the chosen parts: the legal moves or, if there
// are none, all readings.
func (p sumPosition) readingsIn(chosen func(i int) bool, text string) []string {
	var legal, all []string
	joined := strings.ReplaceAll(text, " ", "")
	for i, c := range p.parts {
		if !chosen(i) {
			continue
		}
		notations := []string{strings.ToUpper(joined), joined}
		if of, ok := c.Position.(Loose); ok {
			for _, r := range of.Readings(text) {
				r = strings.ReplaceAll(r, " ", "")
				notations = append(notations, strings.ToUpper(r), r)
			}
		}
		for _, n := range notations {
			all = append(all, inPart(i)+n)
			if _, err := c.Play(Move(n)); err == nil {
				legal = append(legal, inPart(i)+n)
			}
		}
	}
	if len(legal) > 0 {
		return legal
	}
	return all
}

// cutLast cuts a text at the last place of sep.
func cutLast(text, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(text, sep)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(sep):], true
}
