package rules

import (
	"iter"
	"math/rand/v2"
	"strconv"
	"strings"
)

// northcott: each row has a red and a blue man; slide one of your men any
// distance along its row, without jumping. The gaps between the men are heaps
// of Nim: a retreat only adds stones, and an advance takes them away again
// (Winning Ways, ch. 3). Retreats make the game loopy, so it is offered in
// normal play only; see northcottPosition.Progress for how it ends.
var northcott = Game{
	Key:      "northcott",
	Title:    "Northcott's game",
	Group:    DuelGames,
	Endings:  []Ending{Normal},
	Loopy:    true,
	Examples: []string{"red 8:2,5 6:1,6", "red 8:1,8 8:2,6 8:3,5"},
	Parse:    parseNorthcott,
	Draw: func(d *Drawing, e Ending) string {
		return fair(d, e, func() Position { return randomNorthcott(d.Rand) })
	},
	Bounds: func(Ending) Size { return Size{Parts: MaxHeaps, Largest: MaxHeap} },
}

// northcottPosition has the rows and the player to move.
type northcottPosition struct {
	blue bool // blue is to move, else red
	rows []menRow
}

// menRow is a row of squares 1 to width with two men on different squares.
type menRow struct {
	width uint64
	men   [2]uint64 // red's square, blue's square
}

// gap returns the number of squares between the men.
func (r menRow) gap() uint64 {
	return max(r.men[0], r.men[1]) - min(r.men[0], r.men[1]) - 1
}

// randomNorthcott returns three or four rows of 6 to 9 squares, red on the left, with
// at least one square between the men.
func randomNorthcott(r *rand.Rand) Position {
	p := northcottPosition{rows: make([]menRow, 3+r.IntN(2))}
	for i := range p.rows {
		width := 6 + r.Uint64N(4)
		red := 1 + r.Uint64N(3)
		blue := red + 2 + r.Uint64N(width-red-1)
		p.rows[i] = menRow{width, [2]uint64{red, blue}}
	}
	return p
}

// parseNorthcott reads "red 8:2,5 6:1,6": the colour to move, then
// width:red,blue for each row.
func parseNorthcott(text string) (Position, error) {
	const example = "red 8:2,5 6:1,6"
	fields := strings.Fields(text)
	if len(fields) < 2 {
		return nil, notation("northcott.form", Args{"part": clip(text), "example": example})
	}
	if fields[0] != "red" && fields[0] != "blue" {
		return nil, notation("northcott.mover", Args{"part": clip(fields[0]), "example": example})
	}
	if len(fields)-1 > MaxHeaps {
		return nil, notation("northcott.too-many", Args{"count": len(fields) - 1, "max": MaxHeaps, "example": example})
	}
	p := northcottPosition{blue: fields[0] == "blue"}
	for i, f := range fields[1:] {
		row, err := parseMenRow(f, Label(i), example)
		if err != nil {
			return nil, err
		}
		p.rows = append(p.rows, row)
	}
	return p, nil
}

// parseMenRow reads "8:2,5".
func parseMenRow(f, label, example string) (menRow, error) {
	width, men, ok := strings.Cut(f, ":")
	red, blue, ok2 := strings.Cut(men, ",")
	args := Args{"part": clip(f), "label": label, "example": example}
	if !ok || !ok2 {
		return menRow{}, notation("northcott.row-form", args)
	}
	var n [3]uint64
	for i, s := range []string{width, red, blue} {
		if !isDigits(s) {
			return menRow{}, notation("northcott.row-form", args)
		}
		var err error
		if n[i], err = strconv.ParseUint(s, 10, 64); err != nil || n[i] > MaxHeap {
			args["max"] = uint64(MaxHeap)
			return menRow{}, notation("northcott.too-wide", args)
		}
	}
	row := menRow{n[0], [2]uint64{n[1], n[2]}}
	args["width"] = row.width
	for i, square := range row.men {
		if square == 0 || square > row.width {
			args["man"], args["square"] = Wording{Code: "man-" + manNames[i]}, square
			return menRow{}, notation("northcott.out-of-row", args)
		}
	}
	if row.men[0] == row.men[1] {
		args["square"] = row.men[0]
		return menRow{}, notation("northcott.same-square", args)
	}
	return row, nil
}

var manNames = [2]string{"red", "blue"}

// mine returns the index of the mover's men.
func (p northcottPosition) mine() int {
	if p.blue {
		return 1
	}
	return 0
}

func (p northcottPosition) String() string {
	b := append(make([]byte, 0, 8+8*len(p.rows)), manNames[p.mine()]...)
	for _, r := range p.rows {
		b = strconv.AppendUint(append(b, ' '), r.width, 10)
		b = strconv.AppendUint(append(b, ':'), r.men[0], 10)
		b = strconv.AppendUint(append(b, ','), r.men[1], 10)
	}
	return string(b)
}

// Size counts the squares in the gaps; a retreat makes it grow.
func (p northcottPosition) Size() Size {
	s := Size{Parts: len(p.rows)}
	for _, r := range p.rows {
		s.Largest = max(s.Largest, r.width)
		s.Total = AddSaturating(s.Total, r.gap())
	}
	return s
}

func (p northcottPosition) Diagram() Diagram {
	d := Diagram{Shape: Rows, Rows: make([]Row, len(p.rows)), Note: manNames[p.mine()], Caption: p.caption()}
	for i, r := range p.rows {
		d.Rows[i] = r.drawn(Label(i))
	}
	return d
}

func (r menRow) drawn(label string) Row {
	row := Row{Label: label}
	if r.width > MaxCells {
		row.Count = r.width
		row.Spots = []Spot{{r.men[0], Red}, {r.men[1], Blue}}
		if r.men[0] > r.men[1] {
			row.Spots[0], row.Spots[1] = row.Spots[1], row.Spots[0]
		}
		return row
	}
	row.Cells = make([]Cell, r.width)
	row.Cells[r.men[0]-1], row.Cells[r.men[1]-1] = Red, Blue
	return row
}

// reach returns the first and the last square on which the mover's man of row i can
// stand after a move, if his own square counts as one.
func (p northcottPosition) reach(i int) (from, to uint64) {
	r, mine := p.rows[i], p.mine()
	own, other := r.men[mine], r.men[1-mine]
	if own > other {
		return other + 1, r.width
	}
	return 1, other - 1
}

// squaresOf yields the squares to which the mover's man of row i can slide, and reports
// whether to go on.
func (p northcottPosition) squaresOf(i int, yield func(square uint64) bool) bool {
	from, to := p.reach(i)
	for square := from; square <= to; square++ {
		if square != p.rows[i].men[p.mine()] && !yield(square) {
			return false
		}
	}
	return true
}

func (p northcottPosition) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for i := range p.rows {
			if !p.squaresOf(i, func(square uint64) bool { return yield(takeMove(i, square)) }) {
				return
			}
		}
	}
}

// target reads a move: the row and the square that the man goes to.
func (p northcottPosition) target(m Move) (row int, square uint64, err error) {
	i, rest, ok := splitLabel(string(m))
	square, right := number(rest)
	if !ok || !right {
		return 0, 0, illegal("move.form", Args{"move": clip(string(m)), "example": "A4"})
	}
	if i >= len(p.rows) {
		return 0, 0, illegal("move.no-such-row", Args{"move": string(m), "label": Label(i), "last": Label(len(p.rows) - 1)})
	}
	r := p.rows[i]
	own, other := r.men[p.mine()], r.men[1-p.mine()]
	args := Args{"move": string(m), "label": Label(i), "square": square, "own": own, "other": other, "width": r.width}
	from, to := p.reach(i)
	switch {
	case square == 0 || square > r.width:
		return 0, 0, illegal("move.out-of-row", args)
	case square == own:
		return 0, 0, illegal("move.stays", args)
	case square < from || square > to:
		return 0, 0, illegal("move.blocked", args)
	}
	return i, square, nil
}

func (p northcottPosition) Play(m Move) (Position, error) {
	i, square, err := p.target(m)
	if err != nil {
		return nil, withExample(p, err)
	}
	rows := append([]menRow(nil), p.rows...)
	rows[i].men[p.mine()] = square
	return northcottPosition{!p.blue, rows}, nil
}

func (p northcottPosition) Choices(prefix string) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		for i := range p.rows {
			label := Label(i)
			switch from, to := p.reach(i); {
			case from == to:
			case prefix == "":
				if !yield(Choice{Prefix: label, Label: label, Code: "choice.row"}) {
					return
				}
			case prefix == label:
				p.squaresOf(i, func(square uint64) bool {
					m := string(takeMove(i, square))
					return yield(Choice{Prefix: m, Label: m[len(label):], Done: true, Code: "choice.square"})
				})
			}
		}
	}
}

// Headline says who is to move, and where the men stand.
func (p northcottPosition) Headline() Wording {
	rows := make([]Wording, len(p.rows))
	for i, r := range p.rows {
		rows[i] = Wording{"men", []any{"label", Label(i), "red", r.men[0], "blue", r.men[1], "width", r.width}}
	}
	return Wording{"northcott-" + manNames[p.mine()], []any{"rows", rows}}
}

func (p northcottPosition) MoveWords(m Move) Wording {
	i, square, _ := p.target(m)
	return Wording{"slide-man", []any{"label", Label(i), "from", p.rows[i].men[p.mine()], "to", square}}
}

func (p northcottPosition) Marks(m Move) []Mark {
	i, square, err := p.target(m)
	if err != nil {
		return nil
	}
	return []Mark{{Deed: Slid, Row: i, From: p.rows[i].men[p.mine()], To: square}}
}

func (p northcottPosition) StepWords(prefix string) Wording {
	return Wording{"slide-man", []any{"label", prefix}}
}

// manSpellings name the row and the square that the man goes to.
var manSpellings = []spelling{
	spelled("", `(?:man |row )?([a-z]+)[ ,:-]*(?:to )?(?:square )?(\d+)`, "$1$2"),
	spelled(">", `(?:man |row )?([a-z]+) ?-?> ?(?:square )?(\d+)`, "$1$2"),
}

func (p northcottPosition) Readings(text string) []string { return readings(text, manSpellings) }

// caption says whose turn it is, or that this player cannot move.
func (p northcottPosition) caption() Wording {
	code := "northcott." + manNames[p.mine()]
	if Over(p) {
		code += ".over"
	}
	return Wording{Code: code}
}

// Progress reports whether m is an advance. A player who only advances makes at
// most Σ(width − 2) moves, and a won position has a winning advance: some gap has
// the nim-sum's top bit and can be made smaller. A retreat of d from a lost
// position is answered by an advance of d in the same row.
func (p northcottPosition) Progress(m Move) bool {
	i, square, err := p.target(m)
	if err != nil {
		return false
	}
	after := p.rows[i]
	after.men[p.mine()] = square
	return after.gap() < p.rows[i].gap()
}

func (p northcottPosition) Parts() int        { return len(p.rows) }
func (p northcottPosition) Value(i int) Value { return HeapValue(p.rows[i].gap()) }

// Tame returns false, because misère play isn't offered.
func (p northcottPosition) Tame() bool { return false }

func (p northcottPosition) Part(i int) (label, shape string) {
	return Label(i), strconv.FormatUint(p.rows[i].gap(), 10)
}

// MovesTo yields at most one move, an advance to a smaller gap or a retreat to
// a larger one.
func (p northcottPosition) MovesTo(i int, v Value) iter.Seq[Move] {
	r, want := p.rows[i], v.Grundy
	own, other := r.men[p.mine()], r.men[1-p.mine()]
	switch {
	case v != HeapValue(want) || want == r.gap():
	case own < other && want < other-1:
		return oneMove(takeMove(i, other-want-1))
	case own > other && want < r.width-other:
		return oneMove(takeMove(i, other+want+1))
	}
	return noMoves
}

// Facts name the Nim position that the gaps form.
func (p northcottPosition) Facts(Ending) []Fact {
	piles := make(heaps, len(p.rows))
	for i, r := range p.rows {
		piles[i] = r.gap()
	}
	return []Fact{
		{Code: "northcott.is-nim", Args: Args{"piles": piles.String(), "count": len(piles)}},
		{Code: "northcott.retreat"},
	}
}
