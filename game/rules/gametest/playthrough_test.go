package gametest_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/internal/slowtest"
)

var update = flag.Bool("update", false, "write the playthroughs anew")

// A playthrough is one match from start to end with everything that the rules and the
// theory say on the way, so that people can read it and notice changes. The first player
// plays perfectly, the second at random.
func TestPlaythroughs(t *testing.T) {
	slowtest.Sequential(t)
	for _, tt := range []struct {
		name, key, start string
		ending           rules.Ending
	}{
		{"nim", "nim", "3 4 5", rules.Normal},
		{"nim-misere", "nim", "2 3 4", rules.Misere},
		{"pass", "pass", "1 4 5", rules.Normal},
		{"kayles", "kayles", "5 7", rules.Normal},
		{"wythoff", "wythoff", "6 9", rules.Normal},
		{"fibonacci", "fibonacci", "20", rules.Normal},
		{"chomp", "chomp", "3x4", rules.Normal},
		{"northcott", "northcott", "red 6:1,6 5:2,4", rules.Normal},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := playthrough(t, rules.Setup{Game: tt.key, Ending: tt.ending, Start: tt.start})
			file := filepath.Join("testdata", "playthroughs", tt.name+".txt")
			if *update {
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatalf("%v; go test ./game/gametest -run Playthroughs -update writes it", err)
			}
			if got != string(want) {
				t.Errorf("the match is no longer that of %s (-update writes it anew):\n%s", file, firstDifference(got, string(want)))
			}
		})
	}
}

// playthrough plays a match and writes it down.
func playthrough(t *testing.T, s rules.Setup) string {
	t.Helper()
	m, err := rules.NewMatch(s)
	if err != nil {
		t.Fatalf("NewMatch(%+v) = %v", s, err)
	}
	var b strings.Builder
	r := rand.New(rand.NewPCG(20, 26))
	fmt.Fprintf(&b, "game: %s\nending: %v\nstart: %s\n", m.Setup().Game, m.Setup().Ending, m.Setup().Start)
	for !m.Result().Over {
		describe(t, &b, m)
		mv, err := solve.Choose(m.Position(), s.Ending, solve.Perfect, r)
		if err != nil {
			t.Fatalf("Choose(%s) = %v", m.Position(), err)
		}
		if m.ToMove() == 1 {
			moves := slices.Collect(m.Position().Moves())
			mv = moves[r.IntN(len(moves))]
		}
		fmt.Fprintf(&b, "\nseat %d plays %s\n", m.ToMove(), mv)
		if m, err = m.Play(m.ToMove(), mv); err != nil {
			t.Fatalf("Play(%q) = %v", mv, err)
		}
	}
	describe(t, &b, m)
	fmt.Fprintf(&b, "\nresult: seat %d wins by %s\nevents: %s\n", m.Result().Winner, m.Result().Reason, m.Events())
	return b.String()
}

// describe writes down one position.
func describe(t *testing.T, b *strings.Builder, m rules.Match) {
	t.Helper()
	p := m.Position()
	a, err := solve.Analyze(p, m.Setup().Ending)
	if err != nil {
		t.Fatalf("Analyze(%s) = %v", p, err)
	}
	fmt.Fprintf(b, "\n# %s\nturn: %d, seat %d to move\n", p, m.Turn(), m.ToMove())
	size := p.Size()
	fmt.Fprintf(b, "size: %d parts, largest %d, total %d\n", size.Parts, size.Largest, size.Total)
	fmt.Fprintf(b, "moves: %v\n", slices.Collect(p.Moves()))
	fmt.Fprintf(b, "first choices:")
	for c := range p.Choices("") {
		fmt.Fprintf(b, " %s", c.Label)
	}
	fmt.Fprintf(b, "\noutcome: %v by %s", a.Outcome, a.Method)
	if a.HasGrundy {
		fmt.Fprintf(b, ", Grundy value %d", a.Grundy)
	}
	fmt.Fprintf(b, "\nwinning: %v\n", slices.Collect(a.Winning()))
	for _, row := range a.Working("").Rows {
		fmt.Fprintf(b, "  %s: %s has the value %d\n", row.Label, row.Shape, row.Value)
	}
}

// firstDifference shows the first line that differs.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d is %q, want %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}
