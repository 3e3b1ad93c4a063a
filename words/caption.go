package words

import (
	"strconv"
	"strings"

	"nimbot/game"
)

// Drawing is the diagram of a position of the game key, with what stands below
// it in words where its notation alone would be a riddle: "Red to move." for
// "red", "Take at most 19." for "max19".
func (w *Catalogue) Drawing(key string, p game.Position, locale string) *game.Diagram {
	d := p.Diagram()
	if d.Note == "" {
		return &d
	}
	keys := []string{"caption." + Family(key) + "." + d.Note, "caption." + Family(key)}
	if game.Over(p) {
		keys = append([]string{keys[0] + ".over"}, keys...)
	}
	for _, k := range keys {
		if w.Has(k) {
			limit, _ := strconv.ParseUint(strings.Trim(d.Note, "abcdefghijklmnopqrstuvwxyz "), 10, 64) // 0: it holds no number
			d.Note = w.Say(New(k, Args{"limit", limit, "count", limit}), Voice{Locale: locale})
			break
		}
	}
	return &d
}
