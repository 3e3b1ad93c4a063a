package draw

import (
	"math/bits"
	"strconv"
	"strings"

	"nimbot/game/rules"
)

const (
	columnBlock = 20 // binary columns side by side
	targetBlock = 12 // binary columns side by side, if a new value stands next to the old one
	wideColumns = 8  // up to this many are separated by a space
)

// Columns formats the working of a sum as a monospace table: the powers of two above their columns,
// one line for each part with its value in binary, a rule, the columns added up modulo w.Base, and a mark under every
// column whose sum isn't 0. If w has a Target, the line of its row ends with the new
// value. Values that are too wide for one block of columns are set in several, highest
// bits first, and without their decimal forms. Columns returns "" if w has no rows. Emoji
// is set as Code.
func Columns(w rules.Working, style Style) string {
	if len(w.Rows) == 0 {
		return ""
	}
	if style == Emoji {
		style = Code
	}
	t := table{typeface: typeface{style: style, glyphSet: &glyphs[style]}, Working: w, base: max(w.Base, 2)}
	width := 1
	for _, r := range w.Rows {
		width = max(width, bits.Len64(r.Value))
		t.derived = t.derived || r.Shape != strconv.FormatUint(r.Value, 10)
	}
	if w.Target != nil {
		width = max(width, bits.Len64(w.Target.To))
	}
	most := columnBlock
	if w.Target != nil {
		most = targetBlock
	}
	t.split = width > most
	var blocks []string
	for high := width; high > 0; {
		n := (high-1)%most + 1
		blocks = append(blocks, t.block(high-n, n))
		high -= n
	}
	return strings.Join(blocks, "\n\n")
}

// table is the state of formatting a working.
type table struct {
	typeface
	rules.Working
	base    int
	derived bool // some value differs from what people see
	split   bool // in several blocks of columns
}

// block writes the n columns from bit low on.
func (t table) block(low, n int) string {
	heads, w := t.heads()
	gap := ""
	if n <= wideColumns {
		gap = " "
	}
	lines := []string{pad("", w) + " " + t.powers(low, n, gap)}
	drawn := min(len(t.Rows), MaxLines-5)
	for i, r := range t.Rows[:drawn] {
		line := pad(heads[i], w) + " " + binary(r.Value, low, n, gap)
		if t.Target != nil && t.Target.Row == i {
			line += " " + t.arr + " " + binary(t.Target.To, low, n, gap)
		}
		lines = append(lines, line)
	}
	lines = t.leftOut(lines, len(t.Rows)-drawn)
	sum, odd := t.total(low, n, gap)
	lines = append(lines,
		strings.Repeat(t.rule, w+1+columns(sum)),
		pad(t.foot(w), w)+" "+sum,
		strings.TrimRight(pad("", w+1)+odd, " "))
	if strings.TrimSpace(odd) == "" {
		lines = lines[:len(lines)-1]
	}
	return strings.Join(lines, "\n")
}

// powers returns the heading of n columns from bit low on: what a one counts in each, "4 2 1", or in
// the first and the last if not all fit.
func (t table) powers(low, n int, gap string) string {
	switch {
	case t.split:
		return "2^" + strconv.Itoa(low+n-1) + " " + t.ellipsis + " 2^" + strconv.Itoa(low)
	case n <= 4: // no power has two digits
		all := make([]string, n)
		for i := range all {
			all[i] = strconv.Itoa(1 << (n - 1 - i))
		}
		return strings.Join(all, gap)
	}
	first := strconv.Itoa(1<<(n-1)) + " " + t.ellipsis
	return first + padLeft("1", n+(n-1)*len(gap)-columns(first))
}

// PartLabel returns the label of a part as a working shows it: an arrow for a side of a cake,
// which needs no translation.
func PartLabel(label string, style Style) string {
	t := &glyphs[style]
	switch label {
	case "top":
		return t.up
	case "bottom":
		return t.down
	case "left":
		return t.left
	case "right":
		return t.right
	}
	return label
}

// heads returns the beginnings of the lines and their width: the label, the part as
// people see it if that is not its value, and the value.
func (t table) heads() (heads []string, width int) {
	labels, shapes, values := 0, 0, 0
	if t.sums() {
		labels, values = columns(t.xor), len(strconv.FormatUint(t.Sum, 10))
	}
	for _, r := range t.Rows {
		labels = max(labels, columns(PartLabel(r.Label, t.style)))
		shapes = max(shapes, columns(r.Shape))
		values = max(values, len(strconv.FormatUint(r.Value, 10)))
	}
	value := ""
	if t.derived {
		value = "= "
	}
	width = columns(t.foot(0))
	for _, r := range t.Rows {
		head := pad(PartLabel(r.Label, t.style), labels)
		if t.derived {
			head += " " + padLeft(r.Shape, shapes)
		}
		if !t.split {
			head += " " + value + padLeft(strconv.FormatUint(r.Value, 10), values)
		}
		heads, width = append(heads, head), max(width, columns(head))
	}
	return heads, width
}

// sums reports whether the line of the sum has the nim-sum in decimal, below the values.
func (t table) sums() bool { return t.base == 2 && !t.split }

// foot returns the label of the line of the sum. The sum ends where the values do, in
// column w.
func (t table) foot(w int) string {
	if t.base > 2 {
		return "mod " + strconv.Itoa(t.base)
	}
	if t.split {
		return t.xor
	}
	sum := strconv.FormatUint(t.Sum, 10)
	return t.xor + padLeft(sum, max(len(sum)+1, w-columns(t.xor)))
}

// total adds up the n columns from bit low on, modulo the base, and marks the
// columns whose sum isn't 0.
func (t table) total(low, n int, gap string) (sum, odd string) {
	var digits, marks []string
	for bit := low + n - 1; bit >= low; bit-- {
		ones := 0
		for _, r := range t.Rows {
			ones += int(r.Value >> bit & 1)
		}
		mark := " "
		if ones %= t.base; ones > 0 {
			mark = t.odd
		}
		digits, marks = append(digits, strconv.Itoa(ones)), append(marks, mark)
	}
	return strings.Join(digits, gap), strings.Join(marks, gap)
}

// binary writes the n bits of v from bit low on.
func binary(v uint64, low, n int, gap string) string {
	digits := make([]string, n)
	for i := range digits {
		digits[i] = strconv.FormatUint(v>>(low+n-1-i)&1, 10)
	}
	return strings.Join(digits, gap)
}
