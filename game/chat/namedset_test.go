package chat_test

import (
	"testing"

	"nimbot/game/chat/chattest"
)

// TestASetNamesItsGame types piles with a set in braces, which needs no name of a game: numbers, names,
// and what can't be played. A refused one begins no other game.
func TestASetNamesItsGame(t *testing.T) {
	for line, want := range map[string]string{
		"start 21 {1-3}":                "Take-away with a set. Pile: A 21; take 1–3 at a time.",
		"start 20 {squares}":            "Take-away with a set. Pile: A 20; take a square at a time.",
		"play subtraction":              "Take-away with a set.",
		"start 20 {primes} misere":      "Whoever makes the last move loses.",
		"start 12 {divisors} misere":    "take a proper divisor of the pile at a time.",
		"predict 20 {squares}":          "the second player wins",
		"start 100 {divisors} misere":   "[ana] I can't play Take-away with a set perfectly at that size. The limit is 60 in all.",
		"start 20 {squares,3}":          "[ana] A set with a name stands alone",
		"start 20 {bar} misere":         "[ana] `bar` in the set isn't a number.",
		"start 3 {0}":                   "[ana] The set can't contain `0`",
		"start 3 {0,1}":                 "[ana] The set can't contain `0`",
		"start 3 {}":                    "[ana] The set is empty",
		"start 20 {half} misere":        "Whoever makes the last move loses.",
		"start 1 {primes}":              "[ana] Nobody can move in `1 {primes}`",
		"start 5001 {odd}":              "the limit is 5000",
		"start 20 {squares} game:nim":   "[ana] ",
		"start 20 {squares} game:chomp": "[ana] ",
	} {
		c := chattest.NewRoom(t)
		r := c.Expect(c.Says("ana", line), want)
		if want[0] == '[' && r.State != nil {
			t.Errorf("%s began a game", line)
		}
	}
}
