package board_test

import (
	"bytes"
	"testing"

	"nimbot/board"
	"nimbot/game"
	"nimbot/slowtest"
)

// What a channel is sent is small: Discord uploads it with each move.
func TestPicturesAreSmall(t *testing.T) {
	slowtest.Sequential(t)
	for _, f := range []fixture{
		{"piles-800x396", counts(game.Piles, 7, 12, 5, 20, 16)},
		{"pins-800x424", counts(game.Pins, 12, 7, 16, 20)},
		{"cake-800x406", grid(6, 12, 1, 2)},
	} {
		if got := len(drawPNG(t, f.d, board.Options{})); got > 15_000 {
			t.Errorf("PNG(%s) takes %d bytes, want at most 15000", f.name, got)
		}
	}
	for _, g := range played {
		var out bytes.Buffer
		if err := board.GIF(&out, g.frames, board.Options{}); err != nil || out.Len() > 150_000 {
			t.Errorf("GIF(%s) = %v in %d bytes, want at most 150000", g.name, err, out.Len())
		}
	}
}
