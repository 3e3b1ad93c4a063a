package teach

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// gameLessons are the lessons of games, as data: how an exercise is drawn, and the boards
// of the pages. A game without one is taught by its rules, an example and its moves.
var gameLessons = map[string]struct {
	draw  exerciseFunc
	pages []string
	own   []RuleOfThumb
	// bundled is Lesson.Bundled.
	bundled bool
}{
	"nim":           {draw: func(r *rand.Rand, _ rules.Game) Exercise { return nimSum(r) }, pages: []string{"4 7", "1 4 5", "3 5 7"}, own: []RuleOfThumb{PlainNim}, bundled: true},
	"pass":          {draw: parts, pages: []string{"2 3", "1 4 5"}},
	"cake":          {draw: hidden, pages: []string{"1x5@1,2", "5x8@2,3"}, own: []RuleOfThumb{PlainNim}},
	"northcott":     {draw: hidden, pages: []string{"red 5:1,4 5:2,4", "red 7:2,4 8:1,6 6:2,3"}, own: []RuleOfThumb{PlainNim}},
	"coins":         {draw: hidden, pages: []string{"3 5", "2 5 9"}},
	"nimble":        {draw: hidden, pages: []string{"3 5", "3 4 8"}},
	"stairs":        {draw: hidden, pages: []string{"1 2", "2 0 3"}},
	"subtraction":   {draw: nextValue, pages: []string{"21 {1-3}", "7 {1,3,4}", "5 7 {1,3,4}"}},
	"one-or-all":    {draw: parts, pages: []string{"3", "4 7"}},
	"moore":         {draw: moveOrOutcome, pages: []string{"2 2 k2", "1 2 3 k2", "3 3 3 k2", "3 4 5 k2"}, bundled: true},
	"wythoff":       {draw: moveOrOutcome, pages: []string{"1 2", "3 5", "4 8"}},
	"fibonacci":     {draw: moveOrOutcome, pages: []string{"3 max2", "8 max7", "12 max11"}},
	"euclid":        {draw: moveOrOutcome, pages: []string{"7 4", "25 7"}},
	"lasker":        {draw: parts, pages: []string{"3", "2 3 4"}},
	"kayles":        {draw: nextValue, pages: []string{"3", "5", "2 5"}},
	"dawson-kayles": {draw: nextValue, pages: []string{"4", "3 4"}},
	"octal:0.137":   {draw: nextValue, pages: []string{"3", "4", "3 4"}},
	"grundy":        {draw: nextValue, pages: []string{"3", "4", "5 6"}},
	"turtles":       {draw: moveOrOutcome, pages: []string{"2 5", "1 4 6"}, own: []RuleOfThumb{PlainNim}},
	"mock-turtles":  {draw: parts, pages: []string{"1 2 3", "2 5", "1 4 6"}},
	"ruler":         {draw: parts, pages: []string{"1 2", "2 5 6"}},
	"chomp":         {draw: outcomeMostly, pages: []string{"4 4 4 4", "5 5", "2 2 2 2", "4 4 4"}},
	"sum":           {draw: parts, pages: []string{"nim 5 + stairs 2 1 1", "nim 2 4 + kayles 5", "nim 3 4 + kayles 4 + chomp 2x3"}},
	"bush":          {draw: parts, pages: []string{"0-1 1-2 0-3", "0-1 1-2 1-3", "0-1 1-2 1-3 0-4 4-5 4-6 6-7"}, own: []RuleOfThumb{PlainNim}},
}

// lessonOfGame is the lesson of a game; ok is false where there is none.
func lessonOfGame(key string) (l Lesson, ok bool) {
	c, ok := gameLessons[key]
	if !ok {
		return Lesson{}, false
	}
	g := listedGame(key)
	return Lesson{
		ID: key, Pages: pagesOf(key, rules.Normal, c.pages...), Wins: 1, Level: solve.Perfect, ownRules: c.own, Bundled: c.bundled,
		draw: func(r *rand.Rand) Exercise { return c.draw(r, g) }, start: inTurn([]string{key}),
	}, true
}

// smallStarts draw positions for exercises; games that aren't here have small ones of
// their own.
var smallStarts = map[string]func(r *rand.Rand) string{
	"pass":          func(r *rand.Rand) string { return joinPiles(drawPiles(r, 2+r.IntN(2), 1, 8)) },
	"lasker":        func(r *rand.Rand) string { return joinPiles(drawPiles(r, 2+r.IntN(2), 1, 8)) },
	"one-or-all":    func(r *rand.Rand) string { return joinPiles(drawPiles(r, 2+r.IntN(3), 1, 9)) },
	"kayles":        func(r *rand.Rand) string { return joinPiles(drawPiles(r, 2, 1, 7)) },
	"dawson-kayles": func(r *rand.Rand) string { return joinPiles(drawPiles(r, 2, 2, 9)) },
	"octal:0.137":   func(r *rand.Rand) string { return joinPiles(drawPiles(r, 2, 2, 8)) },
	"grundy":        func(r *rand.Rand) string { return joinPiles(drawPiles(r, 2, 3, 10)) },
	"moore":         func(r *rand.Rand) string { return joinPiles(drawPiles(r, 3+r.IntN(2), 1, 7)) + " k2" },
	"wythoff":       func(r *rand.Rand) string { return joinPiles(drawPiles(r, 2, 1, 13)) },
	"euclid":        func(r *rand.Rand) string { return joinPiles(drawPiles(r, 2, 2, 40)) },
	"turtles":       func(r *rand.Rand) string { return drawSquares(r, 2+r.IntN(3), 12) },
	"mock-turtles":  func(r *rand.Rand) string { return drawSquares(r, 2+r.IntN(3), 10) },
	"ruler":         func(r *rand.Rand) string { return drawSquares(r, 2+r.IntN(3), 12) },
	"sum":           func(r *rand.Rand) string { return drawSum(r, 2+r.IntN(2)) },
	"subtraction": func(r *rand.Rand) string {
		sets := []string{"{1-3}", "{1,3,4}", "{1,2}", "{2,3}", "{1,4}", "{1-4}", "{2,4}", "{1,5,6}", "{1,2,4}", "{2,5}"}
		return joinPiles(drawPiles(r, 2+r.IntN(2), 2, 10)) + " " + sets[r.IntN(len(sets))]
	},
	"fibonacci": func(r *rand.Rand) string {
		n := drawBetween(r, 4, 34)
		return fmt.Sprint(n, " max", drawBetween(r, 2, n-1))
	},
	"chomp": func(r *rand.Rand) string {
		for {
			var rows []uint64
			switch r.IntN(5) { // else most lost ones would have two rows
			case 0:
				rows = drawPiles(r, 2, 1, 8)
			case 1:
				rows = slices.Concat(slices.Repeat([]uint64{2}, 1+r.IntN(4)), slices.Repeat([]uint64{1}, r.IntN(3)))
			case 2:
				rows = append(slices.Repeat([]uint64{1}, 1+r.IntN(4)), drawBetween(r, 2, 6))
			case 3:
				rows = append(drawPiles(r, 2, 2, 7), 2)
			default:
				rows = drawPiles(r, 2+r.IntN(3), 1, 5)
			}
			slices.Sort(rows)
			slices.Reverse(rows)
			if p, err := listedGame("chomp").Parse(joinPiles(rows)); err == nil && isKnown(p) {
				return joinPiles(rows)
			}
		}
	},
	"bush": func(r *rand.Rand) string {
		var edges []string
		for node := range 4 + r.IntN(4) {
			below := 0
			if node > 1 { // the first two grow from the ground
				below = r.IntN(node + 1)
			}
			edges = append(edges, fmt.Sprint(below, "-", node+1))
		}
		return strings.Join(edges, " ")
	},
}

// firstStarts draw the first setups of the games whose exercises are too large for that,
// or aren't setups.
var firstStarts = map[string]func(r *rand.Rand) string{
	rules.Default: func(r *rand.Rand) string { return joinPiles(drawPiles(r, 3, 1, 5)) },
	"cake": func(r *rand.Rand) string {
		rows, columns := drawBetween(r, 3, 5), drawBetween(r, 3, 6)
		return fmt.Sprintf("%dx%d@%d,%d", rows, columns, drawBetween(r, 1, rows), drawBetween(r, 1, columns))
	},
	"chomp": func(r *rand.Rand) string { // the lesson's game begins here, too
		for {
			rows := drawPiles(r, 2+r.IntN(2), 1, 5)
			slices.Sort(rows)
			slices.Reverse(rows)
			if p, err := listedGame("chomp").Parse(joinPiles(rows)); err == nil && isKnown(p) {
				return joinPiles(rows)
			}
		}
	},
	"northcott": func(r *rand.Rand) string { return "red " + drawMenInRow(r) + " " + drawMenInRow(r) },
	"coins":     func(r *rand.Rand) string { return drawSquares(r, 3+r.IntN(2), 9) },
	"nimble": func(r *rand.Rand) string {
		coins := drawPiles(r, 3, 2, 6)
		slices.Sort(coins)
		return joinPiles(coins)
	},
	"stairs": func(r *rand.Rand) string {
		return joinPiles([]uint64{drawBetween(r, 1, 3), drawBetween(r, 0, 3), drawBetween(r, 1, 3)})
	},
	"moore":     func(r *rand.Rand) string { return joinPiles(drawPiles(r, 3, 1, 6)) + " k2" },
	"fibonacci": func(r *rand.Rand) string { return fmt.Sprint(drawBetween(r, 8, 21)) },
	"turtles":   func(r *rand.Rand) string { return drawSquares(r, 3, 8) },
	"ruler":     func(r *rand.Rand) string { return drawSquares(r, 3+r.IntN(2), 8) },
	"wythoff":   func(r *rand.Rand) string { return joinPiles(drawPiles(r, 2, 2, 9)) },
	"sum": func(r *rand.Rand) string {
		return fmt.Sprintf("nim %d + kayles %d", drawBetween(r, 1, 5), drawBetween(r, 1, 4))
	},
	"euclid": func(r *rand.Rand) string { return joinPiles(drawPiles(r, 2, 3, 20)) },
}

// drawSum draws small positions of some different games, whose values the lessons teach.
func drawSum(r *rand.Rand, games int) string {
	return drawSumWith(r, games, "stairs "+joinPiles(drawPiles(r, 3, 1, 4)))
}

// drawTaughtSum draws a sum of two games that the lesson about sums and those before it teach by values.
func drawTaughtSum(r *rand.Rand) string {
	return drawSumWith(r, 2, "one-or-all "+joinPiles(drawPiles(r, 1, 2, 7)))
}

// drawSumWith draws several of four games: Nim, Kayles, Lasker's Nim, and another one.
func drawSumWith(r *rand.Rand, games int, another string) string {
	all := []string{
		"nim " + joinPiles(drawPiles(r, 1+r.IntN(2), 1, 7)),
		"kayles " + joinPiles(drawPiles(r, 1, 2, 5)),
		"lasker " + joinPiles(drawPiles(r, 1, 2, 7)),
		another,
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return strings.Join(all[:games], " + ")
}

// drawMenInRow draws a short row with two men.
func drawMenInRow(r *rand.Rand) string {
	width, red := drawBetween(r, 5, 7), drawBetween(r, 1, 2)
	return fmt.Sprintf("%d:%d,%d", width, red, drawBetween(r, red+2, width))
}

// isKnown reports whether a theorem says that a position is lost, or that one of its moves leads to
// a lost position. A person who knows only the lesson can't judge any other position.
func isKnown(p rules.Position) bool {
	return slices.ContainsFunc(p.(rules.Explainer).Facts(rules.Normal), func(f rules.Fact) bool {
		return f.Args["move"] != nil || strings.HasSuffix(f.Code, "-lost")
	})
}

// drawSmallStart draws a position of a game for an exercise.
func drawSmallStart(r *rand.Rand, g rules.Game) string {
	if draw := smallStarts[g.Key]; draw != nil {
		return draw(r)
	}
	return g.Random(r, rules.Normal)
}

// drawSquares draws n different squares in a row.
func drawSquares(r *rand.Rand, n, most int) string {
	all := r.Perm(most)[:n]
	slices.Sort(all)
	out := make([]uint64, n)
	for i, s := range all {
		out[i] = uint64(s + 1)
	}
	return joinPiles(out)
}

// disguised writes positions with parts of given values, in games that look different from Nim.
var disguised = map[string]func(values []uint64) string{
	rules.Default: joinPiles,
	"nimble": func(values []uint64) string {
		squares := make([]uint64, len(values))
		for i, v := range values {
			squares[i] = v + 1
		}
		slices.Sort(squares)
		return joinPiles(squares)
	},
	"stairs": func(values []uint64) string {
		var steps []uint64
		for i, v := range values {
			if i > 0 {
				steps = append(steps, 1) // an even step, which doesn't count
			}
			steps = append(steps, v)
		}
		return joinPiles(steps)
	},
	"cake": func(values []uint64) string {
		if len(values) > 4 {
			return ""
		}
		v := append(slices.Clone(values), 0, 0, 0)
		return fmt.Sprintf("%dx%d@%d,%d", v[0]+v[1]+1, v[2]+v[3]+1, v[0]+1, v[2]+1)
	},
	sumKey: func(values []uint64) string {
		if len(values) < 2 {
			return ""
		}
		largest := len(values) - 1 // they rise
		return "stairs " + joinPiles(values[largest:]) + " + nim " + joinPiles(values[:largest])
	},
}

// sumKey is the game of the sums to which lesson 11 leads.
const sumKey = "sum"

// Twin is a find in another game whose parts have the values of those of p. If sums is true, it is a sum of two games if
// possible. ok is false where there is none.
func Twin(p Puzzle, r *rand.Rand, sums bool) (twin Puzzle, ok bool) {
	parts := sortedPiles(values(p.Position))
	if len(parts) == 0 || p.Ending != rules.Normal {
		return Puzzle{}, false
	}
	keys := slices.Sorted(maps.Keys(disguised))
	r.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	if sums {
		keys = slices.Insert(keys, 0, sumKey)
	}
	for _, key := range keys {
		twin, ok = puzzleAt(listedGame(key), rules.Normal, disguised[key](parts))
		if ok && key != p.Game.Key && twin.fits(Find) {
			return twin, true
		}
	}
	return Puzzle{}, false
}
