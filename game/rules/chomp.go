package rules

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// chomp: bite a square of a chocolate bar together with all squares below and right
// of it (Gale 1974; Schuh 1952). The square at the top left is poison; a player who is
// left with it alone cannot move. No closed form is known, so positions are
// searched.
var chomp = Game{
	Key:      "chomp",
	Title:    "Chomp",
	Group:    CutGames,
	Endings:  []Ending{Normal, Misere},
	Sparse:   []Ending{Normal, Misere},
	Costly:   []Ending{Normal, Misere},
	Examples: []string{"3x4", "4 4 2", "5 3 3 1"},
	Parse:    parseChomp,
	Draw: func(d *Drawing, e Ending) string {
		return fair(d, e, func() Position { return randomChomp(d.Rand) })
	},
	Bounds:  func(Ending) Size { return chompBound },
	Summand: Size{Parts: maxChompPart, Largest: maxChompPart},
}

// chompBound is the largest bar that is searched. A bar of 10 by 10 has 184,755
// positions, which take well under a second.
var chompBound = Size{Parts: 10, Largest: 10}

// maxChomp is the most rows, and the longest row, that the notation accepts.
const maxChomp = 1000

// chompPosition holds the lengths of the rows, top to bottom. No row is longer than the
// one above it, and none is empty.
type chompPosition struct{ rows []uint64 }

// randomChomp returns three to five rows of up to six squares. It avoids rectangles,
// because the first player is known to win them. The first row and the first column
// are longer than 1, so no bite ends the game at once.
func randomChomp(r *rand.Rand) Position {
	for {
		rows := make([]uint64, 3+r.IntN(3))
		for i := range rows {
			rows[i] = 1 + r.Uint64N(6)
		}
		slices.Sort(rows)
		slices.Reverse(rows)
		if rows[0] >= 3 && rows[1] >= 2 && rows[0] != rows[len(rows)-1] {
			return chompPosition{rows}
		}
	}
}

// parseChomp reads "4 4 2", the rows, or "3x4", 3 rows of 4.
func parseChomp(text string) (Position, error) {
	fields := splitList(text)
	if len(fields) == 1 {
		if rows, columns, ok := strings.Cut(fields[0], "x"); ok {
			return parseRectangle(rows, columns)
		}
	}
	if len(fields) == 0 {
		return nil, notation("chomp.none", Args{"example": chompExample})
	}
	if len(fields) > maxChomp {
		return nil, notation("chomp.too-many", Args{"count": len(fields), "max": maxChomp, "example": chompExample})
	}
	rows := make([]uint64, len(fields))
	for i, f := range fields {
		n, err := parseChompLength(f)
		if err != nil {
			return nil, err
		}
		if i > 0 && n > rows[i-1] {
			return nil, notation("chomp.grows", Args{"part": clip(f), "row": i + 1, "above": rows[i-1], "example": chompExample})
		}
		rows[i] = n
	}
	return chompRows(rows)
}

const chompExample = "4 4 2"

func parseRectangle(rows, columns string) (Position, error) {
	if rows == "" || columns == "" {
		return nil, notation("chomp.not-a-number", Args{"part": clip(rows + "x" + columns), "example": chompExample})
	}
	n, err := parseChompLength(rows)
	if err != nil {
		return nil, err
	}
	k, err := parseChompLength(columns)
	if err != nil {
		return nil, err
	}
	return chompRows(slices.Repeat([]uint64{k}, int(n)))
}

func parseChompLength(f string) (uint64, error) {
	args := Args{"part": clip(f), "example": chompExample}
	if !isDigits(f) {
		return 0, notation("chomp.not-a-number", args)
	}
	n, err := strconv.ParseUint(f, 10, 64)
	if err != nil || n > maxChomp {
		args["max"] = uint64(maxChomp)
		return 0, notation("chomp.too-large", args)
	}
	return n, nil
}

// chompRows drops empty rows at the bottom; the poisoned square must be there.
func chompRows(rows []uint64) (Position, error) {
	for len(rows) > 0 && rows[len(rows)-1] == 0 {
		rows = rows[:len(rows)-1]
	}
	if len(rows) == 0 {
		return nil, notation("chomp.no-poison", Args{"part": "0", "example": chompExample})
	}
	return chompPosition{rows}, nil
}

func (p chompPosition) String() string { return heaps(p.rows).String() }

// typed writes a whole bar as "2x3".
func (p chompPosition) typed() string {
	if last := len(p.rows) - 1; last > 0 && p.rows[0] == p.rows[last] {
		return fmt.Sprintf("%dx%d", last+1, p.rows[0])
	}
	return p.String()
}

// Size counts the squares that can be eaten, all but the poisoned one.
func (p chompPosition) Size() Size {
	s := heaps(p.rows).Size()
	s.Total--
	return s
}

func (p chompPosition) Diagram() Diagram {
	d := Diagram{Shape: Bar, Rows: make([]Row, len(p.rows))}
	drawn := len(p.rows) <= MaxCells && p.rows[0] <= MaxCells
	for i, n := range p.rows {
		d.Rows[i] = Row{Label: strconv.Itoa(i + 1), Count: n}
		if !drawn {
			continue
		}
		cells := make([]Cell, n)
		for j := range cells {
			cells[j] = Crumb
		}
		d.Rows[i].Cells = cells
	}
	if drawn {
		d.Rows[0].Cells[0] = Mould
	}
	return d
}

// firstColumn returns the first column of row i (from 0) that may be bitten.
func firstColumn(i int) uint64 {
	if i == 0 {
		return 2 // 1,1 is poison
	}
	return 1
}

func (p chompPosition) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for i, n := range p.rows {
			for column := firstColumn(i); column <= n; column++ {
				if !yield(joinMove(',', uint64(i)+1, column)) {
					return
				}
			}
		}
	}
}

func (p chompPosition) Play(m Move) (Position, error) {
	row, column, err := p.bite(m)
	if err != nil {
		return nil, withExample(p, err)
	}
	rows := slices.Clone(p.rows)
	for i := int(row) - 1; i < len(rows); i++ {
		rows[i] = min(rows[i], column-1)
	}
	return chompRows(rows)
}

// bite reads a move "2,3".
func (p chompPosition) bite(m Move) (row, column uint64, err error) {
	n, err := readNumbers(m, ",", "2,3")
	if err != nil {
		return 0, 0, err
	}
	if len(n) != 2 {
		return 0, 0, illegal("move.form", Args{"move": clip(string(m)), "example": "2,3"})
	}
	row, column = n[0], n[1]
	args := Args{"move": string(m), "row": row, "column": column, "rows": len(p.rows)}
	if row == 0 || row > uint64(len(p.rows)) {
		return 0, 0, illegal("move.no-such-bar-row", args)
	}
	args["size"] = p.rows[row-1]
	switch {
	case column == 0 || column > p.rows[row-1]:
		return 0, 0, illegal("move.no-such-square", args)
	case row == 1 && column == 1:
		return 0, 0, illegal("move.poison", args)
	}
	return row, column, nil
}

func (p chompPosition) Choices(prefix string) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		for i, n := range p.rows {
			label := strconv.Itoa(i + 1)
			switch {
			case n < firstColumn(i):
			case prefix == "":
				if !yield(Choice{Prefix: label + ",", Label: label, Code: "choice.row"}) {
					return
				}
			case prefix == label+",":
				for column := firstColumn(i); column <= n; column++ {
					m := string(joinMove(',', uint64(i)+1, column))
					if !yield(Choice{Prefix: m, Label: m, Done: true, Code: "choice.bite"}) {
						return
					}
				}
			}
		}
	}
}

// Headline returns the size of a whole bar, else the lengths of its rows.
func (p chompPosition) Headline() Wording {
	if last := p.rows[len(p.rows)-1]; last == p.rows[0] {
		return Wording{"bar", []any{"rows", len(p.rows), "columns", last}}
	}
	return Wording{"bar-rows", []any{"lengths", Numbers(p.rows)}}
}

// MoveWords name the square that is bitten.
func (p chompPosition) MoveWords(m Move) Wording {
	return Wording{"bite", []any{"square", string(m)}}
}

// Marks returns the squares that a bite takes, the end of each row.
func (p chompPosition) Marks(m Move) []Mark {
	row, column, err := p.bite(m)
	if err != nil {
		return nil
	}
	var marks []Mark
	for i := int(row) - 1; i < len(p.rows) && p.rows[i] >= column; i++ {
		marks = append(marks, Mark{Deed: Took, Row: i, From: column, To: p.rows[i]})
	}
	return marks
}

func (p chompPosition) StepWords(prefix string) Wording {
	return Wording{"bite", []any{"row", strings.TrimSuffix(prefix, ",")}}
}

// biteSpellings name the square.
var biteSpellings = []spelling{
	spelled("", `(?:row )?(\d+)[ ,]+(?:col(?:umn)? )?(\d+)`, "$1,$2"),
	spelled("row ", `col(?:umn)? (\d+)[ ,]+row (\d+)`, "$2,$1"),
}

func (p chompPosition) Readings(text string) []string { return readings(text, biteSpellings) }

func (p chompPosition) Game() string { return chomp.Key }

func (p chompPosition) SearchBound() Size { return chompBound }

// Key holds the length of each row in a byte. A bar and its mirror image, rows
// for columns, are the same game: the larger of the two is the key.
func (p chompPosition) Key() (Key, bool) {
	var k, mirrored Key
	if !p.Size().Within(chompBound) {
		return k, false
	}
	for i, n := range p.rows {
		k[i] = byte(n)
		for j := range n {
			mirrored[j]++
		}
	}
	if slices.Compare(k[:], mirrored[:]) < 0 {
		return mirrored, true
	}
	return k, true
}

// Next bites each square of k but the poisoned one, from the bottom up.
func (p chompPosition) Next(k Key) iter.Seq[Key] {
	return func(yield func(Key) bool) {
		for i := len(k) - 1; i >= 0; i-- {
			for left := int(k[i]) - 1; left >= 0 && (left > 0 || i > 0); left-- {
				next := k
				for j := i; j < len(k) && int(next[j]) > left; j++ {
					next[j] = byte(left)
				}
				if !yield(next) {
					return
				}
			}
		}
	}
}

// lostBar returns the name of a shape that the player to move loses in normal play, or ""
// for every other bar. The catalogue has the reasons. "three-rows" is a theorem about bars
// of three rows with two squares in the third (Zeilberger 2001).
func lostBar(rows []uint64) string {
	n, first, last := uint64(len(rows)), rows[0], rows[len(rows)-1]
	switch {
	case n > 1 && first == n && rows[1] == 1:
		return "arms"
	case n == 2 && first == last+1:
		return "two-rows"
	case n > 2 && first == 2 && last == 1 && rows[n-2] == 2:
		return "two-columns"
	case n == 3 && last == 2 && first == rows[1]+2:
		return "three-rows"
	}
	return ""
}

// Facts say what is known without a search, for normal play only: that the bar has a lost
// shape, which bite leaves one, or that the bar is a rectangle, which is won (Gale 1974).
func (p chompPosition) Facts(e Ending) []Fact {
	rows, columns := uint64(len(p.rows)), p.rows[0]
	if e == Misere || rows == 1 || columns == 1 {
		return nil
	}
	if shape := lostBar(p.rows); shape != "" {
		return []Fact{{Code: "chomp." + shape + "-lost", Args: Args{"rows": rows, "columns": columns}}}
	}
	for m := range p.Moves() {
		if q, err := p.Play(m); err == nil && lostBar(q.(chompPosition).rows) != "" {
			return []Fact{{Code: "chomp." + lostBar(q.(chompPosition).rows) + "-won", Args: Args{"move": string(m)}}}
		}
	}
	if p.rows[rows-1] == columns {
		return []Fact{{Code: "chomp.rectangle", Args: Args{"rows": rows, "columns": columns}}}
	}
	return nil
}
