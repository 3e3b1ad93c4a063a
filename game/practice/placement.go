package practice

import (
	"nimbot/game/dialog"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/store/person"
)

// openPlacement begins or continues the test.
func openPlacement(s *session) error {
	if x := s.doc.Now; x != nil && !x.Done && x.Kind == kindPlace {
		s.show()
		return nil
	}
	said := []words.Text{}
	if p := s.doc.Placing; p == nil || p.Done {
		said = append(said, words.New("learn.place", "most", teach.MaxPlacementAnswers))
		begun := person.Placing{}
		if p != nil {
			begun.Known = p.Known
		}
		s.doc.Placing = &begun
	}
	nextOfPlacement(s, said)
	return nil
}

// placementAnswers returns the answers of the test so far.
func placementAnswers(s *session) (all []teach.PlacementAnswer) {
	for _, a := range s.doc.Placing.Answers {
		all = append(all, teach.PlacementAnswer{Lesson: a.Lesson, Chance: a.Chance, Right: a.Right})
	}
	return all
}

// nextOfPlacement opens the next position, or ends the test.
func nextOfPlacement(s *session, said []words.Text) {
	if s.doc.Placing == nil { // the exercise was set by another version
		s.doc.Placing = &person.Placing{}
	}
	place := teach.PlacementOf(placementAnswers(s))
	n, ok := place.Next()
	if !ok || len(s.doc.Placing.Answers) >= teach.MaxPlacementAnswers {
		endPlacement(s, place.Known(), said)
		return
	}
	l := teach.Lessons()[n-1]
	p, _ := l.Find(s.rng.Uint64() >> 32)
	s.setExercise(person.Exercise{
		Kind: kindPlace, Lesson: l.ID, Game: p.Game.Key, Ending: p.Ending.String(), Position: p.Position.String(), Asks: string(teach.Find),
	})
	s.show(said...)
}

// countPlacementTry records the answer to the open position.
func countPlacementTry(s *session, right bool) {
	l, err := lesson(s.doc.Now.Lesson)
	if err != nil || s.doc.Placing == nil {
		return
	}
	step, err := s.presentStep()
	if err != nil {
		return
	}
	next := *s.doc.Placing
	next.Answers = append(next.Answers[:len(next.Answers):len(next.Answers)], person.Placed{
		Lesson: l.Number, Chance: l.Chance(teach.Exercise{step}), Right: right,
	})
	s.doc.Placing = &next
}

// endPlacement marks the lessons that the person knows, and says where to continue. A known lesson
// doesn't count as passed.
func endPlacement(s *session, known int, said []words.Text) {
	next := *s.doc.Placing
	next.Known, next.Done = known, true
	s.doc.Placing, s.doc.Now = &next, nil
	s.markChanged()
	all := teach.Lessons()
	m := s.tell(stacked(append(said, words.New("learn.placed", "count", known))))
	m.Buttons = []dialog.Button{{Label: words.New("button.lessons"), Command: "learn", Style: dialog.Plain}}
	if known < len(all) {
		m.Lines = append(m.Lines, words.New("learn.placed-next", "title", title(all[known])))
		m.Buttons = append([]dialog.Button{lessonButton(words.New("button.lesson", "number", known+1), all[known].ID)}, m.Buttons...)
	}
}
