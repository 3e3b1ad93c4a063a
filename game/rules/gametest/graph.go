package gametest

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

// graph is every position that can follow from some starts.
type graph struct {
	game    rules.Game
	endings []rules.Ending // the endings under which the setups mean these starts
	nodes   []node
	index   map[string]int32 // by notation
}

type node struct {
	position rules.Position
	text     string
	total    uint64
	moves    []rules.Move // all legal moves, in order
	next     []int32      // where they lead
}

// exploreAll explores from the setups under every ending that is offered.
// Endings under which the setups mean the same positions share a graph.
func exploreAll(t *testing.T, g rules.Game, setups []string) []*graph {
	t.Helper()
	var graphs []*graph
	var seen [][]string
	for _, e := range g.Endings {
		var starts []rules.Position
		var texts []string
		for _, s := range setups {
			p, err := g.Begin(s, e)
			if err != nil {
				t.Fatalf("Begin(%q, %v): %v", s, e, err)
			}
			starts, texts = append(starts, p), append(texts, p.String())
		}
		if i := slices.IndexFunc(seen, func(s []string) bool { return slices.Equal(s, texts) }); i >= 0 {
			graphs[i].endings = append(graphs[i].endings, e)
			continue
		}
		x := &graph{game: g, endings: []rules.Ending{e}, index: map[string]int32{}}
		if !slowtest.Wanted() {
			starts = below(starts)
		}
		x.explore(t, starts, slowtest.Count(fewPositions, MaxPositions))
		graphs, seen = append(graphs, x), append(seen, texts)
	}
	return graphs
}

// below returns the positions of a few random plays from the starts, the smallest
// first.
func below(starts []rules.Position) []rules.Position {
	r := rand.New(rand.NewPCG(3, 4))
	var out []rules.Position
	for _, p := range starts {
		for range 4 {
			at := p
			for range 100 { // positions of a loopy game can repeat
				out = append(out, at)
				moves := slices.Collect(at.Moves())
				if len(moves) == 0 {
					break
				}
				at, _ = at.Play(moves[r.IntN(len(moves))]) // expand reports a refusal
			}
		}
	}
	slices.SortStableFunc(out, func(a, b rules.Position) int { return cmp.Compare(a.Size().Total, b.Size().Total) })
	return out
}

// explore adds all positions that follow from the starts, one start after the other until
// there are enough positions. On the way, it checks the rules that concern a position and
// its successors.
func (x *graph) explore(t *testing.T, starts []rules.Position, enough int) {
	t.Helper()
	c := newFailures(t)
	i := 0
	for _, p := range starts {
		for x.add(c, p); i < len(x.nodes); i++ {
			if len(x.nodes) > MaxPositions {
				t.Fatalf("%s: the setups lead to more than %d positions; choose smaller ones", x.game.Key, MaxPositions)
			}
			x.expand(c, i)
		}
		if len(x.nodes) >= enough {
			return
		}
	}
}

// add returns the index of p. If p is new, add checks and enters it.
func (x *graph) add(c *failures, p rules.Position) int32 {
	text := p.String()
	if i, ok := x.index[text]; ok {
		return i
	}
	n := node{position: p, text: text, total: p.Size().Total, moves: slices.Collect(p.Moves())}
	checkRoundTrip(c, x.game, n)
	if d := duplicate(n.moves); d != "" {
		c.errorf("%s: Moves() lists %q twice", text, d)
	}
	i := int32(len(x.nodes))
	x.nodes, x.index[text] = append(x.nodes, n), i
	return i
}

// expand plays every move of node i.
func (x *graph) expand(c *failures, i int) {
	n := x.nodes[i]
	size := n.position.Size()
	reach := x.game.Reach(rules.Size{Parts: size.Parts, Largest: size.Largest})
	next := make([]int32, len(n.moves))
	for k, m := range n.moves {
		q, err := n.position.Play(m)
		if err != nil {
			c.errorf("%s: Play(%q) = %v, want it accepted: it is listed", n.text, m, err)
			continue
		}
		if total := q.Size().Total; !x.game.Loopy && total >= n.total {
			c.errorf("%s: Play(%q) = %s has total size %d, want less than %d", n.text, m, q, total, n.total)
		}
		if !q.Size().Within(reach) {
			c.errorf("%s: Play(%q) = %s has the size %+v, want it within %+v, as Grows says", n.text, m, q, q.Size(), reach)
		}
		next[k] = x.add(c, q)
	}
	x.nodes[i].next = next
}

// checkRoundTrip reads the notation of n back: it must be the same position.
func checkRoundTrip(c *failures, g rules.Game, n node) {
	c.t.Helper()
	p, err := g.Parse(n.text)
	switch {
	case err != nil:
		c.errorf("Parse(%q) = %v, want the position that wrote it", n.text, err)
	case p.String() != n.text:
		c.errorf("Parse(%q).String() = %q", n.text, p.String())
	case p.Size() != n.position.Size():
		c.errorf("Parse(%q).Size() = %v, want %v", n.text, p.Size(), n.position.Size())
	case !lists(p, n.moves):
		c.errorf("Parse(%q).Moves() = %v, want %v", n.text, slices.Collect(p.Moves()), n.moves)
	}
}

// checkUnchanged looks at every position again after its moves were played: positions are
// immutable and share nothing that a move could change.
func checkUnchanged(t *testing.T, x *graph) {
	c := newFailures(t)
	for _, n := range x.nodes {
		if s := n.position.String(); s != n.text {
			c.errorf("%s became %s after its moves were played", n.text, s)
		}
		if !lists(n.position, n.moves) {
			c.errorf("%s: Moves() = %v after they were played, want %v", n.text, slices.Collect(n.position.Moves()), n.moves)
		}
	}
}

// lists reports whether the legal moves of p are exactly these, in this order.
func lists(p rules.Position, moves []rules.Move) bool {
	i := 0
	for m := range p.Moves() {
		if i == len(moves) || m != moves[i] {
			return false
		}
		i++
	}
	return i == len(moves)
}

// duplicate returns a move that is listed twice, or "".
func duplicate(moves []rules.Move) rules.Move {
	sorted := slices.Sorted(slices.Values(moves))
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			return sorted[i]
		}
	}
	return ""
}

// sample returns about n of the nodes, evenly spread, the first start included.
func (x *graph) sample(n int) []node {
	step := max(1, len(x.nodes)/n)
	var out []node
	for i := 0; i < len(x.nodes); i += step {
		out = append(out, x.nodes[i])
	}
	return out
}
