package practice

import (
	"errors"

	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/store/person"
)

// The kinds of exercises.
const (
	kindPuzzle = "puzzle"
	kindMine   = "mine"   // a mistake of the person's own
	kindDaily  = "daily"  // a position of a date
	kindPage   = "page"   // a page of a lesson, which may ask something
	kindLesson = "lesson" // an exercise of a lesson
	kindDemo   = "demo"   // a game that replaces a page of a lesson, and that the person is meant to lose
	kindGame   = "game"   // a game of a lesson that the person has to win
	kindPlace  = "place"  // a position of the placement test, in which to find a winning move
	kindCheck  = "check"  // a position of a check
)

// asksNothing marks a page without a question.
const asksNothing teach.Asks = ""

// errUnreadable is an exercise that this version can't read, because another version set
// it.
var errUnreadable = errors.New("practice: an exercise of another version")

// steps returns the questions of an exercise in order; a game has none.
func steps(x *person.Exercise) (teach.Exercise, error) {
	switch x.Kind {
	case kindPuzzle, kindMine, kindDaily, kindPlace, kindCheck:
		return positionSteps(x)
	case kindLesson:
		l, err := lesson(x.Lesson)
		if err != nil {
			return nil, err
		}
		return l.Exercise(x.Seed), nil
	case kindPage:
		return pageSteps(x)
	case kindDemo, kindGame:
		return nil, nil
	}
	return nil, errUnreadable
}

// positionSteps returns the questions about a position: a winning move, or first who
// wins.
func positionSteps(x *person.Exercise) (teach.Exercise, error) {
	g, p, err := position(x)
	if err != nil {
		return nil, err
	}
	puzzle, err := teach.PuzzleOf(g, rules.EndingOf(x.Ending), teach.Kind(x.Asks), p)
	if err != nil {
		return nil, errUnreadable
	}
	return puzzle.Steps(), nil
}

// position returns the present position of an exercise.
func position(x *person.Exercise) (rules.Game, rules.Position, error) {
	g, err := rules.Lookup(x.Game)
	if err != nil {
		return rules.Game{}, nil, errUnreadable
	}
	p, err := g.Parse(x.Position)
	if err != nil {
		return rules.Game{}, nil, errUnreadable
	}
	return g, p, nil
}

// isTest reports whether the exercise tests what the person knows: without hints, and with
// one try.
func isTest(x *person.Exercise) bool { return x.Kind == kindPlace || x.Kind == kindCheck }

// isGame reports whether the exercise is a game to be played.
func isGame(x *person.Exercise) bool {
	return x.Kind == kindDemo || x.Kind == kindGame
}

// presentStep returns the present question of the open exercise.
func (v view) presentStep() (step teach.Step, err error) {
	all, err := steps(v.doc.Now)
	if err != nil {
		return teach.Step{}, err
	}
	if v.doc.Now.Step >= len(all) {
		return teach.Step{}, errUnreadable
	}
	return all[v.doc.Now.Step], nil
}

// setExercise begins an exercise.
func (e *execution) setExercise(x person.Exercise) {
	e.doc.Now = &x
	e.markChanged()
}

// countTry counts the first try at the open exercise, for its lesson or its date.
func (e *execution) countTry(right bool) {
	switch x := e.doc.Now; {
	case x.Kind == kindLesson:
		countLessonTry(e, right)
	case x.Kind == kindPlace:
		countPlacementTry(e, right)
	case x.Kind == kindCheck:
		countCheckTry(e, right)
	case x.Kind == kindDaily && right:
		e.doc.Day(x.Date).Answers += "1"
	case x.Kind == kindDaily:
		e.doc.Day(x.Date).Answers += "0"
	}
}

// miss records that the first try was wrong. In a lesson and in a daily the try counts at once, so
// that nobody avoids that by leaving the exercise.
func (e *execution) miss() {
	if x := e.doc.Now; !x.Missed {
		x.Missed = true
		e.countTry(false)
	}
}

// close ends the open exercise and counts it: in its series, its streak, its box or its lesson.
func (e *execution) close() {
	x := e.doc.Now
	x.Done = true
	if !x.Missed {
		e.countTry(true)
	}
	switch x.Kind {
	case kindDaily:
		countDay(e, x.Date)
	case kindPuzzle:
		if ending := rules.EndingOf(x.Ending); !x.Missed && !x.Twin && ending == rules.Normal {
			e.doc.Solved = &person.Solved{Game: x.Game, Position: x.Position}
		}
	case kindMine:
		moveToBox(e, x)
	case kindPage, kindDemo:
		e.doc.Lesson(x.Lesson).Read++
	}
}
