package message

import (
	"math/rand/v2"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words/command"
)

// RandomGameKey returns the key of a random game with that ending, other than the last
// one played at the table.
func (t *Table) RandomGameKey(e rules.Ending, random *rand.Rand) string {
	var keys []string
	for _, g := range rules.Games() {
		if g.Offers(e) && (t.Game == nil || t.Game.Key != g.Key) {
			keys = append(keys, g.Key)
		}
	}
	return keys[random.IntN(len(keys))]
}

// FirstSeat returns the person's seat for a value of the option "first": "me", "them" or
// "random"; "" is "me". Seat 0 moves first.
func FirstSeat(first string, random func() *rand.Rand) rules.Seat {
	switch first {
	case "them":
		return 1
	case "random":
		return rules.Seat(random().IntN(2))
	}
	return 0
}

// ExampleCommand returns the command with a valid position of g, for the same opponent
// and ending.
func ExampleCommand(line command.Line, opponent string, g rules.Game, position string) string {
	words := []string{line.Command.Name}
	if line.Command.Name == "challenge" {
		words = append(words, "@"+opponent)
	}
	words = append(words, rules.TypedSetup(g.Key, position)+typedEnding(line.Options.Ending))
	return strings.Join(words, " ")
}

// TypedGame returns the typed words with which a game of that setup begins.
func TypedGame(t rules.Setup) string {
	return rules.TypedSetup(t.Game, t.Start) + typedEnding(t.Ending)
}

func typedEnding(e rules.Ending) string {
	if e == rules.Misere {
		return " misere"
	}
	return ""
}
