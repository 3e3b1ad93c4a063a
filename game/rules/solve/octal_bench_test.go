package solve_test

import (
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// BenchmarkHeaps times the analysis of positions of the games played with heaps, with
// filled tables, as in the middle of a match. "first" also finds a winning move.
func BenchmarkHeaps(b *testing.B) {
	row := func(n string, rest string) string { return strings.TrimSpace(strings.Repeat(n+" ", 25) + rest) }
	for _, c := range []struct {
		name, game, position string
		ending               rules.Ending
	}{
		{"subtraction/typical", "subtraction", "21 17 {1,3,4}", rules.Normal},
		{"subtraction/25 heaps", "subtraction", row("999999999999999998", "{1,3,4}"), rules.Normal},
		{"one-or-all/25 heaps", "one-or-all", row("999999999999999998", ""), rules.Misere},
		{"moore/typical", "moore", "3 4 5 k2", rules.Normal},
		{"moore/25 heaps", "moore", row("999999999999999998", "k3"), rules.Normal},
		{"moore/25 heaps misere", "moore", row("999999999999999998", "k3"), rules.Misere},
		{"moore/24 heaps lost", "moore", strings.Repeat("999999999999999998 ", 24) + "k3", rules.Normal},
		{"lasker/typical", "lasker", "3 4 7", rules.Normal},
		{"lasker/25 heaps", "lasker", row("999999999999999998", ""), rules.Normal},
		{"kayles/typical", "kayles", "5 7 12", rules.Normal},
		{"kayles/25 heaps", "kayles", row("999999999999999998", ""), rules.Normal},
		{"kayles/25 heaps misere", "kayles", row("999999999999999998", ""), rules.Misere},
		{"dawson-kayles/25 heaps", "dawson-kayles", row("999999999999999998", ""), rules.Normal},
		{"octal 0.007/25 heaps", "octal:0.007", row("9999", ""), rules.Normal},
		{"grundy/25 heaps", "grundy", row("9999", ""), rules.Normal},
	} {
		p := position(b, c.game, c.position)
		if _, err := solve.Analyze(p, c.ending); err != nil { // fills the tables
			b.Fatal(err)
		}
		b.Run(c.name+"/outcome", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := solve.Analyze(p, c.ending); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(c.name+"/first", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				a, err := solve.Analyze(p, c.ending)
				if err != nil {
					b.Fatal(err)
				}
				a.First()
			}
		})
	}
}

// BenchmarkSearchCold times the search of the largest positions that misère play
// accepts, without earlier results.
func BenchmarkSearchCold(b *testing.B) {
	for _, c := range []struct{ game, position string }{
		{"dawson-kayles", "80"},
		{"dawson-kayles", "12 13 15 19 21"},
		{"grundy", "90"},
		{"grundy", "14 17 18 19 20"},
		{"octal:0.137", "40"},
		{"octal:0.77", "40"},
		{"octal:0.777", "40"},
		{"octal:0.7725", "5 16 11 8"},
		{"octal:0.7777", "9 10 10 11"},
		{"octal:4.07", "10 10 10 10"},
		{"octal:4.7", "10 10 10 10"},
	} {
		p := position(b, c.game, c.position)
		b.Run(c.game+" "+c.position, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				solve.ForgetSearches()
				a, err := solve.Analyze(p, rules.Misere)
				if err != nil {
					b.Fatal(err)
				}
				for range a.Winning() {
				}
			}
			b.ReportMetric(float64(solve.PositionsSearched()), "positions")
		})
	}
}

func position(tb testing.TB, key, text string) rules.Position {
	tb.Helper()
	g, err := rules.Lookup(key)
	if err != nil {
		tb.Fatalf("Lookup(%q): %v", key, err)
	}
	p, err := g.Parse(text)
	if err != nil {
		tb.Fatalf("Parse(%q): %v", text, err)
	}
	return p
}
