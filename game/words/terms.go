package words

import "nimbot/game/rules"

// Aim says what wins: "Whoever takes the last stone wins".
func (w *Catalogue) Aim(key, ending string) Text {
	if k := "aim." + rules.Family(key) + "." + ending; w.Has(k) {
		return New(k)
	}
	return New("aim." + ending)
}

// Parts words a number of parts: "26 piles".
func (w *Catalogue) Parts(key string, n int) Text {
	return New(w.KeyFor("parts", key), "count", n)
}
