package explain_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
)

// drawn draws n starts of a game, won and lost ones.
func drawn(t *testing.T, g rules.Game, e rules.Ending, n int) (starts []rules.Position) {
	t.Helper()
	r := rand.New(rand.NewPCG(7, uint64(e)))
	for range n {
		p, err := g.Begin(g.Random(r, e), e)
		if err != nil {
			t.Fatal(err)
		}
		starts = append(starts, p)
	}
	return starts
}

// told returns every line that a teacher says about a position: the hints, the textbook's
// explanation, and the one without a move.
func told(teacher explain.Teacher, bot solve.Level) (lines []words.Text) {
	for step := 1; step <= 3; step++ {
		lines = append(lines, teacher.Hint(step, explain.Turn{Bot: bot}).Lines...)
	}
	lines = append(lines, teacher.Lesson().Lines...)
	return append(lines, teacher.ShowPosition(words.New("explain.won")).Lines...)
}

// What a teacher says of misère play is true at the position at which it is said: each rule wins
// where it is told, the hint's move follows it, and each answer is the solver's.
func TestTheSentencesOfMisereAreTrue(t *testing.T) {
	slowtest.Sequential(t)
	w := catalogue(t)
	check := func(g rules.Game, p rules.Position) {
		teacher := explain.Teacher{Analysis: analyze(t, p, rules.Misere), Words: w, Key: g.Key}
		for _, line := range told(teacher, solve.Perfect) {
			if why := untrue(t, teacher, line); why != "" {
				t.Errorf("%s %s, misère: %q: %s", g.Key, p, w.Say(line, words.Voice{Command: "/nim"}), why)
			}
		}
	}
	for _, g := range rules.Games() {
		if !g.Offers(rules.Misere) {
			continue
		}
		for _, start := range drawn(t, g, rules.Misere, slowtest.Sizes(10, 60, 500)) {
			check(g, start)
			for p := start; slowtest.Wanted() && !rules.Over(p); { // the game that the hint and the best resistance play
				check(g, p)
				var err error
				if p, err = p.Play(explain.Teacher{Analysis: analyze(t, p, rules.Misere)}.Best()); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for _, c := range [][2]string{
		{"ruler", "1 3 6"}, {"stairs", "1 2 1"}, {"stairs", "1 0 1"}, {"pass", "2 2"}, {"subtraction", "6 5 {1-3}"},
		{"subtraction", "4 4 {1-3}"}, {"lasker", "6"}, {"moore", "3 1 1 k2"}, {"one-or-all", "3 5"}, {"kayles", "4 5"},
	} {
		check(beginAt(t, c[0], c[1], rules.Misere))
	}
}

// endings returns the moves that leave nothing that counts above one, those of them after which
// the number of ones loses for the opponent, and the moves that leave a sum of 0.
func endings(p rules.Position) (all, right, zero []rules.Move) {
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			continue
		}
		counts, base := values(q), 2
		if isMoore(q) {
			counts, base = sizes(q), baseOf(q)
		}
		if slices.Max(append(counts, 0)) <= 1 {
			all = append(all, m)
			if total(counts)%base == 1 {
				right = append(right, m)
			}
		}
		if balanced(q) {
			zero = append(zero, m)
		}
	}
	return all, right, zero
}

func balanced(p rules.Position) bool {
	if isMoore(p) {
		return columnsAreRight(p)
	}
	if s, ok := p.(rules.Sum); ok {
		g := uint64(0)
		for i := range s.Parts() {
			g ^= s.Value(i).Grundy
		}
		return g == 0
	}
	g, _ := solve.Grundy(p)
	return g == 0
}

// isMoore reports whether columns that are added modulo another number than 2 decide.
func isMoore(p rules.Position) bool {
	_, sum := p.(rules.Sum)
	return !sum && strings.Contains(p.String(), "k")
}

// untrue says what is wrong with a line about a position; "" if nothing is.
func untrue(t *testing.T, teacher explain.Teacher, line words.Text) string {
	p := teacher.Position
	all, right, zero := endings(p)
	winning := slices.Collect(teacher.Winning())
	follow := func(rule []rules.Move) string {
		if teacher.Outcome == rules.P {
			rule = append(rule, "") // no move can follow it
			return map[bool]string{false: "a lost position has a move that follows the rule"}[len(rule) == 1]
		}
		for _, m := range rule {
			if !slices.Contains(winning, m) {
				return "the rule's move " + string(m) + " loses"
			}
		}
		if !slices.Contains(rule, teacher.Best()) {
			return "the hint's move " + string(teacher.Best()) + " doesn't follow the rule"
		}
		return ""
	}
	switch line.Key {
	case "method.tame", "method.tame.values", "method.moore-misere", "method.tame.sum":
		if len(all) > 0 {
			return follow(right)
		}
		return follow(zero)
	case "method.tame.ending", "method.tame.ending.values", "question.ones", "question.ones.moore", "method.tame.ending.sum", "question.ones.sum":
		if len(all) == 0 {
			return "no move leaves nothing above one"
		}
		return follow(right)
	case "method.tame-end", "method.tame-end.values", "method.moore-end", "method.tame-end.sum":
		if len(all) == 0 && len(winning) > 0 {
			return "no move leaves nothing above one"
		}
		for _, m := range all {
			if slices.Contains(right, m) != slices.Contains(winning, m) {
				return "not what decides after " + string(m)
			}
		}
	case "fact.odd-ones", "working.after-tame-end", "working.after-tame-end.values":
		if !slices.Contains(right, teacher.Best()) {
			return "the hint's move leaves something else"
		}
	case "hint.won":
		return untrue(t, teacher, words.New(questionOf(explain.Explanation{Lines: []words.Text{line}})))
	}
	if strings.HasPrefix(line.Key, "answer.") {
		return wrongAnswer(t, teacher, line)
	}
	return ""
}

// wrongAnswer says what is wrong with "If you …, I …".
func wrongAnswer(t *testing.T, teacher explain.Teacher, line words.Text) string {
	before := teacher.Position
	if line.Key == "answer.by-you" { // after the hint's move
		before, _ = before.Play(teacher.Best())
	}
	moves := map[string]rules.Move{}
	for i := 0; i+1 < len(line.Args); i += 2 {
		if said, ok := line.Args[i+1].(words.Text); ok {
			for j := 0; j+1 < len(said.Args); j += 2 {
				if m, ok := said.Args[j+1].(rules.Move); ok && said.Args[j] == "move" {
					moves[line.Args[i].(string)] = m
				}
			}
		}
	}
	q, err := before.Play(moves["do"])
	if err != nil {
		return err.Error()
	}
	after, err := q.Play(moves["answer"])
	if err != nil {
		return err.Error()
	}
	if analyze(t, after, teacher.Ending).Outcome != rules.P {
		return "the answer loses"
	}
	if m, _ := solve.Choose(q, teacher.Ending, solve.Perfect, rand.New(rand.NewPCG(1, 1))); line.Key == "answer.by-perfect-bot" && m != moves["answer"] {
		return "the bot answers " + string(m)
	}
	return ""
}
