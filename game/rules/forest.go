package rules

// forest is a disjoint-set structure: it tells which nodes are connected.
type forest map[int]int

func (f forest) root(n int) int {
	for {
		up, ok := f[n]
		if !ok {
			return n
		}
		if above, ok := f[up]; ok {
			f[n] = above
		}
		n = up
	}
}

// join connects a and b, and reports whether they were not connected before.
func (f forest) join(a, b int) bool {
	a, b = f.root(a), f.root(b)
	if a != b {
		f[a] = b
	}
	return a != b
}
