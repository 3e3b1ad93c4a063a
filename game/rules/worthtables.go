package rules

import (
	"math/bits"
	"slices"
	"sync"
)

// The tables that say what positions of some games are worth as parts of a sum, to the bounds of these parts. A table
// is filled when it is first needed, in some 10 ms (BenchmarkLargestSum).

// maxWythoff is the largest pile of Wythoff's game in a sum.
const maxWythoff = 1000

// wythoffValues holds the Grundy values of the pairs small ≤ large, at large·(large+1)/2 + small. A value is at most the
// longest game, which takes the stones one by one.
var wythoffValues = sync.OnceValue(func() []uint16 {
	type set [(2*maxWythoff)/64 + 1]uint64
	values := make([]uint16, 0, (maxWythoff+1)*(maxWythoff+2)/2)
	// A move from a pair leaves its other number, or its difference: pairs with the same one have different values.
	var number, difference [maxWythoff + 1]set
	var from [maxWythoff + 1]int // the first word of number in which a value is missing
	for large := range number {
		for small := range large + 1 {
			a, b, c := &number[small], &number[large], &difference[large-small]
			w := max(from[small], from[large])
			for a[w]|b[w]|c[w] == ^uint64(0) {
				w++
			}
			bit := bits.TrailingZeros64(^(a[w] | b[w] | c[w]))
			for _, s := range []*set{a, b, c} {
				s[w] |= 1 << bit
			}
			for _, n := range [...]int{small, large} {
				for number[n][from[n]] == ^uint64(0) {
					from[n]++
				}
			}
			values = append(values, uint16(64*w+bit))
		}
	}
	return values
})

// Worth is from a table. All pairs but the four from which the lost ones of misère play differ are firm: their values
// under both endings are the same (TestWorthTables).
func (p wythoffPosition) Worth() Value {
	small, large := p.ordered()
	fickle := large == 1 && small == 0 || large == 0 || large == 2 && small > 0
	return Value{Grundy: uint64(wythoffValues()[large*(large+1)/2+small]), Firm: !fickle}
}

// maxFibonacci is the largest pile of Fibonacci Nim in a sum.
const maxFibonacci = 2000

// fibonacciSteps are the limits at which the value of a pile rises: to 1, to 2 … A higher limit only adds moves. Without a
// move the value is 0, or 1 in misère play.
type fibonacciSteps struct {
	count  int
	limits [32]uint16 // from index 1 on; a pile has at most 25, and the others are never reached
}

// value is the value under a limit; e is the value without a move.
func (s *fibonacciSteps) value(limit, e int) int {
	if limit == 0 {
		return e
	}
	v := s.count
	for v > 0 && int(s.limits[v]) > limit {
		v--
	}
	return v
}

// fibonacciPiles holds the steps under each ending and of each pile.
var fibonacciPiles = sync.OnceValue(func() *[2][maxFibonacci + 1]fibonacciSteps {
	var all [2][maxFibonacci + 1]fibonacciSteps
	for e := range all {
		fillFibonacci(&all[e], e)
	}
	return &all
})

// fillFibonacci computes the steps of all piles; e is the value without a move.
func fillFibonacci(steps *[maxFibonacci + 1]fibonacciSteps, e int) {
	var last [len(steps[0].limits)][]uint16 // the piles, rising, by their values without a limit
	var reached [maxFibonacci + 1]int       // the value of each pile under the limit after the latest move to it, which rises
	for pile := range steps {
		var first [len(last)]uint16 // by value, the least amount that leaves it; 0: none does
		limited := (pile+2)/3 - 1   // if more are taken, twice as many are all that is left
		for k := limited; k > 0; k-- {
			left := pile - k
			for int(steps[left].limits[reached[left]+1]) <= 2*k {
				reached[left]++
			}
			first[reached[left]] = uint16(k)
		}
		for v, piles := range last {
			if i, _ := slices.BinarySearch(piles, uint16(pile-limited)); first[v] == 0 && i > 0 {
				first[v] = uint16(pile) - piles[i-1]
			}
		}
		s, limit := &steps[pile], uint16(0)
		for first[s.count] > 0 {
			limit = max(limit, first[s.count])
			s.count++
			s.limits[s.count] = limit
		}
		for i := s.count + 1; i < len(s.limits); i++ {
			s.limits[i] = maxFibonacci + 1
		}
		v := s.value(pile, e)
		last[v] = append(last[v], uint16(pile))
	}
}

// Worth is from a table, which shows that no position to its bound is wild (TestWorthTables).
func (p fibonacciPosition) Worth() Value {
	all := fibonacciPiles()
	normal := all[Normal][p.pile].value(int(p.limit), 0)
	return Value{Grundy: uint64(normal), Firm: normal == all[Misere][p.pile].value(int(p.limit), 1)}
}

// maxMoorePart is the largest of the four piles of Moore's Nim in a sum.
const maxMoorePart = 12

// mooreSteps are by how much one stone of each of four piles changes the index of their values.
var mooreSteps = func() (steps [4]int) {
	for i, step := len(steps)-1, 1; i >= 0; i, step = i-1, step*(maxMoorePart+1) {
		steps[i] = step
	}
	return steps
}()

// mooreIndex is the index of the values of four piles.
func mooreIndex(piles [4]int) (at int) {
	for i, n := range piles {
		at += n * mooreSteps[i]
	}
	return at
}

// mooreFours holds the values of four piles, from two of which a move may take, by mooreIndex.
var mooreFours = sync.OnceValue(func() []uint16 {
	const most = maxMoorePart
	values := make([]uint16, (most+1)*mooreSteps[0])
	var left mex
	for at := range values {
		var piles [4]int
		for i, step := range mooreSteps {
			piles[i] = at / step % (most + 1)
		}
		rising := piles
		slices.Sort(rising[:])
		if rising != piles {
			values[at] = values[mooreIndex(rising)]
			continue
		}
		left.reset()
		for i, step := range mooreSteps {
			for one := at - piles[i]*step; one < at; one += step {
				left.add(values[one])
				for j := i + 1; j < len(piles); j++ {
					for k := 1; k <= piles[j]; k++ {
						left.add(values[one-k*mooreSteps[j]])
					}
				}
			}
		}
		values[at] = left.least()
	}
	return values
})

// Worth of at most k piles is their sum, and of k + 1 piles a closed form (Jenkyns and Mayberry 1980); k = 1 is Nim.
//
// All positions are firm, except a count of ones that is 0 or 1 modulo k + 1. Proof: the values of ones, by their count
// modulo k + 1, are 0, 1, 2 … in normal and 1, 0, 2 … in misère play. Any other position has a pile above one. If it
// has at most k of these, moves leave only ones, of k + 1 consecutive counts or of 0 and 1, so that both 0 and 1 can be
// reached in them under either ending; if it has more, no move leaves only ones. So its value is the same.
func (p moorePosition) Worth() Value {
	ones := p.heaps.Size().Largest <= 1
	g := p.grundy()
	return Value{Grundy: g, Firm: !ones || g > 1}
}

func (p moorePosition) grundy() (g uint64) {
	piles := slices.DeleteFunc(slices.Clone(p.heaps), func(n uint64) bool { return n == 0 })
	var total uint64
	for _, n := range piles {
		total += n
		g ^= n
	}
	switch {
	case len(piles) <= p.k:
		return total
	case p.k == 1:
		return g
	case len(piles) == p.k+1:
		least := slices.Min(piles)
		above := total - uint64(len(piles))*least
		z := 1 + above*(above+1)/2
		if least < z {
			return total
		}
		return z - 1 + (least-z)%(above+1)
	}
	return uint64(mooreFours()[mooreIndex([4]int{int(piles[0]), int(piles[1]), int(piles[2]), int(piles[3])})])
}

// maxChompPart is the most rows and columns of Chomp in a sum.
const maxChompPart = 9

// bar is a bar of Chomp as the path of its lower right edge from the lower left corner of a large square, the highest bit
// first: 1 goes right, 0 goes up. A bite takes a part that begins with a 1 and ends with a 0, and puts its zeros first, so it
// leaves a smaller number.
type bar uint32

func barOf(rows []uint64) (b bar) {
	column := uint64(0)
	for i := maxChompPart - 1; i >= 0; i-- {
		for ; i < len(rows) && column < rows[i]; column++ {
			b = b<<1 | 1
		}
		b <<= 1
	}
	return b<<(maxChompPart-column) | 1<<(maxChompPart-column) - 1
}

// mirrored exchanges rows and columns, which changes no value.
func (b bar) mirrored() bar { return bar(bits.Reverse32(^uint32(b)) >> (32 - 2*maxChompPart)) }

// barGenus is the genus of a bar, packed: its values take seven bits each, because a bar has at most 80 bites.
type barGenus uint16

func (g barGenus) genus() genus {
	return genus{normal: uint16(g & 127), misere: uint16(g >> 7 & 127), wild: g>>14 != 0}
}

// genus returns what a bar is worth, given all smaller ones. The poison is the square of its first 1 and its last 0.
func (b bar) genus(known []barGenus) barGenus {
	var normal, misere [2]uint64 // the values of the bars that the bites leave
	wild := barGenus(0)
	first, last := bits.Len32(uint32(b))-1, bits.TrailingZeros32(^uint32(b))
	for high := first; high > last; high-- {
		if b>>high&1 == 0 {
			continue
		}
		ones := 0
		for low := high; low >= last; low-- {
			if b>>low&1 == 1 {
				ones++
			} else if high != first || low != last {
				whole := bar(1)<<(high+1) - bar(1)<<low
				g := known[b&^whole|(1<<ones-1)<<low]
				normal[g>>6&1] |= 1 << (g & 63)
				misere[g>>13&1] |= 1 << (g >> 7 & 63)
				wild |= g & (1 << 14)
			}
		}
	}
	n, m := leastBit(normal), leastBit(misere)
	if normal == [2]uint64{} {
		m = 1
	}
	if n != m && n+m != 1 {
		wild = 1 << 14
	}
	return n | m<<7 | wild
}

// leastBit returns the least number that isn't in a set of numbers to 127.
func leastBit(set [2]uint64) barGenus {
	if set[0] != ^uint64(0) {
		return barGenus(bits.TrailingZeros64(^set[0]))
	}
	return barGenus(64 + bits.TrailingZeros64(^set[1]))
}

// barGenera holds the genera of bars.
var barGenera = sync.OnceValue(func() []barGenus {
	known := make([]barGenus, 1<<(2*maxChompPart))
	for b := barOf([]uint64{1}); b < 1<<(2*maxChompPart); {
		if mirrored := b.mirrored(); mirrored < b {
			known[b] = known[mirrored]
		} else {
			known[b] = b.genus(known)
		}
		// The next larger number with as many ones.
		lowest := b & -b
		carried := b + lowest
		b = carried | (b^carried)/lowest>>2
	}
	return known
})

func (p chompPosition) genus() genus { return barGenera()[barOf(p.rows)].genus() }
