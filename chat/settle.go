package chat

import (
	"context"
	"time"

	"nimbot/chat/scene"
	"nimbot/exchange"
	"nimbot/game"
	"nimbot/store"
	"nimbot/talk"
)

// ShowAfter is how long the process that wrote a board has to show it before a worker
// does.
const ShowAfter = 10 * time.Second

// Settle decides what time has decided in a place: an expired offer, a clock that ran
// out, an abandoned game. The reply shows the result. settled is false if there was
// nothing to decide; then a message may still edit the day's post to add missing lines.
// Settle also counts finished games. Concurrent calls are safe; one of them decides. The
// error is a store's; a reply returned with it must still be shown.
func (h *Handler) Settle(ctx context.Context, p exchange.Place) (reply exchange.Reply, settled bool, err error) {
	j := &job{request: exchange.Request{Place: p}, act: (*session).settleUnasked}
	if reply, err = h.do(ctx, j); err != nil {
		return exchange.Reply{}, false, err
	}
	switch results := j.session.Doc.Results; {
	case j.session.finished:
		h.countSoon(p, results)
	case len(results) > 0 && !j.session.dirty:
		dropped, err := h.settleResults(ctx, p, results)
		if err != nil {
			return reply, false, err
		}
		return dropped, false, nil
	}
	return reply, j.session.dirty, nil
}

// settleUnasked settles without a request. The caller confirms that it showed the
// result.
func (s *session) settleUnasked() {
	s.r.Unseated, s.r.Confirms = s.Doc.Delivery.Unseated, true
	s.settle()
	s.post()
	s.draw()
}

// settle decides what time has decided and announces it.
func (s *session) settle() {
	if o := s.Doc.Offer; o != nil && s.past(o.Expires) {
		s.Doc.Lapsed = o.Expires
		s.endOffer()
		s.decidedSince(o.Expires)
		s.announce(scene.OfferText("offer.expired", o))
	}
	if c := s.Doc.Confirm; c != nil && s.past(c.Expires) {
		s.Doc.Confirm = nil
		s.noted()
	}
	if !s.Playing() {
		return
	}
	deadline, why := s.Deadline()
	if !s.past(deadline) {
		return
	}
	s.decidedSince(deadline)
	if why != game.TimedOut {
		why = game.Stopped
	}
	s.ended(game.Event{Kind: why, Seat: s.Match.ToMove()})
}

// decidedSince sets late: how long ago the decision was due.
func (s *session) decidedSince(t store.Unix) { s.late = max(s.late, s.now.Sub(t.Time())) }

func (s *session) ended(e game.Event) {
	if err := s.apply(e); err != nil {
		s.h.log.Error("a game could not be ended", "place", s.r.Place.String(), "event", e.String(), "error", err)
		return
	}
	s.freshBoard()
}

// past reports whether t is set and has passed.
func (s *session) past(t store.Unix) bool { return t != 0 && store.UnixOf(s.now) >= t }

// Present returns the present board of a place and what is needed to show it again. The
// error is the store's.
func (h *Handler) Present(ctx context.Context, p exchange.Place) (r exchange.Reply, d exchange.Delivery, err error) {
	j := &job{request: exchange.Request{Place: p}, act: (*session).present}
	if r, err = h.do(ctx, j); err != nil {
		return exchange.Reply{}, exchange.Delivery{}, err
	}
	return r, deliveryOf(j.session.Doc.Delivery), nil
}

// present shows what is open in the place.
func (s *session) present() {
	switch {
	case s.Doc.Daily.Post != 0 && s.Doc.Daily.Post == s.Doc.Version:
		s.show(s.DailyPost(true))
	case s.Doc.Offer != nil && !s.Playing():
		s.show(s.Offer())
	case s.Doc.Game != nil:
		s.passed = true // the player may not have been notified yet
		s.freshBoard()
	}
}

// Shown confirms that the board of a place was shown as of a version, so that no worker
// shows it again. Adapters that set Request.Confirms call it.
func (h *Handler) Shown(ctx context.Context, p exchange.Place, version uint64) error {
	return h.store.Shown(ctx, []store.Task{{Key: p.String(), Show: true, Version: version}})
}

// Glance returns a place's state, version and language, without messages. The error is
// the store's.
func (h *Handler) Glance(ctx context.Context, p exchange.Place) (exchange.Reply, error) {
	return h.do(ctx, &job{request: exchange.Request{Place: p}, act: func(*session) {}})
}

// Stance returns where a person stands in a place, and the place's state; ok is false if
// the store doesn't answer. A running game may be old news, because the lane's copy is
// trusted; the game's next command finds out.
func (h *Handler) Stance(ctx context.Context, p exchange.Place, id string) (place exchange.Reply, st talk.Situation, ok bool) {
	j := &job{request: exchange.Request{Place: p}, act: func(s *session) { s.staleOK, st = s.Playing(), s.Situation(id) }}
	place, err := h.do(ctx, j)
	return place, st, err == nil
}
