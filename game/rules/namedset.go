package rules

import (
	"iter"
	"math/bits"
)

// namedSet is a set of numbers that has a name because it goes on without end, or because it depends
// on the pile.
type namedSet struct {
	name string
	// numbers returns the members up to most, rising; nil: which may be taken depends on the pile.
	numbers func(most uint64) []uint64
	by      subtractionSet // if numbers is nil
	// cycle is the period of the values: odd numbers change whether a pile is odd, and powers of 2 change what it leaves
	// when divided by 3.
	cycle period
	// value is the Grundy value of a pile of n, if there is a formula that is faster than a table.
	value func(n uint64) uint64
	// wild reports that the set isn't tame, so that misère play is searched.
	wild bool
}

// maxNamedHeap is the largest pile of a game with a named set. Computing the values up to it takes
// some 10 ms for the largest sets.
const maxNamedHeap = 5_000

// maxDivisorsTotal is the largest total that is searched for misère play with proper divisors.
const maxDivisorsTotal = 60

// namedSets are the sets by their names. Each set that is the same for all piles is tame: in misère
// play the piles of value 1 pair with those of value 0, whatever the set (Ferguson 1974). So is half
// of a pile; proper divisors aren't: a pile of 5 is lost, although its value is 0.
var namedSets = func() map[string]namedSet {
	all := map[string]namedSet{}
	for _, s := range []namedSet{
		{name: "squares", numbers: rising(func(i uint64) uint64 { return i * i })},
		{name: "primes", numbers: primesTo},
		{name: "fibonacci-numbers", numbers: fibonacciTo},
		{name: "odd", numbers: rising(func(i uint64) uint64 { return 2*i - 1 }), cycle: period{0, 2}},
		{name: "even", numbers: rising(func(i uint64) uint64 { return 2 * i })},
		{name: "powers-of-2", numbers: rising(func(i uint64) uint64 { return 1 << (i - 1) }), cycle: period{0, 3}},
		{name: "half", by: atMostHalf{}, value: halfValue},
		{name: "divisors", by: properDivisors{}, value: twosIn, wild: true},
	} {
		all[s.name] = s
	}
	return all
}()

// rules returns the set's rules.
func (s namedSet) rules() *subtractionRules {
	return allSets.get("{"+s.name+"}", s.build)
}

func (s namedSet) build() *subtractionRules {
	set := s.by
	if s.numbers != nil {
		set = numberSet(s.numbers(maxNamedHeap))
	}
	r := newSubtraction("{"+s.name+"}", set, maxNamedHeap)
	if s.value != nil {
		r.table.next = func(g []uint16, _ *mex) uint16 { return uint16(s.value(uint64(len(g)))) }
	}
	r.game.numbers, r.game.caption, r.game.cycle = Wording{Code: "set-" + s.name}, "named-set", s.cycle
	if s.wild {
		r.game.tame, r.game.search, r.game.bound = false, &heapSearch{cuts: r.cuts}, Size{Total: maxDivisorsTotal}
	}
	return r
}

// rising returns the function that lists the values of f at 1, 2, 3 … up to a bound.
func rising(f func(i uint64) uint64) func(most uint64) []uint64 {
	return func(most uint64) (numbers []uint64) {
		for i := uint64(1); f(i) <= most; i++ {
			numbers = append(numbers, f(i))
		}
		return numbers
	}
}

// primesTo lists the primes up to most.
func primesTo(most uint64) (primes []uint64) {
	composite := make([]bool, most+1)
	for n := uint64(2); n <= most; n++ {
		if composite[n] {
			continue
		}
		primes = append(primes, n)
		for k := n * n; k <= most; k += n {
			composite[k] = true
		}
	}
	return primes
}

// fibonacciTo lists 1, 2, 3, 5, 8 … up to most.
func fibonacciTo(most uint64) (numbers []uint64) {
	for a, b := uint64(1), uint64(2); a <= most; a, b = b, a+b {
		numbers = append(numbers, a)
	}
	return numbers
}

// atMostHalf takes up to half of a pile.
type atMostHalf struct{}

func (atMostHalf) amounts(n uint64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for k := uint64(1); k <= n/2; k++ {
			if !yield(k) {
				return
			}
		}
	}
}

// halfValue is half of an even pile, and that of (n − 1)/2 for an odd pile of n (OEIS A025480). Proof: the piles of m to
// 2m count 0 to m, each once. So one of 2m + 1, which leaves m + 1 to 2m, counts what m does, and one of 2m + 2, which
// leaves m + 1 to 2m + 1, counts m + 1.
func halfValue(n uint64) uint64 {
	for n%2 == 1 {
		n /= 2
	}
	return n / 2
}

func (atMostHalf) has(n, k uint64) bool { return 1 <= k && k <= n/2 }

// properDivisors takes a divisor of the pile that is smaller than the pile.
type properDivisors struct{}

func (d properDivisors) amounts(n uint64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for k := uint64(1); k <= n/2; k++ {
			if d.has(n, k) && !yield(k) {
				return
			}
		}
	}
}

func (properDivisors) has(n, k uint64) bool { return 1 <= k && k < n && n%k == 0 }

// twosIn is how often 2 divides n. Taking a divisor that 2 divides less often leaves as many twos as it has; taking any
// other divisor leaves more twos than n has.
func twosIn(n uint64) uint64 {
	if n == 0 {
		return 0
	}
	return uint64(bits.TrailingZeros64(n))
}
