package practice

import (
	"fmt"
	"slices"
	"strconv"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
)

// giveHint gives the exercise's next hint: first the idea, then where to look. On a page, the first
// hint says the page's idea in other words.
func giveHint(e *execution) error {
	x := e.doc.Now
	switch {
	case x.Done:
		e.showAgain(e.inOtherWords())
		return nil
	case isTest(x):
		e.tell(words.New("practice.no-hints")).Buttons = []dialog.Button{e.showButton(), {Label: words.New("button.exercise"), Command: "answer"}}
		return nil
	case waitsForNext(x):
		e.show(append(e.inOtherWords(), words.New("practice.hint-page"))...)
		return nil
	}
	step, err := stepToHint(e)
	if err != nil {
		return e.closeUnreadable(err)
	}
	first, counted, more := !x.Hinted, x.Missed, !x.Hinted
	told := firstHint(e, step)
	switch {
	case x.Kind == kindPage && first:
		told = explain.Explanation{Lines: e.pageHint()}
	case x.Kind == kindPage && !x.Missed:
		x.Missed, more = true, step.Asks == teach.AsksMove && len(step.Puzzle.Position.Diagram().Rows) > 1
		if step.Asks == teach.AsksOutcome {
			told.Lines = outcomeHint(step.Puzzle)
		}
	case !first:
		told = explain.Explanation{Lines: secondHint(e, step)}
	}
	said := told.Lines
	switch {
	case x.Kind == kindPage || isGame(x):
		x.Hinted, e.dirty = true, true
		x.Missed = x.Missed || x.Kind == kindGame
	default:
		e.countHint(step)
	}
	if first && !counted && x.Missed {
		said = append(said, words.New("practice.hint-counts"))
	}
	m := e.tell(said...)
	if m.Diagram = told.Diagram; more {
		m.Buttons = append(m.Buttons, e.button(words.New("button.more-hint"), dialog.Primary, "answer", "hint"))
	}
	m.Advice = &dialog.Advice{Kind: dialog.Hint}
	m.Buttons = append(m.Buttons, e.showButton(), dialog.Button{Label: words.New("button.exercise"), Command: "answer"})
	return nil
}

// stepToHint returns the present question; in a game, a question about the present position.
func stepToHint(e *execution) (teach.Step, error) {
	x := e.doc.Now
	if !isGame(x) {
		return e.presentStep()
	}
	g, p, err := position(x)
	return teach.Step{Asks: teach.AsksMove, Puzzle: teach.Puzzle{Game: g, Ending: rules.EndingOf(x.Ending), Position: p}}, err
}

// firstHint returns the first hint: what to think about, in this lesson or game.
func firstHint(e *execution, step teach.Step) explain.Explanation {
	told := func(lines ...words.Text) explain.Explanation { return explain.Explanation{Lines: lines} }
	if key := topicKey("hint", step); e.words.Has(key) {
		return told(words.New(key))
	}
	teacher, err := e.teacher(step.Puzzle)
	lost := isGame(e.doc.Now) && err == nil && teacher.Outcome == rules.P // an exercise doesn't say it
	if lines := e.lessonText("why", "won", !lost); lines != nil {
		return told(lines...)
	}
	if lines := e.howToFind(step); step.Topic != "" && len(lines) > 0 {
		return told(lines...)
	}
	switch {
	case err != nil:
		return told(words.New("practice.idea"))
	case step.Asks == teach.AsksMove && teacher.Outcome == rules.N:
		return teacher.Ask()
	}
	return told(teacher.AskOfGame())
}

// secondHint returns the second hint: where to look.
func secondHint(e *execution, step teach.Step) []words.Text {
	switch step.Asks {
	case teach.AsksMove:
	case teach.AsksOutcome:
		return outcomeHint(step.Puzzle)
	case teach.AsksPiles:
		if answer := step.Answer(); len(answer) > 0 {
			return []words.Text{words.New("practice.part.piles", "number", strconv.FormatUint(answer[0], 10), "count", len(answer))}
		}
		return []words.Text{words.New("practice.part.none")}
	case teach.AsksNumbers:
		return []words.Text{words.New("practice.part.numbers", "number", strconv.FormatUint(step.Answer()[0], 10), "several", len(step.Answer()) > 1, "odd", step.Answer()[0]%2 == 1)}
	case teach.AsksIdea:
		other := slices.IndexFunc(step.Given, func(n uint64) bool { return step.Given[step.Answer()[0]-1] != n })
		return []words.Text{words.New("practice.part.idea", "other", words.New(fmt.Sprint(topicKey("option", step), "-", step.Given[other])))}
	default:
		return []words.Text{words.New("practice.part.order")}
	}
	teacher, err := e.teacher(step.Puzzle)
	if err != nil {
		return outcomeHint(step.Puzzle)
	}
	if teacher.Outcome == rules.P {
		return teacher.Hint(2, explain.Turn{Bot: solve.Perfect}).Lines
	}
	if c, ok := firstChoice(step.Puzzle.Position, teacher.Best()); ok && e.isBeforeNimSum() {
		return []words.Text{words.New("hint.begins", "label", words.Step(c))}
	}
	return teacher.Hint(2, explain.Turn{}).Lines
}

// outcomeHint returns the second hint of a question who wins. Its text names moves that are
// natural in Nim; other games have a text of their own.
func outcomeHint(p teach.Puzzle) []words.Text {
	if p.Game.Key == rules.Default {
		return []words.Text{words.New("practice.part.outcome")}
	}
	return []words.Text{words.New("practice.part.outcome-elsewhere")}
}

// firstChoice returns the first step in the choice of a move.
func firstChoice(p rules.Position, m rules.Move) (first rules.Choice, ok bool) {
	for c := range p.Choices("") {
		if !c.Done && len(c.Prefix) > len(first.Prefix) && len(c.Prefix) <= len(m) && string(m[:len(c.Prefix)]) == c.Prefix {
			first, ok = c, true
		}
	}
	return first, ok
}
