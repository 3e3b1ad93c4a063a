package draw

import (
	"slices"
	"strconv"
	"strings"

	"nimbot/game/rules"
)

// Text boards made of squares: strips of coins, rows of men, cakes, bars.

const (
	stripLine   = 10 // squares in one line of a strip
	maxMenWidth = 31 // squares of a row of men in monospace
	maxGridRows = 26 // lines of a grid
)

// square is one square of a line with the pieces on it.
type square struct {
	cell rules.Cell
	n    int // the number of pieces on it
}

// squares lists a row square by square; ok is false if the row is too long for that.
func squares(r rules.Row) (s []square, ok bool) {
	if len(r.Spots) == 0 && len(r.Cells) <= rules.MaxCells && r.Count <= rules.MaxCells {
		for _, c := range r.Cells {
			n := 1
			if c == rules.Empty {
				n = 0
			}
			s = append(s, square{c, n})
		}
		for len(s) < int(r.Count) {
			s = append(s, square{})
		}
		return s, true
	}
	if len(r.Spots) == 0 {
		return nil, false
	}
	end := r.Count
	for _, p := range r.Spots {
		end = max(end, p.Square)
	}
	if end > rules.MaxCells {
		return nil, false
	}
	s = make([]square, end)
	for _, p := range r.Spots {
		if p.Square > 0 {
			s[p.Square-1] = square{p.Cell, s[p.Square-1].n + 1}
		}
	}
	return s, true
}

// spots lists the pieces on a row of any length.
func spots(r rules.Row) []rules.Spot {
	if len(r.Spots) > 0 {
		return r.Spots
	}
	var s []rules.Spot
	for i, c := range r.Cells {
		if c != rules.Empty && c != rules.Gone {
			s = append(s, rules.Spot{Square: uint64(i + 1), Cell: c})
		}
	}
	return s
}

// strips writes coins on numbered squares. Of a strip that is too long, it writes only the
// numbers of the coins, because squares after the last coin are out of play.
func (t typeface) strips(rows []rules.Row) []string {
	var lines []string
	for _, r := range rows {
		s, ok := squares(r)
		switch {
		case !ok:
			lines = append(lines, t.spotList(r)...)
		case t.style == Emoji:
			lines = append(lines, t.stripEmoji(s)...)
			lines = append(lines, t.spotList(r)...)
		default:
			lines = append(lines, t.stripMono(s)...)
		}
	}
	return t.top(lines)
}

// stripEmoji writes ten squares a line after the number of the first; the numbers of the
// coins follow below, since proportional type aligns nothing.
func (t typeface) stripEmoji(s []square) []string {
	var lines []string
	for from := 0; from < len(s); from += stripLine {
		var b strings.Builder
		b.WriteString(pad(strconv.Itoa(from+1), 2) + " ")
		for _, q := range s[from:min(from+stripLine, len(s))] {
			if q.n > 1 {
				b.WriteString(keycap(q.n))
			} else {
				b.WriteString(t.cell(q.cell))
			}
		}
		lines = append(lines, b.String())
	}
	return lines
}

// stripMono writes ten squares a line with their numbers below; "3●" means three coins on
// one square.
func (t typeface) stripMono(s []square) []string {
	var lines []string
	for from := 0; from < len(s); from += stripLine {
		var coins, numbers strings.Builder
		for i, q := range s[from:min(from+stripLine, len(s))] {
			text := t.cell(q.cell)
			if q.n > 99 {
				text = "99+"
			} else if q.n > 1 {
				text = strconv.Itoa(q.n) + text
			}
			coins.WriteString(padLeft(text, 3))
			numbers.WriteString(padLeft(strconv.Itoa(from+i+1), 3))
		}
		lines = append(lines, coins.String(), numbers.String())
	}
	return lines
}

// spotList writes the numbers of the squares with coins or heads. It doesn't list the
// other squares, which are empty or show tails.
func (t typeface) spotList(r rules.Row) []string {
	line, lines := "", []string(nil)
	for _, p := range spots(r) {
		if p.Cell != rules.Coin {
			continue
		}
		n := " " + strconv.FormatUint(p.Square, 10)
		if columns(line+n) > MaxColumns {
			lines = append(lines, line)
			line = " "
		}
		if line == "" {
			line = t.coin
		}
		line += n
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// keycap returns the emoji of a number from 0 to 10; larger numbers get that of ten.
func keycap(n int) string {
	if n > 9 {
		return "🔟"
	}
	return strconv.Itoa(n) + "\uFE0F\u20E3"
}

// men writes rows with two men each, and the numbers of the squares below them.
func (t typeface) men(rows []rules.Row) []string {
	drawn := rows[:min(len(rows), MaxLines-3)]
	widest, fits := 0, true
	all := make([][]square, len(drawn))
	for i, r := range drawn {
		s, ok := squares(r)
		all[i], widest, fits = s, max(widest, len(s)), fits && ok
	}
	limit, w := maxMenWidth, labelWidth(drawn)
	if t.style == Emoji {
		limit = maxEmoji
	}
	var lines []string
	if !fits || widest > limit || w+1+widest > MaxColumns {
		for _, r := range drawn {
			lines = append(lines, pad(r.Label, w)+" "+t.menList(r))
		}
		return t.leftOut(lines, len(rows)-len(drawn))
	}
	pitch := t.pitch(widest, MaxColumns-w)
	for i, r := range drawn {
		var b strings.Builder
		b.WriteString(pad(r.Label, w))
		for _, q := range all[i] {
			b.WriteString(padLeft(t.cell(q.cell), pitch))
		}
		lines = append(lines, b.String())
	}
	lines = t.leftOut(lines, len(rows)-len(drawn))
	return append(lines, pad("", w)+t.ruler(widest, pitch))
}

// menList writes a row that is too long to draw: "A R2 B7 /1000000".
func (t typeface) menList(r rules.Row) string {
	gap := ""
	if t.style == Emoji {
		gap = " "
	}
	var b strings.Builder
	for _, p := range spots(r) {
		b.WriteString(t.cell(p.Cell) + gap + strconv.FormatUint(p.Square, 10) + " ")
	}
	return b.String() + "/" + strconv.FormatUint(max(r.Count, uint64(len(r.Cells))), 10)
}

// pitch returns the number of columns that a square takes if n squares must fit into width
// columns.
func (t typeface) pitch(n, width int) int {
	if t.style == Emoji {
		return 1
	}
	return max(1, min(3, width/max(n, 1)))
}

// ruler numbers n squares of the given pitch: all of them if there is room, otherwise the
// first and every fifth. Emoji have keycaps as numbers.
func (t typeface) ruler(n, pitch int) string {
	var b strings.Builder
	if t.style == Emoji {
		for i := range n {
			b.WriteString(keycap(i + 1))
		}
		return b.String()
	}
	all := pitch > len(strconv.Itoa(n))
	for i := 1; i <= n; i++ {
		if all || i == 1 || i%5 == 0 {
			b.WriteString(padLeft(strconv.Itoa(i), i*pitch-b.Len()))
		}
	}
	return b.String()
}

// grid writes rows of cells with their numbers. It returns nil if they don't fit.
func (t typeface) grid(rows []rules.Row) []string {
	widest := 0
	for _, r := range rows {
		widest = max(widest, len(r.Cells))
	}
	limit := MaxColumns - 3
	if t.style == Emoji {
		limit = maxEmoji
	}
	if widest == 0 || widest > limit || len(rows) > maxGridRows {
		return nil
	}
	pitch := t.pitch(widest, limit)
	if t.style != Emoji {
		pitch = min(pitch, 1+len(strconv.Itoa(widest)))
	}
	indent := ""
	if t.style != Emoji {
		indent = "  "
	}
	lines := []string{indent + t.ruler(widest, pitch)}
	for i, r := range rows {
		number := strconv.Itoa(i + 1)
		var b strings.Builder
		if t.style != Emoji {
			b.WriteString(padLeft(number, 2))
		}
		for _, c := range uneaten(r.Cells) {
			b.WriteString(padLeft(t.cell(c), pitch))
		}
		if t.style == Emoji {
			b.WriteString(" " + number)
		}
		lines = append(lines, b.String())
	}
	return lines
}

// uneaten cuts off the squares at the end of a row that are gone.
func uneaten(cells []rules.Cell) []rules.Cell {
	for len(cells) > 0 && cells[len(cells)-1] == rules.Gone {
		cells = cells[:len(cells)-1]
	}
	return cells
}

// bar writes a chocolate bar: rows of squares, the poison at the top left.
func (t typeface) bar(rows []rules.Row) []string {
	own := *t.glyphSet // all drawings of a style share it
	own.crumb, own.mould = own.chocolate, own.poison
	t.glyphSet = &own
	if lines := t.grid(rows); lines != nil {
		return lines
	}
	counts := make([]rules.Row, len(rows))
	for i, r := range rows {
		n := uint64(len(uneaten(r.Cells)))
		counts[i] = rules.Row{Label: strconv.Itoa(i + 1), Count: max(n, r.Count)}
	}
	lines := t.heaps(counts, t.chocolate, false)
	lines[0] = strings.Replace(lines[0], t.chocolate, t.poison, 1)
	return lines
}

// cake writes a cake with its mould. If the cake is too large, it writes the mould between
// the numbers of rows and columns on its four sides.
func (t typeface) cake(rows []rules.Row) []string {
	if lines := t.grid(rows); lines != nil {
		return lines
	}
	top, bottom, fro, to := sides(rows)
	indent := strings.Repeat(" ", columns(fro)+3)
	return []string{
		indent + t.up + " " + top,
		t.left + " " + fro + " " + t.mould + " " + to + " " + t.right,
		indent + t.down + " " + bottom,
	}
}

// sides returns the numbers of rows above and below the mould, and of columns to its left
// and right.
func sides(rows []rules.Row) (top, bottom, fro, to string) {
	n := func(k uint64) string { return strconv.FormatUint(k, 10) }
	by := map[string]string{}
	for i, r := range rows {
		if x := slices.Index(r.Cells, rules.Mould); x >= 0 {
			return n(uint64(i)), n(uint64(len(rows) - 1 - i)), n(uint64(x)), n(uint64(len(r.Cells) - 1 - x))
		}
		by[r.Label] = n(r.Count)
	}
	return by["top"], by["bottom"], by["left"], by["right"]
}
