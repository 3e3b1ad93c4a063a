package practice

import (
	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/game/words/sentence"
)

// requests handles what a learner asks the open exercise for.
type requests struct{ *session }

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

// offers offers what a request is only likely to mean, and reports whether it did.
func (s requests) offers(r sentence.ExerciseRequest) bool {
	switch r {
	case sentence.OfferShow:
		s.offer("practice.offer-show", s.showButton(), s.hintButton())
	case sentence.OfferSkip:
		s.offer("practice.offer-skip", s.button(words.New("button.skip"), dialog.Plain, "answer", "skip"), s.hintButton())
	case sentence.OfferBack:
		s.offer("practice.offer-back", s.button(words.New("button.back"), dialog.Plain, "answer", "back"))
	default:
		return false
	}
	return true
}

// tells answers what only needs a sentence, and reports whether it did.
func (s requests) tells(r sentence.ExerciseRequest, said sentence.Meaning) bool {
	if tell, ok := sentenceReplies[r]; ok {
		var buttons []dialog.Button
		if tell.hint {
			buttons = append(buttons, s.hintButton())
		}
		s.offer(tell.key, buttons...)
		return true
	}
	if r == sentence.TellYesterday {
		s.offer("talk.yesterday", yesterdayButton())
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

// do handles a request; said is the sentence that makes it.
func (s requests) do(r sentence.ExerciseRequest, said sentence.Meaning) error {
	if s.tells(r, said) || s.offers(r) {
		return nil
	}
	switch r {
	case sentence.LeaveOpen:
		s.leave()
	case sentence.GiveHint:
		return s.hintIfMeant()
	case sentence.OfferHint:
		return s.offerHint()
	case sentence.ShowSolution:
		return s.showSolution()
	case sentence.SkipIt:
		return openExercise(s).skip()
	case sentence.TellProgress:
		s.tell(words.New("practice.progress")).Buttons = append(message.CommandButtons([]string{"learn", "profile"}), dialog.Button{Label: words.New("button.exercise"), Command: "answer"})
	case sentence.GoOn:
		return s.goOn()
	case sentence.OfferNext:
		return s.offerNext(said)
	case sentence.GoBack:
		return s.back()
	case sentence.Restart:
		return s.restart()
	case sentence.SetHarder:
		return s.setOther(1)
	case sentence.SetEasier:
		return s.setOther(-1)
	case sentence.TellWhy:
		return s.why()
	case sentence.TellRules:
		if x := s.doc.Now; said.Values["game"] == "" && x.Game != "" {
			s.heard.instead = "rules " + x.Game
		}
	case sentence.AskAgain:
		s.showNow()
	case sentence.NoUndo:
		return s.noUndo()
	case sentence.TellTries:
		s.tellTries()
	case sentence.OfferOther:
		return s.offerOther(said)
	case sentence.OfferGame:
		s.offerGame(said)
	case sentence.Remark:
		s.remark(said)
	}
	return nil
}

// hintIfMeant gives the exercise's hint. The bare word "help" may mean the bot's help, which is no
// hint, so it is asked.
func (s requests) hintIfMeant() error {
	if s.asksForHelp() {
		return s.offerHint()
	}
	return s.giveHint()
}

// leaveWord is the word after "answer" that leaves the exercise.
const leaveWord = "leave"

// leave leaves the exercise as it is, until the person comes back to it.
func (s requests) leave() {
	s.doc.Now.Left, s.dirty = true, true
	s.offer("practice.leave")
}

// showSolution shows the working, and counts the answer as wrong if there was none.
func (s requests) showSolution() error {
	if s.doc.Now.Done {
		s.showAgain(nil)
		return nil
	}
	return openExercise(s).giveUp()
}

// offerNext offers the next exercise or page, if the present one is answered.
func (s requests) offerNext(said sentence.Meaning) error {
	if waitsForNext(s.doc.Now) {
		s.remark(said)
		return nil
	}
	return s.goOn()
}

// goOn continues to the next exercise or page, if the present one is answered.
func (s requests) goOn() error {
	x := s.doc.Now
	switch {
	case waitsForNext(x):
		return openExercise(s).answer(nextWord)
	case isGame(x):
		s.showNow()
		return nil
	}
	s.result = dialog.Refused
	if x.Kind == kindPuzzle || x.Kind == kindMine {
		s.offer("practice.nothing-next", s.button(words.New("button.skip"), dialog.Plain, "skip"), s.showButton())
		return nil
	}
	s.offer("practice.nothing-next", s.hintButton(), s.showButton())
	return nil
}

// back shows the previous page, or from the exercises of a lesson its last page.
func (s requests) back() error {
	x := s.doc.Now
	l, err := lesson(x.Lesson)
	switch {
	case x.Done, err != nil, isTest(x):
		s.showNow()
	case x.Kind == kindPage || x.Kind == kindDemo:
		n := max(0, int(x.Seed)-1) // the number of a page
		s.doc.Lesson(x.Lesson).Read = n
		lessons(s).openPage(l, n)
		s.show()
	default:
		page := *x
		page.Kind, page.Seed = kindPage, uint64(len(l.Pages)-1)
		s.show(words.New(pageKey(&page)))
	}
	return nil
}

// restart begins a game or a lesson again. A puzzle is only asked again.
func (s requests) restart() error {
	x := s.doc.Now
	switch {
	case isGame(x):
		return privateGame(s).restart(x)
	case x.Kind == kindPage:
		l, err := lesson(x.Lesson)
		if err != nil {
			return s.closeUnreadable(err)
		}
		s.doc.Lesson(x.Lesson).Read = 0
		lessons(s).openPage(l, 0)
	}
	s.showNow()
	return nil
}

// why says why the last answer was right or wrong, if there was one.
func (s requests) why() error {
	x := s.doc.Now
	switch {
	case x.Done:
		s.showAgain(nil)
	case x.WrongAnswer != "":
		return s.whyWrong()
	case x.Wrong, x.Hinted:
		return s.giveHint()
	default:
		s.offer("practice.why-what", s.hintButton(), s.showButton())
	}
	return nil
}

// whyWrong says what is wrong with the last answer.
func (s requests) whyWrong() error {
	step, err := s.presentStep()
	if err != nil {
		return s.closeUnreadable(err)
	}
	v, err := judge(step, s.doc.Now.WrongAnswer, command.ReadMove)
	if err != nil {
		return s.giveHint()
	}
	s.tell(s.reasons(step, v)...).Buttons = []dialog.Button{s.hintButton(), s.showButton(), {Label: words.New("button.exercise"), Command: "answer"}}
	return nil
}

// noUndo says what can be done instead of taking something back.
func (s requests) noUndo() error {
	key := "practice.no-undo.answer"
	var buttons []dialog.Button
	if isGame(s.doc.Now) {
		key, buttons = "practice.no-undo", []dialog.Button{s.button(words.New("button.restart"), dialog.Plain, "skip")}
	}
	s.offer(key, buttons...)
	return nil
}

// setOther sets a harder puzzle if step is positive, an easier one if it is negative. In a lesson, it
// offers the next or the previous lesson; otherwise it says that the exercise is the same for
// everybody.
func (s requests) setOther(step int) error {
	x := s.doc.Now
	switch x.Kind {
	case kindPuzzle:
		return puzzles(s).newPuzzleBeyond(x, step)
	case kindLesson, kindPage, kindDemo, kindGame:
		l, err := lesson(x.Lesson)
		all := teach.Lessons()
		if i := l.Number + step - 1; err == nil && l.Number > 0 && 0 <= i && i < len(all) {
			b := lessonButton(words.New("button.lesson", "number", all[i].Number), all[i].ID)
			s.offer("practice.other-lesson", b, s.hintButton())
			return nil
		}
	}
	s.offer("practice.same-for-all", s.hintButton())
	return nil
}

// tellTries says how many tries the person has at the open question.
func (s requests) tellTries() {
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
	s.offer(key, s.hintButton())
}
