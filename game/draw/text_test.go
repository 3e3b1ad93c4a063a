package draw_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"nimbot/game/draw"
	"nimbot/game/rules"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files anew")

var styles = []struct {
	name  string
	style draw.Style
}{{"emoji", draw.Emoji}, {"code", draw.Code}, {"ascii", draw.ASCII}}

// golden compares got with a file of testdata, or writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got; write it anew with -update):\n%s", file, diff)
	}
}

func TestTextOfEveryShape(t *testing.T) {
	for _, f := range fixtures {
		t.Run(f.name, func(t *testing.T) {
			var b strings.Builder
			for _, s := range styles {
				b.WriteString("-- " + s.name + " --\n" + draw.Text(f.d, s.style) + "\n")
			}
			golden(t, "text/"+f.name+".txt", b.String())
		})
	}
}

func TestTextStaysWithinItsBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := diagrams().Draw(t, "diagram")
		for _, s := range styles {
			got := draw.Text(d, s.style)
			lines := strings.Split(got, "\n")
			if len(lines) > draw.MaxLines {
				t.Fatalf("Text(%v, %s) has %d lines, want at most %d", d, s.name, len(lines), draw.MaxLines)
			}
			for _, line := range lines {
				if w := width(line); w > draw.MaxColumns {
					t.Fatalf("Text(%v, %s): %q is %d columns wide, want at most %d", d, s.name, line, w, draw.MaxColumns)
				}
				if n := emoji(line); n > 10 {
					t.Fatalf("Text(%v, %s): %q has %d emoji, want at most 10", d, s.name, line, n)
				}
			}
			if s.style == draw.ASCII && !isASCII(got) {
				t.Fatalf("Text(%v, ascii) = %q, want ASCII only", d, got)
			}
			if again := draw.Text(d, s.style); again != got {
				t.Fatalf("Text(%v, %s) = %q, then %q", d, s.name, got, again)
			}
			if got == "" || !utf8.ValidString(got) {
				t.Fatalf("Text(%v, %s) = %q, want valid text", d, s.name, got)
			}
		}
	})
}

// width counts an emoji as two columns, the width in which phones draw it.
func width(line string) int { return utf8.RuneCountInString(plain(line)) + 2*emoji(line) }

// emoji counts the emoji of a line; a keycap is one.
func emoji(line string) int {
	n := strings.Count(line, "\u20E3")
	for _, r := range line {
		if r >= 0x1F000 || r == '⬜' || r == '⚫' {
			n++
		}
	}
	return n
}

// plain returns the line without its emoji.
func plain(line string) string {
	for digit := '0'; digit <= '9'; digit++ {
		line = strings.ReplaceAll(line, string(digit)+"\uFE0F\u20E3", "")
	}
	return strings.Map(func(r rune) rune {
		if r >= 0x1F000 || r == '⬜' || r == '⚫' {
			return -1
		}
		return r
	}, line)
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > 126 }) < 0
}

// diagrams draws any diagram, sensible or not.
func diagrams() *rapid.Generator[rules.Diagram] {
	shapes := []rules.Shape{rules.Piles, rules.Pins, rules.Strip, rules.Stairs, rules.Rows, rules.Cake, rules.Bar, rules.Tree}
	count := rapid.OneOf(rapid.Uint64Range(0, 40), rapid.Uint64())
	cell := rapid.Custom(func(t *rapid.T) rules.Cell { return rules.Cell(rapid.IntRange(0, int(rules.Gone)).Draw(t, "cell")) })
	spot := rapid.Custom(func(t *rapid.T) rules.Spot {
		return rules.Spot{Square: count.Draw(t, "square"), Cell: cell.Draw(t, "on it")}
	})
	row := rapid.Custom(func(t *rapid.T) rules.Row {
		r := rules.Row{Label: rapid.StringMatching(`[A-Z]{0,3}`).Draw(t, "label"), Used: rapid.Bool().Draw(t, "used")}
		switch rapid.IntRange(0, 2).Draw(t, "kind") {
		case 0:
			r.Count = count.Draw(t, "count")
		case 1:
			r.Count, r.Spots = count.Draw(t, "count"), rapid.SliceOfN(spot, 0, 12).Draw(t, "spots")
		default:
			r.Cells = rapid.SliceOfN(cell, 0, 80).Draw(t, "cells")
		}
		return r
	})
	pieces := []rules.Piece{"", rules.Matches, rules.Joined, rules.Turtles, rules.Ruler, rules.Discs}
	deeds := []rules.Deed{rules.Took, rules.Put, rules.Turned, rules.Slid, rules.Split, rules.Passed}
	node := rapid.IntRange(0, 30)
	edge := rapid.Custom(func(t *rapid.T) rules.Edge {
		return rules.Edge{From: node.Draw(t, "from"), To: node.Draw(t, "to")}
	})
	mark := rapid.Custom(func(t *rapid.T) rules.Mark {
		return rules.Mark{
			By: rules.Seat(rapid.IntRange(0, 1).Draw(t, "by")), Deed: rapid.SampledFrom(deeds).Draw(t, "deed"), Row: rapid.IntRange(-1, 60).Draw(t, "row of the mark"),
			From: count.Draw(t, "from"), To: count.Draw(t, "to"), Edges: rapid.SliceOfN(edge, 0, 3).Draw(t, "edges that fell"),
		}
	})
	return rapid.Custom(func(t *rapid.T) rules.Diagram {
		return rules.Diagram{
			Shape: rapid.SampledFrom(shapes).Draw(t, "shape"),
			Piece: rapid.SampledFrom(pieces).Draw(t, "piece"),
			Marks: rapid.SliceOfN(mark, 0, 6).Draw(t, "marks"),
			Rows:  rapid.SliceOfN(row, 0, 45).Draw(t, "rows"),
			Edges: rapid.SliceOfN(edge, 0, 60).Draw(t, "edges"),
			Note:  rapid.StringMatching(`[ -~]{0,60}`).Draw(t, "note"),
		}
	})
}
