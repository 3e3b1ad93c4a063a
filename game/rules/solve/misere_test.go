package solve_test

import (
	"slices"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// A player who follows the working's misère sentence literally wins every won position:
// play as in normal play, unless a move can leave only piles that count 0 or 1. Then
// leave an odd number of piles that count 1; in Moore's Nim, leave 1, k + 2, 2k + 3 … of
// them.
func TestMisereRuleWins(t *testing.T) {
	for _, tt := range []struct{ key, start string }{
		{"nim", "3 4 5"}, {"nim", "1 1 2 6"}, {"pass", "3 2 4"}, {"pass", "1 1 2 2"},
		{"moore", "2 2 3 3 k2"}, {"moore", "1 1 1 2 2 k3"},
	} {
		g, err := rules.Lookup(tt.key)
		if err != nil {
			t.Fatal(err)
		}
		start, err := g.Begin(tt.start, rules.Misere)
		if err != nil {
			t.Fatal(err)
		}
		won := 0
		for _, p := range reachable(start) {
			a, err := solve.Analyze(p, rules.Misere)
			if err != nil {
				t.Fatal(err)
			}
			if a.Outcome == rules.P || rules.Over(p) {
				continue
			}
			won++
			winning := slices.Collect(a.Winning())
			advised := allowedByRule(t, p)
			if len(advised) == 0 {
				t.Errorf("%s %s: the sentence advises no move, want one of %v", tt.key, p, winning)
			}
			for _, m := range advised {
				if !slices.Contains(winning, m) {
					t.Errorf("%s %s: the sentence allows %q, want one of %v only", tt.key, p, m, winning)
				}
			}
		}
		if won < 20 {
			t.Errorf("%s %s: %d won positions were tried, want at least 20", tt.key, tt.start, won)
		}
	}
}

// allowedByRule returns the moves that the sentence allows.
func allowedByRule(t *testing.T, p rules.Position) []rules.Move {
	t.Helper()
	var ending, odd, zero []rules.Move
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		ones, above, base := 0, 0, 2
		n, err := solve.Analyze(q, rules.Normal)
		if err != nil {
			t.Fatal(err)
		}
		w := n.Working("")
		if w.Base > 0 {
			base = w.Base
		}
		for _, v := range counts(q) {
			if v == 1 {
				ones++
			} else if v > 1 {
				above++
			}
		}
		if above == 0 {
			ending = append(ending, m)
			if ones%base == 1 {
				odd = append(odd, m)
			}
		}
		if n.Outcome == rules.P {
			zero = append(zero, m)
		}
	}
	if len(ending) > 0 {
		return odd
	}
	return zero
}

// counts returns what the piles of a position count: their values in a sum, otherwise
// their sizes.
func counts(p rules.Position) []uint64 {
	var out []uint64
	if s, ok := p.(rules.Sum); ok {
		for i := range s.Parts() {
			out = append(out, s.Value(i).Grundy)
		}
		return out
	}
	for _, r := range p.Diagram().Rows {
		out = append(out, r.Count)
	}
	return out
}

// reachable returns all positions that can follow from p, and p itself.
func reachable(p rules.Position) []rules.Position {
	all, seen := []rules.Position{p}, map[string]bool{p.String(): true}
	for i := 0; i < len(all); i++ {
		for m := range all[i].Moves() {
			if q, err := all[i].Play(m); err == nil && !seen[q.String()] {
				seen[q.String()] = true
				all = append(all, q)
			}
		}
	}
	return all
}
