package practice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store/person"
)

// view renders the open exercise as messages, sentences and buttons. It is a function of
// the person's document and decides nothing.
type view struct {
	doc    *person.Practice
	words  *words.Catalogue
	player dialog.User  // the person who practises
	asked  bool         // the question stands above its solution
	played []rules.Mark // of the moves that were just made in the open game
}

// showNow shows the open exercise, or buttons to begin one.
func (e *execution) showNow() {
	switch x := e.doc.Now; {
	case x == nil:
		e.tell(words.New("practice.menu")).Buttons = menuButtons()
	case x.Done:
		e.showAgain(nil)
	default:
		e.show()
	}
}

// menuButtons are buttons that begin an exercise. They carry no stamp because they are
// always valid.
func menuButtons() []dialog.Button {
	return []dialog.Button{
		{Label: words.New("button.learn"), Command: "learn", Style: dialog.Primary},
		{Label: words.New("button.puzzle"), Command: "puzzle"},
		{Label: words.New("button.daily"), Command: "daily"},
	}
}

// showAgain shows a finished exercise again, with its position, its solution and the buttons
// to continue. The sentences said are above it.
func (e *execution) showAgain(said []words.Text) {
	if isGame(e.doc.Now) {
		e.showEnd(said)
		return
	}
	step, err := e.presentStep()
	if err != nil { // an exercise that another version set
		e.tell(stacked(append(said, words.New("practice.menu")))).Buttons = menuButtons()
		return
	}
	e.addMessage(e.solution(step, said)).Buttons = e.finishedButtons()
}

// show asks the present question of the open exercise below the given sentences.
func (e *execution) show(said ...words.Text) {
	if isGame(e.doc.Now) {
		e.showGame(said)
		return
	}
	step, err := e.presentStep()
	if err != nil {
		e.refuse(e.closeUnreadable(err))
		return
	}
	e.addMessage(e.questionMessage(step, "", 0, said))
}

// questionMessage returns the message that asks a step. For a move, prefix is the choice made so
// far, and skip the index of the first choice shown.
func (v view) questionMessage(step teach.Step, prefix string, skip int, said []words.Text) dialog.Message {
	question := v.question(step)
	ruleFirst := v.doc.Now.Kind == kindDaily // a newcomer may begin here
	if ruleFirst {
		question = slices.Concat(v.words.Rule(step.Puzzle.Game.Key, step.Puzzle.Position), question)
		if step.Asks == teach.AsksOutcome {
			question = append(question, words.New("practice.won-means"))
		}
	}
	m := dialog.Message{Lines: []words.Text{stacked(append(said, question...))}}
	if p := step.Puzzle.Position; p != nil {
		m.Diagram = v.diagram(p)
		if !ruleFirst && !v.hasToldRule(step.Puzzle) {
			m.Lines = append(m.Lines, v.rule(step.Puzzle.Game, p)...)
		}
	}
	m.Lines = append(m.Lines, v.labels()...)
	m.Lines = append(m.Lines, v.howToAnswer(step)...)
	if sum := v.pageSum(); sum != nil {
		m.Working = sum
	}
	switch step.Asks {
	case asksNothing:
		m.Buttons = []dialog.Button{v.nextButton()}
	case teach.AsksMove:
		if step.Among != nil && prefix == "" {
			m.Buttons = v.moveButtons(step)
			break
		}
		v.offerMoves(&m, step.Puzzle.Position, prefix, skip)
	case teach.AsksOutcome:
		m.Buttons = []dialog.Button{
			v.button(words.New("button.won"), dialog.Plain, "answer", "won"), v.button(words.New("button.lost"), dialog.Plain, "answer", "lost"),
		}
	case teach.AsksOrder:
		m.Buttons = []dialog.Button{
			v.button(words.New("button.order", "first", 1, "second", 2), dialog.Plain, "answer", "1 2"),
			v.button(words.New("button.order", "first", 2, "second", 1), dialog.Plain, "answer", "2 1"),
		}
	case teach.AsksIdea:
		for i := range step.Given {
			n := strconv.Itoa(i + 1)
			m.Buttons = append(m.Buttons, v.button(words.New("notation.plain", "move", n), dialog.Plain, "answer", n))
		}
	default:
		m.Lines = append(m.Lines, words.New("practice.type-numbers", "sample", sample(step), "several", strings.Contains(sample(step), " ")))
		m.Form = &dialog.Form{Label: words.New("button.type-it"), Command: v.button(words.Text{}, dialog.Plain, "answer").Command}
	}
	m.Buttons = append(m.Buttons, v.exitButtons(step)...)
	return m
}

// diagram returns the drawing of the open exercise's position, in bundles if its lesson is about
// them.
func (v view) diagram(p rules.Position) *rules.Diagram {
	d := p.Diagram()
	l, err := lesson(v.doc.Now.Lesson)
	d.Bundles = err == nil && l.Bundled && !isTest(v.doc.Now)
	if v.doc.Now.Kind == kindPage { // a page's text says what the bundles are worth
		d.Stalks = rules.Stalks(p)
	}
	return &d
}

// hasToldRule reports whether the open exercise's lesson has already stated the game's rule: a page
// states it, and so does the first exercise of a game's own lesson.
func (v view) hasToldRule(p teach.Puzzle) bool {
	x := v.doc.Now
	_, ofParts := p.Position.(rules.Composed) // each exercise has other parts
	return x.Kind == kindPage || x.Kind == kindLesson && x.Lesson == p.Game.Key && v.index() > 1 && !ofParts
}

// answerKeys say how to answer each kind of step, except those with numbers.
var answerKeys = map[teach.Asks]string{
	asksNothing: "practice.type-next", teach.AsksMove: "practice.type-move", teach.AsksOutcome: "practice.type-outcome",
	teach.AsksOrder: "practice.type-order", teach.AsksIdea: "practice.type-idea",
}

// howToAnswer says how to answer a step without numbers. Only the first exercise of a series says
// it, but a game other than Nim always shows the form of its moves.
func (v view) howToAnswer(step teach.Step) []words.Text {
	x, again := v.doc.Now, v.doc.Now.Kind == kindLesson && v.index() > 1
	if step.Asks == teach.AsksMove && (!again || step.Puzzle.Game.Key != rules.Default) {
		if form := formOfMoves(step, x.Kind == kindPage); form != nil {
			return form
		}
	}
	key := answerKeys[step.Asks]
	if key == "" || again {
		return nil
	}
	return []words.Text{words.New(key)}
}

// askMoveKey returns the catalogue key of the question for a move.
func askMoveKey(step teach.Step) string {
	switch step.Puzzle.Kind {
	case teach.Only, teach.Among:
		return "practice.ask-" + string(step.Puzzle.Kind)
	}
	return "practice.ask-move"
}

// moveButtons offer the moves of a step that gives some to choose from.
func (v view) moveButtons(step teach.Step) []dialog.Button {
	var out []dialog.Button
	for _, m := range step.Among {
		label := words.New("button.this-move", "do", words.Move("do", words.Person{}, step.Puzzle.Position, m))
		out = append(out, v.button(label, dialog.Plain, "answer", string(m)))
	}
	return out
}

// offerMoves adds the choice of a move of p to m, as a menu or by pointing at the
// drawing.
func (v view) offerMoves(m *dialog.Message, p rules.Position, prefix string, skip int) {
	m.Menu = dialog.MoveMenu(p, prefix, skip, v.moveButton)
	m.Menu.Play = dialog.NewPlay(p, "answer", v.stamp())
	if prefix != "" || skip > 0 {
		m.Buttons = append(m.Buttons, v.button(words.New("button.back"), dialog.Plain, "answer"))
	}
}

// moveButton returns a button of a MoveMenu.
func (v view) moveButton(label words.Text, verb, rest string) dialog.Button {
	if verb == "" {
		return v.button(label, dialog.Plain, "answer", rest)
	}
	return v.button(label, dialog.Plain, "answer", verb, rest)
}

// exitButtons returns the buttons to skip, give up or choose another level.
func (v view) exitButtons(step teach.Step) []dialog.Button {
	x := v.doc.Now
	var out []dialog.Button
	if step.Asks != asksNothing {
		if !isTest(x) {
			out = append(out, v.hintButton())
		}
		out = append(out, v.showButton())
	}
	if x.Kind == kindPuzzle || x.Kind == kindMine || isTest(x) {
		out = append(out, v.button(words.New("button.skip"), dialog.Plain, "skip"))
	}
	return append(out, v.levelButtons()...)
}

// showStep redraws the question after one more step in the choice of a move.
func (e *execution) showStep(rest string) error {
	x := e.doc.Now
	if isGame(x) {
		_, p, err := position(x)
		if err != nil {
			return e.closeUnreadable(err)
		}
		prefix, skip, _ := dialog.ReadStep(p, rest)
		e.addMessage(e.moveMessage(p, prefix, skip, nil))
		return nil
	}
	step, err := e.presentStep()
	if err != nil {
		return e.closeUnreadable(err)
	}
	if step.Asks != teach.AsksMove {
		return e.askAgain(refuse("practice.numbers-form", "part", command.Abridge(rest)))
	}
	prefix, skip, ok := dialog.ReadStep(step.Puzzle.Position, rest)
	if !ok {
		prefix, skip = "", 0
	}
	e.addMessage(e.questionMessage(step, prefix, skip, nil))
	return nil
}

// question returns the sentences of a step's question.
func (v view) question(step teach.Step) []words.Text {
	x := v.doc.Now
	if x.Kind == kindPage {
		return []words.Text{words.New(pageKey(x))}
	}
	switch step.Asks {
	case teach.AsksMove:
		return []words.Text{words.New(askMoveKey(step), v.positionArgs(step.Puzzle)...)}
	case teach.AsksOutcome:
		return []words.Text{words.New("practice.ask-outcome", v.positionArgs(step.Puzzle)...)}
	}
	lines := []words.Text{words.New(v.words.KeyFor(topicKey("ask", step), step.Puzzle.Game.Key), v.numberArgs(step)...)}
	if step.Asks == teach.AsksOrder || step.Asks == teach.AsksIdea {
		for i, n := range step.Given {
			lines = append(lines, words.New("practice.numbered", "number", i+1, "text", words.New(fmt.Sprint(topicKey("option", step), "-", n))))
		}
	}
	return lines
}

func (v view) positionArgs(p teach.Puzzle) []any {
	d := p.Position.Diagram()
	return []any{"position", words.Position(p.Game.Key, p.Position, &d), "aim", v.words.Aim(p.Game.Key, p.Ending.String())}
}

// rule returns the rules of a game and of the games that p consists of, and nothing for Nim, which the
// reader knows.
func (v view) rule(g rules.Game, p rules.Position) []words.Text {
	if g.Key == rules.Default {
		return nil
	}
	return v.words.Rule(g.Key, p)
}

// labels say which lesson, date or puzzle an exercise belongs to.
func (v view) labels() []words.Text {
	x := v.doc.Now
	l, err := lesson(x.Lesson)
	switch {
	case x.Kind == kindLesson && err == nil:
		return []words.Text{words.New("practice.of-lesson", "title", title(l), "index", v.index(), "bar", v.lessonBar(), "first", v.index() == 1)}
	case x.Kind == kindPage && err == nil:
		return []words.Text{words.New("practice.of-page", "title", title(l), "page", x.Seed+1, "count", len(l.Pages))}
	case x.Kind == kindPlace:
		return []words.Text{words.New("practice.of-place", "index", v.index(), "most", teach.MaxPlacementAnswers)}
	case x.Kind == kindCheck:
		return []words.Text{words.New("practice.of-check", "index", v.index(), "count", teach.CheckSize)}
	case x.Kind == kindDaily:
		return []words.Text{words.New("practice.of-day", "day", dayText(x.Date), "index", v.index(), "count", teach.DailySize, "open", !x.Done)}
	case x.Kind == kindMine:
		return []words.Text{words.New("practice.of-mine", "day", dayText(x.Date))}
	}
	return nil
}

// index returns the number of the open exercise in its series, from 1.
func (v view) index() int {
	n := 0
	switch x := v.doc.Now; x.Kind {
	case kindLesson:
		n = v.lessonRecord(x.Lesson).Asked
	case kindPlace:
		n = len(v.doc.Placing.Answers)
	case kindCheck:
		n = len(v.doc.Checking.Answers)
	case kindDaily:
		n = len(v.doc.Day(x.Date).Answers)
	}
	if v.doc.Now.Missed || v.doc.Now.Done { // the open exercise is already counted
		return n
	}
	return n + 1
}

// dayText returns the words of a date: "21 Nov".
func dayText(day string) words.Text {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return words.New("notation.plain", "move", day)
	}
	return words.Day(t)
}

// stacked joins texts into one, because a drawing is shown below the first text of a
// message.
func stacked(all []words.Text) words.Text {
	if len(all) == 0 {
		return words.Text{}
	}
	t := all[0]
	for _, next := range all[1:] {
		t = words.New("practice.lines", "first", t, "second", next)
	}
	return t
}
