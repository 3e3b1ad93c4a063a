package solve_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

func analysis(t testing.TB, key, text string, e rules.Ending) solve.Analysis {
	t.Helper()
	p := position(t, key, text)
	a, err := solve.Analyze(p, e)
	if err != nil {
		t.Fatalf("Analyze(%s %s, %v): %v", key, text, e, err)
	}
	return a
}

// someWinning returns the first winning moves, at most most.
func someWinning(a solve.Analysis, most int) []rules.Move {
	var moves []rules.Move
	for m := range a.Winning() {
		if moves = append(moves, m); len(moves) == most {
			break
		}
	}
	return moves
}

// The winning moves of the examples of rules cards and theory.
func TestBoardGamesKnownWins(t *testing.T) {
	for _, c := range []struct {
		key, from string
		e         rules.Ending
		want      []rules.Move
	}{
		{"cake", "5x8@2,3", rules.Normal, []rules.Move{"right5"}},
		{"northcott", "red 8:2,5 6:1,6", rules.Normal, []rules.Move{"B3"}},
		{"coins", "2 5 9", rules.Normal, []rules.Move{"9-7"}},
		{"coins", "1 4 5", rules.Normal, nil},
		{"coins", "4 5 8 10", rules.Normal, []rules.Move{"4-3", "10-9"}}, // the first widens a gap
		{"nimble", "2 2 9", rules.Normal, []rules.Move{"9-1"}},
		{"stairs", "2 0 3", rules.Normal, []rules.Move{"3:1"}},
		{"stairs", "1 2 3", rules.Normal, []rules.Move{"2:2", "3:2"}}, // the first comes down from an even step
		{"wythoff", "3 6", rules.Normal, []rules.Move{"B1"}},
		{"wythoff", "1 2", rules.Misere, []rules.Move{"B2", "AB1"}},
		{"wythoff", "0 0", rules.Misere, nil},
		{"fibonacci", "20 max19", rules.Normal, []rules.Move{"2"}},
		{"fibonacci", "25 max24", rules.Normal, []rules.Move{"1", "4"}},
		{"euclid", "25 7", rules.Normal, []rules.Move{"A14"}},
		{"euclid", "5 5", rules.Normal, []rules.Move{"A5", "B5"}},
		{"turtles", "1 4 6", rules.Normal, []rules.Move{"6,5"}},
		{"mock-turtles", "1 4", rules.Normal, []rules.Move{"4,1"}},
		{"ruler", "2 5 6", rules.Normal, []rules.Move{"5"}},
		{"chomp", "3x3", rules.Normal, []rules.Move{"2,2"}},
		{"bush", "0-1 1-2 1-3", rules.Normal, []rules.Move{"0-1"}},
	} {
		if got := someWinning(analysis(t, c.key, c.from, c.e), 20); !slices.Equal(got, c.want) {
			t.Errorf("%s %s, %v: winning moves %v, want %v", c.key, c.from, c.e, got, c.want)
		}
	}
}

func TestFibonacciLostStarts(t *testing.T) {
	g, err := rules.Lookup("fibonacci")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		e    rules.Ending
		want []int
	}{
		{rules.Normal, []int{2, 3, 5, 8, 13, 21, 34, 55, 89}},
		{rules.Misere, []int{3, 4, 6, 9, 14, 22, 35, 56, 90}},
	} {
		var got []int
		for n := range 100 {
			p, err := g.Begin(fmt.Sprint(n), c.e)
			if err != nil {
				continue // no move
			}
			if a, err := solve.Analyze(p, c.e); err != nil || a.Outcome == rules.P {
				got = append(got, n)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("lost starts in %v play: %v, want %v", c.e, got, c.want)
		}
	}
}

// At the largest sizes, outcomes are those that unbounded integers give, and every
// winning move leaves a lost position.
func TestBoardGamesAtTheirLargest(t *testing.T) {
	wythoff := func(k int64) string {
		n := big.NewInt(k)
		root := new(big.Int).Sqrt(new(big.Int).Mul(big.NewInt(5), new(big.Int).Mul(n, n)))
		a := root.Add(root, n).Rsh(root, 1)
		return fmt.Sprint(a, " ", new(big.Int).Add(a, n))
	}
	for _, c := range []struct {
		key, text string
		want      rules.Outcome // under every ending
		wins      int           // winning moves in normal play, at most 50 counted
	}{
		{"wythoff", wythoff(381966011250105151), rules.P, 0},
		{"wythoff", wythoff(381966011250105150), rules.P, 0},
		{"wythoff", wythoff(123456789012345678), rules.P, 0},
		{"wythoff", "1000000000000000000 999999999999999999", rules.N, 2},
		{"euclid", "679891637638612258 420196140727489673", rules.N, 1}, // F(87) and F(86)
		{"euclid", "420196140727489673 259695496911122585", rules.P, 0}, // F(86) and F(85)
		{"euclid", "1000000000000000000 3", rules.N, 1},
		{"fibonacci", "679891637638612258 max679891637638612257", rules.P, 0},
		{"fibonacci", "1000000000000000000 max999999999999999999", rules.N, 20},
		{"cake", "1000000000000000000x1000000000000000000@500000000000000000,1", rules.N, 1},
		{"cake", "999999999999999999x999999999999999999@500000000000000000,500000000000000000", rules.P, 0},
		{"northcott", "red 1000000000000000000:1,1000000000000000000 1000000000000000000:1,999999999999999999", rules.N, 1},
		{"coins", "1 1000000000000000000", rules.N, 1},
		{"nimble", "999999999999999999 1000000000000000000", rules.N, 1},
		{"stairs", "1000000000000000000 5 999999999999999999", rules.N, 1},
		{"turtles", "999999999999999999 1000000000000000000", rules.N, 1},
		{"mock-turtles", "5 9 1000000000000000000", rules.N, 50},
		{"mock-turtles", "5 1000000000000000000", rules.N, 1},
	} {
		g, err := rules.Lookup(c.key)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range g.Endings {
			a := analysis(t, c.key, c.text, e)
			if fib := c.key == "fibonacci" && e == rules.Misere; a.Outcome != c.want && !fib {
				t.Errorf("Analyze(%s %s, %v).Outcome = %v, want %v", c.key, c.text, e, a.Outcome, c.want)
			}
			moves := someWinning(a, 50)
			if e == rules.Normal && len(moves) != c.wins {
				t.Errorf("%s %s: winning moves %v, want %d", c.key, c.text, moves, c.wins)
			}
			for _, m := range moves {
				checkWins(t, a, m)
			}
		}
	}
}

func checkWins(t *testing.T, a solve.Analysis, m rules.Move) {
	t.Helper()
	q, err := a.Position.Play(m)
	if err != nil {
		t.Fatalf("%s: Play(%q): %v", a.Position, m, err)
	}
	after, err := solve.Analyze(q, a.Ending)
	if err != nil || after.Outcome != rules.P {
		t.Errorf("%s, %v: after %q the outcome is %v, %v, want P", a.Position, a.Ending, m, after.Outcome, err)
	}
}

// The facts of a bar must agree with the search, for every bar within 5 by 6.
func TestChompFacts(t *testing.T) {
	said := map[string]int{}
	for rows := 1; rows <= 5; rows++ {
		eachBar(nil, rows, 6, func(text string) {
			a := analysis(t, "chomp", text, rules.Normal)
			for _, f := range a.Position.(rules.Explainer).Facts(rules.Normal) {
				said[f.Code]++
				if want := rules.OutcomeIf(!strings.HasSuffix(f.Code, "-lost")); a.Outcome != want {
					t.Errorf("%s: the fact %s claims %v, the search finds %v", text, f.Code, want, a.Outcome)
				}
				if bite, ok := f.Args["move"].(string); ok && !slices.Contains(someWinning(a, 50), rules.Move(bite)) {
					t.Errorf("%s: %s does not win", text, bite)
				}
			}
		})
	}
	for _, code := range []string{"chomp.rectangle", "chomp.arms-lost", "chomp.arms-won", "chomp.two-rows-lost", "chomp.two-rows-won", "chomp.two-columns-lost", "chomp.two-columns-won", "chomp.three-rows-lost", "chomp.three-rows-won"} {
		if said[code] == 0 {
			t.Errorf("no bar says %s", code)
		}
	}
}

// The reasons for the lost shapes need no search: after every bite, another bite leaves a
// lost shape again, down to the poisoned square.
func TestLostBarsAnswerEveryBite(t *testing.T) {
	isLost := func(p rules.Position) bool {
		facts := p.(rules.Explainer).Facts(rules.Normal)
		return p.String() == "1" || len(facts) > 0 && strings.HasSuffix(facts[0].Code, "-lost")
	}
	leaves := func(p rules.Position, ok func(rules.Position) bool) bool {
		for m := range p.Moves() {
			if q, err := p.Play(m); err == nil && ok(q) {
				return true
			}
		}
		return false
	}
	shapes := 0
	for rows := 2; rows <= 5; rows++ {
		eachBar(nil, rows, 8, func(text string) {
			p := analysis(t, "chomp", text, rules.Normal).Position
			if !isLost(p) {
				return
			}
			shapes++
			if leaves(p, func(q rules.Position) bool { return q.String() != "1" && !leaves(q, isLost) || q.String() == "1" }) {
				t.Errorf("%s: a bite has no answer that leaves a lost shape", text)
			}
		})
	}
	if shapes < 15 {
		t.Errorf("%d lost bars were tried, want many", shapes)
	}
}

// eachBar yields every bar that continues rows with n more rows of at most width.
func eachBar(rows []int, n, width int, yield func(string)) {
	if n == 0 {
		text := fmt.Sprint(rows)
		yield(text[1 : len(text)-1])
		return
	}
	for k := 1; k <= width; k++ {
		eachBar(append(rows[:len(rows):len(rows)], k), n-1, k, yield)
	}
}

// From a won position of Northcott's game, the bot wins in at most Σ(width − 2) moves of
// its own, whether its opponent retreats whenever possible or plays at random.
func TestNorthcottIsWonInBoundedMoves(t *testing.T) {
	g, err := rules.Lookup("northcott")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 3))
	won := 0
	for round := range 60 {
		start := g.Random(r, rules.Normal)
		a := analysis(t, "northcott", start, rules.Normal)
		if a.Outcome != rules.N {
			continue
		}
		won++
		bound := 0
		for _, row := range a.Position.Diagram().Rows {
			bound += len(row.Cells) - 2
		}
		m, err := rules.NewMatch(rules.Setup{Game: "northcott", Start: start})
		if err != nil {
			t.Fatal(err)
		}
		m = playNorthcott(t, m, r, round%2 == 0)
		if res := m.Result(); res.Reason != rules.ByLastMove || res.Winner != 0 || m.MoveCount(0) > bound {
			t.Errorf("%s: %+v after %d moves of the bot, want it to win in at most %d", start, res, m.MoveCount(0), bound)
		}
	}
	if won < 10 {
		t.Errorf("only %d won starts, want at least 10", won)
	}
}

// playNorthcott plays the bot as the first seat against a player who retreats whenever
// possible, or moves at random.
func playNorthcott(t *testing.T, m rules.Match, r *rand.Rand, retreats bool) rules.Match {
	t.Helper()
	for !m.Result().Over {
		p := m.Position()
		var mv rules.Move
		if m.ToMove() == 0 {
			var err error
			if mv, err = solve.Choose(p, rules.Normal, solve.Perfect, r); err != nil {
				t.Fatalf("Choose(%s): %v", p, err)
			}
		} else if moves := slices.Collect(p.Moves()); !retreats {
			mv = moves[r.IntN(len(moves))]
		} else {
			mv = moves[0]
			for _, x := range moves {
				if !p.(rules.Progressing).Progress(x) {
					mv = x
				}
			}
		}
		next, err := m.Play(m.ToMove(), mv)
		if err != nil {
			t.Fatalf("%s: Play(%q): %v", p, mv, err)
		}
		m = next
	}
	return m
}
