package teach_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"nimbot/game"
	"nimbot/teach"
)

// The examples of the lessons are what the solver says, completely.
func TestLessonExamples(t *testing.T) {
	for i, l := range teach.Lessons() {
		if l.Number != i+1 || l.ID == "" {
			t.Errorf("lesson %d has the number %d and the ID %q", i+1, l.Number, l.ID)
		}
		for _, x := range l.Examples {
			p, err := lookup(t, x.Setup.Game).Begin(x.Setup.Start, x.Setup.Ending)
			if err != nil {
				t.Fatal(err)
			}
			if got := slices.Collect(sure(t, p, x.Setup.Ending).Winning()); !slices.Equal(got, x.Winning) {
				t.Errorf("lesson %d: %s is won by %v, the example says %v", l.Number, p, got, x.Winning)
			}
		}
	}
	if n := len(teach.Lessons()); n != 12 {
		t.Errorf("%d lessons, want 12", n)
	}
}

// A block of ten is passed with nine right, and hardly ever by guessing.
func TestPassed(t *testing.T) {
	for _, c := range []struct {
		right, of int
		want      bool
	}{{10, 10, true}, {9, 10, true}, {8, 10, false}, {9, 9, false}, {0, 0, false}, {10, 11, false}} {
		block := make([]bool, c.of)
		for i := range c.right {
			block[i] = true
		}
		if got := teach.Passed(block); got != c.want {
			t.Errorf("Passed(%d of %d) = %v, want %v", c.right, c.of, got, c.want)
		}
	}
}

// exercises calls check for every step of many exercises of each lesson.
func exercises(t *testing.T, check func(l teach.Lesson, seed uint64, x teach.Exercise)) {
	for _, l := range teach.Lessons() {
		for seed := range uint64(200) {
			check(l, seed, l.Exercise(seed))
		}
	}
}

// Wherever a move is asked some win and some do not, and what is accepted is
// what the solver says; wherever numbers are asked the right ones are.
func TestExercises(t *testing.T) {
	exercises(t, func(l teach.Lesson, seed uint64, x teach.Exercise) {
		if len(x) == 0 {
			t.Fatalf("lesson %d, seed %d: an exercise without steps", l.Number, seed)
		}
		for _, s := range x {
			switch s.Asks {
			case teach.AsksMove:
				checkPuzzle(t, s.Puzzle)
				if s.Puzzle.Outcome != game.N {
					t.Errorf("lesson %d, seed %d: asks for a winning move of %s, which is lost", l.Number, seed, s.Puzzle.Position)
				}
			case teach.AsksOutcome:
				if total := s.Puzzle.Position.Size().Total; total > 10 {
					t.Errorf("lesson %d, seed %d: asks about %s, %d stones, want ten at most", l.Number, seed, s.Puzzle.Position, total)
				}
			default:
				checkNumbers(t, l, seed, s)
			}
		}
	})
}

func checkNumbers(t *testing.T, l teach.Lesson, seed uint64, s teach.Step) {
	t.Helper()
	answer := s.Answer()
	wrong := append(slices.Clone(answer), 99)
	if !s.JudgeNumbers(answer) || s.JudgeNumbers(wrong) {
		t.Errorf("lesson %d, seed %d: its own answer %v is right: %v, %v is right: %v", l.Number, seed, answer, s.JudgeNumbers(answer), wrong, s.JudgeNumbers(wrong))
	}
	backwards := slices.Clone(answer)
	slices.Reverse(backwards)
	if inAnyOrder := s.Asks == teach.AsksPiles; s.JudgeNumbers(backwards) != (inAnyOrder || slices.Equal(backwards, answer)) {
		t.Errorf("lesson %d, seed %d: %v backwards is right: %v", l.Number, seed, answer, !inAnyOrder)
	}
	sum := func(ns []uint64) (xor, plus uint64) {
		for _, n := range ns {
			xor, plus = xor^n, plus+n
		}
		return xor, plus
	}
	xorGiven, plusGiven := sum(s.Given)
	xorAnswer, plusAnswer := sum(answer)
	right := true
	switch l.ID {
	case "pairs": // what pairs leave has the nim-sum of all
		right = xorAnswer == sure(t, s.Puzzle.Position, game.Normal).Grundy && len(answer) <= 2 && !s.JudgeNumbers(nil)
	case "triples":
		right = len(s.Given) == 2 && s.Given[0] != s.Given[1] && len(answer) == 1 && xorAnswer == xorGiven && plusAnswer > 0
	case "powers":
		right = plusAnswer == plusGiven && (len(answer) == 1 || len(s.Given) == 1)
	case "nim-sum":
		right = len(answer) == 1 && xorAnswer == xorGiven
	case "proof":
		right = s.Asks == teach.AsksOrder && plusGiven == teach.ProofEveryMove+teach.ProofSomeMove
	case "disguises":
		right = xorAnswer == sure(t, s.Puzzle.Position, game.Normal).Grundy
	case "values":
		right = slices.Equal(answer, valuesByHand(t, s))
	}
	if !right {
		t.Errorf("lesson %d (%s), seed %d: given %v of %v, the answer is %v", l.Number, l.ID, seed, s.Given, s.Puzzle.Position, answer)
	}
}

// valuesByHand are the smallest numbers that no move of a single pile reaches.
func valuesByHand(t *testing.T, s teach.Step) []uint64 {
	t.Helper()
	rules := ""
	if _, set, ok := strings.Cut(s.Puzzle.Position.String(), "{"); ok {
		rules = " {" + set
	}
	value := func(p game.Position) uint64 { return sure(t, p, game.Normal).Grundy }
	var out []uint64
	for _, n := range s.Given {
		p, err := s.Puzzle.Game.Parse(fmt.Sprint(n, rules))
		if err != nil {
			t.Fatal(err)
		}
		reached := map[uint64]bool{}
		for m := range p.Moves() {
			q, err := p.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			reached[value(q)] = true
		}
		mex := uint64(0)
		for reached[mex] {
			mex++
		}
		out = append(out, mex)
	}
	return out
}

// Half of what lesson 3 asks is lost, and half of the misère endings have just
// one pile above 1.
func TestExercisesAreBalanced(t *testing.T) {
	const n = 400
	lost, single := 0, 0
	for _, l := range teach.Lessons() {
		for seed := range uint64(n) {
			switch x := l.Exercise(seed); l.ID {
			case "won-or-lost":
				if x[0].Puzzle.Outcome == game.P {
					lost++
				}
				if asksMove := len(x) == 2; asksMove != (x[0].Puzzle.Outcome == game.N) {
					t.Errorf("seed %d: after %s, %v, a move is asked: %v", seed, x[0].Puzzle.Position, x[0].Puzzle.Outcome, asksMove)
				}
			case "misere":
				above := 0
				for _, row := range x[0].Puzzle.Position.Diagram().Rows {
					if row.Count > 1 {
						above++
					}
				}
				if above == 1 {
					single++
				}
				if x[0].Puzzle.Ending != game.Misere {
					t.Errorf("seed %d: %s under %v play", seed, x[0].Puzzle.Position, x[0].Puzzle.Ending)
				}
			}
		}
	}
	for what, got := range map[string]int{"lost": lost, "one pile above 1": single} {
		if math.Abs(float64(got)-n/2) > 3*math.Sqrt(n)/2 {
			t.Errorf("%s: %d of %d, want half", what, got, n)
		}
	}
}

// The games that end a lesson begin in positions that the person can win.
func TestLessonStarts(t *testing.T) {
	for _, l := range teach.Lessons() {
		for seed := range uint64(50) {
			s, ok := l.Start(seed)
			if ok != (l.Wins > 0) {
				t.Fatalf("lesson %d: a start: %v, games to win: %d", l.Number, ok, l.Wins)
			}
			if !ok {
				continue
			}
			m, err := game.NewMatch(s)
			if err != nil {
				t.Fatal(err)
			}
			if a := sure(t, m.Position(), s.Ending); a.Outcome != game.N {
				t.Errorf("lesson %d, seed %d: %s %s is lost for the person", l.Number, seed, s.Game, s.Start)
			}
		}
	}
}

// A seed's exercise never changes within a major version.
func TestExercisesStayTheSame(t *testing.T) {
	var b strings.Builder
	for _, l := range teach.Lessons() {
		for seed := range uint64(5) {
			fmt.Fprintf(&b, "%s %d:", l.ID, seed)
			for _, s := range l.Exercise(seed) {
				position := ""
				if s.Puzzle.Position != nil {
					position = fmt.Sprintf(" %s %s", s.Puzzle.Game.Key, s.Puzzle.Position)
				}
				fmt.Fprintf(&b, " %s%s %v %v %v;", s.Asks, position, s.Puzzle.Winning, s.Given, s.Answer())
			}
			b.WriteString("\n")
		}
	}
	golden(t, "testdata/lessons.golden", b.String())
}

// In what somebody does in a row of a lesson, nothing comes again soon: three
// piles in another order are the same three piles.
func TestARowDoesNotRepeat(t *testing.T) {
	const n = 3 * teach.BlockSize
	for _, l := range teach.Lessons() {
		for seed := range uint64(20) {
			row := l.Row(seed, n)
			if again := l.Row(seed, n/2); !slices.Equal(again, row[:n/2]) {
				t.Fatalf("lesson %d: Row(%d, %d) = %v, want the beginning of %v", l.Number, seed, n/2, again, row)
			}
			last := map[string]int{}
			for i, s := range row {
				key := l.Exercise(s).Key()
				if before, seen := last[key]; seen && i-before < teach.BlockSize {
					t.Errorf("lesson %d, row %d: exercise %d, %s, was exercise %d already", l.Number, seed, i, key, before)
				}
				last[key] = i
			}
		}
	}
}

func TestExerciseKeys(t *testing.T) {
	for _, c := range []struct {
		lesson int
		same   func(a, b teach.Exercise) bool // whether people take a and b for the same
	}{
		{1, samePiles}, {4, samePiles}, {8, samePiles},
		{5, func(a, b teach.Exercise) bool { return sorted(a[0].Given) == sorted(b[0].Given) }},
		{10, func(a, b teach.Exercise) bool {
			return a[0].Puzzle.Game.Key == b[0].Puzzle.Game.Key && a[0].JudgeNumbers(b[0].Answer())
		}},
	} {
		l := teach.Lessons()[c.lesson-1]
		for i := range uint64(60) {
			for j := range i {
				a, b := l.Exercise(i), l.Exercise(j)
				if got, want := a.Key() == b.Key(), c.same(a, b); got != want {
					t.Errorf("lesson %d: the keys %q and %q are the same: %v, want %v", c.lesson, a.Key(), b.Key(), got, want)
				}
			}
		}
	}
}

func samePiles(a, b teach.Exercise) bool {
	sizes := func(x teach.Exercise) string {
		var all []uint64
		for _, row := range x[0].Puzzle.Position.Diagram().Rows {
			all = append(all, row.Count)
		}
		return sorted(all)
	}
	return sizes(a) == sizes(b)
}

func sorted(numbers []uint64) string {
	all := slices.Clone(numbers)
	slices.Sort(all)
	return fmt.Sprint(all)
}

// What lesson 3 lists is all that's lost among what it asks: at most four piles
// and ten stones.
func TestTheListOfLostPositionsIsWhole(t *testing.T) {
	for a := range 6 {
		for b := range a + 1 {
			for c := range b + 1 {
				for d := range c + 1 {
					if sum := a + b + c + d; sum == 0 || sum > 10 {
						continue
					}
					listed := a == b && c == d || d == 0 && (a == 3 && b == 2 && c == 1 || a == 5 && b == 4 && c == 1)
					if lost := a^b^c^d == 0; lost != listed {
						t.Errorf("%d %d %d %d: lost is %v, and the lesson lists it: %v", a, b, c, d, lost, listed)
					}
				}
			}
		}
	}
	for seed := range uint64(400) {
		p := teach.Lessons()[2].Exercise(seed)[0].Puzzle.Position
		if rows := p.Diagram().Rows; len(rows) > 4 || p.Size().Total > 10 {
			t.Errorf("seed %d: lesson 3 asks about %v, want at most four piles and ten stones", seed, p)
		}
	}
}
