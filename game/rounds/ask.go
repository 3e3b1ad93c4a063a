package rounds

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"

	"nimbot/game/chat"
	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/round"
)

// The default terms of a round.
const (
	defaultQuestions = 5
	defaultSeconds   = 45
)

// start begins a round.
func (e *execution) start(ctx context.Context, heard dialog.ParsedRequest) error {
	locale, err := e.checkAllowed(ctx)
	if err != nil {
		return err
	}
	on, err := e.rounds.Read(ctx, e.place().String())
	if err == nil {
		err = e.mayBegin(&on) // before anything is charged
	}
	if err != nil {
		return err
	}
	if e.line.TakesWork() && heard.Precompute != nil {
		if key := heard.Precompute(ctx, heard.Request, heard.Line); key != "" {
			return dialog.RefuseAs(dialog.Limited, key)
		}
	}
	o := e.line.Options
	t := round.Terms{Ending: o.Ending.String(), Start: e.line.Rest, Questions: defaultQuestions, Seconds: defaultSeconds}
	if o.Given("game") && o.Game != command.AnyGame || t.Start != "" {
		t.Game = o.Game
	}
	switch {
	case o.Rounds > 0:
		t.Questions = o.Rounds
	case t.Start != "":
		t.Questions = 1
	}
	if o.Given("seconds") {
		t.Seconds = o.Seconds
	}
	if o.Given("level") {
		t.Level = string(o.Level)
	}
	if o.Given("first") || o.Given("clock") || t.Level == string(solve.Perfect) || e.line.Who != "" {
		return refuse("race.form")
	}
	return e.begin(ctx, t, locale)
}

// begin begins a round on the terms t, unless one is running, and posts its first question.
func (e *execution) begin(ctx context.Context, t round.Terms, locale string) error {
	next := round.Round{
		ID: strconv.FormatUint(store.Random()>>24, 36), Host: round.Person{ID: e.r.User.ID, Name: e.r.User.Name}, Terms: t,
		Seed: store.Random() >> 11, Touched: e.now, Locale: locale,
	}
	if e.Seed != 0 {
		next.Seed = e.Seed
	}
	q, err := e.firstQuestion(ctx, &next)
	if err != nil {
		return err
	}
	begin := func(r *round.Round) (bool, error) {
		switch err := e.mayBegin(r); {
		case err != nil:
			return false, err
		case r.Phase == round.Over && !r.Counted:
			return false, errUncounted
		}
		next.Version, next.Recent = r.Version, r.Recent
		*r = next
		r.Ask(q, e.now)
		return true, nil
	}
	if err = e.change(ctx, begin); errors.Is(err, errUncounted) {
		if err = e.countPoints(ctx, e.place(), &e.shown); err == nil {
			err = e.change(ctx, begin)
		}
	}
	if err != nil {
		return err
	}
	e.report(dialog.RoundBegun)
	return e.postMessage(ctx, words.New("race.begun", "count", t.Questions, "seconds", t.Seconds))
}

// mayBegin refuses to begin a round while one is running, or again for the same line.
func (e *execution) mayBegin(r *round.Round) error {
	if err := e.checkRepeat(r); err != nil || r.Phase == round.Over || r.Phase == "" {
		return err
	}
	return e.running(r)
}

// postMessage posts the present message of the round, and tells the person the sentences said. If
// the bot can't post unasked, the reply has the message instead.
func (e *execution) postMessage(ctx context.Context, said ...words.Text) error {
	switch err := e.publish(ctx, e.place(), &e.shown); {
	case errors.Is(err, errNoPublisher):
		e.messages = append(e.messages, e.presentMessage(e.place(), &e.shown))
		return nil
	case errors.Is(err, dialog.ErrCannotPost):
		return refuse("race.forbidden")
	case err != nil: // a worker posts the message later
		e.Log.InfoContext(ctx, "the message of a round is posted later", "place", e.place().String(), "error", err)
	}
	if len(said) > 0 {
		e.tell(said...)
	}
	return nil
}

// firstQuestion returns the first question of a round: about the position that was typed, or else
// about a random one.
func (e *execution) firstQuestion(ctx context.Context, r *round.Round) (q round.Question, err error) {
	key := r.Terms.Game
	if r.Terms.Start == "" {
		return e.drawQuestion(ctx, e.place(), r)
	}
	g, err := rules.Lookup(key)
	if err != nil {
		return q, command.UnknownGame(key, err)
	}
	ending := rules.EndingOf(r.Terms.Ending)
	p, err := g.Begin(r.Terms.Start, ending)
	if err != nil {
		refused := dialog.RefusalOf(e.line.SetupRefused(r.Terms.Start, err))
		if example, ok := refused.Text.Args.Value("example").(string); ok {
			refused.Text.Args = append(refused.Text.Args, "example", message.ExampleCommand(e.line, "name", g, example))
		}
		return q, refused
	}
	if n := p.Size().Parts; n > e.Pieces {
		return q, refuse("limit.parts", "parts", e.Words.Parts(key, n), "max", e.Pieces, "example", message.ExampleCommand(e.line, "name", g, g.Examples[0]))
	}
	for _, kind := range []teach.Kind{teach.Find, teach.Outcome} {
		if puzzle, err := teach.PuzzleOf(g, ending, kind, p); err == nil {
			return questionOf(puzzle), nil
		}
	}
	return q, refuse("race.too-large")
}

// drawQuestion chooses the next question at random. The host pays for the work. The error is a
// refusal.
func (h *Handler) drawQuestion(ctx context.Context, place dialog.Place, r *round.Round) (q round.Question, err error) {
	rng, e := randomSource(r), rules.EndingOf(r.Terms.Ending)
	g, unknown := rules.Lookup(r.Terms.Game)
	var p teach.Puzzle
	ok := false
	host := dialog.Request{Place: place, User: dialog.User{ID: r.Host.ID}}
	err = chat.Charged(ctx, host, unknown == nil && g.IsCostly(e), func() {
		p, ok = teach.RaceQuestion(rules.NewDrawing(ctx, rng), func() rules.Game { return h.drawGame(rng, r.Terms.Game, e) }, e, solve.Level(r.Terms.Level), r.Number+1, r.Terms.Questions)
	})
	if err == nil && !ok {
		err = refuse("race.nothing", "title", words.Title(r.Terms.Game))
	}
	if err != nil {
		return q, err
	}
	return questionOf(p), nil
}

// drawGame returns the game of a key, or if there is no key a random game whose rule fits on one
// line.
func (h *Handler) drawGame(rng *rand.Rand, key string, e rules.Ending) rules.Game {
	if g, err := rules.Lookup(key); err == nil && key != "" {
		return g
	}
	all := slices.DeleteFunc(slices.Clone(rules.Games()), func(g rules.Game) bool {
		return !g.Offers(e) || g.IsCostly(e) || !h.Words.Has("rule."+rules.Family(g.Key)) || rules.Family(g.Key) != g.Key
	})
	return all[rng.IntN(len(all))]
}

// questionOf converts a puzzle to a round's question.
func questionOf(p teach.Puzzle) round.Question {
	q := round.Question{Game: p.Game.Key, Ending: p.Ending.String(), Position: p.Position.String(), Kind: string(p.Kind)}
	if p.Kind == teach.Outcome {
		q.Choices, q.Right = len(outcomes), []int{0}
		if p.Outcome == rules.P {
			q.Right[0] = 1
		}
		return q
	}
	for m := range p.Position.Moves() {
		if slices.Contains(p.Winning, m) {
			q.Right = append(q.Right, q.Choices)
		}
		q.Choices++
	}
	return q
}

// outcomes are the answers to the question whether a position is won.
var outcomes = []string{"won", "lost"}

// solveQuestion returns the puzzle of the present question with its solution. best is "" if no move
// wins.
func solveQuestion(r *round.Round) (p teach.Puzzle, a solve.Analysis, best rules.Move, err error) {
	if p, err = puzzleOf(r); err != nil {
		return p, a, "", err
	}
	if a, err = solve.Analyze(p.Position, p.Ending); err == nil && a.Outcome == rules.N {
		best = explain.Teacher{Analysis: a}.Best()
	}
	return p, a, best, err
}

// puzzleOf returns the puzzle of the present question.
func puzzleOf(r *round.Round) (p teach.Puzzle, err error) {
	g, err := rules.Lookup(r.Question.Game)
	if err != nil {
		return p, err
	}
	position, err := position(r)
	if err != nil {
		return p, err
	}
	return teach.PuzzleOf(g, rules.EndingOf(r.Question.Ending), teach.Kind(r.Question.Kind), position)
}

// position returns the position that the present question asks about.
func position(r *round.Round) (rules.Position, error) {
	of, ok := rules.ReadSituation(r.Question.Game, r.Question.Ending, r.Question.Position)
	if !ok {
		return nil, errUnreadable
	}
	return of.Position, nil
}

// errUnreadable is a question that this version can't read, because another version set it.
var errUnreadable = dialog.RefuseAs(dialog.Broken, "race.unreadable")
