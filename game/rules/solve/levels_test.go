package solve_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/gametest"
	"nimbot/game/rules/solve"
	"nimbot/internal/slowtest"
)

// firstWins plays p to the end and reports whether the first player, who moves first,
// won.
func firstWins(t *testing.T, p rules.Position, e rules.Ending, first, second gametest.Player, r *rand.Rand) bool {
	t.Helper()
	players := [2]gametest.Player{first, second}
	turn := 0
	for ; !rules.Over(p); turn++ {
		m := players[turn%2](p, r)
		q, err := p.Play(m)
		if err != nil {
			t.Fatalf("%s: Play(%q) = %v, want a chosen move accepted", p, m, err)
		}
		p = q
	}
	stuck := turn % 2 // the player who cannot move
	return (stuck == 1) == (e == rules.Normal)
}

// start draws a start of g with the outcome o.
func start(t *testing.T, g rules.Game, e rules.Ending, o rules.Outcome, r *rand.Rand) rules.Position {
	t.Helper()
	for range 1000 {
		p, err := g.Begin(g.Random(r, e), e)
		if err != nil {
			t.Fatalf("%s: Begin(Random) = %v", g.Key, err)
		}
		if a, err := solve.Analyze(p, e); err == nil && a.Outcome == o {
			return p
		}
	}
	t.Fatalf("%s: no random start is %v", g.Key, o)
	return nil
}

func lookup(t testing.TB, key string) rules.Game {
	t.Helper()
	g, err := rules.Lookup(key)
	if err != nil {
		t.Fatalf("Lookup(%q) = %v", key, err)
	}
	return g
}

// rate plays n matches from starts with the outcome o, and returns the share that the
// first player wins.
func rate(t *testing.T, g rules.Game, e rules.Ending, o rules.Outcome, first, second gametest.Player, n int) float64 {
	t.Helper()
	wins := 0
	for seed := range n {
		r := rand.New(rand.NewPCG(7, uint64(seed)))
		if firstWins(t, start(t, g, e, o, r), e, first, second, r) {
			wins++
		}
	}
	return float64(wins) / float64(n)
}

// The perfect level wins every listed game from every won start. If slow tests run, they
// also check that the levels get harder for a player who finds half of the winning moves.
// TestLevelBands measures exactly, in a few games, how much harder.
func TestLevelsOfEveryGame(t *testing.T) {
	slowtest.Sequential(t)
	n := slowtest.Count(20, 60)
	for _, g := range rules.Games() {
		if g.Loopy {
			continue // see TestLoopyGamesComeToAnEnd
		}
		t.Run(g.Key, func(t *testing.T) {
			t.Parallel()
			for _, e := range g.Endings {
				if won := rate(t, g, e, rules.N, gametest.AtLevel(solve.Perfect, e), gametest.Knowing(0.7, e), n); won != 1 {
					t.Errorf("%v play: perfect wins %.2f of the won starts, want all", e, won)
				}
				if !slowtest.Wanted() {
					continue
				}
				var rates [4]float64
				for i, l := range solve.Levels() {
					rates[i] = rate(t, g, e, rules.N, gametest.Knowing(0.5, e), gametest.AtLevel(l, e), n)
				}
				t.Logf("%v play: a half-knowing player wins %.2f of the won starts, against easy to perfect", e, rates)
				if rates[0] < rates[2]-.1 || rates[0] < rates[3] || rates[1] < rates[3]-.1 {
					t.Errorf("%v play: a half-knowing player wins %.2f of the won starts, against easy to perfect; want them to fall", e, rates)
				}
			}
		})
	}
}

// In every small position of Nim, perfect play avoids moves that look silly; see
// foolish.
func TestPerfectAvoidsSillyMoves(t *testing.T) {
	slowtest.Sequential(t)
	g := lookup(t, "nim")
	for _, e := range g.Endings {
		for _, p := range smallNim(t, e) {
			m, err := solve.Choose(p, e, solve.Perfect, rand.New(rand.NewPCG(1, 3)))
			if err != nil {
				t.Fatalf("Choose(%s, %v) = %v", p, e, err)
			}
			if why := foolish(t, p, e, m); why != "" {
				t.Errorf("Choose(%s, %v) = %q, which %s", p, e, m, why)
			}
		}
	}
}

// No level misses a move that wins at once, in any game, however many other moves win.
// One of these may be a split into two equal piles, which wins later.
func TestLevelsFindImmediateWin(t *testing.T) {
	for key, texts := range map[string][]string{
		"lasker":               {"2", "6", "0 4 0", "1000000"},
		"octal:0.77777777":     {"3", "8"},
		"mock-turtles":         {"300 200 100", "1000000000 700 30", "500 499", "77"},
		"ruler":                {consecutive(1, 100), consecutive(101, 199), "500"},
		"kayles":               {"1", "2"},
		"moore":                {"9 9 9 k3"},
		"bush":                 {"0-1 1-2 1-3"},
		"northcott":            {"red 3:1,3"},
		"subtraction":          {"4 {1-4}"},
		"dawson-kayles":        {"3"},
		"turtles":              {"300 200"},
		"nimble":               {"9"},
		"octal:4.777777777777": {"12"},
	} {
		for _, text := range texts {
			p, err := lookup(t, key).Parse(text)
			if err != nil {
				t.Fatalf("%s: Parse(%q) = %v", key, text, err)
			}
			for _, l := range solve.Levels() {
				m, err := solve.Choose(p, rules.Normal, l, rand.New(rand.NewPCG(1, 2)))
				if err != nil {
					t.Fatalf("Choose(%s, %v) = %v", p, l, err)
				}
				if q, err := p.Play(m); err != nil || !rules.Over(q) {
					t.Errorf("%s: Choose(%.40s, %v) = %q, want a move that ends the match", key, p, l, m)
				}
			}
		}
	}
}

// consecutive writes the squares from a to b.
func consecutive(a, b int) string {
	var out []string
	for n := a; n <= b; n++ {
		out = append(out, strconv.Itoa(n))
	}
	return strings.Join(out, " ")
}

// smallNim returns the positions of Nim with four piles of up to five stones, except the
// empty one.
func smallNim(t *testing.T, e rules.Ending) []rules.Position {
	t.Helper()
	g := lookup(t, "nim")
	var all []rules.Position
	for n := 1; n < 6*6*6*6; n++ {
		p, err := g.Begin(fmt.Sprint(n/216, n/36%6, n/6%6, n%6), e)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// foolish says what is foolish about a move of Nim, or "".
func foolish(t *testing.T, p rules.Position, e rules.Ending, m rules.Move) string {
	t.Helper()
	after := func(m rules.Move) []uint64 {
		q, err := p.Play(m)
		if err != nil {
			t.Fatalf("%s: Play(%q) = %v", p, m, err)
		}
		var h []uint64
		for _, r := range q.Diagram().Rows {
			if r.Count > 0 {
				h = append(h, r.Count)
			}
		}
		return h
	}
	// can reports whether some legal move leaves piles h with such(h).
	can := func(such func(h []uint64) bool) bool {
		for m := range p.Moves() {
			if such(after(m)) {
				return true
			}
		}
		return false
	}
	none := func(h []uint64) bool { return len(h) == 0 }
	equal := func(h []uint64) bool { return len(h) == 2 && h[0] == h[1] }
	lone := func(h []uint64) bool { return len(h) == 1 && (e == rules.Normal || h[0] > 1) }
	oddOnes := func(h []uint64) bool { return len(h)%2 == 1 && slices.Max(h) == 1 }
	ones := func(h []uint64) bool { return len(h) == 2 && h[0] == 1 && h[1] == 1 }
	not := func(f func([]uint64) bool) func([]uint64) bool {
		return func(h []uint64) bool { return !f(h) }
	}
	h := after(m)
	switch {
	case e == rules.Normal && can(none) && !none(h):
		return "misses a win at once"
	case e == rules.Normal && can(equal) && !equal(h):
		return "does not copy"
	case lone(h) && can(not(lone)):
		return "hands over a single pile"
	case e == rules.Misere && can(oddOnes) && !oddOnes(h):
		return "does not leave an odd number of ones"
	case e == rules.Misere && ones(h) && can(not(ones)):
		return "copies into 1 1"
	}
	return ""
}

func TestChooseIsReproducible(t *testing.T) {
	p, err := lookup(t, "nim").Parse("12 9 7 21 4")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range solve.Levels() {
		for seed := range uint64(30) {
			a, _ := solve.Choose(p, rules.Normal, l, rand.New(rand.NewPCG(seed, 0)))
			b, _ := solve.Choose(p, rules.Normal, l, rand.New(rand.NewPCG(seed, 0)))
			if a != b || a == "" {
				t.Errorf("Choose(%s, %v) = %q and %q with the same seed, want the same move", p, l, a, b)
			}
		}
	}
	if m, err := solve.Choose(p, rules.Normal, "grand", rand.New(rand.NewPCG(0, 0))); err == nil {
		t.Errorf("Choose at an unknown level = %q, want an error", m)
	}
}

// A loopy game comes to an end, and perfect play wins every won start although the
// opponent may retreat for ever: whatever the opponent does, perfect play needs few moves
// of its own.
func TestLoopyGamesComeToAnEnd(t *testing.T) {
	const most = 100 // of the bot's own moves, in the small random starts
	for _, g := range rules.Games() {
		if !g.Loopy {
			continue
		}
		for seed := range uint64(100) {
			r := rand.New(rand.NewPCG(seed, 11))
			p := start(t, g, rules.Normal, rules.N, r)
			own := 0
			for ; !rules.Over(p); own++ {
				if own > most {
					t.Fatalf("%s, seed %d: no end after %d moves", g.Key, seed, own)
				}
				p = played(t, p, gametest.AtLevel(solve.Perfect, rules.Normal)(p, r))
				if rules.Over(p) {
					break
				}
				p = played(t, p, retreating(p, r))
				if a, err := solve.Analyze(p, rules.Normal); err != nil || a.Outcome != rules.N {
					t.Fatalf("%s, seed %d: %s is %v, %v; want N: it was won all the time", g.Key, seed, p, a.Outcome, err)
				}
			}
		}
	}
}

func played(t *testing.T, p rules.Position, m rules.Move) rules.Position {
	t.Helper()
	q, err := p.Play(m)
	if err != nil {
		t.Fatalf("%s: Play(%q) = %v", p, m, err)
	}
	return q
}

// retreating returns a random move that can be undone, or any move if there is none.
func retreating(p rules.Position, r *rand.Rand) rules.Move {
	var back []rules.Move
	for m := range p.Moves() {
		if !p.(rules.Progressing).Progress(m) {
			back = append(back, m)
		}
	}
	if len(back) == 0 {
		return gametest.Random(p, r)
	}
	return back[r.IntN(len(back))]
}

// Replies notices a move that wins at once wherever it stands among the others.
func TestReplies(t *testing.T) {
	for _, c := range []struct {
		key, start string
		ending     rules.Ending
		wins       int
		immediate  bool
	}{
		{"one-or-all", "3 1", rules.Misere, 2, true},
		{"mock-turtles", "5 2", rules.Misere, 2, true},
		{"nim", "3 4 5", rules.Normal, 1, false},
		{"nim", "4", rules.Normal, 1, true},
		{"nim", "4 4", rules.Normal, 0, false},
		{"kayles", "3", rules.Normal, 1, false},
		{"kayles", "2", rules.Normal, 1, true},
	} {
		wins, immediate := solve.Replies(analysis(t, c.key, c.start, c.ending))
		if wins != c.wins || immediate != c.immediate {
			t.Errorf("Replies(%s %s, %v) = %d, %v, want %d, %v", c.key, c.start, c.ending, wins, immediate, c.wins, c.immediate)
		}
	}
}
