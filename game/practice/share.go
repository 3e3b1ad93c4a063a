package practice

import (
	"context"
	"slices"
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
)

// A person shares a date's result once: as a line in the place's post of that date if there is one,
// otherwise as a message. The line is written to the place's document before the person's document
// says that it was shared. After a crash in between it is shared again, and the line is already
// there.

// shareInput is the line "daily share".
var shareInput = parseInput("daily share")

// meansDaily reports whether "share" means the day's positions: the person has done them
// and didn't play in the place's last game.
func (h *Handler) meansDaily(ctx context.Context, r dialog.Request) bool {
	last, ok, err := h.Chat.LastGame(ctx, r.Place, r.User.ID)
	if err != nil || ok && slices.ContainsFunc(last.Players[:], func(u dialog.User) bool { return u.ID == r.User.ID }) {
		return false
	}
	doc, err := h.People.Read(ctx, h.key(r))
	return err == nil && slices.ContainsFunc(doc.Daily, func(d person.Day) bool { return len(d.Answers) == teach.DailySize && !d.Shared })
}

// addToPost adds the shared result to the place's post, if there is one. before and place
// are the state of the place before and after; inPost reports whether the post has the
// line.
func (h *Handler) addToPost(ctx context.Context, r dialog.Request, a input, before dialog.Reply) (place dialog.Reply, inPost bool, err error) {
	doc, err := h.People.Read(ctx, h.key(r))
	if err != nil {
		return place, false, err
	}
	e := h.newExecution(ctx, r, a, &doc, before)
	day, err := dayToShare(e)
	if err != nil || e.isRepeat() || e.isStale() || r.ReplyOnly {
		return place, false, nil // there is nothing to add, or dayToShare has refused
	}
	line := channel.Line{Who: channel.Player{ID: r.User.ID, Name: r.User.Name}, Answers: day.Answers, Streak: streakOn(e, day.Date)}
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

// asksToShare reports whether the request shares the day's result with everybody.
func (in input) asksToShare() bool {
	return in.err == nil && in.line.Name() == "daily" && strings.EqualFold(in.line.Rest, shareInput.line.Rest)
}

// dayToShare returns the date whose result can be shared: today, or yesterday until that date is
// over everywhere. The error says why there is none.
func dayToShare(e *execution) (person.Day, error) {
	today := formatDate(e.now.In(e.zone))
	d := e.dayRecord(today)
	if len(d.Answers) < teach.DailySize {
		if d = e.dayRecord(dayBefore(today)); len(d.Answers) < teach.DailySize || isOverEverywhere(d.Date, e.now) {
			return d, refuse("daily.nothing-to-share")
		}
	}
	if d.Shared {
		return d, refuse("daily.shared")
	}
	return d, nil
}

// shareDay shows everybody the result of a date, once for each date.
func shareDay(e *execution) error {
	d, err := dayToShare(e)
	if err != nil {
		return err
	}
	e.doc.Day(d.Date).Shared = true
	e.markChanged()
	if e.inPost {
		e.tell(stacked([]words.Text{dayLine(e, d), words.New("daily.drawn", "day", dayText(d.Date))}))
		return nil
	}
	e.messages = append(e.messages, dialog.Message{
		Lines:   []words.Text{words.New("daily.shared-line", "player", e.r.User, "line", dayLine(e, d))},
		Buttons: []dialog.Button{{Label: words.New("button.daily-play"), Command: "daily"}},
	})
	return nil
}
