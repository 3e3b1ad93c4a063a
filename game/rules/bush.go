package rules

import (
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// bush: Green Hackenbush on trees. A move cuts an edge; edges that are no longer
// connected to the ground disappear. By the colon principle, a branch is worth one
// more than the nim-sum of the branches that it carries (Winning Ways, ch. 7).
// Misère play is tame.
var bush = Game{
	Key:      "bush",
	Title:    "Green Hackenbush on trees",
	Group:    CutGames,
	Endings:  []Ending{Normal, Misere},
	Examples: []string{"0-1 1-2 1-3", "0-1 1-2 0-3 3-4 3-5 5-6"},
	Parse:    parseBush,
	Draw: func(d *Drawing, e Ending) string {
		return fair(d, e, func() Position { return randomBush(d.Rand) })
	},
	Bounds: func(Ending) Size { return Size{Total: maxEdges} },
}

// The largest number of edges, and the largest number that a node can have.
const (
	maxEdges = 1000
	maxNode  = 999_999
)

// bushPosition lists its edges depth first from the ground, those from one node by
// rising numbers of their upper nodes. So the edges that an edge carries follow it
// directly.
type bushPosition struct{ edges []bushEdge }

type bushEdge struct {
	from, to int
	end      int    // the edges up to here, exclusive, are this one and all that it carries
	value    uint64 // the Grundy value of those edges
}

// newBush fills in the ends and values of edges in the order of a bushPosition.
func newBush(edges []bushEdge) bushPosition {
	for i := len(edges) - 1; i >= 0; i-- {
		e, carried := &edges[i], uint64(0)
		for e.end = i + 1; e.end < len(edges) && edges[e.end].from == e.to; e.end = edges[e.end].end {
			carried ^= edges[e.end].value
		}
		e.value = carried + 1
	}
	return bushPosition{edges}
}

// randomBush returns two or three branches with seven to twelve edges together.
func randomBush(r *rand.Rand) Position {
	branches := 2 + r.IntN(2)
	next := make(map[int][]int)
	for node := 1; node <= 7+r.IntN(6) || node <= branches+3; node++ {
		below := 0
		if node > branches {
			below = 1 + r.IntN(node-1)
		}
		next[below] = append(next[below], node)
		next[node] = append(next[node], below)
	}
	return growBush(next)
}

// growBush lists the edges that can be reached from the ground, depth first. next
// holds the neighbours of each node. No cycle may be reachable from the ground.
func growBush(next map[int][]int) bushPosition {
	var edges []bushEdge
	var climb func(node, below int)
	climb = func(node, below int) {
		slices.Sort(next[node])
		for _, n := range next[node] {
			if n != below {
				edges = append(edges, bushEdge{from: node, to: n})
				climb(n, node)
			}
		}
	}
	climb(0, -1)
	return newBush(edges)
}

const bushExample = "0-1 1-2 1-3"

// parseBush reads edges "0-1 1-2" in any order and direction; "0" is a bush without
// edges. Exactly one path must lead from the ground, node 0, to each edge.
func parseBush(text string) (Position, error) {
	fields := splitList(text)
	switch {
	case len(fields) == 0:
		return nil, notation("bush.none", Args{"example": bushExample})
	case len(fields) > maxEdges:
		return nil, notation("bush.too-many", Args{"count": len(fields), "max": maxEdges, "example": bushExample})
	case len(fields) == 1 && fields[0] == "0":
		return bushPosition{}, nil
	}
	next := make(map[int][]int)
	roots := make(forest)
	for _, f := range fields {
		a, b, err := parseEdge(f)
		if err != nil {
			return nil, err
		}
		if slices.Contains(next[a], b) {
			return nil, notation("bush.twice", Args{"part": clip(f), "example": bushExample})
		}
		if !roots.join(a, b) {
			return nil, notation("bush.cycle", Args{"part": clip(f), "example": bushExample})
		}
		next[a], next[b] = append(next[a], b), append(next[b], a)
	}
	for _, f := range fields {
		if a, _, _ := parseEdge(f); roots.root(a) != roots.root(0) {
			return nil, notation("bush.nowhere", Args{"part": clip(f), "example": bushExample})
		}
	}
	return growBush(next), nil
}

// parseEdge reads "1-2".
func parseEdge(f string) (a, b int, err error) {
	from, to, ok := strings.Cut(f, "-")
	args := Args{"part": clip(f), "example": bushExample}
	if !ok || !isDigits(from) || !isDigits(to) {
		return 0, 0, notation("bush.form", args)
	}
	a, errA := strconv.Atoi(from)
	b, errB := strconv.Atoi(to)
	if errA != nil || errB != nil || max(a, b) > maxNode {
		args["max"] = maxNode
		return 0, 0, notation("bush.node-too-large", args)
	}
	if a == b {
		return 0, 0, notation("bush.loop", args)
	}
	return a, b, nil
}

func (e bushEdge) append(b []byte) []byte {
	b = strconv.AppendInt(b, int64(e.from), 10)
	return strconv.AppendInt(append(b, '-'), int64(e.to), 10)
}

func (e bushEdge) String() string { return string(e.append(make([]byte, 0, 16))) }

func (p bushPosition) String() string {
	if len(p.edges) == 0 {
		return "0"
	}
	b := make([]byte, 0, 5*len(p.edges))
	for i, e := range p.edges {
		if i > 0 {
			b = append(b, ' ')
		}
		b = e.append(b)
	}
	return string(b)
}

// branches yields the index and the lowest edge of each branch on the ground.
func (p bushPosition) branches() iter.Seq2[int, bushEdge] {
	return func(yield func(int, bushEdge) bool) {
		for at := 0; at < len(p.edges); at = p.edges[at].end {
			if !yield(at, p.edges[at]) {
				return
			}
		}
	}
}

// Size counts edges, and branches as parts.
func (p bushPosition) Size() Size {
	s := Size{Total: uint64(len(p.edges))}
	for at, e := range p.branches() {
		s.Parts++
		s.Largest = max(s.Largest, uint64(e.end-at))
	}
	return s
}

func (p bushPosition) Diagram() Diagram {
	d := Diagram{Shape: Tree, Edges: make([]Edge, len(p.edges))}
	for i, e := range p.edges {
		d.Edges[i] = Edge{From: e.from, To: e.to}
	}
	return d
}

func (p bushPosition) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for _, e := range p.edges {
			if !yield(Move(e.String())) {
				return
			}
		}
	}
}

func (p bushPosition) Play(m Move) (Position, error) {
	from, to, _ := strings.Cut(string(m), "-")
	a, ok := number(from)
	b, ok2 := number(to)
	if !ok || !ok2 {
		return nil, withExample(p, illegal("move.form", Args{"move": clip(string(m)), "example": "1-2"}))
	}
	at := slices.IndexFunc(p.edges, func(e bushEdge) bool { return uint64(e.from) == a && uint64(e.to) == b })
	if at < 0 {
		return nil, withExample(p, illegal("move.no-such-edge", Args{"move": string(m)}))
	}
	return newBush(slices.Concat(p.edges[:at], p.edges[p.edges[at].end:])), nil
}

// Choices has one step, the edge to cut.
func (p bushPosition) Choices(prefix string) iter.Seq[Choice] {
	return wholeMoves(p, prefix, "choice.cut", func(m Move) string { return dashed(string(m)) })
}

// dashed writes edges "0-1 1-2" as people see them: "0–1, 1–2".
func dashed(edges string) string {
	return strings.NewReplacer("-", "–", " ", ", ").Replace(edges)
}

// Headline lists the edges.
func (p bushPosition) Headline() Wording {
	if len(p.edges) == 0 {
		return Wording{Code: "no-edges"}
	}
	return Wording{"edges", []any{"count", len(p.edges), "edges", dashed(p.String())}}
}

func (p bushPosition) MoveWords(m Move) Wording {
	return Wording{"cut", []any{"edge", dashed(string(m))}}
}

// Marks returns the edge that is cut and all edges that it carries.
func (p bushPosition) Marks(m Move) []Mark {
	at := slices.IndexFunc(p.edges, func(e bushEdge) bool { return e.String() == string(m) })
	if at < 0 {
		return nil
	}
	mark := Mark{Deed: Took}
	for _, e := range p.edges[at:p.edges[at].end] {
		mark.Edges = append(mark.Edges, Edge{From: e.from, To: e.to})
	}
	return []Mark{mark}
}

// edgeSpellings name an edge, from either end.
var edgeSpellings = []spelling{
	spelled("", `(?:edge )?(\d+) ?(?:-|–|to|and|,| ) ?(\d+)`, "$1-$2"),
	spelled("", `(?:edge )?(\d+) ?(?:-|–|to|and|,| ) ?(\d+)`, "$2-$1"),
}

func (p bushPosition) Readings(text string) []string { return readings(text, edgeSpellings) }

// Parts counts the branches on the ground.
func (p bushPosition) Parts() int {
	n := 0
	for range p.branches() {
		n++
	}
	return n
}

// branch returns the index of the lowest edge of branch i.
func (p bushPosition) branch(i int) int {
	at := 0
	for ; i > 0; i-- {
		at = p.edges[at].end
	}
	return at
}

func (p bushPosition) Value(i int) Value { return HeapValue(p.edges[p.branch(i)].value) }
func (p bushPosition) Tame() bool        { return true }

// Part names a branch by its lowest edge; all its edges are its shape.
func (p bushPosition) Part(i int) (label, shape string) {
	at := p.branch(i)
	e := p.edges[at]
	return dashed(e.String()), dashed(bushPosition{p.edges[at:e.end]}.String())
}

// MovesTo walks up the branch with the value that each edge would have to get:
// an edge that must become worth 0 is cut, and one that must become worth
// v > 0 may carry branches with the nim-sum v − 1.
func (p bushPosition) MovesTo(i int, v Value) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		if v == HeapValue(v.Grundy) {
			p.cutsTo(p.branch(i), v.Grundy, yield)
		}
	}
}

// cutsTo yields the cuts after which the edge with index at has the value want, and
// reports whether to go on.
func (p bushPosition) cutsTo(at int, want uint64, yield func(Move) bool) bool {
	e := p.edges[at]
	if want == 0 {
		return yield(Move(e.String()))
	}
	others := (want - 1) ^ (e.value - 1)
	for up := at + 1; up < e.end; up = p.edges[up].end {
		if !p.cutsTo(up, others^p.edges[up].value, yield) {
			return false
		}
	}
	return true
}

// Facts name the Nim position to which the branches are equal.
func (p bushPosition) Facts(Ending) []Fact {
	var piles heaps
	for _, e := range p.branches() {
		piles = append(piles, e.value)
	}
	return []Fact{{Code: "bush.colon"}, {Code: "bush.is-nim", Args: Args{"piles": piles.String(), "count": len(piles)}}}
}
