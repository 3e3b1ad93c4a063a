package draw_test

import (
	"bytes"
	"errors"
	"image/png"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nimbot/game/draw"
	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

// seen returns the numbers of the items in an SVG that have both classes, in
// the order of the drawing.
func seen(svg string, state, player string) []string {
	var n []string
	for _, g := range regexp.MustCompile(` class="([^"]*)" data-(?:n|edge)="([^"]*)"`).FindAllStringSubmatch(svg, -1) {
		if classes := strings.Fields(g[1]); slices.Contains(classes, state) && slices.Contains(classes, player) {
			n = append(n, g[2])
		}
	}
	return n
}

func TestMarksTellTheTwoMovesApart(t *testing.T) {
	tests := []struct {
		key, setup    string
		moves         []rules.Move
		state         string
		first, second string
	}{
		{"turtles", "1 4 6", []rules.Move{"6,3", "4,2"}, "fresh", "3 6", "2 4"},
		{"mock-turtles", "1 4 6", []rules.Move{"6,3,2", "4"}, "fresh", "2 3 6", "4"},
		{"ruler", "1 4 6", []rules.Move{"6-5", "4-2"}, "fresh", "5 6", "2 3 4"},
		{"ruler", "1 4 6", []rules.Move{"6-4", "5"}, "fresh", "4 5 6", "5"},
		{"nim", "3 4 5", []rules.Move{"C1", "C2"}, "ghost", "5", "3 4"},
		{"kayles", "7", []rules.Move{"A1:2+4", "B2"}, "ghost", "3", "3 4"},
		{"coins", "2 5 9", []rules.Move{"9-6", "5-3"}, "fresh", "6", "3"},
		{"coins", "2 5 9", []rules.Move{"9-6", "5-3"}, "ghost", "9", "5"},
		{"northcott", "red 8:2,5 6:1,6", []rules.Move{"A4", "B3"}, "ghost", "2", "6"},
		{"stairs", "2 0 3", []rules.Move{"3:2", "2:1"}, "ghost", "2 3", "2"},
		{"cake", "2x4@1,1", []rules.Move{"right1", "right2"}, "ghost", "4 4", "2 3 2 3"},
		{"chomp", "3x4", []rules.Move{"1,4", "3,2"}, "ghost", "4 4 4", "2 3"},
		{"bush", "0-1 1-2 1-3 0-4", []rules.Move{"1-2", "0-1"}, "ghost", "1-2", "0-1 1-3"},
	}
	for _, test := range tests {
		svg := drawSVG(t, after(t, test.key, test.setup, test.moves...), draw.Options{})
		for player, want := range map[string]string{"first": test.first, "second": test.second} {
			if got := strings.Join(seen(svg, test.state, player), " "); got != want {
				t.Errorf("%s %s, %q: %s by the %s = %q, want %q", test.key, test.setup, test.moves, test.state, player, got, want)
			}
		}
	}
}

// The marks of the two players differ in shape, not in colour alone.
func TestMarksDifferInShape(t *testing.T) {
	outlines := func(by rules.Seat) string {
		d := marked(counts(rules.Piles, 3, 2), rules.Mark{Deed: rules.Took, Row: 1, From: 3, To: 5, By: by})
		return regexp.MustCompile(`class="[^"]*"`).ReplaceAllString(drawSVG(t, d, draw.Options{}), "")
	}
	if outlines(0) == outlines(1) {
		t.Error("the ghosts of both players have the same outline")
	}
}

// Boards of different games look different.
func TestGamesAreToldApart(t *testing.T) {
	// Every game is drawn with the first of these that it reads, so that games differ in
	// their drawings rather than in their numbers.
	alike := []string{"3 5", "3 5 {1,3,4}", "3 5 k2", "5", "red 5:2,5", "3x5@2,2", "3x5", "0-1 1-2", "nim 3 + kayles 5"}
	text := regexp.MustCompile(`<text.*?</text>`)
	drawings := map[string]string{}
	for _, g := range rules.Games() {
		var p rules.Position
		for _, numbers := range alike {
			if read, err := g.Read(numbers, rules.Normal); err == nil {
				p = read
				break
			}
		}
		if p == nil {
			t.Errorf("%s reads none of %q; add a small position of it", g.Key, alike)
			continue
		}
		svg := text.ReplaceAllString(drawSVG(t, p.Diagram(), draw.Options{}), "")
		if other, ok := drawings[svg]; ok {
			t.Errorf("%s is drawn like %s; give its diagram a piece with a name of its own, as in p.diagram(Piles).withPiece(\"halves\")", g.Key, other)
		}
		drawings[svg] = g.Key
	}
}

// Boards are low enough to fit on a screen together with their controls.
func TestBoardsStayLow(t *testing.T) {
	long := rules.Diagram{Shape: rules.Tree, Edges: stalk(60)}
	tests := []struct {
		name string
		d    rules.Diagram
	}{
		{"25 piles", repeat(25, 1)}, {"huge piles", counts(rules.Piles, 1_000_000_000, 3)}, {"25 rows of pins", counts(rules.Pins, make([]uint64, 25)...)},
		{"chomp 10 by 10", after(t, "chomp", "10x10", "1,9", "9,1")}, {"the longest bush", long}, {"cake", grid(12, 12, 3, 3)},
	}
	for _, test := range tests {
		for _, width := range []int{400, 480, draw.Width} {
			c, err := png.DecodeConfig(bytes.NewReader(drawPNG(t, test.d, draw.Options{Width: width})))
			if err != nil || c.Height > 580 {
				t.Errorf("%s, %d wide: %d high (%v), want at most 580", test.name, width, c.Height, err)
			}
		}
	}
}

func TestAPictureHasOneAddress(t *testing.T) {
	for _, g := range rules.Games() {
		for _, setup := range g.Examples {
			m, err := rules.NewMatch(rules.Setup{Game: g.Key, Start: setup})
			if err != nil {
				continue
			}
			for move := range m.Position().Moves() {
				if m, err = m.Play(m.ToMove(), move); err != nil {
					t.Fatal(err)
				}
				break
			}
			want := draw.Picture{Game: g.Key, Position: m.Position().String(), Marks: m.MarksAt(1, 2, false), Theme: draw.Dark, Score: []draw.Glyph("kto")}
			path, ok := want.Path()
			got, err := draw.ParsePath(path)
			if again, _ := got.Path(); err != nil || !ok || again != path {
				t.Errorf("ParsePath(%s) = %v, %v; want %v", path, got, err, want)
			}
			var b bytes.Buffer
			if err := got.PNG(&b, 800); err != nil || b.Len() > 40_000 {
				t.Errorf("PNG(%s) is %d bytes (%v), want at most 40000", path, b.Len(), err)
			}
			keep(t, "card-"+strings.ReplaceAll(g.Key, ":", "-")+".png", b.Bytes())
		}
	}
}

func TestParsePathRefuses(t *testing.T) {
	tests := []string{
		"", "/board", "/board/", "/board/.png", "/board/light/nim/3_4_5/-", "/board/grey/nim/3_4_5/-.png",
		"/board/light/nim/3 4 5/-.png", "/board/light/nim/3,4,5/-.png", "/board/light/nim/3_4_05/-.png", "/board/light/Nim/3/-.png",
		"/board/light/chess/3/-.png", "/board/light/nim/9999999999999999999999/-.png", "/board/light/chomp/900x900/-.png",
		"/board/light/nim/3/1t0.1.png", "/board/light/nim/3/2t0.1.2.png", "/board/light/nim/3/1q0.1.2.png", "/board/light/nim/3/1t-1.1.2.png",
		"/board/light/nim/3/1t0.1.2_.png", "/board/light/nim/3/1t0.01.2.png", "/board/light/nim/3/-/kx.png", "/board/light/nim/3/-/.png",
		"/board/light/nim/3/-/k/k.png", "/board/light/nim/" + strings.Repeat("3_", 1000) + "3/-.png",
		"/board/light/nim/3/-/" + strings.Repeat("k", 41) + ".png", "/board/light/nim/..~2f..~2fetc/-.png", "/board/light/octal~3a0./3/-.png", "/board/light/octal~3a0.77/3/-.png", "/board/light/nim/3~204/-.png", "/board/light/nim/3~/-.png", "/board/light/nim/3%204/-.png",
	}
	for _, path := range tests {
		if p, err := draw.ParsePath(path); !errors.Is(err, draw.ErrPath) {
			t.Errorf("ParsePath(%q) = %v, %v; want ErrPath", path, p, err)
		}
	}
}

func FuzzParsePath(f *testing.F) {
	f.Add("/board/light/nim/3_4_5/0t0.1.2_1t2.3.4.png")
	f.Add("/board/dark/bush/0-1/1t0.0.0e1.2e1.3/kto.png")
	f.Add("/board/dark/cake/3x5~402~2c2/1t3.3.18446744073709551615.png")
	f.Add("/board/dark/turtles/2/0u0.1.18446744073709551615.png")
	f.Fuzz(func(t *testing.T, path string) {
		slowtest.Input(t)
		p, err := draw.ParsePath(path)
		if err != nil {
			return
		}
		if again, ok := p.Path(); !ok || again != path {
			t.Errorf("ParsePath(%q) is written %q", path, again)
		}
		var b bytes.Buffer
		if err := p.PNG(&b, 480); err != nil {
			t.Fatalf("PNG(%s): %v", path, err)
		}
		if c, err := png.DecodeConfig(&b); err != nil || c.Height > 1200 {
			t.Errorf("PNG(%s) is %d high (%v), want at most 1200", path, c.Height, err)
		}
	})
}

// A drawing in emoji says how much was taken; one in monospace doesn't.
func TestTextSaysWhatWasTaken(t *testing.T) {
	d := after(t, "nim", "3 4 5", "C1", "A2")
	if got, want := draw.Text(d, draw.Emoji), "A 🔵 1 −2\nB 🔵🔵🔵🔵 4\nC 🔵🔵🔵🔵 4 −1"; got != want {
		t.Errorf("Text(%v, Emoji) = %q, want %q", d, got, want)
	}
	plain := d
	plain.Marks = nil
	if got, want := draw.Text(d, draw.ASCII), draw.Text(plain, draw.ASCII); got != want {
		t.Errorf("Text(%v, ASCII) = %q, want %q", d, got, want)
	}
}
