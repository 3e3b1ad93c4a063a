package draw

// Glyph says whether a move kept the win, without revealing the move.
type Glyph byte

// The glyphs. Their bytes are their letters in an address.
const (
	Kept   Glyph = 'k' // the win was kept
	Thrown Glyph = 't' // the win was thrown away
	Other  Glyph = 'o' // there was no win to keep
)

// MaxScore is the largest number of glyphs on a share card; more are left out.
const MaxScore = 40

// score lays out the glyphs of a share card in centred lines.
func (p *planner) score(glyphs []Glyph) {
	const perLine, pitch, size = 10, 38, 30
	kinds := map[Glyph]kind{Kept: kindKept, Thrown: kindThrown}
	glyphs = glyphs[:min(len(glyphs), MaxScore)]
	for len(glyphs) > 0 {
		n := min(len(glyphs), perLine)
		g := group{class: "score"}
		for i, glyph := range glyphs[:n] {
			k, ok := kinds[glyph]
			if !ok {
				k = kindOther
			}
			g.items = append(g.items, item{kind: k, x: (p.width-n*pitch)/2 + i*pitch + (pitch-size)/2, y: p.height, w: size, h: size})
		}
		p.groups, p.height, glyphs = append(p.groups, g), p.height+pitch, glyphs[n:]
		if len(glyphs) == 0 {
			p.height += margin / 2
		}
	}
}
