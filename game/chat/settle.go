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
	j := &job{request: dialog.Request{Place: p}, act: func(e *execution) { settleUnasked(e) }}
	if reply, err = h.do(ctx, j); err == nil {
		reply, err = outside{h}.again(ctx, dialog.ParsedRequest{}, j, reply)
	}
	if err != nil {
		return dialog.Reply{}, false, err
	}
	results := uncountedResults(&j.execution)
	switch {
	case j.execution.finished:
		h.countSoon(p, results)
	case len(results) > 0 && !j.execution.dirty:
		dropped, err := h.settleResults(ctx, p, results)
		if err != nil {
			return reply, false, err
		}
		return dropped, false, nil
	}
	return reply, j.execution.dirty, nil
}

// settleUnasked settles without a request. The caller confirms that it showed the
// result.
func settleUnasked(e *execution) {
	e.r.ReplyOnly, e.r.Confirms = e.Doc.Delivery.Unseated, true
	e.notifies = true
	settleDeadlines(e)
	warnOfClock(e)
	postDaily(e)
	editPost(e)
	e.discardUnprepared()
}

// settleDeadlines applies the expired deadlines of every table, and announces the results.
func settleDeadlines(e *execution) {
	for _, n := range overdueTables(e) {
		e.sitAt(n)
		settleTable(e)
	}
}

// overdueTables returns the tables with an expired deadline.
func overdueTables(e *execution) (tables []int) {
	now := store.UnixOf(e.now)
	for t := range e.Tables {
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
func settleTable(e *execution) {
	if o := e.Play.Offer; o != nil && e.past(o.Expires) {
		lapseOffer(e, o)
	}
	if c := e.Play.Confirm; c != nil && e.past(c.Expires) {
		e.Play.Confirm = nil
		e.markDirty()
	}
	if !e.Playing() {
		return
	}
	deadline, why := e.EndsAt()
	if !e.past(deadline) {
		return
	}
	decidedSince(e, deadline)
	if why != rules.TimedOut {
		why = rules.Stopped
	}
	e.ended(rules.Event{Kind: why, Seat: e.Match.ToMove()})
}

// lapseOffer ends an offer that nobody accepted in time, or drops the results of a simul.
func lapseOffer(e *execution, o *channel.Offer) {
	if o.Begun() {
		e.Play.Offer = nil
		e.markDirty()
		return
	}
	e.Play.Lapsed = o.Expires
	e.endOffer()
	decidedSince(e, o.Expires)
	m := e.announce(message.OfferText("offer.expired", o))
	if !e.Playing() {
		m.Board = &dialog.Board{} // it takes the place of the offer, whose buttons must go
	}
}

// decidedSince raises late to the time since a deadline.
func decidedSince(e *execution, t store.Unix) { e.out.Late = max(e.out.Late, e.now.Sub(t.Time())) }

func (e *execution) ended(event rules.Event) {
	if err := e.apply(event); err != nil {
		e.h.log.Error("a game could not be ended", "place", e.r.Place.String(), "event", event.String(), "error", err)
		return
	}
	e.freshBoard()
}

// past reports whether t is set and has passed.
func (e *execution) past(t store.Unix) bool { return t != 0 && store.UnixOf(e.now) >= t }

// Present returns the present board of a table and what is needed to show it again. The
// error is the store's.
func (h *Handler) Present(ctx context.Context, p dialog.Place, table int) (r dialog.Reply, d dialog.Delivery, err error) {
	j := &job{request: dialog.Request{Place: p}, table: table, act: func(e *execution) {
		e.present()
		d = e.delivery() // of this table: the reply's state may be another's, if this one is gone
	}}
	if r, err = h.do(ctx, j); err != nil {
		return dialog.Reply{}, dialog.Delivery{}, err
	}
	return r, d, nil
}

// delivery returns what is needed to show the board of the table at hand.
func (e *execution) delivery() dialog.Delivery {
	d := e.Doc.Delivery
	return dialog.Delivery{Message: e.Message, Locale: d.Locale, ReplyOnly: d.Unseated}
}

// Boards returns the boards that a place shows now, a reply for each table: of the live
// tables and, if there is none, of the one that ended last; and of the tables also. The error is
// the store's.
func (h *Handler) Boards(ctx context.Context, p dialog.Place, also ...int) (all []dialog.Reply, err error) {
	var numbers []int
	if _, err := h.do(ctx, &job{request: dialog.Request{Place: p}, act: func(e *execution) { numbers = append(planTables(e).Shown(), also...) }}); err != nil {
		return nil, err
	}
	for _, n := range slices.Compact(slices.Sorted(slices.Values(numbers))) {
		r, err := h.do(ctx, &job{request: dialog.Request{Place: p}, table: n, act: (*execution).standing})
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

// standing shows the selected table and notifies nobody.
func (e *execution) standing() {
	switch {
	case e.Play.Offer != nil && !e.Playing():
		m := e.Offer()
		m.Ping = nil
		e.show(m)
	case e.Play.Game != nil:
		e.freshBoard()
	}
}

// present shows the open offer or the board of the table. The day's post goes with table
// 1.
func (e *execution) present() {
	switch {
	case e.Number == 1 && e.Doc.Daily.Post != 0 && e.Doc.Daily.Post == e.Doc.Version:
		e.show(e.DailyPost(true))
	case e.Play.Offer != nil && !e.Playing():
		e.show(e.Offer())
	case e.Play.Game != nil:
		_, hosted := e.Hosted()
		m := e.Board("", 0, hosted && e.Message != "" && !e.Pings()) // in a simul, edit each guest's message rather than post again
		if e.Pings() {                                               // the player may not have been notified yet
			m.Ping = []dialog.User{e.Mover()}
		}
		e.show(m)
		if e.Playing() && e.Play.Warned != 0 && e.Play.Warned == e.Doc.Version {
			e.show(e.Warning(e.now, true))
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
	return h.do(ctx, &job{request: dialog.Request{Place: p}, act: func(*execution) {}})
}

// Stance returns a person's situation in a place, and the place's state: at the table that waits
// for them, in their private game, or else where they sit. ok is false if the store doesn't answer,
// or the request was handled here before. Stance trusts the lane's cached copy, so it may report a
// game that has just ended; the next command reads the store.
func (h *Handler) Stance(ctx context.Context, r dialog.Request) (place dialog.Reply, st sentence.Situation, ok bool) {
	id, private, done := r.User.ID, false, false
	j := &job{request: dialog.Request{ID: r.ID, Place: r.Place, User: r.User}, act: func(e *execution) {
		e.sitAt(planTables(e).Waiting())
		e.staleOK, st, private, done = e.Playing(), e.Situation(id), r.OwnGame || e.Doc.MayPlayPrivately(id), e.Doc.Knows(r.ID)
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
