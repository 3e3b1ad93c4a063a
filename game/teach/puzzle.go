package teach

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// Kind is what a puzzle asks.
type Kind string

// The kinds of questions. Puzzles are of the first two.
const (
	Find    Kind = "find"    // which move wins? Some do, and some do not.
	Outcome Kind = "outcome" // won or lost for the player to move?
	Only    Kind = "only"    // which is the only move that wins?
	Among   Kind = "among"   // which of three moves wins?
	Count   Kind = "count"   // how many moves win?
)

// Kinds lists the kinds of puzzles.
func Kinds() []Kind { return []Kind{Find, Outcome} }

// OutcomeRating is the rating of every puzzle that asks who wins: a rating of
// its own would betray the answer.
const OutcomeRating = 800

// Puzzle is a position with its complete answer.
type Puzzle struct {
	Game     rules.Game
	Ending   rules.Ending
	Position rules.Position
	Kind     Kind
	Seed     uint64
	Outcome  rules.Outcome // of Position
	Legal    int
	Winning  []rules.Move // every winning move, in the order of the position's moves
}

// ErrNoPuzzle means that no puzzle was found: in every position drawn, each move was
// right or none was.
var ErrNoPuzzle = errors.New("teach: nothing to ask in this game")

// NewPuzzle draws the puzzle of a seed. It is the same on every machine and in every
// release of one major version: random numbers come from [rand.PCG], whose sequence is
// fixed, seeded with the seed and a stream for each kind and ending, and are used by the
// game's Draw and to play some moves on. A golden file checks this.
//
// The error is rules.ErrNotOffered, ErrNoPuzzle, that of ctx, or says that the kind is
// unknown.
func NewPuzzle(ctx context.Context, g rules.Game, e rules.Ending, k Kind, seed uint64) (Puzzle, error) {
	return NextPuzzle(rules.NewDrawing(ctx, nil), g, e, k, seed)
}

// NextPuzzle is NewPuzzle for one of several puzzles, of which one is chosen: together they have the
// bound of d, whose random numbers it replaces. It has the same errors.
func NextPuzzle(d *rules.Drawing, g rules.Game, e rules.Ending, k Kind, seed uint64) (Puzzle, error) {
	kind := slices.Index(Kinds(), k)
	switch {
	case kind < 0:
		return Puzzle{}, fmt.Errorf("teach: no kind of puzzle is called %q", k)
	case !g.Offers(e):
		_, err := g.Begin("", e) // refuses an ending that the game doesn't offer
		return Puzzle{}, err
	}
	d.Rand = rand.New(rand.NewPCG(seed, uint64(kind)<<1|uint64(e)))
	p, err := sampler{g: g, e: e, d: d}.puzzle(k)
	p.Game, p.Ending, p.Kind, p.Seed = g, e, k, seed
	return p, err
}

// PuzzleOf returns the puzzle of kind k about a position of a game. The error is ErrNoPuzzle if k
// is Find and the winning move can't be missed, if the position is over, or has more moves than a
// puzzle may have, and if k can't be asked about it.
func PuzzleOf(g rules.Game, e rules.Ending, k Kind, position rules.Position) (Puzzle, error) {
	p, ok := sampler{g: g, e: e}.at(position)
	p.Game, p.Ending, p.Kind = g, e, k
	if !ok || !p.fits(k) {
		return p, ErrNoPuzzle
	}
	return p, nil
}

// Rating returns how hard the puzzle is on the scale of people's puzzle ratings:
// R = 800 + 400·log10((L − W)/W) for a find, so that a guesser settles near
// 800.
func (p Puzzle) Rating() float64 {
	if p.Kind == Outcome {
		return OutcomeRating
	}
	odds, _ := p.Odds()
	return 800 + 400*math.Log10(odds)
}

// Odds returns the odds against guessing the winning move: how many moves lose for each one that
// wins. They predict how hard a puzzle is for guessers, but in too many games not for people with
// some knowledge (docs/decisions.md). ok is false for a puzzle that asks who wins.
func (p Puzzle) Odds() (odds float64, ok bool) {
	if p.Kind == Outcome {
		return 0, false
	}
	wins := float64(len(p.Winning))
	return (float64(p.Legal) - wins) / wins, true
}

// Difficulty is log2(L/W), and 1 less when a tempting move wins. Only programs get it: in too many
// games it doesn't predict failures (docs/decisions.md). ok is false for a puzzle that asks who
// wins.
func (p Puzzle) Difficulty() (d float64, ok bool) {
	if p.Kind == Outcome {
		return 0, false
	}
	d = math.Log2(float64(p.Legal) / float64(len(p.Winning)))
	if slices.ContainsFunc(p.Winning, temptingMoves(p.Position)) {
		d--
	}
	return d, true
}

// Key returns the same for puzzles that are the same up to the order of their
// piles, and to piles with nothing in them.
func (p Puzzle) Key() string {
	return p.Game.Key + " " + PositionKey(p.Position)
}

// WithoutEmpty returns p without its empty piles. The remaining piles are relabelled; Key,
// rating and odds don't change. A board with squares or steps keeps its empty ones. ok is
// false, and q is p, for a position that can't be written without an empty pile.
func (p Puzzle) WithoutEmpty() (q Puzzle, ok bool) {
	fields, ok := filledParts(p.Position)
	if !ok || len(fields) == len(strings.Fields(p.Position.String())) {
		return p, true
	}
	position, err := p.Game.Parse(strings.Join(fields, " "))
	if err != nil {
		return p, false
	}
	if q, err = PuzzleOf(p.Game, p.Ending, p.Kind, position); err != nil {
		return p, false
	}
	q.Seed = p.Seed
	return q, true
}

// filledParts are the parts of the notation of p without empty piles; ok is false if the parts
// aren't piles.
func filledParts(p rules.Position) (fields []string, ok bool) {
	switch p.Diagram().Shape {
	case rules.Piles, rules.Pins, rules.Rows:
		return slices.DeleteFunc(strings.Fields(p.String()), func(f string) bool { return f == "0" }), true
	}
	return nil, false
}

// Verdict is the result of judging an answer.
type Verdict struct {
	Right bool
	After rules.Position // after the answer
	// Refutation is the opponent's move that shows why the answer is wrong; "" if the answer is
	// right, or if no move is left.
	Refutation rules.Move
}

// Judge judges m as an answer. A move that is not legal is an *rules.Error that is
// rules.ErrIllegal.
func (p Puzzle) Judge(m rules.Move) (Verdict, error) {
	q, err := p.Position.Play(m)
	if err != nil {
		return Verdict{}, err
	}
	v := Verdict{Right: slices.Contains(p.Winning, m), After: q}
	if v.Right || rules.Over(q) {
		return v, nil
	}
	a, err := solve.Analyze(q, p.Ending)
	if err != nil {
		return Verdict{}, err
	}
	v.Refutation = a.Best()
	return v, nil
}

// JudgeOutcome reports whether it is right to call the position won.
func (p Puzzle) JudgeOutcome(won bool) bool { return won == (p.Outcome == rules.N) }
