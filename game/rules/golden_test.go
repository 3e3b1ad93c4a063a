package rules

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// bigTimesGolden returns ⌊kφ⌋ = ⌊(k + ⌊√(5k²)⌋)/2⌋, computed in unbounded integers.
func bigTimesGolden(k uint64) uint64 {
	n := new(big.Int).SetUint64(k)
	root := new(big.Int).Sqrt(new(big.Int).Mul(big.NewInt(5), new(big.Int).Mul(n, n)))
	return root.Add(root, n).Rsh(root, 1).Uint64()
}

// hardNumbers returns small numbers, Fibonacci numbers and their neighbours (multiples of
// φ by Fibonacci numbers come closest to integers), and random numbers up to most.
func hardNumbers(most uint64) []uint64 {
	var out []uint64
	for n := range uint64(2000) {
		out = append(out, n)
	}
	for _, f := range fibonacciNumbers {
		for d := range uint64(5) {
			out = append(out, f-2+d)
		}
	}
	r := rand.New(rand.NewPCG(5, 8))
	for range 2000 {
		out = append(out, r.Uint64N(most))
	}
	out = append(out, most, most-1)
	kept := out[:0]
	for _, n := range out {
		if n <= most {
			kept = append(kept, n)
		}
	}
	return kept
}

func TestTimesGolden(t *testing.T) {
	for _, k := range hardNumbers(fibonacciNumbers[89] - 1) {
		if got, want := timesGolden(k), bigTimesGolden(k); got != want {
			t.Errorf("timesGolden(%d) = %d, want %d", k, got, want)
		}
	}
}

func TestAboveGolden(t *testing.T) {
	numbers := hardNumbers(MaxHeap)
	for i, small := range numbers {
		for _, large := range []uint64{small, bigTimesGolden(small), bigTimesGolden(small) + 1, numbers[(7*i)%len(numbers)]} {
			if small == 0 || large < small {
				continue
			}
			// large > small·φ exactly when large > ⌊small·φ⌋, φ being irrational.
			if got, want := aboveGolden(large, small), large > bigTimesGolden(small); got != want {
				t.Errorf("aboveGolden(%d, %d) = %v, want %v", large, small, got, want)
			}
		}
	}
}

func TestWythoffPairs(t *testing.T) {
	// OEIS A000201 and A001950.
	lower := []uint64{0, 1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17, 19, 21, 22, 24, 25, 27, 29, 30}
	for k, want := range lower {
		if a, b := lostPair(uint64(k), Normal); a != want || b != want+uint64(k) {
			t.Errorf("lostPair(%d) = %d, %d, want %d, %d", k, a, b, want, want+uint64(k))
		}
	}
	for _, e := range []Ending{Normal, Misere} {
		for _, k := range hardNumbers(MaxHeap / 3) {
			a, b := lostPair(k, e)
			if e == Normal && a != bigTimesGolden(k) {
				t.Errorf("lostPair(%d, %v) = %d, %d, want %d first", k, e, a, b, bigTimesGolden(k))
			}
			if partner(a, e) != b || partner(b, e) != a {
				t.Errorf("partners of %d and %d in %v play are %d and %d, want each other", a, b, e, partner(a, e), partner(b, e))
			}
		}
	}
}

func TestZeckendorf(t *testing.T) {
	for _, n := range append(hardNumbers(MaxHeap), ^uint64(0)) {
		parts := zeckendorf(n, nil)
		sum, at := uint64(0), -2
		for _, f := range parts {
			sum += f
			i := at
			for i = max(i, 0); fibonacciNumbers[i] != f; i++ {
			}
			if i < at+2 {
				t.Errorf("zeckendorf(%d) = %v has neighbours", n, parts)
			}
			at = i
		}
		if sum != n || len(parts) > 46 {
			t.Errorf("zeckendorf(%d) = %v, which add up to %d", n, parts, sum)
		}
	}
}

func TestOdiousNumbers(t *testing.T) {
	rank := uint64(0)
	for v := range uint64(5000) {
		if bits.OnesCount64(v)%2 == 0 {
			continue
		}
		rank++
		if odious(rank) != v || odiousRank(v) != rank {
			t.Errorf("odious(%d) = %d and odiousRank(%d) = %d, want %d and %d", rank, odious(rank), v, odiousRank(v), v, rank)
		}
	}
}

func TestGrayCodeAddsUpTheRuler(t *testing.T) {
	sum := uint64(0)
	for n := uint64(1); n <= 5000; n++ {
		sum ^= lowBit(n)
		if gray(n) != sum || ungray(sum) != n {
			t.Errorf("gray(%d) = %d and ungray(%d) = %d, want %d and %d", n, gray(n), sum, ungray(sum), sum, n)
		}
	}
}
