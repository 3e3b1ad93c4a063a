package board

import (
	"slices"
	"strconv"

	"nimbot/game"
)

// Width is the usual width of a picture in pixels; the height adapts.
const Width = 800

// minWidth is the narrowest picture in which every drawing finds room.
const minWidth = 400

// Options say how a picture is drawn. The zero value is a light card with no
// mark of the last move.
type Options struct {
	Theme Theme
	// Width is the width of the picture in pixels, at least 400; 0 is [Width].
	// Letters keep their size, so that a narrower picture stays readable where
	// it is shown small.
	Width int
	// Last is the position before the last move, to mark that move: what
	// left is drawn as a ghost, what changed is set off.
	Last *game.Diagram
	// Fit are further positions that the layout must have room for, so that
	// the pictures of one game do not jump.
	Fit []game.Diagram
	// Title is the accessible name of an SVG; other pictures have none.
	Title string
}

// kind is what a mark depicts; it is also its class in SVG.
type kind string

const (
	kindStone     kind = "stone"
	kindPin       kind = "pin"
	kindCoin      kind = "coin"
	kindTail      kind = "tail"
	kindRed       kind = "red"
	kindBlue      kind = "blue"
	kindSquare    kind = "square" // what coins and men stand on
	kindCrumb     kind = "crumb"
	kindMould     kind = "mould"
	kindChocolate kind = "chocolate"
	kindPoison    kind = "poison"
	kindSockets   kind = "sockets" // of the skull, in SVG only
	kindStep      kind = "step"
	kindGround    kind = "ground"
	kindBranch    kind = "branch" // from (x, y) to (x+w, y+h)
	kindNode      kind = "node"
	kindPointer   kind = "pointer" // at the row of the last move
	kindText      kind = "text"
)

// state sets a mark off.
type state string

const (
	plain state = ""
	ghost state = "ghost" // gone with the last move
	fresh state = "fresh" // came with the last move
)

// ink is the role of a text, its class in SVG.
type ink string

const (
	inkLabel  ink = "label"
	inkCount  ink = "count"
	inkNumber ink = "number"
	inkNote   ink = "note"
	inkOn     ink = "on" // on a coin, a node or a step
)

// mark is one thing in a scene, in a box of pixels. A text is centred in its
// box, or with it ends where the box begins or starts there (see anchor).
type mark struct {
	kind       kind
	state      state
	x, y, w, h int
	n          int // which stone of its pile or square of its row, from 1; 0 for neither
	text       string
	ink        ink
	size       int // of the type, in pixels
	anchor     anchor
	on         kind // what it stands on, "" for the card
}

// anchor says which point of a text lies at the x of its mark.
type anchor string

const (
	anchorMiddle anchor = "middle"
	anchorStart  anchor = "start"
	anchorEnd    anchor = "end"
)

// group is one part of a position: a pile, a row, a step.
type group struct {
	class string
	label string
	count uint64
	marks []mark
}

// scene is a laid out diagram.
type scene struct {
	width, height int
	groups        []group
}

const (
	margin     = 28
	labelSpace = 60 // for the letter of a row and the pointer before it

	sizeLabel  = 28
	sizeCount  = 24
	sizeNumber = 17
	sizeNote   = 22

	maxRows = 28 // rows, lines or steps in a picture
)

// planner lays out one diagram.
type planner struct {
	d    game.Diagram
	last *game.Diagram
	all  []game.Diagram // what there must be room for, d included
	scene
}

// width is the width that is asked for, in its bounds.
func (o Options) width() int {
	if o.Width == 0 {
		return Width
	}
	return max(o.Width, minWidth)
}

// plan makes the scene of d.
func plan(d game.Diagram, o Options) scene {
	p := planner{d: d, last: o.Last, all: append([]game.Diagram{d}, o.Fit...)}
	if p.last != nil {
		if p.last.Shape != d.Shape {
			p.last = nil
		} else {
			p.all = append(p.all, *p.last)
		}
	}
	p.width, p.height = o.width(), margin
	switch d.Shape {
	case game.Strip:
		p.strips()
	case game.Rows:
		p.men()
	case game.Stairs:
		p.stairs()
	case game.Cake:
		p.cake()
	case game.Bar:
		p.bar()
	case game.Tree:
		p.tree()
	case game.Pins:
		p.heaps(kindPin, "pile")
	default:
		p.heaps(kindStone, "pile")
	}
	if p.height == margin {
		p.line(margin, "0", inkCount, sizeCount)
	}
	p.notes()
	p.height += margin
	return p.scene
}

// most is the largest value of f over all positions to make room for.
func (p *planner) most(f func(game.Diagram) int) int {
	n := 0
	for _, d := range p.all {
		n = max(n, f(d))
	}
	return n
}

// notes writes the note below the drawing; room is left for any of them.
func (p *planner) notes() {
	if p.most(func(d game.Diagram) int { return len(d.Note) }) == 0 {
		return
	}
	p.height += 8
	p.line(margin, clipRunes(p.d.Note, 60), inkNote, sizeNote)
}

// line adds a line of text to the scene.
func (p *planner) line(x int, text string, i ink, size int) {
	h := size * 3 / 2
	m := mark{kind: kindText, x: x, y: p.height, h: h, text: text, ink: i, size: size, anchor: anchorStart}
	p.groups = append(p.groups, group{class: string(i), marks: []mark{m}})
	p.height += h
}

// clipRunes cuts s to n runes.
func clipRunes(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}

// textWidth estimates the width of a text in pixels from above.
func textWidth(text string, size int) int { return len([]rune(text)) * size * 2 / 3 }

// fitSize is the largest type up to size in which text is at most w wide.
func fitSize(text string, size, w int) int {
	for size > 8 && textWidth(text, size) > w {
		size--
	}
	return size
}

// before finds the row of the last position that became row i. When rows
// were added or lost, the equal ones at both ends belong together, and what
// is between them counts as changed.
func (p *planner) before(i int) (r game.Row, ok bool) {
	if p.last == nil {
		return r, false
	}
	old, now := p.last.Rows, p.d.Rows
	if len(old) == len(now) {
		return old[i], true
	}
	head := 0
	for head < min(len(old), len(now)) && sameRow(old[head], now[head]) {
		head++
	}
	if i < head {
		return old[i], true
	}
	if j := i - len(now) + len(old); j >= head && sameRow(old[j], now[i]) {
		return old[j], true
	}
	return r, false
}

// sameRow compares what rows hold, not their labels: these shift in a split.
func sameRow(a, b game.Row) bool {
	return a.Count == b.Count && a.Used == b.Used && slices.Equal(a.Cells, b.Cells) && slices.Equal(a.Spots, b.Spots)
}

// changed reports whether the last move touched row i.
func (p *planner) changed(i int) bool {
	if p.last == nil {
		return false
	}
	old, ok := p.before(i)
	return !ok || !sameRow(old, p.d.Rows[i])
}

// head is the letter of a row and the pointer when the last move was there.
func (p *planner) head(i int, label string, y, h int) []mark {
	size := min(sizeLabel, h)
	var marks []mark
	if p.changed(i) {
		marks = append(marks, mark{kind: kindPointer, x: margin - 18, y: y + h/2 - 7, w: 11, h: 14})
	}
	return append(marks, mark{
		kind: kindText, x: margin, y: y, h: h, text: label, ink: inkLabel,
		size: fitSize(label, size, labelSpace), anchor: anchorStart,
	})
}

// more is the line that counts the rows that were left out.
func (p *planner) more(n int) {
	if n > 0 {
		p.line(margin, "… +"+strconv.Itoa(n), inkNote, sizeNote)
	}
}
