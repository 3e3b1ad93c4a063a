package words

import (
	"slices"

	"nimbot/game/rules"
)

// Captioned returns a copy of d in which the rendered caption replaces the
// note; the note is notation, which readers may not understand: "Red to move."
// for "red", "Take at most 19." for "max19". The parts of a sum get their titles, which say what is over.
func (w *Catalogue) Captioned(d *rules.Diagram, v Voice) rules.Diagram {
	said := *d
	said.Parts = slices.Clone(d.Parts)
	for i, p := range said.Parts {
		title := Title(p.Game)
		if p.Over {
			title = New("part.over", "title", title)
		}
		said.Parts[i].Title = w.Say(title, v)
		said.Parts[i].Diagram = w.Captioned(&p.Diagram, v)
	}
	if c := d.Caption; c.Code != "" {
		said.Note = w.Say(New("caption."+c.Code, c.Args...), v)
	}
	return said
}

// Drawing returns the captioned diagram of a position.
func (w *Catalogue) Drawing(p rules.Position, locale string) *rules.Diagram {
	d := p.Diagram()
	d = w.Captioned(&d, Voice{Locale: locale})
	return &d
}

// DrawingOf draws a match in its position ply, 0 being the start, with marks for the last n moves
// before it; see rules.Match.MarksAt.
func (w *Catalogue) DrawingOf(m rules.Match, ply, n int, swapped bool, locale string) rules.Diagram {
	d := *w.Drawing(m.Positions()[ply], locale)
	d.Marks = m.MarksAt(ply, n, swapped)
	return d
}

// Frames draws a match from its start on, without moves that were taken back. Each drawing is
// marked with the move that led to it.
func (w *Catalogue) Frames(m rules.Match, swapped bool, locale string) []rules.Diagram {
	frames := make([]rules.Diagram, len(m.Positions()))
	for ply := range frames {
		frames[ply] = w.DrawingOf(m, ply, 1, swapped, locale)
	}
	return frames
}
