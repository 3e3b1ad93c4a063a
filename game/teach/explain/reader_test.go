package explain_test

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nimbot/game/rules"
)

// A reader simulates a person who can do sums and knows the rules but not the theory. It
// gets the second hint and the position, and returns the move to play, or "" if the hint
// isn't enough.
type reader func(hint string, p rules.Position) rules.Move

// readers are the readers of the second hint in normal play.
var readers = map[string]reader{
	"nim":         readNim,
	"cake":        readPart(`the (\w+) side`, func(label string, from, to int) string { return fmt.Sprint(label, from-to) }),
	"nimble":      readPart(`the coin on (\d+)`, func(label string, _, to int) string { return fmt.Sprint(label, "-", to+1) }),
	"stairs":      readPart(`step (\d+)`, moveDown),
	"northcott":   readResult(`row (\w+)`, countRow),
	"pass":        readResult(`pile (\w+)`, countWithPass),
	"subtraction": readResult(`pile (\w+)`, countByTable),
	"kayles":      readResult(`row (\w+)`, countByTable),
	"coins":       readCoins,
	"fibonacci":   readFibonacci,
	"wythoff":     readWythoff,
	"euclid":      readEuclid,
	"moore":       readMoore,
}

// misereReaders are the readers in misère play. They follow the hint's sentence
// about the end literally. Kayles has no such sentence.
var misereReaders = map[string]reader{
	"nim":         readEnding("leave no pile above one: then leave an odd number of ones", readNim, sizes, false),
	"moore":       readEnding("leave no pile above one: then leave 1, ", readMoore, sizes, true),
	"cake":        readers["cake"],
	"nimble":      readers["nimble"],
	"stairs":      readers["stairs"],
	"pass":        readers["pass"],
	"subtraction": readers["subtraction"],
	"coins":       readCoins,
	"fibonacci":   readFibonacci,
	"wythoff":     readWythoff,
	"euclid":      readEuclid,
}

// readEnding returns the move that the sentence about the end prescribes, if it applies.
func readEnding(sentence string, otherwise reader, count func(rules.Position) []int, columns bool) reader {
	return func(hint string, p rules.Position) rules.Move {
		if !strings.Contains(hint, sentence) && !strings.Contains(hint, "Only ones are left, and the last move loses.") {
			return ""
		}
		if canEnd(p, count) {
			return byTheSentence(p, count, columns)
		}
		return otherwise(hint, p)
	}
}

// canEnd reports whether a move can leave nothing that counts above one.
func canEnd(p rules.Position, count func(rules.Position) []int) bool {
	for m := range p.Moves() {
		if q, err := p.Play(m); err == nil && slices.Max(count(q)) <= 1 {
			return true
		}
	}
	return false
}

// read returns the move of a reader, and handles the hints that all games share.
func read(of reader, hint string, p rules.Position) rules.Move {
	if strings.Contains(hint, "only one move") || strings.Contains(hint, "Every move wins") {
		for m := range p.Moves() {
			return m
		}
	}
	if strings.Contains(hint, "One move can end the game here") {
		for m := range p.Moves() {
			if q, err := p.Play(m); err == nil && rules.Over(q) {
				return m
			}
		}
	}
	return of(hint, p)
}

func number(s string) int { n, _ := strconv.Atoi(s); return n }

// find returns the first match of a pattern and its groups, nil if there is none.
func find(pattern, text string) []string { return regexp.MustCompile(pattern).FindStringSubmatch(text) }

// legal returns m if it is a legal move of p, else "".
func legal(p rules.Position, m string) rules.Move {
	if _, err := p.Play(rules.Move(m)); err != nil {
		return ""
	}
	return rules.Move(m)
}

// readNim works out the nim-sum of the piles.
func readNim(hint string, p rules.Position) rules.Move {
	look := find(`Look at pile (\w)\.`, hint)
	if look == nil {
		return ""
	}
	sizes := strings.Fields(p.String())
	sum := 0
	for _, s := range sizes {
		sum ^= number(s)
	}
	size := number(sizes[look[1][0]-'A'])
	return legal(p, fmt.Sprint(look[1], size-(size^sum)))
}

// counts returns what a part counts now and what it must count, as the hint says.
func counts(hint string) (from, to int, ok bool) {
	a, b := find(`counts as a Nim pile of (\d+)`, hint), find(`Make .+ count as (\d+)\.`, hint)
	if a == nil || b == nil {
		return 0, 0, false
	}
	return number(a[1]), number(b[1]), true
}

// readPart reads hints that name a part and say what it counts and must count; write
// returns the move.
func readPart(part string, write func(label string, from, to int) string) reader {
	return func(hint string, p rules.Position) rules.Move {
		look := find(`Look at `+part, hint)
		from, to, ok := counts(hint)
		if look == nil || !ok {
			return ""
		}
		return legal(p, write(look[1], from, to))
	}
}

// moveDown moves coins off a step or, to make it count for more, down onto it.
func moveDown(label string, from, to int) string {
	if to > from {
		return fmt.Sprint(number(label)+1, ":", to-from)
	}
	return fmt.Sprint(label, ":", from-to)
}

// readResult tries the moves on a part until the rest of it counts as much as the
// hint says.
func readResult(part string, count func(hint, label string, before, after rules.Position) int) reader {
	return func(hint string, p rules.Position) rules.Move {
		look, to := find(`Look at `+part, hint), find(`Make .+ count as (\d+)\.`, hint)
		if look == nil || to == nil {
			return ""
		}
		for m := range p.Moves() {
			q, err := p.Play(m)
			if err == nil && strings.HasPrefix(string(m), look[1]) && count(hint, look[1], p, q) == number(to[1]) {
				return m
			}
		}
		return ""
	}
}

// countRow returns the number of squares between the two men of a row.
func countRow(_, label string, _, after rules.Position) int {
	row := strings.Fields(after.String())[1+label[0]-'A']
	men := find(`:(\d+),(\d+)`, row)
	return max(number(men[1])-number(men[2]), number(men[2])-number(men[1])) - 1
}

// countWithPass counts a pile by the rule of the hint.
func countWithPass(hint, label string, _, after rules.Position) int {
	pile := strings.Fields(after.String())[label[0]-'A']
	size := number(strings.TrimSuffix(pile, "-"))
	switch {
	case !strings.Contains(hint, "A pile with its pass counts as one more when it's odd and as one less when it's even; an empty pile counts for nothing, and a passed one for its size."):
		return -1
	case size == 0 || strings.HasSuffix(pile, "-"):
		return size
	case size%2 == 1:
		return size + 1
	}
	return size - 1
}

// countByTable counts the rest of a pile by the tables of the hint.
func countByTable(hint, label string, before, after rules.Position) int {
	table := map[int]int{0: 0}
	for _, m := range regexp.MustCompile(`sizes? (\d+)(?: to \d+)? counts? as ([\d ]+)\.`).FindAllStringSubmatch(strings.ToLower(hint), -1) {
		for i, v := range strings.Fields(m[2]) {
			table[number(m[1])+i] = number(v)
		}
	}
	piles := func(p rules.Position) []string {
		text, _, _ := strings.Cut(p.String(), "{")
		return strings.Fields(text)
	}
	first := int(label[0] - 'A')
	value := 0
	for _, pile := range piles(after)[first : first+1+len(piles(after))-len(piles(before))] {
		v, ok := table[number(pile)]
		if !ok {
			return -1
		}
		value ^= v
	}
	return value
}

// readCoins moves a coin of a pair until the gap is right.
func readCoins(hint string, p rules.Position) rules.Move {
	look := find(`Look at the gap at (?:(\d+)–)?(\d+)`, hint)
	_, to, ok := counts(hint)
	if look == nil || !ok {
		return ""
	}
	left, right := number(look[1]), number(look[2])
	if m := legal(p, fmt.Sprint(right, "-", left+to+1)); m != "" {
		return m
	}
	return legal(p, fmt.Sprint(left, "-", right-to-1))
}

// readFibonacci takes the smallest part of the sum.
func readFibonacci(hint string, p rules.Position) rules.Move {
	if find(`as a sum of Fibonacci numbers \(1, 2, 3, 5, 8 …\), no two of them next to each other in that list\. Whoever can take the smallest part wins\.`, hint) == nil {
		return ""
	}
	left := number(strings.Fields(p.String())[0])
	if strings.Contains(hint, "leave it out") {
		left--
	}
	part := left
	for left > 0 {
		a, b := 1, 2
		for b <= left {
			a, b = b, a+b
		}
		part, left = a, left-a
	}
	return legal(p, strconv.Itoa(part))
}

// readWythoff goes on with the list of lost pairs until it finds the one that
// is asked for.
func readWythoff(hint string, p rules.Position) rules.Move {
	list, ask, _ := strings.Cut(hint, " … ")
	var pairs [][2]int
	used := map[int]bool{0: true}
	for _, m := range regexp.MustCompile(`(\d+) and (\d+)`).FindAllStringSubmatch(list, -1) {
		pairs = append(pairs, [2]int{number(m[1]), number(m[2])})
		used[number(m[1])], used[number(m[2])] = true, true
	}
	for range 100 {
		last := pairs[len(pairs)-1]
		low := 0
		for used[low] {
			low++
		}
		high := low + last[1] - last[0] + 1
		used[low], used[high] = true, true
		pairs = append(pairs, [2]int{low, high})
	}
	size, difference := find(`Which pair has (\d+) in it`, ask), find(`Which pair has a difference of (\d+)`, ask)
	for _, pair := range pairs {
		if size != nil && pair[0] != number(size[1]) && pair[1] != number(size[1]) ||
			difference != nil && pair[1]-pair[0] != number(difference[1]) || size == nil && difference == nil {
			continue
		}
		if m := leading(p, fmt.Sprint(pair[0], " ", pair[1]), fmt.Sprint(pair[1], " ", pair[0])); m != "" {
			return m
		}
	}
	return ""
}

// leading returns a move that leads to one of some positions.
func leading(p rules.Position, to ...string) rules.Move {
	for m := range p.Moves() {
		if q, err := p.Play(m); err == nil && slices.Contains(to, q.String()) {
			return m
		}
	}
	return ""
}

// readEuclid subtracts the smaller number until the pair that the hint names is left.
func readEuclid(hint string, p rules.Position) rules.Move {
	f := strings.Fields(p.String())
	smaller, ending := min(number(f[0]), number(f[1])), 0
	switch rest := find(`the remainder is (\d+)\. If that's more than ([\d.]+) times (\d+), leave`, hint); {
	case strings.Contains(hint, "take all of it"):
	case strings.Contains(hint, "leave two equal numbers"):
		ending = smaller
	case rest != nil:
		golden, _ := strconv.ParseFloat(rest[2], 64)
		ending = number(rest[1])
		if float64(ending) <= golden*float64(number(rest[3])) {
			ending += number(rest[3])
		}
	default:
		return ""
	}
	return leading(p, fmt.Sprint(ending, " ", smaller), fmt.Sprint(smaller, " ", ending))
}

// readMoore tries the amounts of the piles that are named until every column is
// right: a multiple of k + 1, as the method says.
func readMoore(hint string, p rules.Position) rules.Move {
	look := find(`Take from piles? ([A-Z](?:, [A-Z])*(?: and [A-Z])?) (?:only|at once)`, hint)
	if look == nil {
		return ""
	}
	var want strings.Builder
	for _, label := range strings.Split(strings.ReplaceAll(look[1], " and ", ", "), ", ") {
		want.WriteString(label)
	}
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err == nil && regexp.MustCompile(`\d`).ReplaceAllString(string(m), "") == want.String() && columnsAreRight(q) {
			return m
		}
	}
	return ""
}

// columnsAreRight adds the columns of a position of Moore's Nim, "3 3 3 k2".
func columnsAreRight(p rules.Position) bool {
	f := strings.Fields(p.String())
	base := number(f[len(f)-1][1:]) + 1
	for bit := range int(math.Log2(1 << 20)) {
		ones := 0
		for _, size := range f[:len(f)-1] {
			ones += number(size) >> bit & 1
		}
		if ones%base != 0 {
			return false
		}
	}
	return true
}
