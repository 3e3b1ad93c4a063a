package rules

import "strconv"

// moveWalk enumerates the ways to lower up to k piles, bit by bit from the top.
type moveWalk struct {
	from  heaps
	to    heaps  // the piles that the move leaves; bits not yet decided are as in from
	lower []bool // whether a pile is already lower than in from: then its further bits are free
	count int    // how many piles are lower
	k     int
	yield func(Move) bool
	// residue, if it is not nil, returns the sum mod k+1 that the column of a bit
	// must have.
	residue func(bit int) int
	buffer  []byte
}

func newMoveWalk(p moorePosition, yield func(Move) bool) *moveWalk {
	return &moveWalk{from: p.heaps, to: p.with(0, p.heaps[0]), lower: make([]bool, len(p.heaps)), k: p.k, yield: yield}
}

// column decides the bits of one column and of all below it; it returns false
// when the caller has enough.
func (l *moveWalk) column(bit int) bool {
	if bit < 0 {
		return l.count == 0 || l.yield(l.write())
	}
	rest := pending{residue: anyResidue}
	if l.residue != nil {
		rest.residue = l.residue(bit)
	}
	for i, n := range l.from {
		rest = rest.with(l.lower[i], n>>bit&1)
	}
	return l.cell(bit, 0, 0, rest)
}

// pending counts the piles of a column that are still to be decided: those whose one
// stays unless the pile is lowered (fixed), and those whose bit is free. The column
// must have the sum residue mod k+1, or any sum if residue is anyResidue.
type pending struct{ fixed, free, residue int }

const anyResidue = -1

func (p pending) with(lower bool, bit uint64) pending {
	if lower {
		p.free++
	} else {
		p.fixed += int(bit)
	}
	return p
}

// cell decides the bit of pile i and of all piles after it; ones is the sum of the
// column so far, and rest counts the piles from i on. It returns false when the
// caller has enough.
func (l *moveWalk) cell(bit, i, ones int, rest pending) bool {
	one := uint64(1) << bit
	for i < len(l.from) && !l.lower[i] && l.from[i]&one == 0 {
		i++
	}
	if rest.residue != anyResidue && !l.canReach(ones, rest) {
		return true
	}
	if i == len(l.from) {
		return l.column(bit - 1)
	}
	if l.lower[i] {
		rest.free--
		l.to[i] |= one
		if !l.cell(bit, i+1, ones+1, rest) {
			return false
		}
		l.to[i] &^= one
		return l.cell(bit, i+1, ones, rest)
	}
	rest.fixed--
	if !l.cell(bit, i+1, ones+1, rest) {
		return false
	}
	if l.count == l.k {
		return true
	}
	l.to[i] &^= one
	l.lower[i] = true
	l.count++
	more := l.cell(bit, i+1, ones, rest)
	l.to[i] = l.from[i]
	l.lower[i] = false
	l.count--
	return more
}

// canReach reports whether the rest of a column, which has this many ones so far, can
// bring it to its residue. By Moore's theorem (1910), the columns below can then be
// brought to their residues, too.
func (l *moveWalk) canReach(ones int, rest pending) bool {
	least := ones + rest.fixed - min(rest.fixed, l.k-l.count)
	most := ones + rest.fixed + rest.free
	return most-(most+l.k+1-rest.residue)%(l.k+1) >= least
}

// write returns the move in notation.
func (l *moveWalk) write() Move {
	b := l.buffer[:0]
	for i, n := range l.from {
		if l.lower[i] {
			b = append(b, Label(i)...)
			b = strconv.AppendUint(b, n-l.to[i], 10)
		}
	}
	l.buffer = b
	return Move(b)
}
