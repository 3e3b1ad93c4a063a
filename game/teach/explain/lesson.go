package explain

import (
	"slices"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/words"
)

// Lesson returns the textbook explanation of the position, independent of whose turn it
// is: the position, who wins it, its Grundy value and, while there is a move, the
// working. In a won position the working also shows what the move t.Best() does.
func (t Teacher) Lesson() Explanation {
	d := t.Position.Diagram()
	out := told(
		words.New("lesson.position", "position", words.Position(t.Key, t.Position, &d), "aim", t.Words.Aim(t.Key, t.Ending.String())),
		t.lessonOutcome(),
	)
	if t.HasGrundy {
		out.Lines = append(out.Lines, words.New("lesson.grundy", "value", t.Grundy))
	}
	if rules.Over(t.Position) {
		return out
	}
	best := rules.Move("")
	if t.Outcome == rules.N {
		best = t.Best()
	}
	work := t.Analysis.Working(best)
	out.Lines = append(out.Lines, t.Words.Working(t.Key, work)...)
	if work.Adds() {
		out.Working = &work
	}
	return out
}

// Check returns the last lines of a working: why the move m wins, or why every move loses.
// A search gives no reason, but the move may leave a position that is known to be lost.
func (t Teacher) Check(m rules.Move) []words.Text {
	if after, err := t.Position.Play(m); err == nil && t.Method == solve.BySearch {
		shape, lost := strings.CutSuffix(t.known("fact", after), "-lost")
		if key := shape + "-won"; lost && t.Words.Has(key) {
			return []words.Text{words.New(key, "move", string(m))}
		}
	}
	work := t.Analysis.Working(m)
	lines := t.Words.Working(t.Key, work)
	end := 1
	if work.After != nil { // the lines after the check make no sense without it
		end += len(work.After.Then)
	}
	return withMoveInWords(lines[max(0, len(lines)-end):], t.Position, m)
}

// withMoveInWords words the move m of p in the lines of a check: "B6" reads as if the check were of B = 6.
func withMoveInWords(lines []words.Text, p rules.Position, m rules.Move) []words.Text {
	lines = slices.Clone(lines)
	for i, l := range lines {
		if strings.HasPrefix(l.Key, "working.after") {
			lines[i].Args = append(slices.Clone(l.Args), "move", words.Move("do", words.Person{}, p, m))
		}
	}
	return lines
}

// Left says what the wrong move m leaves: a nim-sum that isn't 0. ok is false where no nim-sum decides, and in misère
// play, where it may be 0.
func (t Teacher) Left(m rules.Move) (left words.Text, ok bool) {
	for _, check := range t.Check(m) {
		if check.Key == "working.after" && t.Ending == rules.Normal {
			check.Key = "practice.why-sum"
			return check, true
		}
	}
	return words.Text{}, false
}

// GaveAway says that the player's move m from t's position, in a turn, gave the win away, and why: what it left or,
// where no nim-sum decides, how it can be answered. The error is that of solve.Analyze.
func (t Teacher) GaveAway(m rules.Move, turn int) ([]words.Text, error) {
	said := []words.Text{words.New("explain.gave-away", "move", m, "turn", rules.MoveNumber(turn))}
	if left, ok := t.Left(m); ok {
		return append(said, left), nil
	}
	q, err := t.Position.Play(m)
	if err != nil {
		return nil, err
	}
	a, err := solve.Analyze(q, t.Ending)
	if err != nil {
		return nil, err
	}
	reply := Teacher{a, t.Words, t.Key}.Best()
	return append(said, words.New("answer.by-anybody",
		"do", words.Move("do", words.Person{}, t.Position, m), "answer", words.Move("do", words.Person{}, q, reply))), nil
}

func (t Teacher) lessonOutcome() words.Text {
	won, over := t.Outcome == rules.N, rules.Over(t.Position)
	switch {
	case won && over:
		return words.New("lesson.won-already")
	case over:
		return words.New("lesson.lost-already")
	case won:
		return words.New("lesson.won")
	}
	return words.New("lesson.lost")
}

// Refuted says how the opponent answers the wrong move m from p; v is the verdict on m.
func Refuted(p rules.Position, m rules.Move, v teach.Verdict) words.Text {
	do := words.Move("do", words.Person{}, p, m)
	if v.Refutation == "" {
		return words.New("practice.wrong-over", "do", do)
	}
	key := "practice.wrong-move"
	if end, err := v.After.Play(v.Refutation); err == nil && rules.Over(end) {
		key = "practice.wrong-last"
	}
	return words.New(key, "do", do, "reply", words.Move("do", words.Person{}, v.After, v.Refutation))
}
