package draw

import (
	"bytes"
	"image/png"
	"testing"

	"nimbot/game/rules"
)

// For every game, the picture of a link has the size that sites show, and an address that
// ParsePath reads.
func TestTheCardOfALink(t *testing.T) {
	for _, g := range rules.Games() {
		for _, setup := range g.Examples {
			p, err := g.Parse(setup)
			if err != nil {
				t.Fatal(err)
			}
			path, ok := Picture{Game: g.Key, Position: p.String(), Theme: Card, Score: []Glyph("ktk")}.Path()
			if !ok {
				t.Fatalf("%s %s has no address", g.Key, setup)
			}
			read, err := ParsePath(path)
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			var b bytes.Buffer
			if err := read.PNG(&b, Width); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			img, err := png.Decode(&b)
			if err != nil || img.Bounds().Dx() != cardWidth || img.Bounds().Dy() != cardHeight {
				t.Errorf("%s is %v, %v, want %d x %d", path, img.Bounds(), err, cardWidth, cardHeight)
			}
		}
	}
}

// Squares that touch on a board touch on its card too, and the board is in the middle.
func TestCardsKeepBoardsWhole(t *testing.T) {
	var b bytes.Buffer
	if err := (Picture{Game: "ruler", Position: "1 4 6 9", Theme: Card}).PNG(&b, Width); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	card := img.At(0, 0)
	first, last := 630, 0 // rows of the plank, at its left end
	left := 0
	for ; left < 1200 && last == 0; left++ {
		for y := 200; y < 630; y++ {
			if img.At(left, y) != card {
				first, last = min(first, y), max(last, y)
			}
		}
	}
	if above, below := first-100, 630-last; last == 0 || above-below > 60 || below-above > 60 {
		t.Errorf("the plank reaches from %d to %d, want it in the middle", first, last)
	}
	for x := left; x < 1200-left; x++ {
		if img.At(x, first+6) == card {
			t.Fatalf("the plank has a gap at %d", x)
		}
	}
}
