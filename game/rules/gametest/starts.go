package gametest

import "fmt"

// Setups are the starts from which each game is explored, by key. A new game adds one
// line: setups, as people type them, that together lead to between MinPositions and
// MaxPositions positions. Parametric games that rules.Games doesn't list ("octal:4.7")
// may have a line, too.
var Setups = map[string][]string{
	"nim":           {"13 13 13", "9 9 9 9"},
	"pass":          {"13 13 13", "5 5 5 5"},
	"subtraction":   {"20 20 20 {1,3,4}", "12 12 12 {1-3}", "12 12 {squares}", "12 12 {primes}", "12 12 {half}"},
	"one-or-all":    {"20 20 20", "8 8 8 8"},
	"moore":         {"3 3 3 3 3 3 k2", "4 4 4 4 4 k2", "2 2 2 2 2 2 2 k2", "4 4 4 4 k3", "9 9 9 k1"},
	"lasker":        {"10"},
	"kayles":        {"8 8", "16"},
	"dawson-kayles": {"12 12", "22"},
	"octal:0.137":   {"13 13", "24"},
	"grundy":        {"9 9", "16"},
	"octal:4.7":     {"10"},
	"cake":          {"19x19@10,10"},
	"northcott":     {"red 5:1,5 5:2,4 5:5,1 4:1,4"},
	"coins":         {"15 16 17 18 19"},
	"nimble":        {"12 12 12 12 12 12"},
	"stairs":        {"4 5 5 5 1"},
	"wythoff":       {"100 100"},
	"fibonacci":     {"400 max2"},
	"euclid":        euclidSetups(),
	"turtles":       {"1 2 3 4 5 6 7 8 9 10 11 12 14"},
	"mock-turtles":  {"13 14"},
	"ruler":         {"12 14"},
	"chomp":         {"8x8"},
	"sum":           {"nim 3 4 + kayles 4 + chomp 2x3", "wythoff 4 5 + nim 5 6 + subtraction 7 {1,3}", "turtles 1 2 4 5 + stairs 2 2 1 + euclid 9 4"},
	"bush":          {"0-1 1-2 2-3 3-4 4-5 0-6 6-7 7-8 6-9 9-10 6-11 0-12 12-13 12-14 14-15 14-16 16-17 0-18 18-19 18-20 18-21"},
}

// euclidSetups returns the pairs from which all pairs (n, b) with b < 60 and n < 7b can be
// reached. There are many of them, because a game of Euclid is short.
func euclidSetups() []string {
	var setups []string
	for b := 1; b < 60; b++ {
		for n := 6 * b; n < 7*b; n++ {
			setups = append(setups, fmt.Sprint(n, " ", b))
		}
	}
	return setups
}
