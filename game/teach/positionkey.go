package teach

import (
	"slices"
	"strings"

	"nimbot/game/rules"
)

// SituationKey returns a key that is equal for situations that differ only in the order of their
// position's parts and in empty parts.
func SituationKey(s rules.Situation) string {
	return s.Game + " " + s.Ending.String() + " " + PositionKey(s.Position)
}

// PositionKey returns a key that is equal for positions of one game that differ only in the
// order of their parts and in empty parts.
func PositionKey(p rules.Position) string {
	if fields, ok := filledParts(p); ok {
		slices.Sort(fields)
		return strings.Join(fields, " ")
	}
	return p.String()
}
