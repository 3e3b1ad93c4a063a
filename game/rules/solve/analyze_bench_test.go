package solve_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

const huge = "999999999999999998"

// largest has starts at the bounds of each listed game, in as many parts as chat
// accepts, larger ones first. The first start that an ending accepts is timed.
var largest = map[string][]string{
	"nim":           {heapsOf(25, huge)},
	"pass":          {heapsOf(25, huge)},
	"subtraction":   {heapsOf(25, huge) + " {1,3,4}"},
	"one-or-all":    {heapsOf(25, huge)},
	"moore":         {heapsOf(25, huge) + " k3"},
	"lasker":        {heapsOf(25, huge)},
	"kayles":        {heapsOf(25, huge)},
	"dawson-kayles": {heapsOf(25, huge), "80"},
	"octal:0.137":   {heapsOf(25, huge), heapsOf(25, "9999"), "40"},
	"grundy":        {heapsOf(25, "9999"), "90"},
	"cake":          {"1000000000000000000x" + huge + "@123456789,987654321"},
	"northcott":     {"red " + heapsOf(25, "1000000000000000000:1,"+huge)},
	"coins":         {squares(25)},
	"nimble":        {squares(25)},
	"stairs":        {heapsOf(25, huge), heapsOf(25, "9999999999999999")},
	"wythoff":       {"1000000000000000000 123456789012345678"},
	"fibonacci":     {"1000000000000000000"},
	"euclid":        {"1000000000000000000 123456789012345678"},
	"turtles":       {squares(25)},
	"mock-turtles":  {squares(25)},
	"ruler":         {squares(25), squares(20), squares(10)},
	"chomp":         {"10x10"},
	"bush":          {path(1000), path(999)},
}

// BenchmarkAnalyze times, for every listed game and ending, how long it takes to find who
// wins and the first winning move: of a start as the game draws it, and of the largest.
// The results of tables and searches are kept, as in a running program; "cold" is the
// largest start after all searches were forgotten.
func BenchmarkAnalyze(b *testing.B) {
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			name := g.Key + "/" + e.String()
			typical := g.Random(rand.New(rand.NewPCG(3, 3)), e)
			b.Run(name+"/typical", func(b *testing.B) { benchmarkAnalyze(b, begin(b, g, e, typical), e, func() {}) })
			p := begin(b, g, e, largest[g.Key]...)
			b.Run(name+"/largest", func(b *testing.B) { benchmarkAnalyze(b, p, e, func() {}) })
			if a, err := solve.Analyze(p, e); err == nil && a.Method == solve.BySearch {
				b.Run(name+"/cold", func(b *testing.B) { benchmarkAnalyze(b, p, e, solve.ForgetSearches) })
			}
		}
	}
}

func benchmarkAnalyze(b *testing.B, p rules.Position, e rules.Ending, before func()) {
	b.ReportAllocs()
	if _, err := solve.Analyze(p, e); err != nil { // warm the tables
		b.Fatalf("Analyze(%.60s, %v) = %v", p, e, err)
	}
	for b.Loop() {
		before()
		a, err := solve.Analyze(p, e)
		if err != nil {
			b.Fatalf("Analyze(%.60s, %v) = %v", p, e, err)
		}
		_ = a.First()
	}
}

// begin reads the first of the setups that g accepts.
func begin(b *testing.B, g rules.Game, e rules.Ending, setups ...string) rules.Position {
	b.Helper()
	for _, s := range setups {
		if p, err := g.Begin(s, e); err == nil {
			return p
		}
	}
	b.Fatalf("%s accepts none of %.200q in %v play", g.Key, setups, e)
	return nil
}

func heapsOf(n int, size string) string {
	return strings.TrimSpace(strings.Repeat(size+" ", n))
}

// squares writes n squares with coins or heads, at growing distances.
func squares(n uint64) string {
	var out []string
	for i := range n {
		out = append(out, decimal(i*i+i+2))
	}
	return strings.Join(out, " ")
}

// path writes a stalk of n edges.
func path(n uint64) string {
	var out []string
	for i := range n {
		out = append(out, decimal(i)+"-"+decimal(i+1))
	}
	return strings.Join(out, " ")
}

// BenchmarkResist times the choice of a move in a lost position, which takes longest:
// the largest start of every game, after a winning move.
func BenchmarkResist(b *testing.B) {
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			p := begin(b, g, e, largest[g.Key]...)
			a, err := solve.Analyze(p, e)
			if err != nil {
				b.Fatalf("Analyze(%.60s, %v) = %v", p, e, err)
			}
			if m := a.First(); m != "" {
				if p, err = p.Play(m); err != nil {
					b.Fatalf("Play(%q) = %v", m, err)
				}
			}
			if a, err = solve.Analyze(p, e); err != nil || rules.Over(p) {
				continue // won at once: there is nothing to resist
			}
			b.Run(g.Key+"/"+e.String(), func(b *testing.B) {
				for b.Loop() {
					_ = solve.Resist(a)
				}
			})
		}
	}
}
