package teach

import (
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"nimbot/game/rules"
)

// DailySize is how many positions a date has. It is no setting: to change it, add or remove a
// function in Daily, renew daily.golden, change the sentences that give the number in every language, and
// raise the major version.
const DailySize = 3

// The sizes of a date's positions.
const (
	maxFirst = 15  // legal moves of the first
	minThird = 16  // legal moves of the last
	hardest  = .15 // the largest share of winning moves in the last position, if it asks for one
	maxCount = 3   // winning moves in a question that asks for their number
)

// hardPiles are the smallest and the largest of the four piles of the last position.
var hardPiles = [2]uint64{4, 15}

// Daily lists the positions of a date, the same for everybody, in rising difficulty: a small
// one of Nim; one of the next game, all of them in turn; and a hard one. The questions about
// the first two take turns, too. A date's positions never change within a major version.
func Daily(year int, month time.Month, day int) [DailySize]Puzzle {
	date := uint64(year)*10_000 + uint64(month)*100 + uint64(day)
	dailyCache.Lock()
	defer dailyCache.Unlock()
	if all, ok := dailyCache.of[date]; ok {
		return all
	}
	if len(dailyCache.of) >= maxDailyCached {
		clear(dailyCache.of)
	}
	r := rand.New(rand.NewPCG(date, 1<<9))
	n := max(0, int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix()/(24*60*60)))
	all := [DailySize]Puzzle{firstOfDay(n), secondOfDay(n, r), thirdOfDay(n, r)}
	dailyCache.of[date] = all
	return all
}

// dailyCache caches the positions of a few dates, because those of the current dates are
// needed again and again.
var dailyCache = struct {
	sync.Mutex
	of map[uint64][DailySize]Puzzle
}{of: map[uint64][DailySize]Puzzle{}}

const maxDailyCached = 16

// fitsOutcome reports whether p fits the wanted outcome: a lost position if lost, otherwise
// one whose winning move can be missed.
func (p Puzzle) fitsOutcome(lost bool) bool {
	return lost && p.Outcome == rules.P || !lost && p.canBeMissed()
}

// shuffleSize is how many positions of a pool are shuffled together.
const shuffleSize = 8

// firstOfDay returns the first position of day n. The kinds take turns. Each uses up its own
// pool in rounds, in pieces that are each shuffled anew, so a position recurs only after
// nearly a round.
func firstOfDay(n int) Puzzle {
	kind := []Kind{Outcome, Only, Among}[n%3]
	pool := firstPools()[kind]
	round, at := n/3/len(pool), n/3%len(pool)
	piece := at / shuffleSize * shuffleSize
	order := rand.New(rand.NewPCG(uint64(round), uint64(at/shuffleSize))).Perm(min(shuffleSize, len(pool)-piece))
	p := pool[piece+order[at-piece]]
	p.Kind = kind
	return p
}

// firstPools are the first positions by kind, up to the order of piles. If the question is won
// or lost, won and lost positions take turns.
var firstPools = sync.OnceValue(func() map[Kind][]Puzzle {
	var won, lost, only []Puzzle
	for _, size := range []struct {
		piles int
		most  uint64
	}{{3, 8}, {4, 6}, {5, 4}} {
		for _, piles := range multisets(size.piles, 1, size.most) {
			switch p, ok := puzzleAt(listedGame(rules.Default), rules.Normal, joinPiles(piles)); {
			case !ok || twoPairs(piles) || p.Legal > maxFirst:
			case p.Outcome == rules.P:
				lost = append(lost, p)
			case p.canBeMissed():
				won = append(won, p)
				if len(p.Winning) == 1 {
					only = append(only, p)
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 1<<10))
	for _, all := range [][]Puzzle{won, lost, only} {
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	var both []Puzzle
	for i := range min(len(won), len(lost)) {
		both = append(both, won[i], lost[i])
	}
	return map[Kind][]Puzzle{Outcome: both, Only: only, Among: won}
})

// secondOfDay returns the second position of day n, of the next game. It doesn't ask for the number
// of winning moves in games in which that is always odd. Every other question is for the only
// winning move, which is the hardest to guess: the first position is easier to guess.
func secondOfDay(n int, r *rand.Rand) Puzzle {
	games := rules.Games()
	g, kinds := games[n%len(games)], []Kind{Only, Outcome, Only, Among, Only, Count}
	for i := range kinds {
		kind := kinds[(n%len(games)+n/len(games)+i)%len(kinds)] // a game's kind changes in each round
		want := 1 + r.IntN(maxCount)
		if kind == Count {
			if _, ok := drawQuestion(ofDay(r), g, rules.Normal, Count, func(p Puzzle) bool { return len(p.Winning) == 2 }); !ok {
				continue
			}
		}
		p, ok := drawQuestion(ofDay(r), g, rules.Normal, kind, func(p Puzzle) bool { return kind != Count || len(p.Winning) == want })
		if ok {
			return p
		}
	}
	return thirdOfDay(0, r) // no game has such a position
}

// thirdOfDay returns the last position of day n: of Nim every other day, else of another game
// that has hard ones.
func thirdOfDay(n int, r *rand.Rand) Puzzle {
	games, kind := rules.Games(), []Kind{Outcome, Only}[n/2%2]
	if n%2 == 1 {
		p, ok := drawQuestion(ofDay(r), games[(n/2*stepOf(len(games))+3)%len(games)], rules.Normal, kind, func(p Puzzle) bool {
			return p.Legal >= minThird && float64(len(p.Winning)) <= hardest*float64(p.Legal)
		})
		if ok {
			return p
		}
	}
	lost := kind == Outcome && r.IntN(2) == 0
	p := drawUntil(drawNim(r, rules.Normal, func() []uint64 {
		for {
			if piles := drawPiles(r, 4, hardPiles[0], hardPiles[1]); !twoPairs(piles) {
				return piles
			}
		}
	}), func(p Puzzle) bool { return p.fitsOutcome(lost) && (kind == Outcome || len(p.Winning) == 1) })
	p.Kind = kind
	return p
}

// stepOf returns the smallest step from 5 on that leads through all of n games, so that neighbouring
// games don't follow each other.
func stepOf(n int) int {
	step := 5
	for gcd(step, n) > 1 {
		step++
	}
	return step
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// ofDay is a drawing of a position that doesn't depend on who asks for it: a date's or a lesson's.
func ofDay(r *rand.Rand) *rules.Drawing { return rules.NewLongDrawing(r) }

// drawQuestion draws a position of a few parts for a question of a kind. A lost position never
// consists of equal pairs. ok is false if no draw was wanted before the drawing ended.
func drawQuestion(d *rules.Drawing, g rules.Game, e rules.Ending, kind Kind, wanted func(Puzzle) bool) (Puzzle, bool) {
	drawn := Find
	if kind == Outcome {
		drawn = Outcome
	}
	for range maxAsked {
		p, err := sampler{g: g, e: e, d: d}.puzzle(drawn)
		if err != nil {
			return Puzzle{}, false
		}
		p.Game, p.Ending, p.Kind = g, e, kind
		p, ok := p.WithoutEmpty()
		if ok && p.fits(kind) && wanted(p) && len(p.Position.Diagram().Rows) <= maxParts && !(p.Outcome == rules.P && IsPaired(p.Position)) {
			return p, true
		}
	}
	return Puzzle{}, false
}

const (
	maxAsked = 60 // positions that are drawn for a question
	maxParts = 8  // rows of its board
)

// fits reports whether a question of a kind can be asked about the position.
func (p Puzzle) fits(kind Kind) bool {
	switch kind {
	case Only:
		return len(p.Winning) == 1 && p.Legal > 1
	case Among:
		return p.canBeMissed() && p.Legal-len(p.Winning) >= 2
	case Find:
		return p.canBeMissed()
	}
	return true
}

// multisets lists all n piles from least to most in rising order.
func multisets(n int, least, most uint64) (all [][]uint64) {
	if n == 0 {
		return [][]uint64{nil}
	}
	for first := least; first <= most; first++ {
		for _, rest := range multisets(n-1, first, most) {
			all = append(all, append([]uint64{first}, rest...))
		}
	}
	return all
}

// twoPairs reports whether piles hold two pairs of equal ones.
func twoPairs(piles []uint64) bool {
	piles = slices.Sorted(slices.Values(piles))
	n := 0
	for i := 1; i < len(piles); i++ {
		if piles[i] == piles[i-1] {
			n++
			i++ // it already belongs to a pair
		}
	}
	return n > 1
}
