package solve_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

func parse(t testing.TB, key, text string) rules.Position {
	t.Helper()
	p, err := lookup(t, key).Parse(text)
	if err != nil {
		t.Fatalf("%s: Parse(%q) = %v", key, text, err)
	}
	return p
}

func analyze(t testing.TB, key, text string, e rules.Ending) solve.Analysis {
	t.Helper()
	a, err := solve.Analyze(parse(t, key, text), e)
	if err != nil {
		t.Fatalf("Analyze(%s %q, %v) = %v", key, text, e, err)
	}
	return a
}

func moves(text string) []rules.Move {
	var out []rules.Move
	for _, f := range strings.Fields(text) {
		out = append(out, rules.Move(f))
	}
	return out
}

// Positions that textbooks work out.
func TestTextbookPositions(t *testing.T) {
	for _, tt := range []struct {
		key     string
		text    string
		ending  rules.Ending
		outcome rules.Outcome
		grundy  uint64
		winning string
		method  string // of the working
	}{
		{"nim", "3 4 5", rules.Normal, rules.N, 2, "A2", "nim-sum"},
		{"nim", "1 4 5", rules.Normal, rules.P, 0, "", "nim-sum"},
		{"nim", "7 8 10", rules.Normal, rules.N, 5, "A5", "nim-sum"},
		{"nim", "19 25 12", rules.Normal, rules.N, 6, "C2", "nim-sum"},
		{"nim", "1 3 5 7", rules.Normal, rules.P, 0, "", "nim-sum"},
		{"nim", "2 3 6", rules.Normal, rules.N, 7, "C5", "nim-sum"},
		{"nim", "4 5 6", rules.Normal, rules.N, 7, "A1 B3 C5", "nim-sum"},
		{"nim", "0 3 3", rules.Normal, rules.P, 0, "", "nim-sum"},
		{"nim", "0", rules.Normal, rules.P, 0, "", "nim-sum"},
		{"nim", "3 4 5", rules.Misere, rules.N, 2, "A2", "tame"},
		{"nim", "1 1 1", rules.Misere, rules.P, 1, "", "tame-end"},
		{"nim", "1 1", rules.Misere, rules.N, 0, "A1 B1", "tame-end"},
		{"nim", "2 1 1", rules.Misere, rules.N, 2, "A1", "tame"},
		{"nim", "2 1", rules.Misere, rules.N, 3, "A2", "tame"},
		{"nim", "2 2", rules.Misere, rules.P, 0, "", "tame"},
		{"nim", "5", rules.Misere, rules.N, 5, "A4", "tame"},
		{"nim", "1", rules.Misere, rules.P, 1, "", "tame-end"},
		{"nim", "0", rules.Misere, rules.N, 0, "", "tame-end"},
		{"pass", "18 47 34", rules.Normal, rules.P, 0, "", "nim-sum"},
		{"pass", "32 49 58", rules.Normal, rules.N, 20, "A20 B12 C12", "nim-sum"},
		{"pass", "1 4 5", rules.Normal, rules.N, 7, "B0 B1 C3", "nim-sum"},
		{"pass", "0 3 3", rules.Normal, rules.P, 0, "", "nim-sum"},
		{"pass", "2", rules.Misere, rules.P, 1, "", "tame-end"},
		{"ruler", "3 4", rules.Normal, rules.N, 5, "4-3", "nim-sum"},
		{"ruler", "1 3", rules.Normal, rules.P, 0, "", "nim-sum"},
		{"ruler", "2 3", rules.Misere, rules.N, 3, "2 3-1", "tame"},
		{"ruler", "1 3", rules.Misere, rules.N, 0, "1 3", "tame-end"},
	} {
		a := analyze(t, tt.key, tt.text, tt.ending)
		winning := slices.Collect(a.Winning())
		if a.Outcome != tt.outcome || a.Grundy != tt.grundy || !a.HasGrundy || !slices.Equal(winning, moves(tt.winning)) {
			t.Errorf("Analyze(%s %q, %v) = %v, value %d, winning %v; want %v, %d, [%s]",
				tt.key, tt.text, tt.ending, a.Outcome, a.Grundy, winning, tt.outcome, tt.grundy, tt.winning)
		}
		if w := a.Working(""); w.Method != tt.method || w.Sum != tt.grundy {
			t.Errorf("%s %q, %v: Working = %q with sum %d, want %q with %d", tt.key, tt.text, tt.ending, w.Method, w.Sum, tt.method, tt.grundy)
		}
	}
}

// Workings are those of a textbook: the values, the value that the move gives one part,
// and the check that the nim-sum becomes 0.
func TestWorkings(t *testing.T) {
	for _, tt := range []struct {
		key, text string
		ending    rules.Ending
		move      rules.Move
		values    []uint64
		sum       uint64
		target    rules.Target
		after     []uint64
		afterSum  uint64
		method    string
	}{
		{"nim", "3 4 5", rules.Normal, "A2", []uint64{3, 4, 5}, 2, rules.Target{Row: 0, From: 3, To: 1}, []uint64{1, 4, 5}, 0, "nim-sum"},
		{"nim", "7 8 10", rules.Normal, "A5", []uint64{7, 8, 10}, 5, rules.Target{Row: 0, From: 7, To: 2}, []uint64{2, 8, 10}, 0, "nim-sum"},
		{"nim", "19 25 12", rules.Normal, "C2", []uint64{19, 25, 12}, 6, rules.Target{Row: 2, From: 12, To: 10}, []uint64{19, 25, 10}, 0, "nim-sum"},
		{"nim", "5", rules.Misere, "A4", []uint64{5}, 5, rules.Target{Row: 0, From: 5, To: 1}, []uint64{1}, 1, "tame-end"},
		{"nim", "2 1 1", rules.Misere, "A1", []uint64{2, 1, 1}, 2, rules.Target{Row: 0, From: 2, To: 1}, []uint64{1, 1, 1}, 1, "tame-end"},
		{"pass", "32 49 58", rules.Normal, "A20", []uint64{31, 50, 57}, 20, rules.Target{Row: 0, From: 31, To: 11}, []uint64{11, 50, 57}, 0, "nim-sum"},
		{"kayles", "5 7", rules.Normal, "A1:1+3", []uint64{4, 2}, 6, rules.Target{Row: 0, From: 4, To: 2}, []uint64{1, 3, 2}, 0, "nim-sum"},
		{"lasker", "3 4", rules.Normal, "A:1+2", []uint64{4, 3}, 7, rules.Target{Row: 0, From: 4, To: 3}, []uint64{1, 2, 3}, 0, "nim-sum"},
		{"grundy", "7 9", rules.Normal, "B:3+6", []uint64{0, 1}, 1, rules.Target{Row: 1, From: 1, To: 0}, []uint64{0, 1, 1}, 0, "nim-sum"},
		{"pass", "1 4 5", rules.Normal, "B0", []uint64{2, 3, 6}, 7, rules.Target{Row: 1, From: 3, To: 4}, []uint64{2, 4, 6}, 0, "nim-sum"},
	} {
		w := analyze(t, tt.key, tt.text, tt.ending).Working(tt.move)
		if !slices.Equal(values(w), tt.values) || w.Sum != tt.sum || w.Move != tt.move || w.Target == nil || *w.Target != tt.target {
			t.Errorf("%s %q: Working(%q) = %+v, want values %v, sum %d, target %+v", tt.key, tt.text, tt.move, w, tt.values, tt.sum, tt.target)
		}
		if w.After == nil || !slices.Equal(values(*w.After), tt.after) || w.After.Sum != tt.afterSum || w.After.Method != tt.method {
			t.Errorf("%s %q: Working(%q).After = %+v, want %q with values %v, sum %d", tt.key, tt.text, tt.move, w.After, tt.method, tt.after, tt.afterSum)
		}
	}
}

func values(w rules.Working) []uint64 {
	var out []uint64
	for _, r := range w.Rows {
		out = append(out, r.Value)
	}
	return out
}

func TestWorkingOfAnIllegalMoveLeavesItOut(t *testing.T) {
	w := analyze(t, "nim", "3 4 5", rules.Normal).Working("Z9")
	if w.Move != "" || w.After != nil || w.Target != nil || w.Sum != 2 {
		t.Errorf("Working(\"Z9\") = %+v, want that of the position alone", w)
	}
}

// The working of a losing move has a check too, which shows that the opponent wins. It has
// no target, because the move gives no part the value that wins.
func TestWorkingOfALosingMove(t *testing.T) {
	for _, tt := range []struct {
		key, text string
		move      rules.Move
		after     uint64 // the nim-sum after it
	}{{"nim", "3 4 5", "A1", 3}, {"lasker", "3 4 5", "A1", 4}} {
		w := analyze(t, tt.key, tt.text, rules.Normal).Working(tt.move)
		if w.Move != tt.move || w.Target != nil || w.After == nil || w.After.Sum != tt.after {
			t.Errorf("%s %q: Working(%q) = %+v, want no target and a nim-sum of %d after it", tt.key, tt.text, tt.move, w, tt.after)
		}
	}
}

func TestHugeHeaps(t *testing.T) {
	const text = "1000000000000000000 999999999999999999 12345678901234567 1"
	a := analyze(t, "nim", text, rules.Normal)
	want := uint64(1000000000000000000 ^ 999999999999999999 ^ 12345678901234567 ^ 1)
	if a.Grundy != want || a.Outcome != rules.N {
		t.Errorf("Analyze(%s) = %v, %d; want N, %d", text, a.Outcome, a.Grundy, want)
	}
	checkWinning(t, a)
}

func TestThousandHeaps(t *testing.T) {
	for _, key := range []string{"nim", "pass"} {
		for _, e := range []rules.Ending{rules.Normal, rules.Misere} {
			a := analyze(t, key, manyHeaps(1000, rules.MaxHeap), e)
			if a.Outcome != rules.N {
				t.Errorf("%s: a thousand heaps, %v play: %v, want N", key, e, a.Outcome)
			}
			checkWinning(t, a)
		}
	}
}

// manyHeaps writes n pseudo-random heaps of up to max stones, whose nim-sum isn't 0.
func manyHeaps(n int, max uint64) string {
	var b strings.Builder
	x := uint64(88172645463325252)
	for i := range n {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(decimal(1 + x%max))
	}
	return b.String()
}

// checkWinning plays every winning move: each must leave a P-position.
func checkWinning(t *testing.T, a solve.Analysis) {
	t.Helper()
	n := 0
	for m := range a.Winning() {
		n++
		q, err := a.Position.Play(m)
		if err != nil {
			t.Fatalf("Play(%q) = %v, want a winning move accepted", m, err)
		}
		if b, err := solve.Analyze(q, a.Ending); err != nil || b.Outcome != rules.P {
			t.Errorf("after the winning move %q: %v, %v; want P", m, b.Outcome, err)
		}
	}
	if n == 0 {
		t.Errorf("no winning move in an N-position with moves")
	}
}

func TestUndecidablePositionsAreRefused(t *testing.T) {
	for _, tt := range []struct{ key, text string }{
		{"grundy", "4000 4000 4000"},
		{"chomp", "40x40"},
	} {
		g := lookup(t, tt.key)
		p, err := g.Parse(tt.text)
		if err != nil {
			if !errors.Is(err, rules.ErrTooLarge) {
				t.Errorf("%s: Parse(%q) = %v, want ErrTooLarge or a position", tt.key, tt.text, err)
			}
			continue
		}
		a, err := solve.Analyze(p, rules.Misere)
		if !errors.Is(err, rules.ErrTooLarge) {
			t.Errorf("Analyze(%s %q, misère) = %v, %v; want ErrTooLarge", tt.key, tt.text, a.Outcome, err)
		}
	}
}

// The outcome of a sum allocates nothing, whatever the number of heaps.
func TestOutcomeAllocatesNothing(t *testing.T) {
	for _, key := range []string{"nim", "pass"} {
		for _, n := range []int{3, 25, 1000} {
			p := parse(t, key, manyHeaps(n, rules.MaxHeap))
			for _, e := range []rules.Ending{rules.Normal, rules.Misere} {
				got := testing.AllocsPerRun(100, func() {
					if _, err := solve.Analyze(p, e); err != nil {
						t.Error(err)
					}
				})
				if got != 0 {
					t.Errorf("Analyze of %d heaps of %s, %v play: %v allocations, want 0", n, key, e, got)
				}
			}
		}
	}
}

// A game lists every ending in Costly under which it is searched, because the rate limits
// rely on it.
func TestSearchedGamesAreCostly(t *testing.T) {
	games := rules.Games()
	for _, key := range []string{"octal:0.137", "octal:4.07"} {
		g, err := rules.Lookup(key)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	for _, g := range games {
		for _, e := range g.Endings {
			p, err := g.Begin(g.Examples[0], e)
			if err != nil {
				t.Fatalf("%s: Begin(%q, %v) = %v", g.Key, g.Examples[0], e, err)
			}
			a, err := solve.Analyze(p, e)
			if err != nil {
				t.Fatalf("Analyze(%s %s, %v) = %v", g.Key, p, e, err)
			}
			if a.Method == solve.BySearch && !g.IsCostly(e) {
				t.Errorf("%s, %v: positions are searched, but IsCostly = false", g.Key, e)
			}
		}
	}
}

// A reader of a rules card can start its example, and then moves first. So the example
// must be won.
func TestFirstExamplesAreWon(t *testing.T) {
	for _, g := range rules.Games() {
		p, err := g.Begin(g.Examples[0], rules.Normal)
		if err != nil {
			t.Fatalf("%s: Begin(%q) = %v", g.Key, g.Examples[0], err)
		}
		if a, err := solve.Analyze(p, rules.Normal); err != nil || a.Outcome != rules.N {
			t.Errorf("Analyze(%s %s) = %v, %v; want it won for whoever begins", g.Key, p, a.Outcome, err)
		}
	}
}

func TestEveryMoveWins(t *testing.T) {
	for _, tt := range []struct {
		text   string
		ending rules.Ending
		want   bool
		losing rules.Move
	}{
		{"1", rules.Normal, true, ""},
		{"1 1 1", rules.Normal, true, ""},
		{"1 1", rules.Normal, false, "A1"},
		{"1 1", rules.Misere, true, ""},
		{"2", rules.Normal, false, "A1"},
		{"1 2", rules.Normal, false, "A1"},
		{"2 1", rules.Normal, false, "A2"},
		{"3 4 5", rules.Normal, false, "A1"},
		{"0", rules.Misere, false, ""}, // won, and no move left
	} {
		a := analyze(t, "nim", tt.text, tt.ending)
		if got := a.EveryMoveWins(); got != tt.want {
			t.Errorf("EveryMoveWins of %s, %v = %v, want %v", tt.text, tt.ending, got, tt.want)
		}
		if got := a.Losing(); got != tt.losing {
			t.Errorf("Losing of %s, %v = %q, want %q", tt.text, tt.ending, got, tt.losing)
		}
	}
}
