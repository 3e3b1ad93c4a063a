package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
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

// joiners are what people type for a plus sign.
var joiners = map[string]bool{plus: true, "plus": true, "and": true, "with": true, "&": true}

// SpacedPlus returns the words of a setup with each plus sign as a word of its own if they are a sum of
// games: "nim 3+kayles 5", "nim 3 and kayles 5". It returns all others as they are.
func SpacedPlus(words []string) []string {
	spaced := plusApart(strings.Join(words, " "))
	if joined := joinedParts(spaced, false); joined != nil {
		return joined
	}
	if slices.Contains(spaced, plus) && slices.ContainsFunc(spaced, isKey) {
		return spaced
	}
	return words
}

// JoinedIn returns the words of a sentence with a plus sign between games that follow each other with their
// positions, whatever word of a language stands between them; nil if none do.
func JoinedIn(words []string) []string { return joinedParts(plusApart(strings.Join(words, " ")), true) }

// joinedParts writes a plus sign between the parts of a sum. Parts either all have a position, or none has; the game
// of the first may be missing where something joins it to the next. It returns nil if the words aren't a sum.
func joinedParts(words []string, loose bool) (joined []string) {
	games, placed := 0, 0 // how many parts there are, and how many have a position
	var part []string     // the words since the last key
	for _, w := range words {
		if !isKey(w) {
			part = append(part, w)
			continue
		}
		left, signed := withoutJoiner(part, loose && games > 0)
		if !loose && games > 0 && len(left) > 0 && isWord(left[len(left)-1]) {
			return nil // "nim 3 und kayles 4" is a sentence
		}
		if games == 0 && signed && hasDigit(left) { // a position without its game
			games++
		}
		if games > 0 {
			placed += countIf(hasDigit(left))
			left = append(left, plus)
		}
		joined = append(append(joined, left...), w)
		games, part = games+1, nil
	}
	placed += countIf(hasDigit(part))
	if games < minSum || placed != games && (placed > 0 || loose) && !slices.Contains(words, plus) {
		return nil
	}
	return append(joined, part...)
}

func isWord(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
}

func countIf(counts bool) int {
	if counts {
		return 1
	}
	return 0
}

// withoutJoiner cuts what joins a part to the next off the part's end: a comma, a joiner or, in a sentence, any one
// word.
func withoutJoiner(part []string, sentence bool) (left []string, signed bool) {
	left = slices.Clone(part)
	if n := len(left) - 1; n >= 0 && (joiners[strings.ToLower(left[n])] || sentence && n > 0 && !hasDigit(left[n:])) {
		left, signed = left[:n], true
	}
	if n := len(left) - 1; n >= 0 && strings.HasSuffix(left[n], ",") {
		left[n], signed = strings.TrimSuffix(left[n], ","), true
	}
	return left, signed
}

// hasDigit reports whether there is a digit in any of the words.
func hasDigit(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.ContainsAny(w, "0123456789") })
}

// sumSpellings name the part in which a move is: "part 2 a1", "2. a1".
var sumSpellings = []spelling{
	spelled("", `(?:in )?(?:part|game) (\d+)[.:,]? (.+)`, "$1 $2"),
	spelled("", `(.+) in (?:part|game) (\d+)`, "$2 $1"),
	spelled("", `(\d)[.:] ?(\S.*)`, "$1 $2"),
}

// partOrMove matches texts whose first number may be that of a part, or belong to the move.
var partOrMove = regexp.MustCompile(`^\d+ [a-z]*\d[^ ]*(?: \d+)?$`)

// partAlone matches the name of a part without a move.
var partAlone = regexp.MustCompile(`^(?:in )?(?:part|game) (\d+)$`)

// partOrStep matches "3:1", which may be move 1 in part 3, or in another part a move from step 3.
var partOrStep = regexp.MustCompile(`^(\d):(\S+)$`)

// record matches moves with their numbers: "1. a2 2. b1", also without blanks behind the points.
var record = regexp.MustCompile(`^1[.)] ?\S+(?: \d+[.)] ?\S+)+$`)

// numberInRecord matches the number of a move in a record.
var numberInRecord = regexp.MustCompile(`(?:^| )\d+[.)] ?`)

// Doubts implements Doubtful: the first number of "2 a1" and "2 3" may be that of a part, and those of
// "1. a2 2. b1" may count moves. A part without a move may mean any move in it: one of each first step.
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
	if part := partAlone.FindStringSubmatch(text); part != nil {
		for c := range p.Choices(part[1] + ".") {
			notations = append(notations, firstMove(p, c))
		}
		return notations, false
	}
	if partOrStep.MatchString(text) {
		if notations = p.partOrStepReadings(text); p.legal(notations) > 1 {
			return notations, false
		}
		return nil, false
	}
	if !partOrMove.MatchString(text) {
		return p.partDoubts(text), false
	}
	n, rest, _ := strings.Cut(text, " ")
	inPart := p.readingsIn(func(i int) bool { return strconv.Itoa(i+1) == n }, rest)
	return slices.Concat(inPart, p.readingsIn(everywhere, text), p.partDoubts(text)), false
}

// partOrStepReadings returns both meanings of a text that matches partOrStep.
func (p sumPosition) partOrStepReadings(text string) []string {
	m := partOrStep.FindStringSubmatch(text)
	inPart := p.readingsIn(func(i int) bool { return strconv.Itoa(i+1) == m[1] }, m[2])
	return append(inPart, p.readingsIn(func(int) bool { return true }, text)...)
}

// legal counts the different legal moves among notations.
func (p sumPosition) legal(notations []string) int {
	moves := map[string]bool{}
	for _, n := range notations {
		if _, err := p.Play(Move(n)); err == nil {
			moves[n] = true
		}
	}
	return len(moves)
}

// firstMove returns the first complete move to which a step leads.
func firstMove(p sumPosition, step Choice) string {
	for !step.Done {
		for next := range p.Choices(step.Prefix) {
			step = next
			break
		}
	}
	return step.Prefix
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
	if partOrStep.MatchString(text) {
		return p.partOrStepReadings(text)
	}
	if named := readings(text, sumSpellings); len(named) > 0 {
		n, rest, _ := strings.Cut(named[0], " ")
		if i, ok := number(n); !ok || i < 1 || i > uint64(len(p.parts)) {
			return []string{n + "." + strings.ToUpper(strings.ReplaceAll(rest, " ", ""))} // refused for its part
		}
		return p.readingsIn(func(i int) bool { return strconv.Itoa(i+1) == n }, rest)
	}
	if rest, game, ok := cutLast(text, " in "); ok {
		game = strings.TrimPrefix(game, "the ")
		of := func(i int) bool {
			g := p.parts[i].game
			return game == g.Key || game == strings.ToLower(g.Title)
		}
		if isWord(strings.ReplaceAll(game, " ", "")) && len(game) > 1 { // no pile
			return p.readingsIn(of, rest)
		}
	}
	if partOrMove.MatchString(text) {
		return nil
	}
	return p.readingsIn(func(int) bool { return true }, text)
}

// readingsIn returns what a text can mean in the chosen parts: the legal moves or, if there
// are none, all readings in parts that aren't over.
func (p sumPosition) readingsIn(chosen func(i int) bool, text string) []string {
	var legal, all, over []string
	joined := strings.ReplaceAll(text, " ", "")
	for i, c := range p.parts {
		if !chosen(i) {
			continue
		}
		if c.over {
			over = append(over, inPart(i)+strings.ToUpper(joined))
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
	switch {
	case len(legal) > 0:
		return legal
	case len(all) > 0:
		return all
	}
	return over // refused because nobody can move there
}

// cutLast cuts a text at the last place of sep.
func cutLast(text, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(text, sep)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(sep):], true
}
