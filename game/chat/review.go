package chat

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/channel"
)

// reviewing has one element for each running review: at most half of the processors work
// on reviews.
type reviewing chan struct{}

func newReviewing() reviewing { return make(reviewing, max(1, runtime.GOMAXPROCS(0)/2)) }

// reviewGame reviews the last finished game of the place, for the asking person or, with "all", for
// everybody. It runs outside the lane, because it may take longer than a command's deadline.
func reviewGame(e *execution) error {
	all := e.line.Rest == "all"
	g := e.LastGame(e.r.User.ID)
	switch {
	case e.line.Rest != "" && !all:
		return refuse("review.form", "part", command.Abridge(e.line.Rest))
	case pairStartsAs(e, g):
		return refuse("rated.looks-back")
	case g == nil && e.Play.Game != nil && !e.Playing():
		return refuse("review.unplayed")
	case g == nil:
		return refuse("review.nothing")
	}
	return computeAside(e, func(ctx context.Context) error {
		past, err := e.AtEnd(g)
		var m dialog.Message
		if err == nil {
			m, err = past.Review(!all)
		}
		if err != nil {
			return unreviewable(e, g, err)
		}
		if err := mayReview(ctx, e, past.Match); err != nil {
			return err
		}
		if !all {
			m.To, m.Open = &e.r.User, true
			m.Buttons = append(m.Buttons, e.Button(words.New("button.show-all"), dialog.Plain, "review", "all"))
		}
		e.show(m)
		return nil
	})
}

// unreviewable refuses to look back on a stored game. Another version may know more games and
// endings, and decide larger positions. Any other error is of a broken record, which is logged.
func unreviewable(e *execution, g *channel.Game, err error) error {
	if ofAnotherVersion(err) {
		return refuse("review.another-version")
	}
	e.h.log.Error("the record of a finished game is broken", "place", e.r.Place.String(), "game", g.ID, "error", err)
	return dialog.RefuseAs(dialog.Broken, "review.broken", "reference", g.ID)
}

// ofAnotherVersion reports whether a game can't be replayed because this version doesn't offer it.
func ofAnotherVersion(err error) bool {
	return errors.Is(err, rules.ErrUnknownGame) || errors.Is(err, rules.ErrNotOffered) || errors.Is(err, rules.ErrTooLarge)
}

// pairStartsAs reports whether a rated pair is running here from the start of a finished
// game, which may be its first.
func pairStartsAs(e *execution, g *channel.Game) bool {
	for t := range e.Tables {
		if g != nil && t.OfPair() && t.Game.Key == g.Key && t.Game.Start == g.Start {
			return true
		}
	}
	return false
}

// computeAside runs a task after the lane, only a few of them at a time.
func computeAside(e *execution, do func(context.Context) error) error {
	e.later = func(ctx context.Context) error {
		select {
		case e.h.reviewing <- struct{}{}:
		case <-ctx.Done():
			return refuse("limited.busy")
		}
		defer func(begun time.Time) {
			e.out.Work = e.h.now().Sub(begun)
			<-e.h.reviewing
		}(e.h.now())
		return do(ctx)
	}
	return nil
}

// Finished is a finished game.
type Finished struct {
	ID      string
	Players [2]dialog.User // in the order of their seats
	Match   rules.Match
}

// LastGame returns the finished game that a person played last in a place, in private or at a
// table, else the one that anybody played last there. ok is false if there is none with a
// move. The error is the store's.
func (h *Handler) LastGame(ctx context.Context, p dialog.Place, id string) (last Finished, ok bool, err error) {
	e, g, err := lastGame(ctx, h, p, id)
	if err != nil {
		return Finished{}, false, err
	}
	if p.Person == "" && id != "" {
		own, private, err := lastGame(ctx, h, p.Own(id), id)
		if err != nil {
			return Finished{}, false, err
		}
		if private != nil && (g == nil || g.Players[0].ID != id && g.Players[1].ID != id || private.Since > g.Since) {
			e, g = own, private
		}
	}
	if g == nil {
		return Finished{}, false, nil
	}
	past, err := e.AtEnd(g)
	switch {
	case err != nil && ofAnotherVersion(err):
		return Finished{}, false, fmt.Errorf("%w: %w", store.ErrNewer, err)
	case err != nil:
		return Finished{}, false, fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	return Finished{ID: g.ID, Players: [2]dialog.User{past.Player(0), past.Player(1)}, Match: past.Match}, true, nil
}

// lastGame returns what message.Known.LastGame returns, and an execution of that game's place.
func lastGame(ctx context.Context, h *Handler, p dialog.Place, id string) (*execution, *channel.Game, error) {
	j := &job{request: dialog.Request{Place: p}, act: func(*execution) {}}
	if _, err := h.do(ctx, j); err != nil {
		return nil, nil, err
	}
	return &j.execution, j.execution.LastGame(id), nil
}
