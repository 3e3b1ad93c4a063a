package chat

import (
	"cmp"
	"context"
	"errors"

	"nimbot/game/chat/calendar"
	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/channel"
)

// postDaily posts today's positions if they are due, and skips dates that were missed, for
// example while the bot was down. Only a worker calls it.
func postDaily(e *execution) {
	due := e.NextPost()
	if due == 0 || !e.past(due) || e.dirty {
		return // the deadlines changed a board: that is shown first
	}
	schedule, _ := e.Schedule()
	at, today := schedule.At(e.now)
	d := &e.Doc.Daily
	switch {
	case today && e.now.Before(at.Add(e.Delay(schedule))): // today's post is still to come
		d.After = store.UnixOf(at) - 1
		e.markDirty()
		return
	case !today || store.UnixOf(at) <= d.After:
		d.After = store.UnixOf(e.now)
		e.markDirty()
		return
	}
	d.After, d.Date = store.UnixOf(e.now), calendar.Date(at.In(schedule.Zone))
	e.Doc.DayPost = nil
	markPosted(e)
}

// markPosted marks the day's post as posted, then shows it.
func markPosted(e *execution) {
	e.posted = true
	e.markDirty()
	e.show(e.DailyPost(false))
}

// editPost adds the lines that the day's post lacks, if an edit is due. It edits the post, or posts
// it again if it was deleted. The edit is recorded after it succeeds.
func editPost(e *execution) {
	switch due := e.EditPostAt(); {
	case !e.past(due) || e.dirty:
	case e.now.Sub(due.Time()) > message.EditPostFor:
		e.Doc.EndEditing()
		e.markDirty()
	case e.Doc.DayPost.Message == "":
		e.Doc.EndEditing()
		markPosted(e)
	default:
		e.show(e.DailyPost(false))
	}
}

// Amend changes something in the document of a place that no board shows. note reports
// whether it changed something, and may be called more than once. The error is the
// store's.
func (h *Handler) Amend(ctx context.Context, p dialog.Place, note func(d *channel.Document, now store.Unix) (changed bool)) (dialog.Reply, error) {
	return h.do(ctx, &job{request: dialog.Request{Place: p}, act: func(e *execution) {
		e.r.ReplyOnly = e.Doc.Delivery.Unseated
		if note(&e.Doc, store.UnixOf(e.now)) {
			e.markDirty()
		}
	}})
}

// PostThrough sets the Publisher that proves whether the bot may post on a platform. It
// must be called before the first request.
func (h *Handler) PostThrough(platform string, p dialog.Publisher) { h.posts.Store(platform, p) }

// Publisher returns the Publisher of a platform, nil if the bot can't post there unasked.
func (h *Handler) Publisher(platform string) dialog.Publisher {
	x, _ := h.posts.Load(platform)
	p, _ := x.(dialog.Publisher)
	return p
}

// proveDaily posts a confirmation before the setting is stored, which proves that the
// bot may post here. If that fails it returns a refusal.
func (h *Handler) proveDaily(ctx context.Context, r dialog.Request, l command.Line) (refused dialog.Reply, failed bool) {
	at, days, turnsOn := message.DailyIn(l)
	if !turnsOn || !r.User.Moderator || l.Pressed() {
		return dialog.Reply{}, false
	}
	x := h.Publisher(r.Place.Platform)
	if x == nil || r.ReplyOnly {
		return dialog.Refuse("settings.daily-nowhere").Reply(r.User), true
	}
	ctx, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	kept := ""
	place, err := h.do(ctx, &job{request: dialog.Request{Place: r.Place}, act: func(e *execution) { kept = e.Doc.Daily.Days }})
	if err != nil {
		return h.failed(ctx, &job{request: r, line: l}, err), true
	}
	days = cmp.Or(days, kept, calendar.EveryDay.String())
	_, err = x.Publish(ctx, r.Place, dialog.Delivery{Locale: place.Locale}, dialog.Reply{
		Version: place.Version, Found: place.Version, Locale: place.Locale,
		Messages: []dialog.Message{{Lines: []words.Text{words.New("settings.daily-proof", "time", at, "days", message.Days(days))}, Post: &dialog.Post{Name: "settings " + r.ID}}},
	})
	switch {
	case err == nil:
		return dialog.Reply{}, false
	case errors.Is(err, dialog.ErrHeldBack): // nothing was tried, so it proves nothing
		return dialog.RefuseAs(dialog.Unavailable, "settings.daily-held").Reply(r.User), true
	case errors.Is(err, dialog.ErrCannotPost):
		return dialog.Refuse("settings.daily-forbidden").Reply(r.User), true
	}
	h.log.WarnContext(ctx, "a schedule was refused: nothing could be posted", "place", r.Place.String(), "error", err)
	return dialog.Refuse("settings.daily-failed").Reply(r.User), true
}

// setDaily changes the schedule by one setting.
func setDaily(e *execution, set *channel.Settings, d *channel.Daily, key, value string) error {
	switch key {
	case "zone":
		name, ok := calendar.ZoneName(value)
		if !ok {
			near := command.Nearest(value, calendar.Zones())
			near, _ = calendar.ZoneName(near)
			return refuse("settings.zone", "part", command.Abridge(value), "near", near)
		}
		set.Zone = name
	case "days":
		days, ok := calendar.ReadDays(value)
		if !ok {
			return refuse("settings.days", "part", command.Abridge(value))
		}
		d.Days = days.String()
	case "daily":
		minute, ok := calendar.ReadTime(value)
		switch {
		case value == "off" || value == "no":
			*d = channel.Daily{Unknown: d.Unknown}
			return nil
		case !ok:
			return refuse("settings.daily", "part", command.Abridge(value))
		}
		d.At = calendar.WriteTime(minute)
	}
	if d.At != "" && d.Days == "" {
		d.Days = calendar.EveryDay.String()
	}
	// The new setting applies to later dates: no date is posted twice.
	d.After = store.UnixOf(e.now)
	return nil
}
