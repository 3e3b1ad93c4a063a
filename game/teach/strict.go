package teach

import (
	"math"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// StrictSkill is the skill of both seats of a match where the player chose neither the position nor
// whether to answer. A judged decision that a player avoided, by a takeback or by ending the match,
// counts as a guess, so that avoiding the decisions that they can't solve doesn't make them look
// stronger. seen reports whether they saw the start before they chose to play; then the start isn't
// counted. The error is NewReview's.
func StrictSkill(m rules.Match, seen bool) ([2]Skill, error) {
	w, err := replayMatch(m, math.MaxInt, seen)
	return w.strict, err
}

// SkillOfPassing is the skill of a player who saw a start and let the other player begin: a judged
// decision that counts as a guess.
func SkillOfPassing(p rules.Position, e rules.Ending) (Skill, error) {
	a, err := solve.Analyze(p, e)
	return guessed(a), err
}

// Promising reports whether a drawn start leads to at least two judged decisions for the player who
// can win, whichever winning move they choose.
func Promising(p rules.Position, e rules.Ending) bool {
	return isWinnable(p, e, 0, nil) || isWinnable(p, e, 1, nil)
}

// guessed returns the skill of a guess in a position.
func guessed(a solve.Analysis) Skill {
	d := Decision{Before: a.Position, Hinted: true}
	d.Legal, _ = countLegal(a.Position)
	d.Winning = countWinning(a, d.Legal)
	return SkillOf(d)
}

// avoid records that the seat to move left the position without moving: it took its last move
// back, or ended the match.
func (w *replay) avoid(s rules.Seat) {
	a := w.line[len(w.line)-1]
	at := w.asMet(s)
	if s != w.toMove() || rules.Over(a.Position) || w.tried[at] || w.avoided[at] {
		return
	}
	if w.avoided == nil {
		w.avoided = make(map[metPosition]bool)
	}
	w.avoided[at] = true
	w.strict[s] = w.strict[s].Plus(guessed(a))
}
