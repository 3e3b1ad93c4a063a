package draw_test

import (
	"strings"
	"testing"

	"nimbot/game/draw"
	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

// after returns the diagram of a game after moves, with the marks of the last two. Without
// moves, it plays the first listed move twice.
func after(t testing.TB, key, setup string, moves ...rules.Move) rules.Diagram {
	t.Helper()
	m, err := rules.NewMatch(rules.Setup{Game: key, Start: setup})
	if err != nil {
		t.Fatal(err)
	}
	for i := range max(2, len(moves)) {
		var next rules.Move
		if i < len(moves) {
			next = moves[i]
		} else if len(moves) == 0 {
			for next = range m.Position().Moves() {
				break
			}
		}
		if m.Result().Over || next == "" {
			break
		}
		if m, err = m.Play(m.ToMove(), next); err != nil {
			t.Fatalf("%s %s: Play(%q): %v", key, setup, next, err)
		}
	}
	d := m.Position().Diagram()
	d.Marks = m.MarksAt(len(m.Moves()), 2, false)
	return d
}

// Every example of every game can be drawn in every form, and so can the position two moves
// later, whose drawing is different.
func TestEveryGameOfTheFamily(t *testing.T) {
	slowtest.Sequential(t)
	for _, g := range rules.Games() {
		for i, setup := range g.Examples {
			p, err := g.Begin(setup, rules.Normal)
			if err != nil {
				continue // an example of a position, not of a setup
			}
			d, next := p.Diagram(), after(t, g.Key, setup)
			if draw.Text(d, draw.Code) == draw.Text(next, draw.Code) {
				t.Errorf("%s %s: the drawing is the same before and after two moves:\n%s", g.Key, setup, draw.Text(d, draw.Code))
			}
			name := "family-" + strings.ReplaceAll(g.Key, ":", "-") + string(rune('a'+i))
			for _, theme := range themes {
				o := draw.Options{Theme: theme.theme, Last: &d}
				keep(t, name+"-"+theme.name+".png", drawPNG(t, next, o))
			}
			drawSVG(t, next, draw.Options{Last: &d})
		}
	}
}
