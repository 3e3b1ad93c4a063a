package solve_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// boards returns positions that the player to move wins: of 25 parts or, in games with
// fewer parts, of the largest size.
func boards() []struct{ name, key, text string } {
	list := func(n int, part func(i int) string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = part(i)
		}
		return strings.Join(parts, " ")
	}
	apart := func(step int) string { return list(25, func(i int) string { return fmt.Sprint(i*i + step*i + 2) }) }
	return []struct{ name, key, text string }{
		{"cake/largest", "cake", "1000000000000000000x999999999999999999@123456789,987654321"},
		{"northcott/25", "northcott", "red " + list(25, func(i int) string { return fmt.Sprintf("%d:%d,%d", 40+i, 2+i, 9+i+i%7) })},
		{"coins/25", "coins", apart(2)},
		{"nimble/25", "nimble", apart(3)},
		{"stairs/25", "stairs", list(25, func(i int) string { return fmt.Sprint(i*7%19 + 1) })},
		{"wythoff/largest", "wythoff", "1000000000000000000 123456789012345678"},
		{"fibonacci/largest", "fibonacci", "1000000000000000000 max999999999999999999"},
		{"euclid/largest", "euclid", "1000000000000000000 123456789012345678"},
		{"turtles/25", "turtles", apart(1)},
		{"mock-turtles/25", "mock-turtles", apart(1)},
		{"ruler/20", "ruler", list(20, func(i int) string { return fmt.Sprint(i*i + i + 2) })},
		{"bush/25", "bush", list(25, func(i int) string { return fmt.Sprintf("%d-%d", i/2, i+1) })},
	}
}

// BenchmarkBoards times how long it takes to find who wins a board, and the first winning
// move.
func BenchmarkBoards(b *testing.B) {
	for _, c := range boards() {
		p := position(b, c.key, c.text)
		g, err := rules.Lookup(c.key)
		if err != nil {
			b.Fatal(err)
		}
		for _, e := range g.Endings {
			b.Run(c.name+"/"+e.String(), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					a, err := solve.Analyze(p, e)
					if err != nil {
						b.Fatal(err)
					}
					_ = a.First()
				}
			})
			b.Run(c.name+"/"+e.String()+"/outcome", func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := solve.Analyze(p, e); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkMockTurtlesAllMoves counts all winning moves of a board with heads up to
// square 300, which the theory finds without looking at the others.
func BenchmarkMockTurtlesAllMoves(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var text []string
	for n := range 300 {
		if r.IntN(10) == 0 {
			text = append(text, fmt.Sprint(n+1))
		}
	}
	p := position(b, "mock-turtles", strings.Join(text, " "))
	a, err := solve.Analyze(p, rules.Normal)
	if err != nil {
		b.Fatal(err)
	}
	moves := 0
	for b.Loop() {
		moves = 0
		for range a.Winning() {
			moves++
		}
	}
	b.ReportMetric(float64(moves), "moves")
}

// BenchmarkChompCold decides a bar of 10 by 10 without earlier results.
func BenchmarkChompCold(b *testing.B) {
	p := position(b, "chomp", "10x10")
	for _, e := range []rules.Ending{rules.Normal, rules.Misere} {
		b.Run(e.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				solve.ForgetSearches()
				a, err := solve.Analyze(p, e)
				if err != nil {
					b.Fatal(err)
				}
				if a.First() == "" {
					b.Fatal("a rectangle is won")
				}
			}
		})
	}
}
