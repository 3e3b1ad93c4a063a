package solve_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

func decimal(n uint64) string { return strconv.FormatUint(n, 10) }

// sizes are the numbers of heaps in the benchmarks of Nim: as many as people play with, as
// many as chat accepts, as many as this library accepts.
var sizes = []int{3, 25, 1000}

// BenchmarkNimOutcome times how long it takes to find who wins.
func BenchmarkNimOutcome(b *testing.B) {
	for _, n := range sizes {
		p := parse(b, "nim", manyHeaps(n, rules.MaxHeap))
		b.Run(fmt.Sprint(n, "-heaps"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := solve.Analyze(p, rules.Normal); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkNimWinning times how long it takes to find who wins and to list all winning
// moves.
func BenchmarkNimWinning(b *testing.B) {
	for _, n := range sizes {
		p := parse(b, "nim", manyHeaps(n, rules.MaxHeap))
		b.Run(fmt.Sprint(n, "-heaps"), func(b *testing.B) {
			b.ReportAllocs()
			moves := 0
			for b.Loop() {
				moves += winning(b, p, rules.Normal)
			}
			b.ReportMetric(float64(moves)/float64(b.N), "moves/op")
		})
	}
}

// winning analyses p and counts its winning moves.
func winning(b *testing.B, p rules.Position, e rules.Ending) int {
	b.Helper()
	a, err := solve.Analyze(p, e)
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	for range a.Winning() {
		n++
	}
	return n
}

// BenchmarkChoose times the choice of a move in a lost position, which takes longest.
func BenchmarkChoose(b *testing.B) {
	for _, size := range []uint64{9, 1_000_000_000} {
		p := lost(b, manyHeaps(25, size))
		b.Run(fmt.Sprintf("25-heaps-to-%d", size), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			for b.Loop() {
				if _, err := solve.Choose(p, rules.Normal, solve.Perfect, r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSlip times the choice of moves at the weakest level; most of them are slips.
func BenchmarkSlip(b *testing.B) {
	for _, text := range []string{"8 8 7 6 5", manyHeaps(25, 9), "1000000000 77777 4"} {
		p := analyze(b, "nim", text, rules.Normal).Position
		b.Run(fmt.Sprintf("%d-heaps-to-%d", p.Size().Parts, p.Size().Largest), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := solve.Choose(p, rules.Normal, solve.Easy, r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// lost returns the position of Nim after the first winning move.
func lost(b *testing.B, text string) rules.Position {
	b.Helper()
	a := analyze(b, "nim", text, rules.Normal)
	p, err := a.Position.Play(a.First())
	if err != nil {
		b.Fatal(err)
	}
	return p
}

// BenchmarkReplay times the replay of the longest possible match.
func BenchmarkReplay(b *testing.B) {
	for _, s := range []rules.Setup{{Game: "nim", Start: "9 9"}, {Game: "northcott", Start: "red 9:1,9 9:1,9"}} {
		b.Run(s.Game, func(b *testing.B) {
			m, err := rules.NewMatch(s)
			if err != nil {
				b.Fatal(err)
			}
			events := ""
			for mv := range m.Position().Moves() {
				events = string(mv)
				break
			}
			first := events
			for range rules.MaxPlies - 2 {
				events += " !undo:0 " + first
			}
			for b.Loop() {
				if _, err := rules.Replay(s, events); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
