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
func offerHint(e *execution) error {
	x := e.doc.Now
	if x.Done || isTest(x) || waitsForNext(x) {
		return giveHint(e)
	}
	lines := []words.Text{words.New("practice.offer-hint", "counts", hintCounts(x))}
	if asksForHelp(e) {
		lines = append(lines, words.New("practice.all-commands"))
	}
	e.tell(lines...).Buttons = []dialog.Button{e.hintButton(), e.showButton(), {Label: words.New("button.exercise"), Command: "answer"}}
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
func asksForHelp(e *execution) bool {
	if e.heard == nil {
		return false
	}
	if e.heard.line.Name() == "help" && e.heard.line.Plain() {
		return true
	}
	said, ok := e.h.Chat.Talk(e.locale).Read(e.heard.line.Typed)
	return ok && said.Topic == sentence.Help
}

// answerRemark answers a remark on a finished exercise or a page. It goes on only if a button is
// pressed.
func answerRemark(e *execution, said sentence.Meaning) {
	key := "practice.ready"
	if said.Topic == sentence.Thanks {
		key = "talk.thanks"
	}
	m := e.tell(words.New(key))
	if m.Buttons = []dialog.Button{e.nextButton()}; e.doc.Now.Done {
		m.Buttons = e.finishedButtons()
	}
}

// offerOther offers an exercise of another level, if the person can choose one.
func offerOther(e *execution, said sentence.Meaning) error {
	if e.doc.Now.Done {
		answerRemark(e, said)
		return nil
	}
	if step := map[sentence.Topic]int{sentence.Harder: 1, sentence.Easier: -1}[said.Topic]; e.doc.Now.Kind != kindPuzzle {
		return setOther(e, step)
	}
	offerLevels(e)
	return nil
}

// offerLevels offers an easier and a harder puzzle.
func offerLevels(e *execution) {
	offerButtons(e, "practice.offer-other", e.levelButtons()...)
}

// offerGame offers to begin the game that a sentence wishes for.
func offerGame(e *execution, said sentence.Meaning) {
	game, challenge := message.GameWished(said)
	switch {
	case challenge != "" && e.heard != nil:
		e.heard.instead = challenge
		return
	case game != nil:
		offerButtons(e, "practice.offer-game", game...)
		return
	}
	notUnderstood(e)
}

// offerButtons says something with at most three buttons, the last of which leads back to the
// exercise.
func offerButtons(e *execution, key string, buttons ...dialog.Button) {
	e.tell(words.New(key)).Buttons = append(buttons, dialog.Button{Label: words.New("button.exercise"), Command: "answer"})
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
func notUnderstood(e *execution) {
	if named := e.heard.line; named.Command != nil && !named.Bare && named.Command.Sets() {
		begins := message.CommandButtons([]string{named.Begun()})
		if named.Who != "" { // a label can't mention anybody
			begins[0].Label = words.New("button.challenge")
		}
		offerButtons(e, "practice.unknown", begins...)
		return
	}
	t, said := e.h.Chat.Talk(e.locale).Exercise(), e.heard.line.Typed
	likely := t.LikelyRequests(said)
	if len(likely) > 0 && t.HasNegation(said) { // nothing is offered that may have been denied, but "I don't get it" is
		offerButtons(e, "practice.unknown", e.hintButton())
		return
	}
	var buttons []dialog.Button
	for _, request := range likely {
		b, ok := proposalFor(e, request)
		proposed := slices.ContainsFunc(buttons, func(other dialog.Button) bool { return other.Command == b.Command })
		if ok && !proposed && len(buttons) < maxProposed {
			buttons = append(buttons, b)
		}
	}
	if len(buttons) > 0 && !waitsForNext(e.doc.Now) {
		offerButtons(e, "practice.unknown", buttons...)
		return
	}
	if waitsForNext(e.doc.Now) {
		offerButtons(e, "practice.unknown", e.nextButton())
		return
	}
	offerButtons(e, "practice.unknown", e.hintButton(), e.showButton())
}

// proposalFor returns the button that proposes a request, if it is ever proposed. Requests that
// differ only in how they were made have the same button.
func proposalFor(e *execution, request sentence.ExerciseRequest) (b dialog.Button, ok bool) {
	if request == sentence.ShowSolution || request == sentence.OfferShow {
		return e.showButton(), true
	}
	typed := proposals[request]
	switch request {
	case sentence.SetHarder, sentence.SetEasier, sentence.OfferOther: // the reply first says what it costs, as for a typed line
		return dialog.Button{Label: words.New(typed[1]), Command: "answer " + typed[0]}, true
	}
	if typed[0] == "" {
		return dialog.Button{}, false
	}
	return e.button(words.New(typed[1]), dialog.Plain, "answer", typed[0]), true
}
