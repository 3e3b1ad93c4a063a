package practice

import (
	"slices"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/person"
)

// boxIntervals has the time for which a mistake rests in each box of Sebastian Leitner's system (So
// lernt man lernen, 1972): a right answer moves it to the next box, a wrong one to the first.
var boxIntervals = []time.Duration{24 * time.Hour, 3 * 24 * time.Hour, 7 * 24 * time.Hour, 16 * 24 * time.Hour, 35 * 24 * time.Hour}

// askable turns a mistake into a question, without empty piles. ok is false if it leaves nothing to
// ask or is too long to be stored.
func askable(m person.Mistake) (_ person.Mistake, ok bool) {
	if len(m.Position) > person.MaxMistake {
		return m, false
	}
	x := person.Exercise{Kind: kindMine, Game: m.Game, Ending: m.Ending, Position: m.Position, Asks: string(teach.Find)}
	all, err := steps(&x)
	if err != nil {
		return m, false
	}
	p, _ := all[0].Puzzle.WithoutEmpty()
	m.Position = p.Position.String()
	return m, true
}

// hasPositionOf returns a function that reports whether a mistake has m's position.
func hasPositionOf(m person.Mistake) func(person.Mistake) bool {
	return func(o person.Mistake) bool {
		return o.Game == m.Game && o.Ending == m.Ending && o.Position == m.Position
	}
}

// openMistakes asks about the mistake that is most overdue.
func openMistakes(s *session) error {
	if x := s.doc.Now; x != nil && x.Kind == kindMine && !x.Done {
		s.show()
		return nil
	}
	i := mostDue(s)
	switch {
	case len(s.doc.Mistakes) == 0:
		return refuse("mine.none")
	case isResting(s, s.doc.Mistakes[i]):
		return refuse("mine.not-due", "count", len(s.doc.Mistakes), "day", dayText(formatDate(s.doc.Mistakes[i].Due.Time().In(s.zone))))
	}
	openMistake(s, s.doc.Mistakes[i])
	s.show()
	return nil
}

// isResting reports whether a mistake isn't due yet. A due date beyond the longest box is ignored:
// it was written while the clock was wrong.
func isResting(s *session, m person.Mistake) bool {
	return m.Due > store.UnixOf(s.now) && m.Due <= store.UnixOf(s.now.Add(boxIntervals[len(boxIntervals)-1]))
}

// mostDue returns the index of the most overdue mistake, -1 if there is none.
func mostDue(s *session) int {
	first := -1
	for i, m := range s.doc.Mistakes {
		if first < 0 || m.Due < s.doc.Mistakes[first].Due {
			first = i
		}
	}
	return first
}

func openMistake(s *session, m person.Mistake) {
	s.setExercise(person.Exercise{Kind: kindMine, Game: m.Game, Ending: m.Ending, Position: m.Position, Asks: string(teach.Find), Date: m.Date})
}

// moveToBox moves the mistake that was asked to its next box, or back to the first. A mistake that
// leaves the last box is deleted.
func moveToBox(s *session, x *person.Exercise) {
	i := slices.IndexFunc(s.doc.Mistakes, hasPositionOf(person.Mistake{Game: x.Game, Ending: x.Ending, Position: x.Position}))
	if i < 0 {
		return // the person cleared the mistakes meanwhile
	}
	m := &s.doc.Mistakes[i]
	switch {
	case x.Missed:
		m.Box = 0
	case m.Box+1 >= len(boxIntervals):
		s.doc.Mistakes = slices.Delete(s.doc.Mistakes, i, i+1)
		return
	default:
		m.Box++
	}
	m.Due = store.UnixOf(s.now.Add(boxIntervals[m.Box]))
}

// skipMistake postpones the asked mistake until tomorrow.
func skipMistake(s *session, x *person.Exercise) error {
	if i := slices.IndexFunc(s.doc.Mistakes, hasPositionOf(person.Mistake{Game: x.Game, Ending: x.Ending, Position: x.Position})); i >= 0 && !x.Done {
		s.doc.Mistakes[i].Due = store.UnixOf(s.now.Add(boxIntervals[0]))
	}
	s.doc.Now = nil
	s.markChanged()
	return openMistakes(s)
}

// listMistakes lists the stored mistakes.
func listMistakes(s *session) error {
	if len(s.doc.Mistakes) == 0 {
		return refuse("mine.none")
	}
	m := s.tell(words.New("mine.title", "count", len(s.doc.Mistakes)))
	m.Open = false
	for _, x := range s.doc.Mistakes {
		m.Lines = append(m.Lines, words.New("mine.line", "title", words.Title(x.Game), "position", x.Position, "day", dayText(x.Date), "due", dayText(formatDate(x.Due.Time().In(s.zone)))))
	}
	m.Buttons = []dialog.Button{
		{Label: words.New("button.practise"), Command: "puzzle mine", Style: dialog.Primary},
		{Label: words.New("button.clear"), Command: "puzzle mine clear", Style: dialog.Danger},
	}
	return nil
}

// clearMistakes deletes the stored mistakes.
func clearMistakes(s *session) error {
	if len(s.doc.Mistakes) == 0 {
		return refuse("mine.none")
	}
	s.doc.Mistakes = nil
	if x := s.doc.Now; x != nil && x.Kind == kindMine {
		s.doc.Now = nil
	}
	s.markChanged()
	s.tell(words.New("mine.cleared"))
	return nil
}
