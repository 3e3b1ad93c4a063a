package draw

import "image/color"

// shadeCount is the number of shades from one colour to another, both
// included, that smooth an edge between them.
const shadeCount = 8

// maxPalette is the size of the largest palette that PNG and GIF allow.
const maxPalette = 256

// colouring is the palette of one picture or animation. It grows with what is painted: a
// picture uses few of the colours, and few of the pairs of colours that may meet at an
// edge.
type colouring struct {
	theme   Theme
	palette color.Palette
	solid   [paintCount]uint8 // palette index + 1 of each paint, 0 if it has none yet
	blends  []*blend          // some twenty
}

// blend has the shades from one paint to another.
type blend struct {
	below, above paint
	shades       [shadeCount]uint8
}

// newColouring returns a palette whose first entry is the card's colour, the
// background.
func newColouring(t Theme) *colouring {
	c := &colouring{theme: t, palette: make(color.Palette, 0, maxPalette)}
	c.index(paintCard)
	return c
}

// index returns the index of a paint in the palette, and adds it if it is new.
func (c *colouring) index(p paint) uint8 {
	if c.solid[p] == 0 {
		c.palette = append(c.palette, c.theme.colour(p))
		c.solid[p] = uint8(len(c.palette))
	}
	return c.solid[p] - 1
}

// shades returns the palette indices of the blend between two paints. If the
// palette is full, the edge isn't smoothed; room for the pure paints is always
// reserved.
func (c *colouring) shades(below, above paint) *[shadeCount]uint8 {
	if s := c.find(below, above); s != nil {
		return s
	}
	c.blends = append(c.blends, &blend{below: below, above: above})
	s := &c.blends[len(c.blends)-1].shades
	*s = [shadeCount]uint8{0: c.index(below), shadeCount - 1: c.index(above)}
	between := s[1 : shadeCount-1]
	switch back := c.find(above, below); {
	case back != nil && above != below: // the same shades the other way
		for i := range s {
			s[i] = back[shadeCount-1-i]
		}
	case len(c.palette)+len(between)+int(paintCount) > maxPalette:
		for i := range between {
			between[i] = s[0]
			if i >= len(between)/2 {
				between[i] = s[shadeCount-1]
			}
		}
	default:
		for i := range between {
			between[i] = uint8(len(c.palette))
			c.palette = append(c.palette, mix(c.theme.colour(below), c.theme.colour(above), i+1))
		}
	}
	return s
}

// find returns the shades of a pair, nil if there are none yet.
func (c *colouring) find(below, above paint) *[shadeCount]uint8 {
	for _, b := range c.blends {
		if b.below == below && b.above == above {
			return &b.shades
		}
	}
	return nil
}

// mix returns the i-th of the shades from a to b.
func mix(a, b color.RGBA, i int) color.RGBA {
	m := func(x, y uint8) uint8 { return uint8((int(x)*(shadeCount-1-i) + int(y)*i) / (shadeCount - 1)) }
	return color.RGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 0xFF}
}
