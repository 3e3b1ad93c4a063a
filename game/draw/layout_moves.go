package draw

import (
	"slices"

	"nimbot/game/rules"
)

// players is a set of players.
type players uint8

const (
	byFirst players = 1 << iota
	bySecond
)

// by returns the set with the player of m.
func by(m rules.Mark) players {
	if m.By == 1 {
		return bySecond
	}
	return byFirst
}

// lastMoves are the marks of the last moves, with the queries of the layouts.
type lastMoves []rules.Mark

// playersAt returns the players whose marked moves touched row i.
func (ms lastMoves) playersAt(i int) players {
	var who players
	for _, m := range ms {
		if len(m.Edges) == 0 && (m.Row == i || m.Deed == rules.Split && m.Row+1 == i) {
			who |= by(m)
		}
	}
	return who
}

// playersOf returns the player who did one of the deeds to stone or square n of row i, the
// latest one if there are two.
func (ms lastMoves) playersOf(i int, n uint64, deeds ...rules.Deed) players {
	var who players
	for _, m := range ms {
		if m.Row == i && m.From <= n && n <= m.To && slices.Contains(deeds, m.Deed) {
			who = by(m)
		}
	}
	return who
}

// sizeBefore returns how many stones row i had before the marked moves took some. n is the
// present number, and the smallest result.
func (ms lastMoves) sizeBefore(i int, n uint64) uint64 {
	for _, m := range ms {
		if m.Row == i && m.Deed == rules.Took {
			n = max(n, m.To)
		}
	}
	return n
}

// arrivedBy returns the players whose marked moves brought or turned the piece on square n
// of row i.
func (ms lastMoves) arrivedBy(i int, n uint64) players {
	var who players
	for _, m := range ms {
		if m.Row == i && (m.Deed == rules.Slid && m.To == n || m.Deed == rules.Turned && m.From <= n && n <= m.To) {
			who |= by(m)
		}
	}
	return who
}

// leftBy returns the player whose marked move slid a piece away from square n of row i.
func (ms lastMoves) leftBy(i int, n uint64) players {
	var who players
	for _, m := range ms {
		if m.Row == i && m.Deed == rules.Slid && m.From == n {
			who = by(m)
		}
	}
	return who
}

// pointers returns the pointers beside row i, one for each player who touched
// it.
func (p *planner) pointers(i, x, y, h int) []item {
	var marks []item
	who := p.last.playersAt(i)
	if who == byFirst|bySecond { // one above the other
		h /= 2
	}
	for _, player := range [...]players{byFirst, bySecond} {
		if who&player != 0 {
			size := min(14, h)
			marks = append(marks, item{kind: kindPointer, by: player, x: x, y: y + (h-size)/2, w: size * 5 / 6, h: size})
			y += h
		}
	}
	return marks
}
