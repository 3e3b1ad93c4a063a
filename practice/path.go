package practice

import (
	"context"
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
		m := Mark{Number: l.Number, Title: text("lesson." + l.ID + ".title")}
		for _, rec := range doc.Lessons {
			if rec.Number == l.Number {
				m.Passed, m.Begun = rec.Passed != 0, rec.Read > 0
			}
		}
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
	for _, l := range doc.Lessons {
		if l.Passed != 0 {
			p.Lessons++
		}
	}
	return p
}
