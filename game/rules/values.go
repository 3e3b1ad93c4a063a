package rules

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
)

// maxTable is the largest heap of a game without a proved period. The table of its
// values is filled once, in time quadratic in this number (some 40 ms).
const maxTable = 10_000

// grundyTable holds the Grundy values of the heaps 0, 1, 2 … of one game. It grows
// on demand, and all positions of the game share it. Known values are read without a
// lock.
type grundyTable struct {
	// next is the value of heap len(g), given the values g of all smaller ones.
	next func(g []uint16, m *mex) uint16
	// run returns how many consecutive values, starting at heap from, must
	// repeat at distance p to prove the period p; nil if no theorem applies.
	run func(from, p int) int
	// limit is the largest heap that the table holds.
	limit int

	grow  sync.Mutex
	known atomic.Pointer[knownValues]
}

// knownValues is one immutable state of a grundyTable.
type knownValues struct {
	g      []uint16
	period period
}

// period says that heaps n and n+length have the same value from heap from on. The zero
// period means that none is known.
type period struct{ from, length uint64 }

// value returns the Grundy value of a heap of n, for which reaches(n) holds.
func (t *grundyTable) value(n uint64) uint64 {
	k := t.known.Load()
	if k == nil || !k.reaches(n) {
		k = t.growTo(n)
	}
	return k.value(n)
}

// reaches reports whether the value of a heap of n can be known: it is within
// the table, or a period was proved.
func (t *grundyTable) reaches(n uint64) bool { return n <= uint64(t.limit) || t.proved().length > 0 }

// proved returns the period that was proved, if there is one within the table.
func (t *grundyTable) proved() period {
	if t.run == nil {
		return period{}
	}
	return t.growTo(uint64(t.limit)).period
}

// growTo returns a state that reaches n or, if none does, the largest state.
func (t *grundyTable) growTo(n uint64) *knownValues {
	if k := t.known.Load(); k != nil && (k.reaches(n) || len(k.g) > t.limit) {
		return k
	}
	t.grow.Lock()
	defer t.grow.Unlock()
	k := t.known.Load()
	if k == nil {
		k = &knownValues{g: []uint16{0}}
	}
	for !k.reaches(n) && len(k.g) <= t.limit {
		k = t.extend(k, n)
		t.known.Store(k)
	}
	return k
}

// extend makes the table longer, to a heap of n or twice as long, and looks for a period.
func (t *grundyTable) extend(k *knownValues, n uint64) *knownValues {
	longer := min(max(uint64(len(k.g)*5/4), n+1), uint64(2*len(k.g)))
	size := min(max(int(longer), 256), t.limit+1)
	g := make([]uint16, len(k.g), size)
	copy(g, k.g)
	var m mex
	for len(g) < size {
		m.reset()
		g = append(g, t.next(g, &m))
	}
	k = &knownValues{g: g}
	if t.run != nil {
		k.period = provedPeriod(g, t.run)
	}
	return k
}

func (k *knownValues) reaches(n uint64) bool {
	return n < uint64(len(k.g)) || k.period.length > 0
}

func (k *knownValues) value(n uint64) uint64 {
	if n >= uint64(len(k.g)) {
		n = k.period.from + (n-k.period.from)%k.period.length
	}
	return uint64(k.g[n])
}

// tableShown is the longest table of values that a working shows whole. For larger
// heaps it shows the last valuesShown values up to each of them.
const (
	tableShown  = 40
	valuesShown = 5
)

// tableFacts returns the values that concern the heaps: all up to the largest heap, if
// they are not too many, otherwise the last ones up to each heap. If the largest heap
// lies in a repetition, the period p comes first.
func tableFacts(t *grundyTable, p period, h heaps) []Fact {
	largest := h.Size().Largest
	var facts []Fact
	if p.length > 0 && largest >= p.from+p.length {
		facts = append(facts, Fact{"period", Args{"period": p.length, "from": p.from}})
	}
	if largest == 0 {
		return facts
	}
	if largest <= tableShown {
		return append(facts, t.fact(1, largest))
	}
	for _, n := range slices.Compact(slices.Sorted(slices.Values(h))) {
		if n > 0 {
			facts = append(facts, t.fact(n-min(n-1, valuesShown-1), n))
		}
	}
	return facts
}

// fact returns the values of the heaps from first to last.
func (t *grundyTable) fact(first, last uint64) Fact {
	values := make(heaps, 0, last-first+1)
	for n := first; n <= last; n++ {
		values = append(values, t.value(n))
	}
	return Fact{"values", Args{"first": first, "last": last, "values": values.String(), "count": last - first + 1}}
}

// provedPeriod returns the smallest period p for which the values g repeat over as long a
// run as run demands, or the zero period if there is none.
func provedPeriod(g []uint16, run func(from, p int) int) period {
	for p := 1; 2*p < len(g); p++ {
		i := len(g) - 1
		for i >= p && g[i] == g[i-p] {
			i--
		}
		from := max(i-p+1, 1)
		if len(g)-p-from >= run(from, p) {
			return period{uint64(from), uint64(p)}
		}
	}
	return period{}
}

// mex is a set of small numbers, as bits. Its method least returns the minimum
// excludant: the least number that is not in the set. The zero mex is the empty set.
type mex struct {
	words []uint64
	of    *splitMarks // made when the first splits are added
}

func (m *mex) reset() { clear(m.words) }

// grow makes room for word i.
func (m *mex) grow(i int) {
	for i >= len(m.words) {
		m.words = append(m.words, make([]uint64, max(4, len(m.words)))...)
	}
}

func (m *mex) add(v uint16) {
	m.grow(int(v >> 6))
	m.words[v>>6] |= 1 << (v & 63)
}

// splitMarks are for the splits of one heap, by their values: writing marks takes a fifth of the time of
// setting bits (BenchmarkOctalTable).
type splitMarks struct {
	marks [1 << 16]byte
	read  int    // how many values all covers
	all   uint16 // has the bits of all values that were read
}

// addSplits adds what remains of a heap of left that is split into two, the smaller one of 1 to most, given the
// values g of all smaller heaps. Every call has the same g or a longer one.
func (m *mex) addSplits(g []uint16, left, most int) {
	if m.of == nil {
		m.of = new(splitMarks)
	}
	s := m.of
	for _, v := range g[s.read:] {
		s.all |= v
	}
	s.read = len(g)
	if most < 1 {
		return
	}
	small, large := g[1:most+1], g[left-most:left]
	for len(small) >= 4 && len(large) >= 4 {
		n := len(large) - 4
		s.marks[small[0]^large[n+3]] = 1
		s.marks[small[1]^large[n+2]] = 1
		s.marks[small[2]^large[n+1]] = 1
		s.marks[small[3]^large[n]] = 1
		small, large = small[4:], large[:n]
	}
	for i, v := range small {
		s.marks[v^large[len(large)-1-i]] = 1
	}
	used := s.marks[:max(64, 1<<bits.Len16(s.all))]
	for i := 0; i < len(used); i += 64 {
		word := uint64(0)
		for k := 0; k < 64; k += 8 { // the product's highest byte has the lowest bits of eight bytes
			word |= binary.LittleEndian.Uint64(used[i+k:]) * 0x0102040810204080 >> 56 << k
		}
		m.grow(i / 64)
		m.words[i/64] |= word
	}
	clear(used)
}

// addAll adds the numbers of o.
func (m *mex) addAll(o *mex) {
	if missing := len(o.words) - len(m.words); missing > 0 {
		m.words = append(m.words, make([]uint64, missing)...)
	}
	for i, w := range o.words {
		m.words[i] |= w
	}
}

func (m *mex) least() uint16 {
	for i, w := range m.words {
		if w != math.MaxUint64 {
			return uint16(64*i + bits.TrailingZeros64(^w))
		}
	}
	return uint16(64 * len(m.words))
}

// shared caches the rules of parametric games, by parameter. It holds at most maxShared
// of them. A new one evicts a random other one, so that a person who asks for many
// doesn't evict everything that others use. Positions in play keep their rules.
type shared[T any] struct {
	mu    sync.RWMutex
	byKey map[string]T
}

const maxShared = 64

// get returns the value of key; build makes it if the cache doesn't hold it.
func (s *shared[T]) get(key string, build func() T) T {
	s.mu.RLock()
	v, ok := s.byKey[key]
	s.mu.RUnlock()
	if ok {
		return v
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if v, ok := s.byKey[key]; ok {
		return v
	}
	if s.byKey == nil {
		s.byKey = make(map[string]T, maxShared)
	}
	if len(s.byKey) >= maxShared {
		for other := range s.byKey {
			delete(s.byKey, other)
			break
		}
	}
	v = build()
	s.byKey[key] = v
	return v
}
