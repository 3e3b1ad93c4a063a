package teach

import (
	"math/rand/v2"
	"slices"

	"nimbot/game/rules"
)

// The positions of a check, which tests what a person remembers of the lesson on the nim-sum.
const (
	CheckSize = 6 // four of Nim, two of a game that is Nim in disguise
	checkNim  = 4
	checkOdds = .2 // the largest share of winning moves
)

// Drills reports whether the lesson has exercises in a game other than Nim.
func (l Lesson) Drills(key string) bool {
	return l.ID == key || l.ID == "disguises" && slices.Contains(disguises, key)
}

// CheckGame draws the disguised game of a check: one that the person had no exercises in, if
// there is one.
func CheckGame(seed uint64, drilled func(key string) bool) string {
	keys := slices.DeleteFunc(slices.Clone(checkGames), drilled)
	if len(keys) == 0 {
		keys = checkGames
	}
	return keys[seed%uint64(len(keys))]
}

// Check draws the positions of a check, those of the other game last. All are finds that
// neither a guess nor a rule of thumb answers.
func Check(seed uint64, key string) []Puzzle {
	if !slices.Contains(checkGames, key) {
		key = checkGames[0]
	}
	r, other := rand.New(rand.NewPCG(seed, 0xc4ec)), listedGame(key)
	nim := drawNim(r, rules.Normal, func() []uint64 { return drawPiles(r, 3+r.IntN(2), 3, 15) })
	dressed := func() (rules.Game, rules.Ending, string) { return other, rules.Normal, drawSmallStart(r, other) }
	var all []Puzzle
	met := map[string]bool{}
	for i := range CheckSize {
		draw, own := dressed, []RuleOfThumb{PlainNim}
		if i < checkNim {
			draw = nim
		}
		p := drawUntil(draw, func(p Puzzle) bool { return p.needsKnowledge(own) && !met[p.Key()] })
		met[p.Key()] = true
		all = append(all, p)
	}
	return all
}

// needsKnowledge reports whether finding the move shows knowledge beyond rules of thumb.
func (p Puzzle) needsKnowledge(own []RuleOfThumb) bool {
	return p.canBeMissed() && float64(len(p.Winning)) <= checkOdds*float64(p.Legal) && (Lesson{ownRules: own}).Chance(Exercise{{Asks: AsksMove, Puzzle: p}}) <= checkOdds
}

// Retention is the result of a check: how much the person has retained.
type Retention string

// The results of six answers.
const (
	RetainedAll     Retention = "all"
	RetainedPart    Retention = "part"
	RetainedNothing Retention = "not-shown"
)

// RetentionOf returns the result of a check with a number of right answers.
func RetentionOf(right int) Retention {
	switch {
	case right >= CheckSize-1:
		return RetainedAll
	case right >= CheckSize/2:
		return RetainedPart
	}
	return RetainedNothing
}
