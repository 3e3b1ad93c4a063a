package race

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nimbot/chat"
	"nimbot/chat/scene"
	"nimbot/coach"
	"nimbot/exchange"
	"nimbot/game"
	"nimbot/round"
	"nimbot/teach"
	"nimbot/typed"
	"nimbot/words"
)

// why is the word after "guess" with which a button asks why an answer was wrong.
const why = "why"

// onQuestion reports whether "guess" with these words is a button of the message that everybody
// sees.
func onQuestion(rest string) bool {
	return rest == "" || rest == why || slices.Contains(outcomes, rest)
}

// guess shows the choices, takes the next step of one, or takes the answer.
func (v *visit) guess(ctx context.Context) error {
	rest := v.line.Rest
	step, choosing := strings.CutPrefix(rest, typed.Step)
	if rest != "" && !choosing && rest != why {
		return v.take(ctx, rest)
	}
	r, err := v.rounds.Read(ctx, v.place().String())
	if err != nil {
		return err
	}
	v.shown = r
	v.result = exchange.Told
	if former, ok := r.Former(); ok && rest == why && v.asksAbout(&former, r.Phase) {
		return v.why(&former)
	}
	if err := v.checkStamp(&r); err != nil {
		return err
	}
	if rest == why {
		return v.why(&r)
	}
	a, answered := r.AnswerOf(v.r.User.ID)
	switch {
	case r.Phase != round.Asked:
		return refuse("race.nothing-open")
	case answered:
		v.tell(text("race.answered", "answer", v.choice(&r, a.Choice)))
		return nil
	}
	v.join(ctx)
	return v.choose(&r, step)
}

// asksAbout reports whether "why" is about the previous question: its button was pressed, or the
// person asks in words while the present question is open.
func (v *visit) asksAbout(former *round.Round, present round.Phase) bool {
	if v.line.Pressed() {
		return v.line.Stamp == stamp(v.place(), former)
	}
	return present == round.Asked
}

// notPlayingKeys are the keys of refusals of a move by somebody who doesn't play here.
var notPlayingKeys = []string{"no-game", "match.over", "spectator"}

// Hear handles a typed move, "won" or "lost" that the conversation refused because its author
// doesn't play here: while a question is open, it answers the question. ok is false if there is
// nothing to answer.
func (h *Handler) Hear(ctx context.Context, heard chat.ParsedRequest, refused exchange.Reply) (reply exchange.Reply, ok bool) {
	m, changed := refused.Messages, refused.Result != exchange.Refused && refused.Result != exchange.Told
	if heard.Line.Name() != "move" || heard.Line.Pressed() || changed || len(m) == 0 || len(m[0].Lines) == 0 {
		return exchange.Reply{}, false
	}
	if !slices.Contains(notPlayingKeys, m[0].Lines[0].Key) && !slices.Contains(outcomes, strings.ToLower(heard.Line.Rest)) {
		return exchange.Reply{}, false
	}
	r, err := h.rounds.Read(ctx, heard.Place.Shared().String())
	if err != nil || r.Phase != round.Asked {
		return exchange.Reply{}, false
	}
	heard.Line, heard.ParseErr = typed.Parse("guess " + heard.Line.Rest)
	return h.Answer(ctx, heard), true
}

// choose shows a step in the choice of an answer.
func (v *visit) choose(r *round.Round, step string) error {
	p, err := position(r)
	if err != nil {
		return err
	}
	m := v.tell(text("race.choose"))
	button := func(label words.Text, parts ...string) exchange.Button {
		return v.buttonIn(v.place(), r, label, exchange.Plain, append([]string{"guess"}, parts...)...)
	}
	if teach.Kind(r.Question.Kind) == teach.Outcome {
		m.Buttons = []exchange.Button{button(text("button.won"), outcomes[0]), button(text("button.lost"), outcomes[1])}
		return nil
	}
	prefix, skip, ok := scene.ReadStep(p, step)
	if !ok {
		prefix, skip = "", 0
	}
	d := p.Diagram()
	m.Diagram = &d
	m.Menu = scene.MoveMenu(p, prefix, skip, func(label words.Text, verb, rest string) exchange.Button {
		if verb == "" {
			return button(label, rest)
		}
		return button(label, verb, rest)
	})
	m.Play = exchange.NewPlay(p, "guess", stamp(v.place(), r))
	if prefix != "" || skip > 0 {
		m.Buttons = []exchange.Button{button(text("button.back"), typed.Step)}
	}
	return nil
}

// take records a complete answer.
func (v *visit) take(ctx context.Context, answer string) error {
	var took round.Milli
	var choice int
	err := v.change(ctx, func(r *round.Round) (bool, error) {
		if err := v.checkStamp(r); err != nil {
			return false, err
		}
		if r.Phase == "" {
			return false, refuse("race.nothing-open")
		}
		var err error
		if choice, err = read(r, answer); err != nil {
			return false, err
		}
		took, err = r.Take(round.Person{ID: v.r.User.ID, Name: v.r.User.Name}, choice, v.now, v.editInterval(v.place()))
		return err == nil, err
	})
	before, _ := v.shown.AnswerOf(v.r.User.ID)
	switch {
	case errors.Is(err, round.ErrOver):
		v.happened(exchange.RoundLate)
		return exchange.RefuseAs(exchange.Stale, "race.late")
	case errors.Is(err, round.ErrFull):
		v.happened(exchange.RoundFull)
		return refuse("race.full", "max", round.MaxAnswers)
	case errors.Is(err, round.ErrAnswered):
		v.happened(exchange.RoundRepeated)
		v.result = exchange.Duplicate
		v.tell(text("race.answered", "answer", v.choice(&v.shown, before.Choice)))
		return nil
	case err != nil:
		return err
	}
	v.happened(exchange.RoundAnswered)
	v.tell(text("race.noted", "answer", v.choice(&v.shown, choice), "time", seconds(took)))
	v.join(ctx)
	return nil
}

// join records that the person is in a round here. If that fails they can still answer.
func (v *visit) join(ctx context.Context) {
	if v.People == nil {
		return
	}
	if err := v.People.Joins(ctx, v.place(), v.r.User.ID); err != nil {
		v.Log.InfoContext(ctx, "it isn't recorded that somebody is in a round", "place", v.place().String(), "error", err)
	}
}

// read reads an answer to the present question: the number of the choice.
func read(r *round.Round, answer string) (choice int, err error) {
	if teach.Kind(r.Question.Kind) == teach.Outcome {
		if choice = slices.Index(outcomes, strings.ToLower(answer)); choice < 0 {
			return 0, refuse("race.outcome-form", "part", typed.Abridge(answer))
		}
		return choice, nil
	}
	p, err := position(r)
	if err != nil {
		return 0, err
	}
	m, err := typed.ReadMove(p, answer)
	if err == nil {
		_, err = p.Play(m)
	}
	if err != nil {
		return 0, withForm(p, r.Question.Right, err)
	}
	for known := range p.Moves() {
		if known == m {
			return choice, nil
		}
		choice++
	}
	return 0, fmt.Errorf("race: %s isn't among the moves of %s", m, r.Question.Position)
}

// withForm adds an example of the notation to the refusal of a move. The example isn't a right
// answer, because that would reveal one.
func withForm(p game.Position, right []int, err error) error {
	refusal := exchange.RefusalOf(err)
	if refusal == nil || refusal.Text.Key == "move.ambiguous" { // that refusal lists the possible moves itself
		return err
	}
	wrong := 0
	for slices.Contains(right, wrong) {
		wrong++
	}
	if m := moveOf(p, wrong); m != "" {
		refusal.Text.Args = append(refusal.Text.Args, "example", "guess "+string(m))
	}
	return refusal
}

// moveOf returns the move with a choice's number, from 0 in the order of Moves.
func moveOf(p game.Position, choice int) (m game.Move) {
	for m = range p.Moves() {
		if choice == 0 {
			break
		}
		choice--
	}
	return m
}

// choice returns the words of a choice: "take 2 from B".
func (v *visit) choice(r *round.Round, choice int) words.Text {
	if teach.Kind(r.Question.Kind) == teach.Outcome {
		return text("race." + outcomes[choice])
	}
	p, err := position(r)
	if err != nil {
		return text("notation.plain", "move", choice)
	}
	return words.Move("do", words.Person{}, p, moveOf(p, choice))
}

// why tells the person why their answer was wrong, with the working.
func (v *visit) why(r *round.Round) error {
	switch r.Phase {
	case "":
		return refuse("race.nothing-open")
	case round.Asked:
		return refuse("race.not-yet")
	}
	p, a, best, err := solved(r)
	if err != nil {
		return err
	}
	m := v.tell()
	if given, ok := r.AnswerOf(v.r.User.ID); ok && !r.IsRight(given.Choice) && p.Kind == teach.Find {
		wrong := moveOf(p.Position, given.Choice)
		judged, err := p.Judge(wrong)
		if err != nil {
			return err
		}
		m.Lines = append(m.Lines, coach.Refuted(p.Position, wrong, judged))
	}
	lesson := coach.Teacher{Analysis: a, Words: v.Words, Key: p.Game.Key}.Lesson(best)
	m.Lines, m.Working = append(m.Lines, lesson.Lines...), lesson.Working
	v.solved = []exchange.Solved{{Game: p.Game.Key, Ending: p.Ending, Position: p.Position}}
	return nil
}
