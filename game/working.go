package game

// Working is the reasoning behind an answer, as data: chat words it, board
// draws it. Fields that do not apply to a game are empty.
type Working struct {
	// Method names the theory that decides, a catalogue entry
	// "method.<Method>": "nim-sum", "tame-end", "search", "zeckendorf" …
	Method string
	// Rows are the parts with their values, in the position's order.
	Rows []WorkingRow
	// Sum is the nim-sum of the rows' values.
	Sum uint64
	// Base is what the binary columns are added modulo: k+1 in Moore's Nim;
	// 0 stands for 2, the nim-sum.
	Base int
	// Facts are further steps, each a catalogue entry "fact.<Code>".
	Facts []Fact
	// Target is what the chosen move makes of one row; nil when no move was
	// chosen or when it is not of that form.
	Target *Target
	// Move is the move that is explained, "" when there is none.
	Move Move
	// After is the working of the position after Move, the check: it must
	// show a P-position.
	After *Working
}

// WorkingRow is one part of a sum.
type WorkingRow struct {
	Label string // "A"
	Shape string // the part as people see it: "5", "5-", "gap 3"
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
