package practice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimbot/exchange"
	"nimbot/game"
	"nimbot/person"
	"nimbot/store"
	"nimbot/teach"
	"nimbot/typed"
	"nimbot/words"
)

// lesson finds a lesson; one that this version doesn't have is errForeign.
func lesson(number int) (teach.Lesson, error) {
	all := teach.Lessons()
	if number < 1 || number > len(all) {
		return teach.Lesson{}, errForeign
	}
	return all[number-1], nil
}

// pageKey is the catalogue key of the open page's text.
func pageKey(x *person.Exercise) string {
	l, err := lesson(x.Lesson)
	if err != nil {
		return "practice.foreign"
	}
	return fmt.Sprint("lesson.", l.ID, ".page-", x.Seed+1)
}

// pageSteps returns the questions of a page; a page without a board has none.
func pageSteps(x *person.Exercise) (teach.Exercise, error) {
	if x.Game == "" {
		return teach.Exercise{{Asks: asksToRead}}, nil
	}
	g, p, err := position(x)
	if err != nil {
		return nil, err
	}
	puzzle, err := teach.PuzzleOf(g, game.EndingOf(x.Ending), teach.Find, p)
	if err == nil {
		return teach.Exercise{{Asks: teach.AsksMove, Puzzle: puzzle}}, nil
	}
	if puzzle.Position == nil {
		return nil, errForeign
	}
	return teach.Exercise{{Asks: teach.AsksOutcome, Puzzle: puzzle}}, nil
}

// lessons is the command of the course.
type lessons struct{ *session }

// learn lists the lessons, or goes on with one: "learn", "learn 4".
func (s lessons) learn() error {
	rest := s.beyond()
	if rest == "" || rest == "list" {
		s.listLessons()
		return nil
	}
	number, err := strconv.Atoi(typed.Digits(strings.TrimPrefix(rest, "lesson ")))
	if err != nil {
		return refuse("learn.form", "part", abridged(s.line.Rest), "count", len(teach.Lessons()))
	}
	if _, err := lesson(number); err != nil {
		return refuse("learn.no-such", "number", number, "count", len(teach.Lessons()))
	}
	if x := s.doc.Now; x != nil && !x.Done && x.Lesson == number {
		s.show()
		return nil
	}
	s.nextOfLesson(number, nil)
	return nil
}

// listLessons lists the lessons, with a tick for each that was passed.
func (s lessons) listLessons() {
	m := s.tell(text("learn.title"))
	next := 0
	for _, l := range path(s.doc) {
		key := "learn.open"
		switch {
		case l.Passed:
			key = "learn.passed"
		case l.Begun:
			key = "learn.begun"
		}
		if !l.Passed && next == 0 {
			next = l.Number
		}
		m.Lines = append(m.Lines, text(key, "number", l.Number, "title", l.Title))
		b := lessonButton(text("button.lesson", "number", l.Number), l.Number)
		b.Style = exchange.Plain
		m.Buttons = append(m.Buttons, b)
	}
	if next > 0 {
		m.Buttons[next-1].Style = exchange.Primary
	}
}

// lessonSoFar returns the record of a lesson without creating one.
func (v view) lessonSoFar(number int) person.Lesson {
	for _, rec := range v.doc.Lessons {
		if rec.Number == number {
			return rec
		}
	}
	return person.Lesson{Number: number}
}

// nextOfLesson opens what comes next in a lesson (a page, an exercise of the block, or a
// game), or says that it is passed.
func (s lessons) nextOfLesson(number int, said []words.Text) {
	l, err := lesson(number)
	if err != nil {
		s.refuse(s.foreign(err))
		return
	}
	rec := s.doc.Lesson(number)
	full := len(rec.Block) == teach.BlockSize
	switch {
	case rec.Read < len(l.Pages):
		s.openPage(l, rec.Read)
	case full && !passedBlock(rec.Block):
		said = append(said, text("learn.block-failed", "right", strings.Count(rec.Block, "1"), "count", teach.BlockSize, "mark", teach.PassMark))
		if rec.Block, rec.Failed = "", rec.Failed+1; rec.Failed > person.MaxFailed {
			rec.Seed, rec.Failed = 0, 0
		}
		s.endLesson(said, lessonButton(text("button.new-block"), number))
		return
	case !full:
		if rec.Seed == 0 {
			rec.Seed = s.rng.Uint64()>>32 + 1
		}
		n := rec.Failed*teach.BlockSize + len(rec.Block)
		s.open(person.Exercise{Kind: kindLesson, Lesson: number, Seed: l.Row(rec.Seed, n+1)[n]})
	case rec.Wins < l.Wins:
		said = append(said, text("learn.now-win", "wins", rec.Wins, "count", l.Wins))
		if err := privateGame(s).openGame(l); err != nil {
			s.refuse(err)
			return
		}
	default:
		s.passLesson(l, rec, said)
		return
	}
	s.show(said...)
}

// beyondTable adds that the table just filled in must be continued, if a part of the
// position is larger.
func (v view) beyondTable(step teach.Step) []words.Text {
	all, err := steps(v.doc.Now)
	n := v.doc.Now.Step
	if err != nil || n == 0 || step.Asks != teach.AsksMove || all[n-1].Asks != teach.AsksNumbers {
		return nil
	}
	last, largest := slices.Max(all[n-1].Given), uint64(0)
	for _, row := range step.Puzzle.Position.Diagram().Rows {
		largest = max(largest, row.Count)
	}
	if largest <= last {
		return nil
	}
	return v.ofLesson("beyond", step, "last", last, "largest", largest)
}

// openPage opens page n of a lesson, counted from 0.
func (s lessons) openPage(l teach.Lesson, n int) {
	p := l.Pages[n]
	x := person.Exercise{
		Kind: kindPage, Lesson: l.Number, Seed: uint64(n), Game: p.Game, Ending: p.Ending.String(), Position: p.Start,
	}
	if p.Demo {
		x.Kind, x.Start = kindDemo, p.Start
	}
	s.open(x)
}

// passedBlock reports whether a block is passed.
func passedBlock(block string) bool {
	right := make([]bool, len(block))
	for i := range block {
		right[i] = block[i] == '1'
	}
	return teach.Passed(right)
}

// passLesson marks a lesson as passed. Opening it again starts it over.
func (s lessons) passLesson(l teach.Lesson, rec *person.Lesson, said []words.Text) {
	if rec.Passed == 0 {
		rec.Passed = store.UnixOf(s.now)
	}
	rec.Read, rec.Block, rec.Seed, rec.Failed, rec.Wins = 0, "", 0, 0, 0
	said = append(said, text("learn.lesson-passed", "number", l.Number, "title", text("lesson."+l.ID+".title")))
	if next := l.Number + 1; next <= len(teach.Lessons()) {
		s.endLesson(said, lessonButton(text("button.lesson", "number", next), next))
		return
	}
	if open := slices.IndexFunc(path(s.doc), func(m Mark) bool { return !m.Passed }); open >= 0 {
		s.endLesson(append(said, text("learn.last-passed")), lessonButton(text("button.lesson", "number", open+1), open+1))
		return
	}
	s.endLesson(append(said, text("learn.all-passed")), goals()...)
}

// endLesson closes the open exercise of a lesson and shows text, and buttons for what to
// do next.
func (s lessons) endLesson(said []words.Text, next ...exchange.Button) {
	s.doc.Now = nil
	s.changed()
	m := s.tell(stacked(said))
	m.Buttons = append(next, exchange.Button{Label: text("button.lessons"), Command: "learn", Style: exchange.Plain})
}

// goals suggest what to do after the last lesson. They carry no stamp because they are
// always valid.
func goals() []exchange.Button {
	return []exchange.Button{
		{Label: text("button.perfect-game"), Command: "start level:perfect", Style: exchange.Primary},
		{Label: text("button.puzzle"), Command: "puzzle"},
		{Label: text("button.daily"), Command: "daily"},
	}
}

// lessonButton opens a lesson. It carries no stamp because it is always valid.
func lessonButton(label words.Text, number int) exchange.Button {
	return exchange.Button{Label: label, Command: "learn " + strconv.Itoa(number), Style: exchange.Primary}
}
