package words

import "strings"

// Family returns a game's key without its parameter: "octal" of "octal:0.137".
func Family(key string) string {
	family, _, _ := strings.Cut(key, ":")
	return family
}

// Aim says what wins: "Whoever takes the last stone wins".
func (w *Catalogue) Aim(key, ending string) Text {
	if k := "aim." + Family(key) + "." + ending; w.Has(k) {
		return New(k, nil)
	}
	return New("aim."+ending, nil)
}

// Parts words a number of parts: "26 piles".
func (w *Catalogue) Parts(key string, n int) Text {
	return New(w.KeyFor("parts", key), Args{"count", n})
}
