package teach

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"nimbot/game"
)

// Lessons lists the lessons in their order.
func Lessons() []Lesson {
	lessons := []Lesson{
		{ID: "last-stone", draw: lastStone, Examples: normal("nim", "5", "A5")},
		{ID: "mirror", draw: mirror, Wins: 3, start: mirrorStart, Examples: normal("nim", "4 7", "B3")},
		{ID: "won-or-lost", draw: wonOrLost, Examples: normal("nim", "1 2 3")},
		{ID: "pairs", draw: pairsCancel, Examples: normal("nim", "3 3 5", "C5")},
		{ID: "triples", draw: triple, Examples: slices.Concat(normal("nim", "1 4 5"), normal("nim", "2 4 6"), normal("nim", "3 5 6"))},
		{ID: "powers", draw: powers},
		{ID: "nim-sum", draw: nimSum},
		{ID: "proof", draw: proof, Examples: slices.Concat(normal("nim", "7 8 10", "A5"), normal("nim", "19 25 12", "C2"))},
		{ID: "misere", draw: misereEnding, Examples: []Example{
			{game.Setup{Game: "nim", Ending: game.Misere, Start: "1 1 5"}, []game.Move{"C4"}},
			{game.Setup{Game: "nim", Ending: game.Misere, Start: "2 1 1"}, []game.Move{"A1"}},
		}},
		{ID: "disguises", draw: disguise, Examples: slices.Concat(normal("cake", "5x8@2,3", "right5"), normal("stairs", "2 0 3", "3:1"))},
		{ID: "values", draw: valueTable, Examples: normal("subtraction", "21 {1-3}", "A1")},
		{ID: "sums", draw: mixed, Wins: 3, start: mixedStart, Examples: slices.Concat(
			normal("pass", "1 4 5", "B0", "B1", "C3"), normal("lasker", "3 4", "A:1+2", "B1"),
		)},
	}
	for i := range lessons {
		lessons[i].Number, lessons[i].Pages = i+1, pages[lessons[i].ID]
	}
	return lessons
}

// pages are the pages of each lesson, by its ID.
var pages = map[string][]Page{
	"last-stone":  shows("nim", game.Normal, "5", "4 1", "6 1"),
	"mirror":      append([]Page{{Setup: game.Setup{Game: "nim", Start: "5 5"}, Demo: true}}, shows("nim", game.Normal, "4 7", "2 9")...),
	"won-or-lost": shows("nim", game.Normal, "1 1", "1 2 3", "2 2 1"),
	"pairs":       shows("nim", game.Normal, "3 3", "3 3 5", "6 2 6 4"),
	"triples":     shows("nim", game.Normal, "1 2 3", "1 4 5", "2 4 7"),
	"powers":      {{}, {}},
	"nim-sum":     {{}, {}, {}, {Sum: []uint64{7, 5, 4}}},
	"proof": {
		{Setup: game.Setup{Game: "nim", Start: "7 8 10"}, Sum: []uint64{7, 8, 10}},
		{},
		{Setup: game.Setup{Game: "nim", Start: "19 25 12"}},
	},
	"misere":    shows("nim", game.Misere, "1 1 1", "1 1 5", "2 3 2"),
	"disguises": slices.Concat(shows("cake", game.Normal, "5x8@2,3"), shows("stairs", game.Normal, "2 0 3")),
	"values":    slices.Concat(shows("subtraction", game.Normal, "21 {1-3}"), shows("kayles", game.Normal, "3", "2 5")),
	"sums": slices.Concat(
		shows("pass", game.Normal, "1 4 5"), shows("lasker", game.Normal, "3 4"), shows("one-or-all", game.Normal, "4 7"),
		shows("ruler", game.Normal, "2 5 6"), shows("coins", game.Normal, "2 5 9"),
	),
}

// shows are pages with positions of one game.
func shows(key string, e game.Ending, starts ...string) []Page {
	all := make([]Page, len(starts))
	for i, start := range starts {
		all[i].Setup = game.Setup{Game: key, Ending: e, Start: start}
	}
	return all
}

func normal(key, start string, winning ...game.Move) []Example {
	return []Example{{game.Setup{Game: key, Start: start}, winning}}
}

// family finds a game of the list.
func family(key string) game.Game {
	for _, g := range game.Games() {
		if g.Key == key {
			return g
		}
	}
	return game.Game{}
}

// between draws a number from least to most.
func between(r *rand.Rand, least, most uint64) uint64 { return least + r.Uint64N(most-least+1) }

// nimOf draws piles, shuffled, as positions of Nim.
func nimOf(r *rand.Rand, e game.Ending, draw func() []uint64) func() (game.Game, game.Ending, string) {
	return func() (game.Game, game.Ending, string) {
		p := draw()
		r.Shuffle(len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
		return family("nim"), e, written(p)
	}
}

// written writes piles with blanks between them.
func written(piles []uint64) string { return strings.Trim(fmt.Sprint(piles), "[]") }

// several draws n piles from least to most.
func several(r *rand.Rand, n int, least, most uint64) []uint64 {
	p := make([]uint64, n)
	for i := range p {
		p[i] = between(r, least, most)
	}
	return p
}

// lastStone: take all of one pile, or leave 1 1.
func lastStone(r *rand.Rand) Exercise {
	return move(nimOf(r, game.Normal, func() []uint64 {
		p := []uint64{between(r, 2, 9)}
		if r.IntN(2) == 0 {
			p = append(p, 1)
		}
		return p
	}))
}

// mirror: make two piles equal.
func mirror(r *rand.Rand) Exercise {
	return move(nimOf(r, game.Normal, func() []uint64 { return several(r, 2, 2, 12) }))
}

func mirrorStart(r *rand.Rand) game.Setup {
	small := between(r, 3, 6)
	return game.Setup{Game: "nim", Start: written([]uint64{small, small + between(r, 1, 5)})}
}

// wonOrLost: who wins, with ten stones at most, half of the positions lost;
// after a won one, by which move.
func wonOrLost(r *rand.Rand) Exercise {
	lost := r.IntN(2) == 0
	p := until(nimOf(r, game.Normal, func() []uint64 { return several(r, 2+r.IntN(3), 1, 5) }), func(p Puzzle) bool {
		return p.Position.Size().Total <= 10 && (lost && p.Outcome == game.P || !lost && p.asks())
	})
	x := Exercise{{Asks: AsksOutcome, Puzzle: p}}
	if !lost {
		x = append(x, Step{Asks: AsksMove, Puzzle: p})
	}
	return x
}

// pairsCancel: strike out equal pairs, which leaves one pile or two unequal
// ones; then move.
func pairsCancel(r *rand.Rand) Exercise {
	var rest []uint64
	x := move(nimOf(r, game.Normal, func() []uint64 {
		pair := between(r, 1, 9)
		rest = several(r, 1+r.IntN(2), 1, 9)
		return append([]uint64{pair, pair}, rest...)
	}))
	return append(Exercise{{Asks: AsksPiles, Puzzle: x[0].Puzzle, answer: unpaired(rest)}}, x...)
}

// unpaired leaves out two equal piles.
func unpaired(piles []uint64) []uint64 {
	if len(piles) == 2 && piles[0] == piles[1] {
		return nil
	}
	return slices.Clone(piles)
}

// triple: the third pile that makes two a lost position.
func triple(r *rand.Rand) Exercise {
	a, b := between(r, 1, 7), between(r, 1, 7)
	for a == b {
		b = between(r, 1, 7)
	}
	return Exercise{numbers(AsksNumbers, []uint64{a, b}, []uint64{a ^ b})}
}

// powers: take a number apart into powers of two, or put it together.
func powers(r *rand.Rand) Exercise {
	n := between(r, 3, 31)
	for bits.OnesCount64(n) < 2 {
		n = between(r, 3, 31)
	}
	var parts []uint64
	for power := uint64(16); power > 0; power /= 2 {
		if n&power != 0 {
			parts = append(parts, power)
		}
	}
	if r.IntN(2) == 0 {
		return Exercise{numbers(AsksNumbers, parts, []uint64{n})}
	}
	return Exercise{numbers(AsksPiles, []uint64{n}, parts)}
}

// nimSum: the nim-sum of two or three numbers.
func nimSum(r *rand.Rand) Exercise {
	given := several(r, 2+r.IntN(2), 3, 63)
	sum := uint64(0)
	for _, n := range given {
		sum ^= n
	}
	step := numbers(AsksNumbers, given, []uint64{sum})
	step.Adds = true
	return Exercise{step}
}

// The steps of Bouton's proof: from a nim-sum of 0 every move leaves another
// one; from another one some move leaves 0.
const (
	ProofEveryMove = 1
	ProofSomeMove  = 2
)

// proof: three or four piles; then the two steps of the proof in the order in
// which they are needed to see that the move wins: the opponent must leave
// another sum, and can be answered.
func proof(r *rand.Rand) Exercise {
	x := move(nimOf(r, game.Normal, func() []uint64 { return several(r, 3+r.IntN(2), 1, 31) }))
	given := []uint64{ProofEveryMove, ProofSomeMove}
	r.Shuffle(2, func(i, j int) { given[i], given[j] = given[j], given[i] })
	return append(x, numbers(AsksOrder, given, []uint64{ProofEveryMove, ProofSomeMove}))
}

// misereEnding: misère Nim, half of it with exactly one pile above 1.
func misereEnding(r *rand.Rand) Exercise {
	single := r.IntN(2) == 0
	return move(nimOf(r, game.Misere, func() []uint64 {
		if single {
			return append(several(r, 1+r.IntN(4), 1, 1), between(r, 2, 9))
		}
		return append(several(r, 2, 2, 7), several(r, r.IntN(3), 1, 7)...)
	}))
}

// disguise: the Nim piles behind a cake or stairs; then the move.
func disguise(r *rand.Rand) Exercise {
	g := family([]string{"cake", "stairs"}[r.IntN(2)])
	x := move(func() (game.Game, game.Ending, string) { return g, game.Normal, g.Random(r, game.Normal) })
	p := x[0].Puzzle
	return append(Exercise{{Asks: AsksPiles, Puzzle: p, answer: values(p.Position)}}, x...)
}

// tables are the games whose values are filled in, with what their notation says
// besides the sizes.
var tables = []struct{ key, rules string }{
	{"kayles", ""}, {"dawson-kayles", ""}, {"one-or-all", ""},
	{"subtraction", " {1-3}"}, {"subtraction", " {1,3,4}"}, {"subtraction", " {1,2}"}, {"subtraction", " {2,3}"},
	{"subtraction", " {1,4}"}, {"subtraction", " {1-4}"}, {"subtraction", " {2,4}"}, {"subtraction", " {1,5,6}"},
	{"subtraction", " {1,2,4}"}, {"subtraction", " {2,5}"},
}

// valueTable: the values of single piles from 1 on; then a move.
func valueTable(r *rand.Rand) Exercise {
	table := tables[r.IntN(len(tables))]
	g, rules := family(table.key), table.rules
	var given, answer []uint64
	for n := range 5 + r.Uint64N(4) {
		given = append(given, n+1)
		answer = append(answer, grundyOf(g, fmt.Sprint(n+1, rules)))
	}
	x := move(func() (game.Game, game.Ending, string) {
		return g, game.Normal, written(several(r, 2+r.IntN(2), 2, 9)) + rules
	})
	return append(Exercise{{Asks: AsksNumbers, Puzzle: x[0].Puzzle, Given: given, Rules: rules, answer: answer}}, x...)
}

// mixedGames are the games of the last lesson.
var mixedGames = []string{"pass", "lasker", "kayles", "subtraction", "one-or-all", "stairs", "cake", "coins", "ruler"}

// mixed: any of several games.
func mixed(r *rand.Rand) Exercise {
	g := family(mixedGames[r.IntN(len(mixedGames))])
	return move(func() (game.Game, game.Ending, string) { return g, game.Normal, g.Random(r, game.Normal) })
}

func mixedStart(r *rand.Rand) game.Setup {
	g := family(mixedGames[r.IntN(len(mixedGames))])
	start, ok := Start(g, game.Normal, 0, r)
	for !ok {
		start, ok = Start(g, game.Normal, 0, r)
	}
	return game.Setup{Game: g.Key, Start: start}
}
