package console

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// fold breaks a line into lines of at most width columns: at blanks, and where Unicode's
// UAX #14 allows it after a wide character, in languages that write without spaces. A
// longer word gets its own line. If width is 0 or less, nothing is broken.
func fold(line string, width int) []string {
	if width <= 0 || uniseg.StringWidth(line) <= width {
		return []string{line}
	}
	var lines []string
	var now strings.Builder
	for rest := line; rest != ""; {
		var piece string
		piece, rest = unbroken(rest)
		word := strings.TrimRight(piece, " ")
		if now.Len() > 0 && strings.TrimLeft(now.String(), " ") != "" && uniseg.StringWidth(now.String()+word) > width {
			lines = append(lines, strings.TrimRight(now.String(), " "))
			now.Reset()
		}
		now.WriteString(piece)
	}
	return append(lines, now.String())
}

// unbroken splits a line at the first place where it may be broken.
func unbroken(line string) (piece, rest string) {
	state, wide := -1, 0
	for rest = line; rest != "" && wide < 2 && !strings.HasSuffix(piece, " "); {
		var more string
		more, rest, _, state = uniseg.FirstLineSegmentInString(rest, state)
		piece += more
		last, _ := utf8.DecodeLastRuneInString(piece)
		wide = uniseg.StringWidth(string(last))
	}
	return piece, rest
}

// rows puts items into rows of at most width columns (0: no bound), with gap between them.
// lengths has the visible width of each item in columns.
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
