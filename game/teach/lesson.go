package teach

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// Lesson is one of the twelve lessons, or the lesson of a game, as data; its texts are in the
// catalogue, by ID.
type Lesson struct {
	Number   int    // from 1; 0 for the lesson of a game
	ID       string // "pairs", or a game's key
	Examples []Example
	// Pages are the boards below the lesson's texts, in their order.
	Pages []Page
	// Wins is how many games a person has to win after the exercises, from starts that can be won,
	// against the bot at Level.
	Wins  int
	Level solve.Level
	// InOrder reports whether those games come in a fixed order; else they begin anywhere and take turns.
	InOrder bool
	// Bundled reports whether the boards of pages and exercises are drawn in bundles (powers of
	// two).
	Bundled bool

	// ownRules are the rules of thumb that are the lesson's idea, or that the person can't know
	// yet.
	ownRules []RuleOfThumb
	draw     func(r *rand.Rand) Exercise
	start    func(r *rand.Rand, round int) rules.Setup
}

// Page is the board of a page. It asks the reader for a winning move if one can be missed, and
// otherwise who wins. A page without a game has only text.
type Page struct {
	rules.Setup
	Demo bool     // the reader plays it to the end, and loses to perfect play
	Sum  []uint64 // numbers whose nim-sum is worked out in columns below; nil for none
}

// Example is a position with its winning moves; none where it is lost.
type Example struct {
	Setup   rules.Setup
	Winning []rules.Move
}

// Asks is what a step of an exercise asks for.
type Asks string

// What is asked.
const (
	AsksMove    Asks = "move"    // a winning move; some win, and some do not
	AsksOutcome Asks = "outcome" // won or lost
	AsksNumbers Asks = "numbers" // numbers, in their order
	AsksPiles   Asks = "piles"   // numbers in any order; zeros are ignored
	AsksOrder   Asks = "order"   // the steps of a proof, in their order
	AsksIdea    Asks = "idea"    // which of the ideas Given fits; the answer is its number, from 1
)

// Topic is what an answer in numbers is about.
type Topic string

// The topics.
const (
	Left       Topic = "left"    // the piles that are left when equal pairs are struck out
	Bundles    Topic = "bundles" // the bundles without a partner
	NimSums    Topic = "sum"     // of the piles
	Restoring  Topic = "restore" // the piles that can restore the balance
	Hidden     Topic = "hidden"  // the Nim piles to which a position is equal
	NextValue  Topic = "value"   // of a pile, after the values of the smaller ones, which are Given
	PartValues Topic = "parts"   // the value of each part
	Proof      Topic = "proof"
	Idea       Topic = "idea"  // that fits a game
	Counting   Topic = "count" // of the moves that win
)

// Exercise is a few steps, to be answered in their order; it is right when
// each was right at the first try.
type Exercise []Step

// Step is one question.
type Step struct {
	Asks   Asks
	Topic  Topic
	Puzzle Puzzle       // the position that is asked about; empty for bare numbers
	Given  []uint64     // numbers that are shown besides a position, or instead of one
	Among  []rules.Move // the moves to choose from; nil for all
	Adds   bool         // the answer is the nim-sum of Given, worked out as the lesson teaches it
	answer []uint64
	chance float64 // the probability of guessing an answer in numbers
}

// Answer returns the right answer if the step asks for numbers.
func (s Step) Answer() []uint64 { return slices.Clone(s.answer) }

// JudgeNumbers reports whether an answer in numbers is right.
func (s Step) JudgeNumbers(answer []uint64) bool {
	if s.Asks == AsksPiles {
		return slices.Equal(sortedPiles(answer), sortedPiles(s.answer))
	}
	return slices.Equal(answer, s.answer)
}

// sortedPiles sorts numbers and leaves out zeros.
func sortedPiles(numbers []uint64) []uint64 {
	out := slices.DeleteFunc(slices.Clone(numbers), func(n uint64) bool { return n == 0 })
	slices.Sort(out)
	return out
}

// guess returns the probability of guessing a step.
func (s Step) guess() float64 {
	switch s.Asks {
	case AsksMove:
		return float64(len(s.Puzzle.Winning)) / float64(s.Puzzle.Legal)
	case AsksOutcome:
		return .5
	}
	return s.chance
}

// TextKey returns the key in the catalogue of one of the lesson's texts, such as "title".
func (l Lesson) TextKey(text string) string { return "lesson." + rules.Family(l.ID) + "." + text }

// Chance returns the chance of somebody who doesn't know the lesson to get an exercise right:
// the least of its steps'. A step's is that of guessing, and at least .5 where a rule of
// thumb answers it, unless the rule is the lesson's idea. Saying that a position is won
// counts only with the move.
func (l Lesson) Chance(x Exercise) float64 {
	least := 1.
	for i, s := range x {
		if s.Asks == AsksOutcome && i+1 < len(x) {
			continue
		}
		chance := s.guess()
		if chance < .5 && slices.ContainsFunc(RulesOfThumb(), func(t RuleOfThumb) bool { return !slices.Contains(l.ownRules, t) && t.answers(s) }) {
			chance = .5
		}
		least = min(least, chance)
	}
	return least
}

// maxSought is how many exercises are drawn to find one that is wanted.
const maxSought = 60

// Exercise draws the lesson's exercise of a seed. In half of the exercises, if the lesson has such,
// no rule of thumb gives the answer. As with puzzles, a seed's exercise never changes within a
// major version.
func (l Lesson) Exercise(seed uint64) Exercise {
	r := l.random(seed)
	best := 1.
	if r.IntN(2) == 0 {
		best = .5
	}
	var last Exercise
	for range maxSought {
		x := l.draw(r)
		if !x.canBeGuessed() {
			if last = x; l.Chance(x) < best {
				return x
			}
		}
	}
	return last
}

// canBeGuessed reports whether a step asks for a move and most moves are right.
func (x Exercise) canBeGuessed() bool {
	return slices.ContainsFunc(x, func(s Step) bool { return s.Asks == AsksMove && 2*len(s.Puzzle.Winning) > s.Puzzle.Legal })
}

// Start draws a start of a game to be won, with the person to begin; round counts the
// games, which may be different ones.
func (l Lesson) Start(seed uint64, round int) rules.Setup { return l.start(l.random(seed), round) }

// random returns the lesson's own random sequence for a seed, which no puzzle uses.
func (l Lesson) random(seed uint64) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(l.ID)) // it always succeeds
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// maxUntil is how many positions drawUntil draws. An exercise needs some dozens.
const maxUntil = 100_000

// drawUntil draws positions until wanted accepts one. It panics if none of maxUntil is wanted, because
// then the exercise itself is wrong.
func drawUntil(draw func() (rules.Game, rules.Ending, string), wanted func(Puzzle) bool) Puzzle {
	for range maxUntil {
		g, e, text := draw()
		if p, ok := puzzleAt(g, e, text); ok && wanted(p) {
			return p
		}
	}
	panic("teach: no position that the exercise asks for is drawn")
}

// puzzleAt is a position with its answer. ok is false if the position is over, or text isn't a
// position.
func puzzleAt(g rules.Game, e rules.Ending, text string) (p Puzzle, ok bool) {
	position, err := g.Begin(text, e)
	if err != nil {
		return Puzzle{}, false
	}
	p, ok = sampler{g: g, e: e}.at(position)
	p.Game, p.Ending, p.Kind = g, e, Find
	return p, ok
}

// findMove asks for a winning move of a position in which one can be missed.
func findMove(draw func() (rules.Game, rules.Ending, string)) Exercise {
	return Exercise{{Asks: AsksMove, Puzzle: drawUntil(draw, Puzzle.canBeMissed)}}
}

// outcomeThenMove asks whether a position is won or lost, and after "won" for the move.
func outcomeThenMove(p Puzzle) Exercise {
	x := Exercise{{Asks: AsksOutcome, Puzzle: p}}
	if p.Outcome == rules.N {
		x = append(x, Step{Asks: AsksMove, Puzzle: p})
	}
	return x
}

// values returns the Grundy values of the parts of a sum.
func values(p rules.Position) []uint64 {
	s, ok := p.(rules.Sum)
	if !ok {
		return nil
	}
	out := make([]uint64, s.Parts())
	for i := range out {
		out[i] = s.Value(i).Grundy
	}
	return out
}

// grundyOf returns the value of a position that has one.
func grundyOf(g rules.Game, text string) uint64 {
	p, err := g.Parse(text)
	if err != nil {
		return 0
	}
	v, _ := solve.Grundy(p)
	return v
}
