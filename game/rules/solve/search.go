package solve

import (
	"encoding/binary"
	"errors"
	"iter"
	"math/bits"
	"sync"

	"nimbot/game/rules"
)

// searchMemory is the largest number of bytes that all exhaustive searches together keep
// and use. A search that would need more is refused.
const searchMemory = 64 << 20

// A position costs a key and a state, and a table is at most ¾ full.
const (
	slotBytes  = len(rules.Key{}) + 1
	firstSlots = 1 << 10
)

// errFull says that a search ran out of memory.
var errFull = errors.New("the search needs more memory than it may use")

// pauseEvery is the number of new positions (about a millisecond) after which a
// search releases the lock, so that lookups of known positions don't wait.
const pauseEvery = 1 << 9

// searches remembers the outcome of every searched position, in a table for each game and
// ending. One search runs at a time, which keeps the memory within its bound and a
// processor free. Lookups of known positions don't wait for a search.
var searches = library{tables: make(map[tableKey]*table), memory: searchMemory}

type tableKey struct {
	game   string
	ending rules.Ending
}

type library struct {
	searchMu sync.Mutex // serializes searches; locked before mu

	mu     sync.Mutex
	tables map[tableKey]*table
	memory int // in bytes, for all tables together
}

// search decides p by looking at all positions that can follow. Errors are
// rules.ErrTooLarge.
func search(p rules.Position, e rules.Ending) (rules.Outcome, error) {
	s, ok := p.(rules.Searched)
	if !ok {
		return rules.P, rules.TooLarge("", rules.Size{})
	}
	k, ok := s.Key()
	if !ok || !p.Size().Within(s.SearchBound()) {
		return rules.P, rules.TooLarge(s.Game(), s.SearchBound())
	}
	win, err := searches.wins(s, k, e)
	if err != nil {
		return rules.P, rules.TooLarge(s.Game(), s.SearchBound())
	}
	return rules.OutcomeIf(win), nil
}

// wins reports whether the player to move wins the position k. If memory runs
// out and older results take much of it, wins drops them and starts again.
func (l *library) wins(s rules.Searched, k rules.Key, e rules.Ending) (bool, error) {
	id := tableKey{s.Game(), e}
	if st := l.lookup(id, k); st != unknown {
		return st == won, nil
	}
	l.searchMu.Lock()
	defer l.searchMu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	for {
		t := l.tables[id]
		if t == nil {
			t = newTable()
			l.tables[id] = t
		}
		cold := t.used == 0
		if st := l.searcher(s, id, t).known(k); st != unknown {
			return st == won, nil
		}
		delete(l.tables, id)
		if cold {
			return false, errFull
		}
	}
}

// lookup returns the stored state of k, or unknown.
func (l *library) lookup(id tableKey, k rules.Key) state {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t := l.tables[id]; t != nil {
		return t.get(k)
	}
	return unknown
}

// pause releases mu for a moment. The tables stay as they are: only the holder
// of searchMu changes them.
func (l *library) pause() {
	l.mu.Unlock()
	l.mu.Lock()
}

func (l *library) searcher(s rules.Searched, id tableKey, t *table) *searcher {
	x := &searcher{next: s.Next, stuck: lost, table: t, room: func(bytes int) bool { return l.makeRoom(id, bytes) }, pause: l.pause}
	if id.ending == rules.Misere {
		x.stuck = won
	}
	return x
}

// makeRoom reports whether this many more bytes fit into the memory. If they don't, it
// first drops all tables except that of id.
func (l *library) makeRoom(id tableKey, bytes int) bool {
	used := bytes
	for _, t := range l.tables {
		used += t.bytes()
	}
	if used <= l.memory {
		return true
	}
	mine := l.tables[id]
	clear(l.tables)
	l.tables[id] = mine
	return bytes+mine.bytes() <= l.memory
}

// searcher is one search. Its recursion is as deep as the longest play from the position,
// which the bound on the size of searched positions limits.
type searcher struct {
	next  func(rules.Key) iter.Seq[rules.Key]
	stuck state // of a position without moves
	table *table
	room  func(bytes int) bool
	pause func()
}

// known returns the state of k, and searches k if it is not remembered. It returns unknown
// if memory ran out.
func (x *searcher) known(k rules.Key) state {
	if st := x.table.get(k); st != unknown {
		return st
	}
	return x.decide(k)
}

// decide searches k. A first pass over the successors looks only for one that is
// remembered as lost.
func (x *searcher) decide(k rules.Key) state {
	result := x.stuck
	for n := range x.next(k) {
		if x.table.get(n) == lost {
			return x.note(k, won)
		}
	}
	for n := range x.next(k) {
		switch x.known(n) {
		case unknown:
			return unknown
		case lost:
			return x.note(k, won)
		}
		result = lost
	}
	return x.note(k, result)
}

// note remembers the state of k and returns it. It returns unknown if memory ran out.
func (x *searcher) note(k rules.Key, st state) state {
	if 4*(x.table.used+1) > 3*len(x.table.states) {
		if !x.room(2 * x.table.bytes()) {
			return unknown
		}
		x.table.double()
	}
	x.table.put(k, st)
	if x.table.used%pauseEvery == 0 {
		x.pause()
	}
	return st
}

// state is what a table knows about a position.
type state byte

const (
	unknown state = iota
	won           // by the player to move
	lost
)

// table maps keys to states, by open addressing.
type table struct {
	keys   []rules.Key
	states []state
	used   int
}

func newTable() *table {
	return &table{keys: make([]rules.Key, firstSlots), states: make([]state, firstSlots)}
}

func (t *table) bytes() int { return slotBytes * len(t.states) }

// slot returns the index of k, or of the free place for it.
func (t *table) slot(k rules.Key) int {
	mask := len(t.states) - 1
	i := int(hash(k)) & mask
	for t.states[i] != unknown && t.keys[i] != k {
		i = (i + 1) & mask
	}
	return i
}

func (t *table) get(k rules.Key) state { return t.states[t.slot(k)] }

func (t *table) put(k rules.Key, st state) {
	i := t.slot(k)
	if t.states[i] == unknown {
		t.used++
	}
	t.keys[i], t.states[i] = k, st
}

// double doubles the number of slots.
func (t *table) double() {
	old := *t
	*t = table{keys: make([]rules.Key, 2*len(old.keys)), states: make([]state, 2*len(old.states))}
	for i, st := range old.states {
		if st != unknown {
			t.put(old.keys[i], st)
		}
	}
}

// hash mixes the two halves of a key by multiplications whose two result words are
// folded together.
func hash(k rules.Key) uint64 {
	a := binary.LittleEndian.Uint64(k[:8]) ^ 0x9e3779b97f4a7c15
	b := binary.LittleEndian.Uint64(k[8:]) ^ 0xd1b54a32d192ed03
	hi, lo := bits.Mul64(a, b|1)
	hi ^= lo
	hi, lo = bits.Mul64(hi^a, 0x9e3779b97f4a7c15)
	return hi ^ lo
}

// winningBySearch yields the moves that leave a lost position. The search of p fitted into
// memory, so the search of a successor fits as well and can't fail here.
func winningBySearch(p rules.Position, e rules.Ending) iter.Seq[rules.Move] {
	return func(yield func(rules.Move) bool) {
		for m := range p.Moves() {
			q, err := p.Play(m)
			if err != nil {
				continue
			}
			if o, err := search(q, e); err == nil && o == rules.P && !yield(m) {
				return
			}
		}
	}
}
