package solve

import (
	"strings"

	"nimbot/game/rules"
)

// Step is one step of a legal move, the last one if Done, with its value.
type Step struct {
	rules.Choice
	// Wins reports, for a step that completes a move, that the move wins; for another
	// step, that one of the first 1000 winning moves begins with it.
	Wins bool
	// Grundy is the value of the position that a whole move leaves, under normal play
	// whatever the ending; HasGrundy reports whether it is known.
	Grundy    uint64
	HasGrundy bool
}

// The bounds of the work for a page.
const (
	// MaxSteps is how many steps after one prefix can be paged through.
	MaxSteps = 10_000
	// MaxMarked is how many winning moves are looked at to find the steps that
	// lead to them.
	MaxMarked = 1000
)

// Steps evaluates one page of the choices after prefix: up to limit steps, after the first
// skip. more reports whether further steps follow. Steps beyond the first 10,000 are not
// reached; to value a move there, call Analyze for the position that it leaves. Errors are
// those of Analyze.
//
// A page costs an analysis for each complete move on it, and one pass over at
// most 1000 winning moves. The position has been analyzed, so these analyses
// are looked up or computed directly, never searched again.
func (a Analysis) Steps(prefix string, skip, limit int) (steps []Step, more bool, err error) {
	passed := 0
	for c := range a.Position.Choices(prefix) {
		if passed++; passed > MaxSteps {
			break
		}
		if passed <= skip {
			continue
		}
		if len(steps) == limit {
			more = true
			break
		}
		steps = append(steps, Step{Choice: c})
	}
	for i := range steps {
		if !steps[i].Done {
			continue
		}
		q, err := a.Position.Play(rules.Move(steps[i].Prefix))
		if err != nil {
			return nil, false, err
		}
		b, err := Analyze(q, a.Ending)
		if err != nil {
			return nil, false, err
		}
		steps[i].Wins = b.Outcome == rules.P
		steps[i].Grundy, steps[i].HasGrundy = b.Grundy, b.HasGrundy
	}
	a.markWinning(steps)
	return steps, more, nil
}

// markWinning marks the steps that lead to winning moves and don't complete one.
func (a Analysis) markWinning(steps []Step) {
	looked := 0
	for m := range a.Winning() {
		if looked++; looked > MaxMarked {
			break
		}
		longest := -1 // the longest matching prefix: "14", not "1", for the move "14,8"
		for i, s := range steps {
			if strings.HasPrefix(string(m), s.Prefix) && (longest < 0 || len(s.Prefix) > len(steps[longest].Prefix)) {
				longest = i
			}
		}
		if longest >= 0 && !steps[longest].Done {
			steps[longest].Wins = true
		}
	}
}
