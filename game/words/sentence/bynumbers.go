package sentence

import (
	"regexp"
	"slices"
	"strconv"

	"nimbot/game/rules"
	"nimbot/game/words/command"
)

// sizeWithEnding matches a number and an ending that is written with it: "5ten".
var sizeWithEnding = regexp.MustCompile(`^(\d+)\pL+$`)

// movesByNumbers returns the moves that a sentence may mean of which only the numbers are understood:
// "1 4 5" after the move, "2 of 5", "5 - 2", "9 to 4". Piles are named by their sizes. It returns none
// if the sentence denies something or has more than strays words that mean nothing in a move.
func (t *moveInterpreter) movesByNumbers(p rules.Position, text string, strays int) []rules.Move {
	piles, spoken := pilesOf(p), t.normalize(text)
	if len(piles) == 0 || t.hasAny(spoken, t.negations) {
		return nil
	}
	var numbers []uint64
	between, unknown, leaves, apart := 0, 0, false, false // words between the first two numbers
	for _, w := range spoken {
		if m := sizeWithEnding.FindStringSubmatch(w); m != nil && t.roles[w] == 0 {
			w = m[1]
			between++
		}
		n, err := strconv.ParseUint(w, 10, 32)
		switch {
		case err == nil:
			numbers = append(numbers, n)
			continue
		case t.roles[w] == 0 && !t.isIgnorable(w) && !t.taking[w] && !t.joins[w] && !t.sized[w] && !t.the[w]:
			unknown++
		}
		if len(numbers) == 1 {
			between++
			apart = apart || !t.joins[w]
			leaves = leaves || t.roles[w] == until
		}
		leaves = leaves || t.roles[w] == leave
	}
	if unknown > strays || len(numbers) < 2 {
		return nil
	}
	var two []rules.Move
	if len(numbers) == 2 {
		two = twoNumbers(p, piles, numbers[0], numbers[1], between > 0, leaves)
	}
	if m := t.moveTo(p, numbers); m != "" && !(apart && !leaves && len(two) > 0) { // "3 from the 5" doesn't say what is left
		return []rules.Move{m}
	}
	return two
}

// moveTo returns the only move after which the piles have these sizes, in whatever order; piles of none
// needn't be named. It is "" if there is none.
func (t *moveInterpreter) moveTo(p rules.Position, sizes []uint64) (only rules.Move) {
	want := withoutNone(sizes)
	for m := range p.Moves() {
		after, err := p.Play(m)
		if err != nil || !slices.Equal(withoutNone(pilesOf(after)), want) {
			continue
		}
		if only != "" {
			return ""
		}
		only = m
	}
	return only
}

// withoutNone returns sizes in ascending order, without those that are 0.
func withoutNone(sizes []uint64) []uint64 {
	left := slices.DeleteFunc(slices.Clone(sizes), func(n uint64) bool { return n == 0 })
	slices.Sort(left)
	return left
}

// twoNumbers returns the moves that two numbers may mean, the likeliest first: an amount and a size,
// or a size and what is left of it. apart reports whether words stand between them, and leaves whether
// those say that the second is what is left.
func twoNumbers(p rules.Position, piles []uint64, first, second uint64, apart, leaves bool) []rules.Move {
	var told []string
	take := func(amount, size uint64) {
		if i := slices.Index(piles, size); i >= 0 && !slices.Contains(piles[i+1:], size) && amount <= size {
			told = append(told, (&moveReader{pile: i, piles: piles}).moveTaking(amount))
		}
	}
	if !leaves {
		take(first, second)
		take(second, first)
		if i := int(second) - 1; apart && 0 <= i && i < len(piles) && first <= piles[i] { // "2 from 3", the third pile
			told = append(told, (&moveReader{pile: i, piles: piles}).moveTaking(first))
		}
	}
	if second < first && (leaves || len(told) < maxProposed) {
		take(first-second, first)
	}
	legal := command.LegalMoves(p, told)
	return slices.DeleteFunc(legal, func(m rules.Move) bool { return !takesAway(p, m) })
}
