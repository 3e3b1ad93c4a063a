package draw

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"nimbot/game/rules"
)

// painter paints scenes onto paletted canvases. It is not safe for concurrent
// use, because its type faces are not: painters come from a pool.
type painter struct {
	canvas *image.Paletted
	*colouring
	masks  masks
	faces  map[faceKey]font.Face
	glyphs map[glyphKey]glyphMask
	stamps map[stamp]image.Point // where the first item with each look was painted
	err    error                 // the first thing that could not be painted
}

type faceKey struct {
	bold bool
	size int
}

var painters = sync.Pool{New: func() any {
	return &painter{masks: masks{}, faces: map[faceKey]font.Face{}, glyphs: map[glyphKey]glyphMask{}, stamps: map[stamp]image.Point{}}
}}

// maxMasks and maxGlyphs bound what a pooled painter keeps.
const (
	maxMasks  = 300
	maxGlyphs = 1000
)

// fonts are the parsed families. Unlike faces, they are safe for concurrent use.
var fonts = sync.OnceValues(func() (f [2]*opentype.Font, err error) {
	for i, data := range [][]byte{goregular.TTF, gobold.TTF} {
		if f[i], err = opentype.Parse(data); err != nil {
			return f, fmt.Errorf("font: %w", err)
		}
	}
	return f, nil
})

// canvases pools unused images, because one takes as much memory as everything else that a
// picture needs.
var canvases sync.Pool // of *image.Paletted

func newCanvas(w, h int, palette color.Palette) *image.Paletted {
	c, ok := canvases.Get().(*image.Paletted)
	if !ok || cap(c.Pix) < w*h {
		return image.NewPaletted(image.Rect(0, 0, w, h), palette)
	}
	c.Pix, c.Stride, c.Rect, c.Palette = c.Pix[:w*h], w, image.Rect(0, 0, w, h), palette
	clear(c.Pix)
	return c
}

// render paints a scene on a card of the given height, which may be more than
// the scene needs, adding its colours to c.
func render(s scene, height int, c *colouring) (*image.Paletted, error) {
	p := painters.Get().(*painter)
	defer painters.Put(p)
	if len(p.masks) > maxMasks {
		clear(p.masks)
	}
	if len(p.glyphs) > maxGlyphs {
		clear(p.glyphs)
	}
	clear(p.stamps)
	p.colouring = c
	p.canvas, p.err = newCanvas(s.width, height, nil), nil
	for _, g := range s.groups {
		for _, m := range g.items {
			p.item(m)
		}
	}
	p.canvas.Palette = c.palette
	return p.canvas, p.err
}

// item paints an item, or copies an identical one that was painted before.
func (p *painter) item(m item) {
	if m.kind == kindText {
		p.text(m)
		return
	}
	if m.isIsolated() {
		key, box := stamp{m.kind, m.piece, m.rim, m.w, m.h}, image.Rect(m.x, m.y, m.x+m.w, m.y+m.h)
		if first, ok := p.stamps[key]; ok && box.In(p.canvas.Rect) {
			p.copy(first, box)
			return
		}
		p.stamps[key] = box.Min
	}
	artist{p.fill}.draw(m)
}

// stamp is the cache key of items that look alike.
type stamp struct {
	kind  kind
	piece rules.Piece
	rim   rim
	w, h  int
}

// isIsolated reports whether an item lies alone in its box, directly on the
// background, so that all items that look like it have the same pixels.
func (m item) isIsolated() bool {
	if m.state != plain || m.over {
		return false
	}
	switch m.kind {
	case kindStone, kindPin, kindChocolate:
		return true
	case kindCrumb:
		return m.w < slabSize && m.h < slabSize // a slab has its number on it
	}
	return false
}

// copy copies the pixels of an item that was painted at from into a box.
func (p *painter) copy(from image.Point, box image.Rectangle) {
	for y := range box.Dy() {
		to := p.canvas.Pix[p.canvas.PixOffset(box.Min.X, box.Min.Y+y):][:box.Dx()]
		copy(to, p.canvas.Pix[p.canvas.PixOffset(from.X, from.Y+y):])
	}
}

// fill paints a shape, smoothing its edge between its two colours.
func (p *painter) fill(s shape) {
	if s.w <= 0 || s.h <= 0 {
		return
	}
	if s.name == "rect" {
		p.rect(s.x, s.y, s.w, s.h, s.above)
		return
	}
	var mask *image.Alpha
	if s.name == "" {
		mask = rasterize(s.outline, s.w, s.h)
	} else {
		mask = p.masks.get(s.name, s.outline, s.w, s.h)
	}
	p.blit(mask, image.Pt(s.x, s.y), s.below, s.above)
}

// blit paints a mask's coverage on the canvas; at is the mask's upper left corner.
func (p *painter) blit(mask *image.Alpha, at image.Point, below, above paint) {
	shades := p.shades(below, above)
	b := mask.Rect
	r := image.Rectangle{Min: at, Max: at.Add(b.Size())}.Intersect(p.canvas.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from := mask.Pix[mask.PixOffset(b.Min.X+r.Min.X-at.X, b.Min.Y+y-at.Y):]
		to := p.canvas.Pix[p.canvas.PixOffset(r.Min.X, y):][:r.Dx()]
		for i := range to {
			if level := (int(from[i])*(shadeCount-1) + 127) / 255; level > 0 {
				to[i] = shades[level]
			}
		}
	}
}

// rect fills a rectangle without smoothing.
func (p *painter) rect(x, y, w, h int, c paint) {
	colour := p.index(c)
	r := image.Rect(x, y, x+w, y+h).Intersect(p.canvas.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := p.canvas.Pix[p.canvas.PixOffset(r.Min.X, y):][:r.Dx()]
		for i := range row {
			row[i] = colour
		}
	}
}

// face returns a type face of a size in pixels.
func (p *painter) face(bold bool, size int) (font.Face, error) {
	key := faceKey{bold, size}
	if f, ok := p.faces[key]; ok {
		return f, nil
	}
	families, err := fonts()
	if err != nil {
		return nil, err
	}
	family := families[0]
	if bold {
		family = families[1]
	}
	f, err := opentype.NewFace(family, &opentype.FaceOptions{Size: float64(size), DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("type face of %d px: %w", size, err)
	}
	p.faces[key] = f
	return f, nil
}

func (p *painter) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// glyphKey is a letter of a face.
type glyphKey struct {
	faceKey
	letter rune
}

// glyphMask is a letter ready to paint: its coverage, the offset of the coverage from the
// letter's dot, and the distance to the next dot.
type glyphMask struct {
	mask    *image.Alpha // nil for a blank
	at      image.Point
	advance fixed.Int26_6
}

// glyph returns a letter of a face, rasterized once. ok is false for a letter that
// the face does not have.
func (p *painter) glyph(key faceKey, r rune) (g glyphMask, ok bool) {
	k := glyphKey{key, r}
	if g, ok := p.glyphs[k]; ok {
		return g, true
	}
	f, err := p.face(key.bold, key.size)
	if err != nil {
		p.fail(err)
		return g, false
	}
	place, coverage, from, advance, ok := f.Glyph(fixed.Point26_6{}, r)
	if !ok {
		return g, false
	}
	g = glyphMask{at: place.Min, advance: advance}
	if alpha, is := coverage.(*image.Alpha); is && !place.Empty() {
		g.mask = image.NewAlpha(image.Rectangle{Max: place.Size()})
		draw.Draw(g.mask, g.mask.Rect, alpha, from, draw.Src)
	}
	p.glyphs[k] = g
	return g, true
}

// legible returns the words of a text before the first one with a letter that the face doesn't have, and their width: some
// letters of a sentence would say something else.
func (p *painter) legible(key faceKey, text string) (words string, width fixed.Int26_6) {
	for i, r := range text {
		g, ok := p.glyph(key, r)
		if !ok {
			end := strings.LastIndexByte(text[:i], ' ') + 1
			if end == 0 {
				return "", 0
			}
			return p.legible(key, text[:end])
		}
		width += g.advance
	}
	return text, width
}

// text writes the text of an item.
func (p *painter) text(m item) {
	below, above := textPaints(m)
	key := faceKey{m.ink != inkNumber && m.ink != inkNote, m.size}
	text, width := p.legible(key, m.text)
	dot := fixed.I(m.x)
	switch m.anchor {
	case anchorMiddle:
		dot -= width / 2
	case anchorEnd:
		dot -= width
	}
	for _, r := range text {
		g, _ := p.glyph(key, r)
		if g.mask != nil {
			p.blit(g.mask, g.at.Add(image.Pt(dot.Round(), baseline(m))), below, above)
		}
		dot += g.advance
	}
}

// baseline returns the y of the text's baseline, centred in its box.
func baseline(m item) int { return m.y + m.h/2 + m.size*36/100 }

// textPaints returns the paint of a text, and that of its background.
func textPaints(m item) (below, above paint) {
	if m.over {
		return paintCard, paintMuted
	}
	switch m.ink {
	case inkNumber, inkNote:
		return paintCard, paintMuted
	case inkFirst:
		return paintCard, paintYou
	case inkSecond:
		return paintCard, paintBot
	case inkOn:
		switch m.on {
		case kindCoin:
			return paintGold, paintOnLight
		case kindTail:
			return paintSilver, paintOnLight
		case kindCrumb:
			return paintCrumb, paintOnLight
		case kindStep:
			return paintStep, paintOnLight
		case kindNode:
			return paintLeaf, paintOnLight
		case kindSquare:
			return paintWood, paintOnLight
		}
	}
	return paintCard, paintText
}
