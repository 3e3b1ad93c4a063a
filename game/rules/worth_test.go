package rules

import (
	"fmt"
	"testing"

	"nimbot/internal/slowtest"
)

// byMoves computes what positions of a game are worth from all moves, and what can follow.
type byMoves map[string]genus

func (known byMoves) genus(t *testing.T, p Position) genus {
	t.Helper()
	if e, ok := known[p.String()]; ok {
		return e
	}
	normal, misere, e := map[uint16]bool{}, map[uint16]bool{}, genus{}
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			t.Fatalf("%s: Play(%q) = %v", p, m, err)
		}
		of := known.genus(t, q)
		normal[of.normal], misere[of.misere], e.wild = true, true, e.wild || of.wild
	}
	for normal[e.normal] {
		e.normal++
	}
	for misere[e.misere] {
		e.misere++
	}
	if len(normal) == 0 {
		e.misere = 1
	}
	e.wild = e.wild || e.normal != e.misere && (e.normal > 1 || e.misere > 1)
	known[p.String()] = e
	return e
}

// TestWorthOfPositions compares what positions that aren't sums count, under both endings, with all their moves.
func TestWorthOfPositions(t *testing.T) {
	for _, tt := range []struct {
		key                 string
		setup               string // numbers for %[1]d … up to most, falling
		most, slow, nightly int
		numbers             int
	}{
		{"wythoff", "%[1]d %[2]d", 20, 60, 60, 2},
		{"euclid", "%[1]d %[2]d", 30, 120, 300, 2},
		{"fibonacci", "%[1]d max%[2]d", 40, 120, 120, 2},
		{"moore", "%d %d %d %d k1", 4, 6, 6, 4}, {"moore", "%d %d %d %d k2", 4, 7, 12, 4}, {"moore", "%d %d %d %d k3", 3, 6, 12, 4},
		{"moore", "%d %d %d %d k4", 3, 5, 9, 4}, {"moore", "%d %d %d k2", 6, 9, 12, 3},
		{"chomp", "%d %d %d %d", 6, 8, 9, 4}, {"chomp", "%d %d %d %d %d", 5, 6, 9, 5}, {"chomp", "9 9 %d %d %d", 3, 5, 9, 3},
		{"chomp", "%d %d %d %d %d %d %d %d %d", 2, 3, 9, 9},
	} {
		t.Run(tt.key+" "+tt.setup, func(t *testing.T) {
			t.Parallel()
			slowtest.Sequential(t)
			g, err := Lookup(tt.key)
			if err != nil {
				t.Fatal(err)
			}
			known := byMoves{}
			falling(tt.numbers, slowtest.Sizes(tt.most, tt.slow, tt.nightly), nil, func(numbers []any) {
				p, err := g.Parse(fmt.Sprintf(tt.setup, numbers...))
				if err != nil {
					return // the whole bar is eaten
				}
				want, got := known.genus(t, p), worthOf(g, p)
				if got.wild != want.wild || !want.wild && got.value != want.value() || got.over != Over(p) || got.value.Grundy != uint64(want.normal) {
					t.Fatalf("%s %s: worth %+v, want %+v", tt.key, p, got, want)
				}
			})
			if len(known) < 50 {
				t.Errorf("%d positions were looked at, want more", len(known))
			}
		})
	}
}

// falling calls visit with n numbers up to most, none larger than the one before.
func falling(n, most int, before []any, visit func([]any)) {
	if n == 0 {
		visit(before)
		return
	}
	for k := range most + 1 {
		falling(n-1, k, append(before[:len(before):len(before)], k), visit)
	}
}

// TestWorthTables holds the tables to their bounds against the definition of a value.
func TestWorthTables(t *testing.T) {
	t.Parallel()
	slowtest.Sequential(t)
	t.Run("wythoff", func(t *testing.T) {
		t.Parallel()
		most := slowtest.Sizes(150, 400, maxWythoff)
		var values [2][][]uint16
		var m mex
		for e := range values {
			values[e] = make([][]uint16, most+1)
			for b := range most + 1 {
				values[e][b] = make([]uint16, most+1)
			}
			for b := range most + 1 {
				for a := range b + 1 {
					m.reset()
					for k := range a {
						m.add(values[e][k][b])
						m.add(values[e][k][b-a+k])
					}
					for k := range b {
						m.add(values[e][a][k])
					}
					v := m.least()
					if b == 0 {
						v = uint16(e)
					}
					values[e][a][b], values[e][b][a] = v, v
				}
			}
		}
		for b := range most + 1 {
			for a := range b + 1 {
				normal, misere := values[Normal][a][b], values[Misere][a][b]
				want := genus{normal: normal, misere: misere}.value()
				if got := (wythoffPosition{heaps{uint64(a), uint64(b)}}).Worth(); got != want || normal != misere && normal+misere != 1 {
					t.Fatalf("wythoff %d %d: worth %+v, want %d in normal and %d in misère play", a, b, got, normal, misere)
				}
			}
		}
	})
	t.Run("fibonacci", func(t *testing.T) {
		t.Parallel()
		most := slowtest.Count(300, maxFibonacci)
		var values [2][][]uint16 // by pile and limit
		for e := range values {
			values[e] = make([][]uint16, most+1)
			var m mex
			for pile := range most + 1 {
				m.reset()
				values[e][pile] = append(values[e][pile], uint16(e))
				for k := 1; k <= pile; k++ {
					m.add(values[e][pile-k][min(2*k, pile-k)])
					values[e][pile] = append(values[e][pile], m.least())
				}
			}
		}
		for pile := range most + 1 {
			for limit := range pile + 1 {
				normal, misere := values[Normal][pile][limit], values[Misere][pile][limit]
				want := genus{normal: normal, misere: misere}.value()
				if got := (fibonacciPosition{uint64(pile), uint64(limit)}).Worth(); got != want || normal != misere && normal+misere != 1 {
					t.Fatalf("fibonacci %d max%d: worth %+v, want %d in normal and %d in misère play", pile, limit, got, normal, misere)
				}
			}
		}
	})
}
