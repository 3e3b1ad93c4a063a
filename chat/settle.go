package chat

import (
	"context"
	"time"

	"nimbot/game"
	"nimbot/store"
)

// How long things wait.
const (
	offerFor   = 10 * time.Minute    // an offer, until it expires
	confirmFor = 5 * time.Minute     // a question whether to go on
	quietFor   = 10 * time.Minute    // a game against the bot, until anybody may replace it
	idleFor    = 7 * 24 * time.Hour  // any game, until it is ended
	keepFor    = 30 * 24 * time.Hour // a finished game, until it is forgotten
)

// Settle decides what time has decided in a place: an expired offer, a clock
// that ran out, a game that nobody plays any more. The reply is what the
// place should be shown; settled is false when there was nothing to decide.
// Many may call it at the same time; one of them decides. The error is the
// store's.
func (h *Handler) Settle(ctx context.Context, p Place) (reply Reply, settled bool, err error) {
	reply, _, settled, err = h.settlePlace(ctx, p)
	return reply, settled, err
}

// settlePlace is Settle, with what showing the reply needs.
func (h *Handler) settlePlace(ctx context.Context, p Place) (reply Reply, d Delivery, settled bool, err error) {
	j := &job{request: Request{Place: p}, act: (*session).settleUnasked}
	if reply, err = h.do(ctx, j); err != nil {
		return Reply{}, Delivery{}, false, err
	}
	return reply, deliveryOf(j.session.doc.Delivery), j.session.dirty, nil
}

// settleUnasked settles for nobody, who can tell of having shown it.
func (s *session) settleUnasked() {
	s.r.Unseated, s.r.Confirms = s.doc.Delivery.Unseated, true
	s.settle()
}

// settle decides what time has decided and announces it.
func (s *session) settle() {
	if o := s.doc.Offer; o != nil && s.past(o.Expires) {
		s.doc.Offer = nil
		s.changed()
		s.announce(s.offerText("offer.expired", o))
	}
	if c := s.doc.Confirm; c != nil && s.past(c.Expires) {
		s.doc.Confirm = nil
		s.noted()
	}
	if !s.playing() {
		return
	}
	switch deadline, why := s.deadline(); {
	case !s.past(deadline):
	case why == game.TimedOut:
		s.ended(game.Event{Kind: game.TimedOut, Seat: s.match.ToMove()})
	default:
		s.ended(game.Event{Kind: game.Stopped, Seat: s.match.ToMove()})
	}
}

func (s *session) ended(e game.Event) {
	if err := s.apply(e); err != nil {
		s.h.log.Error("a game could not be ended", "place", s.r.Place.String(), "event", e.String(), "error", err)
		return
	}
	s.freshBoard()
}

// past reports whether t is set and over.
func (s *session) past(t store.Unix) bool { return t != 0 && store.UnixOf(s.now) >= t }
