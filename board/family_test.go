package board_test

import (
	"strings"
	"testing"

	"nimbot/board"
	"nimbot/game"
)

// Every example of every game has a drawing of its own shape, and so has the
// position after its first move.
func TestEveryGameOfTheFamily(t *testing.T) {
	for _, g := range game.Games() {
		t.Run(g.Key, func(t *testing.T) {
			for i, setup := range g.Examples {
				p, err := g.Begin(setup, game.Normal)
				if err != nil {
					continue // an example of a position, not of a setup
				}
				d := p.Diagram()
				var last game.Move
				for m := range p.Moves() {
					last = m
					break
				}
				next, err := p.Play(last)
				if err != nil {
					t.Fatalf("Play(%q): %v", last, err)
				}
				if board.Text(d, board.Code) == board.Text(next.Diagram(), board.Code) {
					t.Errorf("%s: the drawing is the same before and after %s:\n%s", setup, last, board.Text(d, board.Code))
				}
				o := board.Options{Last: &d}
				name := "family-" + strings.ReplaceAll(g.Key, ":", "-") + string(rune('a'+i))
				keep(t, name+"-next.png", drawPNG(t, next.Diagram(), o))
				drawSVG(t, next.Diagram(), o)
			}
		})
	}
}
