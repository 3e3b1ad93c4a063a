package solve_test

import (
	"maps"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

func TestLevelsMatter(t *testing.T) {
	for _, c := range []struct {
		key, start  string
		ending      rules.Ending
		personFirst bool
		want        bool
	}{
		{"nim", "3 4 5", rules.Normal, true, true},
		{"nim", "1 3 5 7", rules.Normal, false, true},
		{"nim", "1 3 5 7", rules.Misere, false, true},
		{"nim", "2 5 6", rules.Normal, true, true},
		{"wythoff", "7 12", rules.Normal, true, true},
		{"kayles", "5 7", rules.Normal, true, true},
		{"chomp", "3x4", rules.Normal, true, true},
		{"nim", "9 8 7 6 5", rules.Normal, true, true},
		{"nim", "1000000000 999999999 700000 12", rules.Misere, true, true},
		{"wythoff", "9 9", rules.Normal, false, true}, // won at once, which most moves don't hand over
		{"northcott", "red 8:2,5 6:1,6", rules.Normal, true, true},
		{"dawson-kayles", "8", rules.Misere, false, true},    // by 30 points
		{"mock-turtles", "5 4 2", rules.Normal, true, false}, // won at once, which 18 of 20 moves hand over
		{"nim", "7", rules.Normal, true, false},
		{"nim", "7", rules.Misere, true, false},
		{"kayles", "7", rules.Normal, true, true}, // the same start in another game
		{"nim", "1000000", rules.Normal, true, false},
		{"nim", "1 1 1", rules.Normal, true, false},
		{"nim", "1 1 1 1", rules.Misere, false, false},
		{"euclid", "89 34", rules.Normal, true, false},
		{"grundy", "99 99", rules.Misere, true, false}, // nothing decides it
	} {
		p, err := lookup(t, c.key).Parse(c.start)
		if err != nil {
			t.Fatal(err)
		}
		for _, again := range []string{"", ", asked again"} {
			if got := solve.LevelsMatter(c.key, p, c.ending, c.personFirst); got != c.want {
				t.Errorf("LevelsMatter(%s %s, %v, person first: %v)%s = %v, want %v", c.key, c.start, c.ending, c.personFirst, again, got, c.want)
			}
		}
	}
}

func TestLevelsMatterRemembersABoundedNumberOfStarts(t *testing.T) {
	const most = 1024
	g := lookup(t, "nim")
	for heap := range 3 * most {
		p, err := g.Parse(strconv.Itoa(heap))
		if err != nil {
			t.Fatal(err)
		}
		solve.LevelsMatter("nim", p, rules.Normal, true)
		if n := solve.SlipperyKept(); n < 1 || n > most {
			t.Fatalf("after %d starts LevelsMatter remembers %d, want 1 to %d", heap+1, n, most)
		}
	}
}

// A half-knowing player plays any move half of the time, and a winning move otherwise.
func TestHalfKnowingOdds(t *testing.T) {
	for _, c := range []struct {
		start string
		want  map[rules.Move]float64
	}{
		{"1 1 1", map[rules.Move]float64{"A1": 1. / 3, "B1": 1. / 3, "C1": 1. / 3}},
		{"2 4", map[rules.Move]float64{"A1": 1. / 12, "A2": 1. / 12, "B1": 1. / 12, "B2": 7. / 12, "B3": 1. / 12, "B4": 1. / 12}},
		{"3 3 3", map[rules.Move]float64{"A1": 1. / 18, "A2": 1. / 18, "A3": 4. / 18, "B1": 1. / 18, "B2": 1. / 18, "B3": 4. / 18, "C1": 1. / 18, "C2": 1. / 18, "C3": 4. / 18}},
		{"2 2", map[rules.Move]float64{"A1": 1. / 4, "A2": 1. / 4, "B1": 1. / 4, "B2": 1. / 4}},
	} {
		got := solve.HalfKnowingOdds(analyze(t, "nim", c.start, rules.Normal))
		if !maps.EqualFunc(got, c.want, func(x, y float64) bool { return math.Abs(x-y) < 1e-9 }) {
			t.Errorf("HalfKnowingOdds(nim %s) = %v, want %v", c.start, got, c.want)
		}
	}
}

func BenchmarkSlippery(b *testing.B) {
	for _, c := range [][2]string{{"nim", "3 4 5"}, {"nim", "9 8 7 6 5"}, {"nim", "1000000"}, {"kayles", "5 7"}, {"chomp", "10x10"}, {"euclid", "89 34"}, {"grundy", "20 21 22"}} {
		b.Run(c[0]+"-"+c[1], func(b *testing.B) {
			p, err := lookup(b, c[0]).Parse(c[1])
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				solve.FindSlippery(p, rules.Normal, true)
			}
		})
	}
}

// BenchmarkChooseAtLevels compares the cost of a move at the easy level with that of
// perfect play.
func BenchmarkChooseAtLevels(b *testing.B) {
	for _, c := range [][2]string{{"nim", "9 8 7 6 5"}, {"nim", "1000000000 999999999 700000 12"}, {"kayles", "25 24 23"}, {"chomp", "10x10"}, {"mock-turtles", "10 14 20 31 40"}} {
		p, err := lookup(b, c[0]).Parse(c[1])
		if err != nil {
			b.Fatal(err)
		}
		for _, l := range []solve.Level{solve.Easy, solve.Perfect} {
			b.Run(c[0]+"-"+c[1]+"-"+string(l), func(b *testing.B) {
				r := rand.New(rand.NewPCG(1, 1))
				for b.Loop() {
					if _, err := solve.Choose(p, rules.Normal, l, r); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
