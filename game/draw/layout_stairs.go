package draw

import (
	"cmp"
	"slices"
	"strconv"

	"nimbot/game/rules"
)

// Pictures that rise: stairs and bushes.

const (
	maxSteps    = 20  // a staircase with more steps is laid out as rows
	stairHeight = 240 // of the highest step
	coinSize    = 44
	coinStack   = 5 // coins that lie above each other on a step
	maxEdges    = 300
	bushHeight  = 380
	groundSpace = 40
)

// stairs lays out a staircase that descends to the right, with the coins of
// each step on it.
func (p *planner) stairs() {
	steps := p.maxOver(func(d rules.Diagram) int { return len(d.Rows) })
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
	stack := coin * p.maxOver(tallestStack)
	base := p.height + 30 + stack + steps*rise
	left := (p.width - steps*width) / 2
	p.crop(left, left+steps*width)
	for i, r := range p.d.Rows {
		x, top := left+(steps-1-i)*width, base-(i+1)*rise
		label := cmp.Or(r.Label, strconv.Itoa(i+1))
		g := group{class: "step", label: label, count: r.Count}
		g.items = append(g.items, item{kind: kindStep, x: x, y: top, w: width, h: base - top + 8})
		g.items = append(g.items, item{
			kind: kindText, x: x + width/2, y: base - rise, h: rise + 8, text: label, ink: inkOn, on: kindStep,
			size: fitSize(label, min(sizeCount, rise), width), anchor: anchorMiddle,
		})
		for _, m := range p.pointers(i, x+6, base-rise, rise) {
			m.on = kindStep
			g.items = append(g.items, m)
		}
		g.items = append(g.items, p.onStep(i, r, x, top, width, coin)...)
		p.groups = append(p.groups, g)
	}
	p.height = base + 8
}

// tallestStack returns how many coins lie above each other on the step with the most
// coins.
func tallestStack(d rules.Diagram) int {
	most := uint64(0)
	for _, r := range d.Rows {
		most = max(most, r.Count)
	}
	return int(min(most, coinStack))
}

// onStep lays out the coins of a step in stacks, with their number above.
func (p *planner) onStep(i int, r rules.Row, x, top, width, coin int) []item {
	stacks := width / coin
	n := r.Count
	if n > uint64(stacks*coinStack) {
		n = uint64(coinStack)
	}
	old := n
	if once := p.last.sizeBefore(i, r.Count); once <= uint64(stacks*coinStack) && n == r.Count {
		old = once
	}
	used := max(1, (int(old)+coinStack-1)/coinStack)
	left := x + (width-used*coin)/2
	marks := make([]item, 0, old+1)
	for j := range int(old) {
		m := item{kind: kindCoin, n: j + 1, x: left + j/coinStack*coin, y: top - (j%coinStack+1)*coin, w: coin - 2, h: coin - 2}
		if j >= int(n) {
			if m.by = p.last.playersOf(i, uint64(j)+1, rules.Took); m.by == 0 {
				continue
			}
			m.state = ghost
		} else if m.by = p.last.playersOf(i, uint64(j)+1, rules.Put); m.by != 0 && n == r.Count {
			m.state = fresh
		}
		marks = append(marks, m)
	}
	text := strconv.FormatUint(r.Count, 10)
	return append(marks, item{
		kind: kindText, x: x + width/2, y: top - min(int(old), coinStack)*coin - 28, h: 26, text: text, ink: inkCount,
		size: fitSize(text, sizeCount, width), anchor: anchorMiddle,
	})
}

// tree lays out a bush over its ground line. Every node keeps the place that it has in the
// fullest of the positions in p.fit.
func (p *planner) tree() {
	edges, fell := p.edges()
	b := newBush(edges)
	if len(b.children) == 0 {
		return
	}
	b.graft(p.d.Stalks)
	g := newTreeLayout(b)
	dx := min(110, (p.width-2*margin)/max(g.leaves, 1))
	dy := min(76, bushHeight/max(g.depth, 1))
	radius := min(15, dx/2-1, dy/2-2)
	ground := p.height + max(20, 2*radius) + g.depth*dy // there are leaves above the highest nodes
	left := (p.width - g.leaves*dx) / 2
	place := func(n int) (x, y int) {
		return left + g.x[n]*dx/2 + dx/2, ground - g.y[n]*dy
	}
	alive := newBush(p.d.Edges)
	p.crop(left, left+g.leaves*dx)
	var branches, nodes []item
	for _, n := range g.order {
		_, now := alive.parent[n]
		who := fell[n]
		x, y := place(b.parent[n])
		x2, y2 := place(n)
		if n < 0 {
			branches = append(branches, item{kind: kindStalk, x: x, y: y, w: x2 - x, h: y2 - y})
			nodes = append(nodes, item{kind: kindStone, x: x2 - radius, y: y2 - radius, w: 2 * radius, h: 2 * radius})
			if len(b.children[n]) == 0 {
				nodes = append(nodes, item{kind: kindText, x: x2, y: y2 - radius - 30, h: 26, text: "= " + strconv.Itoa(g.y[n]), ink: inkCount, size: sizeNumber, anchor: anchorMiddle})
			}
		}
		if n <= 0 || !now && who == 0 {
			continue
		}
		m := item{kind: kindBranch, x: x, y: y, w: x2 - x, h: y2 - y, text: strconv.Itoa(b.parent[n]) + "-" + strconv.Itoa(n)}
		if !now {
			m.state, m.by = ghost, who
		}
		branches = append(branches, m)
		if len(alive.children[n]) == 0 && now && radius >= 6 {
			nodes = append(nodes, item{kind: kindFoliage, x: x2 - 2*radius, y: y2 - 2*radius, w: 4 * radius, h: 2*radius + radius/2})
		}
		nodes = append(nodes, node(n, x2, y2, radius, m)...)
	}
	x, _ := place(0)
	nodes = append(nodes,
		item{kind: kindGround, x: max(margin, left), y: ground, w: min(p.width-2*margin, g.leaves*dx), h: 12},
		item{kind: kindText, x: x, y: ground + 14, h: 24, text: "0", ink: inkNumber, size: sizeNumber, anchor: anchorMiddle})
	p.groups = append(p.groups, group{class: "tree", count: uint64(len(p.d.Edges)), items: append(branches, nodes...)})
	p.height = ground + groundSpace
	p.addOmitted(len(b.parent) - len(g.order))
}

// graft puts a stalk beside each tree that has one. Nodes of stalks have negative numbers.
// Stalks higher than rules.MaxBundled are left out, like the bundles of piles so large.
func (b bush) graft(stalks []rules.Stalk) {
	last := 0
	for _, s := range stalks {
		at := slices.Index(b.children[0], s.Node)
		if at < 0 || s.Height > rules.MaxBundled {
			continue
		}
		below := 0
		for range s.Height {
			last--
			if b.parent[last] = below; below == 0 {
				b.children[0] = slices.Insert(b.children[0], at+1, last)
			} else {
				b.children[below] = []int{last}
			}
			below = last
		}
	}
}

// edges returns the edges of the largest bush in p.fit and those that marked moves cut;
// fell says by upper node which player cut an edge.
func (p *planner) edges() (edges []rules.Edge, fell map[int]players) {
	for _, d := range p.fit {
		if len(d.Edges) > len(edges) {
			edges = d.Edges
		}
	}
	known := map[rules.Edge]bool{}
	for _, e := range edges {
		known[e] = true
	}
	fell = map[int]players{}
	for _, m := range p.d.Marks {
		for _, e := range m.Edges {
			fell[e.To] = by(m)
			if !known[e] {
				known[e], edges = true, append(edges[:len(edges):len(edges)], e)
			}
		}
	}
	return edges, fell
}

// node lays out a numbered knot at the end of a branch, if there is room for one.
func node(n, x, y, radius int, branch item) []item {
	if radius < 4 {
		return nil
	}
	text := strconv.Itoa(n)
	marks := []item{{kind: kindNode, state: branch.state, by: branch.by, x: x - radius, y: y - radius, w: 2 * radius, h: 2 * radius}}
	if radius >= 9 && branch.state != ghost {
		marks = append(marks, item{
			kind: kindText, x: x, y: y - radius, h: 2 * radius, text: text, ink: inkOn, on: kindNode,
			size: fitSize(text, sizeNumber, 2*radius), anchor: anchorMiddle,
		})
	}
	return marks
}

// treeLayout has the places of a bush's nodes: x in half steps, y in steps.
type treeLayout struct {
	x, y          map[int]int
	order         []int // parents before children
	leaves, depth int
}

// newTreeLayout places the leaves side by side and every other node over the
// middle of its children. Beyond maxEdges the outer nodes are left out.
func newTreeLayout(b bush) treeLayout {
	g := treeLayout{x: map[int]int{}, y: map[int]int{}, order: []int{0}}
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
func (g *treeLayout) spread(b bush, n int, kept map[int]bool) {
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
