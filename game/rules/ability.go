package rules

import "iter"

// The optional abilities of a position, found by type assertion.

// Sum is a position that is a disjunctive sum of independent parts, each with a
// Sprague–Grundy value, in which every winning move changes exactly one part.
type Sum interface {
	Position
	// Parts is the number of parts.
	Parts() int
	// Value is the value of part i, 0 ≤ i < Parts(); it must not allocate.
	Value(i int) Value
	// Part returns the label of part i ("A") and its notation for people: "5",
	// or "5-" for a pile whose pass is used.
	Part(i int) (label, shape string)
	// MovesTo yields, in the order of Moves, every move after which part i has
	// exactly the value v. If a move splits the part, v is the nim-sum of the
	// pieces, and firm if any piece is.
	MovesTo(i int, v Value) iter.Seq[Move]
	// Tame reports whether misère play follows the tame rule: as normal play
	// while any part is firm, else P exactly when the nim-sum is 1.
	Tame() bool
}

// Reaching is a Sum in which at most one move gives a part a given value, so
// package solve can count the winning moves without listing them.
type Reaching interface {
	Sum
	// Reaches reports whether MovesTo(i, v) yields a move.
	Reaches(i int, v Value) bool
}

// Copyable is a sum in which two equal parts can be copied move for move:
// whatever is done to one can be done to the other, and to nothing else.
// Package solve uses it to explain a position by copying.
type Copyable interface {
	Position
	// Copies returns the labels of two equal parts if no other part has a move
	// left; ok is false for every other position.
	Copies() (first, second string, ok bool)
}

// SumOutcome decides a sum from the nim-sum of its parts' values and whether any
// part is firm. In normal play the Sprague–Grundy theorem decides (Sprague 1935,
// Grundy 1939), in misère play the rule of tame games: as in normal play while a
// part is firm, otherwise reversed (Conway, On Numbers and Games, ch. 12).
func SumOutcome(sum uint64, firm bool, e Ending) Outcome {
	if e == Misere && !firm {
		return OutcomeIf(sum != 1)
	}
	return OutcomeIf(sum != 0)
}

// Splitting is a Sum in which a move may leave several pieces of its part.
type Splitting interface {
	Sum
	// MovesToEither yields, in the order of Moves, every move after which
	// part i has exactly the value a or the value b.
	MovesToEither(i int, a, b Value) iter.Seq[Move]
	// PartOf is the part that the legal move m changes.
	PartOf(m Move) int
}

// Theory is a position with a closed form of its own. If a position is also a
// Sum, package solve uses its Theory.
type Theory interface {
	Position
	// Outcome says who wins under e; ok is false if the theory doesn't decide
	// the position.
	Outcome(e Ending) (o Outcome, ok bool)
	// Winning yields every winning move in the order of Moves. It is only
	// called if Outcome returned ok.
	Winning(e Ending) iter.Seq[Move]
	// Working is the reasoning behind Outcome. Its Move, Target and After are
	// not set.
	Working(e Ending) Working
}

// Grundier is a position that knows its Grundy value under normal play
// although it is not a Sum.
type Grundier interface {
	Grundy() (g uint64, ok bool)
}

// Valued is a position that is not a Sum, but knows its Value as one part of a sum of
// games. Its game is tame.
type Valued interface {
	Position
	Worth() Value
}

// Typed returns a position as people type it. That may be shorter than its notation: a whole bar of
// Chomp is "2x3".
func Typed(p Position) string {
	if p, ok := p.(interface{ typed() string }); ok {
		return p.typed()
	}
	return p.String()
}

// Composed is a position that consists of positions of other games. Moves, and what they
// are worded and drawn like, are those of the other games.
type Composed interface {
	Position
	Components() []Component
	// Within returns the component, counted from 0, in which a move or the beginning of one
	// is, and what it is there; ok is false if text doesn't begin like a move.
	Within(text string) (component int, rest string, ok bool)
}

// Component is one position of a Composed one.
type Component struct {
	Game     string // the key
	Position Position
}

// Key is a position as a comparable value, for exhaustive search: equal keys
// must have equal outcomes under both endings.
type Key [16]byte

// Searched is a position that an exhaustive search may decide.
type Searched interface {
	Position
	// Game is the key of the position's game; all positions of one game under
	// one ending share the results of searches.
	Game() string
	// Key is the position's own key; ok is false if the position is too large
	// for a key, or for the game's search bound.
	Key() (k Key, ok bool)
	// Next yields the keys of the successors of any position of this game
	// (not only the receiver), without formatting text. Repeats are allowed.
	Next(k Key) iter.Seq[Key]
	// SearchBound is the largest size that a search accepts.
	SearchBound() Size
}

// Progressing is a loopy position that knows which moves can never be undone by
// their own player. A player who makes only such moves can make a bounded
// number of them, and every won position has a winning move of this kind. So a
// player who prefers them wins in a bounded number of moves and doesn't repeat
// positions; package solve prefers them.
type Progressing interface {
	Position
	// Progress reports whether the legal move m can never be undone by the
	// player who makes it.
	Progress(m Move) bool
}

// Finishing is a position that knows the move after which nothing is left. It
// is for games in which there can be too many moves to search for the final
// one; package solve uses it to find wins at once.
type Finishing interface {
	Position
	// Finish is the legal move that ends the match; ok is false when no
	// single move does.
	Finish() (m Move, ok bool)
}

// Explainer is a position that can show more than the values of its parts, for
// example the Nim position to which it is equal. A Theory puts such facts into
// its Working instead.
type Explainer interface {
	// Facts are the further steps of the working under e.
	Facts(e Ending) []Fact
}

// Countable is a position that counts its moves without writing them, since
// writing takes most of the time of listing them. Package solve uses it.
type Countable interface {
	Position
	// CountMoves is the number of legal moves, or most if there are more.
	CountMoves(most int) int
}

// Hinting is a position that is not a sum, but knows where to look for a winning
// move.
type Hinting interface {
	Position
	// Hint says how to find the winning move m under e without naming it, as the
	// catalogue entry "hint.<Code>".
	Hint(m Move, e Ending) Wording
}

// HasEnds is a position whose parts have ends, and in which a move may take
// from an end or from within. Package practice uses it to ask which one a person
// meant.
type HasEnds interface {
	Position
	// TakesEnd reports whether m takes from an end of its part although the
	// same amount could be taken from its middle.
	TakesEnd(m Move) bool
}

// periodic is a position of one part that knows the period of the values of its game.
type periodic interface {
	// repeats returns the proved period, the zero period if there is none. tabulated reports that
	// no rule gives the values, but a table.
	repeats() (of period, tabulated bool)
}

var _ periodic = heapPosition{}
