package gametest

import (
	"cmp"
	"slices"

	"nimbot/game/rules"
)

// verdict is the result of brute force for a position.
type verdict byte

const (
	drawn verdict = iota // neither side can force a win; only in loopy games
	won                  // by the player to move
	lost
)

// verdicts decides every node under e from the rules alone.
func (x *graph) verdicts(e rules.Ending) []verdict {
	if x.game.Loopy {
		return x.retrograde(e)
	}
	v := make([]verdict, len(x.nodes))
	for _, i := range x.upwards() {
		v[i] = lost
		if x.nodes[i].winning(v) != nil || stuckWins(x.nodes[i], e) {
			v[i] = won
		}
	}
	return v
}

// upwards returns the nodes in an order in which successors come first: by total size,
// which falls with every move.
func (x *graph) upwards() []int32 {
	order := make([]int32, len(x.nodes))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(x.nodes[a].total, x.nodes[b].total) })
	return order
}

// stuckWins reports whether n is finished and its player to move has won.
func stuckWins(n node, e rules.Ending) bool { return len(n.moves) == 0 && e == rules.Misere }

// winning returns the moves of n that leave a lost position, in order.
func (n node) winning(v []verdict) []rules.Move {
	var w []rules.Move
	for k, m := range n.moves {
		if v[n.next[k]] == lost {
			w = append(w, m)
		}
	}
	return w
}

// retrograde decides a loopy game backwards from its finished positions: a position is
// won when a successor is lost, lost when all successors are won, and drawn when neither
// turns out.
func (x *graph) retrograde(e rules.Ending) []verdict {
	before := make([][]int32, len(x.nodes)) // the predecessors
	open := make([]int, len(x.nodes))       // successors not known to be won
	v := make([]verdict, len(x.nodes))
	var queue []int32
	decide := func(i int32, w verdict) {
		if v[i] == drawn {
			v[i] = w
			queue = append(queue, i)
		}
	}
	for i, n := range x.nodes {
		open[i] = len(n.next)
		for _, s := range n.next {
			before[s] = append(before[s], int32(i))
		}
		if stuckWins(n, e) {
			decide(int32(i), won)
		} else if len(n.moves) == 0 {
			decide(int32(i), lost)
		}
	}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, b := range before[i] {
			if v[i] == lost {
				decide(b, won)
			} else if open[b]--; open[b] == 0 {
				decide(b, lost)
			}
		}
	}
	return v
}

// grundy returns the Sprague–Grundy value of every node of a game that is not loopy: the
// least number that is not the value of a successor.
func (x *graph) grundy() []uint64 {
	g := make([]uint64, len(x.nodes))
	for _, i := range x.upwards() {
		taken := make(map[uint64]bool, len(x.nodes[i].next))
		for _, s := range x.nodes[i].next {
			taken[g[s]] = true
		}
		for taken[g[i]] {
			g[i]++
		}
	}
	return g
}
