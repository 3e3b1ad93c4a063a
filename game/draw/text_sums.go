package draw

import (
	"strconv"

	"nimbot/game/rules"
)

// sumLines writes several games below each other, each below its number and its title. A part
// that is over has only those. The tallest parts are cut if the lines are too many.
func sumLines(d rules.Diagram, style Style) []string {
	t := typeface{style: style, glyphSet: &glyphs[style]}
	blocks := make([][]string, len(d.Parts))
	for i := range d.Parts {
		of := partOfSum(d, i)
		title := strconv.Itoa(i+1) + " " + of.Title
		if of.Over {
			blocks[i] = []string{t.clip(title + " " + t.empty)}
			continue
		}
		blocks[i] = append([]string{t.clip(title)}, textLines(of.Diagram, style)...)
	}
	most := MaxLines
	for sumOfLines(blocks, most) > MaxLines {
		most--
	}
	var lines []string
	for _, b := range blocks {
		if cut := len(b) - most; cut > 0 {
			b = append(b[:most-1:most-1], t.more(cut+1))
		}
		lines = append(lines, b...)
	}
	return lines
}

// sumOfLines counts the lines of blocks of which each has at most so many.
func sumOfLines(blocks [][]string, most int) (lines int) {
	for _, b := range blocks {
		lines += min(len(b), most)
	}
	return lines
}
