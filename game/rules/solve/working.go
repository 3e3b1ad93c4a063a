package solve

import (
	"slices"

	"nimbot/game/rules"
)

// Working returns the reasoning behind the analysis. With a move it also has the check
// after the move and, if the move wins, the value that the move gives its part. A move
// that is not legal is left out.
func (a Analysis) Working(m rules.Move) rules.Working {
	w := a.reasoning()
	if a.canEnd(w) {
		w.Variant = rules.EndVariant
	}
	if m == "" {
		return w
	}
	next, err := a.Position.Play(m)
	if err != nil {
		return w
	}
	w.Move = m
	if a.Outcome == rules.N && rules.Over(next) {
		w.After = &rules.Working{Method: string(ByEnd), Check: "over"}
		w.Target = a.target(m)
		return w
	}
	b, err := Analyze(next, a.Ending)
	if err != nil {
		return w
	}
	after := b.reasoning()
	w.After = &after
	if b.Outcome == rules.P {
		w.Target = a.target(m)
	}
	return w
}

// canEnd reports whether w is the working of a tame misère game in which a move can reach
// the end, where the number of ones decides.
func (a Analysis) canEnd(w rules.Working) bool { return w.Method == tame && a.ending() != "" }

// target returns the value that a winning move gives its part of a sum, nil for other
// positions.
func (a Analysis) target(m rules.Move) *rules.Target {
	if s, ok := a.Position.(rules.Sum); ok && a.Method == BySum {
		return sumTarget(s, a.Ending, m)
	}
	return nil
}

func (a Analysis) reasoning() rules.Working {
	if w, ok := byCopying(a.Position, a.Ending); ok {
		return w
	}
	w := rules.Working{Method: string(BySearch), Check: "search"}
	switch a.Method {
	case ByTheory:
		w = a.Position.(rules.Theory).Working(a.Ending)
	case BySum:
		w = sumWorking(a.Position.(rules.Sum), a.Ending)
	}
	if x, ok := a.Position.(rules.Explainer); ok {
		w.Facts = append(w.Facts, x.Facts(a.Ending)...)
	}
	return w
}

// byCopying returns the working of a position in which two equal parts hold all moves. It
// needs no sum: every move in one part can be copied in the other. It is for normal play
// only, because in misère play the copying strategy changes at the end.
func byCopying(p rules.Position, e rules.Ending) (w rules.Working, ok bool) {
	s, ok := p.(rules.Copyable)
	if !ok || e == rules.Misere {
		return w, false
	}
	first, second, ok := s.Copies()
	if !ok {
		return w, false
	}
	labels := rules.Args{"first": first, "second": second}
	return rules.Working{
		Method:  nimSum,
		Variant: "copy",
		Facts:   []rules.Fact{{Code: "equal", Args: labels}},
		Check:   "copy",
		Then:    []rules.Fact{{Code: "copy", Args: labels}},
	}, true
}

// The methods of every sum, in normal and in misère play.
const (
	nimSum = "nim-sum"
	tame   = "tame"
)

// sumWorking lists the parts of a sum. Its method is "nim-sum" in normal play. In misère
// play it is "tame", and at the end, where no value is above 1, "tame-end".
func sumWorking(s rules.Sum, e rules.Ending) rules.Working {
	t := total(s)
	w := rules.Working{Method: nimSum, Sum: t.sum, Rows: make([]rules.WorkingRow, s.Parts())}
	if e == rules.Misere {
		w.Method = tame
	}
	if t.sum == 0 {
		w.Lost = rules.SumLost
	}
	if e == rules.Misere && t.firm == 0 {
		w.EndTame()
	}
	for i := range w.Rows {
		label, shape := s.Part(i)
		w.Rows[i] = rules.WorkingRow{Label: label, Shape: shape, Value: s.Value(i).Grundy}
	}
	return w
}

// sumTarget finds the part that a winning move changes, and the value that it gets.
func sumTarget(s rules.Sum, e rules.Ending, m rules.Move) *rules.Target {
	if x, ok := s.(rules.Splitting); ok {
		return splitTarget(x, m)
	}
	all := total(s)
	for i := range s.Parts() {
		from := s.Value(i)
		for _, to := range all.without(from).targets(e) {
			if slices.Contains(slices.Collect(s.MovesTo(i, to)), m) {
				return &rules.Target{Row: i, From: from.Grundy, To: to.Grundy}
			}
		}
	}
	return nil
}

// splitTarget computes the target from the position after m, because the moves that reach
// a value may be too many to look through.
func splitTarget(s rules.Splitting, m rules.Move) *rules.Target {
	next, err := s.Play(m)
	if err != nil {
		return nil
	}
	i := s.PartOf(m)
	from := s.Value(i).Grundy
	before := total(s).sum
	after, _ := Grundy(next)
	return &rules.Target{Row: i, From: from, To: from ^ before ^ after}
}
