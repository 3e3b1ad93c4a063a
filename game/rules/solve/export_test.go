package solve

import "nimbot/game/rules"

// ForgetSearches drops everything that searches remember.
func ForgetSearches() {
	searches.mu.Lock()
	defer searches.mu.Unlock()
	clear(searches.tables)
}

// PositionsSearched counts the positions that searches remember.
func PositionsSearched() int {
	searches.mu.Lock()
	defer searches.mu.Unlock()
	n := 0
	for _, t := range searches.tables {
		n += t.used
	}
	return n
}

// SearchBytes returns the memory of all tables. It doesn't lock them, so that it can be
// called from within a search; no other search may run meanwhile.
func SearchBytes() int {
	n := 0
	for _, t := range searches.tables {
		n += t.bytes()
	}
	return n
}

// LimitSearches bounds the memory of searches until the test ends.
func LimitSearches(t interface{ Cleanup(func()) }, bytes int) {
	searches.mu.Lock()
	defer searches.mu.Unlock()
	old := searches.memory
	searches.memory = bytes
	t.Cleanup(func() { searches.memory = old })
}

// Odds returns the moves that a level may play, with their probabilities.
func Odds(a Analysis, l Level) map[rules.Move]float64 { return shares(strengths[l].odds(a)) }

// HalfKnowingOdds returns the odds of a player who plays a winning move half of the
// time, and any move otherwise.
func HalfKnowingOdds(a Analysis) map[rules.Move]float64 { return shares(halfKnowingOdds(a)) }

func shares(odds []weightedMove) map[rules.Move]float64 {
	out := make(map[rules.Move]float64)
	for _, c := range odds {
		out[c.move] += c.share
	}
	return out
}

// FindsLastSlot reports whether k finds its place in a table whose other slots
// are taken by positions that all hash to the slot of k.
func FindsLastSlot(k rules.Key) bool {
	t := &table{keys: make([]rules.Key, 8), states: make([]state, 8)}
	for b := byte(0); t.used < 7; b++ {
		if other := (rules.Key{15: b}); other != k && (hash(other)-hash(k))%8 == 0 {
			t.put(other, lost)
		}
	}
	t.put(k, won)
	return t.get(k) == won && t.used == 8
}

// SlipperyKept returns how many starts LevelsMatter remembers.
func SlipperyKept() int {
	slipped.mu.Lock()
	defer slipped.mu.Unlock()
	return len(slipped.known)
}

// FindSlippery is LevelsMatter without its cache.
var FindSlippery = slippery

// Replies counts the winning moves, and reports whether one of them wins at once.
func Replies(a Analysis) (wins int, immediate bool) { return a.replies() }
