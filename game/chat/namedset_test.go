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

// TestGamesSideBySide types several games: what is a sum begins, a sentence with one is asked about, and what lacks
// something says so. Nothing else begins.
func TestGamesSideBySide(t *testing.T) {
	for line, want := range map[string]string{
		"start nim 3 4 plus kayles 5":   "(1) Piles: A 3, B 4, (2) Kayles. Row: A 5.",
		"start nim 3 4 and kayles 5":    "(1) Piles: A 3, B 4, (2) Kayles. Row: A 5.",
		"start nim 3 4 und kayles 5":    "[ana] Several games side by side make a sum: `nim 3 4 + kayles 5`.",
		"a sum of nim 3 4 and kayles 5": "[ana] Several games side by side make a sum: `nim 3 4 + kayles 5`.",
		"nim 3 4, kayles 5":             "[ana] Several games side by side make a sum: `nim 3 4 + kayles 5`.",
		"play nim and kayles":           "[ana] Part 1, Nim, has no position.",
		"start 3 4 and kayles 5":        "[ana] Part 1, `3 4`, doesn't begin with a game.",
		"start chomp 2x3 + marienbad":   "[ana] Part 2, `marienbad`, doesn't begin with a game.",
	} {
		c := chattest.NewRoom(t)
		r := c.Expect(c.Says("ana", line), want)
		if want[0] == '[' && r.State != nil {
			t.Errorf("%s began a game", line)
		}
	}
	c := chattest.NewRoom(t)
	c.Says("ana", "start nim 3 4 + kayles 0 + chomp 2x3")
	for line, want := range map[string]string{"part 9 a1": "[ana] There's no part 9", "part 2 a1": "[ana] Part 2, Kayles, is over.",
		"part 1": "`1.A1`, `1.B1`"} {
		c.Expect(c.Says("ana", line), want)
	}
}
