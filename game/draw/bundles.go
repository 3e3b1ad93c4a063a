package draw

import (
	"math/bits"
	"strings"

	"nimbot/game/rules"
)

// A diagram in bundles shows each pile as bundles of 8, 4, 2 and 1 stones, the largest
// first. Bundles of one size stand below each other, so that people see one without a
// partner. In proportional type, which aligns nothing, gaps separate the bundles.

// bundled returns the different sizes of all bundles of d, added up; 0 if d isn't drawn in
// bundles.
func bundled(d rules.Diagram) (sizes uint64) {
	if !d.Bundles {
		return 0
	}
	for _, r := range d.Rows {
		sizes |= r.Count
	}
	if sizes > rules.MaxBundled {
		return 0
	}
	return sizes
}

// bundles writes the bundles of a pile of n.
func (t typeface) bundles(b *strings.Builder, n uint64, stone string) {
	for size := uint64(rules.MaxBundled+1) / 2; size > 0; size /= 2 {
		switch {
		case n&size != 0:
			b.WriteString(strings.Repeat(stone, int(size)) + " ")
		case t.sizes&size != 0 && t.style != Emoji:
			b.WriteString(strings.Repeat(" ", int(size)+1))
		}
	}
}

// inBundles returns the spacing of rows whose bundles have these sizes.
func inBundles(k kind, sizes uint64, rows, room int) spacing {
	s := spacingFor(k, 1, int(sizes)+bits.OnesCount64(sizes), rows, room) // at most rules.MaxBundled
	s.bundles, s.five = sizes, s.pitch/2
	return s
}

// placeIn returns where stone j of a pile of n stands: in its bundle or, without bundles,
// like place.
func (s spacing) placeIn(n uint64, j int) (x, y int) {
	if s.bundles == 0 {
		return s.place(j)
	}
	_, y = s.place(0)
	for size := (rules.MaxBundled + 1) / 2; size > 0; size /= 2 {
		if n&uint64(size) != 0 {
			if j < size {
				return x + j*s.pitch, y
			}
			j -= size
		}
		if s.bundles&uint64(size) != 0 {
			x += size*s.pitch + s.five
		}
	}
	return x + j*s.pitch, y // a ghost, after the last bundle
}
