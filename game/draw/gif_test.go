package draw_test

import (
	"bytes"
	"image"
	"image/gif"
	"image/png"
	"testing"

	"nimbot/game/draw"
	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

func drawGIF(t testing.TB, frames []rules.Diagram, o draw.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := draw.GIF(&b, frames, o); err != nil {
		t.Fatalf("GIF of %d frames: %v", len(frames), err)
	}
	return b.Bytes()
}

func TestGIFEndsOnThePNGOfTheLastPosition(t *testing.T) {
	slowtest.Sequential(t)
	for i, p := range played {
		theme := themes[i%len(themes)]
		t.Run(p.name, func(t *testing.T) {
			score := []draw.Glyph("kto") // only the last frame has it
			data := drawGIF(t, p.frames, draw.Options{Theme: theme.theme, Score: score})
			keep(t, "game-"+p.name+".gif", data)
			anim, err := gif.DecodeAll(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if len(anim.Image) != len(p.frames) {
				t.Fatalf("%d frames, want %d", len(anim.Image), len(p.frames))
			}
			if n := len(anim.Image); len(data) > 200_000 || n > 1 && anim.Image[n-1].Rect.Max.Y <= anim.Image[n-2].Rect.Max.Y {
				t.Errorf("the animation is %d bytes, and its last frame reaches to %d; want at most 200000, and the squares in it", len(data), anim.Image[n-1].Rect.Max.Y)
			}
			got := anim.Image[0]
			for _, frame := range anim.Image[1:] {
				overlay(got, frame)
			}
			n := len(p.frames)
			still := drawPNG(t, p.frames[n-1], draw.Options{Theme: theme.theme, Fit: p.frames, Score: score})
			keep(t, "game-"+p.name+"-end.png", still)
			img, err := png.Decode(bytes.NewReader(still))
			if err != nil {
				t.Fatal(err)
			}
			same(t, got, img.(*image.Paletted))
		})
	}
}

// overlay shows a frame over a picture with the same palette. What is transparent leaves the picture as it is.
func overlay(img, frame *image.Paletted) {
	r := frame.Rect
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if _, _, _, opacity := frame.At(x, y).RGBA(); opacity > 0 {
				img.SetColorIndex(x, y, frame.ColorIndexAt(x, y))
			}
		}
	}
}

// same compares two pictures pixel by pixel.
func same(t *testing.T, got, want *image.Paletted) {
	t.Helper()
	if got.Rect != want.Rect {
		t.Fatalf("the GIF is %v, want %v", got.Rect, want.Rect)
	}
	for i := range want.Pix { // colours, not indices, because each picture has its own palette
		x, y := i%want.Stride, i/want.Stride
		if got.At(x, y) != want.At(x, y) {
			t.Fatalf("pixel (%d, %d) of the last frame = %v, want %v", x, y, got.At(x, y), want.At(x, y))
		}
	}
}

func TestGIFOfALongGameShowsItsEnd(t *testing.T) {
	slowtest.Sequential(t)
	var frames []rules.Diagram
	for n := range draw.MaxFrames + 10 {
		frames = append(frames, counts(rules.Piles, uint64(draw.MaxFrames+9-n)))
	}
	anim, err := gif.DecodeAll(bytes.NewReader(drawGIF(t, frames, draw.Options{})))
	if err != nil {
		t.Fatal(err)
	}
	if len(anim.Image) != draw.MaxFrames {
		t.Errorf("GIF of %d positions has %d frames, want %d", len(frames), len(anim.Image), draw.MaxFrames)
	}
	total := 0
	for _, d := range anim.Delay {
		total += d
	}
	if total > 1200 || anim.Delay[0] < 15 {
		t.Errorf("GIF of %d positions takes %d hundredths of a second, its first frame %d; want at most 1200, and 15", len(frames), total, anim.Delay[0])
	}
	if _, err := gif.Decode(bytes.NewReader(drawGIF(t, nil, draw.Options{}))); err != nil {
		t.Errorf("GIF of no position: %v", err)
	}
}
