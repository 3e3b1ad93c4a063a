package practice

import (
	"context"
	"slices"
	"strings"

	"nimbot/channel"
	"nimbot/exchange"
	"nimbot/person"
	"nimbot/store"
	"nimbot/teach"
	"nimbot/typed"
	"nimbot/words"
)

// How the day's positions went is shared once: as a line in the place's post of the
// date where that stands, and as a message elsewhere. The line is in the place's
// document before the person's says that it was shared, so that a crash in between
// loses nothing; shared again, it's there already.

// dayShare shows everybody how the day's positions went.
var dayShare = saying("daily share")

// shareDay shares the day's positions, if "share" means them.
func (h *Handler) shareDay(ctx context.Context, r exchange.Request, _ typed.Line) (reply exchange.Reply, ok bool) {
	if !h.sharesDay(ctx, r) {
		return exchange.Reply{}, false
	}
	return h.practise(ctx, r, dayShare), true
}

// sharesDay reports whether "share" means the day's positions: whoever types it
// has done them, and didn't play in the place's last game.
func (h *Handler) sharesDay(ctx context.Context, r exchange.Request) bool {
	last, ok, err := h.Chat.LastGame(ctx, r.Place)
	if err != nil || ok && slices.ContainsFunc(last.Players[:], func(u exchange.User) bool { return u.ID == r.User.ID }) {
		return false
	}
	doc, err := h.People.Read(ctx, h.key(r))
	return err == nil && slices.ContainsFunc(doc.Daily, func(d person.Day) bool { return len(d.Answers) == teach.DailySize && !d.Shared })
}

// addLine adds to the place's post what the request shares, if it shares the day's
// positions and such a post stands. before is how the place stands, and place how
// it stands then.
func (h *Handler) addLine(ctx context.Context, r exchange.Request, a asked, before exchange.Reply) (place exchange.Reply, inPost bool, err error) {
	doc, err := h.People.Read(ctx, h.key(r))
	if err != nil {
		return place, false, err
	}
	s := daily{h.begin(r, a, &doc, before)}
	day, err := s.toShare()
	if err != nil || s.known() || s.outdated() || r.Unseated {
		return place, false, nil // it adds nothing, or says why not
	}
	line := channel.Line{Who: channel.Player{ID: r.User.ID, Name: r.User.Name}, Answers: day.Answers, Streak: s.streakOn(day.Date)}
	place, err = h.Chat.Amend(ctx, r.Place, func(d *channel.Document, now store.Unix) (changed bool) {
		if line.At = now; d.Knows(r.ID) {
			inPost = true
			return false
		}
		if inPost, changed = d.Share(day.Date, line); changed {
			d.Remember(r.ID, now.Time())
		}
		return changed
	})
	return place, inPost, err
}

// asksToShare reports whether the request shows everybody how the day's positions
// went.
func (a asked) asksToShare() bool {
	return a.err == nil && a.line.Name() == "daily" && strings.EqualFold(a.line.Rest, dayShare.line.Rest)
}

// toShare is the date that can be shared now: today, or yesterday while that isn't
// over everywhere. The error says why there's none.
func (s daily) toShare() (person.Day, error) {
	today := date(s.now.In(s.zone))
	d := s.daySoFar(today)
	if len(d.Answers) < teach.DailySize {
		if d = s.daySoFar(before(today)); len(d.Answers) < teach.DailySize || isOver(d.Date, s.now) {
			return d, refuse("daily.nothing-to-share")
		}
	}
	if d.Shared {
		return d, refuse("daily.shared")
	}
	return d, nil
}

// share shows everybody in the place how a date went, once a date.
func (s daily) share() error {
	d, err := s.toShare()
	if err != nil {
		return err
	}
	s.doc.Day(d.Date).Shared = true
	s.changed()
	if s.inPost {
		s.tell(stacked([]words.Text{s.dayLine(d), text("daily.drawn", "day", dayText(d.Date))}))
		return nil
	}
	s.messages = append(s.messages, exchange.Message{Lines: []words.Text{text("daily.shared-line", "player", s.r.User, "line", s.dayLine(d))}})
	return nil
}
