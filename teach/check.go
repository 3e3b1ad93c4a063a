package teach

import (
	"math/rand/v2"
	"slices"

	"nimbot/game"
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
	keys := slices.DeleteFunc(slices.Clone(checked), drilled)
	if len(keys) == 0 {
		keys = checked
	}
	return keys[seed%uint64(len(keys))]
}

// Check draws the positions of a check, those of the other game last. All are finds that
// neither a guess nor a rule of thumb answers.
func Check(seed uint64, key string) []Puzzle {
	if !slices.Contains(checked, key) {
		key = checked[0]
	}
	r, other := rand.New(rand.NewPCG(seed, 0xc4ec)), family(key)
	nim := nimOf(r, game.Normal, func() []uint64 { return several(r, 3+r.IntN(2), 3, 15) })
	dressed := func() (game.Game, game.Ending, string) { return other, game.Normal, smallStart(r, other) }
	var all []Puzzle
	met := map[string]bool{}
	for i := range CheckSize {
		draw, own := dressed, []Thumb{PlainNim}
		if i < checkNim {
			draw = nim
		}
		p := until(draw, func(p Puzzle) bool { return p.shows(own) && !met[p.Key()] })
		met[p.Key()] = true
		all = append(all, p)
	}
	return all
}

// shows reports whether finding the move shows knowledge beyond rules of thumb.
func (p Puzzle) shows(own []Thumb) bool {
	return p.asks() && float64(len(p.Winning)) <= checkOdds*float64(p.Legal) && (Lesson{own: own}).Chance(Exercise{{Asks: AsksMove, Puzzle: p}}) <= checkOdds
}

// Stuck is the result of a check: how much the person has retained.
type Stuck string

// The results of six answers.
const (
	StuckAll  Stuck = "all"
	StuckPart Stuck = "part"
	StuckNot  Stuck = "not-shown"
)

// StuckOf returns the result of a check with a number of right answers.
func StuckOf(right int) Stuck {
	switch {
	case right >= CheckSize-1:
		return StuckAll
	case right >= CheckSize/2:
		return StuckPart
	}
	return StuckNot
}
