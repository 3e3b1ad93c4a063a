package solve_test

import (
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// Page by page, the steps lead to every legal move. A step is marked exactly if it leads
// to a winning move.
func TestSteps(t *testing.T) {
	const page = 7
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			r := rand.New(rand.NewPCG(3, uint64(e)))
			for range 5 {
				p, err := g.Begin(g.Random(r, e), e)
				if err != nil {
					t.Fatal(err)
				}
				a, err := solve.Analyze(p, e)
				if err != nil {
					t.Fatal(err)
				}
				winning := slices.Collect(a.Winning())
				var walked, won []rules.Move
				var walk func(prefix string) (wins bool)
				walk = func(prefix string) (wins bool) {
					for skip, more := 0, true; more; skip += page {
						var steps []solve.Step
						if steps, more, err = a.Steps(prefix, skip, page); err != nil {
							t.Fatalf("%s %s, %v: Steps(%q, %d) = %v", g.Key, p, e, prefix, skip, err)
						}
						for _, s := range steps {
							does := s.Wins
							if s.Done {
								walked = append(walked, rules.Move(s.Prefix))
								if s.Wins {
									won = append(won, rules.Move(s.Prefix))
								}
							} else {
								does = walk(s.Prefix)
							}
							if s.Wins != does {
								t.Errorf("%s %s, %v: step %q wins %v, want %v", g.Key, p, e, s.Prefix, s.Wins, does)
							}
							wins = wins || does
						}
					}
					return wins
				}
				walk("")
				slices.Sort(walked)
				slices.Sort(won)
				slices.Sort(winning)
				legal := slices.Sorted(p.Moves())
				if !slices.Equal(walked, legal) || !slices.Equal(won, winning) {
					t.Errorf("%s %s, %v: the steps lead to %v, of which win %v; want %v and %v", g.Key, p, e, walked, won, legal, winning)
				}
			}
		}
	}
}

// The value of a step that completes a move is that of the position that the move leaves.
func TestStepsTellGrundyValues(t *testing.T) {
	p, err := lookup(t, "nim").Parse("3 4 5")
	if err != nil {
		t.Fatal(err)
	}
	a, err := solve.Analyze(p, rules.Normal)
	if err != nil {
		t.Fatal(err)
	}
	steps, more, err := a.Steps("A", 1, 2)
	if err != nil || more || len(steps) != 2 || steps[0].Prefix != "A2" || !steps[0].Wins || steps[0].Grundy != 0 || steps[1].Wins || steps[1].Grundy != 4^5 || !steps[1].HasGrundy {
		t.Errorf("Steps(A, 1, 2) = %+v, %v, %v, want A2, which wins with 0, and A3, which leaves 1", steps, more, err)
	}
}

// counted is a position that counts how many of its steps were looked at.
type counted struct {
	rules.Sum
	looked *int
}

func (c counted) Choices(prefix string) iter.Seq[rules.Choice] {
	return func(yield func(rules.Choice) bool) {
		for choice := range c.Sum.Choices(prefix) {
			if *c.looked++; !yield(choice) {
				return
			}
		}
	}
}

// Steps pages through the first 10,000 steps of a huge heap and never looks at
// the rest.
func TestStepsEndAtTheirBound(t *testing.T) {
	looked := 0
	a := analyze(t, "nim", "100000", rules.Normal)
	a.Position = counted{a.Position.(rules.Sum), &looked}
	for _, tt := range []struct {
		skip, want int
		more       bool
	}{{0, 3, true}, {solve.MaxSteps - 3, 3, false}, {solve.MaxSteps - 2, 2, false}, {solve.MaxSteps, 0, false}} {
		looked = 0
		steps, more, err := a.Steps("A", tt.skip, 3)
		if err != nil || len(steps) != tt.want || more != tt.more || looked > solve.MaxSteps+1 {
			t.Errorf("Steps(A, %d, 3) = %d steps of %d looked at, more %v, %v; want %d of at most %d, %v",
				tt.skip, len(steps), looked, more, err, tt.want, solve.MaxSteps+1, tt.more)
		}
	}
}

// BenchmarkSteps times the first pages of the largest positions.
func BenchmarkSteps(b *testing.B) {
	heaps := strings.TrimSpace(strings.Repeat("1000000000 ", 25))
	for _, c := range [][2]string{{"nim", heaps}, {"kayles", heaps}, {"lasker", heaps}, {"moore", heaps + " k3"}, {"wythoff", "1000000000 999999999"}, {"chomp", "10x10"}} {
		p, err := lookup(b, c[0]).Parse(c[1])
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c[0], func(b *testing.B) {
			for b.Loop() {
				a, err := solve.Analyze(p, rules.Normal)
				if err != nil {
					b.Fatal(err)
				}
				for _, prefix := range []string{"", "A"} {
					if _, _, err := a.Steps(prefix, 0, 100); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
