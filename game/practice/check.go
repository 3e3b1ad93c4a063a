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
func openCheck(s *session) error {
	if x := s.doc.Now; x != nil && !x.Done && x.Kind == kindCheck {
		s.show()
		return nil
	}
	var said []words.Text
	if s.doc.Checking == nil {
		if err := checkUnavailable(s); err != nil {
			return err
		}
		seed := s.rng.Uint64() >> 32
		s.doc.Checking = &person.Checking{Seed: seed, Game: teach.CheckGame(seed, func(key string) bool { return isDrilled(s, key) })}
		said = append(said, words.New("learn.check", "count", teach.CheckSize))
	}
	nextOfCheck(s, said)
	return nil
}

// checkUnavailable says why no check can be made now; nil if one can.
func checkUnavailable(s *session) error {
	if s.doc.Checking != nil {
		return nil
	}
	passed, made := nimSumPassedAt(s), len(s.doc.Checks)
	switch {
	case passed == 0:
		return refuse("learn.check-first")
	case made >= len(checkDelays):
		return refuse("learn.check-done")
	}
	due := passed.Time().Add(checkDelays[made])
	if made > 0 {
		if soonest := s.doc.Checks[made-1].At.Time().Add(checkDelays[0]); soonest.After(due) {
			due = soonest
		}
	}
	if s.now.Before(due) {
		return refuse("learn.check-early", "day", words.Day(due.In(s.zone)))
	}
	return nil
}

// nimSumPassedAt returns when the person passed the lesson on the nim-sum, 0 for never.
func nimSumPassedAt(s *session) (at store.Unix) {
	for _, rec := range s.doc.Lessons {
		if l, err := lesson(rec.ID); err == nil && l.Number == nimSumLesson {
			at = rec.Passed
		}
	}
	return at
}

// isDrilled reports whether the person had exercises in a game.
func isDrilled(s *session, key string) bool {
	for _, rec := range s.doc.Lessons {
		l, err := lesson(rec.ID)
		if err == nil && l.Drills(key) && (rec.Seed != 0 || rec.Ready || rec.Passed != 0) {
			return true
		}
	}
	return false
}

// nextOfCheck opens the next position, or ends the check.
func nextOfCheck(s *session, said []words.Text) {
	c := s.doc.Checking
	if c == nil { // the exercise was set by another version
		s.refuse(s.closeUnreadable(errUnreadable))
		return
	}
	n := len(c.Answers)
	if n >= teach.CheckSize {
		endCheck(s, strings.Count(c.Answers, "1"), said)
		return
	}
	p := teach.Check(c.Seed, c.Game)[n]
	s.doc.NoteSet(p.Game.Key, hashOf(p)) // so that no puzzle is the same
	s.setExercise(person.Exercise{Kind: kindCheck, Game: p.Game.Key, Ending: p.Ending.String(), Position: p.Position.String(), Asks: string(teach.Find)})
	s.show(said...)
}

// countCheckTry records the answer to the open position.
func countCheckTry(s *session, right bool) {
	c := s.doc.Checking
	if c == nil {
		return
	}
	next := *c
	if right {
		next.Answers += "1"
	} else {
		next.Answers += "0"
	}
	s.doc.Checking = &next
}

// endCheck stores the result of the check, and tells it.
func endCheck(s *session, right int, said []words.Text) {
	s.doc.Checks = append(s.doc.Checks[:len(s.doc.Checks):len(s.doc.Checks)], person.Check{At: store.UnixOf(s.now), Right: right})
	s.doc.Checking, s.doc.Now = nil, nil
	s.markChanged()
	m := s.tell(stacked(append(said, words.New("learn.checked-"+string(teach.RetentionOf(right)), "right", right, "count", teach.CheckSize))))
	m.Buttons = []dialog.Button{
		{Label: words.New("button.puzzle"), Command: "puzzle", Style: dialog.Primary},
		{Label: words.New("button.lessons"), Command: "learn", Style: dialog.Plain},
	}
}
