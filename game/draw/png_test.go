package draw_test

import (
	"bytes"
	"flag"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nimbot/game/draw"
	"nimbot/game/rules"
	"nimbot/internal/slowtest"

	"pgregory.net/rapid"
)

var pictures = flag.String("pictures", "", "a folder to write every picture to, to be looked at")

var themes = []struct {
	name  string
	theme draw.Theme
}{{"light", draw.Light}, {"dark", draw.Dark}}

// keep writes a picture to the folder given by -pictures, if there is one.
func keep(t *testing.T, name string, data []byte) {
	t.Helper()
	if *pictures == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(*pictures, name), data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func drawPNG(t testing.TB, d rules.Diagram, o draw.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := draw.PNG(&b, d, o); err != nil {
		t.Fatalf("PNG(%v): %v", d, err)
	}
	return b.Bytes()
}

func TestPNGOfEveryShape(t *testing.T) {
	slowtest.Sequential(t)
	for _, f := range fixtures {
		for _, theme := range themes {
			for _, width := range []int{draw.Width, 480} {
				data := drawPNG(t, f.d, draw.Options{Theme: theme.theme, Width: width})
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

// The bounds of any picture: the height in pixels, and the size of its SVG in bytes.
const (
	tallest = 1100
	longest = 250_000
)

func TestLargestPicturesStayBounded(t *testing.T) {
	slowtest.Sequential(t)
	whole := strings.Repeat("o", rules.MaxCells)
	cut := func(by rules.Seat, rows, columns uint64) rules.Diagram {
		return marked(grid(1, 1, 0, 0), rules.Mark{By: by, Deed: rules.Took, Row: 1, To: rows}, rules.Mark{By: by, Deed: rules.Took, Row: 3, To: columns})
	}
	bar := squares(rules.Bar, append([]string{"@" + strings.Repeat("#", 39)}, slices.Repeat([]string{strings.Repeat("#", 40)}, 25)...)...)
	turtles := squares(rules.Stairs, slices.Repeat([]string{""}, 28)...)
	turtles.Piece = rules.Turtles
	for i := range turtles.Rows {
		turtles.Rows[i].Count = 25
	}
	for _, f := range []fixture{
		{"two strips", squares(rules.Strip, whole, whole)},
		{"a cake", grid(21, 34, 0, 0)},
		{"a cake that the first player cut", cut(0, 20, 33)},
		{"a cake that the second player cut", cut(1, 19, 31)},
		{"a bar", bar},
		{"many small turtles", turtles},
	} {
		for _, width := range []int{400, draw.Width} {
			img, err := png.DecodeConfig(bytes.NewReader(drawPNG(t, f.d, draw.Options{Width: width})))
			if err != nil || img.Height > tallest {
				t.Errorf("PNG(%s) at width %d is %d high (%v), want at most %d", f.name, width, img.Height, err, tallest)
			}
			if n := len(drawSVG(t, f.d, draw.Options{Width: width})); n > longest {
				t.Errorf("SVG(%s) at width %d is %d bytes, want at most %d", f.name, width, n, longest)
			}
		}
	}
}

func TestRandomDiagramsStayBounded(t *testing.T) {
	slowtest.Sequential(t)
	rapid.Check(t, func(t *rapid.T) {
		d, last := diagrams().Draw(t, "diagram"), diagrams().Draw(t, "last")
		if rapid.Bool().Draw(t, "of one shape") {
			last.Shape = d.Shape
		}
		width := rapid.SampledFrom([]int{draw.Width, 600, 400}).Draw(t, "width")
		o := draw.Options{Theme: draw.Theme(rapid.IntRange(0, 2).Draw(t, "theme")), Last: &last, Width: width}
		var picture, again, page bytes.Buffer
		if err := draw.PNG(&picture, d, o); err != nil {
			t.Fatalf("PNG: %v", err)
		}
		size, err := png.DecodeConfig(&picture)
		if err != nil || size.Width != width || size.Height > tallest {
			t.Fatalf("PNG is %d by %d (%v), want %d by at most %d", size.Width, size.Height, err, width, tallest)
		}
		if err := draw.SVG(&page, d, o); err != nil || page.Len() > longest {
			t.Fatalf("SVG is %d bytes (%v), want at most %d", page.Len(), err, longest)
		}
		if err := draw.SVG(&again, d, o); err != nil || !bytes.Equal(page.Bytes(), again.Bytes()) {
			t.Fatalf("SVG of the same position differs the second time (%v)", err)
		}
	})
}
