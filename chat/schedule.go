package chat

import (
	"context"
	"errors"
	"hash/fnv"
	"strings"
	"time"

	"nimbot/calendar"
	"nimbot/channel"
	"nimbot/store"
	"nimbot/typed"
	"nimbot/words"
)

// ErrCannotPost is a Publisher's error where the bot may not post, and trying
// again doesn't help.
var ErrCannotPost = errors.New("chat: the bot may not post there")

// spread is over how long the posts of one time are spread, so that the
// platforms' limits hold.
const spread = 15 * time.Minute

// zone is the zone of the place.
func (k *known) zone() *time.Location { return calendar.Zone(k.doc.Settings.Zone) }

// schedule is when the day's positions are posted; ok is false for never.
func (k *known) schedule() (s calendar.Schedule, ok bool) {
	if k.doc.Daily.At == "" {
		return s, false // as in most places, for nothing
	}
	minute, timed := calendar.ReadTime(k.doc.Daily.At)
	days, dayed := calendar.ReadDays(k.doc.Daily.Days)
	return calendar.Schedule{Minute: minute, Days: days, Zone: k.zone()}, timed && dayed
}

// delay is how long after the schedule's time this place posts: below spread, and
// on the same date.
func (s *scene) delay(schedule calendar.Schedule) time.Duration {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s.place.String())) // it always succeeds
	left := time.Duration(24*60-schedule.Minute) * time.Minute
	return time.Duration(h.Sum32()) % (min(spread, left) / time.Second) * time.Second
}

// nextPost is when the next date is due, 0 for never.
func (s *scene) nextPost() store.Unix {
	schedule, ok := s.schedule()
	if !ok {
		return 0
	}
	next := schedule.Next(s.doc.Daily.After.Time())
	if next.IsZero() {
		return 0
	}
	return store.UnixOf(next.Add(s.delay(schedule)))
}

// dueAt is the next time at which Settle will find something to decide or to
// post, the zero Time for never.
func (s *scene) dueAt() time.Time {
	due, post := s.due(), s.nextPost().Time()
	if due.IsZero() || !post.IsZero() && post.Before(due) {
		return post
	}
	return due
}

// post marks the date that is due, and posts it if it's today. Dates that were
// missed, as while nothing ran, are left out. It's done by a worker alone: who
// came to do something else has nothing to do with it.
func (s *session) post() {
	due := s.nextPost()
	if due == 0 || !s.past(due) || s.dirty {
		return // with what time decided, the next look posts it
	}
	schedule, _ := s.schedule()
	at, today := schedule.At(s.now)
	d := &s.doc.Daily
	switch {
	case today && s.now.Before(at.Add(s.delay(schedule))): // today's is still to come
		d.After = store.UnixOf(at) - 1
		s.noted()
		return
	case !today || store.UnixOf(at) <= d.After:
		d.After = store.UnixOf(s.now)
		s.noted()
		return
	}
	d.After, d.Date = store.UnixOf(s.now), calendar.Date(at.In(schedule.Zone))
	s.posted = true
	s.noted()
	s.show(dailyPost(d.Date, false))
}

// dailyPost invites everybody to a date's positions. again: it may be there
// already.
func dailyPost(date string, again bool) Message {
	return Message{
		Lines:   []words.Text{text("daily.post", "day", dayText(date))},
		Buttons: []Button{{Label: text("button.daily-play"), Command: "daily", Style: Primary}},
		Post:    "daily " + date, Again: again,
	}
}

// dayText words a date: "21 Nov".
func dayText(date string) words.Text {
	t, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return text("notation.plain", "move", date)
	}
	return words.Day(t)
}

// StopPosting switches a place's posts off, where the bot may not post. The error
// is the store's.
func (h *Handler) StopPosting(ctx context.Context, p Place) error {
	_, err := h.do(ctx, &job{request: Request{Place: p}, act: func(s *session) {
		s.r.Unseated = s.doc.Delivery.Unseated
		if s.doc.Daily.At != "" {
			s.doc.Daily = channel.Daily{Unknown: s.doc.Daily.Unknown}
			s.noted()
		}
	}})
	return err
}

// PostThrough names the Publisher that shows that the bot may post on a platform.
// It must be called before people ask for it.
func (h *Handler) PostThrough(platform string, p Publisher) { h.posts.Store(platform, p) }

// proveDaily posts that the day's positions will be posted, before the setting is
// stored: so it's sure that they can be. Where that fails the refusal is
// returned.
func (h *Handler) proveDaily(ctx context.Context, r Request, l typed.Line) (refused Reply, failed bool) {
	schedule, turnsOn := dailyIn(l)
	if !turnsOn || !r.User.Moderator || l.Pressed() {
		return Reply{}, false
	}
	x, ok := h.posts.Load(r.Place.Platform)
	if !ok || r.Unseated {
		return private(r.User, Refused, text("settings.daily-nowhere")), true
	}
	ctx, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	place, err := h.Glance(ctx, r.Place)
	if err == nil {
		err = x.(Publisher).Publish(ctx, r.Place, Delivery{Locale: place.Locale}, Reply{
			Version: place.Version, Found: place.Version, Locale: place.Locale,
			Messages: []Message{{Lines: []words.Text{text("settings.daily-proof", "time", schedule)}, Post: "settings " + r.ID}},
		})
	}
	switch {
	case err == nil:
		return Reply{}, false
	case errors.Is(err, ErrCannotPost):
		return private(r.User, Refused, text("settings.daily-forbidden")), true
	}
	h.log.WarnContext(ctx, "a schedule was refused: nothing could be posted", "place", r.Place.String(), "error", err)
	return private(r.User, Refused, text("settings.daily-failed")), true
}

// dailyIn is the time of day to which a line of settings sets the daily, if it
// sets it to one and could be done.
func dailyIn(l typed.Line) (at string, ok bool) {
	if l.Name() != "settings" {
		return "", false
	}
	for w := range strings.FieldsSeq(strings.ToLower(l.Rest)) {
		key, value, _ := strings.Cut(w, ":")
		switch key {
		case "daily":
			minute, isTime := calendar.ReadTime(value)
			if !isTime {
				return "", false
			}
			at, ok = calendar.WriteTime(minute), true
		case "zone":
			if _, known := calendar.ZoneName(value); !known {
				return "", false
			}
		case "days":
			if _, known := calendar.ReadDays(value); !known {
				return "", false
			}
		}
	}
	return at, ok
}

// setDaily changes the schedule by one setting.
func (s about) setDaily(set *channel.Settings, d *channel.Daily, key, value string) error {
	switch key {
	case "zone":
		name, ok := calendar.ZoneName(value)
		if !ok {
			near := typed.Nearest(value, calendar.Zones())
			near, _ = calendar.ZoneName(near)
			return refuse("settings.zone", "part", typed.Abridge(value), "near", near)
		}
		set.Zone = name
	case "days":
		days, ok := calendar.ReadDays(value)
		if !ok {
			return refuse("settings.days", "part", typed.Abridge(value))
		}
		d.Days = days.String()
	case "daily":
		minute, ok := calendar.ReadTime(value)
		switch {
		case value == "off" || value == "no":
			*d = channel.Daily{Unknown: d.Unknown}
			return nil
		case !ok:
			return refuse("settings.daily", "part", typed.Abridge(value))
		}
		d.At = calendar.WriteTime(minute)
	}
	if d.At != "" && d.Days == "" {
		d.Days = calendar.EveryDay.String()
	}
	// What is set now is for what comes; a date isn't posted twice.
	d.After = store.UnixOf(s.now)
	return nil
}
