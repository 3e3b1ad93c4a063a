package solve

import "nimbot/game"

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

// SearchBytes is the memory of all tables. It may be called from within a
// search only.
func SearchBytes() int {
	n := 0
	for _, t := range searches.tables {
		n += t.bytes()
	}
	return n
}

// LimitSearches gives searches so many bytes until the test ends.
func LimitSearches(t interface{ Cleanup(func()) }, bytes int) {
	searches.mu.Lock()
	defer searches.mu.Unlock()
	old := searches.memory
	searches.memory = bytes
	t.Cleanup(func() { searches.memory = old })
}

// Odds are the moves that a level may play, with their probabilities.
func Odds(a Analysis, l Level) map[game.Move]float64 {
	out := make(map[game.Move]float64)
	for _, c := range views[l].odds(a) {
		out[c.move] += c.share
	}
	return out
}
