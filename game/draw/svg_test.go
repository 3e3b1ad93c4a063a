package draw_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nimbot/game/draw"
	"nimbot/game/rules"
)

func drawSVG(t testing.TB, d rules.Diagram, o draw.Options) string {
	t.Helper()
	var b strings.Builder
	if err := draw.SVG(&b, d, o); err != nil {
		t.Fatalf("SVG(%v): %v", d, err)
	}
	return b.String()
}

// count parses svg and counts the elements that have all classes.
func count(t *testing.T, svg string, classes ...string) int {
	t.Helper()
	n := 0
	dec := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return n
		}
		if err != nil {
			t.Fatalf("SVG does not parse: %v", err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		has := map[string]bool{}
		for _, a := range e.Attr {
			if a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on") {
				t.Fatalf("<%s> has the attribute %s, which a strict policy forbids", e.Name.Local, a.Name.Local)
			}
			if a.Name.Local == "class" {
				for _, c := range strings.Fields(a.Value) {
					has[c] = true
				}
			}
		}
		all := true
		for _, c := range classes {
			all = all && has[c]
		}
		if all {
			n++
		}
	}
}

func TestSVGElementPerPiece(t *testing.T) {
	took := marked(counts(rules.Piles, 3, 4, 5), rules.Mark{Deed: rules.Took, Row: 2, From: 6, To: 9})
	tests := []struct {
		name    string
		d       rules.Diagram
		classes string
		want    int
	}{
		{"stones", counts(rules.Piles, 3, 4, 5), "stone", 12},
		{"piles", counts(rules.Piles, 3, 4, 0), "pile", 3},
		{"ghosts", took, "stone ghost", 4},
		{"the row of the last move", took, "pointer", 1},
		{"pins", counts(rules.Pins, 5, 7), "pin", 12},
		{"coins", squares(rules.Strip, ".o..o"), "coin", 2},
		{"squares", squares(rules.Strip, ".o..o"), "square", 5},
		{"tails", squares(rules.Strip, "o--o"), "tail", 2},
		{"men", squares(rules.Rows, ".R..B", "R.B"), "red", 2},
		{"crumbs", grid(5, 8, 1, 2), "crumb", 39},
		{"mould", grid(5, 8, 1, 2), "mould", 1},
		{"poison", squares(rules.Bar, "@##", "##"), "poison", 1},
		{"branches", rules.Diagram{Shape: rules.Tree, Edges: stalk(7)}, "branch", 7},
	}
	for _, test := range tests {
		svg := drawSVG(t, test.d, draw.Options{})
		if got := count(t, svg, strings.Fields(test.classes)...); got != test.want {
			t.Errorf("SVG, %s: %d elements of class %q, want %d:\n%s", test.name, got, test.classes, test.want, svg)
		}
	}
}

func TestSVGOfEveryShape(t *testing.T) {
	for _, f := range fixtures {
		svg := drawSVG(t, f.d, draw.Options{Title: f.name})
		count(t, svg) // parses, and has nothing inline
		if len(svg) > 120_000 {
			t.Errorf("SVG(%s) is %d bytes, want at most 120000", f.name, len(svg))
		}
		for _, theme := range themes {
			if *pictures != "" {
				page := `<!doctype html><meta charset="utf-8"><style>` + draw.CSS(theme.theme, ".board") + `text{font-family:sans-serif}</style>` + svg
				keep(t, f.name+"-"+theme.name+".html", []byte(page))
			}
		}
	}
}

func TestSVGKeepsNamesInert(t *testing.T) {
	const name = `"><script>alert(1)</script>&`
	d := rules.Diagram{Shape: rules.Piles, Rows: []rules.Row{{Label: name, Count: 1}}, Note: name}
	svg := drawSVG(t, d, draw.Options{Title: name})
	if strings.Contains(svg, "<script") || strings.Contains(svg, `"">`) {
		t.Errorf("SVG with %q in it is not inert: %s", name, svg)
	}
	if got := count(t, svg, "stone"); got != 1 {
		t.Errorf("SVG with %q in it has %d stones, want 1", name, got)
	}
}

func TestSVGGolden(t *testing.T) {
	last := counts(rules.Piles, 3, 5)
	d := marked(counts(rules.Piles, 3, 2), rules.Mark{Deed: rules.Took, Row: 1, From: 3, To: 5, By: 1})
	svg := drawSVG(t, d, draw.Options{Title: "Piles: A 3, B 2.", Last: &last})
	golden(t, filepath.Join("svg", "piles.svg"), strings.ReplaceAll(svg, "><", ">\n<"))
}

func TestCSSNamesEveryClass(t *testing.T) {
	css := draw.CSS(draw.Dark, ".board")
	for _, f := range fixtures {
		dec := xml.NewDecoder(strings.NewReader(drawSVG(t, f.d, draw.Options{})))
		for {
			token, err := dec.Token()
			if err != nil {
				break
			}
			e, ok := token.(xml.StartElement)
			if !ok || e.Name.Local == "g" || e.Name.Local == "svg" {
				continue
			}
			for _, a := range e.Attr {
				classes := strings.Fields(a.Value)
				if a.Name.Local == "class" && !strings.Contains(css, "."+classes[len(classes)-1]+"{") { // its paint
					t.Errorf("SVG(%s) uses class %q, which CSS does not colour", f.name, a.Value)
				}
			}
		}
	}
}

func TestWriterErrorsAreReturned(t *testing.T) {
	closed, err := os.Open(os.DevNull) // for reading only
	if err != nil {
		t.Fatal(err)
	}
	defer closed.Close()
	d := counts(rules.Piles, 3)
	if draw.SVG(closed, d, draw.Options{}) == nil || draw.PNG(closed, d, draw.Options{}) == nil || draw.GIF(closed, []rules.Diagram{d}, draw.Options{}) == nil {
		t.Error("SVG, PNG or GIF to a writer that fails = nil, want its error")
	}
}

// TestANarrowPictureKeepsItsStones draws numbers that are as wide as a narrow
// picture: every stone can still be seen.
func TestANarrowPictureKeepsItsStones(t *testing.T) {
	svg := drawSVG(t, counts(rules.Piles, 20, 1_000_000_000_000_000_000), draw.Options{Width: 400})
	stones := regexp.MustCompile(`class="stone p-stone-edge"[^>]* r="([0-9.]+)"`).FindAllStringSubmatch(svg, -1)
	if len(stones) != 20+3 { // three stones stand for a huge pile
		t.Errorf("SVG has %d stones, want 23", len(stones))
	}
	for _, s := range stones {
		if r, err := strconv.ParseFloat(s[1], 64); err != nil || r < 1 {
			t.Errorf("a stone has the radius %s, want at least 1", s[1])
		}
	}
}

// No text or item is cut off on the page.
func TestAPageCutsNothingOff(t *testing.T) {
	d := noted(position("northcott", "red 5:2,5"), "Red to move. Slide along a row; you cannot jump over blue.")
	d.Marks = []rules.Mark{{Deed: rules.Slid, From: 1, To: 2}}
	svg := drawSVG(t, d, draw.Options{})
	var left, width int
	if _, err := fmt.Sscanf(svg[strings.Index(svg, "viewBox"):], `viewBox="%d 0 %d`, &left, &width); err != nil {
		t.Fatal(err)
	}
	x := regexp.MustCompile(`<text class="note[^>]* x="(\d+)"`).FindStringSubmatch(svg)
	if x == nil {
		t.Fatalf("there is no note in %s", svg)
	}
	from, err := strconv.Atoi(x[1])
	if end := from + len(d.Note)*10; err != nil || from < left || end > left+width { // letters of 22 pixels are some 10 wide
		t.Errorf("the note is drawn from %d to %d, and the page shows %d to %d", from, end, left, left+width)
	}
}
