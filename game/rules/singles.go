package rules

import (
	"cmp"
	"strconv"
)

// Singles are the Grundy values of single piles, rows or coins: of the positions that one number
// makes.
type Singles struct {
	Set    string // what follows the number in notation, "{1-3}"; "" if nothing does
	First  uint64 // the number of the first value
	Values []uint64
	// Length is the length of the proved period from number From on; 0 if none is proved.
	From, Length uint64
	// Searched reports that no rule gives the values, so that there may be a period that isn't proved.
	Searched bool
}

// SinglesOf returns the values of the numbers from first to last; there are none if first is greater.
// It computes every one, so last bounds the work. set, unless it is "", replaces the game's set: "{1-3}".
//
// ok is false if a position of the game isn't made by one number; then err is nil. err is an
// ErrNotation if the set can't be read, or a number is too large; then ok is true.
func SinglesOf(g Game, set string, first, last uint64) (s Singles, ok bool, err error) {
	if !g.Single {
		return s, false, nil
	}
	s.Set, s.First = cmp.Or(set, g.Set), first
	var p Position
	for n := first; n <= last; n++ { // the largest number that can be read is less than a uint64's
		if p, err = g.Read(s.At(n), Normal); err != nil {
			return s, true, err
		}
		s.Values = append(s.Values, worthOf(g, p).value.Grundy)
	}
	if of, ok := p.(periodic); ok {
		proved, tabulated := of.repeats()
		s.From, s.Length, s.Searched = proved.from, proved.length, tabulated
	}
	return s, true, nil
}

// At returns the notation of the position of a number.
func (s Singles) At(n uint64) string { return s.Notation(strconv.FormatUint(n, 10)) }

// Notation returns the notation of the position of a number that is written in some way, such as "n".
func (s Singles) Notation(number string) string {
	if s.Set == "" {
		return number
	}
	return number + " " + s.Set
}
