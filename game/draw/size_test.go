package draw_test

import (
	"bytes"
	"testing"

	"nimbot/game/draw"
	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

// Pictures are small, because Discord uploads one with each move.
func TestPicturesAreSmall(t *testing.T) {
	slowtest.Sequential(t)
	for _, f := range []fixture{
		{"piles-800x396", counts(rules.Piles, 7, 12, 5, 20, 16)},
		{"pins-800x424", counts(rules.Pins, 12, 7, 16, 20)},
		{"cake-800x406", grid(6, 12, 1, 2)},
	} {
		if got := len(drawPNG(t, f.d, draw.Options{})); got > 15_000 {
			t.Errorf("PNG(%s) takes %d bytes, want at most 15000", f.name, got)
		}
	}
	for _, g := range played {
		var out bytes.Buffer
		if err := draw.GIF(&out, g.frames, draw.Options{}); err != nil || out.Len() > 150_000 {
			t.Errorf("GIF(%s) = %v in %d bytes, want at most 150000", g.name, err, out.Len())
		}
	}
}
