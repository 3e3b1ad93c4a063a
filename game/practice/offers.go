package practice

import (
	"slices"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/sentence"
	"nimbot/store/person"
)

// offerHint offers a hint, and says what it costs. After the exercise a hint costs nothing, so it's
// given at once.
func offerHint(s *session) error {
	x := s.doc.Now
	if x.Done || isTest(x) || waitsForNext(x) {
		return giveHint(s)
	}
	lines := []words.Text{words.New("practice.offer-hint", "counts", hintCounts(x))}
	if asksForHelp(s) {
		lines = append(lines, words.New("practice.all-commands"))
	}
	s.tell(lines...).Buttons = []dialog.Button{s.hintButton(), s.showButton(), {Label: words.New("button.exercise"), Command: "answer"}}
	return nil
}

// hintCounts reports whether the next hint makes the exercise count as not solved.
func hintCounts(x *person.Exercise) bool {
	return !x.Done && !x.Missed && (x.Kind != kindPage || x.Hinted) && x.Kind != kindDemo
}

// showCounts reports whether the exercise counts as not solved once its answer is shown.
func showCounts(x *person.Exercise) bool {
	return !x.Done && !x.Missed && x.Kind != kindPage && x.Kind != kindDemo
}

// asksForHelp reports whether the line is "help", or the same in the place's language. That never
// counts as a hint.
func asksForHelp(s *session) bool {
	if s.heard == nil {
		return false
	}
	if s.heard.line.Name() == "help" && s.heard.line.Plain() {
		return true
	}
	said, ok := s.h.Chat.Talk(s.locale).Read(s.heard.line.Typed)
	return ok && said.Topic == sentence.Help
}

// answerRemark answers a remark on a finished exercise or a page. It goes on only if a button is
// pressed.
func answerRemark(s *session, said sentence.Meaning) {
	key := "practice.ready"
	if said.Topic == sentence.Thanks {
		key = "talk.thanks"
	}
	m := s.tell(words.New(key))
	if m.Buttons = []dialog.Button{s.nextButton()}; s.doc.Now.Done {
		m.Buttons = s.finishedButtons()
	}
}

// offerOther offers an exercise of another level, if the person can choose one.
func offerOther(s *session, said sentence.Meaning) error {
	if s.doc.Now.Done {
		answerRemark(s, said)
		return nil
	}
	if step := map[sentence.Topic]int{sentence.Harder: 1, sentence.Easier: -1}[said.Topic]; s.doc.Now.Kind != kindPuzzle {
		return setOther(s, step)
	}
	offerLevels(s)
	return nil
}

// offerLevels offers an easier and a harder puzzle.
func offerLevels(s *session) {
	offerButtons(s, "practice.offer-other", s.levelButtons()...)
}

// offerGame offers to begin the game that a sentence wishes for.
func offerGame(s *session, said sentence.Meaning) {
	game, challenge := message.GameWished(said)
	switch {
	case challenge != "" && s.heard != nil:
		s.heard.instead = challenge
		return
	case game != nil:
		offerButtons(s, "practice.offer-game", game...)
		return
	}
	notUnderstood(s)
}

// offerButtons says something with at most three buttons, the last of which leads back to the
// exercise.
func offerButtons(s *session, key string, buttons ...dialog.Button) {
	s.tell(words.New(key)).Buttons = append(buttons, dialog.Button{Label: words.New("button.exercise"), Command: "answer"})
}

// proposals has, for each request that may be proposed after a line that wasn't understood, the
// word after "answer" and the label of its button.
var proposals = map[sentence.ExerciseRequest][2]string{
	sentence.GiveHint: {"hint", "button.hint"}, sentence.OfferHint: {"hint", "button.hint"}, sentence.SkipIt: {"skip", "button.skip"}, sentence.GoBack: {"back", "button.back"},
	sentence.SetHarder: {"harder", "button.harder"}, sentence.SetEasier: {"easier", "button.easier"},
	sentence.OfferSkip: {"skip", "button.skip"}, sentence.OfferOther: {"harder", "button.harder"}, sentence.LeaveOpen: {leaveWord, "button.leave-exercise"},
}

// maxProposed is how many requests are proposed beside the way back to the exercise.
const maxProposed = 2

// notUnderstood says that a line wasn't understood, and proposes what the person probably wants:
// what the model ranks first, otherwise what most people want.
func notUnderstood(s *session) {
	if named := s.heard.line; named.Command != nil && !named.Bare && named.Command.Sets() {
		begins := message.CommandButtons([]string{named.Begun()})
		if named.Who != "" { // a label can't mention anybody
			begins[0].Label = words.New("button.challenge")
		}
		offerButtons(s, "practice.unknown", begins...)
		return
	}
	t, said := s.h.Chat.Talk(s.locale).Exercise(), s.heard.line.Typed
	likely := t.LikelyRequests(said)
	if len(likely) > 0 && t.HasNegation(said) { // nothing is offered that may have been denied, but "I don't get it" is
		offerButtons(s, "practice.unknown", s.hintButton())
		return
	}
	var buttons []dialog.Button
	for _, request := range likely {
		b, ok := proposalFor(s, request)
		proposed := slices.ContainsFunc(buttons, func(other dialog.Button) bool { return other.Command == b.Command })
		if ok && !proposed && len(buttons) < maxProposed {
			buttons = append(buttons, b)
		}
	}
	if len(buttons) > 0 && !waitsForNext(s.doc.Now) {
		offerButtons(s, "practice.unknown", buttons...)
		return
	}
	if waitsForNext(s.doc.Now) {
		offerButtons(s, "practice.unknown", s.nextButton())
		return
	}
	offerButtons(s, "practice.unknown", s.hintButton(), s.showButton())
}

// proposalFor returns the button that proposes a request, if it is ever proposed. Requests that
// differ only in how they were made have the same button.
func proposalFor(s *session, request sentence.ExerciseRequest) (b dialog.Button, ok bool) {
	if request == sentence.ShowSolution || request == sentence.OfferShow {
		return s.showButton(), true
	}
	typed := proposals[request]
	switch request {
	case sentence.SetHarder, sentence.SetEasier, sentence.OfferOther: // the reply first says what it costs, as for a typed line
		return dialog.Button{Label: words.New(typed[1]), Command: "answer " + typed[0]}, true
	}
	if typed[0] == "" {
		return dialog.Button{}, false
	}
	return s.button(words.New(typed[1]), dialog.Plain, "answer", typed[0]), true
}
