package words

import "nimbot/game/rules"

// Captioned returns a copy of d in which the rendered caption replaces the
// note; the note is notation, which readers may not understand: "Red to move."
// for "red", "Take at most 19." for "max19".
func (w *Catalogue) Captioned(d *rules.Diagram, v Voice) rules.Diagram {
	said := *d
	if c := d.Caption; c.Code != "" {
		said.Note = w.Say(New("caption."+c.Code, c.Args), v)
	}
	return said
}

// Drawing returns the captioned diagram of a position.
func (w *Catalogue) Drawing(p rules.Position, locale string) *rules.Diagram {
	d := p.Diagram()
	d = w.Captioned(&d, Voice{Locale: locale})
	return &d
}
