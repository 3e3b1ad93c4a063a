package teach

import (
	"slices"
	"strings"

	"nimbot/game"
)

// Alike is the same for positions of one game that are the same up to the order
// of their parts, and to parts with nothing in them.
func Alike(p game.Position) string {
	if fields, ok := filled(p); ok {
		slices.Sort(fields)
		return strings.Join(fields, " ")
	}
	return p.String()
}
