package chat

import (
	"context"
	"slices"
	"time"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words/sentence"
	"nimbot/store"
	"nimbot/store/channel"
)

// ShowAfter is how long the process that wrote a board has to show it before a worker
// does.
const ShowAfter = 10 * time.Second

// Settle applies the expired deadlines of a place: an offer, a question, a clock, an
// abandoned game. The reply shows the result. settled is false if there was nothing to
// apply; then a message may still edit the day's post to add missing lines. Settle also
// counts finished games. Concurrent calls are safe; one of them applies a deadline. The
// error is a store's; a reply returned with it must still be shown.
func (h *Handler) Settle(ctx context.Context, p dialog.Place) (reply dialog.Reply, settled bool, err error) {
	j := &job{request: dialog.Request{Place: p}, act: func(s *session) { settleUnasked(s) }}
	if reply, err = h.do(ctx, j); err == nil {
		reply, err = outside{h}.again(ctx, dialog.ParsedRequest{}, j, reply)
	}
	if err != nil {
		return dialog.Reply{}, false, err
	}
	results := uncountedResults(&j.session)
	switch {
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
func settleUnasked(s *session) {
	s.r.ReplyOnly, s.r.Confirms = s.Doc.Delivery.Unseated, true
	s.notifies = true
	settleDeadlines(s)
	warnOfClock(s)
	postDaily(s)
	editPost(s)
	s.discardUnprepared()
}

// settleDeadlines applies the expired deadlines of every table, and announces the results.
func settleDeadlines(s *session) {
	for _, n := range overdueTables(s) {
		s.sitAt(n)
		settleTable(s)
	}
}

// overdueTables returns the tables with an expired deadline.
func overdueTables(s *session) (tables []int) {
	now := store.UnixOf(s.now)
	for t := range s.Tables {
		deadline := store.Unix(0)
		if t.Playing() {
			deadline, _ = t.EndsAt()
		}
		if deadline != 0 && now >= deadline || t.Offer != nil && now >= t.Offer.Expires || t.Confirm != nil && now >= t.Confirm.Expires {
			tables = append(tables, t.Number)
		}
	}
	return tables
}

// settleTable applies the expired deadlines of the table at hand.
func settleTable(s *session) {
	if o := s.Play.Offer; o != nil && s.past(o.Expires) {
		lapseOffer(s, o)
	}
	if c := s.Play.Confirm; c != nil && s.past(c.Expires) {
		s.Play.Confirm = nil
		s.markDirty()
	}
	if !s.Playing() {
		return
	}
	deadline, why := s.EndsAt()
	if !s.past(deadline) {
		return
	}
	decidedSince(s, deadline)
	if why != rules.TimedOut {
		why = rules.Stopped
	}
	s.ended(rules.Event{Kind: why, Seat: s.Match.ToMove()})
}

// lapseOffer ends an offer that nobody accepted in time, or drops the results of a simul.
func lapseOffer(s *session, o *channel.Offer) {
	if o.Begun() {
		s.Play.Offer = nil
		s.markDirty()
		return
	}
	s.Play.Lapsed = o.Expires
	s.endOffer()
	decidedSince(s, o.Expires)
	m := s.announce(message.OfferText("offer.expired", o))
	if !s.Playing() {
		m.Board = &dialog.Board{} // it takes the place of the offer, whose buttons must go
	}
}

// decidedSince raises late to the time since a deadline.
func decidedSince(s *session, t store.Unix) { s.out.Late = max(s.out.Late, s.now.Sub(t.Time())) }

func (s *session) ended(e rules.Event) {
	if err := s.apply(e); err != nil {
		s.h.log.Error("a game could not be ended", "place", s.r.Place.String(), "event", e.String(), "error", err)
		return
	}
	s.freshBoard()
}

// past reports whether t is set and has passed.
func (s *session) past(t store.Unix) bool { return t != 0 && store.UnixOf(s.now) >= t }

// Present returns the present board of a table and what is needed to show it again. The
// error is the store's.
func (h *Handler) Present(ctx context.Context, p dialog.Place, table int) (r dialog.Reply, d dialog.Delivery, err error) {
	j := &job{request: dialog.Request{Place: p}, table: table, act: func(s *session) {
		s.present()
		d = s.delivery() // of this table: the reply's state may be another's, if this one is gone
	}}
	if r, err = h.do(ctx, j); err != nil {
		return dialog.Reply{}, dialog.Delivery{}, err
	}
	return r, d, nil
}

// delivery returns what is needed to show the board of the table at hand.
func (s *session) delivery() dialog.Delivery {
	d := s.Doc.Delivery
	return dialog.Delivery{Message: s.Message, Locale: d.Locale, ReplyOnly: d.Unseated}
}

// Boards returns the boards that a place shows now, a reply for each table: of the live
// tables and, if there is none, of the one that ended last; and of the tables also. The error is
// the store's.
func (h *Handler) Boards(ctx context.Context, p dialog.Place, also ...int) (all []dialog.Reply, err error) {
	var numbers []int
	if _, err := h.do(ctx, &job{request: dialog.Request{Place: p}, act: func(s *session) { numbers = append(planTables(s).Shown(), also...) }}); err != nil {
		return nil, err
	}
	for _, n := range slices.Compact(slices.Sorted(slices.Values(numbers))) {
		r, err := h.do(ctx, &job{request: dialog.Request{Place: p}, table: n, act: (*session).standing})
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

// standing shows the selected table and notifies nobody.
func (s *session) standing() {
	switch {
	case s.Play.Offer != nil && !s.Playing():
		m := s.Offer()
		m.Ping = nil
		s.show(m)
	case s.Play.Game != nil:
		s.freshBoard()
	}
}

// present shows the open offer or the board of the table. The day's post goes with table
// 1.
func (s *session) present() {
	switch {
	case s.Number == 1 && s.Doc.Daily.Post != 0 && s.Doc.Daily.Post == s.Doc.Version:
		s.show(s.DailyPost(true))
	case s.Play.Offer != nil && !s.Playing():
		s.show(s.Offer())
	case s.Play.Game != nil:
		_, hosted := s.Hosted()
		m := s.Board("", 0, hosted && s.Message != "" && !s.Pings()) // in a simul, edit each guest's message rather than post again
		if s.Pings() {                                               // the player may not have been notified yet
			m.Ping = []dialog.User{s.Mover()}
		}
		s.show(m)
		if s.Playing() && s.Play.Warned != 0 && s.Play.Warned == s.Doc.Version {
			s.show(s.Warning(s.now, true))
		}
	}
}

// Shown confirms that the boards of some tables of a place were shown as of a version, so
// that no worker shows them again. Adapters that set Request.Confirms call it. The error is the
// store's; then a worker shows them once more.
func (h *Handler) Shown(ctx context.Context, p dialog.Place, version uint64, tables []int) error {
	return h.store.Shown(ctx, []store.Task{{Key: p.String(), Show: tables, Version: version}})
}

// State returns a place's state, version and language, without messages. The error is the
// store's.
func (h *Handler) State(ctx context.Context, p dialog.Place) (dialog.Reply, error) {
	return h.do(ctx, &job{request: dialog.Request{Place: p}, act: func(*session) {}})
}

// Stance returns a person's situation in a place, and the place's state: at the table that waits
// for them, in their private game, or else where they sit. ok is false if the store doesn't answer,
// or the request was handled here before. Stance trusts the lane's cached copy, so it may report a
// game that has just ended; the next command reads the store.
func (h *Handler) Stance(ctx context.Context, r dialog.Request) (place dialog.Reply, st sentence.Situation, ok bool) {
	id, private, done := r.User.ID, false, false
	j := &job{request: dialog.Request{ID: r.ID, Place: r.Place, User: r.User}, act: func(s *session) {
		s.sitAt(planTables(s).Waiting())
		s.staleOK, st, private, done = s.Playing(), s.Situation(id), r.OwnGame || s.Doc.MayPlayPrivately(id), s.Doc.Knows(r.ID)
	}}
	place, err := h.do(ctx, j)
	if err != nil || done || st.Waits() || !private || r.Place.Person != "" {
		return place, st, err == nil && !done
	}
	if err := (outside{h}).findOwn(ctx, j); err != nil {
		return place, st, false
	}
	if j.ownGame != nil {
		own := message.Scene{Known: &message.Known{}, Table: *j.ownGame, Words: h.words, Place: r.Place.Own(id)}
		st = own.Situation(id)
	}
	return place, st, !j.doneInOwn
}
