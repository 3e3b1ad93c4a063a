package words

import "strings"

// Family is a game's key without its parameter: "octal" of "octal:0.137".
func Family(key string) string {
	family, _, _ := strings.Cut(key, ":")
	return family
}

// Aim says what wins, of whoever was just named: "takes the last stone to win".
func (w *Catalogue) Aim(key, ending string) Text {
	if k := "aim." + Family(key) + "." + ending; w.Has(k) {
		return New(k, nil)
	}
	return New("aim."+ending, nil)
}

// Terms say the same as a clause of its own, where nobody is named who could
// be meant: "whoever takes the last stone wins".
func (w *Catalogue) Terms(key, ending string) Text {
	for _, k := range []string{"terms." + Family(key) + "." + ending, "aim." + Family(key) + "." + ending} {
		if w.Has(k) {
			return New(k, nil)
		}
	}
	return New("terms."+ending, nil)
}
