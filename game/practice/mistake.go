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
func openMistakes(e *execution) error {
	if x := e.doc.Now; x != nil && x.Kind == kindMine && !x.Done {
		e.show()
		return nil
	}
	i := mostDue(e)
	switch {
	case len(e.doc.Mistakes) == 0:
		return refuse("mine.none")
	case isResting(e, e.doc.Mistakes[i]):
		return refuse("mine.not-due", "count", len(e.doc.Mistakes), "day", dayText(formatDate(e.doc.Mistakes[i].Due.Time().In(e.zone))))
	}
	openMistake(e, e.doc.Mistakes[i])
	e.show()
	return nil
}

// isResting reports whether a mistake isn't due yet. A due date beyond the longest box is ignored:
// it was written while the clock was wrong.
func isResting(e *execution, m person.Mistake) bool {
	return m.Due > store.UnixOf(e.now) && m.Due <= store.UnixOf(e.now.Add(boxIntervals[len(boxIntervals)-1]))
}

// mostDue returns the index of the most overdue mistake, -1 if there is none.
func mostDue(e *execution) int {
	first := -1
	for i, m := range e.doc.Mistakes {
		if first < 0 || m.Due < e.doc.Mistakes[first].Due {
			first = i
		}
	}
	return first
}

func openMistake(e *execution, m person.Mistake) {
	e.setExercise(person.Exercise{Kind: kindMine, Game: m.Game, Ending: m.Ending, Position: m.Position, Asks: string(teach.Find), Date: m.Date})
}

// moveToBox moves the mistake that was asked to its next box, or back to the first. A mistake that
// leaves the last box is deleted.
func moveToBox(e *execution, x *person.Exercise) {
	i := slices.IndexFunc(e.doc.Mistakes, hasPositionOf(person.Mistake{Game: x.Game, Ending: x.Ending, Position: x.Position}))
	if i < 0 {
		return // the person cleared the mistakes meanwhile
	}
	m := &e.doc.Mistakes[i]
	switch {
	case x.Missed:
		m.Box = 0
	case m.Box+1 >= len(boxIntervals):
		e.doc.Mistakes = slices.Delete(e.doc.Mistakes, i, i+1)
		return
	default:
		m.Box++
	}
	m.Due = store.UnixOf(e.now.Add(boxIntervals[m.Box]))
}

// skipMistake postpones the asked mistake until tomorrow.
func skipMistake(e *execution, x *person.Exercise) error {
	if i := slices.IndexFunc(e.doc.Mistakes, hasPositionOf(person.Mistake{Game: x.Game, Ending: x.Ending, Position: x.Position})); i >= 0 && !x.Done {
		e.doc.Mistakes[i].Due = store.UnixOf(e.now.Add(boxIntervals[0]))
	}
	e.doc.Now = nil
	e.markChanged()
	return openMistakes(e)
}

// listMistakes lists the stored mistakes.
func listMistakes(e *execution) error {
	if len(e.doc.Mistakes) == 0 {
		return refuse("mine.none")
	}
	m := e.tell(words.New("mine.title", "count", len(e.doc.Mistakes)))
	m.Open = false
	for _, x := range e.doc.Mistakes {
		m.Lines = append(m.Lines, words.New("mine.line", "title", words.Title(x.Game), "position", x.Position, "day", dayText(x.Date), "due", dayText(formatDate(x.Due.Time().In(e.zone)))))
	}
	m.Buttons = []dialog.Button{
		{Label: words.New("button.practise"), Command: "puzzle mine", Style: dialog.Primary},
		{Label: words.New("button.clear"), Command: "puzzle mine clear", Style: dialog.Danger},
	}
	return nil
}

// clearMistakes deletes the stored mistakes.
func clearMistakes(e *execution) error {
	if len(e.doc.Mistakes) == 0 {
		return refuse("mine.none")
	}
	e.doc.Mistakes = nil
	if x := e.doc.Now; x != nil && x.Kind == kindMine {
		e.doc.Now = nil
	}
	e.markChanged()
	e.tell(words.New("mine.cleared"))
	return nil
}
