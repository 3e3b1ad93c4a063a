package board

import (
	"bytes"
	"image/png"
	"testing"

	"nimbot/game"
)

// The picture of a link has the size that sites show, for every game, and an address that
// is read back.
func TestTheCardOfALink(t *testing.T) {
	for _, g := range game.Games() {
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
