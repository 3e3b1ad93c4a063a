package teach

import (
	"slices"

	"nimbot/game/rules"
)

// RuleOfThumb is a rule of thumb: a way to answer without knowing what a lesson teaches. An
// exercise that a rule of thumb answers says little about a person who gets it right.
type RuleOfThumb string

// The rules of thumb. Those about moves are tried on every position, those about numbers on every
// step that asks for one number.
const (
	WholePile  RuleOfThumb = "whole pile"
	EvenOut    RuleOfThumb = "even out"
	TakeMost   RuleOfThumb = "the largest"
	Small      RuleOfThumb = "small lost positions" // lesson 2
	Pairs      RuleOfThumb = "pairs"                // lesson 3
	PlainNim   RuleOfThumb = "plain Nim"            // lessons 4 to 6
	Sum        RuleOfThumb = "sum"
	Difference RuleOfThumb = "difference"
	Largest    RuleOfThumb = "largest number"
	AsWritten  RuleOfThumb = "numbers as they stand"
	AlwaysLost RuleOfThumb = "always lost"
)

// RulesOfThumb lists the rules of thumb.
func RulesOfThumb() []RuleOfThumb {
	return []RuleOfThumb{WholePile, EvenOut, TakeMost, Small, Pairs, PlainNim, Sum, Difference, Largest, AsWritten, AlwaysLost}
}

// Moves returns the moves of a position that a rule of thumb may choose; none if it has no answer.
func (t RuleOfThumb) Moves(p rules.Position) []rules.Move {
	is, ok := moveRules[t]
	if !ok {
		return nil
	}
	before := visibleNumbers(p)
	var out []rules.Move
	least := ^uint64(0)
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			continue
		}
		if t == TakeMost {
			if total := q.Size().Total; total < least {
				least, out = total, nil
			} else if total > least {
				continue
			}
		}
		if is(before, visibleNumbers(q)) {
			out = append(out, m)
		}
	}
	return out
}

// moveRules report whether a rule of thumb chooses a move, given the visible numbers before and
// after the move.
var moveRules = map[RuleOfThumb]func(before, after []uint64) bool{
	WholePile: func(before, after []uint64) bool { return len(after) < len(before) },
	EvenOut:   func(before, after []uint64) bool { return countEqualPairs(after) > countEqualPairs(before) },
	TakeMost:  func(_, _ []uint64) bool { return true },
	Small: func(_, after []uint64) bool {
		total := uint64(0)
		for _, n := range after {
			total += n
		}
		return total <= maxSmall && nimSumOf(after) == 0
	},
	Pairs:    func(_, after []uint64) bool { return 2*countEqualPairs(after) == len(after) },
	PlainNim: func(_, after []uint64) bool { return after != nil && nimSumOf(after) == 0 },
}

// maxSmall is the largest position, by its stones, that lesson 2 lists as lost.
const maxSmall = 6

// Numbers returns the answer of a rule of thumb to a step that asks for numbers. ok is false if it
// has none.
func (t RuleOfThumb) Numbers(s Step) (answer []uint64, ok bool) {
	given := s.Given
	if p := s.Puzzle.Position; p != nil && len(given) == 0 {
		switch p.Diagram().Shape {
		case rules.Cake, rules.Rows, rules.Tree: // these drawings show no numbers
			return nil, false
		}
		given = visibleNumbers(p)
	}
	if len(given) == 0 {
		return nil, false
	}
	most, least, sum := slices.Max(given), slices.Min(given), uint64(0)
	for _, n := range given {
		sum += n
	}
	switch t {
	case Sum:
		return []uint64{sum}, true
	case Difference:
		return []uint64{most - least}, true
	case Largest:
		return []uint64{most}, true
	case AsWritten, PlainNim:
		return slices.Clone(given), true
	}
	return nil, false
}

// answers reports whether a rule of thumb may answer a step right.
func (t RuleOfThumb) answers(s Step) bool {
	switch s.Asks {
	case AsksMove:
		return slices.ContainsFunc(t.Moves(s.Puzzle.Position), func(m rules.Move) bool { return slices.Contains(s.Puzzle.Winning, m) })
	case AsksOutcome:
		return t == AlwaysLost && s.Puzzle.Outcome == rules.P
	case AsksNumbers, AsksPiles:
		answer, ok := t.Numbers(s)
		return ok && s.JudgeNumbers(answer)
	}
	return false
}

// visibleNumbers returns the numbers that are visible in a position: sizes of piles, squares with a
// coin, lengths of rows. Empty piles aren't visible.
func visibleNumbers(p rules.Position) []uint64 {
	out := []uint64{}
	d := p.Diagram()
	for i, row := range d.Rows {
		switch d.Shape {
		case rules.Piles, rules.Pins, rules.Stairs:
			out = append(out, row.Count)
		case rules.Strip:
			for j, c := range row.Cells {
				if c == rules.Coin {
					out = append(out, uint64(j+1))
				}
			}
			for _, s := range row.Spots {
				if s.Cell == rules.Coin {
					out = append(out, s.Square)
				}
			}
		case rules.Bar:
			out = append(out, row.Count)
			for _, c := range row.Cells {
				if c == rules.Crumb || c == rules.Mould {
					out[i]++
				}
			}
		default:
			return values(p)
		}
	}
	if d.Shape == rules.Tree {
		out = values(p)
	}
	out = slices.DeleteFunc(out, func(n uint64) bool { return n == 0 })
	slices.Sort(out)
	return out
}

// countEqualPairs returns how many pairs of equal numbers there are.
func countEqualPairs(sorted []uint64) int {
	n := 0
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			n++
			i++
		}
	}
	return n
}

// nimSumOf is the nim-sum of numbers.
func nimSumOf(numbers []uint64) (sum uint64) {
	for _, n := range numbers {
		sum ^= n
	}
	return sum
}
