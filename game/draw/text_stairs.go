package draw

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"nimbot/game/rules"
)

// Text boards that rise: stairs and trees.

// stairs writes one line a step, the highest first, descending to the right.
func (t typeface) stairs(rows []rules.Row) []string {
	w := max(labelWidth(rows), len(strconv.Itoa(len(rows))))
	slope := t.slope(len(rows))
	var lines []string
	for i, r := range slices.Backward(rows) {
		label := cmp.Or(r.Label, strconv.Itoa(i+1))
		blocks := strings.Repeat(t.block, slope*(len(rows)-1-i))
		if blocks != "" {
			blocks += " "
		}
		lines = append(lines, padLeft(label, w)+" "+blocks+t.onStep(r.Count))
	}
	return t.bottom(lines)
}

// slope returns by how many blocks a step is wider than the next higher one, so that the
// stairs are at most ten columns wide; long staircases are flat.
func (t typeface) slope(steps int) int {
	most := maxEmoji
	if t.style == Emoji {
		most = maxEmoji / 2
	}
	return min(2, most/max(steps-1, 1))
}

// onStep writes the coins on a step.
func (t typeface) onStep(n uint64) string {
	size := strconv.FormatUint(n, 10)
	most := uint64(maxEmoji)
	if t.style == Emoji {
		most = maxEmoji / 2
	}
	switch {
	case n == 0:
		return t.empty + " 0"
	case n <= most:
		return strings.Repeat(t.coin, int(n)) + " " + size
	default:
		return t.coin + " " + t.times + size
	}
}

// bottom keeps the last lines of a drawing whose ground is at the bottom.
func (t typeface) bottom(lines []string) []string {
	if cut := len(lines) - (MaxLines - 2); cut > 0 {
		return append([]string{t.more(cut)}, lines[cut:]...)
	}
	return lines
}

// top keeps the first lines of a drawing that reads from above.
func (t typeface) top(lines []string) []string {
	if cut := len(lines) - (MaxLines - 2); cut > 0 {
		return t.leftOut(lines[:MaxLines-2], cut)
	}
	return lines
}

// tree writes a bush that grows upwards from its ground line. Each line is a stalk of
// nodes; the branches at its end are on the lines above it.
func (t typeface) tree(edges []rules.Edge) []string {
	b := newBush(edges)
	if len(b.children) == 0 {
		return nil
	}
	var lines []string
	t.branches(b, 0, "", &lines)
	slices.Reverse(lines)
	return append(t.bottom(lines), "0"+t.ground)
}

// branches writes the branches that grow on a node, from below upwards.
func (t typeface) branches(b bush, node int, prefix string, lines *[]string) {
	children := b.children[node]
	if columns(prefix) > MaxColumns-14 && len(children) > 0 {
		*lines = append(*lines, prefix+t.more(b.edges(node)))
		return
	}
	for i, child := range children {
		stalk := b.stalk(child)
		mark, below := t.fork, t.pipe+" "
		if i == len(children)-1 {
			mark, below = t.last, "  "
		}
		end := stalk[len(stalk)-1]
		line := prefix + mark + t.stalk(stalk, MaxColumns-4-columns(prefix+mark))
		if len(b.children[end]) == 0 && t.leaf != "" {
			line += " " + t.leaf
		}
		*lines = append(*lines, line)
		t.branches(b, end, prefix+below, lines)
	}
}

// stalk writes nodes that follow each other. If they are too many for w columns, it leaves
// out the middle: "1-2-...-100".
func (t typeface) stalk(nodes []int, w int) string {
	names := make([]string, len(nodes))
	for i, n := range nodes {
		names[i] = strconv.Itoa(n)
	}
	text := strings.Join(names, t.link)
	if columns(text) <= w {
		return text
	}
	end := t.link + t.ellipsis + t.link + names[len(names)-1]
	text = names[0]
	for _, n := range names[1:] {
		if columns(text+t.link+n+end) > w {
			break
		}
		text += t.link + n
	}
	return text + end
}

// bush is a tree rooted at the ground.
type bush struct {
	children map[int][]int
	parent   map[int]int
}

// newBush makes a bush of the edges that are connected to the ground. It leaves out an edge
// that would close a cycle.
func newBush(edges []rules.Edge) bush {
	next := map[int][]int{}
	for _, e := range edges {
		next[e.From] = append(next[e.From], e.To)
		next[e.To] = append(next[e.To], e.From)
	}
	b := bush{children: map[int][]int{}, parent: map[int]int{0: 0}}
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		slices.Sort(next[n]) // into the order of the game's own diagram, since ghosts were appended
		for _, m := range next[n] {
			if _, seen := b.parent[m]; !seen {
				b.parent[m] = n
				b.children[n] = append(b.children[n], m)
				queue = append(queue, m)
			}
		}
	}
	return b
}

// stalk returns node and the nodes above it, up to the first that has not exactly one child.
func (b bush) stalk(node int) []int {
	nodes := []int{node}
	for len(b.children[node]) == 1 {
		node = b.children[node][0]
		nodes = append(nodes, node)
	}
	return nodes
}

// edges counts the edges above node.
func (b bush) edges(node int) int {
	n := 0
	for stack := []int{node}; len(stack) > 0; {
		node, stack = stack[len(stack)-1], stack[:len(stack)-1]
		n += len(b.children[node])
		stack = append(stack, b.children[node]...)
	}
	return n
}
