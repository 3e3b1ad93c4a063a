package practice

import (
	"strings"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/person"
)

// checkDelays is how long after the lesson each check becomes available. Two checks are at least
// checkDelays[0] apart.
var checkDelays = []time.Duration{7 * 24 * time.Hour, 30 * 24 * time.Hour}

// openCheck begins a check, or continues it.
func openCheck(e *execution) error {
	if x := e.doc.Now; x != nil && !x.Done && x.Kind == kindCheck {
		e.show()
		return nil
	}
	var said []words.Text
	if e.doc.Checking == nil {
		if err := checkUnavailable(e); err != nil {
			return err
		}
		seed := e.rng.Uint64() >> 32
		e.doc.Checking = &person.Checking{Seed: seed, Game: teach.CheckGame(seed, func(key string) bool { return isDrilled(e, key) })}
		said = append(said, words.New("learn.check", "count", teach.CheckSize))
	}
	nextOfCheck(e, said)
	return nil
}

// checkUnavailable says why no check can be made now; nil if one can.
func checkUnavailable(e *execution) error {
	if e.doc.Checking != nil {
		return nil
	}
	passed, made := nimSumPassedAt(e.doc), len(e.doc.Checks)
	switch {
	case passed == 0:
		return refuse("learn.check-first")
	case made >= len(checkDelays):
		return refuse("learn.check-done")
	}
	due := passed.Time().Add(checkDelays[made])
	if made > 0 {
		if soonest := e.doc.Checks[made-1].At.Time().Add(checkDelays[0]); soonest.After(due) {
			due = soonest
		}
	}
	if e.now.Before(due) {
		return refuse("learn.check-early", "day", words.Day(due.In(e.zone)))
	}
	return nil
}

// nimSumPassedAt returns when the person passed the lesson on the nim-sum, 0 for never.
func nimSumPassedAt(doc *person.Practice) (at store.Unix) {
	for _, rec := range doc.Lessons {
		if l, err := lesson(rec.ID); err == nil && l.Number == nimSumLesson {
			at = rec.Passed
		}
	}
	return at
}

// isDrilled reports whether the person had exercises in a game.
func isDrilled(e *execution, key string) bool {
	for _, rec := range e.doc.Lessons {
		l, err := lesson(rec.ID)
		if err == nil && l.Drills(key) && (rec.Seed != 0 || rec.Ready || rec.Passed != 0) {
			return true
		}
	}
	return false
}

// nextOfCheck opens the next position, or ends the check.
func nextOfCheck(e *execution, said []words.Text) {
	c := e.doc.Checking
	if c == nil { // the exercise was set by another version
		e.refuse(e.closeUnreadable(errUnreadable))
		return
	}
	n := len(c.Answers)
	if n >= teach.CheckSize {
		endCheck(e, strings.Count(c.Answers, "1"), said)
		return
	}
	p := teach.Check(c.Seed, c.Game)[n]
	e.doc.NoteSet(p.Game.Key, hashOf(p)) // so that no puzzle is the same
	e.setExercise(person.Exercise{Kind: kindCheck, Game: p.Game.Key, Ending: p.Ending.String(), Position: p.Position.String(), Asks: string(teach.Find)})
	e.show(said...)
}

// countCheckTry records the answer to the open position.
func countCheckTry(e *execution, right bool) {
	c := e.doc.Checking
	if c == nil {
		return
	}
	next := *c
	if right {
		next.Answers += "1"
	} else {
		next.Answers += "0"
	}
	e.doc.Checking = &next
}

// endCheck stores the result of the check, and tells it.
func endCheck(e *execution, right int, said []words.Text) {
	e.doc.Checks = append(e.doc.Checks[:len(e.doc.Checks):len(e.doc.Checks)], person.Check{At: store.UnixOf(e.now), Right: right})
	e.doc.Checking, e.doc.Now = nil, nil
	e.markChanged()
	m := e.tell(stacked(append(said, words.New("learn.checked-"+string(teach.RetentionOf(right)), "right", right, "count", teach.CheckSize))))
	m.Buttons = []dialog.Button{
		{Label: words.New("button.puzzle"), Command: "puzzle", Style: dialog.Primary},
		{Label: words.New("button.lessons"), Command: "learn", Style: dialog.Plain},
	}
}
