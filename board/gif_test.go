package board_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"image/png"
	"testing"

	"nimbot/board"
	"nimbot/game"
)

func drawGIF(t testing.TB, frames []game.Diagram, o board.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := board.GIF(&b, frames, o); err != nil {
		t.Fatalf("GIF of %d frames: %v", len(frames), err)
	}
	return b.Bytes()
}

func TestGIFEndsOnThePNGOfTheLastPosition(t *testing.T) {
	for _, p := range played {
		for _, theme := range themes {
			t.Run(p.name+"-"+theme.name, func(t *testing.T) {
				data := drawGIF(t, p.frames, board.Options{Theme: theme.theme})
				keep(t, "game-"+p.name+"-"+theme.name+".gif", data)
				anim, err := gif.DecodeAll(bytes.NewReader(data))
				if err != nil {
					t.Fatal(err)
				}
				if len(anim.Image) != len(p.frames) {
					t.Fatalf("%d frames, want %d", len(anim.Image), len(p.frames))
				}
				got := image.NewRGBA(anim.Image[0].Bounds())
				for i, frame := range anim.Image {
					draw.Draw(got, frame.Bounds(), frame, frame.Bounds().Min, draw.Src)
					o := board.Options{Theme: theme.theme, Fit: p.frames}
					if i > 0 {
						o.Last = &p.frames[i-1]
					}
					still := drawPNG(t, p.frames[i], o)
					keep(t, "game-"+p.name+"-"+theme.name+"-"+string(rune('a'+i))+".png", still)
					want, err := png.Decode(bytes.NewReader(still))
					if err != nil {
						t.Fatal(err)
					}
					same(t, i, got, want)
				}
			})
		}
	}
}

// same compares two pictures pixel by pixel.
func same(t *testing.T, frame int, got, want image.Image) {
	t.Helper()
	if got.Bounds() != want.Bounds() {
		t.Fatalf("frame %d is %v, want %v", frame, got.Bounds(), want.Bounds())
	}
	b := want.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, bl, a := got.At(x, y).RGBA()
			r2, g2, b2, a2 := want.At(x, y).RGBA()
			if r != r2 || g != g2 || bl != b2 || a != a2 {
				t.Fatalf("frame %d: pixel (%d, %d) = %v, want %v", frame, x, y, got.At(x, y), want.At(x, y))
			}
		}
	}
}
