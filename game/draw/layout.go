package draw

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"nimbot/game/rules"
)

// Width is the usual width of a picture in pixels; the height adapts.
const Width = 800

// minWidth is the smallest width that fits every drawing.
const minWidth = 400

// Options say how a picture is drawn. The zero value is a light card.
type Options struct {
	Theme Theme
	// Width is the width of the picture in pixels, at least 400, and 800 for a sum of four games unless it may be Tall; 0 is
	// [Width].
	// The type size doesn't depend on it, so that a narrower picture stays
	// readable where it is shown small.
	Width int
	// Tall lets four games stand below each other, where one can scroll.
	Tall bool
	// Last is the position before the last move. The layout has room for it, so
	// that the pieces keep their places.
	Last *rules.Diagram
	// Fit are further positions for which the layout must have room, so that
	// pieces keep their places in all pictures of one game.
	Fit []rules.Diagram
	// Score is shown below the board of a share card: one glyph for each move of the
	// person who shares it, at most [MaxScore] of them.
	Score []Glyph
	// Title is the accessible name of an SVG; other pictures have none.
	Title string
	// Links maps parts of an SVG, named by [Part], to their links. The name of an
	// edge consists of its ends, "1-2".
	Links map[string]Link

	part bool // of a sum: the drawing begins below its title, however narrow it is
}

// Part returns the name of stone, pin or square n, counted from 1, of a row.
func Part(row string, n uint64) string { return row + ":" + strconv.FormatUint(n, 10) }

// Link is the link of a part of a drawing.
type Link struct {
	Address string
	Class   string // in the style sheet
	Title   string // its accessible name
}

// kind is what an item depicts; it is also its class in SVG.
type kind string

const (
	kindStone     kind = "stone"
	kindPin       kind = "pin"
	kindCoin      kind = "coin"
	kindTail      kind = "tail"
	kindRed       kind = "red"
	kindBlue      kind = "blue"
	kindSquare    kind = "square" // a square for coins and men
	kindCrumb     kind = "crumb"
	kindMould     kind = "mould"
	kindChocolate kind = "chocolate"
	kindPoison    kind = "poison"
	kindStep      kind = "step"
	kindGround    kind = "ground"
	kindBranch    kind = "branch" // from (x, y) to (x+w, y+h)
	kindStalk     kind = "stalk"  // an edge of the stalk to which a tree is equal, likewise
	kindNode      kind = "node"
	kindFoliage   kind = "foliage" // at the end of a branch
	kindRail      kind = "rail"    // joins two piles
	kindKept      kind = "kept"    // on a share card: a move that kept a win
	kindThrown    kind = "thrown"  // likewise: one that threw a win away
	kindOther     kind = "other"   // likewise: any other move
	kindPointer   kind = "pointer" // at the row of a marked move
	kindCut       kind = "cut"     // where a cake was cut
	kindSlide     kind = "slide"   // from one square to another; n < 0 is to the left
	kindText      kind = "text"
)

// state says what a marked move did to an item.
type state string

const (
	plain state = ""
	ghost state = "ghost" // gone with a marked move
	fresh state = "fresh" // came with a marked move, or was turned by one
)

// ink is the role of a text, and its class in SVG.
type ink string

const (
	inkLabel  ink = "label"
	inkCount  ink = "count"
	inkNumber ink = "number"
	inkNote   ink = "note"
	inkOn     ink = "on"     // on a coin, a node or a step
	inkFirst  ink = "first"  // of the first player's move
	inkSecond ink = "second" // of the second player's
)

// item is one thing in a scene, in a box of pixels.
type item struct {
	kind       kind
	state      state
	x, y, w, h int
	n          int // which stone of its pile or square of its row, from 1; 0 for neither
	text       string
	ink        ink
	size       int // of the type, in pixels
	anchor     anchor
	on         kind // the kind below it, "" for the card
	by         players
	piece      rules.Piece
	slides     bool // a coin that can go left
	over       bool // of a part of a sum that is over: it is grey
	rim        rim  // of a square of cake
}

// rim are the sides of a square at which the cake ends.
type rim uint8

const (
	rimTop rim = 1 << iota
	rimBottom
	rimLeft
	rimRight
)

// anchor says which point of a text lies at the x of its item.
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
	items []item
	// of the title of a part: the width and height of the part with it
	wide, tall int
}

// scene is a laid out diagram.
type scene struct {
	width, height int
	left, right   int // the part of the width that a page has to show
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
	d    rules.Diagram
	fit  []rules.Diagram // the diagrams that the layout must have room for, d included
	last lastMoves
	// isPart is Options.part.
	isPart bool
	scene
}

// width returns the width to draw, within its bounds.
func (o Options) width() int {
	if o.Width == 0 {
		return Width
	}
	return max(o.Width, minWidth)
}

// plan makes the scene of d.
func plan(d rules.Diagram, o Options) scene {
	p := planner{d: d, fit: append([]rules.Diagram{d}, o.Fit...), last: d.Marks, isPart: o.part}
	if o.Last != nil && o.Last.Shape == d.Shape {
		p.fit = append(p.fit, *o.Last)
	}
	if len(d.Parts) > mostInColumn && !o.Tall {
		o.Width = max(o.width(), 2*minWidth)
	}
	p.width, p.height = o.width(), margin
	p.right = p.width
	switch d.Shape {
	case rules.Strip:
		p.strips()
	case rules.Rows:
		p.men()
	case rules.Stairs:
		p.stairs()
	case rules.Cake:
		p.cake()
	case rules.Bar:
		p.bar()
	case rules.Tree:
		p.tree()
	case rules.Sums:
		p.sums(o)
	case rules.Pins:
		p.heaps(kindPin, "pile")
	default:
		p.heaps(kindStone, "pile")
	}
	if p.height == margin {
		p.addText(margin, "0", inkCount, sizeCount)
	}
	p.notes()
	p.height += margin
	p.centre()
	p.score(o.Score)
	return p.scene
}

// centre moves the drawing to the middle of the picture.
func (p *planner) centre() {
	shift := (p.width-(p.right-p.left))/2 - p.left
	if shift == 0 {
		return
	}
	p.left, p.right = p.left+shift, p.right+shift
	for _, g := range p.groups {
		for i := range g.items {
			g.items[i].x += shift
		}
	}
}

// maxOver returns the largest value of f over all diagrams that the layout must have
// room for.
func (p *planner) maxOver(f func(rules.Diagram) int) int {
	n := 0
	for _, d := range p.fit {
		n = max(n, f(d))
	}
	return n
}

// notes writes the note below the drawing, with room for the longest note of p.fit.
func (p *planner) notes() {
	lines := 0
	for _, d := range p.fit {
		note := p.noteLines(d)
		lines = max(lines, len(note))
		for _, l := range note {
			p.extendTo(margin + textWidth(l, sizeNote))
		}
	}
	if lines == 0 {
		return
	}
	p.height += 8
	below := p.height + lines*sizeNote*3/2
	for _, l := range p.noteLines(p.d) {
		p.addText(margin, l, inkNote, sizeNote)
	}
	p.height = below
}

// noteLines breaks the note of a diagram where it would leave the picture.
func (p *planner) noteLines(d rules.Diagram) (lines []string) {
	room := (p.width - 2*margin) * 9 / 5 / sizeNote // letters, most of which are about half as wide as high
	for _, word := range strings.Fields(clipRunes(d.Note, 60)) {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last]+" "+word) <= room {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// addText adds a line of text to the scene.
func (p *planner) addText(x int, text string, i ink, size int) {
	h := size * 3 / 2
	m := item{kind: kindText, x: x, y: p.height, h: h, text: text, ink: i, size: size, anchor: anchorStart}
	p.groups = append(p.groups, group{class: string(i), items: []item{m}})
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

// textWidth returns an upper bound of a text's width in pixels.
func textWidth(text string, size int) int { return len([]rune(text)) * size * 2 / 3 }

// fitSize returns the largest type size up to size in which text is at most w pixels wide,
// but no less than 8.
func fitSize(text string, size, w int) int {
	for size > 8 && textWidth(text, size) > w {
		size--
	}
	return size
}

// rowHead returns the letter of row i and the pointers of the moves in it.
func (p *planner) rowHead(i int, label string, x, y, h, space int) []item {
	return append(p.pointers(i, x-18, y, h), item{
		kind: kindText, x: x, y: y, h: h, text: label, ink: inkLabel,
		size: fitSize(label, min(sizeLabel, h*9/10), space), anchor: anchorStart,
	})
}

// extendTo widens the visible part to x, so that the page doesn't cut the line
// off.
func (p *planner) extendTo(x int) {
	p.left, p.right = 0, min(p.width, max(p.right, x+margin)) // it begins at the left edge
}

// crop sets the part of the width that is in use; a page shows only this part.
func (p *planner) crop(left, right int) {
	p.left, p.right = max(0, left-margin), min(p.width, right+margin)
	if missing := minWidth - (p.right - p.left); missing > 0 && !p.isPart {
		p.left -= missing / 2
		p.right = p.left + minWidth
	}
}

// addOmitted adds the line that counts the rows that were left out.
func (p *planner) addOmitted(n int) {
	if n > 0 {
		p.addText(margin, "… +"+strconv.Itoa(n), inkNote, sizeNote)
	}
}
