package practice

import (
	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/game/words/sentence"
)

// requestWords are the words after "answer" that ask for something. Buttons use them.
var requestWords = map[string]sentence.ExerciseRequest{
	"hint": sentence.GiveHint, "show": sentence.ShowSolution, "skip": sentence.SkipIt, "back": sentence.GoBack, "harder": sentence.SetHarder, "easier": sentence.SetEasier, "why": sentence.TellWhy, leaveWord: sentence.LeaveOpen,
}

// sentenceReplies has the requests that are answered with a sentence, in some cases with a hint button.
var sentenceReplies = map[sentence.ExerciseRequest]struct {
	key  string
	hint bool
}{
	sentence.TellAllowed: {"practice.hint-allowed", true}, sentence.NotCounted: {"practice.nothing-counted", true}, sentence.TellDaily: {"practice.daily-is", true},
	sentence.TellPrivate: {"practice.private", false}, sentence.TellTime: {"practice.no-hurry", false},
}

// exerciseReplies are the requests that are answered with the exercise as it stands, below a sentence.
var exerciseReplies = map[sentence.ExerciseRequest]string{sentence.StillOpen: "talk.okay", sentence.GreetBack: "talk.greeting"}

// mayOffer offers what a request is only likely to mean, and reports whether it did.
func mayOffer(e *execution, r sentence.ExerciseRequest) bool {
	switch r {
	case sentence.OfferShow:
		offerButtons(e, "practice.offer-show", e.showButton(), e.hintButton())
	case sentence.OfferSkip:
		offerButtons(e, "practice.offer-skip", e.button(words.New("button.skip"), dialog.Plain, "answer", "skip"), e.hintButton())
	case sentence.OfferBack:
		offerButtons(e, "practice.offer-back", e.button(words.New("button.back"), dialog.Plain, "answer", "back"))
	default:
		return false
	}
	return true
}

// tellsInstead answers what only needs a sentence, and reports whether it did.
func tellsInstead(e *execution, r sentence.ExerciseRequest, said sentence.Meaning) bool {
	if tell, ok := sentenceReplies[r]; ok {
		var buttons []dialog.Button
		if tell.hint {
			buttons = append(buttons, e.hintButton())
		}
		offerButtons(e, tell.key, buttons...)
		return true
	}
	if r == sentence.TellYesterday {
		offerButtons(e, "talk.yesterday", yesterdayButton())
		return true
	}
	if key, ok := exerciseReplies[r]; ok {
		e.show(words.New(key))
		return true
	}
	if r == sentence.TellTerm {
		e.tell(said.TermText()).Buttons = []dialog.Button{e.hintButton(), {Label: words.New("button.exercise"), Command: "answer"}}
		return true
	}
	return false
}

// doRequest handles a request; said is the sentence that makes it.
func doRequest(e *execution, r sentence.ExerciseRequest, said sentence.Meaning) error {
	if tellsInstead(e, r, said) || mayOffer(e, r) {
		return nil
	}
	switch r {
	case sentence.LeaveOpen:
		leaveExercise(e)
	case sentence.GiveHint:
		return hintIfMeant(e)
	case sentence.OfferHint:
		return offerHint(e)
	case sentence.ShowSolution:
		return showSolution(e)
	case sentence.SkipIt:
		return skipExercise(e)
	case sentence.TellProgress:
		e.tell(words.New("practice.progress")).Buttons = append(message.CommandButtons([]string{"learn", "profile"}), dialog.Button{Label: words.New("button.exercise"), Command: "answer"})
	case sentence.GoOn:
		return goOn(e)
	case sentence.OfferNext:
		return offerNext(e, said)
	case sentence.GoBack:
		return goBack(e)
	case sentence.Restart:
		return restartExercise(e)
	case sentence.SetHarder:
		return setOther(e, 1)
	case sentence.SetEasier:
		return setOther(e, -1)
	case sentence.TellWhy:
		return sayWhy(e)
	case sentence.TellRules:
		if x := e.doc.Now; said.Values["game"] == "" && x.Game != "" {
			e.heard.instead = "rules " + x.Game
		}
	case sentence.AskAgain:
		e.showNow()
	case sentence.NoUndo:
		return noUndo(e)
	case sentence.TellTries:
		tellTries(e)
	case sentence.OfferOther:
		return offerOther(e, said)
	case sentence.OfferGame:
		offerGame(e, said)
	case sentence.Remark:
		answerRemark(e, said)
	}
	return nil
}

// hintIfMeant gives the exercise's hint. The bare word "help" may mean the bot's help, which is no
// hint, so it is asked.
func hintIfMeant(e *execution) error {
	if asksForHelp(e) {
		return offerHint(e)
	}
	return giveHint(e)
}

// leaveWord is the word after "answer" that leaves the exercise.
const leaveWord = "leave"

// leaveExercise leaves the exercise as it is, until the person comes back to it.
func leaveExercise(e *execution) {
	e.doc.Now.Left, e.dirty = true, true
	offerButtons(e, "practice.leave")
}

// showSolution shows the working, and counts the answer as wrong if there was none.
func showSolution(e *execution) error {
	if e.doc.Now.Done {
		e.showAgain(nil)
		return nil
	}
	return giveUp(e)
}

// offerNext offers the next exercise or page, if the present one is answered.
func offerNext(e *execution, said sentence.Meaning) error {
	if waitsForNext(e.doc.Now) {
		answerRemark(e, said)
		return nil
	}
	return goOn(e)
}

// goOn continues to the next exercise or page, if the present one is answered.
func goOn(e *execution) error {
	x := e.doc.Now
	switch {
	case waitsForNext(x):
		return answerExercise(e, nextWord)
	case isGame(x):
		e.showNow()
		return nil
	}
	e.result = dialog.Refused
	if x.Kind == kindPuzzle || x.Kind == kindMine {
		offerButtons(e, "practice.nothing-next", e.button(words.New("button.skip"), dialog.Plain, "skip"), e.showButton())
		return nil
	}
	offerButtons(e, "practice.nothing-next", e.hintButton(), e.showButton())
	return nil
}

// goBack shows the previous page, or from the exercises of a lesson its last page.
func goBack(e *execution) error {
	x := e.doc.Now
	l, err := lesson(x.Lesson)
	switch {
	case x.Done, err != nil, isTest(x):
		e.showNow()
	case x.Kind == kindPage || x.Kind == kindDemo:
		n := max(0, int(x.Seed)-1) // the number of a page
		e.doc.Lesson(x.Lesson).Read = n
		openPage(e, l, n)
		e.show()
	default:
		page := *x
		page.Kind, page.Seed = kindPage, uint64(len(l.Pages)-1)
		e.show(words.New(pageKey(&page)))
	}
	return nil
}

// restartExercise begins a game or a lesson again. A puzzle is only asked again.
func restartExercise(e *execution) error {
	x := e.doc.Now
	switch {
	case isGame(x):
		return restartGame(e, x)
	case x.Kind == kindPage:
		l, err := lesson(x.Lesson)
		if err != nil {
			return e.closeUnreadable(err)
		}
		e.doc.Lesson(x.Lesson).Read = 0
		openPage(e, l, 0)
	}
	e.showNow()
	return nil
}

// sayWhy says why the last answer was right or wrong, if there was one.
func sayWhy(e *execution) error {
	x := e.doc.Now
	switch {
	case x.Done:
		e.showAgain(nil)
	case x.WrongAnswer != "":
		return whyWrong(e)
	case x.Wrong, x.Hinted:
		return giveHint(e)
	default:
		offerButtons(e, "practice.why-what", e.hintButton(), e.showButton())
	}
	return nil
}

// whyWrong says what is wrong with the last answer.
func whyWrong(e *execution) error {
	step, err := e.presentStep()
	if err != nil {
		return e.closeUnreadable(err)
	}
	v, err := judge(step, e.doc.Now.WrongAnswer, command.ReadMove)
	if err != nil {
		return giveHint(e)
	}
	e.tell(e.reasons(step, v)...).Buttons = []dialog.Button{e.hintButton(), e.showButton(), {Label: words.New("button.exercise"), Command: "answer"}}
	return nil
}

// noUndo says what can be done instead of taking something back.
func noUndo(e *execution) error {
	key := "practice.no-undo.answer"
	var buttons []dialog.Button
	if isGame(e.doc.Now) {
		key, buttons = "practice.no-undo", []dialog.Button{e.button(words.New("button.restart"), dialog.Plain, "skip")}
	}
	offerButtons(e, key, buttons...)
	return nil
}

// setOther sets a harder puzzle if step is positive, an easier one if it is negative. In a lesson, it
// offers the next or the previous lesson; otherwise it says that the exercise is the same for
// everybody.
func setOther(e *execution, step int) error {
	x := e.doc.Now
	switch x.Kind {
	case kindPuzzle:
		return newPuzzleBeyond(e, x, step)
	case kindLesson, kindPage, kindDemo, kindGame:
		l, err := lesson(x.Lesson)
		all := teach.Lessons()
		if i := l.Number + step - 1; err == nil && l.Number > 0 && 0 <= i && i < len(all) {
			b := lessonButton(words.New("button.lesson", "number", all[i].Number), all[i].ID)
			offerButtons(e, "practice.other-lesson", b, e.hintButton())
			return nil
		}
	}
	offerButtons(e, "practice.same-for-all", e.hintButton())
	return nil
}

// tellTries says how many tries the person has at the open question.
func tellTries(e *execution) {
	x := e.doc.Now
	key := "practice.tries.two"
	step, err := e.presentStep()
	switch {
	case x.Done || isGame(x) || waitsForNext(x):
		key = "practice.tries.free"
	case x.Kind == kindDaily:
		key = "practice.tries.daily"
	case err == nil && (step.Asks == teach.AsksOutcome || x.Wrong):
		key = "practice.tries.one"
	}
	offerButtons(e, key, e.hintButton())
}
