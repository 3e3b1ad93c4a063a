package teach

import (
	"math/rand/v2"
	"slices"

	"nimbot/game"
	"nimbot/game/solve"
)

// Lesson is one of twelve lessons, as data; its words stand elsewhere, by ID.
type Lesson struct {
	Number   int    // from 1
	ID       string // "mirror"
	Examples []Example
	// Pages are the boards below the lesson's texts, in their order.
	Pages []Page
	// Wins is how many games, from starts of the lesson that can be won, are
	// to be won against perfect play after the exercises; most have none.
	Wins int

	draw  func(r *rand.Rand) Exercise
	start func(r *rand.Rand) game.Setup // nil without Wins
}

// Page is the board of a page: the reader is asked for a winning move where one
// can be missed, and else who wins. A page without a game only tells something.
type Page struct {
	game.Setup
	Demo bool     // the reader plays it to the end, and loses to perfect play
	Sum  []uint64 // numbers whose nim-sum is worked out in columns below; nil for none
}

// Example is a position with its winning moves; none where it is lost.
type Example struct {
	Setup   game.Setup
	Winning []game.Move
}

// A block of exercises is passed with so many right first tries, without a
// hint. Who guesses one in two still passes only 1 block of 93.
const (
	BlockSize = 10
	PassMark  = 9
)

// Passed reports whether a block is passed: whether it is whole, and at least
// [PassMark] of its exercises were right at the first try. right has an entry for
// each exercise.
func Passed(right []bool) bool {
	n := 0
	for _, ok := range right {
		if ok {
			n++
		}
	}
	return len(right) == BlockSize && n >= PassMark
}

// Asks is what a step of an exercise asks for.
type Asks string

// What is asked.
const (
	AsksMove    Asks = "move"    // a winning move; some win, and some do not
	AsksOutcome Asks = "outcome" // won or lost
	AsksNumbers Asks = "numbers" // numbers, in their order
	AsksPiles   Asks = "piles"   // numbers in any order; noughts do not matter
	AsksOrder   Asks = "order"   // the steps of a proof, in their order
)

// Exercise is a few steps, to be answered in their order; it is right when
// each was right at the first try.
type Exercise []Step

// Step is one question.
type Step struct {
	Asks   Asks
	Puzzle Puzzle   // the position that is asked about; empty for bare numbers
	Given  []uint64 // what is shown, beside or instead of a position
	Rules  string   // of a table of values, what its game's notation says besides sizes: " {1-3}"
	Adds   bool     // the answer is the nim-sum of Given, worked out as the lesson teaches it
	answer []uint64
}

// Answer is the right one where numbers are asked for.
func (s Step) Answer() []uint64 { return slices.Clone(s.answer) }

// JudgeNumbers reports whether numbers that somebody answers are right.
func (s Step) JudgeNumbers(answer []uint64) bool {
	if s.Asks == AsksPiles {
		return slices.Equal(piles(answer), piles(s.answer))
	}
	return slices.Equal(answer, s.answer)
}

// piles sorts numbers and leaves noughts out.
func piles(numbers []uint64) []uint64 {
	out := slices.DeleteFunc(slices.Clone(numbers), func(n uint64) bool { return n == 0 })
	slices.Sort(out)
	return out
}

// Exercise draws the lesson's exercise of a seed. As with puzzles, a seed's
// exercise never changes within a major version.
func (l Lesson) Exercise(seed uint64) Exercise { return l.draw(l.random(seed)) }

// Start draws a start of a game to be won, with the person to begin; ok is
// false in a lesson without games.
func (l Lesson) Start(seed uint64) (s game.Setup, ok bool) {
	if l.start == nil {
		return game.Setup{}, false
	}
	return l.start(l.random(seed)), true
}

// random is the lesson's own sequence for a seed, none of a puzzle's.
func (l Lesson) random(seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, 1<<8|uint64(l.Number)))
}

// until draws positions until one is what is wanted.
func until(draw func() (game.Game, game.Ending, string), wanted func(Puzzle) bool) Puzzle {
	for {
		g, e, text := draw()
		if p, ok := puzzleAt(g, e, text); ok && wanted(p) {
			return p
		}
	}
}

// puzzleAt is a position with its answer; ok is false when it is over, or no
// position.
func puzzleAt(g game.Game, e game.Ending, text string) (p Puzzle, ok bool) {
	position, err := g.Begin(text, e)
	if err != nil {
		return Puzzle{}, false
	}
	p, ok = drawing{g: g, e: e}.at(position)
	p.Game, p.Ending, p.Kind = g, e, Find
	return p, ok
}

// move asks for a winning move, where one can be missed.
func move(draw func() (game.Game, game.Ending, string)) Exercise {
	return Exercise{{Asks: AsksMove, Puzzle: until(draw, Puzzle.asks)}}
}

// numbers asks for numbers.
func numbers(asks Asks, given, answer []uint64) Step {
	return Step{Asks: asks, Given: given, answer: answer}
}

// values are the Grundy values of the parts of a sum.
func values(p game.Position) []uint64 {
	s, ok := p.(game.Sum)
	if !ok {
		return nil
	}
	out := make([]uint64, s.Parts())
	for i := range out {
		out[i] = s.Value(i).Grundy
	}
	return out
}

// grundyOf is the value of a position that has one.
func grundyOf(g game.Game, text string) uint64 {
	p, err := g.Parse(text)
	if err != nil {
		return 0
	}
	v, _ := solve.Grundy(p)
	return v
}
