package rules

import (
	"iter"
	"math/rand/v2"
	"strconv"
	"strings"
)

// cake: a rectangular cake with one mouldy square. A move cuts right across the cake
// and eats the part without the mould. A player who is left with the mouldy square
// alone cannot move. The four distances from the mould to the edges are four heaps of
// Nim, in misère play too (Bouton 1901).
var cake = Game{
	Key:      "cake",
	Title:    "Mouldy cake",
	Group:    CutGames,
	Endings:  []Ending{Normal, Misere},
	Examples: []string{"5x8@2,3", "6x6@2,5"},
	Parse:    parseCake,
	Draw: func(d *Drawing, e Ending) string {
		return fair(d, e, func() Position { return randomCake(d.Rand) })
	},
	Bounds:  func(Ending) Size { return Size{Largest: MaxHeap} },
	InSetup: cakeMould,
}

// The sides of a cake, in the order of its moves.
const (
	cakeTop = iota
	cakeBottom
	cakeLeft
	cakeRight
)

var sideNames = [...]string{cakeTop: "top", cakeBottom: "bottom", cakeLeft: "left", cakeRight: "right"}

// cakePosition holds the number of rows or columns on each side of the mould.
type cakePosition struct{ sides [4]uint64 }

// randomCake returns a cake with rows above and below the mould, so that no single
// bite ends the game.
func randomCake(r *rand.Rand) Position {
	return cakePosition{[4]uint64{1 + r.Uint64N(6), 1 + r.Uint64N(6), r.Uint64N(7), r.Uint64N(7)}}
}

// parseCake reads "5x8@2,3": rows × columns @ row, column of the mould.
func parseCake(text string) (Position, error) {
	const example = "5x8@2,3"
	size, mould, ok := strings.Cut(strings.TrimSpace(text), "@")
	rows, columns, ok2 := strings.Cut(size, "x")
	row, column, ok3 := strings.Cut(mould, ",")
	if !ok || !ok2 || !ok3 {
		return nil, notation("cake.form", Args{"part": clip(text), "example": example})
	}
	var n [4]uint64
	for i, f := range []string{rows, columns, row, column} {
		f = strings.TrimSpace(f)
		args := Args{"part": clip(f), "example": example}
		if !isDigits(f) {
			return nil, notation("cake.not-a-number", args)
		}
		var err error
		if n[i], err = strconv.ParseUint(f, 10, 64); err != nil || n[i] > MaxHeap {
			args["max"] = uint64(MaxHeap)
			return nil, notation("cake.too-large", args)
		}
		if n[i] == 0 {
			return nil, notation("cake.zero", args)
		}
	}
	if n[2] > n[0] || n[3] > n[1] {
		return nil, notation("cake.mould-outside", Args{"part": mould, "rows": n[0], "columns": n[1], "example": example})
	}
	return cakePosition{[4]uint64{n[2] - 1, n[0] - n[2], n[3] - 1, n[1] - n[3]}}, nil
}

// rows and columns return the cake's size, the mould's row and column included.
func (p cakePosition) rows() uint64    { return p.sides[cakeTop] + 1 + p.sides[cakeBottom] }
func (p cakePosition) columns() uint64 { return p.sides[cakeLeft] + 1 + p.sides[cakeRight] }

func (p cakePosition) String() string {
	b := strconv.AppendUint(make([]byte, 0, 32), p.rows(), 10)
	b = strconv.AppendUint(append(b, 'x'), p.columns(), 10)
	b = strconv.AppendUint(append(b, '@'), p.sides[cakeTop]+1, 10)
	b = strconv.AppendUint(append(b, ','), p.sides[cakeLeft]+1, 10)
	return string(b)
}

// Size counts the rows and columns that can still be eaten; its parts are the sides.
func (p cakePosition) Size() Size { return heaps(p.sides[:]).Size() }

func (p cakePosition) Diagram() Diagram {
	d := Diagram{Shape: Cake}
	if p.rows() > MaxCells || p.columns() > MaxCells {
		for side, n := range p.sides {
			d.Rows = append(d.Rows, Row{Label: sideNames[side], Count: n})
		}
		return d
	}
	for i := range p.rows() {
		cells := make([]Cell, p.columns())
		for j := range cells {
			cells[j] = Crumb
		}
		if i == p.sides[cakeTop] {
			cells[p.sides[cakeLeft]] = Mould
		}
		d.Rows = append(d.Rows, Row{Cells: cells})
	}
	return d
}

func (p cakePosition) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for side, n := range p.sides {
			for k := uint64(1); k <= n; k++ {
				if !yield(labelled(sideNames[side], k)) {
					return
				}
			}
		}
	}
}

func (p cakePosition) Play(m Move) (Position, error) {
	for side, name := range sideNames {
		amount, ok := strings.CutPrefix(string(m), name)
		if !ok {
			continue
		}
		k, ok := number(amount)
		n := p.sides[side]
		args := Args{"move": string(m), "side": name, "amount": k, "count": n, "size": n, "example": string(labelled(name, n))}
		switch {
		case !ok:
			return nil, illegal("move.form", Args{"move": clip(string(m)), "example": name + "1"})
		case n == 0:
			return nil, withExample(p, illegal("move.side-gone", args))
		case k == 0:
			return nil, illegal("move.cut-nothing", args)
		case k > n:
			return nil, illegal("move.cut-too-deep", args)
		}
		p.sides[side] -= k
		return p, nil
	}
	return nil, withExample(p, illegal("move.form", Args{"move": clip(string(m)), "example": "left2"}))
}

func (p cakePosition) Choices(prefix string) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		for side, n := range p.sides {
			name := sideNames[side]
			switch {
			case n == 0:
			case prefix == "":
				if !yield(Choice{Prefix: name, Label: name, Left: n, Code: "choice." + name}) {
					return
				}
			case prefix == name:
				for k := uint64(1); k <= n; k++ {
					amount := string(numeral(k))
					if !yield(Choice{Prefix: name + amount, Label: amount, Done: true, Code: "choice.eat"}) {
						return
					}
				}
			}
		}
	}
}

// Headline returns the size of the cake and where the mould is.
func (p cakePosition) Headline() Wording {
	return Wording{"cake", []any{"rows", p.rows(), "columns", p.columns(), "row", p.sides[cakeTop] + 1, "column", p.sides[cakeLeft] + 1}}
}

// MoveWords have one code for each side.
func (p cakePosition) MoveWords(m Move) Wording {
	for _, name := range sideNames {
		if amount, ok := strings.CutPrefix(string(m), name); ok {
			k, _ := number(amount)
			return Wording{"eat-" + name, []any{"count", k}}
		}
	}
	return Wording{}
}

// Marks returns the rows or columns that a cut takes from its side.
func (p cakePosition) Marks(m Move) []Mark {
	for side, name := range sideNames {
		if amount, ok := strings.CutPrefix(string(m), name); ok {
			k, _ := number(amount)
			return []Mark{taken(side, p.sides[side], k)}
		}
	}
	return nil
}

func (p cakePosition) StepWords(prefix string) Wording { return Wording{Code: "eat-" + prefix} }

// cakeSpellings name the side: "2 rows from the top", "top 2", "all off left".
var cakeSpellings = []spelling{
	spelled("", `(\d+|all)(?: rows?| columns?| slices?)?(?: from| at| off| of)? ?(?:the )?(top|bottom|left|right)`, "$2$1"),
	spelled("", `(?:from )?(?:the )?(top|bottom|left|right)[ ,:-]*(\d+|all)`, "$1$2"),
}

// Readings recognizes an amount with a side; a bare amount may mean each side.
func (p cakePosition) Readings(text string) []string {
	out := readings(text, cakeSpellings)
	for side, name := range sideNames {
		if n := p.sides[side]; n > 0 && (text == whole || isDigits(text)) {
			out = append(out, name+text)
		}
		for i, r := range out {
			if r == name+whole {
				out[i] = string(labelled(name, p.sides[side]))
			}
		}
	}
	return out
}

// cakeMould reports whether words begin with the mould's square of a setup, typed
// apart from the cake's size: "@ 2,3" or "@2,3".
func cakeMould(words []string, i int) bool {
	words = words[i:]
	square, ok := strings.CutPrefix(words[0], "@")
	if square == "" && len(words) > 1 {
		square = words[1]
		return ok && square != "" && isDigits(square[:1])
	}
	row, column, both := strings.Cut(square, ",")
	return ok && both && isDigits(row) && (column == "" || isDigits(column))
}

func (p cakePosition) Parts() int        { return len(p.sides) }
func (p cakePosition) Value(i int) Value { return HeapValue(p.sides[i]) }
func (p cakePosition) Tame() bool        { return true }

func (p cakePosition) Part(i int) (label, shape string) {
	return sideNames[i], strconv.FormatUint(p.sides[i], 10)
}

func (p cakePosition) Copies() (first, second string, ok bool) {
	return copies(p.Parts(), p.Part, heaps(p.sides[:]).isEmpty)
}

func (p cakePosition) MovesTo(i int, v Value) iter.Seq[Move] {
	if v != HeapValue(v.Grundy) || v.Grundy >= p.sides[i] {
		return noMoves
	}
	return oneMove(labelled(sideNames[i], p.sides[i]-v.Grundy))
}

// Facts name the Nim position to which the cake is equal: the four distances.
func (p cakePosition) Facts(Ending) []Fact {
	return []Fact{{Code: "cake.is-nim", Args: Args{"piles": heaps(p.sides[:]).String()}}}
}
