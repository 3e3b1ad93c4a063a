package chat

import (
	"context"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/store/channel"
)

// pairClock is the time for one move of a rated pair if none was chosen.
const pairClock = 24 * 60 * 60

// beginSecondGame begins the second game of a pair after the first has ended: the same
// start with swapped seats. A pair that was stopped is void.
func beginSecondGame(e *execution) error {
	g := e.Play.Game
	if g.Pair == nil || g.Pair.Game == 2 || e.Match.Result().Reason == rules.ByAgreement {
		return nil
	}
	// Not as a board: a platform that shows only the latest board would lose it.
	end := e.announce(e.BoardLines()...)
	end.Diagram = e.Diagram()
	e.secondGame = true
	swapped := [2]channel.Player{g.Players[1], g.Players[0]}
	if err := beginGame(e, e.Match.Setup(), swapped, g.Clock); err != nil {
		return err
	}
	pair := g.Pair.Swapped()
	pair.Game = 2
	e.Play.Game.Pair = &pair
	return nil
}

// preparePair prepares the pair that a job accepts. The members' documents are read
// outside the lane.
func (h outside) preparePair(ctx context.Context, j *job, offer *channel.Offer) error {
	pairing, err := h.people.Pair(ctx, j.request.Place, *offer, j.request.User)
	if err != nil && dialog.RefusalOf(err) == nil {
		return err
	}
	pairing.Offer, pairing.refused = offer.ID, err
	j.pairing = &pairing
	return nil
}

// canOfferRated refuses to offer a rated pair where none is possible.
func canOfferRated(e *execution) error {
	switch {
	case e.r.ReplyOnly || e.h.people == nil:
		return refuse("rated.unseated")
	case e.line.Rest != "":
		return refuse("rated.piles")
	}
	return nil
}

// beginPair begins the first game of the pair that is prepared for an offer.
func beginPair(e *execution, o *channel.Offer, players [2]channel.Player) error {
	switch p := e.pairing; {
	case e.r.ReplyOnly: // since the offer the bot has lost the right to post here
		return refuse("rated.unseated")
	case p == nil:
		return e.prepare(func(ctx context.Context, h outside, _ dialog.ParsedRequest, j *job) (dialog.Reply, error) {
			return dialog.Reply{}, h.preparePair(ctx, j, o)
		})
	case p.Offer != o.ID:
		return refuse("offer.nothing")
	case p.refused != nil:
		return p.refused
	}
	setup := rules.Setup{Game: o.Key, Ending: rules.EndingOf(o.Ending), Start: e.pairing.Start}
	if err := beginGame(e, setup, players, o.Clock); err != nil {
		return err
	}
	pair := channel.Pair{Game: 1, RatingsBefore: e.pairing.Before}
	if o.First == 1 {
		pair = pair.Swapped()
	}
	e.Play.Game.Pair, e.Play.Offer = &pair, nil
	e.showBoard()
	return nil
}
