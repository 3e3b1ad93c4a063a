package game

// Deed is what a move did to the marked things.
type Deed string

// The deeds.
const (
	Took   Deed = "took"   // they are gone
	Put    Deed = "put"    // they came
	Turned Deed = "turned" // they lie on their other side
	Slid   Deed = "slid"   // a piece moved from From to To
	Split  Deed = "split"  // a pile became this row, of From stones, and the next, of To
	Passed Deed = "passed" // the pile's pass is used
)

// Mark is one thing that a move did, where it is seen in the Diagram of the position after
// the move.
type Mark struct {
	By   Seat // whose move it was
	Deed Deed
	// Row is the index of the row. Of a Cake it is the side: 0 top, 1 bottom,
	// 2 left, 3 right.
	Row int
	// From and To are the first and the last stone or square, counted from 1;
	// of a Cake the first and the last line, counted from the mould.
	From, To uint64
	Edges    []Edge // of a Tree, instead: what fell, the edge that was cut first
}

// Marked is a position that says what its moves do to its diagram.
type Marked interface {
	Position
	// Marks are what the legal move m does; their By is not set.
	Marks(m Move) []Mark
}

// MarksAt returns the marks of the last n moves before position ply, oldest
// first, with rows and squares as in that position's diagram. Position 0 is the
// start; a game that does not say what its moves do has no marks.
func (m Match) MarksAt(ply, n int) []Mark {
	var marks []Mark
	for i := max(0, ply-n); i < min(ply, len(m.moves)); i++ {
		p, ok := m.history[i].(Marked)
		if !ok {
			return nil
		}
		did := p.Marks(m.moves[i])
		for j := range did {
			did[j].By = Seat(i % 2)
		}
		if marks == nil {
			marks = did
			continue
		}
		marks = append(shifted(marks, did), did...)
	}
	return marks
}

// shifted moves earlier marks to where they are seen after a later move: below a pile that
// was split, every row is one further down, and so are the stones of that pile that are now
// in its second part.
func shifted(marks, later []Mark) []Mark {
	for _, l := range later {
		if l.Deed != Split {
			continue
		}
		for i, m := range marks {
			switch {
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

// taken returns the mark of the k last things of the n in a row.
func taken(row int, n, k uint64) Mark {
	return Mark{Deed: Took, Row: row, From: n - k + 1, To: n}
}
