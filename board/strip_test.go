package board_test

import (
	"strings"
	"testing"

	"nimbot/board"
	"nimbot/game"
)

// A strip that is too long to draw gives the numbers of its coins and nothing
// else: a "/ 300" behind them would say the last one again. A row of men has
// squares behind the last man, and says how many.
func TestALongStripSaysItsCoinsOnce(t *testing.T) {
	g, err := game.Lookup("mock-turtles")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse("100 200 300")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := board.Text(p.Diagram(), board.Code), "● 100 200 300"; got != want {
		t.Errorf("Text(%s) = %q, want %q", p, got, want)
	}
	var svg strings.Builder
	if err := board.SVG(&svg, p.Diagram(), board.Options{}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(svg.String(), "/ 300") {
		t.Errorf("SVG(%s) says / 300", p)
	}
}
