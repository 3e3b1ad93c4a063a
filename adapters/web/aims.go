package web

import (
	"strconv"
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
)

// maxAims is how many moves a board may have for pointing at the drawing. With more,
// people choose step by step.
const maxAims = 300

// aim is a move that people can make by pointing at the drawing, or with its button if
// the drawing doesn't show it.
type aim struct {
	button
	// Ways lists the alternatives to point at, each a list of runs ROW:FROM-TO. "+"
	// before FROM marks cells that the move adds, "/" the cell at which a heap is split.
	// An edge of a tree is "1-2:0-0".
	Ways []string `json:"ways,omitempty"`
}

// aims returns the moves of a board, nil if there are too many.
func aims(p *dialog.Play, say func(words.Text) string) []aim {
	var all []aim
	for m := range p.Position.Moves() {
		if len(all) == maxAims {
			return nil
		}
		b := p.Button(m)
		a := aim{button: button{Label: say(b.Label), Command: b.Command, Style: string(b.Style)}}
		for _, way := range rules.Touches(p.Position, m) {
			a.Ways = append(a.Ways, writeWay(way))
		}
		all = append(all, a)
	}
	return all
}

func writeWay(way []rules.Touch) string {
	runs := make([]string, len(way))
	for i, t := range way {
		mark := ""
		switch {
		case t.Comes:
			mark = "+"
		case t.Gap:
			mark = "/"
		}
		runs[i] = t.Row + ":" + mark + strconv.FormatUint(t.From, 10) + "-" + strconv.FormatUint(t.To, 10)
	}
	return strings.Join(runs, " ")
}
