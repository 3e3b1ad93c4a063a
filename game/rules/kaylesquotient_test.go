package rules

import (
	"fmt"
	"slices"
	"testing"
)

// rowKind is all of a row of pins that matters to the outcome of a position: its own
// element and, as a set of bits, the contexts (elements of the other rows' product) in
// which some move on it leaves a lost product.
type rowKind struct {
	own  element
	wins uint64
}

func kindOf(q *quotient, n uint64) rowKind {
	k := rowKind{own: q.heap(n)}
	for c := range kaylesRules.cuts(n) {
		small, large := c.parts(n)
		left := q.times(q.heap(small), q.heap(large))
		for rest := range q.names {
			if q.lost(q.times(left, element(rest))) {
				k.wins |= 1 << rest
			}
		}
	}
	return k
}

// rowKinds are the kinds of the rows of 1 to n pins.
func rowKinds(q *quotient, n uint64) []rowKind {
	var kinds []rowKind
	for i := uint64(1); i <= n; i++ {
		if k := kindOf(q, i); !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// TestKaylesQuotientDecidesMiserePlay proves that the quotient decides misère
// Kayles, for rows of any length and any number of them.
//
// Claim that a position is lost if the product of its rows' elements is that of a lost
// position. The claim is right for all positions if it holds that the empty position is
// not claimed lost (its player to move has won), and that every other position is
// claimed lost exactly when none of its moves leaves a position that is claimed lost.
// Whether a position has such a move after rows are added to it depends only on the
// product of the added rows. So its element and the set of contexts in which it has such
// a move sum a position up, and adding a row maps such a state to another one. Finitely
// many states can be reached from the empty position by adding rows of every kind; the
// test walks them all.
func TestKaylesQuotientDecidesMiserePlay(t *testing.T) {
	q := kaylesQuotient()
	// The kinds of rows repeat with the elements' period once a row is so long that
	// the longer part of every split lies in the periodic range. As in Guy & Smith's
	// theorem (1956), such rows begin at 2·from + period + 2.
	last := 2*q.period.from + 2*q.period.length + 2
	kinds := rowKinds(q, last)
	if more := rowKinds(q, 4*last); len(more) != len(kinds) {
		t.Fatalf("rows up to %d are of %d kinds, rows up to %d of %d", last, len(kinds), 4*last, len(more))
	}
	type state struct {
		own  element
		wins uint64
	}
	reached := map[state]bool{{}: true}
	todo := []state{{}}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, k := range kinds {
			next := state{own: q.times(s.own, k.own)}
			for rest := range q.names {
				e := element(rest)
				if s.wins>>q.times(e, k.own)&1 == 1 || k.wins>>q.times(e, s.own)&1 == 1 {
					next.wins |= 1 << rest
				}
			}
			if reached[next] {
				continue
			}
			if hasMove := next.wins&1 == 1; hasMove == q.lost(next.own) {
				t.Fatalf("a position with product %s is claimed lost: %v, but has a move to a claimed lost one: %v",
					q.name(next.own), q.lost(next.own), hasMove)
			}
			reached[next] = true
			todo = append(todo, next)
		}
	}
	if q.lost(0) {
		t.Error("the empty position is claimed lost, but its player to move has won")
	}
	t.Logf("%d kinds of rows, %d states", len(kinds), len(reached))
}

// The tables must describe a commutative monoid of the published order.
func TestKaylesQuotientIsAMonoid(t *testing.T) {
	q := kaylesQuotient()
	if len(q.names) != 40 {
		t.Fatalf("the quotient has order %d, want 40", len(q.names))
	}
	for a := range element(40) {
		if q.times(0, a) != a {
			t.Errorf("1·%s = %s", q.name(a), q.name(q.times(0, a)))
		}
		for b := range element(40) {
			if q.times(a, b) != q.times(b, a) {
				t.Errorf("%s·%s is not commutative", q.name(a), q.name(b))
			}
			for c := range element(40) {
				if q.times(q.times(a, b), c) != q.times(a, q.times(b, c)) {
					t.Fatalf("%s·%s·%s is not associative", q.name(a), q.name(b), q.name(c))
				}
			}
		}
	}
	// No two elements are alike: some context tells them apart.
	for a := range element(40) {
		for b := range a {
			apart := false
			for c := range element(40) {
				apart = apart || q.lost(q.times(a, c)) != q.lost(q.times(b, c))
			}
			if !apart {
				t.Errorf("no context tells %s from %s", q.name(a), q.name(b))
			}
		}
	}
}

// slowMisere decides misère play by looking at every move, with positions as
// sorted text: an oracle that shares nothing with quotient and search keys.
type slowMisere struct {
	rules heapRules
	known map[string]bool
}

func (s slowMisere) wins(h heaps) bool {
	h = slices.DeleteFunc(slices.Clone(h), func(n uint64) bool { return n == 0 })
	slices.Sort(h)
	key := h.String()
	if w, ok := s.known[key]; ok {
		return w
	}
	win, stuck := false, true
	for i, n := range h {
		if i > 0 && h[i-1] == n {
			continue
		}
		for c := range s.rules.cuts(n) {
			small, large := c.parts(n)
			stuck = false
			win = win || !s.wins(h.with(i, small, large))
		}
	}
	s.known[key] = win || stuck
	return s.known[key]
}

// positions calls f with every multiset of non-empty heaps with at most total stones.
func positions(total uint64, f func(heaps)) {
	var add func(h heaps, most, left uint64)
	add = func(h heaps, most, left uint64) {
		f(h)
		for n := uint64(1); n <= min(most, left); n++ {
			add(append(h, n), n, left-n)
		}
	}
	add(nil, total, total)
}

func TestMisereKaylesBySearch(t *testing.T) {
	s := slowMisere{kaylesRules, map[string]bool{}}
	q, n := kaylesQuotient(), 0
	positions(27, func(h heaps) {
		n++
		if got, want := !q.lost(product(h)), s.wins(h); got != want {
			t.Fatalf("misère Kayles %v: won = %v, want %v", h, got, want)
		}
	})
	if n < 10_000 {
		t.Errorf("%d positions, want at least 10000", n)
	}
}

// Lost single rows of misère Kayles, as Sibert & Conway give them.
func TestMisereKaylesSingleRows(t *testing.T) {
	var lost []uint64
	q := kaylesQuotient()
	for n := uint64(1); n <= 100_000; n++ {
		if q.lost(q.heap(n)) {
			lost = append(lost, n)
		}
	}
	if want := []uint64{1, 4, 9, 12, 20}; !slices.Equal(lost, want) {
		t.Errorf("lost single rows %v, want %v", lost, want)
	}
}

func TestMisereKaylesWinsHugePositions(t *testing.T) {
	for _, text := range []string{"1000000000000000000", "999999999999999999 5 12", "1000000000000000000 999999999999999999 999999999999999998"} {
		p, err := kayles.Parse(text)
		if err != nil {
			t.Fatalf("Parse(%q): %v", text, err)
		}
		if o, ok := p.(Theory).Outcome(Misere); !ok || o != N {
			t.Errorf("Outcome(%s) = %v, %v, want N", text, o, ok)
		}
		n := 0
		for m := range p.(Theory).Winning(Misere) {
			next, err := p.Play(m)
			if err != nil {
				t.Fatalf("%s: Play(%q): %v", text, m, err)
			}
			if o, _ := next.(Theory).Outcome(Misere); o != P {
				t.Errorf("%s: Play(%q) = %s is %v, want P", text, m, next, o)
			}
			if n++; n == 50 {
				break
			}
		}
		if n == 0 {
			t.Errorf("%s: no winning move was found", text)
		}
	}
}

func ExampleGame_misereKayles() {
	p, _ := kayles.Parse("9 12")
	for _, f := range p.(Theory).Working(Misere).Facts {
		fmt.Println(f.Code, f.Args["element"])
	}
	// Output:
	// quotient-element v
	// quotient-element t
	// quotient-product-won vt
}
