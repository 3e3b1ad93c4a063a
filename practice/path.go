package practice

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimbot/person"
	"nimbot/store"
	"nimbot/teach"
	"nimbot/words"
)

// Mark is a person's progress in one lesson.
type Mark struct {
	Number        int
	Title         words.Text
	Passed, Begun bool
	Known         bool // by the placement test
}

// Path lists the lessons in order with a person's progress; realm is
// exchange.Place.Realm. The error is the store's.
func (h *Handler) Path(ctx context.Context, realm, user string) ([]Mark, error) {
	doc, err := h.People.Read(ctx, person.PracticeKey(realm, user))
	if err != nil {
		return nil, err
	}
	return path(&doc), nil
}

func path(doc *person.Practice) []Mark {
	var marks []Mark
	for _, l := range teach.Lessons() {
		m := Mark{Number: l.Number, Title: text(lessonKey(l, "title"))}
		for _, rec := range doc.Lessons {
			if rec.ID == l.ID {
				m.Passed, m.Begun = rec.Passed != 0, rec.Read > 0 || rec.Ready
			}
		}
		m.Known = doc.Placing != nil && l.Number <= doc.Placing.Known
		m.Passed = m.Passed || passedBefore(doc, l.Number)
		marks = append(marks, m)
	}
	return marks
}

// summary is the part of a person's practice that servers show.
func summary(doc *person.Practice) (p person.Practised) {
	p.Puzzles, p.PuzzlesOff = puzzlesShown(doc)
	if day, err := time.Parse(time.DateOnly, doc.Streak.Last); err == nil {
		p.Streak, p.Day = doc.Streak.Days, store.UnixOf(day)
	}
	if p.Checks = len(doc.Checks); p.Checks > 0 {
		p.Stuck = doc.Checks[p.Checks-1].Right
	}
	var passed []string
	for _, m := range path(doc) {
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

// covers maps the number of a lesson of version 1 to the present lesson that covers its ideas.
var covers = map[int]int{1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 6: 4, 7: 5, 8: 6, 9: 7, 10: 8, 11: 9, 12: 11}

// passedBefore reports whether the person passed a lesson of version 1 that is covered by a
// lesson of this version.
func passedBefore(doc *person.Practice, number int) bool {
	return slices.ContainsFunc(doc.Earlier, func(l person.EarlierLesson) bool { return l.Passed != 0 && covers[l.Number] == number })
}
