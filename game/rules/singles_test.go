package rules_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimbot/game/rules"
)

// wholeValue returns the Grundy value of a position, which is computed from the moves of it and all that
// can follow.
func wholeValue(t *testing.T, p rules.Position, known map[string]uint64) uint64 {
	t.Helper()
	if v, ok := known[p.String()]; ok {
		return v
	}
	left := map[uint64]bool{}
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		left[wholeValue(t, q, known)] = true
	}
	known[p.String()] = mex(left)
	return known[p.String()]
}

func mex(left map[uint64]bool) (v uint64) {
	for left[v] {
		v++
	}
	return v
}

// TestSinglesAgainstTheirMoves compares the values of single piles with the rule of the smallest number
// that no move leaves.
func TestSinglesAgainstTheirMoves(t *testing.T) {
	listed := 0
	for _, g := range rules.Games() {
		s, ok, err := rules.SinglesOf(g, "", 0, 10)
		if !ok {
			continue
		}
		listed++
		if err != nil {
			t.Errorf("%s: %v", g.Key, err)
			continue
		}
		known := map[string]uint64{}
		for n, v := range s.Values {
			p, err := g.Read(s.At(uint64(n)), rules.Normal)
			if err != nil {
				t.Fatal(err)
			}
			if want := wholeValue(t, p, known); v != want {
				t.Errorf("%s: %d counts %d, want %d", g.Key, n, v, want)
			}
		}
	}
	if listed != 13 {
		t.Errorf("%d games have values of single numbers, want 13", listed)
	}
}

// pileValue returns the Grundy value of a pile, which is computed from the moves on it, given those of
// all smaller ones.
func pileValue(t *testing.T, g rules.Game, s rules.Singles, n uint64, known []uint64) uint64 {
	t.Helper()
	p, err := g.Read(s.At(n), rules.Normal)
	if err != nil {
		t.Fatal(err)
	}
	left := map[uint64]bool{}
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		piles, sum := q.(rules.Sum), uint64(0)
		for i := range piles.Parts() {
			_, shape := piles.Part(i)
			k, err := strconv.Atoi(shape)
			if err != nil {
				t.Fatal(err)
			}
			sum ^= append(known, 0)[k]
		}
		left[sum] = true
	}
	return mex(left)
}

// TestPeriodsAgainstATable holds each proved period against values that don't know it.
func TestPeriodsAgainstATable(t *testing.T) {
	for _, want := range []struct {
		key, set     string
		from, length uint64
	}{
		{"kayles", "", 71, 12},
		{"dawson-kayles", "", 53, 34},
		{"octal:0.137", "", 52, 34},
		{"octal:0.77", "", 71, 12},
		{"octal:0.7", "", 0, 2},
		{"one-or-all", "", 1, 2},
		{"subtraction", "{1-3}", 0, 4},
		{"subtraction", "{1,3,4}", 0, 7},
		{"subtraction", "{2,3}", 0, 5},
		{"subtraction", "{2,4,7}", 8, 3},
		{"subtraction", "{odd}", 0, 2},
		{"subtraction", "{powers-of-2}", 0, 3},
		{"subtraction", "{primes}", 0, 0},
		{"octal:0.6", "", 0, 0},
		{"grundy", "", 0, 0},
		{"nim", "", 0, 0},
		{"lasker", "", 0, 0},
	} {
		t.Run(strings.TrimSpace(fmt.Sprint(want.key, " ", want.set)), func(t *testing.T) {
			g, err := rules.Lookup(want.key)
			if err != nil {
				t.Fatal(err)
			}
			last := max(want.from+3*want.length, 60)
			s, ok, err := rules.SinglesOf(g, want.set, 0, last)
			if !ok || err != nil || s.From != want.from || s.Length != want.length {
				t.Fatalf("SinglesOf = period %d from %d, %v, %v; want %d from %d", s.Length, s.From, ok, err, want.length, want.from)
			}
			var known []uint64
			for n := range last + 1 {
				known = append(known, pileValue(t, g, s, n, known))
			}
			if !slices.Equal(known, s.Values) {
				t.Errorf("SinglesOf = %v, want %v", s.Values, known)
			}
			repeats := func(n uint64) bool { return known[n] == known[n+want.length] }
			for n := want.from; want.length > 0 && n+want.length <= last; n++ {
				if !repeats(n) {
					t.Errorf("%d and %d count differently", n, n+want.length)
				}
			}
			if want.from > 1 && repeats(want.from-1) {
				t.Errorf("the period also holds from %d on", want.from-1)
			}
		})
	}
}
