package practice

import (
	"context"
	"fmt"
	"strconv"
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
// the result. "daily share" shows the result to everybody, and "daily 2" and "daily yesterday 2" show
// a position with its answer.
func (s daily) today() error {
	today := formatDate(s.now.In(s.zone))
	switch rest := s.lowerRest(); rest {
	case "":
	case "share":
		return s.share()
	default:
		return s.lookBack(today, rest)
	}
	x := s.doc.Now
	if x != nil && x.Kind == kindDaily && isTodaySomewhere(x.Date, s.now) && (len(s.dayRecord(x.Date).Answers) < teach.DailySize || x.Done && s.goesOn()) {
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
	s.setExercise(exerciseOf(day, p))
	s.applyEarlierHint(day, n)
	s.show(said...)
}

// lookBack shows a position of today that was answered, or any of yesterday, with its answer. It
// counts for nothing.
func (s daily) lookBack(today, asked string) error {
	day, line := today, "daily"
	rest, past := strings.CutPrefix(asked, "yesterday")
	if past {
		day, line = dayBefore(today), "daily yesterday"
	}
	n, err := 1, error(nil)
	if rest = strings.TrimSpace(rest); rest != "" || !past {
		n, err = strconv.Atoi(rest)
	}
	if err != nil || n < 1 || n > teach.DailySize {
		return refuse("daily.form", "part", command.Abridge(asked))
	}
	answered := len(s.dayRecord(day).Answers)
	switch x := s.doc.Now; {
	case x != nil && !x.Done && x.Kind == kindDaily && x.Date == day && n == answered+1: // it is still open
		s.show()
		return nil
	case !past && n == answered+1:
		s.nextOfDay(day, nil)
		return nil
	case !past && n > answered:
		return refuse("daily.not-yet", "number", n)
	}
	s.noteLook(day, n-1)
	s.addMessage(s.answered(day, n, line))
	return nil
}

// answered shows position n of a date with its answer, and buttons for the others.
func (s daily) answered(day string, n int, line string) dialog.Message {
	p := teach.Daily(parseDate(day).Date())[n-1]
	x := exerciseOf(day, p)
	x.Done = true
	shown, doc := s.view, *s.doc
	doc.Now, shown.doc = &x, &doc
	all := p.Steps()
	m := shown.solution(all[len(all)-1], nil)
	m.Lines = append(m.Lines, words.New("practice.of-day", "day", dayText(day), "index", n, "count", teach.DailySize, "open", false))
	m.Buttons = append(positionButtons(line, teach.DailySize, n), dialog.Button{Label: words.New("button.daily"), Command: "daily"})
	return m
}

// positionButtons return the buttons that show the first positions of a date, without one of them.
// They carry no stamp because they are always valid.
func positionButtons(line string, count, without int) (all []dialog.Button) {
	for n := 1; n <= count; n++ {
		if n != without {
			all = append(all, dialog.Button{Label: words.New("button.position", "number", n), Command: fmt.Sprint(line, " ", n)})
		}
	}
	return all
}

// yesterdayButton shows yesterday's positions. It carries no stamp because it is always valid.
func yesterdayButton() dialog.Button {
	return dialog.Button{Label: words.New("button.yesterday"), Command: "daily yesterday"}
}

// noteLook marks a position whose answer is shown as hinted, if it can still be answered.
func (s daily) noteLook(day string, n int) {
	index := strconv.Itoa(n)
	if d := s.dayRecord(day); n >= len(d.Answers) && isTodaySomewhere(day, s.now) && !strings.Contains(d.Hinted, index) {
		s.doc.Day(day).Hinted += index
		s.dirty = true
	}
}

// exerciseOf returns the exercise that asks about a position of a date.
func exerciseOf(day string, p teach.Puzzle) person.Exercise {
	return person.Exercise{
		Kind: kindDaily, Date: day, Game: p.Game.Key, Ending: p.Ending.String(), Position: p.Position.String(), Asks: string(p.Kind),
	}
}

// countHelped records that the last answer of a date was right, with help.
func (s daily) countHelped(day string) {
	d := s.doc.Day(day)
	d.Answers = strings.TrimSuffix(d.Answers, "0") + "2"
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
	if day == formatDate(s.now.In(s.zone)) {
		m.Buttons = append(m.Buttons, positionButtons("daily", teach.DailySize, 0)...)
	}
	m.Buttons = append(m.Buttons, yesterdayButton(), dialog.Button{Label: words.New("button.puzzle"), Command: "puzzle"})
}

// dayLine returns the result of a date in one line without spoilers.
func (s daily) dayLine(d person.Day) words.Text {
	return words.New("daily.line", "title", words.Title(rules.Default), "day", dayText(d.Date), "marks", message.DayMarks(d.Answers),
		"right", strings.Count(d.Answers, "1"), "helped", strings.Count(d.Answers, "2"), "of", teach.DailySize, "count", s.streakOn(d.Date))
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
	Answers string     // so far, as in person.Day
	Line    words.Text // the result of all three, without spoilers
	Streak  int        // in dates, up to this one or to the one before
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
	if len(t.Answers) == teach.DailySize {
		t.Line = s.dayLine(s.dayRecord(day))
	}
	t.Ends = time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, now.Location())
	return t, nil
}
