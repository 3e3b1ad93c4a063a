package rules

import (
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"
	"strconv"
	"sync"
)

// heapSearch encodes positions of one heap game as search keys. Positions that
// are provably equal in misère play share a key, so that the search sees fewer
// of them (Conway, On Numbers and Games, ch. 12):
//
//   - a heap without moves is dropped;
//   - heaps with the same options are equal;
//   - a heap whose options are all nim-heaps equals the nim-heap of their mex m,
//     if m > 0 or one of them is a nim-heap of 1; so a heap whose only option is a
//     nim-heap of 1 is dropped too;
//   - two nim-heaps of 1 cancel.
type heapSearch struct {
	cuts func(n uint64) iter.Seq[cut]

	once sync.Once
	// kind[n] is the smallest heap that equals a heap of n; 0 if that is the empty heap.
	kind [maxKeyHeap + 1]uint8
	// options[n], for n = kind[n], lists the pairs of kinds that moves on a heap of n
	// leave.
	options [maxKeyHeap + 1][][2]uint8
	one     uint8 // the kind that equals a nim-heap of 1; 0 if there is none
}

// maxKeyHeap is the largest heap in a key. A multiset of heaps with at most
// this total always fits.
const maxKeyHeap = 8*len(Key{}) - 1

// notNim marks a kind that is not known to be a nim-heap.
const notNim = -1

// prepare finds the kinds and their options.
func (s *heapSearch) prepare() {
	nim := map[uint8]int{0: 0}        // kind → size of the nim-heap, or notNim
	byNim := map[int]uint8{0: 0}      // size of the nim-heap → kind
	byText := map[string]uint8{"": 0} // options → kind
	for n := uint8(1); int(n) <= maxKeyHeap; n++ {
		options := s.optionsOf(n)
		text := optionText(options)
		kind, known := byText[text]
		if !known {
			kind = n
			v := s.nimHeap(options, nim)
			if same, ok := byNim[v]; ok && v != notNim {
				kind = same
			} else {
				nim[n], s.options[n] = v, options
				if v != notNim {
					byNim[v] = n
				}
				if v == 1 {
					s.one = n
				}
			}
			byText[text] = kind
		}
		s.kind[n] = kind
	}
}

// optionsOf lists the pairs of kinds that the moves on a heap of n leave, without
// repeats.
func (s *heapSearch) optionsOf(n uint8) [][2]uint8 {
	var options [][2]uint8
	for c := range s.cuts(uint64(n)) {
		small, large := c.parts(uint64(n))
		a, b := s.kind[small], s.kind[large]
		if a == b && a == s.one {
			a, b = 0, 0
		}
		options = append(options, [2]uint8{min(a, b), max(a, b)})
	}
	slices.SortFunc(options, func(x, y [2]uint8) int { return slices.Compare(x[:], y[:]) })
	return slices.Compact(options)
}

func optionText(options [][2]uint8) string {
	var b []byte
	for _, o := range options {
		b = strconv.AppendUint(b, uint64(o[0])<<8|uint64(o[1]), 10)
		b = append(b, ' ')
	}
	return string(b)
}

// nimHeap returns the size of the nim-heap that a heap with these options equals in
// misère play, or notNim.
func (s *heapSearch) nimHeap(options [][2]uint8, nim map[uint8]int) int {
	has := map[int]bool{}
	for _, o := range options {
		v := nim[o[1]]
		switch {
		case o[0] == 0:
		case nim[o[0]] == 1 && v != notNim:
			v ^= 1
		case v == 1 && nim[o[0]] != notNim:
			v ^= nim[o[0]]
		default:
			return notNim
		}
		if v == notNim {
			return notNim
		}
		has[v] = true
	}
	m := 0
	for has[m] {
		m++
	}
	if m == 0 && !has[1] && len(options) > 0 {
		return notNim
	}
	return m
}

// key returns the key of a position; ok is false when it may not fit.
func (s *heapSearch) key(h heaps) (k Key, ok bool) {
	s.once.Do(s.prepare)
	var kinds []uint8
	total := 0
	for _, n := range h {
		if n > uint64(maxKeyHeap) {
			return Key{}, false
		}
		kinds = s.addKind(kinds, s.kind[n])
		total += int(s.kind[n])
	}
	if total > maxKeyHeap {
		return Key{}, false
	}
	slices.Sort(kinds)
	return packHeaps(kinds), true
}

// addKind adds a heap to the kinds of a position; two nim-heaps of 1 cancel.
func (s *heapSearch) addKind(kinds []uint8, kind uint8) []uint8 {
	if kind == 0 {
		return kinds
	}
	if kind == s.one {
		if i := slices.Index(kinds, kind); i >= 0 {
			return slices.Delete(kinds, i, i+1)
		}
	}
	return append(kinds, kind)
}

// next yields the keys of the successors of k.
func (s *heapSearch) next(k Key) iter.Seq[Key] {
	s.once.Do(s.prepare)
	return func(yield func(Key) bool) {
		var room, nextRoom [maxKeyHeap + 1]uint8
		kinds := unpackHeaps(k, room[:0])
		for i, n := range kinds {
			if i > 0 && kinds[i-1] == n {
				continue
			}
			for _, o := range s.options[n] {
				next := append(nextRoom[:0], kinds[:i]...)
				next = append(next, kinds[i+1:]...)
				next = s.insert(s.insert(next, o[0]), o[1])
				if !yield(packHeaps(next)) {
					return
				}
			}
		}
	}
}

// insert is addKind for kinds in rising order, which it keeps.
func (s *heapSearch) insert(kinds []uint8, kind uint8) []uint8 {
	if kind == 0 {
		return kinds
	}
	i := len(kinds)
	for i > 0 && kinds[i-1] > kind {
		i--
	}
	if kind == s.one && i > 0 && kinds[i-1] == kind {
		return slices.Delete(kinds, i-1, i)
	}
	return slices.Insert(kinds, i, kind)
}

// packHeaps writes heaps, in rising order, as the rim of their Young diagram:
// a 0-bit for each step up in size, a 1-bit for each heap. It takes as many
// bits as the largest heap and the number of heaps together, so at most one
// more than their total.
func packHeaps(sorted []uint8) Key {
	var lo, hi uint64
	at, size := uint8(0), uint8(0)
	for _, n := range sorted {
		at += n - size
		size = n
		if at < 64 {
			lo |= 1 << at
		} else {
			hi |= 1 << (at - 64)
		}
		at++
	}
	var k Key
	binary.LittleEndian.PutUint64(k[:8], lo)
	binary.LittleEndian.PutUint64(k[8:], hi)
	return k
}

// unpackHeaps appends the heaps of k to dst.
func unpackHeaps(k Key, dst []uint8) []uint8 {
	for half := range 2 {
		word := binary.LittleEndian.Uint64(k[8*half:])
		for ; word != 0; word &= word - 1 {
			at := uint8(64*half + bits.TrailingZeros64(word))
			dst = append(dst, at-uint8(len(dst)))
		}
	}
	return dst
}
