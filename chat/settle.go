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
	reply, err = h.inLane(ctx, p, "", func(s *session) {
		s.r.Place = p
		s.r.Unseated, s.r.Confirms = s.doc.Delivery.Unseated, true
		s.settle()
		settled = s.dirty
	})
	return reply, settled && err == nil, err
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

// deadline is when time ends the present game, and how.
func (s *session) deadline() (store.Unix, game.EventKind) {
	g := s.doc.Game
	// Whole days, so that most writes leave the deadline where it is.
	const day = 24 * 60 * 60
	idle := (g.Since + store.Unix(idleFor.Seconds()) + day - 1) / day * day
	if g.Clock > 0 {
		if at := g.Since + store.Unix(g.Clock); at < idle {
			return at, game.TimedOut
		}
	}
	return idle, game.Stopped
}

// due is the next time at which Settle will find something, the zero Time for
// never.
func (s *session) due() time.Time {
	next := store.Unix(0)
	sooner := func(t store.Unix) {
		if t != 0 && (next == 0 || t < next) {
			next = t
		}
	}
	if s.doc.Offer != nil {
		sooner(s.doc.Offer.Expires)
	}
	if s.playing() {
		at, _ := s.deadline()
		sooner(at)
	}
	return next.Time()
}

// expires is when the document may be forgotten: long after its last deadline,
// so that a late click is still told what happened.
func (s *session) expires() time.Time {
	keep := keepFor
	if s.playing() {
		keep += idleFor
	}
	return s.now.Add(keep)
}
