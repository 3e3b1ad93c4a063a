package draw

import (
	"strconv"
	"strings"

	"nimbot/game/rules"
)

// Style is the kind of place for which a text board is written.
type Style uint8

const (
	Emoji Style = iota // a chat message: proportional type, emoji, at most 10 in a line
	Code               // a code block: monospace, Unicode
	ASCII              // a terminal without Unicode: monospace
)

// The bounds of a text board, measured on a page 320 px wide. An emoji counts
// as two columns.
const (
	MaxColumns = 34
	MaxLines   = 30

	maxEmoji   = 10   // emoji stones in a line
	maxStones  = 20   // monospace stones in a line
	maxExcess  = 9999 // the largest pile that is drawn as 20 stones and the rest
	stoneGroup = 5
)

// Text draws d in the given style, without a newline at the end. The number after a pile is
// its size, also if "…" replaces stones; "-" after it marks a used pass. "… +4" counts lines
// that were left out. In emoji, "−2" after a size is the amount that a marked move took
// there; in a monospace style, the line above the board has to say it.
func Text(d rules.Diagram, style Style) string { return strings.Join(textLines(d, style), "\n") }

func textLines(d rules.Diagram, style Style) []string {
	if d.Shape == rules.Sums {
		return sumLines(d, style)
	}
	t := typeface{style: style, glyphSet: &glyphs[style], sizes: bundled(d)}
	if style == Emoji {
		t.marks = d.Marks
	}
	var lines []string
	if len(d.Rows) > 0 || d.Shape == rules.Tree {
		lines = t.draw(d)
	}
	if len(lines) == 0 {
		lines = []string{t.empty + " 0"}
	}
	if d.Note != "" {
		lines = append(lines, d.Note)
	}
	for i, line := range lines {
		lines[i] = t.clip(strings.TrimRight(line, " "))
	}
	return lines
}

// draw writes the lines of a diagram in its shape.
func (t typeface) draw(d rules.Diagram) []string {
	switch d.Shape {
	case rules.Strip:
		return t.strips(d.Rows)
	case rules.Stairs:
		return t.stairs(d.Rows)
	case rules.Rows:
		return t.men(d.Rows)
	case rules.Cake:
		return t.cake(d.Rows)
	case rules.Bar:
		return t.bar(d.Rows)
	case rules.Tree:
		return t.tree(d.Edges)
	case rules.Pins:
		return t.heaps(d.Rows, t.pin, false)
	default:
		return t.heaps(d.Rows, t.stone, true)
	}
}

// glyphSet has the characters of one style.
type glyphSet struct {
	stone, pin            string
	coin, tail, empty     string
	red, blue             string
	crumb, chocolate      string
	mould, poison         string
	gone, block           string
	times, ellipsis       string
	fork, last, pipe      string // branches of a tree that grows upwards
	link, leaf, ground    string
	up, down, left, right string // the four sides of a cake
	rule, xor, odd, arr   string // the working's columns
}

var glyphs = [...]glyphSet{
	Emoji: {
		stone: "🔵", pin: "🎳", coin: "🟡", tail: "⚫", empty: "⬜", red: "🔴", blue: "🔵",
		crumb: "🟨", chocolate: "🟫", mould: "🦠", poison: "💀", gone: "⬜", block: "🟫",
		times: "×", ellipsis: "…", fork: "┣━", last: "┏━", pipe: "┃", link: "━", leaf: "🌿", ground: "🟫🟫🟫🟫🟫",
		up: "↑", down: "↓", left: "←", right: "→", rule: "─", xor: "⊕", odd: "▲", arr: "→",
	},
	Code: {
		stone: "●", pin: "╽", coin: "●", tail: "○", empty: "·", red: "R", blue: "B",
		crumb: "■", chocolate: "■", mould: "@", poison: "@", gone: "·", block: "▒",
		times: "×", ellipsis: "…", fork: "├─", last: "┌─", pipe: "│", link: "─", ground: "═════════",
		up: "↑", down: "↓", left: "←", right: "→", rule: "─", xor: "⊕", odd: "▲", arr: "→",
	},
	ASCII: {
		stone: "o", pin: "i", coin: "O", tail: "-", empty: ".", red: "R", blue: "B",
		crumb: "#", chocolate: "#", mould: "@", poison: "@", gone: ".", block: "#",
		times: "x", ellipsis: "...", fork: "|-", last: ",-", pipe: "|", link: "-", ground: "=========",
		up: "^", down: "v", left: "<", right: ">", rule: "-", xor: "(+)", odd: "^", arr: "->",
	},
}

// typeface writes in one style.
type typeface struct {
	style Style
	*glyphSet
	marks []rules.Mark // the marks to show
	sizes uint64       // the sizes of the bundles in which the stones stand; 0 without bundles
}

func (t typeface) cell(c rules.Cell) string {
	switch c {
	case rules.Coin:
		return t.coin
	case rules.Tail:
		return t.tail
	case rules.Red:
		return t.red
	case rules.Blue:
		return t.blue
	case rules.Crumb:
		return t.crumb
	case rules.Mould:
		return t.mould
	case rules.Gone:
		return t.gone
	default:
		return t.empty
	}
}

// heaps writes one line for each pile: its letter, its stones, its size.
func (t typeface) heaps(rows []rules.Row, stone string, grouped bool) []string {
	w := labelWidth(rows)
	lines := make([]string, 0, min(len(rows), MaxLines))
	for i, r := range rows[:min(len(rows), MaxLines-2)] {
		var b strings.Builder
		b.Grow(w + 1 + heapBytes)
		if w > 0 {
			b.WriteString(pad(r.Label, w))
			b.WriteByte(' ')
		}
		t.heap(&b, r, stone, grouped)
		t.losses(&b, i)
		lines = append(lines, b.String())
	}
	return t.leftOut(lines, len(rows)-len(lines))
}

// heapBytes is the length of the longest drawing of a pile in bytes: twenty stones of
// three bytes, or ten of four, and the size.
const heapBytes = 96

// heap writes the stones of one pile and its size.
func (t typeface) heap(b *strings.Builder, r rules.Row, stone string, grouped bool) {
	n := r.Count
	whole, partly := uint64(maxEmoji), uint64(maxEmoji) // the largest piles drawn in full, and in part
	if t.style != Emoji {
		whole, partly = maxStones, maxExcess
	}
	switch {
	case t.sizes > 0 && 0 < n && n <= whole:
		t.bundles(b, n, stone)
	case n == 0:
		b.WriteString(t.empty)
		b.WriteByte(' ')
	case n <= whole:
		t.stones(b, int(n), stone, grouped)
		b.WriteByte(' ')
	case n <= partly:
		t.stones(b, maxStones, stone, grouped)
		b.WriteByte(' ')
		b.WriteString(t.ellipsis)
		b.WriteByte(' ')
	default:
		b.WriteString(stone)
		b.WriteByte(' ')
		b.WriteString(t.times)
	}
	b.WriteString(strconv.FormatUint(n, 10))
	if r.Used {
		b.WriteByte('-')
	}
}

// losses writes the amounts that marked moves took from pile i.
func (t typeface) losses(b *strings.Builder, i int) {
	for _, m := range t.marks {
		if m.Deed == rules.Took && m.Row == i {
			b.WriteString(" −" + strconv.FormatUint(m.To-m.From+1, 10))
		}
	}
}

// stones writes n stones; in a monospace style, grouped stones have a gap after every
// fifth.
func (t typeface) stones(b *strings.Builder, n int, stone string, grouped bool) {
	grouped = grouped && t.style != Emoji
	for i := range n {
		if grouped && i > 0 && i%stoneGroup == 0 {
			b.WriteByte(' ')
		}
		b.WriteString(stone)
	}
}

// leftOut adds the line that counts n lines that were not drawn.
func (t typeface) leftOut(lines []string, n int) []string {
	if n <= 0 {
		return lines
	}
	return append(lines, t.more(n))
}

func (t typeface) more(n int) string { return t.ellipsis + " +" + strconv.Itoa(n) }

// clip cuts a line that is still too wide.
func (t typeface) clip(line string) string {
	if len(line) <= MaxColumns || columns(line) <= MaxColumns { // nothing has more columns than bytes
		return line
	}
	w := 0
	for i, r := range line {
		if w += runeColumns(r); w > MaxColumns-columns(t.ellipsis) {
			return strings.TrimRight(line[:i], " ") + t.ellipsis
		}
	}
	return line
}

// columns returns the width of s in columns; an emoji takes two.
func columns(s string) int {
	w := 0
	for _, r := range s {
		w += runeColumns(r)
	}
	return w
}

func runeColumns(r rune) int {
	const variation, keycap = '\uFE0F', '\u20E3'
	switch {
	case r == variation:
		return 0
	case r == keycap: // with its digit it is one emoji
		return 1
	case r >= 0x1F000 || r == '⬜' || r == '⚫':
		return 2
	default:
		return 1
	}
}

// labelWidth returns the width of the widest label.
func labelWidth(rows []rules.Row) int {
	w := 0
	for _, r := range rows {
		w = max(w, len(r.Label))
	}
	return w
}

// pad fills s up to w columns on the right.
func pad(s string, w int) string {
	return s + strings.Repeat(" ", max(0, w-columns(s)))
}

// padLeft fills s up to w columns on the left.
func padLeft(s string, w int) string {
	return strings.Repeat(" ", max(0, w-columns(s))) + s
}
