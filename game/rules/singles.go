package rules

import (
	"strconv"
	"strings"
)

// Singles are the Grundy values of single piles, rows or coins: of the positions that one number
// makes.
type Singles struct {
	Of     string // the positions, with "n" for the number: "n {1-3}"
	First  uint64 // the number of the first value
	Values []uint64
	// Length is the length of the proved period from number From on; 0 if none is proved.
	From, Length uint64
	// Searched reports that no rule gives the values, so that there may be a period that isn't proved.
	Searched bool
}

// SinglesOf returns the values of the numbers from first to last. set, unless it is "", replaces the set in the notation
// of such positions: "{1-3}". ok is false if a position of the game isn't made by one number. Errors are *Error that
// are ErrNotation.
func SinglesOf(g Game, set string, first, last uint64) (s Singles, ok bool, err error) {
	if g.Single == "" {
		return s, false, nil
	}
	s.Of, s.First = g.Single, first
	if set != "" {
		own, _, _ := strings.Cut(g.Single, " {")
		s.Of = own + " " + set
	}
	for n := first; ; n++ {
		p, err := g.Read(s.At(n), Normal)
		if err != nil {
			return s, true, err
		}
		s.Values = append(s.Values, worthOf(g, p).value.Grundy)
		if n == last {
			s.describe(p)
			return s, true, nil
		}
	}
}

// At returns the notation of the position of a number.
func (s Singles) At(n uint64) string { return strings.Replace(s.Of, "n", strconv.FormatUint(n, 10), 1) }

// describe sets what is known about all values, given a position.
func (s *Singles) describe(p Position) {
	of, ok := p.(interface{ repeats() (period, bool) })
	if !ok {
		return
	}
	period, tabulated := of.repeats()
	s.From, s.Length, s.Searched = period.from, period.length, tabulated
}
