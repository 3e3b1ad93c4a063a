package draw

import (
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io"
	"sync"

	"nimbot/game/rules"
)

// PNG writes d as a paletted, opaque picture, as wide as o says and as high as the drawing
// needs. Errors are w's and those of the type faces.
func PNG(w io.Writer, d rules.Diagram, o Options) error {
	s := plan(d, o)
	return encode(w, s, s.height, o.Theme)
}

func encode(w io.Writer, s scene, height int, t Theme) error {
	img, err := render(s, height, newColouring(t))
	if err != nil {
		return err
	}
	defer canvases.Put(img)
	enc := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: buffers{}}
	return enc.Encode(w, img)
}

// The size of the picture in the preview of a link, in pixels.
const (
	cardWidth  = 1200
	cardHeight = 630
	cardTitle  = 54 // the type size of the title
)

// linkCard writes d, as large as it fits, below a title.
func linkCard(w io.Writer, d rules.Diagram, title string, score []Glyph) error {
	d.Note = "" // a piece of notation, which says nothing to a stranger
	s := plan(d, Options{Score: score})
	top := margin + cardTitle*3/2
	f := min(float64(cardWidth-2*margin)/float64(s.right-s.left), float64(cardHeight-top)/float64(s.height))
	scaled := func(n int) int { return int(float64(n) * f) }
	top += (cardHeight - top - scaled(s.height)) / 2
	left := (cardWidth-scaled(s.right-s.left))/2 - scaled(s.left)
	for _, g := range s.groups {
		for i := range g.items {
			m := &g.items[i]
			right, bottom := left+scaled(m.x+m.w), top+scaled(m.y+m.h) // boxes that touch still do
			m.x, m.y, m.size = left+scaled(m.x), top+scaled(m.y), scaled(m.size)
			m.w, m.h = right-m.x, bottom-m.y
		}
	}
	s.width = cardWidth
	s.groups = append(s.groups, group{items: []item{{
		kind: kindText, x: cardWidth / 2, y: margin, h: cardTitle * 3 / 2, text: title, ink: inkLabel, size: cardTitle, anchor: anchorMiddle,
	}}})
	return encode(w, s, cardHeight, Light)
}

// buffers pools the encoder's work space, as png.EncoderBufferPool.
type buffers struct{}

var encoderBuffers sync.Pool

// Get takes a buffer out of the pool, or none.
func (buffers) Get() *png.EncoderBuffer {
	b, _ := encoderBuffers.Get().(*png.EncoderBuffer)
	return b
}

// Put gives a buffer back.
func (buffers) Put(b *png.EncoderBuffer) { encoderBuffers.Put(b) }

// The times of an animation, in hundredths of a second.
const (
	frameDelay = 120  // of a position, at most
	lastDelay  = 300  // of the last position
	longestGIF = 1200 // of the whole animation, at most
)

// MaxFrames is the largest number of positions in an animation; of a longer
// game the last ones are shown.
const MaxFrames = 45

// GIF writes the positions of a game as an animation that loops and takes at most twelve
// seconds. Every frame holds only what changed. The last one shows the same as
// PNG with o and with all shown positions as o.Fit; only that one has o.Score. Without
// frames, GIF draws the empty diagram. Errors are w's and those of the type faces.
func GIF(w io.Writer, frames []rules.Diagram, o Options) error {
	if len(frames) == 0 {
		frames = []rules.Diagram{{}}
	}
	frames = frames[max(0, len(frames)-MaxFrames):]
	o.Fit = frames
	scenes, height := make([]scene, len(frames)), 0
	score := o.Score
	for i, d := range frames {
		if o.Score = nil; i == len(frames)-1 {
			o.Score = score
		}
		scenes[i] = plan(d, o)
		height = max(height, scenes[i].height)
	}
	delay := min(frameDelay, (longestGIF-lastDelay)/max(1, len(frames)-1))
	colours := newColouring(o.Theme)
	unchanged := uint8(len(colours.palette))
	colours.palette = append(colours.palette, color.RGBA{})
	anim := gif.GIF{Config: image.Config{Width: scenes[0].width, Height: height}}
	var shown *image.Paletted
	for _, s := range scenes {
		img, err := render(s, height, colours)
		if err != nil {
			return err
		}
		part := img
		if shown != nil {
			part = changes(img, shown, difference(shown, img), unchanged)
		}
		shown = img
		anim.Image = append(anim.Image, part)
		anim.Delay = append(anim.Delay, delay)
		anim.Disposal = append(anim.Disposal, gif.DisposalNone)
	}
	anim.Delay[len(anim.Delay)-1] = lastDelay
	anim.Config.ColorModel = colours.palette
	for _, img := range anim.Image {
		img.Palette = colours.palette // earlier frames have a shorter palette
	}
	return gif.EncodeAll(w, &anim)
}

// changes copies a part of a picture, so that the memory of the rest can be freed. Pixels that are the same
// in the picture before are written as unchanged, a transparent colour: long runs of it take few bytes.
func changes(img, before *image.Paletted, r image.Rectangle, unchanged uint8) *image.Paletted {
	part := image.NewPaletted(r, img.Palette)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row, now, old := part.Pix[part.PixOffset(r.Min.X, y):], img.Pix[img.PixOffset(r.Min.X, y):], before.Pix[before.PixOffset(r.Min.X, y):]
		for x := range r.Dx() {
			if row[x] = now[x]; now[x] == old[x] {
				row[x] = unchanged
			}
		}
	}
	return part
}

// difference returns the smallest rectangle that holds every pixel in which two
// pictures of one size differ; it is never empty, since a frame cannot be.
func difference(a, b *image.Paletted) image.Rectangle {
	r := image.Rectangle{}
	for y := a.Rect.Min.Y; y < a.Rect.Max.Y; y++ {
		from := a.PixOffset(a.Rect.Min.X, y)
		x, y2 := a.Pix[from:from+a.Rect.Dx()], b.Pix[from:from+a.Rect.Dx()]
		first := 0
		for first < len(x) && x[first] == y2[first] {
			first++
		}
		if first == len(x) {
			continue
		}
		last := len(x)
		for x[last-1] == y2[last-1] {
			last--
		}
		r = r.Union(image.Rect(first, y, last, y+1))
	}
	if r.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return r
}
