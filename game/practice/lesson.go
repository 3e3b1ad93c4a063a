package practice

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/person"
)

// lesson finds a lesson. The error is errUnreadable for a lesson that this version doesn't have.
func lesson(id string) (teach.Lesson, error) {
	l, ok := teach.LessonOf(id)
	if !ok {
		return teach.Lesson{}, errUnreadable
	}
	return l, nil
}

// pageKey returns the catalogue key of the open page's text.
func pageKey(x *person.Exercise) string {
	l, err := lesson(x.Lesson)
	if err != nil {
		return "practice.foreign"
	}
	return l.TextKey(fmt.Sprint("page-", x.Seed+1))
}

// pageSteps returns the questions of a page; a page without a board has none.
func pageSteps(x *person.Exercise) (teach.Exercise, error) {
	if x.Game == "" {
		return teach.Exercise{{Asks: asksNothing}}, nil
	}
	g, p, err := position(x)
	if err != nil {
		return nil, err
	}
	puzzle, err := teach.PuzzleOf(g, rules.EndingOf(x.Ending), teach.Find, p)
	if err == nil {
		return teach.Exercise{{Asks: teach.AsksMove, Puzzle: puzzle}}, nil
	}
	if puzzle.Position == nil {
		return nil, errUnreadable
	}
	return teach.Exercise{{Asks: teach.AsksOutcome, Puzzle: puzzle}}, nil
}

// learn lists the lessons, or opens one: "learn", "learn 4", "learn chomp".
func learn(e *execution) error {
	asked := strings.TrimPrefix(e.lowerRest(), "lesson ")
	if o := e.line.Options; o.Given("game") && asked == "" {
		asked = o.Game
	}
	switch asked {
	case "place", "find my place":
		return openPlacement(e)
	case "check", "what stuck":
		return openCheck(e)
	case "", "list":
		listLessons(e)
		return nil
	case "next":
		asked = nextLesson(e)
	}
	l, err := findLesson(e, asked)
	switch {
	case err != nil:
		return err
	case l.ID == "":
		teachByRules(e, asked)
		return nil
	}
	if x := e.doc.Now; x != nil && !x.Done && x.Lesson == l.ID {
		e.show()
		return nil
	}
	nextOfLesson(e, l.ID, nil)
	return nil
}

// nextLesson names the lesson with which the person goes on: the open one, else the first that they
// haven't passed, else the last.
func nextLesson(e *execution) string {
	if x := e.doc.Now; x != nil && !x.Done && x.Lesson != "" {
		return strings.TrimPrefix(lessonCommand(x.Lesson), "learn ")
	}
	all := lessonProgress(e.doc)
	i := slices.IndexFunc(all, func(m LessonProgress) bool { return !m.Passed && !m.Known })
	if i < 0 {
		i = len(all) - 1
	}
	return strconv.Itoa(all[i].Number)
}

// teachByRules teaches a game without a lesson: by its rule, its examples and its puzzles.
func teachByRules(e *execution, key string) {
	g, err := rules.Lookup(key)
	if err != nil {
		e.refuse(err)
		return
	}
	lines := append([]words.Text{words.New("learn.by-rules", "title", words.Title(key))}, e.rule(g, nil)...)
	m := e.tell(append(lines, words.New("learn.examples", "positions", strings.Join(g.Examples, "`, `")))...)
	m.Buttons = []dialog.Button{
		{Label: words.New("button.puzzle"), Command: "puzzle game:" + g.Key, Style: dialog.Primary},
		{Label: words.New("button.rules"), Command: "rules " + g.Key},
	}
}

// findLesson finds the lesson that a person asks for by a number or a game. For a game without a
// lesson, it returns a lesson without an ID.
func findLesson(e *execution, asked string) (teach.Lesson, error) {
	all := teach.Lessons()
	if number, err := strconv.Atoi(command.Digits(asked)); err == nil {
		if number < 1 || number > len(all) {
			return teach.Lesson{}, refuse("learn.no-such", "number", number, "count", len(all))
		}
		return all[number-1], nil
	}
	g, err := rules.LookupTyped(asked)
	if err != nil { // "turtles" in "mock turtles" was taken for another game's name
		if named := cmp.Or(e.h.Chat.Talk(e.locale).Exercise().GameNamed(e.line.Typed), command.OfFamily(asked)); named != "" {
			g, err = rules.Lookup(named)
		}
	}
	if err != nil {
		return teach.Lesson{}, refuse("learn.form", "part", command.Abridge(e.line.Rest), "count", len(all))
	}
	if l, ok := teach.LessonOf(g.Key); ok {
		return l, nil
	}
	return teach.Lesson{}, nil
}

// title returns the title of a lesson for use in a sentence.
func title(l teach.Lesson) words.Text {
	if l.Number > 0 {
		return words.New("learn.numbered", "number", l.Number, "title", words.New(l.TextKey("title")))
	}
	return words.Title(l.ID)
}

// listLessons lists the lessons, with a tick for each that was passed and a bar for each
// that was begun.
func listLessons(e *execution) {
	m := e.tell(words.New("learn.title"))
	all, next := teach.Lessons(), 0
	for i, l := range lessonProgress(e.doc) {
		key := "learn.open"
		switch {
		case l.Passed:
			key = "learn.passed"
		case l.Begun:
			key = "learn.begun"
		case l.Known:
			key = "learn.known"
		}
		if !l.Passed && !l.Known && next == 0 {
			next = l.Number
		}
		m.Lines = append(m.Lines, words.New(key, "number", l.Number, "title", l.Title, "bar", bar(masteryOf(e.lessonRecord(all[i].ID)))))
		b := lessonButton(words.New("button.lesson", "number", l.Number), all[i].ID)
		b.Style = dialog.Plain
		m.Buttons = append(m.Buttons, b)
	}
	m.Lines = append(m.Lines, words.New("learn.games"))
	m.Buttons = append(m.Buttons, testButtons(e)...)
	if next > 0 {
		m.Buttons[next-1].Style = dialog.Primary
	}
}

// testButtons returns the buttons of the tests below the list of lessons: the check if it is due,
// and the placement test as long as the person has passed no lesson.
func testButtons(e *execution) []dialog.Button {
	if checkUnavailable(e) == nil {
		return []dialog.Button{{Label: words.New("button.check"), Command: "learn check", Style: dialog.Primary}}
	}
	if slices.ContainsFunc(lessonProgress(e.doc), func(m LessonProgress) bool { return m.Passed }) {
		return nil
	}
	return []dialog.Button{{Label: words.New("button.place"), Command: "learn place", Style: dialog.Plain}}
}

// barLength is the length of a bar, in squares.
const barLength = 5

// bar draws the progress of a lesson's test.
func bar(m teach.Mastery) string {
	full := int(math.Round(m.Progress() * barLength))
	if full == barLength && m.Stage() != teach.Mastered {
		full--
	}
	return strings.Repeat("▰", full) + strings.Repeat("▱", barLength-full)
}

// lessonBar draws the progress of the open exercise's lesson.
func (v view) lessonBar() string { return bar(masteryOf(v.lessonRecord(v.doc.Now.Lesson))) }

// lessonRecord returns the record of a lesson without creating one.
func (v view) lessonRecord(id string) person.Lesson {
	for _, rec := range v.doc.Lessons {
		if rec.ID == id {
			return rec
		}
	}
	return person.Lesson{ID: id}
}

// masteryOf returns the state of a lesson's test.
func masteryOf(rec person.Lesson) teach.Mastery {
	return teach.Mastery{Evidence: rec.Evidence, Right: rec.Right, Last: rec.Last, Restarts: rec.Restarts}
}

// setMastery records the state of a lesson's test.
func setMastery(rec *person.Lesson, m teach.Mastery) {
	rec.Evidence, rec.Right, rec.Last, rec.Restarts = m.Evidence, m.Right, m.Last, m.Restarts
}

// countLessonTry counts the first try at the open exercise of a lesson.
func countLessonTry(e *execution, right bool) {
	x := e.doc.Now
	l, err := lesson(x.Lesson)
	if err != nil {
		return
	}
	rec := e.doc.Lesson(l.ID)
	m := masteryOf(*rec).Answered(l.Chance(l.Exercise(x.Seed)), right)
	setMastery(rec, m)
	rec.Asked++
	rec.Ready = rec.Ready || m.Stage() == teach.Mastered
}

// nextOfLesson opens what comes next in a lesson (a page, an exercise, or a game), or
// says that it is passed.
func nextOfLesson(e *execution, id string, said []words.Text) {
	l, err := lesson(id)
	if err != nil {
		e.refuse(e.closeUnreadable(err))
		return
	}
	rec := e.doc.Lesson(id)
	switch {
	case !rec.Ready && masteryOf(*rec).Stage() == teach.Refuted:
		setMastery(rec, masteryOf(*rec).Again())
		nextOfLesson(e, id, append(said, words.New("learn.again"), words.New(l.TextKey("again"))))
		return
	case rec.Read < len(l.Pages):
		openPage(e, l, rec.Read)
	case !rec.Ready:
		if rec.Seed == 0 {
			rec.Seed, rec.Asked = e.rng.Uint64()>>32+1, 0
		}
		e.setExercise(person.Exercise{Kind: kindLesson, Lesson: id, Seed: l.Series(rec.Seed, rec.Asked+1)[rec.Asked]})
	case rec.Wins < l.Wins:
		if x := e.doc.Now; x != nil && x.Kind == kindLesson {
			said = append(said, words.New("learn.bar-full", "bar", bar(masteryOf(*rec))))
		}
		said = append(said, words.New("learn.now-win", "wins", rec.Wins, "count", l.Wins, "level", words.New("level."+string(l.Level))))
		if err := openGame(e, l); err != nil {
			e.refuse(err)
			return
		}
	default:
		passLesson(e, l, rec, said)
		return
	}
	e.show(said...)
}

// pageHint returns the first hint on the open page: its own where the lesson's idea comes later,
// else that idea in other words.
func (v view) pageHint() []words.Text {
	if own := v.lessonText(fmt.Sprint("hint-", v.doc.Now.Seed+1)); own != nil {
		return own
	}
	return v.inOtherWords()
}

// isTaught reports whether the open exercise comes after its lesson's idea: it is the last page, or no page.
func (v view) isTaught() bool {
	x := v.doc.Now
	l, err := lesson(x.Lesson)
	return err != nil || x.Kind != kindPage || x.Seed+1 >= uint64(len(l.Pages))
}

// inOtherWords returns the idea of the open page in other words: those of its game, or for Nim
// those of the lesson.
func (v view) inOtherWords() []words.Text {
	if l, ok := teach.LessonOf(v.doc.Now.Game); ok && l.ID != rules.Default {
		return []words.Text{words.New(l.TextKey("again"))}
	}
	return v.lessonText("again")
}

// openPage opens page n of a lesson, counted from 0.
func openPage(e *execution, l teach.Lesson, n int) {
	p := l.Pages[n]
	x := person.Exercise{
		Kind: kindPage, Lesson: l.ID, Seed: uint64(n), Game: p.Game, Ending: p.Ending.String(), Position: p.Start,
	}
	if p.Demo {
		x.Kind, x.Start = kindDemo, p.Start
	}
	e.setExercise(x)
}

// passLesson marks a lesson as passed. Opening it again starts it over.
func passLesson(e *execution, l teach.Lesson, rec *person.Lesson, said []words.Text) {
	passed := cmp.Or(rec.Passed, store.UnixOf(e.now))
	*rec = person.Lesson{ID: l.ID, Passed: passed, Unknown: rec.Unknown}
	said = append(said, words.New("learn.lesson-passed", "title", title(l)))
	if again := l.TextKey("again"); e.words.Has(again) { // what to remember
		said = append(said, words.New(again))
	}
	if l.Number == 0 {
		endLesson(e, said, perfectGameButton(l))
		return
	}
	all := teach.Lessons()
	if l.Number < len(all) {
		endLesson(e, append(said, words.New("learn.what-next", "number", l.Number+1)),
			lessonButton(words.New("button.lesson", "number", l.Number+1), all[l.Number].ID), dialog.Button{Label: words.New("button.quick"), Command: "quick"})
		return
	}
	if open := slices.IndexFunc(lessonProgress(e.doc), func(m LessonProgress) bool { return !m.Passed }); open >= 0 {
		endLesson(e, append(said, words.New("learn.last-passed")), lessonButton(words.New("button.lesson", "number", open+1), all[open].ID))
		return
	}
	endLesson(e, append(said, words.New("learn.all-passed")), goalButtons()...)
}

// perfectGameButton returns the button that begins a game in public after the lesson of a game.
func perfectGameButton(l teach.Lesson) dialog.Button {
	return dialog.Button{Label: words.New("button.perfect-game"), Command: "start game:" + l.ID + " level:perfect", Style: dialog.Primary}
}

// endLesson closes the open exercise of a lesson and shows text, and buttons for what to
// do next.
func endLesson(e *execution, said []words.Text, next ...dialog.Button) {
	e.doc.Now = nil
	e.markChanged()
	m := e.tell(stacked(said))
	m.Buttons = append(next, dialog.Button{Label: words.New("button.lessons"), Command: "learn", Style: dialog.Plain})
}

// goalButtons returns the buttons after the last lesson. They carry no stamp because they are
// always valid.
func goalButtons() []dialog.Button {
	return []dialog.Button{
		{Label: words.New("button.perfect-game"), Command: "start level:perfect", Style: dialog.Primary},
		{Label: words.New("button.puzzle"), Command: "puzzle"},
		{Label: words.New("button.daily"), Command: "daily"},
	}
}

// lessonCommand opens a lesson.
func lessonCommand(id string) string {
	if l, ok := teach.LessonOf(id); ok && l.Number > 0 {
		return "learn " + strconv.Itoa(l.Number)
	}
	return "learn " + id
}

// lessonButton opens a lesson. It carries no stamp because it is always valid.
func lessonButton(label words.Text, id string) dialog.Button {
	return dialog.Button{Label: label, Command: lessonCommand(id), Style: dialog.Primary}
}
