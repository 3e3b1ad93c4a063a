package solve_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/internal/slowtest"
)

// odds returns the moves that a player may play, with their probabilities.
type odds func(p rules.Position) map[rules.Move]float64

func guessing(p rules.Position) map[rules.Move]float64 {
	out := map[rules.Move]float64{}
	moves := slices.Collect(p.Moves())
	for _, m := range moves {
		out[m] = 1 / float64(len(moves))
	}
	return out
}

// halfKnowing plays a winning move half of the time, and guesses otherwise.
func halfKnowing(e rules.Ending) odds {
	return func(p rules.Position) map[rules.Move]float64 {
		out := guessing(p)
		a, err := solve.Analyze(p, e)
		if err != nil {
			panic(err)
		}
		winning := slices.Collect(a.Winning())
		if len(winning) == 0 {
			return out
		}
		for m := range out {
			out[m] /= 2
		}
		for _, m := range winning {
			out[m] += .5 / float64(len(winning))
		}
		return out
	}
}

func leveled(l solve.Level, e rules.Ending) odds {
	return func(p rules.Position) map[rules.Move]float64 {
		a, err := solve.Analyze(p, e)
		if err != nil {
			panic(err)
		}
		return solve.Odds(a, l)
	}
}

// winChance returns the probability that mover, who is to move, wins.
func winChance(p rules.Position, e rules.Ending, mover, other odds, known map[string]float64) float64 {
	return chanceOf(p, e, [2]odds{mover, other}, 0, known)
}

func chanceOf(p rules.Position, e rules.Ending, players [2]odds, turn int, known map[string]float64) float64 {
	if rules.Over(p) {
		if (turn == 0) == (e == rules.Misere) {
			return 1
		}
		return 0
	}
	key := fmt.Sprint(turn, p)
	if w, ok := known[key]; ok {
		return w
	}
	sum := 0.0
	for m, share := range players[turn](p) {
		q, err := p.Play(m)
		if err != nil {
			panic(err)
		}
		sum += share * chanceOf(q, e, players, 1-turn, known)
	}
	known[key] = sum
	return sum
}

// band is the range in which a share must lie.
type band struct{ low, high float64 }

func (b band) holds(x float64) bool { return b.low <= x && x <= b.high }

// How often two kinds of players win from won starts against each level, the weakest
// level first.
var (
	halfKnowingWins = [4]band{{.55, .84}, {.40, .63}, {.26, .42}, {.02, .24}}
	guessingWins    = [4]band{{.25, 1}, {.13, 1}, {.04, 1}, {0, .02}}
)

// minGap is the minimum difference in win rate between neighbouring levels, for
// a player who knows half of the winning moves.
const minGap = .08

// TestLevelBands computes exactly how often both kinds of players win against each
// level, and prints the table:
//
//	go test ./game/rules/solve -run LevelBands -v
func TestLevelBands(t *testing.T) {
	slowtest.Sequential(t)
	t.Parallel()
	for _, s := range []struct {
		key, start string
		ending     rules.Ending
		botBegins  bool
	}{
		{"nim", "3 4 5", rules.Normal, false},
		{"nim", "1 3 5 7", rules.Normal, true},
		{"nim", "1 3 5 7", rules.Misere, true},
		{"nim", "2 5 6", rules.Normal, false},
		{"wythoff", "7 12", rules.Normal, false},
		{"kayles", "5 7", rules.Normal, false},
		{"chomp", "3x4", rules.Normal, false},
	} {
		p, err := lookup(t, s.key).Begin(s.start, s.ending)
		if err != nil {
			t.Fatal(err)
		}
		var half, random [4]float64
		for i, l := range solve.Levels() {
			half[i] = against(p, s.ending, s.botBegins, l, halfKnowing(s.ending))
			random[i] = against(p, s.ending, s.botBegins, l, guessing)
		}
		t.Logf("%-8s %-8s %-7v a half-knowing player wins %.3f, a random player %.3f", s.key, s.start, s.ending, half, random)
		for i, l := range solve.Levels() {
			if !halfKnowingWins[i].holds(half[i]) || !guessingWins[i].holds(random[i]) {
				t.Errorf("%s %s, %v play, against %s: a half-knowing player wins %.3f, a random player %.3f; want within %v and %v",
					s.key, s.start, s.ending, l, half[i], random[i], halfKnowingWins[i], guessingWins[i])
			}
			if i > 0 && half[i-1]-half[i] < minGap {
				t.Errorf("%s %s, %v play: a half-knowing player wins %.3f against %s, and %.3f against the level below; want them %.2f apart",
					s.key, s.start, s.ending, half[i], l, half[i-1], minGap)
			}
		}
	}
}

// against returns the probability that a person wins from a start against a level.
func against(p rules.Position, e rules.Ending, botBegins bool, l solve.Level, person odds) float64 {
	bot := leveled(l, e)
	if botBegins {
		return 1 - winChance(p, e, bot, person, map[string]float64{})
	}
	return winChance(p, e, person, bot, map[string]float64{})
}

// Choose follows the computed odds, and several moves are likely.
func TestSlipsVary(t *testing.T) {
	const n = 4000
	a := analysis(t, "nim", "3 4 5", rules.Normal)
	want := solve.Odds(a, solve.Easy)
	got := map[rules.Move]int{}
	for seed := range uint64(n) {
		m, err := solve.Choose(a.Position, rules.Normal, solve.Easy, rand.New(rand.NewPCG(seed, 1)))
		if err != nil {
			t.Fatal(err)
		}
		got[m]++
	}
	for m, share := range want {
		if off := math.Abs(float64(got[m])/n - share); off > 4*math.Sqrt(share*(1-share)/n) {
			t.Errorf("Choose(3 4 5, easy) = %s in %d of %d cases, want about %.3f of them", m, got[m], n, share)
		}
	}
	if slips := len(got) - 1; slips < 4 {
		t.Errorf("Choose(3 4 5, easy) = %v: %d different slips, want 4 at least", got, slips)
	}
}

// No level misses an immediate win, and mistakes don't end the game if another
// move exists. In a lost position, hard avoids moves after which the opponent
// wins at once.
func TestSlipsKeepTheGameGoing(t *testing.T) {
	slowtest.Sequential(t)
	g := lookup(t, "nim")
	for _, e := range g.Endings {
		var handed, slipped float64
		for _, p := range smallNim(t, e) {
			a, err := solve.Analyze(p, e)
			if err != nil {
				t.Fatal(err)
			}
			var won, others, safe []rules.Move
			for m := range p.Moves() {
				q := played(t, p, m)
				switch {
				case isImmediateWin(t, q, e):
					won = append(won, m)
				case !rules.Over(q) && !hasImmediateWin(t, q, e):
					safe = append(safe, m)
					fallthrough
				case !rules.Over(q):
					others = append(others, m)
				}
			}
			for _, l := range solve.Levels() {
				for m, share := range solve.Odds(a, l) {
					q := played(t, p, m)
					switch {
					case len(won) > 0 && !slices.Contains(won, m):
						t.Errorf("%s at %s, %v play: may play %s, which misses a win at once", l, p, e, m)
					case len(won) == 0 && len(others) > 0 && rules.Over(q):
						t.Errorf("%s at %s, %v play: may play %s, which ends the game", l, p, e, m)
					case l == solve.Hard && a.Outcome == rules.P && len(safe) > 0 && !slices.Contains(safe, m):
						t.Errorf("%s at %s, %v play: may play %s, which hands the win over", l, p, e, m)
					}
					if l == solve.Easy && len(safe) > 0 && len(won) == 0 {
						slipped += share
						if !slices.Contains(safe, m) {
							handed += share
						}
					}
				}
			}
		}
		if handed/slipped > .1 {
			t.Errorf("%v play: easy hands a win over in %.2f of its moves although it need not, want .1 at most", e, handed/slipped)
		}
	}
}

// isImmediateWin reports whether the move to q wins at once: it is over or, in
// misère play, every reply ends it.
func isImmediateWin(t *testing.T, q rules.Position, e rules.Ending) bool {
	t.Helper()
	if rules.Over(q) {
		return e == rules.Normal
	}
	if e == rules.Normal {
		return false
	}
	for m := range q.Moves() {
		if !rules.Over(played(t, q, m)) {
			return false
		}
	}
	return true
}

// hasImmediateWin reports whether some move from q wins at once.
func hasImmediateWin(t *testing.T, q rules.Position, e rules.Ending) bool {
	t.Helper()
	for m := range q.Moves() {
		if isImmediateWin(t, played(t, q, m), e) {
			return true
		}
	}
	return false
}

// In games whose positions can repeat, slips make progress, so that the game ends.
func TestSlipsMakeProgress(t *testing.T) {
	g := lookup(t, "northcott")
	for seed := range uint64(100) {
		p, err := g.Begin(g.Random(rand.New(rand.NewPCG(seed, 3)), rules.Normal), rules.Normal)
		if err != nil {
			t.Fatal(err)
		}
		a, err := solve.Analyze(p, rules.Normal)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range solve.Levels() {
			for m := range solve.Odds(a, l) {
				if !p.(rules.Progressing).Progress(m) {
					t.Errorf("%s at %s: may play %s, which can be undone", l, p, m)
				}
			}
		}
	}
}

// In large heaps, slips are found without listing the moves, and they vary.
func TestSlipsInHugeHeaps(t *testing.T) {
	p, err := lookup(t, "nim").Parse("1000000000 999999999 700000 12")
	if err != nil {
		t.Fatal(err)
	}
	different := map[rules.Move]bool{}
	for seed := range uint64(60) {
		m, err := solve.Choose(p, rules.Normal, solve.Easy, rand.New(rand.NewPCG(seed, 1)))
		if err != nil {
			t.Fatal(err)
		}
		different[m] = true
	}
	if len(different) < 5 {
		t.Errorf("Choose(%s, easy) = one of %v, want more variety", p, different)
	}
}
