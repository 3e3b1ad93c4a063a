package words

import "nimbot/game"

// Drawing is the diagram of a position, with what stands below it in words
// where its notation alone would be a riddle: "Red to move." for "red", "Take
// at most 19." for "max19".
func (w *Catalogue) Drawing(p game.Position, locale string) *game.Diagram {
	d := p.Diagram()
	if c := d.Caption; c.Code != "" {
		d.Note = w.Say(New("caption."+c.Code, c.Args), Voice{Locale: locale})
	}
	return &d
}
