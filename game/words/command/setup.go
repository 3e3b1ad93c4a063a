package command

import (
	"strings"

	"nimbot/game/rules"
)

// SetupIn returns the setup with which a line ends, if its words alone say of which game it is: "who wins nim 3 + kayles
// 4?". Numbers alone don't.
func SetupIn(line string) (setup string, ok bool) {
	if setup, ok := PartsIn(line); ok {
		return setup, true
	}
	return setupAtEnd(wordsOf(line))
}

// PartsIn returns the setup with which a line ends, if that has several games with their positions: "a sum of nim 3 and
// kayles 4".
func PartsIn(line string) (setup string, ok bool) { return setupAtEnd(rules.JoinedIn(wordsOf(line))) }

// PartsRefused is why the games that a line joins are no setup, and the key of the game that they would make: "nim plus
// kayles" has no positions. The error is nil if the line joins none.
func PartsRefused(line string) (key string, err error) {
	spoken := wordsOf(line)
	for i := range spoken {
		joined := rules.SpacedPlus(spoken[i:])
		if key, ok := rules.NamedBy(joined); ok && rules.Known(spoken[i]) {
			g, _ := rules.Lookup(key)
			_, err := g.Begin(strings.Join(joined, " "), rules.Normal)
			return key, err
		}
	}
	return "", nil
}

func wordsOf(line string) []string { return strings.Fields(lower(strings.Trim(Fold(line), around))) }

func setupAtEnd(words []string) (setup string, ok bool) {
	for i := range words {
		key, named := rules.NamedBy(words[i:])
		if !named {
			continue
		}
		g, err := rules.Lookup(key)
		if err != nil {
			continue
		}
		setup = strings.Join(words[i:], " ")
		if _, err := g.Begin(setup, rules.Normal); err == nil {
			return setup, true
		}
	}
	return "", false
}
