package board

import (
	"slices"

	"nimbot/game"
)

// players are whose moves a mark is about.
type players uint8

const (
	byFirst players = 1 << iota
	bySecond
)

// by is the player of a move.
func by(m game.Mark) players {
	if m.By == 1 {
		return bySecond
	}
	return byFirst
}

// lastMoves are what the last moves did, as the layouts ask for it.
type lastMoves []game.Mark

// changed are the players whose marked moves touched row i.
func (ms lastMoves) changed(i int) players {
	var who players
	for _, m := range ms {
		if len(m.Edges) == 0 && (m.Row == i || m.Deed == game.Split && m.Row+1 == i) {
			who |= by(m)
		}
	}
	return who
}

// who is who did something to thing n of row i, by the latest of the marks.
func (ms lastMoves) who(i int, n uint64, deeds ...game.Deed) players {
	var who players
	for _, m := range ms {
		if m.Row == i && m.From <= n && n <= m.To && slices.Contains(deeds, m.Deed) {
			who = by(m)
		}
	}
	return who
}

// once is the number of things that row i had before the marked moves, and
// that were taken from it since; at least n, which it has now.
func (ms lastMoves) once(i int, n uint64) uint64 {
	for _, m := range ms {
		if m.Row == i && m.Deed == game.Took {
			n = max(n, m.To)
		}
	}
	return n
}

// came are the players whose marked moves brought or turned what stands on
// square n of row i.
func (ms lastMoves) came(i int, n uint64) players {
	var who players
	for _, m := range ms {
		if m.Row == i && (m.Deed == game.Slid && m.To == n || m.Deed == game.Turned && m.From <= n && n <= m.To) {
			who |= by(m)
		}
	}
	return who
}

// vacated is the player whose marked move slid away from square n of row i.
func (ms lastMoves) vacated(i int, n uint64) players {
	var who players
	for _, m := range ms {
		if m.Row == i && m.Deed == game.Slid && m.From == n {
			who = by(m)
		}
	}
	return who
}

// pointers stand beside row i, one for each player who touched it.
func (p *planner) pointers(i, x, y, h int) []mark {
	var marks []mark
	who := p.last.changed(i)
	if who == byFirst|bySecond { // one above the other
		h /= 2
	}
	for _, player := range [...]players{byFirst, bySecond} {
		if who&player != 0 {
			size := min(14, h)
			marks = append(marks, mark{kind: kindPointer, by: player, x: x, y: y + (h-size)/2, w: size * 5 / 6, h: size})
			y += h
		}
	}
	return marks
}
