package sentence

import (
	"hash/fnv"
	"maps"
	"slices"
)

// hashTable maps texts to values by the texts' hashes: thousands of phrases take a tenth of the memory that
// their texts would take.
type hashTable[V comparable] struct {
	Hashes wordSet
	Kinds  []uint16 // which of Values each hash has
	Values []V      // each once
}

// newHashTable returns a table of the values of texts, at most 65 536 different ones.
func newHashTable[V comparable](values map[string]V) (t hashTable[V]) {
	byHash, kinds := map[uint64]V{}, map[V]uint16{}
	for text, v := range values {
		byHash[hashOf(text)] = v
	}
	t.Hashes = slices.Sorted(maps.Keys(byHash))
	for _, h := range t.Hashes {
		v := byHash[h]
		if _, known := kinds[v]; !known {
			kinds[v] = uint16(len(t.Values))
			t.Values = append(t.Values, v)
		}
		t.Kinds = append(t.Kinds, kinds[v])
	}
	return t
}

// of returns the value of a text, the zero value if it has none.
func (t hashTable[V]) of(text string) (v V) {
	if i, found := slices.BinarySearch(t.Hashes, hashOf(text)); found {
		v = t.Values[t.Kinds[i]]
	}
	return v
}

// isWhole reports whether every hash has a value.
func (t hashTable[V]) isWhole() bool {
	return len(t.Hashes) == len(t.Kinds) && !slices.ContainsFunc(t.Kinds, func(n uint16) bool { return int(n) >= len(t.Values) })
}

// wordSet is a set of words or phrases: their hashes, sorted. That two share a hash of 64 bits isn't expected.
type wordSet []uint64

func (s wordSet) has(word string) bool {
	_, found := slices.BinarySearch(s, hashOf(word))
	return found
}

// newWordSet returns a set of the words of which m says true.
func newWordSet(m map[string]bool) (s wordSet) {
	for word, in := range m {
		if in {
			s = append(s, hashOf(word))
		}
	}
	slices.Sort(s)
	return slices.Clip(slices.Compact(s))
}

// hashOf returns a hash that is the same in every process.
func hashOf(text string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text)) // never fails
	return h.Sum64()
}
