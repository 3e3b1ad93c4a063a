package chat

import (
	"context"
	"strings"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/channel"
)

// forgetData deletes what is stored here about the person who asks, after confirmation.
func forgetData(e *execution) error {
	switch rest := strings.ToLower(e.line.Rest); {
	case rest != "me" && rest != "me yes":
		return refuse("forget.form")
	case e.Doc.MayPlayPrivately(e.r.User.ID) && !e.lookedForOwn:
		return e.prepare(findOwn)
	case playsAnywhere(e, e.r.User.ID), e.ownGame != nil:
		return refuse("forget.playing")
	case rest == "me":
		e.askToConfirm(channel.Confirm{Text: message.ForgetHere}, words.New("forget.ask"))
	case !e.ownErased:
		return e.prepare(func(ctx context.Context, h outside, _ dialog.ParsedRequest, j *job) (dialog.Reply, error) {
			j.ownErased = true
			return dialog.Reply{}, h.EraseOwn(ctx, j.request.Place, j.request.User.ID)
		})
	default:
		forgetPerson(e, e.r.User.ID, store.UnixOf(e.now))
		if e.lookedForOwn { // aim has dropped the note that the person may have a private game
			e.markDirty()
		}
		e.tellPrivately(words.New("forget.done"))
		e.out.ForgotHere = true
	}
	return nil
}

// playsAnywhere reports whether a person plays at some table here.
func playsAnywhere(e *execution, id string) bool {
	for t := range e.Tables {
		if _, plays := t.SeatOf(id); plays && t.Playing() {
			return true
		}
	}
	return false
}

// forgetPerson deletes what was stored here, up to a time, about a person who isn't playing.
func forgetPerson(e *execution, id string, until store.Unix) {
	e.putBack()
	playing := func(table int) bool {
		t := e.Known.Table(table)
		return t.Playing()
	}
	forgot, seen := e.Doc.Forget(id, until, store.UnixOf(e.now), playing)
	e.Sit(e.Number)
	for _, n := range seen {
		e.sitAt(n)
		e.markBoardChanged()
	}
	if forgot {
		e.markDirty()
	}
}

// Leave resigns a person's games in a place, and deletes what was stored there about them
// up to a time. The error is the store's.
func (h *Handler) Leave(ctx context.Context, p dialog.Place, id string, until store.Unix) error {
	j := &job{request: dialog.Request{Place: p}, act: func(e *execution) {
		e.r.ReplyOnly, e.r.Confirms = e.Doc.Delivery.Unseated, true
		for _, n := range e.Doc.Numbers() {
			e.sitAt(n)
			e.secondGame = false
			for range 2 { // a rated pair has two games
				seat, plays := e.SeatOf(id)
				if plays && e.Playing() && (e.Play.Game.Since <= until || e.secondGame) {
					e.ended(rules.Event{Kind: rules.Resigned, Seat: seat})
				}
			}
		}
		if e.dirty { // resigning has just written events newer than until, so forget up to now
			until = max(until, store.UnixOf(e.now))
		}
		forgetPerson(e, id, until)
	}}
	_, err := h.do(ctx, j)
	if err == nil && j.execution.finished {
		h.countSoon(p, uncountedResults(&j.execution))
	}
	return err
}

// EraseOwn resigns a person's private game in a place, and deletes all that is stored of
// their private games there. The error is the store's.
func (h *Handler) EraseOwn(ctx context.Context, p dialog.Place, id string) error {
	own := p.Own(id)
	rec, err := h.store.Get(ctx, own.String())
	if err != nil || rec.Version == 0 {
		return err
	}
	if err := h.Leave(ctx, own, id, store.UnixOf(h.now())); err != nil {
		return err
	}
	_, _ = h.Counted(ctx, own) // a result that can't be counted now is lost
	_, err = store.Change(ctx, h.store, own.String(), func(rec store.Record) (w store.Write, err error) {
		if rec.Version != 0 {
			w = store.Deletion(rec.Version, h.now())
		}
		return w, nil
	})
	return err
}
