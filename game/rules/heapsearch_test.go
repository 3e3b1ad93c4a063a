package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nimbot/internal/slowtest"
)

// The outcome found by keys must be that of a search without keys, although several
// positions share a key.
func TestHeapSearch(t *testing.T) {
	slowtest.Sequential(t)
	n := 0
	for _, c := range []struct {
		rules  heapRules
		search *heapSearch
		total  uint64
	}{
		{dawsonRules, &dawsonRules.misere, 25},
		{grundySplits, &grundySplits.misere, 24},
		{kaylesRules, &kaylesRules.misere, 20},
		{octalOf(t, "0.137"), nil, 20},
		{octalOf(t, "0.007"), nil, 22},
		{octalOf(t, "4.07"), nil, 16},
		{octalOf(t, "4.7"), nil, 14},
		{octalOf(t, "0.333"), nil, 18},
		{octalOf(t, "0.15"), nil, 20},
		{octalOf(t, "0.26"), nil, 18},
		{octalOf(t, "0.4567"), nil, 18},
		{octalOf(t, "0.02"), nil, 18},
	} {
		if c.search == nil {
			c.search = &c.rules.(*octalRules).misere
		}
		slow := slowMisere{c.rules, map[string]bool{}}
		known := map[Key]bool{}
		positions(c.total, func(h heaps) {
			n++
			k, ok := c.search.key(h)
			if !ok {
				t.Fatalf("key(%v) does not fit", h)
			}
			if got, want := winsByKey(c.search, k, known), slow.wins(h); got != want {
				t.Fatalf("%T, misère %v: won = %v, want %v", c.rules, h, got, want)
			}
		})
	}
	if n < 10_000 {
		t.Errorf("%d positions, want at least 10000", n)
	}
}

func octalOf(t *testing.T, code string) *octalRules {
	t.Helper()
	r, err := octalCode(code)
	if err != nil {
		t.Fatalf("octalCode(%q): %v", code, err)
	}
	return r
}

func winsByKey(s *heapSearch, k Key, known map[Key]bool) bool {
	if w, ok := known[k]; ok {
		return w
	}
	stuck, win := true, false
	for n := range s.next(k) {
		stuck = false
		win = win || !winsByKey(s, n, known)
	}
	known[k] = stuck || win
	return known[k]
}

func TestPackHeaps(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 10_000 {
		var h []uint8
		for left := maxKeyHeap; left > 0; {
			n := 1 + r.IntN(min(left, 1+r.IntN(maxKeyHeap)))
			h = append(h, uint8(n))
			left -= n
		}
		slices.Sort(h)
		if got := unpackHeaps(packHeaps(h), nil); !slices.Equal(got, h) {
			t.Fatalf("unpackHeaps(packHeaps(%v)) = %v", h, got)
		}
	}
	if got := unpackHeaps(packHeaps(nil), nil); len(got) != 0 {
		t.Errorf("unpackHeaps(packHeaps(nil)) = %v", got)
	}
}

func TestDeadHeapsChangeNothing(t *testing.T) {
	for _, c := range []struct {
		search *heapSearch
		dead   heaps
	}{{&dawsonRules.misere, heaps{0, 1}}, {&grundySplits.misere, heaps{0, 1, 2}}} {
		for _, h := range []heaps{{}, {5}, {7, 9}, {4, 4, 12}} {
			want, _ := c.search.key(h)
			for _, n := range c.dead {
				if got, _ := c.search.key(append(heaps{n}, h...)); got != want {
					t.Errorf("key of %v with a heap of %d = %v, want that without it, %v", h, n, got, want)
				}
			}
		}
	}
}

// 0.007 follows the tame rule with heaps up to 14 and breaks it with 15, so the rule must
// not be used just because small positions follow it.
func TestOctal0007IsNotTame(t *testing.T) {
	r := octalOf(t, "0.007")
	broken := map[bool]bool{} // by whether a heap of 15 is there
	known := map[Key]bool{}
	positions(34, func(h heaps) {
		if len(h) > 2 || len(h) > 0 && h[0] > 15 {
			return
		}
		p := searchedPosition{heapPosition{h, &r.game}}
		k, _ := p.Key()
		if tame := sumOutcome(p, Misere) == N; tame != winsByKey(&r.misere, k, known) {
			broken[len(h) > 0 && h[0] == 15] = true
		}
	})
	if broken[false] || !broken[true] {
		t.Errorf("the tame rule is broken up to 14: %v, with 15: %v; want only the latter", broken[false], broken[true])
	}
	if r.game.tame {
		t.Error("a misère octal game claims to be tame")
	}
}

func ExampleGame_misereLasker() {
	p, _ := lasker.Parse("6")
	for _, m := range []Move{"A:3+3", "A:2+4"} {
		q, _ := p.Play(m)
		fmt.Println(m, sumOutcome(q.(Sum), Misere))
	}
	// Output:
	// A:3+3 P
	// A:2+4 N
}
