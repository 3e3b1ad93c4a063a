package practice

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimbot/game/chat/calendar"
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

// showToday shows the daily of today's date in the place's zone: the open position, the next one, or
// the result. "daily share" shows the result to everybody, and "daily 2" and "daily yesterday 2" show
// a position with its answer.
func showToday(e *execution) error {
	today := formatDate(e.now.In(e.zone))
	switch rest := e.lowerRest(); rest {
	case "":
	case "share":
		return shareDay(e)
	default:
		return lookBack(e, today, rest)
	}
	x := e.doc.Now
	if x != nil && x.Kind == kindDaily && isTodaySomewhere(x.Date, e.now) && (len(e.dayRecord(x.Date).Answers) < teach.DailySize || x.Done && e.goesOn()) {
		today = x.Date // finish a daily that was begun earlier first
	}
	if x != nil && x.Kind == kindDaily && x.Date == today && !x.Done {
		e.show()
		return nil
	}
	nextOfDay(e, today, nil)
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
func nextOfDay(e *execution, day string, said []words.Text) {
	n := len(e.dayRecord(day).Answers)
	if n >= teach.DailySize {
		showDay(e, day, said)
		return
	}
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		e.refuse(err)
		return
	}
	all := teach.Daily(t.Date())
	p := all[n]
	e.setExercise(exerciseOf(day, p))
	applyEarlierHint(e, day, n)
	if n > 0 && all[n-1].Game.Key != p.Game.Key {
		said = append(said, words.New("daily.new-game", "title", words.Title(p.Game.Key)))
	}
	e.show(said...)
}

// lookBack shows a position of today that was answered, or any of yesterday, with its answer. It
// counts for nothing.
func lookBack(e *execution, today, asked string) error {
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
	answered := len(e.dayRecord(day).Answers)
	switch x := e.doc.Now; {
	case x != nil && !x.Done && x.Kind == kindDaily && x.Date == day && n == answered+1: // it is still open
		e.show()
		return nil
	case !past && n == answered+1:
		nextOfDay(e, day, nil)
		return nil
	case !past && n > answered:
		return refuse("daily.not-yet", "number", n)
	}
	noteLook(e, day, n-1)
	e.addMessage(answeredPosition(e, day, n, line))
	return nil
}

// answeredPosition shows position n of a date with its answer, and buttons for the others.
func answeredPosition(e *execution, day string, n int, line string) dialog.Message {
	p := teach.Daily(parseDate(day).Date())[n-1]
	x := exerciseOf(day, p)
	x.Done = true
	shown, doc := e.view, *e.doc
	doc.Now, shown.doc, shown.asked = &x, &doc, true
	all := p.Steps()
	said := shown.question(all[0])
	if day != formatDate(e.now.In(e.zone)) {
		said = slices.Insert(said, 0, words.New("daily.of-yesterday"))
	}
	m := shown.solution(all[len(all)-1], append(said, shown.ownAnswer(p, day, n-1)...))
	m.Lines = append(m.Lines, words.New("practice.of-day", "day", dayText(day), "index", n, "count", teach.DailySize, "open", false))
	m.Buttons = append(positionButtons(line, teach.DailySize, n), dialog.Button{Label: words.New("button.daily"), Command: "daily"})
	return m
}

// ownAnswer says what the person answered to position n, from 0, of a date, and whether it was right; nil
// if they gave no answer.
func (v view) ownAnswer(p teach.Puzzle, day string, n int) []words.Text {
	d := v.dayRecord(day)
	if n >= len(d.Given) || d.Given[n] == "" || n >= len(d.Answers) {
		return nil
	}
	var given any = d.Given[n]
	switch {
	case d.Given[n] == "won" || d.Given[n] == "lost":
		given = words.New("race." + d.Given[n])
	case p.Kind != teach.Count:
		given = words.Do(p.Position, rules.Move(d.Given[n]))
	}
	return []words.Text{words.New("daily.your-answer", "answer", given, "marks", words.DayMarks(d.Answers[n:n+1]))}
}

// noteAnswer keeps the answer to the open position of its date, to be shown when the person looks back.
func (e *execution) noteAnswer(v verdict) {
	x := e.doc.Now
	given := cmp.Or(v.outcome, string(v.move), formatNumbers(v.numbers))
	n := len(e.dayRecord(x.Date).Answers)
	if x.Missed { // it is counted already
		n--
	}
	d := e.doc.Day(x.Date)
	for len(d.Given) <= n {
		d.Given = append(d.Given, "")
	}
	d.Given[n] = given
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
func noteLook(e *execution, day string, n int) {
	index := strconv.Itoa(n)
	if d := e.dayRecord(day); n >= len(d.Answers) && isTodaySomewhere(day, e.now) && !strings.Contains(d.Hinted, index) {
		e.doc.Day(day).Hinted += index
		e.dirty = true
	}
}

// exerciseOf returns the exercise that asks about a position of a date.
func exerciseOf(day string, p teach.Puzzle) person.Exercise {
	return person.Exercise{
		Kind: kindDaily, Date: day, Game: p.Game.Key, Ending: p.Ending.String(), Position: p.Position.String(), Asks: string(p.Kind),
	}
}

// countHelped records that the last answer of a date was right, with help.
func countHelped(e *execution, day string) {
	d := e.doc.Day(day)
	d.Answers = strings.TrimSuffix(d.Answers, "0") + "2"
}

// dayRecord returns the record of a date without creating one.
func (v view) dayRecord(day string) person.Day {
	for _, d := range v.doc.Daily {
		if d.Date == day {
			return d
		}
	}
	return person.Day{Date: day}
}

// countDay adds a completed date to the streak.
func countDay(e *execution, day string) {
	e.usesZone = true
	answers := e.dayRecord(day).Answers
	if len(answers) < teach.DailySize || !strings.Contains(answers, "1") {
		return
	}
	extend(&e.doc.Streak, day, formatDate(e.now.UTC().Add(firstZone)))
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
func showDay(e *execution, day string, said []words.Text) {
	d := e.dayRecord(day)
	m := e.tell(append([]words.Text{stacked(append(said, dayLine(e, d)))}, words.New("daily.come-again"))...)
	m.Open = false
	if !d.Shared {
		m.Buttons = []dialog.Button{e.button(words.New("button.share"), dialog.Primary, "daily share")}
	}
	if day == formatDate(e.now.In(e.zone)) {
		m.Buttons = append(m.Buttons, positionButtons("daily", teach.DailySize, 0)...)
	}
	m.Buttons = append(m.Buttons, yesterdayButton(), dialog.Button{Label: words.New("button.puzzle"), Command: "puzzle"})
}

// dayLine returns the result of a date in one line without spoilers.
func dayLine(e *execution, d person.Day) words.Text {
	return words.New("daily.line", "title", words.Title(rules.Default), "day", dayText(d.Date), "marks", words.DayMarks(d.Answers),
		"right", strings.Count(d.Answers, "1"), "helped", strings.Count(d.Answers, "2"), "of", teach.DailySize, "count", streakOn(e, d.Date))
}

// streakOn returns the length, in dates, of the streak that includes a date.
func streakOn(e *execution, day string) int {
	for _, r := range runsOf(e.doc.Streak) {
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
	e, day := &execution{view: view{doc: &doc}}, formatDate(now)
	t.Answers, t.Streak = e.dayRecord(day).Answers, max(streakOn(e, day), streakOn(e, dayBefore(day)))
	if len(t.Answers) == teach.DailySize {
		t.Line = dayLine(e, e.dayRecord(day))
	}
	t.Ends = time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, now.Location())
	return t, nil
}
