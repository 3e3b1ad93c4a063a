package scene

import (
	"math/rand/v2"
	"strings"

	"nimbot/game"
	"nimbot/typed"
)

// RandomGameKey returns the key of a random game with that ending, other than the last
// one played at the table.
func (t *Table) RandomGameKey(e game.Ending, random *rand.Rand) string {
	var keys []string
	for _, g := range game.Games() {
		if g.Offers(e) && (t.Game == nil || t.Game.Key != g.Key) {
			keys = append(keys, g.Key)
		}
	}
	return keys[random.IntN(len(keys))]
}

// TypedSetup returns the typed setup with which g begins at a position.
func TypedSetup(g game.Game, position string) string {
	if g.Key == game.Default {
		return position
	}
	return position + " game:" + g.Key
}

// FirstSeat returns the person's seat for a value of the option "first": "me", "them" or
// "random"; "" is "me". Seat 0 moves first.
func FirstSeat(first string, random func() *rand.Rand) game.Seat {
	switch first {
	case "them":
		return 1
	case "random":
		return game.Seat(random().IntN(2))
	}
	return 0
}

// ExampleCommand returns the command with a valid position of g, for the same opponent
// and ending.
func ExampleCommand(line typed.Line, opponent string, g game.Game, position string) string {
	words := []string{line.Command.Name}
	if line.Command.Name == "challenge" {
		words = append(words, "@"+opponent)
	}
	words = append(words, TypedSetup(g, position))
	if line.Options.Ending == game.Misere {
		words = append(words, "misere")
	}
	return strings.Join(words, " ")
}
