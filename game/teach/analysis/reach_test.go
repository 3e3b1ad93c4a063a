package analysis

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// moreStarts are starts, by key, from which play goes beyond what may be started, and games
// that aren't listed.
var moreStarts = map[string][]string{
	"lasker":        {strings.TrimSpace(strings.Repeat("9 ", 25))},
	"kayles":        {strings.TrimSpace(strings.Repeat("999999999 ", 25))},
	"dawson-kayles": {"40 40"},
	"grundy":        {"46 46"},
	"stairs":        {"0 9 9 0 9", "1000000000000000000 1000000000000000000 1000000000000000000"},
	"mock-turtles":  {"40 41 42 43 44 45 46 47 48 49 50"},
	"ruler":         {"100"},
	"octal:4.4":     {"3 4 4 8", "10 10 10 10"},
	"octal:4.7":     {"5 6", "10 10 10 10"},
	"octal:0.7":     {"20 20"},
}

// Whatever a game that may be started comes to can be asked about. The bounds are exactly the
// start's size, so every part that a move adds, and every part that it enlarges, is beyond them.
func TestEveryPositionOfAGameIsRead(t *testing.T) {
	keys := make([]string, 0, len(rules.Games())+len(moreStarts))
	for _, g := range rules.Games() {
		keys = append(keys, g.Key)
	}
	for key := range moreStarts {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	o := newOracle(t, rules.Size{})
	for _, key := range slices.Compact(keys) {
		g, err := rules.Lookup(key)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range g.Endings {
			r := rand.New(rand.NewPCG(35, uint64(e)))
			starts := append(slices.Clone(moreStarts[key]), g.Examples...)
			for range 2 {
				starts = append(starts, g.Random(r, e))
			}
			for _, start := range starts {
				o.playOut(t, g, e, start, r)
			}
		}
	}
}

// playOut plays at random, and asks about each position. The first game from a start prefers
// moves that leave as many parts as possible.
func (o Oracle) playOut(t *testing.T, g rules.Game, e rules.Ending, start string, r *rand.Rand) {
	t.Helper()
	first, err := g.Begin(start, e)
	if err != nil {
		return // too large under this ending
	}
	o.Bounds = rules.Size{Parts: first.Size().Parts, Largest: first.Size().Largest}
	for _, widens := range []bool{true, false} {
		at := first
		for range 12 {
			p, err := o.Read(g.Key, at.String(), e)
			if err != nil || p.At.String() != at.String() {
				t.Errorf("%s %v from %s: Read(%s) = %v, %v; want it read", g.Key, e, start, at, p.At, err)
				return
			}
			if _, err := Answer(p, solve.Medium, 1); err != nil {
				t.Errorf("%s %v from %s: Answer(%s) = %v", g.Key, e, start, at, err)
			}
			m := someMove(at, widens, r)
			if m == "" {
				break
			}
			checked, err := Check(p, m)
			if err != nil || !checked.Legal {
				t.Errorf("%s %v from %s: Check(%s, %s) = %+v, %v; want it legal", g.Key, e, start, at, m, checked, err)
			}
			at, _ = at.Play(m)
		}
	}
}

// someMove draws one of the first hundred moves; if widens, among those that leave the most
// parts, or else the largest.
func someMove(p rules.Position, widens bool, r *rand.Rand) rules.Move {
	moves, _ := FirstMoves(p.Moves(), 100)
	if len(moves) == 0 {
		return ""
	}
	if !widens {
		return moves[r.IntN(len(moves))]
	}
	r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	size := func(m rules.Move) (s rules.Size) {
		if q, err := p.Play(m); err == nil {
			s = q.Size()
		}
		return s
	}
	return slices.MaxFunc(moves, func(a, b rules.Move) int {
		x, y := size(a), size(b)
		if x.Parts != y.Parts {
			return x.Parts - y.Parts
		}
		return int(min(x.Largest, 1<<40)) - int(min(y.Largest, 1<<40))
	})
}
