package practice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimbot/chat"
	"nimbot/game"
	"nimbot/person"
	"nimbot/teach"
	"nimbot/typed"
	"nimbot/words"
)

// answer judges an answer to what is asked now, or shows the next step of a
// move.
func (s *session) answer(typedAnswer string) error {
	x := s.doc.Now
	if x == nil || x.Done {
		return s.nothingOpen()
	}
	if rest, ok := strings.CutPrefix(typedAnswer, typed.Step); ok && (rest == "" || rest[0] == ' ') {
		return s.showStep(rest)
	}
	if isGame(x) {
		return s.move(typedAnswer)
	}
	step, err := s.present()
	if err != nil {
		return s.foreign(err)
	}
	if s.plainly && step.Asks == asksToRead {
		return s.nothingOpen() // whatever was said, it was no answer
	}
	v, err := judge(step, typedAnswer)
	if err != nil {
		return err
	}
	if x.Kind == kindDaily && s.isOver(x.Date) {
		return refuse("daily.over")
	}
	if !x.Wrong {
		s.rate(step, v.right)
	}
	if v.right {
		s.right(step, v)
		return nil
	}
	s.wrong(step, v)
	return nil
}

// nothingOpen refuses an answer where nothing is asked.
func (s *session) nothingOpen() error { return refuse("practice.nothing-open") }

// foreign closes an exercise that this version can't read.
func (s *session) foreign(err error) error {
	s.h.Log.Info("an exercise of another version was closed", "error", err)
	s.doc.Now = nil
	s.changed()
	return refuse("practice.foreign")
}

// verdict is what there is to say about an answer.
type verdict struct {
	right bool
	move  game.Move // the answer, where it is one
	teach.Verdict
}

// judge reads an answer to a step. What can't be one is refused.
func judge(step teach.Step, answer string) (verdict, error) {
	switch step.Asks {
	case asksToRead:
		return verdict{right: true}, nil
	case teach.AsksOutcome:
		won, err := readOutcome(answer)
		return verdict{right: step.Puzzle.JudgeOutcome(won)}, err
	case teach.AsksMove:
		m, err := typed.ReadMove(step.Puzzle.Position, answer)
		if err != nil {
			return verdict{}, withExample(step.Puzzle.Position, err)
		}
		v, err := step.Puzzle.Judge(m)
		return verdict{right: v.Right, move: m, Verdict: v}, err
	case teach.AsksOrder:
		numbers, err := readNumbers(answer)
		if err != nil || len(numbers) != len(step.Given) {
			return verdict{}, refuse("practice.order-form", "part", abridged(answer))
		}
		for i, n := range numbers {
			if n < 1 || n > uint64(len(step.Given)) {
				return verdict{}, refuse("practice.order-form", "part", abridged(answer))
			}
			numbers[i] = step.Given[n-1]
		}
		return verdict{right: step.JudgeNumbers(numbers)}, nil
	}
	numbers, err := readNumbers(answer)
	return verdict{right: step.JudgeNumbers(numbers)}, err
}

// withExample gives a refused move an example that works here.
func withExample(p game.Position, err error) error {
	t, ok := refusalOf(err)
	if !ok {
		return err
	}
	example := fmt.Sprint(t.Args.Value("example"))
	if t.Args.Value("example") == nil {
		example = string(anyMove(p))
	}
	t.Args = append(t.Args, "example", "answer "+example)
	return &refused{t}
}

// anyMove is some legal move of p.
func anyMove(p game.Position) game.Move {
	for m := range p.Moves() {
		return m
	}
	return ""
}

// The words for an outcome.
var (
	wonWords  = []string{"won", "win", "wins", "winning", "w", "n"}
	lostWords = []string{"lost", "lose", "loses", "losing", "loss", "l", "p"}
)

func readOutcome(answer string) (won bool, err error) {
	answer = strings.ToLower(strings.Trim(answer, " .!?'\""))
	switch {
	case slices.Contains(wonWords, answer):
		return true, nil
	case slices.Contains(lostWords, answer):
		return false, nil
	}
	return false, refuse("practice.outcome-form", "part", abridged(answer))
}

// noneWords stand for no number at all.
var noneWords = []string{"none", "nothing", "nil", "-", "empty"}

// mostNumbers bounds what is read as an answer.
const mostNumbers = 64

// readNumbers reads "8 4 1", "8+4+1" and "8, 4 and 1".
func readNumbers(answer string) ([]uint64, error) {
	lower := strings.ToLower(strings.TrimSpace(answer))
	if slices.Contains(noneWords, lower) {
		return nil, nil
	}
	fields := strings.FieldsFunc(lower, func(r rune) bool { return strings.ContainsRune(" ,;+⊕=", r) })
	var numbers []uint64
	for _, f := range fields {
		if f == "and" {
			continue
		}
		n, err := strconv.ParseUint(f, 10, 32)
		if err != nil || len(numbers) == mostNumbers {
			return nil, refuse("practice.numbers-form", "part", abridged(answer))
		}
		numbers = append(numbers, n)
	}
	if len(numbers) == 0 {
		return nil, refuse("practice.numbers-form", "part", abridged(answer))
	}
	return numbers, nil
}

// right goes on to the next step, or ends the exercise.
func (s *session) right(step teach.Step, v verdict) {
	x := s.doc.Now
	s.changed()
	said := s.praise(step, v)
	all, err := steps(x)
	if err == nil && x.Step+1 < len(all) {
		x.Step, x.Wrong = x.Step+1, false
		s.show(said...)
		return
	}
	s.close()
	s.goOn(said)
}

// wrong refutes an answer. Where there is another try it is asked for; else the
// working is shown.
func (s *session) wrong(step teach.Step, v verdict) {
	x := s.doc.Now
	again := !x.Wrong && step.Asks != teach.AsksOutcome && x.Kind != kindDaily
	if x.Kind != kindPage {
		s.miss()
	}
	x.Wrong = true
	s.changed()
	said := []words.Text{refutation(step, v)}
	if again {
		s.show(append(said, text("practice.once-more"))...)
		return
	}
	s.solved(step, said...)
}

// solve gives up: it shows the working, and the answer counts as wrong.
func (s *session) solve() error {
	x := s.doc.Now
	switch {
	case x == nil || x.Done:
		return s.nothingOpen()
	case isGame(x):
		return s.help()
	}
	step, err := s.present()
	if err != nil {
		return s.foreign(err)
	}
	if step.Asks != asksToRead && x.Kind != kindPage {
		if !x.Wrong {
			s.rate(step, false)
		}
		s.miss()
	}
	s.changed()
	s.solved(step)
	return nil
}

// solved ends the exercise with the working of its present step.
func (s *session) solved(step teach.Step, said ...words.Text) {
	s.close()
	m := s.tellSolution(step, said)
	m.Lines = append(m.Lines, s.ratingText()...)
	m.Buttons = s.afterwards()
}

// skip leaves a puzzle that nobody has to answer for another one.
func (s *session) skip() error {
	x := s.doc.Now
	switch {
	case x == nil:
		return s.nothingOpen()
	case x.Kind == kindPuzzle:
		return s.newPuzzle(x.Game, game.EndingOf(x.Ending))
	case x.Kind == kindMine:
		return s.skipMine(x)
	case isGame(x):
		return s.restart(x)
	}
	return refuse("practice.no-skip")
}

// goOn shows what comes after an exercise that was answered rightly: the next
// of a row, or what can be done now.
func (s *session) goOn(said []words.Text) {
	switch x := s.doc.Now; x.Kind {
	case kindPage, kindLesson:
		s.nextOfLesson(x.Lesson, said)
	case kindDaily:
		s.nextOfDay(x.Date, said)
	default:
		s.showDone(x, said)
	}
}

// showDone shows an exercise that is over and stands alone.
func (s *session) showDone(x *person.Exercise, said []words.Text) {
	m := s.tell(append([]words.Text{stacked(said)}, s.ratingText()...)...)
	m.Open = false
	if _, p, err := position(x); err == nil {
		d := p.Diagram()
		m.Diagram = &d
	}
	m.Buttons = s.afterwards()
}

// afterwards are the buttons below an exercise that is over.
func (s *session) afterwards() []chat.Button {
	x := s.doc.Now
	switch x.Kind {
	case kindPuzzle:
		return []chat.Button{s.button(text("button.next-puzzle"), chat.Primary, s.puzzleCommand(x))}
	case kindMine:
		return []chat.Button{s.button(text("button.next"), chat.Primary, "puzzle mine")}
	case kindDaily:
		return []chat.Button{s.button(text("button.next"), chat.Primary, "daily")}
	case kindRetry:
		return []chat.Button{s.button(text("button.again"), chat.Plain, "skip")}
	}
	return []chat.Button{s.button(text("button.next"), chat.Primary, "learn", strconv.Itoa(x.Lesson))}
}
