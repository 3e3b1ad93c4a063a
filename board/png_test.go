package board_test

import (
	"bytes"
	"flag"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"nimbot/board"
	"nimbot/game"

	"pgregory.net/rapid"
)

var pictures = flag.String("pictures", "", "a folder to write every picture to, to be looked at")

var themes = []struct {
	name  string
	theme board.Theme
}{{"light", board.Light}, {"dark", board.Dark}}

// keep writes a picture to the folder of -pictures.
func keep(t *testing.T, name string, data []byte) {
	t.Helper()
	if *pictures == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(*pictures, name), data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func drawPNG(t testing.TB, d game.Diagram, o board.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := board.PNG(&b, d, o); err != nil {
		t.Fatalf("PNG(%v): %v", d, err)
	}
	return b.Bytes()
}

func TestPNGOfEveryShape(t *testing.T) {
	for _, f := range fixtures {
		for _, theme := range themes {
			for _, width := range []int{board.Width, 480} {
				data := drawPNG(t, f.d, board.Options{Theme: theme.theme, Width: width})
				keep(t, fmt.Sprintf("%s-%s-%d.png", f.name, theme.name, width), data)
				img, err := png.Decode(bytes.NewReader(data))
				if err != nil {
					t.Errorf("PNG(%s, %s, %d) does not decode: %v", f.name, theme.name, width, err)
					continue
				}
				if size := img.Bounds().Size(); size.X != width || size.Y < 80 || size.Y > 1000 {
					t.Errorf("PNG(%s, %s) is %v, want %d wide and 80 to 1000 high", f.name, theme.name, size, width)
				}
			}
		}
	}
}

func TestPicturesOfAnythingStayBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, last := diagrams().Draw(t, "diagram"), diagrams().Draw(t, "last")
		if rapid.Bool().Draw(t, "of one shape") {
			last.Shape = d.Shape
		}
		width := rapid.SampledFrom([]int{board.Width, 600, 400}).Draw(t, "width")
		o := board.Options{Theme: board.Theme(rapid.IntRange(0, 2).Draw(t, "theme")), Last: &last, Width: width}
		var picture, again, page bytes.Buffer
		if err := board.PNG(&picture, d, o); err != nil {
			t.Fatalf("PNG: %v", err)
		}
		size, err := png.DecodeConfig(&picture)
		if err != nil || size.Width != width || size.Height > 4000 {
			t.Fatalf("PNG is %d by %d (%v), want %d by at most 4000", size.Width, size.Height, err, width)
		}
		if err := board.SVG(&page, d, o); err != nil || page.Len() > 800_000 {
			t.Fatalf("SVG is %d bytes (%v), want at most 800000", page.Len(), err)
		}
		if err := board.SVG(&again, d, o); err != nil || !bytes.Equal(page.Bytes(), again.Bytes()) {
			t.Fatalf("SVG of the same position differs the second time (%v)", err)
		}
	})
}
