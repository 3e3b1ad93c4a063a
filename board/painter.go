package board

import (
	"fmt"
	"image"
	"image/color"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// painter paints scenes onto paletted canvases. It is not safe for concurrent
// use, because its type faces are not: painters come from a pool.
type painter struct {
	canvas *image.Paletted
	*colouring
	masks masks
	faces map[faceKey]font.Face
	err   error // the first thing that could not be painted
}

type faceKey struct {
	bold bool
	size int
}

var painters = sync.Pool{New: func() any {
	return &painter{masks: masks{}, faces: map[faceKey]font.Face{}}
}}

// maxMasks bounds what a pooled painter keeps.
const maxMasks = 200

// fonts are the parsed families; unlike faces they may be shared.
var fonts = sync.OnceValues(func() (f [2]*opentype.Font, err error) {
	for i, data := range [][]byte{goregular.TTF, gobold.TTF} {
		if f[i], err = opentype.Parse(data); err != nil {
			return f, fmt.Errorf("font: %w", err)
		}
	}
	return f, nil
})

// canvases are those that nobody looks at any more: a new one is as large as
// everything else that a picture takes together.
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
// the scene needs.
func render(s scene, height int, t Theme) (*image.Paletted, error) {
	p := painters.Get().(*painter)
	defer painters.Put(p)
	if len(p.masks) > maxMasks {
		clear(p.masks)
	}
	p.colouring = colourings[min(t, Dark)]
	p.canvas, p.err = newCanvas(s.width, height, p.palette), nil
	for _, g := range s.groups {
		for _, m := range g.marks {
			p.mark(m)
		}
	}
	return p.canvas, p.err
}

// fill paints an outline into a box, smoothing its edge between two colours.
func (p *painter) fill(name string, o outline, x, y, w, h int, below, above paint) {
	if w <= 0 || h <= 0 {
		return
	}
	p.blit(p.masks.get(name, o, w, h), image.Pt(x, y), below, above)
}

// blit puts a mask's coverage on the canvas with its upper left corner at.
func (p *painter) blit(mask *image.Alpha, at image.Point, below, above paint) {
	shades := &p.shades[below][above]
	if shades[0] == shades[shadeCount-1] {
		p.fail(fmt.Errorf("colours %d and %d are no blend", below, above))
	}
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
	r := image.Rect(x, y, x+w, y+h).Intersect(p.canvas.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := p.canvas.Pix[p.canvas.PixOffset(r.Min.X, y):][:r.Dx()]
		for i := range row {
			row[i] = uint8(c)
		}
	}
}

// face is a type face of a size in pixels.
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

// text writes the text of a mark.
func (p *painter) text(m mark) {
	below, above := textPaints(m)
	f, err := p.face(m.ink != inkNumber && m.ink != inkNote, m.size)
	if err != nil {
		p.fail(err)
		return
	}
	dot := fixed.P(m.x, baseline(m))
	switch width := font.MeasureString(f, m.text); m.anchor {
	case anchorMiddle:
		dot.X -= width / 2
	case anchorEnd:
		dot.X -= width
	}
	for _, r := range m.text {
		place, coverage, from, advance, ok := f.Glyph(dot, r)
		if !ok {
			continue
		}
		if alpha, is := coverage.(*image.Alpha); is && !place.Empty() {
			part := alpha.SubImage(image.Rectangle{Min: from, Max: from.Add(place.Size())}).(*image.Alpha)
			p.blit(part, place.Min, below, above)
		}
		dot.X += advance
	}
}

// baseline is where the letters of a text stand, centred in its box.
func baseline(m mark) int { return m.y + m.h/2 + m.size*36/100 }

// textPaints are the colours of a text and of what it stands on.
func textPaints(m mark) (below, above paint) {
	switch m.ink {
	case inkNumber, inkNote:
		return paintCard, paintMuted
	case inkOn:
		switch m.on {
		case kindCoin:
			return paintGold, paintOnLight
		case kindTail:
			return paintSilver, paintOnLight
		case kindCrumb:
			return paintCrumb, paintOnLight
		case kindStep:
			if m.state == fresh {
				return paintStepFresh, paintOnLight
			}
			return paintStep, paintOnLight
		case kindNode:
			return paintGreen, paintOnLight
		}
	}
	return paintCard, paintText
}
