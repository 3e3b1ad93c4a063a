package solve

import (
	"strings"

	"nimbot/game"
)

// Step is one step of a legal move, or a whole one when Done, with its value.
type Step struct {
	game.Choice
	// Wins: a whole move wins. Of a step: one of the first 1000 winning moves
	// begins with it.
	Wins bool
	// Grundy is the value of the position that a whole move leaves, under
	// normal play whatever the ending; HasGrundy tells whether it is known.
	Grundy    uint64
	HasGrundy bool
}

// What is looked at for a page.
const (
	// MaxSteps is how many steps behind one prefix can be paged through.
	MaxSteps = 10_000
	// MaxMarked is how many winning moves are looked at, to tell the steps that
	// lead to them.
	MaxMarked = 1000
)

// Steps values the moves of a position page by page, along its Choices: at most
// most steps behind prefix, from the skip-th on. more tells whether there are
// further ones. Steps beyond the first 10,000 are not reached: moves there can
// be valued by themselves, by Analyze of what they leave.
//
// A page costs an analysis for each whole move on it, and one pass over the
// winning moves, at most 1000; of a position that was analyzed those analyses
// are looked up or computed directly, never searched anew.
func (a Analysis) Steps(prefix string, skip, most int) (steps []Step, more bool, err error) {
	passed := 0
	for c := range a.Position.Choices(prefix) {
		if passed++; passed > MaxSteps {
			break
		}
		if passed <= skip {
			continue
		}
		if len(steps) == most {
			more = true
			break
		}
		steps = append(steps, Step{Choice: c})
	}
	for i := range steps {
		if !steps[i].Done {
			continue
		}
		q, err := a.Position.Play(game.Move(steps[i].Prefix))
		if err != nil {
			return nil, false, err
		}
		b, err := Analyze(q, a.Ending)
		if err != nil {
			return nil, false, err
		}
		steps[i].Wins = b.Outcome == game.P
		steps[i].Grundy, steps[i].HasGrundy = b.Grundy, b.HasGrundy
	}
	a.markWinning(steps)
	return steps, more, nil
}

// markWinning marks the steps that are no whole moves and lead to winning ones.
func (a Analysis) markWinning(steps []Step) {
	looked := 0
	for m := range a.Winning() {
		if looked++; looked > MaxMarked {
			break
		}
		longest := -1 // of 1 and 14, the latter is what 14,8 begins with
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
