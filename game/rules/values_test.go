package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"nimbot/internal/slowtest"
)

// Sequences from the literature, from heap 0 on: Winning Ways, ch. 4, and OEIS A002186
// (Kayles), A002187 (Dawson's Chess, 0.137; shifted by one, it is Dawson's Kayles) and
// A002188 (Grundy's game).
var sequences = map[string]string{
	"kayles":        "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4 7 2 1 8 6 7 4 1 2 3 1 4 7 2 1 8 2 7 4 1 2 8 1 4 7 2 1 4 2 7 4 1 2 8 1 4 7 2 1 8 6 7 4 1 2 8 1 4 7 2 1 8 2 7",
	"octal:0.137":   "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4 0 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 2 3 3 0 1 1 3 0 2 1 1 0 4 5 3 7 4 8",
	"dawson-kayles": "0 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4 0 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 2 3 3 0 1 1 3 0 2 1 1 0 4 5 3 7 4 8",
	"grundy":        "0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2 3 1 2 4 1 2 4 1 2 4 1 5 4 1 5 4 1 5 4 1 0",
	"lasker":        "0 1 2 4 3 5 6 8 7 9 10 12 11 13 14 16 15",
	"octal:0.007":   "0 0 0 1 1 1 2 2 0 3 3 1 1 1 0 4",
}

func TestKnownSequences(t *testing.T) {
	for key, want := range sequences {
		g, err := Lookup(key)
		if err != nil {
			t.Fatalf("Lookup(%q): %v", key, err)
		}
		var got []uint64
		for n := range strings.Fields(want) {
			p, err := g.Parse(fmt.Sprint(n))
			if err != nil {
				t.Fatalf("%s: Parse(%d): %v", key, n, err)
			}
			got = append(got, p.(Sum).Value(0).Grundy)
		}
		if heaps(got).String() != want {
			t.Errorf("%s: values %s, want %s", key, heaps(got).String(), want)
		}
	}
}

// Sequences of the named sets, from a pile of 0 on: OEIS A007814 (divisors), A025480 (half), A014586
// (squares), A014589 (primes), A014588 (Fibonacci numbers).
var setSequences = map[string]string{
	"divisors":          "0 0 1 0 2 0 1 0 3 0 1 0 2 0 1 0 4 0 1 0 2 0 1 0 3 0 1 0 2 0 1",
	"half":              "0 0 1 0 2 1 3 0 4 2 5 1 6 3 7 0 8 4 9 2 10 5 11 1 12 6 13 3 14 7 15",
	"squares":           "0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 3 2 3 4 5 3",
	"primes":            "0 0 1 1 2 2 3 3 4 0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7 0 4 1 5 2 6",
	"fibonacci-numbers": "0 1 2 3 0 1 2 3 4 5 0 1 2 3 0 1 2 3 4 5 0 1 2 3 0 1 2 3 4 5 0",
}

// TestNamedSets holds the values of the named sets against the literature, and against what is known
// of them: a pile counts its oddness, half its size, its remainder modulo 3, and the twos in it.
func TestNamedSets(t *testing.T) {
	for name, want := range setSequences {
		r := namedSets[name].rules()
		var got heaps
		for n := range strings.Fields(want) {
			got = append(got, r.value(uint64(n)))
		}
		if got.String() != want {
			t.Errorf("%s: values %s, want %s", name, got, want)
		}
	}
	for name, closed := range map[string]func(n uint64) uint64{
		"odd":         func(n uint64) uint64 { return n % 2 },
		"even":        func(n uint64) uint64 { return n / 2 },
		"powers-of-2": func(n uint64) uint64 { return n % 3 },
		"divisors": func(n uint64) (twos uint64) {
			for ; n > 0 && n%2 == 0; n /= 2 {
				twos++
			}
			return twos
		},
	} {
		r := namedSets[name].rules()
		for n := range uint64(maxNamedHeap + 1) {
			if r.value(n) != closed(n) {
				t.Fatalf("%s: a pile of %d counts as %d, want %d", name, n, r.value(n), closed(n))
			}
		}
	}
}

func BenchmarkNamedSets(b *testing.B) {
	for name, s := range namedSets {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s.build().value(maxNamedHeap)
			}
		})
	}
}

// slowValues returns Grundy values by their definition: the mex over all moves.
func slowValues(r heapRules, n int) []uint64 {
	g := make([]uint64, n+1)
	for i := range g {
		seen := map[uint64]bool{}
		for c := range r.cuts(uint64(i)) {
			small, large := c.parts(uint64(i))
			seen[g[small]^g[large]] = true
		}
		for seen[g[i]] {
			g[i]++
		}
	}
	return g
}

func TestValuesByDefinition(t *testing.T) {
	rules := map[string]heapRules{
		"lasker": laskerRules{}, "one-or-all": oneOrAllRules{}, "grundy": grundySplits, "kayles": kaylesRules, "dawson-kayles": dawsonRules,
	}
	for _, code := range []string{"0.137", "0.007", "0.3", "0.6", "4.7", "4.07", "0.45", "4.0", "0.356", "0.1", "0.26", "0.0123", "0.5637251463725147", "4.7777777777777777"} {
		r, err := octalCode(code)
		if err != nil {
			t.Fatalf("octalCode(%q): %v", code, err)
		}
		rules["octal:"+code] = r
	}
	for _, set := range [][]uint64{{1, 3, 4}, {1, 2, 3}, {2, 5, 7}, {4, 10, 12}, {1, 7, 8, 19}, {3}} {
		rules[writeSet(set)] = setOf(set)
	}
	for name, s := range namedSets {
		rules["{"+name+"}"] = s.rules()
	}
	for name, r := range rules {
		for n, want := range slowValues(r, 400) {
			if got := r.value(uint64(n)); got != want {
				t.Fatalf("%s: value(%d) = %d, want %d", name, n, got, want)
			}
		}
	}
}

func TestProvedPeriods(t *testing.T) {
	code := func(c string) *grundyTable {
		r, err := octalCode(c)
		if err != nil {
			t.Fatalf("octalCode(%q): %v", c, err)
		}
		return &r.table
	}
	for _, c := range []struct {
		name  string
		table *grundyTable
		want  period
	}{
		{"kayles", &kaylesRules.table, period{71, 12}},        // last exception 70
		{"dawson-kayles", &dawsonRules.table, period{53, 34}}, // last exception 52
		{"0.137", code("0.137"), period{52, 34}},
		{"0.3", code("0.3"), period{1, 2}},
		{"0.156", code("0.156"), period{3479, 349}},
		{"0.007", code("0.007"), period{}},
		{"4.0", code("4.0"), period{1, 2}},
		{"{1,3,4}", &setOf([]uint64{1, 3, 4}).table, period{1, 7}},
		{"{2,5,7}", &setOf([]uint64{2, 5, 7}).table, period{1, 22}},
	} {
		if got := c.table.proved(); got != c.want {
			t.Errorf("%s: proved period %+v, want %+v", c.name, got, c.want)
		}
	}
}

// A period that was proved must hold far beyond what its proof looked at.
func TestProvedPeriodsHold(t *testing.T) {
	slowtest.Sequential(t)
	r := rand.New(rand.NewPCG(1, 1))
	for range 60 {
		digits := []byte{byte(4 * r.IntN(2))}
		for range 1 + r.IntN(4) {
			digits = append(digits, byte(r.IntN(8)))
		}
		digits[len(digits)-1] |= 1 << r.IntN(3)
		rules := newOctal(writeOctal(digits), digits)
		rules.table.limit = 300 // so that most of the values below come from the period
		p := rules.table.proved()
		if p.length == 0 {
			continue
		}
		for n, want := range slowValues(rules, 700) {
			if got := rules.value(uint64(n)); got != want {
				t.Fatalf("%s, period %+v: value(%d) = %d, want %d", rules.code, p, n, got, want)
			}
		}
	}
}

// A run of equal values that the theorem does not cover proves nothing.
func TestShortRunsProveNothing(t *testing.T) {
	g := []uint16{0, 1, 2, 0, 1, 2, 0, 1}
	for _, c := range []struct {
		run  int
		want period
	}{{4, period{1, 3}}, {5, period{}}} {
		if got := provedPeriod(g, func(int, int) int { return c.run }); got != c.want {
			t.Errorf("provedPeriod(%v) with a run of %d = %+v, want %+v", g, c.run, got, c.want)
		}
	}
}

// Rules must find with cutsTo the same moves, in the same order, as a look at all moves.
func TestCutsTo(t *testing.T) {
	for name, r := range map[string]heapRules{
		"lasker": laskerRules{}, "kayles": kaylesRules, "dawson-kayles": dawsonRules, "grundy": grundySplits,
		"one-or-all": oneOrAllRules{}, "{1,3,4}": setOf([]uint64{1, 3, 4}),
	} {
		r.value(1000) // periods are known from here on
		for _, n := range []uint64{0, 1, 2, 3, 4, 5, 6, 7, 8, 30, 31, 63, 64, 100, 190, 255, 256, 257, 333, 500} {
			for _, target := range [][2]Value{
				{{Grundy: 0}, {Grundy: 0, Firm: true}}, {{Grundy: 1}, {Grundy: 0, Firm: true}}, {{Grundy: 0}, {Grundy: 1, Firm: true}},
				{{Grundy: 1}, {Grundy: 1, Firm: true}}, {HeapValue(2), HeapValue(2)}, {HeapValue(3), HeapValue(7)},
				{HeapValue(8), HeapValue(8)}, {HeapValue(n), HeapValue(n / 2)}, {HeapValue(n ^ 5), HeapValue(n ^ 5)},
			} {
				var want []cut
				for c := range r.cuts(n) {
					if v := leaves(r, n, c); v == target[0] || v == target[1] {
						want = append(want, c)
					}
				}
				if got := slices.Collect(r.cutsTo(n, target[0], target[1])); !slices.Equal(got, want) {
					t.Fatalf("%s: cutsTo(%d, %v) = %v, want %v", name, n, target, got, want)
				}
			}
		}
	}
}

// In huge heaps cutsTo finds the first wanted move, or that there is none, at once.
func TestCutsToInHugeHeaps(t *testing.T) {
	const n = MaxHeap - 7
	for name, r := range map[string]heapRules{"lasker": laskerRules{}, "kayles": kaylesRules, "dawson-kayles": dawsonRules} {
		for g := range uint64(20) {
			v := Value{Grundy: g, Firm: true}
			count := 0
			for c := range r.cutsTo(n, v, v) {
				if got := leaves(r, n, c); got != v {
					t.Errorf("%s: cutsTo(%d, %v) yields %v, which leaves %v", name, uint64(n), v, c, got)
				}
				if count++; count == 100 {
					break
				}
			}
			if own := r.value(n); g > 1 && g < own && count == 0 {
				t.Errorf("%s: cutsTo(%d, %v) is empty, but the heap has value %d", name, uint64(n), v, own)
			}
		}
	}
}

func TestTablesGrowConcurrently(t *testing.T) {
	r := newOctal("0.007", []byte{0, 0, 0, 7})
	want := slowValues(r, 1500)
	var wg sync.WaitGroup
	for seed := range uint64(8) {
		wg.Go(func() {
			rnd := rand.New(rand.NewPCG(seed, 1))
			for range 2000 {
				n := rnd.Uint64N(uint64(len(want)))
				if got := r.value(n); got != want[n] {
					t.Errorf("value(%d) = %d, want %d", n, got, want[n])
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestSharedRulesAreBounded(t *testing.T) {
	var s shared[*int]
	first := s.get("0", func() *int { return new(int) })
	if again := s.get("0", func() *int { return new(int) }); again != first {
		t.Error("get builds again what it holds")
	}
	for i := range 5 * maxShared {
		s.get(fmt.Sprint(i), func() *int { return new(int) })
		if len(s.byKey) > maxShared {
			t.Fatalf("the cache holds %d values, want at most %d", len(s.byKey), maxShared)
		}
	}
	if len(s.byKey) != maxShared {
		t.Errorf("the cache holds %d values after %d keys were asked for, want %d: each new one evicts one", len(s.byKey), 5*maxShared, maxShared)
	}
}

// Small heaps of a new code don't fill the table, and no period is proved for
// them.
func TestSmallHeapsFillNoTable(t *testing.T) {
	const code = "0.5637251463725146"
	g, _, err := octalFamily(octalPrefix + code)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range g.Endings {
		if _, err := g.Begin("9 4", e); err != nil {
			t.Fatalf("Begin(9 4, %v) = %v", e, err)
		}
	}
	r, err := octalCode(code)
	if err != nil {
		t.Fatal(err)
	}
	r.value(9)
	if known := r.table.known.Load(); len(known.g) > 256 {
		t.Errorf("9 4 computes the values of %d heaps, want a few", len(known.g))
	}
	if _, err := g.Begin("10001", Normal); err == nil || r.table.proved().length > 0 {
		t.Errorf("Begin(10001, normal) = %v with the period %v, want a refusal without a period", err, r.table.proved())
	}
}

// In codes of many digits, all digits share the sets of split values; a table that grows
// in steps still has the values of the definition.
func TestCodesOfManyDigits(t *testing.T) {
	for _, code := range []string{"0.5637251463725147", "4.7777777777777777", "4.4444444444444444", "0.0000000000000007", "0.1010101010101014"} {
		r, err := octalCode(code)
		if err != nil {
			t.Fatal(err)
		}
		r.value(100) // a first step
		for n, want := range slowValues(r, 600) {
			if got := r.value(uint64(n)); got != want {
				t.Fatalf("octal:%s: value(%d) = %d, want %d", code, n, got, want)
			}
		}
	}
}
