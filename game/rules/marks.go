package rules

// Deed is what a move did to the things that a Mark names.
type Deed string

// The deeds.
const (
	Took   Deed = "took"   // they are gone
	Put    Deed = "put"    // they were added
	Turned Deed = "turned" // they lie on their other side
	Slid   Deed = "slid"   // a piece moved from From to To
	Split  Deed = "split"  // a pile became this row, of From stones, and the next, of To
	Passed Deed = "passed" // the pile's pass is used
)

// Mark is one effect of a move. Rows, stones and squares are counted as in the Diagram of
// the position after the move.
type Mark struct {
	By   Seat // the player who moved
	Deed Deed
	Part int // of Sums, counted from 0
	// Row is the index of the row. Of a Cake it is the side: 0 top, 1 bottom,
	// 2 left, 3 right.
	Row int
	// From and To are the first and the last stone or square, counted from 1;
	// of a Cake the first and the last line, counted from the mould.
	From, To uint64
	Edges    []Edge // of a Tree, instead of From and To: the edges that fell, the cut one first
}

// Marked is a position that says what its moves do to its diagram.
type Marked interface {
	Position
	// Marks are the effects of the legal move m; their By is not set.
	Marks(m Move) []Mark
}

// MarksAt returns the marks of the last n moves before position ply, oldest
// first, with rows and squares as in that position's diagram. Position 0 is the
// start; a game that does not say what its moves do has no marks. swapped marks each seat's moves
// as the other's: a player can keep a colour, whoever begins.
func (m Match) MarksAt(ply, n int, swapped bool) []Mark {
	var marks []Mark
	for i := max(0, ply-n); i < min(ply, len(m.moves)); i++ {
		p, ok := m.history[i].(Marked)
		if !ok {
			return nil
		}
		did := p.Marks(m.moves[i])
		for j := range did {
			did[j].By = Seat(i % 2)
			if swapped {
				did[j].By = did[j].By.Other()
			}
		}
		if marks == nil {
			marks = did
			continue
		}
		marks = append(shifted(marks, did), did...)
	}
	return marks
}

// shifted adapts earlier marks to the diagram after a later move: if the move split a pile,
// every row below moves down by one, and so do the stones that are now in the second part.
func shifted(marks, later []Mark) []Mark {
	for _, l := range later {
		if l.Deed != Split {
			continue
		}
		for i, m := range marks {
			switch {
			case m.Part != l.Part:
			case m.Row > l.Row:
				marks[i].Row++
			case m.Row == l.Row && m.From > l.From:
				marks[i].Row++
				marks[i].From -= l.From
				marks[i].To -= l.From
			}
		}
	}
	return marks
}

// taken returns the mark of a move that took the last k of the n things in a row.
func taken(row int, n, k uint64) Mark {
	return Mark{Deed: Took, Row: row, From: n - k + 1, To: n}
}
