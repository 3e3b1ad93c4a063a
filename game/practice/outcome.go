package practice

import (
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/game/words/sentence"
)

// replyToOutcome replies to a sentence that mentions an outcome without answering the question.
// The reply says what the outcomes mean, or that the question asks for a move.
func replyToOutcome(e *execution, t sentence.Exercise, said string) (answered bool) {
	if isGame(e.doc.Now) {
		return false
	}
	step, err := e.presentStep()
	if err != nil || step.Asks != teach.AsksMove && step.Asks != teach.AsksOutcome {
		return false
	}
	_, how := t.ReadOutcome(said)
	switch {
	case t.AsksOutcomeMeaning(said):
		e.show(words.New("practice.outcomes"))
	case step.Asks == teach.AsksMove && how != sentence.NoAnswer && (!t.IsQuestion(said) || t.AsksOutcome(said)):
		e.show(words.New("practice.move-wanted"))
	default:
		return false
	}
	return true
}

// confirmOutcome asks whether a line that repeats the piles of the open position and says who wins,
// "1 2 3 is lost", is the answer. Such a line must not lead to an analysis of these piles, which
// would give the answer away.
func confirmOutcome(e *execution, t sentence.Exercise, said, piles string) bool {
	step, err := e.presentStep()
	if err != nil || step.Asks != teach.AsksOutcome || t.IsQuestion(said) || piles != step.Puzzle.Position.String() {
		return false
	}
	won, how := t.ReadOutcome(said)
	if how == sentence.NoAnswer {
		return false
	}
	askWhether(e, answerButton(e, map[bool]string{true: "won", false: "lost"}[won]))
	return true
}
