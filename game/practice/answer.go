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
func answerExercise(e *execution, typedAnswer string) error {
	x := e.doc.Now
	asked, asks := requestWords[strings.ToLower(typedAnswer)]
	switch {
	case x != nil && asks:
		return doRequest(e, asked, sentence.Meaning{})
	case x == nil, x.Done && !strings.EqualFold(typedAnswer, nextWord):
		return e.nothingOpen()
	case x.Done:
		return e.press(e.finishedButtons()[0])
	}
	if prefix, ok := choicePrefix(typedAnswer); ok {
		return e.showStep(prefix)
	}
	if isGame(x) {
		return playMove(e, typedAnswer)
	}
	return answerStep(e, typedAnswer)
}

// press does what pressing a button with this command would do.
func (e *execution) press(b dialog.Button) error {
	e.heard, e.next = nil, true
	e.line, e.err = command.Parse(plainCommand(b))
	return e.run()
}

// choicePrefix returns the part of a move that was chosen so far. ok is false if the answer isn't a
// step in the choice of a move.
func choicePrefix(answer string) (prefix string, ok bool) {
	prefix, ok = strings.CutPrefix(answer, command.Step)
	return prefix, ok && (prefix == "" || prefix[0] == ' ')
}

// answerStep reads an answer to the present step. It asks back about an unclear move and
// judges anything else.
func answerStep(e *execution, typedAnswer string) error {
	step, err := e.presentStep()
	if err != nil {
		return e.closeUnreadable(err)
	}
	if e.implicit && step.Asks == asksNothing {
		return e.nothingOpen() // the line is an answer, but nothing is open
	}
	v, err := judge(step, typedAnswer, command.ReadMove)
	if err != nil {
		if b, ok := e.findButton(e.questionMessage(step, "", 0, nil), typedAnswer); ok {
			return e.press(b)
		}
		v, err = judge(step, typedAnswer, e.readSentence)
	}
	switch {
	case err != nil:
		return e.askAgain(err)
	case e.handledElsewhere:
		return e.pointToAnswer(typedAnswer)
	case step.Asks == teach.AsksMove && isUnclear(e, step.Puzzle.Position, v):
		return askWhichMove(e, step, v.move)
	}
	return applyVerdict(e, step, v)
}

// askAgain says why a text can't be an answer above the question, which stays as it was. It returns
// the error if that says nothing to a person.
func (e *execution) askAgain(err error) error {
	r := dialog.RefusalOf(err)
	if r == nil || e.implicit {
		return err
	}
	e.result = r.How
	e.show(r.Text)
	return nil
}

// applyVerdict counts the verdict v on the present step and shows the result.
func applyVerdict(e *execution, step teach.Step, v verdict) error {
	x := e.doc.Now
	if x.Kind == kindDaily && isOverEverywhere(x.Date, e.now) {
		return refuse("daily.over")
	}
	if !x.Wrong && !x.Hinted {
		ratePuzzle(e, step, v.right)
	}
	if x.Kind == kindDaily {
		e.noteAnswer(v)
	}
	if v.right {
		applyRight(e, step, v)
	} else {
		applyWrong(e, step, v)
	}
	return nil
}

// nothingOpen refuses an answer when no question is open, and says what can be done
// instead.
func (e *execution) nothingOpen() error {
	if x := e.doc.Now; x != nil && x.Done {
		next := e.finishedButtons()
		return &dialog.Refusal{Text: words.New("practice.finished", "next", plainCommand(next[0])), How: dialog.Refused, Buttons: next}
	}
	return &dialog.Refusal{Text: words.New("practice.nothing-open"), How: dialog.Refused, Buttons: menuButtons()}
}

// findButton finds the button of question m whose label a person typed as an answer. ok is false
// if the label may be a sentence.
func (e *execution) findButton(m dialog.Message, label string) (b dialog.Button, ok bool) {
	buttons := m.Buttons
	if m.Menu != nil {
		buttons = slices.Concat(buttons, m.Menu.Items)
	}
	i := slices.IndexFunc(buttons, func(b dialog.Button) bool { return e.h.isLabel(b.Label, e.locale, label) })
	if i < 0 || e.implicit {
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
func (e *execution) pointToAnswer(answer string) error {
	key := "practice.say-answer.beside"
	if isGame(e.doc.Now) {
		key = "practice.say-answer.game"
	}
	e.tell(words.New(key, "answer", answer)).Buttons = []dialog.Button{
		e.button(words.New("button.answer-it"), dialog.Primary, "answer", answer),
	}
	return nil
}

// isUnclear reports whether the person may have meant another move than the typed one: in Kayles
// `A1` is a pin at the end of a row, but people also use it for any pin. Typing the same move twice
// confirms it. In a lesson a right move is accepted at once; elsewhere that would reveal which of
// the moves is wrong.
func isUnclear(e *execution, p rules.Position, v verdict) bool {
	ends, ok := p.(rules.HasEnds)
	taken := v.right && e.doc.Now.Lesson != ""
	return ok && ends.TakesEnd(v.move) && !taken && !e.line.Pressed() && e.doc.Now.Unclear != string(v.move)
}

// askWhichMove asks which of the moves that begin with m was meant.
func askWhichMove(e *execution, step teach.Step, m rules.Move) error {
	e.doc.Now.Unclear, e.dirty = string(m), true
	said := words.New(e.words.KeyFor("practice.unclear", step.Puzzle.Game.Key), "move", m)
	e.addMessage(e.questionMessage(step, string(m), 0, []words.Text{said}))
	return nil
}

// closeUnreadable closes an exercise that this version can't read.
func (e *execution) closeUnreadable(err error) error {
	e.h.Log.Info("an exercise of another version was closed", "error", err)
	e.doc.Now = nil
	e.markChanged()
	return refuse("practice.foreign")
}

// applyRight goes on to the next step, or ends the exercise.
func applyRight(e *execution, step teach.Step, v verdict) {
	x := e.doc.Now
	e.markChanged()
	all, err := steps(x)
	more := err == nil && x.Step+1 < len(all)
	said := e.praise(step, v, more)
	if more {
		x.Step, x.Wrong, x.WrongAnswer, x.Unclear = x.Step+1, false, "", ""
		e.show(said...)
		return
	}
	before := e.lessonBar()
	e.close()
	if x.Kind == kindDaily { // the next position waits until this one was looked at
		if x.Missed {
			countHelped(e, x.Date)
		}
		e.showFinished(x, said, v.move)
		return
	}
	if x.Kind == kindLesson && e.lessonBar() == before {
		said = append(said, words.New("practice.bar-stays", "missed", x.Missed))
	}
	e.showNext(said)
}

// applyWrong refutes an answer. It asks again if there is another try, and shows the working
// otherwise.
func applyWrong(e *execution, step teach.Step, v verdict) {
	x := e.doc.Now
	again := !x.Wrong && step.Asks != teach.AsksOutcome && x.Kind != kindDaily && !isTest(x)
	before := e.lessonBar()
	if x.Kind != kindPage {
		e.miss()
	}
	x.Wrong, x.WrongAnswer, x.Unclear = true, string(v.move), ""
	if len(v.numbers) > 0 {
		x.WrongAnswer = formatNumbers(v.numbers)
	}
	e.markChanged()
	said := []words.Text{refutation(step, v)}
	if e.lessonBar() != before {
		said = append(said, words.New("practice.bar-falls"))
	}
	if again {
		e.show(append(said, words.New("practice.once-more"))...)
		return
	}
	showSolutionOf(e, step, said...)
}

// giveUp shows the working and counts the answer as wrong.
func giveUp(e *execution) error {
	x := e.doc.Now
	switch {
	case x == nil || x.Done:
		return e.nothingOpen()
	case isGame(x):
		return helpInGame(e)
	}
	step, err := e.presentStep()
	if err != nil {
		return e.closeUnreadable(err)
	}
	if step.Asks != asksNothing && x.Kind != kindPage {
		if !x.Wrong && !x.Hinted {
			ratePuzzle(e, step, false)
		}
		e.miss()
	}
	e.markChanged()
	showSolutionOf(e, step)
	return nil
}

// showSolutionOf ends the exercise with the working of its present step.
func showSolutionOf(e *execution, step teach.Step, said ...words.Text) {
	e.close()
	m := e.addMessage(e.solution(step, said))
	m.Lines = append(m.Lines, e.ratingText()...)
	m.Buttons = e.finishedButtons()
}

// skipExercise leaves the open exercise. A puzzle or a mistake is replaced by another one, and a
// private game starts again. An exercise of a series counts as wrong, and the series goes on.
func skipExercise(e *execution) error {
	x := e.doc.Now
	switch {
	case x == nil:
		return e.nothingOpen()
	case x.Kind == kindPuzzle:
		return newPuzzle(e, x.Game, rules.EndingOf(x.Ending))
	case x.Kind == kindMine:
		return skipMistake(e, x)
	case x.Kind == kindDemo:
		e.close()
		e.markChanged()
		nextOfLesson(e, x.Lesson, nil)
		return nil
	case isGame(x):
		return restartGame(e, x)
	case x.Done:
		return e.nothingOpen()
	}
	var said []words.Text
	if x.Kind != kindPage {
		e.miss()
		said = []words.Text{words.New("practice.skipped")}
	}
	e.markChanged()
	e.close()
	e.showNext(said)
	return nil
}

// showNext shows what follows a right answer: the next exercise of the series, or what can be done now.
func (e *execution) showNext(said []words.Text) {
	switch x := e.doc.Now; x.Kind {
	case kindPage, kindLesson:
		nextOfLesson(e, x.Lesson, said)
	case kindDaily:
		nextOfDay(e, x.Date, said)
	case kindPlace:
		nextOfPlacement(e, said)
	case kindCheck:
		nextOfCheck(e, said)
	default:
		e.showFinished(x, said, "")
	}
}

// showFinished shows a finished exercise that belongs to no series, with the board after the move made, "" for none.
func (e *execution) showFinished(x *person.Exercise, said []words.Text, made rules.Move) {
	m := e.tell(append([]words.Text{stacked(said)}, e.ratingText()...)...)
	m.Open = false
	if _, p, err := position(x); err == nil {
		m.Diagram = e.moved(p, made)
	}
	m.Buttons = e.finishedButtons()
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
