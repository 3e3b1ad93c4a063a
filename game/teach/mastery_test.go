package teach_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"nimbot/game/teach"
	"nimbot/internal/slowtest"
)

func TestMastery(t *testing.T) {
	for _, c := range []struct {
		chance  float64
		answers string
		want    teach.Stage
	}{
		{.1, "", teach.Undecided}, {.1, "111", teach.Undecided}, {.1, "1111", teach.Mastered}, {.1, "11110", teach.Undecided},
		{.5, "1111111", teach.Undecided}, {.5, "11111111", teach.Mastered}, {.1, "00", teach.Refuted}, {.1, "0", teach.Undecided},
		{.1, "0111", teach.Undecided}, {.1, "01111", teach.Mastered},
	} {
		var m teach.Mastery
		for _, a := range c.answers {
			m = m.Answered(c.chance, a == '1')
		}
		if got := m.Stage(); got != c.want {
			t.Errorf("after %q at a chance of %v: stage %d with the evidence %v, want %d", c.answers, c.chance, got, m.Evidence, c.want)
		}
	}
	m := teach.Mastery{}
	for i, want := range []float64{100, 200, 400, 800, 1600, 1600} {
		if m.Restarts != i || m.Need() != want || m.Progress() != 0 {
			t.Errorf("after %d restarts %v is needed, %v done; want %v and none", m.Restarts, m.Need(), m.Progress(), want)
		}
		m = m.Again()
	}
}

// drawQuestion is a long row of a lesson's exercises, drawn once for the simulations of thousands
// of people.
type drawQuestion struct {
	all []teach.Exercise
	at  []float64 // the chances
}

func askedOf(l teach.Lesson) drawQuestion {
	draw, _ := rows.LoadOrStore(l.ID, sync.OnceValue(func() (a drawQuestion) {
		for seed := range uint64(slowtest.Sizes(60, 150, 400)) {
			x := l.Exercise(seed)
			a.all, a.at = append(a.all, x), append(a.at, l.Chance(x))
		}
		return a
	}))
	return draw.(func() drawQuestion)()
}

var rows sync.Map // what askedOf returns, by lesson

// attempts takes a lesson's test until it is passed, at most most times. count is the number
// of exercises in all attempts.
func (a drawQuestion) attempts(r *rand.Rand, most int, right func(teach.Exercise) bool) (passed bool, count int) {
	var m teach.Mastery
	for tries := 0; tries < most && count < 2000; count++ {
		i := r.IntN(len(a.all))
		switch m = m.Answered(a.at[i], right(a.all[i])); m.Stage() {
		case teach.Mastered:
			return true, count + 1
		case teach.Refuted:
			m, tries = m.Again(), tries+1
		}
	}
	return false, count
}

// guesses answers an exercise without knowing anything.
func guesses(r *rand.Rand) func(teach.Exercise) bool {
	return func(x teach.Exercise) bool {
		return !slices.ContainsFunc(x, func(s teach.Step) bool { return r.Float64() >= s.Guess() })
	}
}

// Who answers right each time passes a lesson after about five exercises, as lessons and the
// first exercise say.
func TestAboutFiveRightAnswersPassALesson(t *testing.T) {
	t.Parallel()
	const n = 200
	for _, l := range everyLesson(t) {
		a, r, all := askedOf(l), rand.New(rand.NewPCG(3, 4)), 0
		for range n {
			_, count := a.attempts(r, 1, func(teach.Exercise) bool { return true })
			all += count
		}
		mean := float64(all) / n
		t.Logf("%-14s %.2f right answers", l.ID, mean)
		if mean < 4 || mean > 6.5 {
			t.Errorf("lesson %s is passed after %.2f right answers, want about five", l.ID, mean)
		}
	}
}

// A guesser hardly ever passes, even in twenty attempts, and a person who knows the lesson
// passes soon.
func TestWhoPassesALesson(t *testing.T) {
	t.Parallel()
	n := slowtest.Sizes(300, 1000, 20_000)
	for _, l := range everyLesson(t) {
		a, r := askedOf(l), rand.New(rand.NewPCG(1, 2))
		first, twenty, soon, most := 0, 0, 0, 0
		for range n {
			if ok, _ := a.attempts(r, 1, guesses(r)); ok {
				first++
			}
			if ok, _ := a.attempts(r, 20, guesses(r)); ok {
				twenty++
			}
			ok, count := a.attempts(r, 9, func(teach.Exercise) bool { return r.Float64() < .95 })
			if ok && count <= 16 {
				soon++
			}
			most += count
		}
		share := func(count int) float64 { return float64(count) / float64(n) }
		t.Logf("%-14s guesser %.4f, twenty attempts %.4f; knows: within 16 %.3f, %.1f exercises", l.ID, share(first), share(twenty), share(soon), share(most))
		if share(first) >= .015 || share(twenty) >= .03 || share(soon) < .95 {
			t.Errorf("lesson %s: a guesser passes %.4f of attempts (want < .015) and %.4f of twenty (want < .03); somebody right 95%% of the time passes %.3f within 16 (want .95)", l.ID, share(first), share(twenty), share(soon))
		}
	}
}

// thumbed answers by one rule of thumb, and guesses if it has no answer.
func thumbed(r *rand.Rand, rule teach.RuleOfThumb) func(teach.Exercise) bool {
	known := map[*teach.Step]float64{}
	return func(x teach.Exercise) bool {
		for i := range x {
			chance, ok := known[&x[i]]
			if !ok {
				chance = chanceBy(rule, x[i])
				known[&x[i]] = chance
			}
			if r.Float64() >= chance {
				return false
			}
		}
		return true
	}
}

// chanceBy is the chance to answer a step rightly by a rule of thumb.
func chanceBy(rule teach.RuleOfThumb, s teach.Step) float64 {
	switch s.Asks {
	case teach.AsksOutcome:
		lost := s.Puzzle.JudgeOutcome(false)
		if rule == teach.AlwaysLost {
			return map[bool]float64{true: 1}[lost]
		}
		if says := len(rule.Moves(s.Puzzle.Position)) > 0; says {
			return map[bool]float64{true: 1}[!lost]
		}
		return .5
	case teach.AsksMove:
		moves, right := rule.Moves(s.Puzzle.Position), 0
		for _, m := range moves {
			if slices.Contains(s.Puzzle.Winning, m) {
				right++
			}
		}
		if len(moves) > 0 {
			return float64(right) / float64(len(moves))
		}
	case teach.AsksNumbers, teach.AsksPiles:
		if answer, ok := rule.Numbers(s); ok {
			return map[bool]float64{true: 1}[s.JudgeNumbers(answer)]
		}
	}
	return s.Guess()
}

// commonest answers every question in numbers with the answer that the lesson's row has
// most often, and guesses moves and outcomes.
func (a drawQuestion) commonest(r *rand.Rand) func(teach.Exercise) bool {
	count, most := map[string]int{}, map[int]string{}
	for _, x := range a.all {
		for i, s := range x {
			if answer := fmt.Sprint(i, s.Answer()); s.Answer() != nil {
				if count[answer]++; count[answer] > count[most[i]] {
					most[i] = answer
				}
			}
		}
	}
	return func(x teach.Exercise) bool {
		for i, s := range x {
			if s.Answer() != nil && fmt.Sprint(i, s.Answer()) == most[i] {
				continue
			}
			if s.Answer() != nil || r.Float64() >= s.Guess() {
				return false
			}
		}
		return true
	}
}

// A person who always types the commonest answer passes no lesson.
func TestTheCommonestAnswerPassesNoLesson(t *testing.T) {
	t.Parallel()
	n := slowtest.Sizes(150, 1000, 5_000)
	for _, l := range everyLesson(t) {
		a, r, passed := askedOf(l), rand.New(rand.NewPCG(5, 6)), 0
		right := a.commonest(r)
		for range n {
			if ok, _ := a.attempts(r, 1, right); ok {
				passed++
			}
		}
		if float64(passed) >= .02*float64(n) {
			t.Errorf("lesson %s: the commonest answers pass %d of %d attempts, want < 2 %%", l.ID, passed, n)
		}
	}
}

// taught are the rules of thumb that who took a lesson may pass it by, because they are its
// idea, or know more.
var taught = map[string][]teach.RuleOfThumb{
	"last-stone":  {teach.EvenOut, teach.Small, teach.Pairs, teach.PlainNim},
	"won-or-lost": {teach.Small, teach.Pairs, teach.PlainNim},
	"turtles":     {teach.PlainNim},
}

// No rule of thumb passes a lesson, unless it is what the lesson teaches. The other rules
// that a lesson owns pass none either: it asks for numbers before the move.
func TestNoRuleOfThumbPassesALesson(t *testing.T) {
	t.Parallel()
	n := slowtest.Sizes(150, 500, 5_000)
	for _, l := range everyLesson(t) {
		a, r := askedOf(l), rand.New(rand.NewPCG(3, 4))
		for _, rule := range teach.RulesOfThumb() {
			if slices.Contains(taught[l.ID], rule) {
				continue
			}
			passed, right := 0, thumbed(r, rule)
			for range n {
				if ok, _ := a.attempts(r, 1, right); ok {
					passed++
				}
			}
			if float64(passed) >= .02*float64(n) {
				t.Errorf("lesson %s: %q passes %d of %d attempts, want < 2 %%", l.ID, rule, passed, n)
			}
		}
	}
}
