package gametest

// Setups are the starts from which each game is explored, by key. A new game
// adds one line: setups, as people type them, that together lead to between
// MinPositions and MaxPositions positions. Parametric games that are not
// listed themselves ("octal:0.137") may stand here too.
var Setups = map[string][]string{
	"nim":           {"13 13 13", "9 9 9 9"},
	"pass":          {"13 13 13", "5 5 5 5"},
	"subtraction":   {"20 20 20 {1,3,4}", "12 12 12 {1-3}"},
	"one-or-all":    {"20 20 20", "8 8 8 8"},
	"moore":         {"4 4 4 4 4 k2", "3 3 3 3 3 3 k3", "2 2 2 2 2 2 2 k4", "9 9 9 k1"},
	"lasker":        {"10"},
	"kayles":        {"8 8", "16"},
	"dawson-kayles": {"12 12", "22"},
	"octal:0.137":   {"13 13", "24"},
	"grundy":        {"9 9", "16"},
}
