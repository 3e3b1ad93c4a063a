package practice

import (
	"context"
	"strconv"
	"strings"
	"time"

	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/person"
)

// LessonProgress is a person's progress in one lesson.
type LessonProgress struct {
	Number        int
	Title         words.Text
	Passed, Begun bool
	Known         bool // by the placement test
}

// LessonProgress lists the lessons in order with a person's progress; realm is
// dialog.Place.Realm. The error is the store's.
func (h *Handler) LessonProgress(ctx context.Context, realm, user string) ([]LessonProgress, error) {
	doc, err := h.People.Read(ctx, person.PracticeKey(realm, user))
	if err != nil {
		return nil, err
	}
	return lessonProgress(&doc), nil
}

func lessonProgress(doc *person.Practice) []LessonProgress {
	var marks []LessonProgress
	for _, l := range teach.Lessons() {
		m := LessonProgress{Number: l.Number, Title: words.New(l.TextKey("title"))}
		for _, rec := range doc.Lessons {
			if rec.ID == l.ID {
				m.Passed, m.Begun = rec.Passed != 0, rec.Read > 0 || rec.Ready
			}
		}
		m.Known = doc.Placing != nil && l.Number <= doc.Placing.Known
		marks = append(marks, m)
	}
	return marks
}

// summary is the part of a person's practice that servers show.
func summary(doc *person.Practice) (p person.Practised) {
	p.Puzzles, p.PuzzlesOff = shownRating(doc)
	if day, err := time.Parse(time.DateOnly, doc.Streak.Last); err == nil {
		p.Streak, p.Day = doc.Streak.Days, store.UnixOf(day)
	}
	if p.Checks = len(doc.Checks); p.Checks > 0 {
		p.Stuck = doc.Checks[p.Checks-1].Right
	}
	var passed []string
	for _, m := range lessonProgress(doc) {
		if m.Passed {
			p.Lessons++
			passed = append(passed, strconv.Itoa(m.Number))
		}
	}
	for _, rec := range doc.Lessons {
		if l, ok := teach.LessonOf(rec.ID); ok && l.Number == 0 && rec.Passed != 0 {
			passed = append(passed, rec.ID)
		}
	}
	p.Passed = strings.Join(passed, " ")
	return p
}
