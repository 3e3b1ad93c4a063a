package message

import (
	"hash/fnv"
	"time"

	"nimbot/game/chat/calendar"
	"nimbot/game/rules"
	"nimbot/store"
)

// How long things last.
const (
	OfferFor   = 10 * time.Minute    // an open offer
	ConfirmFor = 5 * time.Minute     // a question that asks for confirmation
	QuietFor   = 10 * time.Minute    // after this long without a move, anybody may replace a game against the bot
	IdleFor    = 7 * 24 * time.Hour  // until an abandoned game is ended
	KeepFor    = 30 * 24 * time.Hour // until a finished game is forgotten
	CountAfter = 15 * time.Second    // after this long, a worker counts a finished game that the process of its last move didn't count
)

// EditPostFor is how long edits of the day's post are tried.
const EditPostFor = 24 * time.Hour

// finalEditBefore is how long before the next post the present one gets its last edit,
// so that it shows every line.
const finalEditBefore = time.Minute

// EndsAt returns when the present game will be ended because of the time, and by which event: TimedOut if a
// clock runs out first, Stopped if nobody has moved for so long. For the clock alone, use ClockEnd.
func (t *Table) EndsAt() (store.Unix, rules.EventKind) {
	g := t.Game
	// Whole days, so that most writes don't change the deadline.
	const day = 24 * 60 * 60
	idle := (g.Since + store.Unix(IdleFor.Seconds()) + day - 1) / day * day
	if host, hosted := t.Hosted(); g.Clock > 0 && !(hosted && t.Match.ToMove() == host) { // the host has no clock: they play many games at once
		if at := g.Since + store.Unix(g.Clock); at <= idle {
			return at, rules.TimedOut
		}
	}
	return idle, rules.Stopped
}

// gameDue returns the next deadline of the games, their offers or their results. The zero Time
// is never.
func (k *Known) gameDue() time.Time {
	next := store.Unix(0)
	sooner := func(t store.Unix) {
		if t != 0 && (next == 0 || t < next) {
			next = t
		}
	}
	for t := range k.Tables {
		if t.Offer != nil {
			sooner(t.Offer.Expires)
		}
		if len(t.Results) > 0 {
			sooner(t.Results[0].Since + store.Unix(CountAfter.Seconds()))
		}
		if t.Playing() {
			at, _ := t.EndsAt()
			sooner(at)
			sooner(k.WarnAt(&t))
		}
	}
	return next.Time()
}

// Expires returns when the document may be deleted: long after its last deadline, so that a
// late click still gets an explanation. A place with a schedule never expires.
func (k *Known) Expires(now time.Time) time.Time {
	if k.Doc.Daily.At != "" {
		return time.Time{}
	}
	keep := KeepFor
	for t := range k.Tables {
		if t.Playing() {
			keep = KeepFor + IdleFor
		}
	}
	return now.Add(keep)
}

// postWindow is the period over which posts of the same time are spread, because of the
// platforms' limits.
const postWindow = 15 * time.Minute

// Zone returns the place's time zone.
func (k *Known) Zone() *time.Location { return calendar.Zone(k.Doc.Settings.Zone) }

// Schedule returns when the day's positions are posted. ok is false if they aren't.
func (k *Known) Schedule() (s calendar.Schedule, ok bool) {
	if k.Doc.Daily.At == "" {
		return s, false // most places have no schedule
	}
	minute, timed := calendar.ReadTime(k.Doc.Daily.At)
	days, dayed := calendar.ReadDays(k.Doc.Daily.Days)
	return calendar.Schedule{Minute: minute, Days: days, Zone: k.Zone()}, timed && dayed
}

// Delay returns how long after the scheduled time this place posts: less than postWindow, and
// on the same date.
func (s *Scene) Delay(schedule calendar.Schedule) time.Duration {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s.Place.String())) // it always succeeds
	left := time.Duration(24*60-schedule.Minute) * time.Minute
	return time.Duration(h.Sum32()) % (min(postWindow, left) / time.Second) * time.Second
}

// NextPost returns when the next post is due, 0 for never.
func (s *Scene) NextPost() store.Unix {
	schedule, ok := s.Schedule()
	if !ok {
		return 0
	}
	next := schedule.Next(s.Doc.Daily.After.Time())
	if next.IsZero() {
		return 0
	}
	return store.UnixOf(next.Add(s.Delay(schedule)))
}

// EditPostAt returns when the day's post must be edited, 0 for never.
func (s *Scene) EditPostAt() store.Unix {
	p := s.Doc.DayPost
	if p == nil || p.Due == 0 {
		return 0
	}
	if next := s.NextPost(); next != 0 {
		return min(p.Due, next-store.Unix(finalEditBefore.Seconds()))
	}
	return p.Due
}

// Due returns the next time at which Settle will have a deadline to apply, or something to
// post or edit. The zero Time is never.
func (s *Scene) Due() time.Time {
	due := s.gameDue()
	for _, t := range []store.Unix{s.NextPost(), s.EditPostAt()} {
		if at := t.Time(); !at.IsZero() && (due.IsZero() || at.Before(due)) {
			due = at
		}
	}
	return due
}
