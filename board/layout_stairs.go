package board

import (
	"slices"
	"strconv"

	"nimbot/game"
)

// Pictures that rise: stairs and bushes.

const (
	maxSteps    = 20  // more are laid out as rows
	stairHeight = 240 // of the highest step
	coinSize    = 34
	coinStack   = 5 // coins that lie above each other on a step
	maxEdges    = 300
	bushHeight  = 420
	groundSpace = 40
)

// stairs lays out a staircase that descends to the right, with the coins of
// each step on it.
func (p *planner) stairs() {
	steps := p.most(func(d game.Diagram) int { return len(d.Rows) })
	if steps == 0 {
		return
	}
	if steps > maxSteps {
		p.rowsOf(kindCoin, "step", p.d.Rows)
		return
	}
	width := min(150, (p.width-2*margin)/steps)
	rise := min(44, stairHeight/steps)
	coin := min(coinSize, (width-4)/2)
	stack := coinStack * coin
	base := p.height + 30 + stack + steps*rise
	left := (p.width - steps*width) / 2
	for i, r := range p.d.Rows {
		x, top := left+(steps-1-i)*width, base-(i+1)*rise
		label := r.Label
		if label == "" {
			label = strconv.Itoa(i + 1)
		}
		g := group{class: "step", label: label, count: r.Count}
		g.marks = append(g.marks, mark{kind: kindStep, x: x, y: top, w: width, h: base - top + 8})
		if p.changed(i) {
			g.marks[0].state = fresh
		}
		g.marks = append(g.marks, mark{
			kind: kindText, state: g.marks[0].state, x: x + width/2, y: base - rise, h: rise + 8, text: label, ink: inkOn, on: kindStep,
			size: fitSize(label, min(sizeCount, rise), width), anchor: anchorMiddle,
		})
		g.marks = append(g.marks, p.onStep(i, r, x, top, width, coin)...)
		p.groups = append(p.groups, g)
	}
	p.height = base + 8
}

// onStep piles the coins of a step up in stacks, their number above.
func (p *planner) onStep(i int, r game.Row, x, top, width, coin int) []mark {
	stacks := width / coin
	n := r.Count
	if n > uint64(stacks*coinStack) {
		n = uint64(coinStack)
	}
	old := n
	before, had := p.before(i)
	if had && before.Count <= uint64(stacks*coinStack) && r.Count <= uint64(stacks*coinStack) {
		old = max(n, before.Count)
	}
	used := max(1, (int(old)+coinStack-1)/coinStack)
	left := x + (width-used*coin)/2
	marks := make([]mark, 0, old+1)
	for j := range int(old) {
		m := mark{kind: kindCoin, n: j + 1, x: left + j/coinStack*coin, y: top - (j%coinStack+1)*coin, w: coin - 2, h: coin - 2}
		switch {
		case j >= int(n):
			m.state = ghost
		case had && uint64(j) >= before.Count:
			m.state = fresh
		}
		marks = append(marks, m)
	}
	text := strconv.FormatUint(r.Count, 10)
	return append(marks, mark{
		kind: kindText, x: x + width/2, y: top - min(int(old), coinStack)*coin - 28, h: 26, text: text, ink: inkCount,
		size: fitSize(text, sizeCount, width), anchor: anchorMiddle,
	})
}

// tree lays out a bush over its ground line; every node keeps the place that
// it has in the fullest of the positions to make room for.
func (p *planner) tree() {
	var edges []game.Edge
	for _, d := range p.all {
		if len(d.Edges) > len(edges) {
			edges = d.Edges
		}
	}
	b := newBush(edges)
	if len(b.children) == 0 {
		return
	}
	g := newGarden(b)
	dx := min(110, (p.width-2*margin)/max(g.leaves, 1))
	dy := min(76, bushHeight/max(g.depth, 1))
	ground := p.height + 20 + g.depth*dy
	left := (p.width - g.leaves*dx) / 2
	place := func(n int) (x, y int) {
		return left + g.x[n]*dx/2 + dx/2, ground - g.y[n]*dy
	}
	alive := newBush(p.d.Edges)
	was := alive
	if p.last != nil {
		was = newBush(p.last.Edges)
	}
	radius := min(15, dx/2-1, dy/2-2)
	var branches, nodes []mark
	for _, n := range g.order {
		_, now := alive.parent[n]
		_, then := was.parent[n]
		if n == 0 || !now && !then {
			continue
		}
		x, y := place(b.parent[n])
		x2, y2 := place(n)
		m := mark{kind: kindBranch, x: x, y: y, w: x2 - x, h: y2 - y, text: strconv.Itoa(b.parent[n]) + "-" + strconv.Itoa(n)}
		if !now {
			m.state = ghost
		}
		branches = append(branches, m)
		nodes = append(nodes, node(n, x2, y2, radius, m.state)...)
	}
	x, _ := place(0)
	nodes = append(nodes,
		mark{kind: kindGround, x: margin, y: ground, w: p.width - 2*margin, h: 12},
		mark{kind: kindText, x: x, y: ground + 14, h: 24, text: "0", ink: inkNumber, size: sizeNumber, anchor: anchorMiddle})
	p.groups = append(p.groups, group{class: "tree", count: uint64(len(p.d.Edges)), marks: append(branches, nodes...)})
	p.height = ground + groundSpace
	p.more(len(b.parent) - len(g.order))
}

// node draws a numbered knot, where there is room for one.
func node(n, x, y, radius int, s state) []mark {
	if radius < 4 {
		return nil
	}
	text := strconv.Itoa(n)
	marks := []mark{{kind: kindNode, state: s, x: x - radius, y: y - radius, w: 2 * radius, h: 2 * radius}}
	if radius >= 9 && s != ghost {
		marks = append(marks, mark{
			kind: kindText, x: x, y: y - radius, h: 2 * radius, text: text, ink: inkOn, on: kindNode,
			size: fitSize(text, sizeNumber, 2*radius), anchor: anchorMiddle,
		})
	}
	return marks
}

// garden gives the nodes of a bush places: x in half steps, y in steps.
type garden struct {
	x, y          map[int]int
	order         []int // parents before children
	leaves, depth int
}

// newGarden sets the leaves side by side and every other node over the middle
// of its children. Beyond maxEdges the outer nodes are left out.
func newGarden(b bush) garden {
	g := garden{x: map[int]int{}, y: map[int]int{}, order: []int{0}}
	kept := map[int]bool{0: true}
	for i := 0; i < len(g.order); i++ {
		for _, c := range b.children[g.order[i]] {
			if len(g.order) > maxEdges {
				break
			}
			g.y[c] = g.y[g.order[i]] + 1
			g.depth = max(g.depth, g.y[c])
			g.order, kept[c] = append(g.order, c), true
		}
	}
	g.spread(b, 0, kept)
	return g
}

// spread numbers the leaves from left to right.
func (g *garden) spread(b bush, n int, kept map[int]bool) {
	children := slices.DeleteFunc(slices.Clone(b.children[n]), func(c int) bool { return !kept[c] })
	if len(children) == 0 {
		g.x[n] = 2 * g.leaves
		g.leaves++
		return
	}
	for _, c := range children {
		g.spread(b, c, kept)
	}
	g.x[n] = (g.x[children[0]] + g.x[children[len(children)-1]]) / 2
}
