package rules

// Working is the reasoning behind an answer, as data: packages explain and words
// word it, package draw draws it. Fields that do not apply to a game are empty.
type Working struct {
	// Method names the theory that decides, a catalogue entry
	// "method.<Method>": "nim-sum", "tame-end", "search", "zeckendorf" …
	Method string
	// Variant chooses a simpler wording of Method for the same answer, the catalogue
	// entry "method.<Method>.<Variant>". "" is the usual wording.
	Variant string
	// Rows are the parts with their values, in the position's order.
	Rows []WorkingRow
	// Sum is the nim-sum of the rows' values.
	Sum uint64
	// Base is the modulus of the sums of the binary columns: k+1 in Moore's Nim;
	// 0 stands for 2, the nim-sum.
	Base int
	// Facts are further steps, each a catalogue entry "fact.<Code>".
	Facts []Fact
	// Target is the change that Move makes to one row; nil if there is no Move, or
	// if it doesn't give one row the value that wins.
	Target *Target
	// Move is the move that is explained, "" if there is none.
	Move Move
	// After is the working of the position after Move, as a check: after a winning
	// move it shows a P-position.
	After *Working

	// Lost says why every move loses, a catalogue entry "working.<Lost>". It
	// is "" in a won position, and if Method and Facts already say why.
	Lost string
	// Check names the sentence that verifies this position after a move, a
	// catalogue entry "working.after-<Check>" with the move, the count of rows
	// that are not 0, and the base. It is "" if the rows or the facts are the
	// check.
	Check string
	// Then lists facts about the play that follows; they are shown after the
	// check.
	Then []Fact
}

// Adds reports whether adding up the rows decides. At the end of misère play it
// doesn't: there the number of ones decides.
func (w *Working) Adds() bool {
	return len(w.Rows) > 0 && w.Check != EndCheck && w.Variant != EndVariant
}

// CountsOnes reports whether only ones are left at the end of misère play, where their number
// decides.
func (w *Working) CountsOnes() bool { return w.Check == EndCheck || w.Check == mooreEnd }

// Constants for the end of a tame misère game, where no part has a value above 1:
// EndCheck is the Working.Check of such a position, and EndVariant the
// Working.Variant of a position from which the best move leads there.
const (
	EndCheck   = "tame-end"
	EndVariant = "ending"
)

// SumLost is Working.Lost if the nim-sum is 0.
const SumLost = "lost"

// EndTame makes w the working of a tame game's misère end, in which no part
// has a value above 1.
func (w *Working) EndTame() {
	w.Method, w.Check, w.Lost = "tame-end", EndCheck, ""
	if w.Sum == 1 {
		w.Lost = "lost-end"
	}
	w.Then = []Fact{{Code: "odd-ones"}}
}

// WorkingRow is one part of a sum.
type WorkingRow struct {
	Label string // "A"
	Shape string // the part as people see it: "5", or "5-" for a pile whose pass is used
	Value uint64 // its Grundy value
}

// Target says that row Row must go from value From to value To = From ⊕ Sum
// (or that ⊕ 1 at a misère end).
type Target struct {
	Row      int
	From, To uint64
}

// Fact is one further step of a working: a catalogue code with arguments.
type Fact struct {
	Code string
	Args Args
}
