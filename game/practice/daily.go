package practice

import (
	"context"
	"strings"
	"time"

	"nimbot/game/chat/calendar"
	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store/person"
)

// The time zones in which a date begins first and ends last.
const (
	firstZone = 14 * time.Hour
	lastZone  = -12 * time.Hour
)

// daily is the command for the day's positions. It also records answers and streaks.
type daily struct{ *session }

// today shows the daily of today's date in the place's zone: the open position, the next one, or
// the result. "daily share" shows the result to everybody.
func (s daily) today() error {
	today := formatDate(s.now.In(s.zone))
	switch s.lowerRest() {
	case "":
	case "share":
		return s.share()
	default:
		return refuse("daily.form", "part", command.Abridge(s.line.Rest))
	}
	x := s.doc.Now
	if x != nil && x.Kind == kindDaily && isTodaySomewhere(x.Date, s.now) && len(s.dayRecord(x.Date).Answers) < teach.DailySize {
		today = x.Date // finish a daily that was begun earlier first
	}
	if x != nil && x.Kind == kindDaily && x.Date == today && !x.Done {
		s.show()
		return nil
	}
	s.nextOfDay(today, nil)
	return nil
}

// isTodaySomewhere reports whether it is this date somewhere on earth.
func isTodaySomewhere(day string, now time.Time) bool {
	return !isOverEverywhere(day, now) && day <= formatDate(now.UTC().Add(firstZone))
}

// isOverEverywhere reports whether a date is over everywhere on earth.
func isOverEverywhere(day string, now time.Time) bool {
	return day < formatDate(now.UTC().Add(lastZone))
}

// nextOfDay asks about the next position of a date, or shows the result.
func (s daily) nextOfDay(day string, said []words.Text) {
	n := len(s.dayRecord(day).Answers)
	if n >= teach.DailySize {
		s.showDay(day, said)
		return
	}
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		s.refuse(err)
		return
	}
	p := teach.Daily(t.Date())[n]
	s.setExercise(person.Exercise{
		Kind: kindDaily, Date: day, Game: p.Game.Key, Ending: p.Ending.String(), Position: p.Position.String(),
		Asks: string(p.Kind),
	})
	s.applyEarlierHint(day, n)
	s.show(said...)
}

// dayRecord returns the record of a date without creating one.
func (s daily) dayRecord(day string) person.Day {
	for _, d := range s.doc.Daily {
		if d.Date == day {
			return d
		}
	}
	return person.Day{Date: day}
}

// countDay adds a completed date to the streak.
func (s daily) countDay(day string) {
	s.usesZone = true
	answers := s.dayRecord(day).Answers
	if len(answers) < teach.DailySize || !strings.Contains(answers, "1") {
		return
	}
	extend(&s.doc.Streak, day, formatDate(s.now.UTC().Add(firstZone)))
}

// dayBefore returns the date before day.
func dayBefore(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	return formatDate(t.AddDate(0, 0, -1))
}

// showDay shows the result of a date.
func (s daily) showDay(day string, said []words.Text) {
	d := s.dayRecord(day)
	m := s.tell(append([]words.Text{stacked(append(said, s.dayLine(d)))}, words.New("daily.come-again"))...)
	m.Open = false
	if !d.Shared {
		m.Buttons = []dialog.Button{s.button(words.New("button.share"), dialog.Primary, "daily share")}
	}
	m.Buttons = append(m.Buttons, dialog.Button{Label: words.New("button.puzzle"), Command: "puzzle"})
}

// dayLine returns the result of a date in one line without spoilers.
func (s daily) dayLine(d person.Day) words.Text {
	return words.New("daily.line", "title", words.Title(rules.Default), "day", dayText(d.Date), "marks", message.DayMarks(d.Answers), "count", s.streakOn(d.Date))
}

// streakOn returns the length, in dates, of the streak that includes a date.
func (s daily) streakOn(day string) int {
	for _, r := range runsOf(s.doc.Streak) {
		if behind := int(parseDate(r.Last).Sub(parseDate(day)).Hours()) / 24; 0 <= behind && behind < r.Days {
			return r.Days - behind
		}
	}
	return 0
}

// DailyProgress is a person's progress with the day's positions.
type DailyProgress struct {
	Answers string // so far: "1" for each right answer, "0" for each wrong one
	Streak  int    // in dates, up to this one or to the one before
	Ends    time.Time
}

// DailyProgress reads a person's progress for the date in a place. The error is the store's.
func (h *Handler) DailyProgress(ctx context.Context, p dialog.Place, user string) (t DailyProgress, err error) {
	place, err := h.Chat.State(ctx, p)
	if err != nil {
		return t, err
	}
	doc, err := h.People.Read(ctx, person.PracticeKey(p.Realm(), user))
	if err != nil {
		return t, err
	}
	now := h.Now().In(calendar.Zone(place.Zone))
	s, day := daily{&session{view: view{doc: &doc}}}, formatDate(now)
	t.Answers, t.Streak = s.dayRecord(day).Answers, max(s.streakOn(day), s.streakOn(dayBefore(day)))
	t.Ends = time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, now.Location())
	return t, nil
}
