package rules

import (
	"slices"
	"strconv"
	"strings"
)

// Shared code for all games on a strip of squares: reading, writing and drawing the
// squares on which a coin stands or lies heads up. The rules stay in each game's
// file.

// squares are numbers of squares, counted from 1, in rising order.
type squares []uint64

// String writes the squares with blanks between them; none at all are "0".
func (s squares) String() string { return heaps(s).String() }

// has reports whether square n is one of them.
func (s squares) has(n uint64) bool {
	_, ok := slices.BinarySearch(s, n)
	return ok
}

// sum returns the sum of the squares' numbers, saturating.
func (s squares) sum() uint64 {
	var total uint64
	for _, n := range s {
		total = AddSaturating(total, n)
	}
	return total
}

// largest returns the last square, 0 when there is none.
func (s squares) largest() uint64 {
	if len(s) == 0 {
		return 0
	}
	return s[len(s)-1]
}

// toggled returns a copy in which each given square is toggled: removed if it is in s,
// added if it isn't.
func (s squares) toggled(turned ...uint64) squares {
	out := slices.Clone(s)
	for _, n := range turned {
		if i, ok := slices.BinarySearch(out, n); ok {
			out = slices.Delete(out, i, i+1)
		} else {
			out = slices.Insert(out, i, n)
		}
	}
	return out
}

// moved returns a copy in which one coin went from one square to another.
func (s squares) moved(from, to uint64) squares {
	out := slices.Clone(s)
	i, _ := slices.BinarySearch(out, from)
	out[i] = to
	slices.Sort(out)
	return out
}

// diagram draws a strip up to its last coin; empty is the cell of a square without
// one.
func (s squares) diagram(empty Cell) Diagram {
	row := Row{}
	if n := s.largest(); n > MaxCells || s.shared() {
		row.Count = n
		for _, q := range s {
			row.Spots = append(row.Spots, Spot{Square: q, Cell: Coin})
		}
		return Diagram{Shape: Strip, Rows: []Row{row}}
	}
	row.Cells = make([]Cell, s.largest())
	for i := range row.Cells {
		row.Cells[i] = empty
	}
	for _, q := range s {
		row.Cells[q-1] = Coin
	}
	return Diagram{Shape: Strip, Rows: []Row{row}}
}

// shared reports whether two coins are on one square.
func (s squares) shared() bool {
	for i := 1; i < len(s); i++ {
		if s[i] == s[i-1] {
			return true
		}
	}
	return false
}

// parseSquares reads squares separated by blanks or commas, in any order: "2 5 9"; "0"
// alone stands for no squares. There may be up to coins of them, and none may exceed most.
func parseSquares(text, example string, coins int, most uint64) (squares, error) {
	fields := splitList(text)
	if len(fields) == 0 {
		return nil, notation("squares.none", Args{"example": example})
	}
	if len(fields) > coins {
		return nil, notation("squares.too-many", Args{"count": len(fields), "max": coins, "example": example})
	}
	if len(fields) == 1 && fields[0] == "0" {
		return squares{}, nil
	}
	s := make(squares, len(fields))
	for i, f := range fields {
		n, err := parseSquare(f, example, most)
		if err != nil {
			return nil, err
		}
		s[i] = n
	}
	slices.Sort(s)
	return s, nil
}

func parseSquare(f, example string, most uint64) (uint64, error) {
	args := Args{"part": clip(f), "example": example}
	if !isDigits(f) {
		return 0, notation("square.not-a-number", args)
	}
	n, err := strconv.ParseUint(f, 10, 64)
	switch {
	case err != nil || n > most:
		args["max"] = most
		return 0, notation("square.too-large", args)
	case n == 0:
		return 0, notation("square.zero", args)
	}
	return n, nil
}

// parseDistinct is parseSquares for games in which no square may occur twice.
func parseDistinct(text, example string, coins int, most uint64) (squares, error) {
	s, err := parseSquares(text, example, coins, most)
	if err != nil {
		return nil, err
	}
	for i := 1; i < len(s); i++ {
		if s[i] == s[i-1] {
			return nil, notation("square.twice", Args{"part": strconv.FormatUint(s[i], 10), "example": example})
		}
	}
	return s, nil
}

// readNumbers reads a move of canonical numbers with sep between them.
func readNumbers(m Move, sep, example string) ([]uint64, error) {
	// No move has more than three numbers, so four pieces are enough to refuse it.
	fields := strings.SplitN(string(m), sep, 4)
	out := make([]uint64, len(fields))
	for i, f := range fields {
		n, ok := number(f)
		if !ok {
			return nil, illegal("move.form", Args{"move": clip(string(m)), "example": example})
		}
		out[i] = n
	}
	return out, nil
}

// joinMove writes numbers with sep between them: "5-3", "6,4,1".
func joinMove(sep byte, numbers ...uint64) Move {
	b := make([]byte, 0, 24)
	for i, n := range numbers {
		if i > 0 {
			b = append(b, sep)
		}
		b = strconv.AppendUint(b, n, 10)
	}
	return Move(b)
}

// slide reads a move "5-3" of a coin to the left.
func (s squares) slide(m Move) (from, to uint64, err error) {
	n, err := readNumbers(m, "-", "5-3")
	if err != nil {
		return 0, 0, err
	}
	if len(n) != 2 {
		return 0, 0, illegal("move.form", Args{"move": clip(string(m)), "example": "5-3"})
	}
	from, to = n[0], n[1]
	args := Args{"move": string(m), "square": from, "to": to, "coins": Numbers(s)}
	switch {
	case !s.has(from):
		return 0, 0, illegal("move.no-coin", args)
	case to == 0:
		return 0, 0, illegal("move.off-the-strip", args)
	case to >= from:
		return 0, 0, illegal("move.not-left", args)
	}
	return from, to, nil
}

// chooseTarget yields the squares that a coin on from can slide to, nearest
// first, down to least.
func chooseTarget(from, least uint64, yield func(Choice) bool) {
	for to := from - 1; to >= least; to-- {
		m := string(joinMove('-', from, to))
		if !yield(Choice{Prefix: m, Label: arrow(m), Done: true, Code: "choice.slide"}) {
			return
		}
	}
}

// arrow writes a slide "9-6" as people see it: "9 → 6".
func arrow(m string) string { return strings.Replace(m, "-", " → ", 1) }

// Headline names the squares with coins.
func (s squares) Headline() Wording {
	if len(s) == 0 {
		return Wording{Code: "no-coins"}
	}
	return Wording{"coins", []any{"count", len(s), "squares", Numbers(s)}}
}

// slideWords returns the words for a move "9-6".
func slideWords(m Move) Wording { return Wording{"slide", []any{"slide", arrow(string(m))}} }

// coinWords ask where the coin of a prefix "9-" goes.
func coinWords(prefix string) Wording {
	return Wording{"slide", []any{"square", strings.TrimSuffix(prefix, "-")}}
}

// slideMarks returns the marks of a move "9-6".
func (s squares) slideMarks(m Move) []Mark {
	from, to, err := s.slide(m)
	if err != nil {
		return nil
	}
	return []Mark{{Deed: Slid, From: from, To: to}}
}

// named returns the coins of a list "6,4,1", to be joined in a sentence.
func named(list string) Series {
	var coins Series
	for n := range strings.SplitSeq(list, ",") {
		coins = append(coins, Wording{"coin", []any{"coin", n}})
	}
	return coins
}

// spacedOut writes a list "6,4,1" as people see it.
func spacedOut(list string) string { return strings.ReplaceAll(list, ",", ", ") }

// coinOf reads the first step of a slide, "5-".
func (s squares) coinOf(prefix string) (from uint64, ok bool) {
	coin, found := strings.CutSuffix(prefix, "-")
	from, ok = number(coin)
	return from, found && ok && s.has(from)
}
