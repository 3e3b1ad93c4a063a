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
func mayOffer(s *session, r sentence.ExerciseRequest) bool {
	switch r {
	case sentence.OfferShow:
		offerButtons(s, "practice.offer-show", s.showButton(), s.hintButton())
	case sentence.OfferSkip:
		offerButtons(s, "practice.offer-skip", s.button(words.New("button.skip"), dialog.Plain, "answer", "skip"), s.hintButton())
	case sentence.OfferBack:
		offerButtons(s, "practice.offer-back", s.button(words.New("button.back"), dialog.Plain, "answer", "back"))
	default:
		return false
	}
	return true
}

// tellsInstead answers what only needs a sentence, and reports whether it did.
func tellsInstead(s *session, r sentence.ExerciseRequest, said sentence.Meaning) bool {
	if tell, ok := sentenceReplies[r]; ok {
		var buttons []dialog.Button
		if tell.hint {
			buttons = append(buttons, s.hintButton())
		}
		offerButtons(s, tell.key, buttons...)
		return true
	}
	if r == sentence.TellYesterday {
		offerButtons(s, "talk.yesterday", yesterdayButton())
		return true
	}
	if key, ok := exerciseReplies[r]; ok {
		s.show(words.New(key))
		return true
	}
	if r == sentence.TellTerm {
		s.tell(said.TermText()).Buttons = []dialog.Button{s.hintButton(), {Label: words.New("button.exercise"), Command: "answer"}}
		return true
	}
	return false
}

// doRequest handles a request; said is the sentence that makes it.
func doRequest(s *session, r sentence.ExerciseRequest, said sentence.Meaning) error {
	if tellsInstead(s, r, said) || mayOffer(s, r) {
		return nil
	}
	switch r {
	case sentence.LeaveOpen:
		leaveExercise(s)
	case sentence.GiveHint:
		return hintIfMeant(s)
	case sentence.OfferHint:
		return offerHint(s)
	case sentence.ShowSolution:
		return showSolution(s)
	case sentence.SkipIt:
		return skipExercise(s)
	case sentence.TellProgress:
		s.tell(words.New("practice.progress")).Buttons = append(message.CommandButtons([]string{"learn", "profile"}), dialog.Button{Label: words.New("button.exercise"), Command: "answer"})
	case sentence.GoOn:
		return goOn(s)
	case sentence.OfferNext:
		return offerNext(s, said)
	case sentence.GoBack:
		return goBack(s)
	case sentence.Restart:
		return restartExercise(s)
	case sentence.SetHarder:
		return setOther(s, 1)
	case sentence.SetEasier:
		return setOther(s, -1)
	case sentence.TellWhy:
		return sayWhy(s)
	case sentence.TellRules:
		if x := s.doc.Now; said.Values["game"] == "" && x.Game != "" {
			s.heard.instead = "rules " + x.Game
		}
	case sentence.AskAgain:
		s.showNow()
	case sentence.NoUndo:
		return noUndo(s)
	case sentence.TellTries:
		tellTries(s)
	case sentence.OfferOther:
		return offerOther(s, said)
	case sentence.OfferGame:
		offerGame(s, said)
	case sentence.Remark:
		answerRemark(s, said)
	}
	return nil
}

// hintIfMeant gives the exercise's hint. The bare word "help" may mean the bot's help, which is no
// hint, so it is asked.
func hintIfMeant(s *session) error {
	if asksForHelp(s) {
		return offerHint(s)
	}
	return giveHint(s)
}

// leaveWord is the word after "answer" that leaves the exercise.
const leaveWord = "leave"

// leaveExercise leaves the exercise as it is, until the person comes back to it.
func leaveExercise(s *session) {
	s.doc.Now.Left, s.dirty = true, true
	offerButtons(s, "practice.leave")
}

// showSolution shows the working, and counts the answer as wrong if there was none.
func showSolution(s *session) error {
	if s.doc.Now.Done {
		s.showAgain(nil)
		return nil
	}
	return giveUp(s)
}

// offerNext offers the next exercise or page, if the present one is answered.
func offerNext(s *session, said sentence.Meaning) error {
	if waitsForNext(s.doc.Now) {
		answerRemark(s, said)
		return nil
	}
	return goOn(s)
}

// goOn continues to the next exercise or page, if the present one is answered.
func goOn(s *session) error {
	x := s.doc.Now
	switch {
	case waitsForNext(x):
		return answerExercise(s, nextWord)
	case isGame(x):
		s.showNow()
		return nil
	}
	s.result = dialog.Refused
	if x.Kind == kindPuzzle || x.Kind == kindMine {
		offerButtons(s, "practice.nothing-next", s.button(words.New("button.skip"), dialog.Plain, "skip"), s.showButton())
		return nil
	}
	offerButtons(s, "practice.nothing-next", s.hintButton(), s.showButton())
	return nil
}

// goBack shows the previous page, or from the exercises of a lesson its last page.
func goBack(s *session) error {
	x := s.doc.Now
	l, err := lesson(x.Lesson)
	switch {
	case x.Done, err != nil, isTest(x):
		s.showNow()
	case x.Kind == kindPage || x.Kind == kindDemo:
		n := max(0, int(x.Seed)-1) // the number of a page
		s.doc.Lesson(x.Lesson).Read = n
		openPage(s, l, n)
		s.show()
	default:
		page := *x
		page.Kind, page.Seed = kindPage, uint64(len(l.Pages)-1)
		s.show(words.New(pageKey(&page)))
	}
	return nil
}

// restartExercise begins a game or a lesson again. A puzzle is only asked again.
func restartExercise(s *session) error {
	x := s.doc.Now
	switch {
	case isGame(x):
		return restartGame(s, x)
	case x.Kind == kindPage:
		l, err := lesson(x.Lesson)
		if err != nil {
			return s.closeUnreadable(err)
		}
		s.doc.Lesson(x.Lesson).Read = 0
		openPage(s, l, 0)
	}
	s.showNow()
	return nil
}

// sayWhy says why the last answer was right or wrong, if there was one.
func sayWhy(s *session) error {
	x := s.doc.Now
	switch {
	case x.Done:
		s.showAgain(nil)
	case x.WrongAnswer != "":
		return whyWrong(s)
	case x.Wrong, x.Hinted:
		return giveHint(s)
	default:
		offerButtons(s, "practice.why-what", s.hintButton(), s.showButton())
	}
	return nil
}

// whyWrong says what is wrong with the last answer.
func whyWrong(s *session) error {
	step, err := s.presentStep()
	if err != nil {
		return s.closeUnreadable(err)
	}
	v, err := judge(step, s.doc.Now.WrongAnswer, command.ReadMove)
	if err != nil {
		return giveHint(s)
	}
	s.tell(s.reasons(step, v)...).Buttons = []dialog.Button{s.hintButton(), s.showButton(), {Label: words.New("button.exercise"), Command: "answer"}}
	return nil
}

// noUndo says what can be done instead of taking something back.
func noUndo(s *session) error {
	key := "practice.no-undo.answer"
	var buttons []dialog.Button
	if isGame(s.doc.Now) {
		key, buttons = "practice.no-undo", []dialog.Button{s.button(words.New("button.restart"), dialog.Plain, "skip")}
	}
	offerButtons(s, key, buttons...)
	return nil
}

// setOther sets a harder puzzle if step is positive, an easier one if it is negative. In a lesson, it
// offers the next or the previous lesson; otherwise it says that the exercise is the same for
// everybody.
func setOther(s *session, step int) error {
	x := s.doc.Now
	switch x.Kind {
	case kindPuzzle:
		return newPuzzleBeyond(s, x, step)
	case kindLesson, kindPage, kindDemo, kindGame:
		l, err := lesson(x.Lesson)
		all := teach.Lessons()
		if i := l.Number + step - 1; err == nil && l.Number > 0 && 0 <= i && i < len(all) {
			b := lessonButton(words.New("button.lesson", "number", all[i].Number), all[i].ID)
			offerButtons(s, "practice.other-lesson", b, s.hintButton())
			return nil
		}
	}
	offerButtons(s, "practice.same-for-all", s.hintButton())
	return nil
}

// tellTries says how many tries the person has at the open question.
func tellTries(s *session) {
	x := s.doc.Now
	key := "practice.tries.two"
	step, err := s.presentStep()
	switch {
	case x.Done || isGame(x) || waitsForNext(x):
		key = "practice.tries.free"
	case x.Kind == kindDaily:
		key = "practice.tries.daily"
	case err == nil && (step.Asks == teach.AsksOutcome || x.Wrong):
		key = "practice.tries.one"
	}
	offerButtons(s, key, s.hintButton())
}
