package teach_test

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/gametest"
	"nimbot/game/teach"
	"nimbot/internal/slowtest"
)

var update = flag.Bool("update", false, "write the golden file")

// puzzlesPerCell is how many puzzles of each game, ending and kind are looked
// at.
func puzzlesPerCell() uint64 { return uint64(slowtest.Sizes(10, 40, 1000)) }

func puzzle(t testing.TB, g rules.Game, e rules.Ending, k teach.Kind, seed uint64) teach.Puzzle {
	t.Helper()
	p, err := teach.NewPuzzle(t.Context(), g, e, k, seed)
	if err != nil {
		t.Fatalf("NewPuzzle(%s, %v, %s, %d) = %v", g.Key, e, k, seed, err)
	}
	return p
}

// everyCell calls do for each game and ending.
func everyCell(t *testing.T, do func(t *testing.T, g rules.Game, e rules.Ending)) {
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			t.Run(fmt.Sprintf("%s-%v", g.Key, e), func(t *testing.T) {
				t.Parallel()
				do(t, g, e)
			})
		}
	}
}

// The accepted moves are those that win according to the solver.
func TestPuzzlesAcceptExactlyTheWinningMoves(t *testing.T) {
	n := puzzlesPerCell()
	everyCell(t, func(t *testing.T, g rules.Game, e rules.Ending) {
		for _, k := range teach.Kinds() {
			for seed := range n {
				checkPuzzle(t, puzzle(t, g, e, k, seed))
			}
		}
	})
}

func checkPuzzle(t *testing.T, p teach.Puzzle) {
	t.Helper()
	if read, err := p.Game.Read(p.Position.String(), p.Ending); err != nil || read.String() != p.Position.String() {
		t.Errorf("%s: position %s is read back as %v, %v", p.Game.Key, p.Position, read, err)
	}
	legal, wins := 0, 0
	for m := range p.Position.Moves() {
		legal++
		right := leavesLost(t, p.Position, m, p.Ending)
		if right {
			wins++
		}
		v, err := p.Judge(m)
		if err != nil || v.Right != right {
			t.Errorf("%s %s, %v: Judge(%s) = %+v, %v, want right %v", p.Game.Key, p.Position, p.Ending, m, v, err, right)
			continue
		}
		if !right && !rules.Over(v.After) && !leavesLost(t, v.After, v.Refutation, p.Ending) {
			t.Errorf("%s %s, %v: Judge(%s) is refuted by %s, which does not win", p.Game.Key, p.Position, p.Ending, m, v.Refutation)
		}
	}
	won := wins > 0
	if len(p.Winning) != wins || p.Legal != legal || (p.Outcome == rules.N) != won || won && wins == legal ||
		p.Kind == teach.Find && !won || !p.JudgeOutcome(won) || p.JudgeOutcome(!won) {
		t.Errorf("%s %s, %v: %s with %d winning of %d moves, want %d of %d", p.Game.Key, p.Position, p.Ending, p.Outcome, len(p.Winning), p.Legal, wins, legal)
	}
}

// Half of the positions of the second kind are lost.
func TestOutcomePuzzlesAreFair(t *testing.T) {
	const n = 100
	everyCell(t, func(t *testing.T, g rules.Game, e rules.Ending) {
		lost := 0
		for seed := range uint64(n) {
			p := puzzle(t, g, e, teach.Outcome, seed)
			if p.Outcome == rules.P {
				lost++
			}
			if _, ok := p.Odds(); ok || p.Rating() != teach.OutcomeRating {
				t.Errorf("%s: rating %v, with odds: %v; want %v without", p.Position, p.Rating(), ok, teach.OutcomeRating)
			}
		}
		if lost < n*2/5 || lost > n*3/5 {
			t.Errorf("%d of %d puzzles are lost, want half", lost, n)
		}
	})
}

// A guesser succeeds W/L of the time.
func TestGuessersSolvePuzzlesByLuck(t *testing.T) {
	var expected, variance, solved float64
	r := rand.New(rand.NewPCG(1, 1))
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			for seed := range uint64(40) {
				p := puzzle(t, g, e, teach.Find, seed)
				v, err := p.Judge(gametest.Random(p.Position, r))
				if err != nil {
					t.Fatal(err)
				}
				if v.Right {
					solved++
				}
				chance := float64(len(p.Winning)) / float64(p.Legal)
				expected += chance
				variance += chance * (1 - chance)
			}
		}
	}
	if math.Abs(solved-expected) > 3*math.Sqrt(variance) {
		t.Errorf("a guesser solves %.0f puzzles, want %.1f within %.1f", solved, expected, 3*math.Sqrt(variance))
	}
}

// A seed's puzzle never changes within a major version: people share seeds.
// When this fails, a game's Random has changed; that needs a new major
// version, or the old way of drawing for puzzles.
func TestPuzzlesStayTheSame(t *testing.T) {
	var b strings.Builder
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			for _, k := range teach.Kinds() {
				for _, seed := range []uint64{0, 1, 2, 1 << 40, math.MaxUint64} {
					p := puzzle(t, g, e, k, seed)
					fmt.Fprintf(&b, "%s %v %s %d: %s, %s %v\n", g.Key, e, k, seed, p.Position, p.Outcome, p.Winning)
				}
			}
		}
	}
	golden(t, "testdata/puzzles.golden", b.String())
}

// golden compares text with a golden file, or updates the file.
func golden(t *testing.T, file, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, want := strings.Split(text, "\n"), strings.Split(string(content), "\n")
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("%s differs in line %d of %d and %d:\n got %q\nwant %q\nIf that is meant, as for the lines of a new game, `go test ./teach -update` writes the file.", file, i+1, len(got), len(want), got[i:min(i+1, len(got))], want[i:min(i+1, len(want))])
		}
	}
}

func TestNewPuzzleRefuses(t *testing.T) {
	nim := lookup(t, "nim")
	if p, err := teach.NewPuzzle(t.Context(), nim, rules.Normal, "guess", 1); err == nil {
		t.Errorf("NewPuzzle of an unknown kind = %v, want an error", p)
	}
	if _, err := teach.NewPuzzle(t.Context(), lookup(t, "northcott"), rules.Misere, teach.Find, 1); !errors.Is(err, rules.ErrNotOffered) {
		t.Errorf("NewPuzzle of an ending that is not offered = %v, want ErrNotOffered", err)
	}
	if _, err := teach.NewPuzzle(t.Context(), lookup(t, "octal:0.3"), rules.Normal, teach.Find, 1); !errors.Is(err, teach.ErrNoPuzzle) {
		t.Errorf("NewPuzzle where every move wins or every move loses = %v, want ErrNoPuzzle", err)
	}
	if _, err := puzzle(t, nim, rules.Normal, teach.Find, 1).Judge("Z9"); !errors.Is(err, rules.ErrIllegal) {
		t.Errorf("Judge of an illegal move = %v, want ErrIllegal", err)
	}
}

func TestPuzzleRating(t *testing.T) {
	p, err := lookup(t, "nim").Parse("3 4 5")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		legal        int
		winning      []rules.Move
		rating, odds float64
	}{
		{12, []rules.Move{"A2"}, 1216.557, 11},
		{12, []rules.Move{"A2", "B4"}, 1079.588, 5},
		{12, []rules.Move{"B1"}, 1216.557, 11},
		{4, []rules.Move{"A2", "B2"}, 800, 1},
	} {
		q := teach.Puzzle{Kind: teach.Find, Position: p, Legal: c.legal, Winning: c.winning}
		d, ok := q.Odds()
		if got := q.Rating(); math.Abs(got-c.rating) > 1e-3 || math.Abs(d-c.odds) > 1e-3 || !ok {
			t.Errorf("%v of %d: rating %.3f, odds %.3f; want %.3f, %.3f", c.winning, c.legal, got, d, c.rating, c.odds)
		}
	}
}

func TestPuzzleKey(t *testing.T) {
	for _, c := range []struct {
		key, a, b string
		same      bool
	}{
		{"nim", "3 4 5", "5 0 3 4", true},
		{"nim", "3 4 5", "3 4 4", false},
		{"nim", "1 12", "11 2", false},
		{"stairs", "2 0 3", "3 0 2", false},
		{"cake", "5x8@2,3", "8x5@3,2", false},
		{"subtraction", "5 7 {1-3}", "7 5 {1-3}", true},
		{"subtraction", "5 7 {1-3}", "5 7 {1-2}", false},
	} {
		g := lookup(t, c.key)
		keys := [2]string{}
		for i, text := range []string{c.a, c.b} {
			p, err := g.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			keys[i] = teach.Puzzle{Game: g, Position: p}.Key()
		}
		if (keys[0] == keys[1]) != c.same {
			t.Errorf("%s: %s and %s have the keys %q and %q, want the same: %v", c.key, c.a, c.b, keys[0], keys[1], c.same)
		}
	}
}

// Leaving out an empty pile doesn't change the puzzle.
func TestWithoutEmpty(t *testing.T) {
	for _, c := range []struct {
		key, position, want string
		ok                  bool
	}{
		{"nim", "0 1 0 6 5", "1 6 5", true},
		{"nim", "3 4 5", "3 4 5", true},
		{"pass", "2 4- 0 2", "2 4- 2", true},
		{"subtraction", "10 0 4 {1-3}", "10 4 {1-3}", true},
		{"moore", "1 7 0 6 k2", "1 7 6 k2", true},
		{"kayles", "0 5 2", "5 2", true},
		{"stairs", "6 2 1 0", "6 2 1 0", true},
		{"wythoff", "0 9", "0 9", false},
	} {
		g := lookup(t, c.key)
		position, err := g.Parse(c.position)
		if err != nil {
			t.Fatal(err)
		}
		p, err := teach.PuzzleOf(g, rules.Normal, teach.Find, position)
		if err != nil {
			t.Fatal(err)
		}
		if q, ok := p.WithoutEmpty(); q.Position.String() != c.want || ok != c.ok {
			t.Errorf("%s %s: WithoutEmpty() = %s, %v, want %s, %v", c.key, c.position, q.Position, ok, c.want, c.ok)
		}
	}
	everyCell(t, func(t *testing.T, g rules.Game, e rules.Ending) {
		for _, k := range teach.Kinds() {
			for seed := range uint64(20) {
				p := puzzle(t, g, e, k, seed)
				q, _ := p.WithoutEmpty()
				d, asked := p.Odds()
				left, alike := q.Odds()
				if q.Key() != p.Key() || q.Rating() != p.Rating() || q.Outcome != p.Outcome || left != d || alike != asked || q.Seed != seed {
					t.Errorf("%s, %v: %+v without empty piles is %+v, want the same puzzle", p.Position, e, p, q)
				}
			}
		}
	})
}

// BenchmarkNewPuzzle tells, besides the mean, what 99 of 100 drawings stay
// below.
func BenchmarkNewPuzzle(b *testing.B) {
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			b.Run(fmt.Sprintf("%s-%v", g.Key, e), func(b *testing.B) {
				for seed := range uint64(100) { // results of searches are cached
					puzzle(b, g, e, teach.Find, seed)
				}
				var took []float64
				for seed := uint64(1000); b.Loop(); seed++ {
					before := b.Elapsed()
					puzzle(b, g, e, teach.Find, seed)
					took = append(took, float64((b.Elapsed()-before).Microseconds())/1000)
				}
				slices.Sort(took)
				b.ReportMetric(took[len(took)*99/100], "ms-p99")
			})
		}
	}
}
