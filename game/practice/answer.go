package practice

import (
	"slices"
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/game/words/sentence"
	"nimbot/store/person"
)

// answerExercise passes an answer to the present question, to the choice of a move, or to the open game.
func answerExercise(s *session, typedAnswer string) error {
	x := s.doc.Now
	asked, asks := requestWords[strings.ToLower(typedAnswer)]
	switch {
	case x != nil && asks:
		return doRequest(s, asked, sentence.Meaning{})
	case x == nil, x.Done && !strings.EqualFold(typedAnswer, nextWord):
		return s.nothingOpen()
	case x.Done:
		return s.press(s.finishedButtons()[0])
	}
	if prefix, ok := choicePrefix(typedAnswer); ok {
		return s.showStep(prefix)
	}
	if isGame(x) {
		return playMove(s, typedAnswer)
	}
	return answerStep(s, typedAnswer)
}

// press does what pressing a button with this command would do.
func (s *session) press(b dialog.Button) error {
	s.heard, s.next = nil, true
	s.line, s.err = command.Parse(plainCommand(b))
	return s.run()
}

// choicePrefix returns the part of a move that was chosen so far. ok is false if the answer isn't a
// step in the choice of a move.
func choicePrefix(answer string) (prefix string, ok bool) {
	prefix, ok = strings.CutPrefix(answer, command.Step)
	return prefix, ok && (prefix == "" || prefix[0] == ' ')
}

// answerStep reads an answer to the present step. It asks back about an unclear move and
// judges anything else.
func answerStep(s *session, typedAnswer string) error {
	step, err := s.presentStep()
	if err != nil {
		return s.closeUnreadable(err)
	}
	if s.implicit && step.Asks == asksNothing {
		return s.nothingOpen() // the line is an answer, but nothing is open
	}
	v, err := judge(step, typedAnswer, command.ReadMove)
	if err != nil {
		if b, ok := s.findButton(s.questionMessage(step, "", 0, nil), typedAnswer); ok {
			return s.press(b)
		}
		v, err = judge(step, typedAnswer, s.readSentence)
	}
	switch {
	case err != nil:
		return s.askAgain(err)
	case s.handledElsewhere:
		return s.pointToAnswer(typedAnswer)
	case step.Asks == teach.AsksMove && isUnclear(s, step.Puzzle.Position, v):
		return askWhichMove(s, step, v.move)
	}
	return applyVerdict(s, step, v)
}

// askAgain says why a text can't be an answer above the question, which stays as it was. It returns
// the error if that says nothing to a person.
func (s *session) askAgain(err error) error {
	r := dialog.RefusalOf(err)
	if r == nil || s.implicit {
		return err
	}
	s.result = r.How
	s.show(r.Text)
	return nil
}

// applyVerdict counts the verdict v on the present step and shows the result.
func applyVerdict(s *session, step teach.Step, v verdict) error {
	x := s.doc.Now
	if x.Kind == kindDaily && isOverEverywhere(x.Date, s.now) {
		return refuse("daily.over")
	}
	if !x.Wrong && !x.Hinted {
		ratePuzzle(s, step, v.right)
	}
	if x.Kind == kindDaily {
		s.noteAnswer(v)
	}
	if v.right {
		applyRight(s, step, v)
	} else {
		applyWrong(s, step, v)
	}
	return nil
}

// nothingOpen refuses an answer when no question is open, and says what can be done
// instead.
func (s *session) nothingOpen() error {
	if x := s.doc.Now; x != nil && x.Done {
		next := s.finishedButtons()
		return &dialog.Refusal{Text: words.New("practice.finished", "next", plainCommand(next[0])), How: dialog.Refused, Buttons: next}
	}
	return &dialog.Refusal{Text: words.New("practice.nothing-open"), How: dialog.Refused, Buttons: menuButtons()}
}

// findButton finds the button of question m whose label a person typed as an answer. ok is false
// if the label may be a sentence.
func (s *session) findButton(m dialog.Message, label string) (b dialog.Button, ok bool) {
	buttons := m.Buttons
	if m.Menu != nil {
		buttons = slices.Concat(buttons, m.Menu.Items)
	}
	i := slices.IndexFunc(buttons, func(b dialog.Button) bool { return s.h.isLabel(b.Label, s.locale, label) })
	if i < 0 || s.implicit {
		return dialog.Button{}, false
	}
	return buttons[i], true
}

// plainCommand returns a button's command as people type it, without its stamp.
func plainCommand(b dialog.Button) string {
	command, _, _ := strings.Cut(b.Command, " ~")
	return command
}

// pointToAnswer adds how to answer the exercise after a typed move that applied to the
// channel's game.
func (s *session) pointToAnswer(answer string) error {
	key := "practice.say-answer.beside"
	if isGame(s.doc.Now) {
		key = "practice.say-answer.game"
	}
	s.tell(words.New(key, "answer", answer)).Buttons = []dialog.Button{
		s.button(words.New("button.answer-it"), dialog.Primary, "answer", answer),
	}
	return nil
}

// isUnclear reports whether the person may have meant another move than the typed one: in Kayles
// `A1` is a pin at the end of a row, but people also use it for any pin. Typing the same move twice
// confirms it. In a lesson a right move is accepted at once; elsewhere that would reveal which of
// the moves is wrong.
func isUnclear(s *session, p rules.Position, v verdict) bool {
	ends, ok := p.(rules.HasEnds)
	taken := v.right && s.doc.Now.Lesson != ""
	return ok && ends.TakesEnd(v.move) && !taken && !s.line.Pressed() && s.doc.Now.Unclear != string(v.move)
}

// askWhichMove asks which of the moves that begin with m was meant.
func askWhichMove(s *session, step teach.Step, m rules.Move) error {
	s.doc.Now.Unclear, s.dirty = string(m), true
	said := words.New(s.words.KeyFor("practice.unclear", step.Puzzle.Game.Key), "move", m)
	s.addMessage(s.questionMessage(step, string(m), 0, []words.Text{said}))
	return nil
}

// closeUnreadable closes an exercise that this version can't read.
func (s *session) closeUnreadable(err error) error {
	s.h.Log.Info("an exercise of another version was closed", "error", err)
	s.doc.Now = nil
	s.markChanged()
	return refuse("practice.foreign")
}

// applyRight goes on to the next step, or ends the exercise.
func applyRight(s *session, step teach.Step, v verdict) {
	x := s.doc.Now
	s.markChanged()
	all, err := steps(x)
	more := err == nil && x.Step+1 < len(all)
	said := s.praise(step, v, more)
	if more {
		x.Step, x.Wrong, x.WrongAnswer, x.Unclear = x.Step+1, false, "", ""
		s.show(said...)
		return
	}
	before := s.lessonBar()
	s.close()
	if x.Kind == kindDaily { // the next position waits until this one was looked at
		if x.Missed {
			countHelped(s, x.Date)
		}
		s.showFinished(x, said)
		return
	}
	if x.Kind == kindLesson && s.lessonBar() == before {
		said = append(said, words.New("practice.bar-stays", "missed", x.Missed))
	}
	s.showNext(said)
}

// applyWrong refutes an answer. It asks again if there is another try, and shows the working
// otherwise.
func applyWrong(s *session, step teach.Step, v verdict) {
	x := s.doc.Now
	again := !x.Wrong && step.Asks != teach.AsksOutcome && x.Kind != kindDaily && !isTest(x)
	before := s.lessonBar()
	if x.Kind != kindPage {
		s.miss()
	}
	x.Wrong, x.WrongAnswer, x.Unclear = true, string(v.move), ""
	if len(v.numbers) > 0 {
		x.WrongAnswer = formatNumbers(v.numbers)
	}
	s.markChanged()
	said := []words.Text{refutation(step, v)}
	if s.lessonBar() != before {
		said = append(said, words.New("practice.bar-falls"))
	}
	if again {
		s.show(append(said, words.New("practice.once-more"))...)
		return
	}
	showSolutionOf(s, step, said...)
}

// giveUp shows the working and counts the answer as wrong.
func giveUp(s *session) error {
	x := s.doc.Now
	switch {
	case x == nil || x.Done:
		return s.nothingOpen()
	case isGame(x):
		return helpInGame(s)
	}
	step, err := s.presentStep()
	if err != nil {
		return s.closeUnreadable(err)
	}
	if step.Asks != asksNothing && x.Kind != kindPage {
		if !x.Wrong && !x.Hinted {
			ratePuzzle(s, step, false)
		}
		s.miss()
	}
	s.markChanged()
	showSolutionOf(s, step)
	return nil
}

// showSolutionOf ends the exercise with the working of its present step.
func showSolutionOf(s *session, step teach.Step, said ...words.Text) {
	s.close()
	m := s.addMessage(s.solution(step, said))
	m.Lines = append(m.Lines, s.ratingText()...)
	m.Buttons = s.finishedButtons()
}

// skipExercise leaves the open exercise. A puzzle or a mistake is replaced by another one, and a
// private game starts again. An exercise of a series counts as wrong, and the series goes on.
func skipExercise(s *session) error {
	x := s.doc.Now
	switch {
	case x == nil:
		return s.nothingOpen()
	case x.Kind == kindPuzzle:
		return newPuzzle(s, x.Game, rules.EndingOf(x.Ending))
	case x.Kind == kindMine:
		return skipMistake(s, x)
	case x.Kind == kindDemo:
		s.close()
		s.markChanged()
		nextOfLesson(s, x.Lesson, nil)
		return nil
	case isGame(x):
		return restartGame(s, x)
	case x.Done:
		return s.nothingOpen()
	}
	var said []words.Text
	if x.Kind != kindPage {
		s.miss()
		said = []words.Text{words.New("practice.skipped")}
	}
	s.markChanged()
	s.close()
	s.showNext(said)
	return nil
}

// showNext shows what follows a right answer: the next exercise of the series, or what can be done now.
func (s *session) showNext(said []words.Text) {
	switch x := s.doc.Now; x.Kind {
	case kindPage, kindLesson:
		nextOfLesson(s, x.Lesson, said)
	case kindDaily:
		nextOfDay(s, x.Date, said)
	case kindPlace:
		nextOfPlacement(s, said)
	case kindCheck:
		nextOfCheck(s, said)
	default:
		s.showFinished(x, said)
	}
}

// showFinished shows a finished exercise that belongs to no series.
func (s *session) showFinished(x *person.Exercise, said []words.Text) {
	m := s.tell(append([]words.Text{stacked(said)}, s.ratingText()...)...)
	m.Open = false
	if _, p, err := position(x); err == nil {
		d := p.Diagram()
		m.Diagram = &d
	}
	m.Buttons = s.finishedButtons()
}

// nextWord is what people type to go on from a page without a question, or from a finished exercise.
const nextWord = "next"

// nextInput is the line "answer next".
var nextInput = parseInput("answer " + nextWord)

// waitsForNext reports whether the exercise only waits for the person to go on.
func waitsForNext(x *person.Exercise) bool { return x.Done || x.Kind == kindPage && x.Game == "" }

// finishedButtons returns the buttons below a finished exercise.
func (v view) finishedButtons() []dialog.Button {
	x := v.doc.Now
	label, command := "button.next", map[string]string{kindMine: "puzzle mine", kindDaily: "daily", kindPlace: "learn place", kindCheck: "learn check"}[x.Kind]
	switch {
	case x.Kind == kindPuzzle:
		label, command = "button.next-puzzle", puzzleCommand(x)
	case command == "":
		command = lessonCommand(x.Lesson)
	case x.Kind == kindDaily && len(v.dayRecord(x.Date).Answers) >= teach.DailySize:
		label = "button.result"
	}
	out := []dialog.Button{v.button(words.New(label), dialog.Primary, command)}
	if x.Kind == kindDaily && x.Missed {
		out = append(out, dialog.Button{Label: words.New("button.learn"), Command: "learn next"})
	}
	return append(out, v.levelButtons()...)
}

// levelButtons let the person choose an easier or a harder puzzle.
func (v view) levelButtons() []dialog.Button {
	if v.doc.Now.Kind != kindPuzzle {
		return nil
	}
	return []dialog.Button{v.button(words.New("button.easier"), dialog.Plain, "answer", "easier"), v.button(words.New("button.harder"), dialog.Plain, "answer", "harder")}
}
