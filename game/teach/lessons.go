package teach

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// Lessons lists the twelve lessons in their order.
func Lessons() []Lesson { return slices.Clone(lessons()) }

var lessons = sync.OnceValue(func() []Lesson {
	lessons := append(lessonsOnNim(), lessonsBeyondNim()...)
	for i := range lessons {
		lessons[i].Number = i + 1
		lessons[i].Level = cmp.Or(lessons[i].Level, solve.Perfect)
	}
	return lessons
})

// lessonsOnNim are those about Nim itself.
func lessonsOnNim() []Lesson {
	return []Lesson{
		{
			ID: "last-stone", draw: lastStone, Wins: 2, start: unequal, ownRules: []RuleOfThumb{WholePile, EvenOut, Small, Pairs, PlainNim},
			Examples: slices.Concat(normal("nim", "5", "A5"), normal("nim", "4 7", "B3")),
			Pages:    append([]Page{{Setup: rules.Setup{Game: "nim", Start: "5"}}, {Setup: rules.Setup{Game: "nim", Start: "5 5"}, Demo: true}}, pagesOf("nim", rules.Normal, "4 7")...),
		},
		{
			ID: "won-or-lost", draw: wonOrLost, Wins: 1, start: smallNim, ownRules: []RuleOfThumb{Small, Pairs, PlainNim},
			Examples: slices.Concat(normal("nim", "1 2 3"), normal("nim", "1 2 4", "C1")),
			Pages:    pagesOf("nim", rules.Normal, "1 1", "1 2 3", "1 2 4"),
		},
		{
			ID: "pairs", draw: pairsCancel, Wins: 1, Level: solve.Medium, start: pairAndMore, ownRules: []RuleOfThumb{Pairs, PlainNim},
			Examples: slices.Concat(normal("nim", "3 3 5", "C5"), normal("nim", "2 5 5 2")),
			Pages:    pagesOf("nim", rules.Normal, "2 5 5 2", "3 3 5", "6 2 6 4"),
		},
		{
			ID: "balance", Bundled: true, draw: balance, Wins: 1, Level: solve.Hard, start: alwaysFrom("nim", "3 5 7"), ownRules: []RuleOfThumb{PlainNim},
			Examples: slices.Concat(normal("nim", "1 4 5"), normal("nim", "2 4 6"), normal("nim", "1 3 5", "C3"), normal("nim", "3 5 7", "A1", "B1", "C1")),
			Pages:    pagesOf("nim", rules.Normal, "1 4 5", "1 3 5", "2 4 7"),
		},
		{
			ID: "nim-sum", draw: nimSum, Wins: 3, start: threeOrFour, ownRules: []RuleOfThumb{PlainNim},
			Examples: slices.Concat(normal("nim", "7 8 10", "A5"), normal("nim", "9 12 14", "A7", "B5", "C9")),
			Pages: []Page{
				{Sum: []uint64{7, 5, 4}},
				{Setup: rules.Setup{Game: "nim", Start: "7 8 10"}, Sum: []uint64{7, 8, 10}},
				{Setup: rules.Setup{Game: "nim", Start: "9 12 14"}},
			},
		},
		{
			ID: "proof", Bundled: true, draw: proof, Wins: 1, start: threeSmall, ownRules: []RuleOfThumb{PlainNim},
			Examples: slices.Concat(normal("nim", "1 4 3", "B2"), normal("nim", "1 4 5")),
			Pages:    append(pagesOf("nim", rules.Normal, "1 4 3", "3 5 7"), Page{}),
		},
		{
			ID: "misere", draw: misereEnding, Wins: 2, start: misereStart,
			Examples: []Example{
				{rules.Setup{Game: "nim", Ending: rules.Misere, Start: "1 1 5"}, []rules.Move{"C4"}},
				{rules.Setup{Game: "nim", Ending: rules.Misere, Start: "2 1 1"}, []rules.Move{"A1"}},
			},
			Pages: pagesOf("nim", rules.Misere, "1 1 1", "1 1 5", "2 3 2"),
		},
	}
}

// lessonsBeyondNim are those about other games.
func lessonsBeyondNim() []Lesson {
	return []Lesson{
		{
			ID: "disguises", draw: anyOf(disguises, hidden), Wins: 2, start: inTurn(disguises), ownRules: []RuleOfThumb{PlainNim},
			Examples: slices.Concat(normal("cake", "5x8@2,3", "right5"), normal("stairs", "2 0 3", "3:1")),
			Pages: slices.Concat(pagesOf("cake", rules.Normal, "5x8@2,3"), pagesOf("stairs", rules.Normal, "2 0 3"),
				pagesOf("nimble", rules.Normal, "3 4 8"), pagesOf("coins", rules.Normal, "2 5 9"), pagesOf("northcott", rules.Normal, "red 7:2,4 8:1,6")),
		},
		{
			ID: "values", draw: anyOf([]string{"subtraction"}, nextValue), Wins: 1, start: inTurn([]string{"subtraction"}),
			Examples: normal("subtraction", "21 {1-3}", "A1"),
			Pages:    pagesOf("subtraction", rules.Normal, "21 {1-3}", "7 {1,3,4}", "5 7 {1,3,4}"),
		},
		{
			ID: "splits", draw: anyOf(splitting, nextValue), Wins: 1, start: twoRows,
			Examples: slices.Concat(normal("kayles", "3", "A1:1+1"), normal("kayles", "1 4")),
			Pages:    pagesOf("kayles", rules.Normal, "3", "5", "2 5"),
		},
		{
			ID: "sums", draw: partsOfOneOrTwo, Wins: 3, InOrder: true, start: inTurn([]string{"pass", "lasker", "sum"}),
			Examples: slices.Concat(normal("pass", "1 4 5", "B0", "B1", "C3"), normal("lasker", "2 3 4", "B2")),
			Pages: slices.Concat(pagesOf("pass", rules.Normal, "1 4 5"), pagesOf("lasker", rules.Normal, "2 3 4"),
				pagesOf("one-or-all", rules.Normal, "4 7"), pagesOf("ruler", rules.Normal, "2 5 6"), pagesOf("sum", rules.Normal, "lasker 3 + kayles 6", "one-or-all 3 + kayles 4")),
		},
		{
			ID: "no-sum", draw: idea, Wins: 1, start: noSumStart,
			Examples: slices.Concat(normal("wythoff", "1 2"), normal("wythoff", "3 5"), normal("wythoff", "4 7")),
			Pages:    slices.Concat(pagesOf("chomp", rules.Normal, "5 5"), pagesOf("wythoff", rules.Normal, "1 2", "3 6"), pagesOf("euclid", rules.Normal, "25 7")),
		},
	}
}

// The games of lessons that have several.
var (
	disguises  = []string{"cake", "northcott", "coins", "nimble", "stairs"}
	checkGames = append(slices.Clone(disguises), "turtles") // the games in which a check asks for Nim in disguise
	splitting  = []string{"kayles", "dawson-kayles", "grundy"}
	summed     = []string{"pass", "lasker", "one-or-all", "ruler", "kayles"}
)

// ideas are the games of the lesson about games without a nim-sum, and others, each with the
// idea that fits it.
var ideas = []struct {
	key  string
	idea uint64
}{
	{"wythoff", IdeaPairs}, {"chomp", IdeaSteal}, {"euclid", IdeaGolden},
	{"lasker", IdeaSum}, {"nimble", IdeaSum},
}

// LessonOf finds one of the twelve lessons by its ID, or the lesson of a game by the
// game's key.
func LessonOf(id string) (l Lesson, ok bool) {
	for _, l := range lessons() {
		if l.ID == id {
			return l, true
		}
	}
	return lessonOfGame(id)
}

// LessonFor is the lesson about the commonest reason for losing a game of Nim, and for another
// game its own lesson.
func LessonFor(key string, e rules.Ending) (l Lesson, ok bool) {
	switch {
	case key == rules.Default && e == rules.Misere:
		return LessonOf("misere")
	case key == rules.Default:
		return LessonOf("balance")
	}
	return LessonOf(key)
}

// pagesOf are pages with positions of one game.
func pagesOf(key string, e rules.Ending, starts ...string) []Page {
	all := make([]Page, len(starts))
	for i, start := range starts {
		all[i].Setup = rules.Setup{Game: key, Ending: e, Start: start}
	}
	return all
}

func normal(key, start string, winning ...rules.Move) []Example {
	return []Example{{rules.Setup{Game: key, Start: start}, winning}}
}

// alwaysFrom returns the start of every game.
func alwaysFrom(key, start string) func(*rand.Rand, int) rules.Setup {
	return func(*rand.Rand, int) rules.Setup { return rules.Setup{Game: key, Start: start} }
}

// inTurn draws starts of some games in turn, that the person can win.
func inTurn(keys []string) func(*rand.Rand, int) rules.Setup {
	return func(r *rand.Rand, round int) rules.Setup {
		g := listedGame(keys[round%len(keys)])
		for {
			if start, ok := FirstStart(g, rules.Normal, 0, ofDay(r)); ok {
				return rules.Setup{Game: g.Key, Start: start}
			}
		}
	}
}

// noSumStart draws a start of a game in which no sum helps.
func noSumStart(r *rand.Rand, round int) rules.Setup {
	for {
		start := inTurn([]string{"wythoff", "chomp", "euclid"})(r, round)
		if start.Game != "chomp" || hasTwoRows(start.Start) {
			return start
		}
	}
}

// hasTwoRows reports whether a bar of Chomp has two rows. Lesson 12 teaches a plan only for
// those.
func hasTwoRows(bar string) bool { return strings.Count(bar, " ") == 1 }

// drawWonNim draws starts of Nim until the first player can both win and lose.
func drawWonNim(r *rand.Rand, e rules.Ending, draw func() []uint64) rules.Setup {
	p := drawUntil(drawNim(r, e, draw), Puzzle.canBeMissed)
	return rules.Setup{Game: p.Game.Key, Ending: e, Start: p.Position.String()}
}

func unequal(r *rand.Rand, _ int) rules.Setup {
	small := drawBetween(r, 3, 6)
	return rules.Setup{Game: "nim", Start: joinPiles([]uint64{small, small + drawBetween(r, 1, 5)})}
}

func smallNim(r *rand.Rand, _ int) rules.Setup {
	return drawWonNim(r, rules.Normal, func() []uint64 {
		return [][]uint64{{1, 2, 4}, {1, 2, 5}, {1, 3, 4}, {1, 3, 5}, {2, 3, 4}, {1, 2, 6}}[r.IntN(6)]
	})
}

func pairAndMore(r *rand.Rand, _ int) rules.Setup {
	return drawWonNim(r, rules.Normal, func() []uint64 {
		pair := drawBetween(r, 2, 5)
		return append(drawPiles(r, 2, 2, 7), pair, pair)
	})
}

func threeOrFour(r *rand.Rand, _ int) rules.Setup {
	return drawWonNim(r, rules.Normal, func() []uint64 { return drawPiles(r, 3+r.IntN(2), 2, 11) })
}

// threeSmall are so few stones that keeping the balance to the end takes no patience.
func threeSmall(r *rand.Rand, _ int) rules.Setup {
	return drawWonNim(r, rules.Normal, func() []uint64 { return drawPiles(r, 3, 2, 7) })
}

func misereStart(r *rand.Rand, _ int) rules.Setup {
	return drawWonNim(r, rules.Misere, func() []uint64 { return drawPiles(r, 3, 1, 6) })
}

// twoRows are rows of Kayles of at most 7 pins whose lengths are at least 3 apart.
func twoRows(r *rand.Rand, _ int) rules.Setup {
	p := drawUntil(func() (rules.Game, rules.Ending, string) {
		short := drawBetween(r, 1, 4)
		return listedGame("kayles"), rules.Normal, joinPiles([]uint64{short, drawBetween(r, short+3, 7)})
	}, Puzzle.canBeMissed)
	return rules.Setup{Game: p.Game.Key, Start: p.Position.String()}
}
