package gametest

// Setups are the starts from which each game is explored, by key. A new game
// adds one line: setups, as people type them, that together lead to between
// MinPositions and MaxPositions positions. Parametric games that are not
// listed themselves ("octal:0.137") may stand here too.
var Setups = map[string][]string{
	"nim":  {"13 13 13", "9 9 9 9"},
	"pass": {"13 13 13", "5 5 5 5"},
}
