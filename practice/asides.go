package practice

import (
	"nimbot/exchange"
	"nimbot/game"
	"nimbot/talk"
	"nimbot/teach"
	"nimbot/words"
)

// answerBeside replies to a sentence that mentions an outcome without answering the question.
// The reply says what the outcomes mean, or that the question asks for a move.
func (s learning) answerBeside(t talk.Exercise, said string) (answered bool) {
	if isGame(s.doc.Now) {
		return false
	}
	step, err := s.present()
	if err != nil || step.Asks != teach.AsksMove && step.Asks != teach.AsksOutcome {
		return false
	}
	_, how := t.ReadOutcome(said)
	switch {
	case t.AsksMeaning(said):
		s.show(text("practice.outcomes"))
	case step.Asks == teach.AsksMove && how != talk.NoAnswer && (!t.Asks(said) || t.AsksOutcome(said)):
		s.show(text("practice.move-wanted"))
	default:
		return false
	}
	return true
}

// statesOutcome asks whether a line that repeats the piles of the open position and says who wins,
// "1 2 3 is lost", is the answer. Such a line must not lead to an analysis of these piles, which
// would give the answer away.
func (s learning) statesOutcome(t talk.Exercise, said, piles string) bool {
	step, err := s.present()
	if err != nil || step.Asks != teach.AsksOutcome || t.Asks(said) || piles != step.Puzzle.Position.String() {
		return false
	}
	won, how := t.ReadOutcome(said)
	if how == talk.NoAnswer {
		return false
	}
	s.askWhether(s.answerWith(map[bool]string{true: "won", false: "lost"}[won]))
	return true
}

// noSuchPile refuses a move from a pile that doesn't exist, and names the piles that do.
func (s learning) noSuchPile(p game.Position, label string) error {
	d := p.Diagram()
	return &exchange.Refusal{Text: text("practice.no-such-pile", "label", label, "position", words.Position(s.doc.Now.Game, p, &d)), How: exchange.Refused}
}

// tellTries says how many tries the person has at the open question.
func (s requests) tellTries() {
	x := s.doc.Now
	key := "practice.tries.two"
	step, err := s.present()
	switch {
	case x.Done || isGame(x) || waitsForNext(x):
		key = "practice.tries.free"
	case x.Kind == kindDaily:
		key = "practice.tries.daily"
	case err == nil && (step.Asks == teach.AsksOutcome || x.Wrong):
		key = "practice.tries.one"
	}
	s.offer(key, s.hintButton())
}
