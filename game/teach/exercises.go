package teach

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"nimbot/game/rules"
)

// listedGame finds a game of the list.
func listedGame(key string) rules.Game {
	for _, g := range rules.Games() {
		if g.Key == key {
			return g
		}
	}
	return rules.Game{}
}

// drawBetween draws a number from least to most.
func drawBetween(r *rand.Rand, least, most uint64) uint64 { return least + r.Uint64N(most-least+1) }

// drawNim draws piles, shuffled, as positions of Nim.
func drawNim(r *rand.Rand, e rules.Ending, draw func() []uint64) func() (rules.Game, rules.Ending, string) {
	return func() (rules.Game, rules.Ending, string) {
		p := draw()
		r.Shuffle(len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
		return listedGame(rules.Default), e, joinPiles(p)
	}
}

// joinPiles writes piles with blanks between them.
func joinPiles(piles []uint64) string { return strings.Trim(fmt.Sprint(piles), "[]") }

// drawPiles draws n piles from least to most.
func drawPiles(r *rand.Rand, n int, least, most uint64) []uint64 {
	p := make([]uint64, n)
	for i := range p {
		p[i] = drawBetween(r, least, most)
	}
	return p
}

// numbersThenMove asks for numbers about a position, and then for the move.
func numbersThenMove(p Puzzle, s Step) Exercise {
	s.Puzzle = p
	return Exercise{s, {Asks: AsksMove, Puzzle: p}}
}

// lastStone: one pile, or two unequal ones.
func lastStone(r *rand.Rand) Exercise {
	return findMove(drawNim(r, rules.Normal, func() []uint64 { return drawPiles(r, min(2, 1+r.IntN(3)), 2, 12) }))
}

// wonOrLost: up to nine stones, a third of them lost; after "won" the move.
func wonOrLost(r *rand.Rand) Exercise {
	lost := r.IntN(3) == 0
	return outcomeThenMove(drawUntil(drawNim(r, rules.Normal, func() []uint64 { return drawPiles(r, 2+r.IntN(3), 1, 6) }), func(p Puzzle) bool {
		return p.Position.Size().Total <= 9 && p.fitsOutcome(lost)
	}))
}

// pairsCancel: strike out equal pairs, which leaves nothing, one pile or two unequal
// ones; then move.
func pairsCancel(r *rand.Rand) Exercise {
	s := Step{Asks: AsksPiles, Topic: Left, chance: .2}
	var rest []uint64
	draw := func() []uint64 {
		pair := drawBetween(r, 1, 9)
		rest = drawPiles(r, 1+r.IntN(2), 1, 9)
		return append([]uint64{pair, pair}, rest...)
	}
	if r.IntN(5) == 0 { // two pairs
		p := drawUntil(drawNim(r, rules.Normal, draw), func(p Puzzle) bool { return p.Outcome == rules.P })
		s.Puzzle = p
		return Exercise{s}
	}
	p := drawUntil(drawNim(r, rules.Normal, draw), Puzzle.canBeMissed)
	s.answer = slices.Clone(rest)
	return numbersThenMove(p, s)
}

// balance: the bundles without a partner, then the move; piles to 7, then to 15.
func balance(r *rand.Rand) Exercise {
	most := uint64(7 + 8*r.IntN(2))
	p := drawUntil(drawNim(r, rules.Normal, func() []uint64 { return drawPiles(r, 3, 1, most) }), Puzzle.canBeMissed)
	return numbersThenMove(p, Step{Asks: AsksPiles, Topic: Bundles, answer: BundlesOf(nimSumOf(visibleNumbers(p.Position))), chance: .2})
}

// BundlesOf is a number in the largest bundles: the different powers of two that add up to
// it, the largest first.
func BundlesOf(n uint64) (parts []uint64) {
	for power := uint64(1) << 63; power > 0; power /= 2 {
		if n&power != 0 {
			parts = append(parts, power)
		}
	}
	return parts
}

// nimSum: the nim-sum of the piles, then the move.
func nimSum(r *rand.Rand) Exercise {
	p := drawUntil(drawNim(r, rules.Normal, func() []uint64 { return drawPiles(r, 3+r.IntN(2), 3, 15) }), Puzzle.canBeMissed)
	given := pileSizes(p.Position)
	return numbersThenMove(p, Step{Asks: AsksNumbers, Topic: NimSums, Given: given, Adds: true, answer: []uint64{nimSumOf(given)}, chance: .15})
}

// pileSizes are the sizes of all piles, in their order.
func pileSizes(p rules.Position) (sizes []uint64) {
	for _, row := range p.Diagram().Rows {
		sizes = append(sizes, row.Count)
	}
	return sizes
}

// The steps of Bouton's proof: from a nim-sum of 0 every move leaves another
// one; from another one some move leaves 0.
const (
	ProofEveryMove = 1
	ProofSomeMove  = 2
)

// proof: the bot moved from a balanced position; which piles can restore the balance, and
// by which move? One exercise in four then asks for the order of the proof's steps.
func proof(r *rand.Rand) Exercise {
	p := drawUntil(drawNim(r, rules.Normal, func() []uint64 { return drawPiles(r, 3+r.IntN(2), 1, 15) }), func(p Puzzle) bool {
		sizes := pileSizes(p.Position)
		slices.Sort(sizes)
		return p.canBeMissed() && len(slices.Compact(sizes)) == len(sizes)
	})
	sum, sizes := nimSumOf(pileSizes(p.Position)), pileSizes(p.Position)
	can := slices.DeleteFunc(slices.Clone(sizes), func(n uint64) bool { return n^sum > n })
	x := numbersThenMove(p, Step{Asks: AsksPiles, Topic: Restoring, answer: can, chance: .34})
	if r.IntN(4) > 0 {
		return x
	}
	given := []uint64{ProofEveryMove, ProofSomeMove}
	r.Shuffle(2, func(i, j int) { given[i], given[j] = given[j], given[i] })
	return append(x, Step{Asks: AsksOrder, Topic: Proof, Given: given, answer: []uint64{ProofEveryMove, ProofSomeMove}, chance: .5})
}

// misereEnding: misère Nim, half of it with exactly one pile above 1.
func misereEnding(r *rand.Rand) Exercise {
	single := r.IntN(2) == 0
	return findMove(drawNim(r, rules.Misere, func() []uint64 {
		if single {
			return append(drawPiles(r, 1+r.IntN(4), 1, 1), drawBetween(r, 2, 9))
		}
		return append(drawPiles(r, 2, 2, 7), drawPiles(r, r.IntN(3), 1, 7)...)
	}))
}

// exerciseFunc draws an exercise in one game.
type exerciseFunc func(r *rand.Rand, g rules.Game) Exercise

// anyOf draws from any of several games.
func anyOf(keys []string, draw exerciseFunc) func(*rand.Rand) Exercise {
	return func(r *rand.Rand) Exercise { return draw(r, listedGame(keys[r.IntN(len(keys))])) }
}

// smallPuzzle draws a small position of a game that asks for a move.
func smallPuzzle(r *rand.Rand, g rules.Game) Puzzle {
	return drawUntil(func() (rules.Game, rules.Ending, string) { return g, rules.Normal, drawSmallStart(r, g) }, Puzzle.canBeMissed)
}

// hidden: the Nim piles to which a position is equal; then the move.
func hidden(r *rand.Rand, g rules.Game) Exercise {
	p := smallPuzzle(r, g)
	return numbersThenMove(p, Step{Asks: AsksPiles, Topic: Hidden, answer: values(p.Position), chance: .2})
}

// parts: the values of the parts; then the move.
func parts(r *rand.Rand, g rules.Game) Exercise { return partsThenMove(smallPuzzle(r, g)) }

// partsOfOneOrTwo: the parts of one game or, as often, two games side by side.
func partsOfOneOrTwo(r *rand.Rand) Exercise {
	if r.IntN(2) == 0 {
		return anyOf(summed, parts)(r)
	}
	return partsThenMove(drawUntil(func() (rules.Game, rules.Ending, string) {
		return listedGame(sumKey), rules.Normal, drawTaughtSum(r)
	}, Puzzle.canBeMissed))
}

func partsThenMove(p Puzzle) Exercise {
	s := Step{Asks: AsksNumbers, Topic: PartValues, answer: values(p.Position), chance: .2}
	if s.answer == nil { // each coin is a part
		for _, square := range visibleNumbers(p.Position) {
			s.answer = append(s.answer, grundyOf(p.Game, fmt.Sprint(square)))
		}
	}
	return numbersThenMove(p, s)
}

// nextValue: the value of a pile, given those of all smaller ones; then a move with two or
// three piles, none of them larger.
func nextValue(r *rand.Rand, g rules.Game) Exercise {
	p := smallPuzzle(r, g)
	_, ruleSet, _ := strings.Cut(p.Position.String(), "{")
	if ruleSet != "" {
		ruleSet = " {" + ruleSet
	}
	n := max(4, slices.Max(pileSizes(p.Position))) // so that the given values suffice for the move
	s := Step{Asks: AsksNumbers, Topic: NextValue, chance: .38}
	for i := range n {
		s.Given = append(s.Given, grundyOf(g, fmt.Sprint(i, ruleSet)))
	}
	one, _ := puzzleAt(g, rules.Normal, fmt.Sprint(n, ruleSet))
	s.answer, s.Puzzle = []uint64{grundyOf(g, fmt.Sprint(n, ruleSet))}, one
	return Exercise{s, {Asks: AsksMove, Puzzle: p}}
}

// moveOrOutcome asks for a move, or one time in four whether a position is lost.
func moveOrOutcome(r *rand.Rand, g rules.Game) Exercise { return moveOrLost(r, g, r.IntN(4) == 0) }

// outcomeMostly mostly asks whether a position is lost. Since Exercise draws again if an exercise
// can be guessed, about as many positions are lost as won in the end.
func outcomeMostly(r *rand.Rand, g rules.Game) Exercise { return moveOrLost(r, g, r.IntN(8) < 7) }

// moveOrLost asks whether a position is lost, or for a move.
func moveOrLost(r *rand.Rand, g rules.Game, lost bool) Exercise {
	return outcomeThenMove(drawUntil(func() (rules.Game, rules.Ending, string) { return g, rules.Normal, drawSmallStart(r, g) }, func(p Puzzle) bool { return p.fitsOutcome(lost) }))
}

// The ideas, one of which fits each game.
const (
	IdeaSum    = 1 + iota // values and their nim-sum
	IdeaPairs             // a list of lost pairs
	IdeaSteal             // only strategy stealing and two shapes are known
	IdeaGolden            // the golden ratio
)

// idea asks which idea fits a game, and then for the move. Two of the five games have parts that
// count, so that answer is right two times in five.
func idea(r *rand.Rand) Exercise {
	one := ideas[r.IntN(len(ideas))]
	given := []uint64{IdeaSum, IdeaPairs, IdeaSteal, IdeaGolden}
	r.Shuffle(len(given), func(i, j int) { given[i], given[j] = given[j], given[i] })
	at := slices.Index(given, one.idea)
	p := drawUntil(func() (rules.Game, rules.Ending, string) {
		return listedGame(one.key), rules.Normal, drawSmallStart(r, listedGame(one.key))
	}, func(p Puzzle) bool {
		return p.canBeMissed() && (one.idea != IdeaSteal || hasTwoRows(p.Position.String()))
	})
	return numbersThenMove(p, Step{Asks: AsksIdea, Topic: Idea, Given: given, answer: []uint64{uint64(at) + 1}, chance: .4})
}
