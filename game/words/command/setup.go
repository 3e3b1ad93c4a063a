package command

import (
	"strings"

	"nimbot/game/rules"
)

// SetupIn returns the setup with which a line ends, if its words alone say of which game it is: "who wins nim 3 + kayles
// 4?". Numbers alone don't.
func SetupIn(line string) (setup string, ok bool) {
	words := rules.SpacedPlus(strings.Fields(lower(strings.Trim(Fold(line), around))))
	for _, g := range rules.Games() {
		if g.Named == nil || !g.Named(words) {
			continue
		}
		for i := range words {
			setup = strings.Join(words[i:], " ")
			if _, err := g.Begin(setup, rules.Normal); err == nil {
				return setup, true
			}
		}
	}
	return "", false
}
