package console

import (
	"strings"
	"unicode/utf8"
)

// fold breaks a line at blanks into lines of at most width characters. A longer word
// gets its own line, and width 0 breaks nothing.
func fold(line string, width int) []string {
	var lines []string
	for width > 0 && utf8.RuneCountInString(line) > width {
		at := lastBlank(line, width)
		if at < 0 {
			break
		}
		lines = append(lines, strings.TrimRight(line[:at], " "))
		line = strings.TrimLeft(line[at:], " ")
	}
	return append(lines, line)
}

// lastBlank is the index of the last blank with at most width characters before it, else
// of the first blank; -1 if there is no blank to break at.
func lastBlank(line string, width int) int {
	at, n, word := -1, 0, false
	for i, r := range line {
		if n > width && at >= 0 {
			break
		}
		if r == ' ' && word {
			at = i
		}
		word = word || r != ' ' // leading blanks are no place to break
		n++
	}
	return at
}

// rows puts items into rows of at most width characters, with gap between
// them. lengths are those of the items as they are seen.
func rows(items []string, lengths []int, gap string, width int) []string {
	var out []string
	used := 0
	for i, item := range items {
		if used > 0 && (width <= 0 || used+len(gap)+lengths[i] <= width) {
			out[len(out)-1] += gap + item
			used += len(gap) + lengths[i]
			continue
		}
		out, used = append(out, item), lengths[i]
	}
	return out
}
