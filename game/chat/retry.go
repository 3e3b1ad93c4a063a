package chat

import (
	"context"
	"strconv"
	"strings"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/words/command"
	"nimbot/store/channel"
	"nimbot/store/platform"
)

// A game that is tried again from a turning point is a private game against the bot. The
// turning points are worked out in the place of the finished game, after the lane. The
// new game begins in the person's own place, by a line that holds its position: "retry
// from nim normal 3 4 5".

// ownPlace is the word before the turning point of a game in the person's own place.
const ownPlace = "own"

// tried is a finished game that a person wants to play again from a turning point.
type tried struct {
	in    message.Scene
	game  *channel.Game
	point int // from 1
}

// retryGame plays again the last finished game of the person here, or else of anybody; "retry 2" starts
// at its second turning point.
func retryGame(e *execution) error {
	if key, ending, start, ok := e.line.Setup(); ok {
		return tryFrom(e, rules.Setup{Game: key, Ending: ending, Start: start})
	}
	point := 1
	if number := strings.TrimPrefix(e.line.Rest, ownPlace+" "); number != "" {
		var err error
		if point, err = strconv.Atoi(number); err != nil {
			return refuse("retry.form", "part", command.Abridge(e.line.Rest))
		}
	}
	g := e.LastGame(e.r.User.ID)
	if e.line.Pressed() { // below the result of a game, whoever played it
		g = e.Play.Game
	}
	switch {
	case pairStartsAs(e, g):
		return refuse("rated.looks-back")
	case g == nil:
		return refuse("retry.none")
	}
	e.trying = &tried{in: e.Scene, game: g, point: point}
	return nil
}

// retrier starts games from turning points of finished ones.
type retrier struct{ *Handler }

// retry finds the turning point, and begins the private game there. reply is the job's, which the result
// replaces.
func (h retrier) retry(ctx context.Context, heard dialog.ParsedRequest, j *job, reply dialog.Reply) (dialog.Reply, error) {
	e := &j.execution
	e.out.Messages = nil
	line, err := h.turningPoint(ctx, e, e.trying)
	if err != nil {
		e.replyRefused(err)
		reply.Messages, reply.Result, reply.Work = e.out.Messages, e.out.Result, e.out.Work
		return reply, nil
	}
	next := heard
	next.Place, next.Message, next.Text = j.request.Place, "", line
	if next.Place.Person == "" && !heard.Private {
		if err := h.notePrivate(ctx, heard.Request); err != nil {
			return dialog.Reply{}, err
		}
		next.Place, next.Private = next.Place.Own(heard.User.ID), true
	}
	next.Line, next.ParseErr = command.Parse(line)
	begin := &job{request: next.Request, line: next.Line, parseErr: next.ParseErr, prepared: prepared{mayWork: true}, act: (*execution).answer}
	if reply, err = h.do(ctx, begin); err == nil {
		reply, err = outside(h).again(ctx, next, begin, reply)
	}
	reply.Work = e.out.Work
	if err == nil && begin.execution.finished { // the private game that it replaced
		h.countSoon(begin.request.Place, uncountedResults(&begin.execution))
	}
	return reply, err
}

// notePrivate records in a channel that the person has a private game there, so that typed lines
// may be about it.
func (h retrier) notePrivate(ctx context.Context, r dialog.Request) error {
	_, err := h.do(ctx, &job{request: dialog.Request{Place: r.Place.Shared()}, act: func(e *execution) {
		e.r.ReplyOnly = e.Doc.Delivery.Unseated
		if e.Doc.PlaysPrivately(r.User.ID) {
			e.markDirty()
		}
	}})
	return err
}

// turningPoint returns the line that begins a game at the turning point.
func (h retrier) turningPoint(ctx context.Context, e *execution, t *tried) (line string, err error) {
	_ = computeAside(e, func(context.Context) error {
		past, err := t.in.AtEnd(t.game)
		if err != nil {
			return unreviewable(e, t.game, err)
		}
		r, err := teach.NewReviewWithin(past.Match, teach.QuickWork)
		if err != nil {
			return unreviewable(e, t.game, err)
		}
		points := r.TurningPoints()
		switch count := len(points); {
		case count == 0:
			return refuse("retry.none")
		case t.point < 1 || t.point > count:
			return refuse("retry.no-such", "number", t.point, "count", count)
		}
		setup := past.Match.Setup()
		line = strings.Join([]string{"retry", command.From, setup.Game, setup.Ending.String(), points[t.point-1].Before.String()}, " ")
		return nil
	})
	return line, e.later(ctx)
}

// tryFrom begins a game against perfect play, without a clock, that counts for nothing. The
// person moves first. Their running private game is ended only after they confirm that.
func tryFrom(e *execution, t rules.Setup) error {
	m, err := rules.NewMatch(t)
	if err != nil || rules.Over(m.Position()) || e.Place.Person == "" && !e.r.Private {
		return refuse("retry.none")
	}
	g, err := rules.Lookup(t.Game)
	if err == nil {
		err = mayPlay(e, g, m.Position(), t.Ending)
	}
	if err != nil {
		return err
	}
	e.sitAt(planTables(e).ForRetry())
	if plays, err := playsElsewhere(e); err != nil {
		return err
	} else if plays {
		return refuseSecondGame()
	}
	if ok, err := makeRoom(e); !ok {
		return err
	}
	players := [2]channel.Player{playerOf(e.r.User), {ID: platform.BotID, Level: string(solve.Perfect)}}
	if err := beginMatch(e, m, players, 0); err != nil {
		return err
	}
	e.Play.Game.Retry = true
	e.freshBoard()
	return nil
}
