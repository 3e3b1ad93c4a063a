package rules

// Shape says how a diagram is drawn.
type Shape string

const (
	Piles  Shape = "piles"  // rows of stones, one row a pile
	Pins   Shape = "pins"   // rows of standing pins
	Strip  Shape = "strip"  // squares in a line, some with coins
	Stairs Shape = "stairs" // steps going up, with coins
	Rows   Shape = "rows"   // several strips with two men each
	Cake   Shape = "cake"   // a grid with one mouldy square
	Bar    Shape = "bar"    // rows of chocolate, top left is poison
	Tree   Shape = "tree"   // edges that hang on a ground line
	Sums   Shape = "sums"   // the drawings of several games
)

// Piece distinguishes games that share a Shape.
type Piece string

// The pieces. A diagram without a Piece has stones in piles, pins with red bands, or
// coins on a strip.
const (
	Pebbles     Piece = "pebbles"
	Tokens      Piece = "tokens"  // a pile with a pass
	Matches     Piece = "matches" // a fixed set of amounts
	Berries     Piece = "berries"
	Joined      Piece = "joined" // stones of two piles that may be taken together
	Kernels     Piece = "kernels"
	Bricks      Piece = "bricks"
	Gems        Piece = "gems"
	Nuts        Piece = "nuts"
	BluePins    Piece = "blue-pins"
	Beads       Piece = "beads"
	Turtles     Piece = "turtles"
	MockTurtles Piece = "mock-turtles"
	Ruler       Piece = "ruler"
	Discs       Piece = "discs" // coins, several of which may be on one square
)

// Diagram is what a board draws, as plain data; package draw turns it into
// text, pictures and animations.
type Diagram struct {
	Shape Shape
	Piece Piece  // "" for the usual one
	Rows  []Row  // top to bottom; for Strip one row, for Stairs one for each step, from step 1 up
	Edges []Edge // for Tree
	Parts []Part // for Sums
	Marks []Mark // what the last moves did, the earliest first
	// Bundles reports that the stones are drawn in bundles of 8, 4, 2 and 1, if no pile is above
	// MaxBundled.
	Bundles bool
	Stalks  []Stalk // the stalks to which the trees of a Tree are equal, drawn beside them
	Note    string  // the line under the drawing, in notation: "max4", "k 2", "{1,3,4}"
	// Caption says the note in words, catalogue entry "caption.<Code>". The zero
	// Wording leaves the note as it is.
	Caption Wording
}

// MaxBundled is the largest pile that is drawn in bundles.
const MaxBundled = 15

// Part is the drawing of one of several games, below its number and its title.
type Part struct {
	Game  string // the key
	Title string // in English; package words has it in every language
	Diagram
	Over bool // there is no move
}

// withPiece returns d with piece p.
func (d Diagram) withPiece(p Piece) Diagram {
	d.Piece = p
	return d
}

// MaxCells is the largest number of squares in a row, and of rows in a Cake or Bar,
// that a diagram lists one by one. Beyond it, a row of a Strip or of Rows gives
// Spots, a row of a Bar its Count, and a Cake has four rows "top", "bottom", "left"
// and "right", whose Count is the number of rows or columns on that side of the mould.
const MaxCells = 64

// Row is one line of a Diagram.
type Row struct {
	Label string // "A"; "" when the row has none
	Count uint64 // stones in a pile or on a step; with Spots the number of squares
	Used  bool   // the pile's pass is used
	Cells []Cell // for Strip, Rows, Cake and Bar: one for each square
	Spots []Spot // instead of Cells: the pieces from left to right; coins may share a square
}

// Spot is one square that is not empty, counted from 1.
type Spot struct {
	Square uint64
	Cell   Cell
}

// Cell is one square of a row.
type Cell byte

const (
	Empty Cell = iota
	Coin       // a coin, a head
	Tail       // a coin showing tails
	Red        // a red man
	Blue       // a blue man
	Crumb      // an eatable square of cake or chocolate
	Mould      // the mouldy or poisoned square
	Gone       // a square that was eaten or cut off
)

// Edge joins two nodes of a Tree; node 0 is the ground.
type Edge struct{ From, To int }

// Stalk is the plain stalk to which a tree is equal: a Nim pile of that height.
type Stalk struct {
	Node   int // the upper node of the tree's lowest edge
	Height uint64
}

// Stalks returns the stalks of the trees of a position, nil if it has no trees.
func Stalks(p Position) (stalks []Stalk) {
	s, ok := p.(Sum)
	if !ok {
		return nil
	}
	for _, e := range p.Diagram().Edges {
		if e.From == 0 {
			stalks = append(stalks, Stalk{e.To, s.Value(len(stalks)).Grundy})
		}
	}
	return stalks
}
