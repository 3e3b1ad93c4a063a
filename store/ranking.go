package store

import (
	"cmp"
	"slices"
)

// Ranking is a leaderboard in memory, for backends that don't keep an order themselves.
// It isn't safe for concurrent use. The zero Ranking is an empty board.
type Ranking struct {
	sorted []Line // the highest score first, then by member
	lines  map[string]Line
}

// Set puts a line on the board as Leaderboards.SetLine does, and reports whether
// anything changed.
func (r *Ranking) Set(l Line) bool {
	old, ok := r.lines[l.Member]
	if ok && (old.Version > l.Version || old == l) {
		return false
	}
	if ok {
		r.Remove(l.Member)
	}
	if r.lines == nil {
		r.lines = map[string]Line{}
	}
	r.lines[l.Member] = l
	r.sorted = slices.Insert(r.sorted, r.at(l), l)
	return true
}

// Fill replaces all lines of the board. The members must be distinct. For many lines it is
// faster than Set.
func (r *Ranking) Fill(lines []Line) {
	r.sorted = slices.Clone(lines)
	slices.SortFunc(r.sorted, compare)
	r.lines = make(map[string]Line, len(lines))
	for _, l := range lines {
		r.lines[l.Member] = l
	}
}

// Remove takes a member's line off the board, and reports whether there was one.
func (r *Ranking) Remove(member string) bool {
	l, ok := r.lines[member]
	if !ok {
		return false
	}
	at := r.at(l)
	r.sorted = slices.Delete(r.sorted, at, at+1)
	delete(r.lines, member)
	return true
}

// Rank returns a member's rank, counted from 0, or -1 if there is no line.
func (r *Ranking) Rank(member string) int {
	l, ok := r.lines[member]
	if !ok {
		return -1
	}
	return r.at(l)
}

// Lines returns a copy of at most n lines, beginning at a rank counted from 0.
func (r *Ranking) Lines(from, n int) []Line {
	from = min(max(from, 0), len(r.sorted))
	return slices.Clone(r.sorted[from:min(len(r.sorted), from+max(n, 0))])
}

// Len returns how many lines there are.
func (r *Ranking) Len() int { return len(r.sorted) }

// at returns the index of a line, or where it would be inserted.
func (r *Ranking) at(l Line) int {
	at, _ := slices.BinarySearchFunc(r.sorted, l, compare)
	return at
}

func compare(a, b Line) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Member, b.Member))
}
