package practice

import (
	"slices"

	"nimbot/chat/scene"
	"nimbot/exchange"
	"nimbot/talk"
)

// offerHint offers a hint. After the exercise a hint costs nothing, so it's given at once.
func (s requests) offerHint() error {
	if s.doc.Now.Done {
		return s.giveHint()
	}
	s.offer("practice.offer-hint", s.hintButton(), s.showButton())
	return nil
}

// remark answers a remark on a finished exercise or a page. It goes on only if a button is
// pressed.
func (s requests) remark(said talk.Meaning) {
	key := "practice.ready"
	if said.Topic == talk.Thanks {
		key = "talk.thanks"
	}
	m := s.tell(text(key))
	if m.Buttons = []exchange.Button{s.nextButton()}; s.doc.Now.Done {
		m.Buttons = s.finishedButtons()
	}
}

// offerOther offers an exercise of another level, if the person can choose one.
func (s requests) offerOther(said talk.Meaning) error {
	if s.doc.Now.Done {
		s.remark(said)
		return nil
	}
	if step := map[talk.Topic]int{talk.Harder: 1, talk.Easier: -1}[said.Topic]; s.doc.Now.Kind != kindPuzzle {
		return s.setOther(step)
	}
	s.offerLevels()
	return nil
}

// offerLevels says what another puzzle costs, and offers it.
func (s requests) offerLevels() {
	s.offer("practice.offer-other", s.button(text("button.easier"), exchange.Plain, "answer", "easier"), s.button(text("button.harder"), exchange.Plain, "answer", "harder"))
}

// offerGame offers to begin the game that a sentence wishes for.
func (s requests) offerGame(said talk.Meaning) {
	if game := scene.GameWished(said); game != nil {
		s.offer("practice.offer-game", game...)
		return
	}
	s.notUnderstood(false)
}

// offer says something with at most three buttons, the last of which leads back to the
// exercise.
func (s requests) offer(key string, buttons ...exchange.Button) {
	s.tell(text(key)).Buttons = append(buttons, exchange.Button{Label: text("button.exercise"), Command: "answer"})
}

// proposals has, for each request that may be proposed after a line that wasn't understood, the
// word after "answer" and the label of its button.
var proposals = map[talk.ExerciseRequest][2]string{
	talk.GiveHint: {"hint", "button.hint"}, talk.OfferHint: {"hint", "button.hint"}, talk.SkipIt: {"skip", "button.skip"}, talk.GoBack: {"back", "button.back"},
	talk.SetHarder: {"harder", "button.harder"}, talk.SetEasier: {"easier", "button.easier"},
}

// maxProposed is how many requests are proposed beside the way back to the exercise.
const maxProposed = 2

// notUnderstood says that a line wasn't understood, and proposes what the person probably wants:
// what the model ranks first in a language that is learnt from phrases, otherwise what most people
// want. If tells, the line is a statement, and the reply says that it doesn't count as an answer.
func (s requests) notUnderstood(tells bool) {
	if tells {
		s.offer(sentenceReplies[talk.NotCounted].key, s.hintButton())
		return
	}
	t, said := s.h.Chat.Talk(s.locale).Exercise(), s.heard.line.Typed
	likely := t.LikelyRequests(said)
	if len(likely) > 0 && t.HasNegation(said) { // nothing is offered that may have been denied, but "I don't get it" is
		s.offer("practice.unknown", s.hintButton())
		return
	}
	var buttons []exchange.Button
	for _, request := range likely {
		b, ok := s.proposal(request)
		proposed := slices.ContainsFunc(buttons, func(other exchange.Button) bool { return other.Command == b.Command })
		if ok && !proposed && len(buttons) < maxProposed {
			buttons = append(buttons, b)
		}
	}
	if len(buttons) > 0 && !waitsForNext(s.doc.Now) {
		s.offer("practice.unknown", buttons...)
		return
	}
	if waitsForNext(s.doc.Now) {
		s.offer("practice.unknown", s.nextButton())
		return
	}
	s.offer("practice.unknown", s.hintButton(), s.showButton())
}

// proposal returns the button that proposes a request, if it is ever proposed. Requests that
// differ only in how they were made have the same button.
func (s requests) proposal(request talk.ExerciseRequest) (b exchange.Button, ok bool) {
	if request == talk.ShowSolution || request == talk.OfferShow {
		return s.showButton(), true
	}
	words := proposals[request]
	switch request {
	case talk.SetHarder, talk.SetEasier: // the reply first says what it costs, as for a typed line
		return exchange.Button{Label: text(words[1]), Command: "answer " + words[0]}, true
	}
	if words[0] == "" {
		return exchange.Button{}, false
	}
	return s.button(text(words[1]), exchange.Plain, "answer", words[0]), true
}
