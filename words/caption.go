package words

import "nimbot/game"

// Captioned is a diagram with its caption said in place of its note, which is
// notation and may be a riddle: "Red to move." for "red", "Take at most 19."
// for "max19".
func (w *Catalogue) Captioned(d *game.Diagram, v Voice) game.Diagram {
	said := *d
	if c := d.Caption; c.Code != "" {
		said.Note = w.Say(New("caption."+c.Code, c.Args), v)
	}
	return said
}

// Drawing is the captioned diagram of a position.
func (w *Catalogue) Drawing(p game.Position, locale string) *game.Diagram {
	d := p.Diagram()
	d = w.Captioned(&d, Voice{Locale: locale})
	return &d
}
