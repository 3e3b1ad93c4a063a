package practice

import (
	"nimbot/game/dialog"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/store/person"
)

// openPlacement begins or continues the test.
func openPlacement(e *execution) error {
	if x := e.doc.Now; x != nil && !x.Done && x.Kind == kindPlace {
		e.show()
		return nil
	}
	said := []words.Text{}
	if p := e.doc.Placing; p == nil || p.Done {
		said = append(said, words.New("learn.place", "most", teach.MaxPlacementAnswers))
		begun := person.Placing{}
		if p != nil {
			begun.Known = p.Known
		}
		e.doc.Placing = &begun
	}
	nextOfPlacement(e, said)
	return nil
}

// placementAnswers returns the answers of the test so far.
func placementAnswers(e *execution) (all []teach.PlacementAnswer) {
	for _, a := range e.doc.Placing.Answers {
		all = append(all, teach.PlacementAnswer{Lesson: a.Lesson, Chance: a.Chance, Right: a.Right})
	}
	return all
}

// nextOfPlacement opens the next position, or ends the test.
func nextOfPlacement(e *execution, said []words.Text) {
	if e.doc.Placing == nil { // the exercise was set by another version
		e.doc.Placing = &person.Placing{}
	}
	place := teach.PlacementOf(placementAnswers(e))
	n, ok := place.Next()
	if !ok || len(e.doc.Placing.Answers) >= teach.MaxPlacementAnswers {
		endPlacement(e, place.Known(), said)
		return
	}
	l := teach.Lessons()[n-1]
	p, _ := l.Find(e.rng.Uint64() >> 32)
	e.setExercise(person.Exercise{
		Kind: kindPlace, Lesson: l.ID, Game: p.Game.Key, Ending: p.Ending.String(), Position: p.Position.String(), Asks: string(teach.Find),
	})
	e.show(said...)
}

// countPlacementTry records the answer to the open position.
func countPlacementTry(e *execution, right bool) {
	l, err := lesson(e.doc.Now.Lesson)
	if err != nil || e.doc.Placing == nil {
		return
	}
	step, err := e.presentStep()
	if err != nil {
		return
	}
	next := *e.doc.Placing
	next.Answers = append(next.Answers[:len(next.Answers):len(next.Answers)], person.Placed{
		Lesson: l.Number, Chance: l.Chance(teach.Exercise{step}), Right: right,
	})
	e.doc.Placing = &next
}

// endPlacement marks the lessons that the person knows, and says where to continue. A known lesson
// doesn't count as passed.
func endPlacement(e *execution, known int, said []words.Text) {
	next := *e.doc.Placing
	next.Known, next.Done = known, true
	e.doc.Placing, e.doc.Now = &next, nil
	e.markChanged()
	all := teach.Lessons()
	m := e.tell(stacked(append(said, words.New("learn.placed", "count", known))))
	m.Buttons = []dialog.Button{{Label: words.New("button.lessons"), Command: "learn", Style: dialog.Plain}}
	if known < len(all) {
		m.Lines = append(m.Lines, words.New("learn.placed-next", "title", title(all[known])))
		m.Buttons = append([]dialog.Button{lessonButton(words.New("button.lesson", "number", known+1), all[known].ID)}, m.Buttons...)
	}
}
