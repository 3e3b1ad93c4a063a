package practice

import (
	"slices"
	"strconv"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
)

// praise says that an answer is right, and in one line why. asksMoveNext reports whether the question
// for the move comes next.
func (v view) praise(step teach.Step, judged verdict, asksMoveNext bool) []words.Text {
	p := step.Puzzle
	switch step.Asks {
	case asksNothing:
		return nil
	case teach.AsksMove:
		return append([]words.Text{words.New("practice.right-move", "do", words.Do(p.Position, judged.move))}, v.verification(p, judged.move)...)
	case teach.AsksOutcome:
		if p.Outcome == rules.N {
			return []words.Text{words.New("practice.right-won", "move", asksMoveNext)}
		}
		return append([]words.Text{words.New("practice.right-lost")}, v.verification(p, "")...)
	}
	answer := rightAnswer(step)
	if step.Asks == teach.AsksPiles { // in the order in which it was typed
		answer = formatNumbers(judged.numbers)
	}
	right := append([]words.Text{words.New("practice.right-numbers", "answer", answer)}, countedMoves(step)...)
	if step.Asks == teach.AsksOrder {
		right = append(right, v.howToFind(step)...)
	}
	return right
}

// teacher returns a teacher of the position that a step asks about. The error is that of
// solve.Analyze; a step of the open exercise has none, because presentStep solved its position.
func (v view) teacher(p teach.Puzzle) (explain.Teacher, error) {
	a, err := solve.Analyze(p.Position, p.Ending)
	return explain.Teacher{Analysis: a, Words: v.words, Key: p.Game.Key}, err
}

// verification returns the last lines of a working: why move m wins, or why every move loses. There are
// none before the lesson that introduces the nim-sum, or if the position can't be solved.
func (v view) verification(p teach.Puzzle, m rules.Move) []words.Text {
	teacher, err := v.teacher(p)
	switch {
	case err != nil || v.isBeforeNimSum():
		return nil
	case v.isNewcomersDaily():
		return teacher.Plainly(m)
	}
	return teacher.Check(m)
}

// lessonText returns the own sentence for a key of the lesson that the open exercise belongs to, if there
// is one. An exercise must be open.
func (v view) lessonText(key string, args ...any) []words.Text {
	l, err := lesson(v.doc.Now.Lesson)
	if err != nil {
		return nil
	}
	if key = l.TextKey(key); !v.words.Has(key) {
		return nil
	}
	return []words.Text{words.New(key, args...)}
}

// mostWorded is how many of the counted moves are listed.
const mostWorded = 6

// countedMoves lists the moves that were to be counted, in a step that asks to count them.
func countedMoves(step teach.Step) []words.Text {
	all := step.Puzzle.Winning
	if step.Topic != teach.Counting || len(all) == 0 {
		return nil
	}
	var moves []words.Text
	for _, m := range all[:min(len(all), mostWorded)] {
		moves = append(moves, words.Do(step.Puzzle.Position, m))
	}
	return []words.Text{words.New("lesson.moves", "count", len(all), "moves", moves)}
}

// howToFind returns the sentence that says how to find the numbers of a step.
func (v view) howToFind(step teach.Step) []words.Text {
	key := v.words.KeyFor(topicKey("because", step), step.Puzzle.Game.Key)
	if !v.words.Has(key) || step.Topic == teach.Counting && !hasEqualPiles(step.Puzzle.Position) {
		return nil
	}
	return []words.Text{words.New(key, v.numberArgs(step)...)}
}

// hasEqualPiles reports whether two piles of a position have the same size, and aren't empty.
func hasEqualPiles(p rules.Position) bool {
	seen := map[uint64]bool{}
	for _, r := range p.Diagram().Rows {
		if r.Count > 0 && seen[r.Count] {
			return true
		}
		seen[r.Count] = true
	}
	return false
}

// nimSumLesson is the number of the first lesson that may mention the nim-sum.
const nimSumLesson = 5

// isBeforeNimSum reports whether the open exercise belongs to a lesson before the nim-sum is
// introduced.
func (v view) isBeforeNimSum() bool {
	x := v.doc.Now
	if x == nil {
		return false
	}
	l, err := lesson(x.Lesson)
	return err == nil && 0 < l.Number && l.Number < nimSumLesson
}

// isNewcomersDaily reports whether a position of the day is open for who hasn't passed the lesson that introduces
// the nim-sum. They are told in bundles why a move wins, as hints do.
func (v view) isNewcomersDaily() bool {
	return v.doc.Now != nil && v.doc.Now.Kind == kindDaily && nimSumPassedAt(v.doc) == 0
}

// refutation says why the judged move is wrong, or that another answer is.
func refutation(step teach.Step, judged verdict) words.Text {
	switch step.Asks {
	case teach.AsksMove:
		return explain.Refuted(step.Puzzle.Position, judged.move, judged.Verdict)
	case teach.AsksOutcome:
		if step.Puzzle.Outcome == rules.N {
			return words.New("practice.wrong-won")
		}
		return words.New("practice.wrong-lost")
	}
	return words.New("practice.wrong-numbers")
}

// reasons say why an answer is wrong: the first number that is, or what a move leaves.
func (v view) reasons(step teach.Step, judged verdict) []words.Text {
	answer := step.Answer()
	switch step.Asks {
	case teach.AsksMove:
		lines := []words.Text{refutation(step, judged)}
		if teacher, err := v.teacher(step.Puzzle); err == nil && !v.isBeforeNimSum() && !v.isNewcomersDaily() {
			if left, ok := teacher.Left(judged.move); ok {
				lines = append(lines, left)
			}
		}
		return lines
	case teach.AsksNumbers:
		i := 0
		for judged.numbers[i] == answer[i] {
			i++
		}
		wrong := words.New("practice.why-number", "index", i+1, "number", strconv.FormatUint(judged.numbers[i], 10))
		return append([]words.Text{wrong}, v.howToFind(step)...)
	case teach.AsksPiles:
		extra := ""
		for _, n := range judged.numbers {
			if !slices.Contains(answer, n) && n > 0 {
				extra = strconv.FormatUint(n, 10)
			}
		}
		return append([]words.Text{words.New("practice.why-piles", "number", extra)}, v.howToFind(step)...)
	}
	return []words.Text{refutation(step, judged)}
}

// solution returns the message that shows a step with its solution and the working, below what is said.
func (v view) solution(step teach.Step, said []words.Text) (m dialog.Message) {
	switch step.Asks {
	case teach.AsksMove, teach.AsksOutcome:
		return v.solvedPosition(step.Puzzle, said)
	case asksNothing:
		m.Lines = []words.Text{words.New(pageKey(v.doc.Now))}
	default:
		if p := step.Puzzle.Position; p != nil {
			m.Diagram = v.diagram(p)
		}
		m.Lines = append(said, words.New("practice.solution-numbers", "answer", rightAnswer(step)))
		m.Lines = slices.Concat(m.Lines, countedMoves(step), v.howToFind(step))
		if all := step.Puzzle.Winning; step.Topic == teach.Counting && len(all) > 0 {
			m.Lines = append(m.Lines, v.verification(step.Puzzle, all[0])...)
			m.Diagram = v.moved(step.Puzzle.Position, all[0]) // the first is shown
		}
		if step.Adds {
			m.Working = inColumns(step.Given)
		}
	}
	return m
}

// moved returns the board after the move m, which is marked.
func (v view) moved(p rules.Position, m rules.Move) *rules.Diagram {
	q, err := p.Play(m)
	if err != nil {
		return v.diagram(p)
	}
	d := v.diagram(q)
	if marked, ok := p.(rules.Marked); ok {
		d.Marks = marked.Marks(m)
	}
	return d
}

// solvedPosition returns the message that shows a position with the best move, or that it is lost, and
// why, below what is said.
func (v view) solvedPosition(p teach.Puzzle, said []words.Text) dialog.Message {
	teacher, err := v.teacher(p)
	if err != nil {
		return dialog.Message{Lines: said}
	}
	m := dialog.Message{Diagram: v.diagram(p.Position)}
	best := rules.Move("")
	key := "practice.solution"
	if v.asked {
		key = "practice.solved"
	}
	solution := words.New(key+"-lost", v.positionArgs(p)...)
	if teacher.Outcome == rules.N {
		best = teacher.Best()
		solution = words.New(key, append(v.positionArgs(p), "do", words.Do(p.Position, best))...)
		m.Diagram = v.moved(p.Position, best)
	}
	switch {
	case teacher.Method == solve.BySearch: // a refutation of natural moves explains more than "all moves were searched"
		told := teacher.Tell(stacked(append(said, solution)))
		m.Lines, m.Working = told.Lines, told.Working
	case v.isBeforeNimSum() || v.isNewcomersDaily():
		m.Lines = append([]words.Text{stacked(append(said, solution))}, teacher.Plainly(best)...)
		if d := teacher.InBundles(best); d != nil && v.isNewcomersDaily() {
			m.Diagram = d
			m.Lines = append(m.Lines, words.New("lesson.balance.why", "won", false))
		}
		if v.isBeforeNimSum() && v.isTaught() {
			m.Lines = append(m.Lines, v.lessonText("why", "won", teacher.Outcome == rules.N)...)
		}
	default:
		work := teacher.Working(best)
		lines := v.words.Working(p.Game.Key, work)
		if end := len(lines) - 1; teacher.Outcome == rules.P && end >= 0 { // the reason why the position is lost comes first
			solution = words.New("sentences", "first", solution, "second", lines[end])
			lines = lines[:end]
		}
		m.Lines = slices.Concat([]words.Text{stacked(append(said, solution))}, teacher.Plainly(best), lines)
		if work.Adds() {
			m.Working = &work
		}
	}
	return m
}
