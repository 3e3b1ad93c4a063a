package rounds

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store/round"
)

// whyWord is the word after "guess" with which a button asks why an answer was wrong.
const whyWord = "why"

// isPublicButton reports whether "guess" with these words is a button of the message that everybody
// sees.
func isPublicButton(rest string) bool {
	return rest == "" || rest == whyWord || slices.Contains(outcomes, rest)
}

// guess shows the choices, takes the next step of one, or takes the answer.
func (e *execution) guess(ctx context.Context) error {
	rest := e.line.Rest
	step, choosing := strings.CutPrefix(rest, command.Step)
	if rest != "" && !choosing && rest != whyWord {
		return e.takeAnswer(ctx, rest)
	}
	r, err := e.rounds.Read(ctx, e.place().String())
	if err != nil {
		return err
	}
	e.shown = r
	e.result = dialog.Told
	if former, ok := r.AtPrevious(); ok && rest == whyWord && e.asksAboutFormer(&former, r.Phase) {
		return e.explainWhy(&former)
	}
	if err := e.checkStamp(&r); err != nil {
		return err
	}
	if rest == whyWord {
		return e.explainWhy(&r)
	}
	a, answered := r.AnswerOf(e.r.User.ID)
	switch {
	case r.Phase == round.Shown:
		return e.running(&r)
	case r.Phase != round.Asked:
		return refuse("race.nothing-open")
	case answered:
		e.tell(words.New("race.answered", "answer", e.choiceText(&r, a.Choice)))
		return nil
	}
	e.recordJoin(ctx)
	return e.showChoices(&r, step)
}

// asksAboutFormer reports whether "why" is about the previous question: its button was pressed, or
// the person asks in words while the present question is open.
func (e *execution) asksAboutFormer(former *round.Round, present round.Phase) bool {
	if e.line.Pressed() {
		return e.line.Stamp == stamp(e.place(), former)
	}
	return present == round.Asked
}

// notPlayingKeys are the keys of refusals of a move by somebody who doesn't play here.
var notPlayingKeys = []string{"no-game", "match.over", "spectator"}

// HearRefused handles a typed move, "won" or "lost" that the conversation refused because its
// author doesn't play here: while a question is open, it answers the question. ok is false if there
// is nothing to answer.
func (h *Handler) HearRefused(ctx context.Context, heard dialog.ParsedRequest, refused dialog.Reply) (reply dialog.Reply, ok bool) {
	m, changed := refused.Messages, refused.Result != dialog.Refused && refused.Result != dialog.Told
	if heard.Line.Name() != "move" || heard.Line.Pressed() || changed || len(m) == 0 || len(m[0].Lines) == 0 {
		return dialog.Reply{}, false
	}
	if !slices.Contains(notPlayingKeys, m[0].Lines[0].Key) && !slices.Contains(outcomes, strings.ToLower(heard.Line.Rest)) {
		return dialog.Reply{}, false
	}
	r, err := h.rounds.Read(ctx, heard.Place.Shared().String())
	if err != nil || r.Phase != round.Asked {
		return dialog.Reply{}, false
	}
	heard.Line, heard.ParseErr = command.Parse("guess " + heard.Line.Rest)
	return h.Answer(ctx, heard), true
}

// showChoices shows a step in the choice of an answer.
func (e *execution) showChoices(r *round.Round, step string) error {
	p, err := position(r)
	if err != nil {
		return err
	}
	m := e.tell(words.New("race.choose"))
	button := func(label words.Text, parts ...string) dialog.Button {
		return e.buttonIn(e.place(), r, label, dialog.Plain, append([]string{"guess"}, parts...)...)
	}
	if teach.Kind(r.Question.Kind) == teach.Outcome {
		m.Buttons = []dialog.Button{button(words.New("button.won"), outcomes[0]), button(words.New("button.lost"), outcomes[1])}
		return nil
	}
	prefix, skip, ok := dialog.ReadStep(p, step)
	if !ok {
		prefix, skip = "", 0
	}
	d := p.Diagram()
	m.Diagram = &d
	m.Menu = dialog.MoveMenu(p, prefix, skip, func(label words.Text, verb, rest string) dialog.Button {
		if verb == "" {
			return button(label, rest)
		}
		return button(label, verb, rest)
	})
	m.Menu.Play = dialog.NewPlay(p, "guess", stamp(e.place(), r))
	if prefix != "" || skip > 0 {
		m.Buttons = []dialog.Button{button(words.New("button.back"), command.Step)}
	}
	return nil
}

// takeAnswer records a complete answer.
func (e *execution) takeAnswer(ctx context.Context, answer string) error {
	var choice int
	err := e.change(ctx, func(r *round.Round) (bool, error) {
		if err := e.checkStamp(r); err != nil {
			return false, err
		}
		if r.Phase == "" {
			return false, refuse("race.nothing-open")
		}
		var err error
		if choice, err = readChoice(r, answer); err != nil {
			return false, err
		}
		err = r.TakeAnswer(round.Person{ID: e.r.User.ID, Name: e.r.User.Name}, choice, e.now, e.editInterval(e.place()))
		return err == nil, err
	})
	before, _ := e.shown.AnswerOf(e.r.User.ID)
	switch {
	case errors.Is(err, round.ErrOver):
		e.report(dialog.RoundLate)
		return dialog.RefuseAs(dialog.Stale, "race.late")
	case errors.Is(err, round.ErrFull):
		e.report(dialog.RoundFull)
		return refuse("race.full", "max", round.MaxAnswers)
	case errors.Is(err, round.ErrAnswered):
		e.report(dialog.RoundRepeated)
		e.result = dialog.Duplicate
		e.tell(words.New("race.answered", "answer", e.choiceText(&e.shown, before.Choice)))
		return nil
	case err != nil:
		return err
	}
	e.report(dialog.RoundAnswered)
	e.tell(words.New("race.noted", "answer", e.choiceText(&e.shown, choice)), words.New("race.so-far", "seconds", 0))
	e.recordJoin(ctx)
	return nil
}

// recordJoin records that the person is in a round here. If that fails they can still answer.
func (e *execution) recordJoin(ctx context.Context) {
	if e.People == nil {
		return
	}
	if err := e.People.Joins(ctx, e.place(), e.r.User.ID); err != nil {
		e.Log.InfoContext(ctx, "it isn't recorded that somebody is in a round", "place", e.place().String(), "error", err)
	}
}

// readChoice reads an answer to the present question: the number of the choice.
func readChoice(r *round.Round, answer string) (choice int, err error) {
	if teach.Kind(r.Question.Kind) == teach.Outcome {
		if choice = slices.Index(outcomes, strings.ToLower(answer)); choice < 0 {
			return 0, refuse("race.outcome-form", "part", command.Abridge(answer))
		}
		return choice, nil
	}
	p, err := position(r)
	if err != nil {
		return 0, err
	}
	m, err := command.ReadMove(p, answer)
	if err == nil {
		_, err = p.Play(m)
	}
	if err != nil {
		return 0, withExample(p, r.Question.Right, err)
	}
	for known := range p.Moves() {
		if known == m {
			return choice, nil
		}
		choice++
	}
	return 0, fmt.Errorf("rounds: %s isn't among the moves of %s", m, r.Question.Position)
}

// withExample adds an example of the notation to the refusal of a move. The example isn't a right
// answer, because that would reveal one.
func withExample(p rules.Position, right []int, err error) error {
	refusal := dialog.RefusalOf(err)
	if refusal == nil {
		return err
	}
	if command.AsksWhich(refusal.Text) { // that refusal lists the possible moves itself
		refusal.Text.Args = append(refusal.Text.Args, "example", fmt.Sprint("guess ", refusal.Text.Args.Value("example")))
		return refusal
	}
	wrong := 0
	for slices.Contains(right, wrong) {
		wrong++
	}
	if m := moveOfChoice(p, wrong); m != "" {
		refusal.Text.Args = append(refusal.Text.Args, "example", "guess "+string(m))
	}
	return refusal
}

// moveOfChoice returns the move with a choice's number, from 0 in the order of Moves.
func moveOfChoice(p rules.Position, choice int) (m rules.Move) {
	for m = range p.Moves() {
		if choice == 0 {
			break
		}
		choice--
	}
	return m
}

// choiceText returns the words of a choice: "take 2 from B".
func (e *execution) choiceText(r *round.Round, choice int) words.Text {
	if teach.Kind(r.Question.Kind) == teach.Outcome {
		return words.New("race." + outcomes[choice])
	}
	p, err := position(r)
	if err != nil {
		return words.New("notation.plain", "move", choice)
	}
	return words.Move("do", words.Person{}, p, moveOfChoice(p, choice))
}

// plainFirst puts the last n lines of a lesson first, which say in words why a move wins or every move
// loses, and the Grundy value last.
func plainFirst(lesson []words.Text, n int) []words.Text {
	rest := lesson[:max(0, len(lesson)-n)]
	isValue := func(t words.Text) bool { return t.Key == "lesson.grundy" }
	value := slices.IndexFunc(rest, isValue)
	lines := slices.Concat(lesson[len(rest):], slices.DeleteFunc(slices.Clone(rest), isValue))
	if value >= 0 {
		lines = append(lines, rest[value])
	}
	return lines
}

// explainWhy tells the person why their answer was wrong, with the working.
func (e *execution) explainWhy(r *round.Round) error {
	switch r.Phase {
	case "":
		return refuse("race.nothing-open")
	case round.Asked:
		return refuse("race.not-yet")
	}
	p, a, best, err := solveQuestion(r)
	if err != nil {
		return err
	}
	m := e.tell()
	if given, ok := r.AnswerOf(e.r.User.ID); ok && !r.IsRight(given.Choice) && p.Kind == teach.Find {
		wrong := moveOfChoice(p.Position, given.Choice)
		judged, err := p.Judge(wrong)
		if err != nil {
			return err
		}
		m.Lines = append(m.Lines, explain.Refuted(p.Position, wrong, judged))
	}
	teacher := explain.Teacher{Analysis: a, Words: e.Words, Key: p.Game.Key}
	lesson := teacher.Lesson()
	m.Lines, m.Working = append(m.Lines, plainFirst(lesson.Lines, len(teacher.Check(best)))...), lesson.Working
	e.solved = []rules.Situation{{Game: p.Game.Key, Ending: p.Ending, Position: p.Position}}
	return nil
}
