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
func forgetData(s *session) error {
	switch rest := strings.ToLower(s.line.Rest); {
	case rest != "me" && rest != "me yes":
		return refuse("forget.form")
	case s.Doc.MayPlayPrivately(s.r.User.ID) && !s.lookedForOwn:
		return s.prepare(findOwn)
	case playsAnywhere(s, s.r.User.ID), s.ownGame != nil:
		return refuse("forget.playing")
	case rest == "me":
		s.askToConfirm(channel.Confirm{Text: message.ForgetHere}, words.New("forget.ask"))
	case !s.ownErased:
		return s.prepare(func(ctx context.Context, h outside, _ dialog.ParsedRequest, j *job) (dialog.Reply, error) {
			j.ownErased = true
			return dialog.Reply{}, h.EraseOwn(ctx, j.request.Place, j.request.User.ID)
		})
	default:
		forgetPerson(s, s.r.User.ID, store.UnixOf(s.now))
		if s.lookedForOwn { // aim has dropped the note that the person may have a private game
			s.markDirty()
		}
		s.tellPrivately(words.New("forget.done"))
		s.out.ForgotHere = true
	}
	return nil
}

// playsAnywhere reports whether a person plays at some table here.
func playsAnywhere(s *session, id string) bool {
	for t := range s.Tables {
		if _, plays := t.SeatOf(id); plays && t.Playing() {
			return true
		}
	}
	return false
}

// forgetPerson deletes what was stored here, up to a time, about a person who isn't playing.
func forgetPerson(s *session, id string, until store.Unix) {
	s.putBack()
	playing := func(table int) bool {
		t := s.Known.Table(table)
		return t.Playing()
	}
	forgot, seen := s.Doc.Forget(id, until, store.UnixOf(s.now), playing)
	s.Sit(s.Number)
	for _, n := range seen {
		s.sitAt(n)
		s.markBoardChanged()
	}
	if forgot {
		s.markDirty()
	}
}

// Leave resigns a person's games in a place, and deletes what was stored there about them
// up to a time. The error is the store's.
func (h *Handler) Leave(ctx context.Context, p dialog.Place, id string, until store.Unix) error {
	j := &job{request: dialog.Request{Place: p}, act: func(s *session) {
		s.r.ReplyOnly, s.r.Confirms = s.Doc.Delivery.Unseated, true
		for _, n := range s.Doc.Numbers() {
			s.sitAt(n)
			s.swapped = false
			for range 2 { // a rated pair has two games
				seat, plays := s.SeatOf(id)
				if plays && s.Playing() && (s.Play.Game.Since <= until || s.swapped) {
					s.ended(rules.Event{Kind: rules.Resigned, Seat: seat})
				}
			}
		}
		if s.dirty { // resigning has just written events newer than until, so forget up to now
			until = max(until, store.UnixOf(s.now))
		}
		forgetPerson(s, id, until)
	}}
	_, err := h.do(ctx, j)
	if err == nil && j.session.finished {
		h.countSoon(p, uncountedResults(&j.session))
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
