package teach_test

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/words/command"
	"nimbot/internal/slowtest"
)

// everyLesson lists the twelve lessons and those of the games.
func everyLesson(t *testing.T) []teach.Lesson {
	t.Helper()
	all := teach.Lessons()
	for _, g := range rules.Games() {
		l, ok := teach.LessonOf(g.Key)
		if !ok || l.ID != g.Key || l.Number != 0 {
			t.Fatalf("LessonOf(%q) = lesson %q, number %d, %v; want the game's", g.Key, l.ID, l.Number, ok)
		}
		all = append(all, l)
	}
	return all
}

// The examples of the lessons agree with the solver's complete analysis.
func TestLessonExamples(t *testing.T) {
	for i, l := range teach.Lessons() {
		if l.Number != i+1 || l.ID == "" {
			t.Errorf("lesson %d has the number %d and the ID %q", i+1, l.Number, l.ID)
		}
		if got, ok := teach.LessonOf(l.ID); !ok || got.Number != l.Number {
			t.Errorf("LessonOf(%q) = lesson %d, %v", l.ID, got.Number, ok)
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
	// The catalogue's sentences say twelve.
	if number, _ := command.Find("learn").Option("lesson"); len(teach.Lessons()) != 12 || number.Most != 12 {
		t.Errorf("%d lessons, and learn takes numbers up to %d, want 12", len(teach.Lessons()), number.Most)
	}
	if _, ok := teach.LessonOf("nope"); ok {
		t.Error("there is a lesson nope")
	}
}

// exercises calls check for each lesson's exercises of hundreds of seeds, or, every night, of
// thousands.
func exercises(t *testing.T, check func(l teach.Lesson, seed uint64, x teach.Exercise)) {
	t.Helper()
	n := uint64(slowtest.Sizes(40, 100, 10_000))
	for _, l := range everyLesson(t) {
		for seed := range n {
			check(l, seed, l.Exercise(seed))
		}
	}
}

// If a question asks for a move, some moves win and at least as many lose, and the accepted
// ones are the solver's. If it asks for numbers, the right ones are accepted.
func TestExercises(t *testing.T) {
	t.Parallel()
	exercises(t, func(l teach.Lesson, seed uint64, x teach.Exercise) {
		if len(x) == 0 {
			t.Fatalf("lesson %s, seed %d: an exercise without steps", l.ID, seed)
		}
		if x[0].Topic == teach.NextValue { // its table is enough for the move
			for _, row := range x[1].Puzzle.Position.Diagram().Rows {
				if row.Count > uint64(len(x[0].Given)) {
					t.Errorf("lesson %s, seed %d: values up to %d, and a pile of %d", l.ID, seed, len(x[0].Given), row.Count)
				}
			}
		}
		for _, s := range x {
			switch s.Asks {
			case teach.AsksMove:
				checkPuzzle(t, s.Puzzle)
				if s.Puzzle.Outcome != rules.N || 2*len(s.Puzzle.Winning) > s.Puzzle.Legal {
					t.Errorf("lesson %s, seed %d: asks for a winning move of %s: %v, %d of %d win", l.ID, seed, s.Puzzle.Position, s.Puzzle.Outcome, len(s.Puzzle.Winning), s.Puzzle.Legal)
				}
			case teach.AsksOutcome:
				if total := s.Puzzle.Position.Size().Total; l.Number == 2 && total > 9 {
					t.Errorf("lesson 2, seed %d: asks about %s, %d stones, want nine at most", seed, s.Puzzle.Position, total)
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
	if wrong := append(slices.Clone(answer), 99); !s.JudgeNumbers(answer) || s.JudgeNumbers(wrong) {
		t.Errorf("lesson %s, seed %d: its own answer %v is right: %v, %v is right: %v", l.ID, seed, answer, s.JudgeNumbers(answer), wrong, s.JudgeNumbers(wrong))
	}
	var total, powers uint64
	for _, n := range answer {
		total ^= n
		powers += n
	}
	p := s.Puzzle.Position
	right := false
	switch s.Topic {
	case teach.Left: // the rest has the nim-sum of all piles, and no equal ones
		right = total == sure(t, p, rules.Normal).Grundy && len(answer) <= 2 && (len(answer) < 2 || answer[0] != answer[1])
	case teach.Bundles:
		right = powers == sure(t, p, rules.Normal).Grundy && bits.OnesCount64(powers) == len(answer)
	case teach.NimSums, teach.Hidden:
		sum, _ := solve.Grundy(p)
		right = total == sum && (s.Topic == teach.Hidden || len(answer) == 1)
	case teach.PartValues:
		right = total == sure(t, p, rules.Normal).Grundy && len(answer) == partsOf(p)
	case teach.Restoring:
		right = restoringByHand(t, p, answer)
	case teach.NextValue:
		right = answer[0] == mexOf(t, p)
	case teach.Proof:
		right = s.Asks == teach.AsksOrder && len(s.Given) == 2
	case teach.Idea:
		right = len(answer) == 1 && answer[0] >= 1 && answer[0] <= uint64(len(s.Given))
	}
	if !right {
		t.Errorf("lesson %s, seed %d: about %s, given %v of %v, the answer is %v", l.ID, seed, s.Topic, s.Given, p, answer)
	}
}

// partsOf is how many parts a position has: of a sum, or the coins that show heads.
func partsOf(p rules.Position) int {
	if s, ok := p.(rules.Sum); ok {
		return s.Parts()
	}
	return len(strings.Fields(p.String()))
}

// restoringByHand reports whether winning moves are moves of just these piles.
func restoringByHand(t *testing.T, p rules.Position, sizes []uint64) bool {
	t.Helper()
	from := map[uint64]bool{}
	for m := range sure(t, p, rules.Normal).Winning() {
		from[p.Diagram().Rows[m[0]-'A'].Count] = true
	}
	for _, n := range sizes {
		if !from[n] {
			return false
		}
	}
	return len(from) == len(sizes)
}

// mexOf is the smallest number that no move of p reaches.
func mexOf(t *testing.T, p rules.Position) uint64 {
	t.Helper()
	reached := map[uint64]bool{}
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		reached[sure(t, q, rules.Normal).Grundy] = true
	}
	mex := uint64(0)
	for reached[mex] {
		mex++
	}
	return mex
}

// The games that end a lesson begin in positions that the person can win and lose, and a
// lesson's different games are different.
func TestLessonStarts(t *testing.T) {
	for _, l := range everyLesson(t) {
		if l.Wins == 0 || l.Level == "" {
			t.Errorf("lesson %s ends in %d games against %q, want play", l.ID, l.Wins, l.Level)
		}
		games := map[string]bool{}
		for seed := range uint64(slowtest.Sizes(4, 10, 40)) {
			for round := range l.Wins {
				s := l.Start(seed, round)
				m, err := rules.NewMatch(s)
				if err != nil {
					t.Fatal(err)
				}
				games[s.Game] = true
				if a := sure(t, m.Position(), s.Ending); a.Outcome != rules.N || a.EveryMoveWins() {
					t.Errorf("lesson %s, seed %d: %s %s is lost for the person, or can't be lost", l.ID, seed, s.Game, s.Start)
				}
			}
		}
		if want := map[string]int{"disguises": 2, "sums": 3}[l.ID]; want > 0 && len(games) != want {
			t.Errorf("lesson %s is played in %v, want %d games", l.ID, games, want)
		}
	}
}

// Each rule of thumb fails in about half of a lesson's questions or more, unless it is the
// lesson's idea. In no lesson of a game does evening out always win.
func TestRulesOfThumbFailInHalf(t *testing.T) {
	t.Parallel()
	for _, l := range everyLesson(t) {
		hard, evens := 0, 0
		a := askedOf(l)
		n := len(a.all)
		for i, x := range a.all {
			if a.at[i] < .5 {
				hard++
			}
			if s := x[len(x)-1]; s.Asks == teach.AsksMove && slices.ContainsFunc(teach.EvenOut.Moves(s.Puzzle.Position), func(m rules.Move) bool { return slices.Contains(s.Puzzle.Winning, m) }) {
				evens++
			}
		}
		if hard < n*3/10 {
			t.Errorf("lesson %s: in %d of %d exercises no rule of thumb answers, want about half", l.ID, hard, n)
		}
		if evens == n && l.Number != 1 {
			t.Errorf("lesson %s asks only what evening out wins", l.ID)
		}
	}
}

// No answer in numbers is so common that always giving it succeeds more often than the chance
// that the test assumes.
func TestCommonAnswers(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	const n = 400
	for _, l := range everyLesson(t) {
		share, total, chance := map[string]int{}, 0, 0.
		for seed := range uint64(n) {
			for _, s := range l.Exercise(seed) {
				if s.Asks == teach.AsksNumbers || s.Asks == teach.AsksPiles || s.Asks == teach.AsksIdea {
					share[fmt.Sprint(s.Answer())]++
					total++
					chance = s.Guess()
				}
			}
		}
		for answer, count := range share {
			if float64(count) > (chance+.04)*float64(total) {
				t.Errorf("lesson %s: %s answers %d of %d, want at most %.2f of them", l.ID, answer, count, total, chance)
			}
		}
	}
}

// A seed's exercise never changes within a major version.
func TestExercisesStayTheSame(t *testing.T) {
	var b strings.Builder
	for _, l := range everyLesson(t) {
		for seed := range uint64(3) {
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

// In a lesson's row of exercises nothing recurs soon, as long as there is something else. The
// same piles in another order count as the same exercise.
func TestSeriesDoNotRepeat(t *testing.T) {
	const n = 12
	for _, l := range everyLesson(t) {
		for seed := range uint64(slowtest.Sizes(1, 3, 20)) {
			row := l.Series(seed, n)
			if again := l.Series(seed, n/2); !slices.Equal(again, row[:n/2]) {
				t.Fatalf("lesson %s: Row(%d, %d) = %v, want the beginning of %v", l.ID, seed, n/2, again, row)
			}
			last, value := map[string]int{}, ""
			for i, s := range row {
				x := l.Exercise(s)
				if before := value; x[0].Topic == teach.NextValue {
					if value = x[0].Puzzle.Key(); value == before && i < n*3/4 { // then Grundy's game runs out of others
						t.Errorf("lesson %s, row %d: exercises %d and %d ask for the value of %s", l.ID, seed, i-1, i, value)
					}
				}
				key := x.Key()
				if before, seen := last[key]; seen {
					t.Errorf("lesson %s, row %d: exercise %d, %s, was exercise %d already", l.ID, seed, i, key, before)
				}
				last[key] = i
			}
		}
	}
}

// The levels of the last games are those of the table.
func TestLevelsOfLessons(t *testing.T) {
	want := map[string]solve.Level{"pairs": solve.Medium, "balance": solve.Hard}
	for _, l := range everyLesson(t) {
		level := want[l.ID]
		if level == "" {
			level = solve.Perfect
		}
		if l.Level != level {
			t.Errorf("lesson %s is played against %s, want %s", l.ID, l.Level, level)
		}
	}
}

// The sums in the lesson about them consist of games that its pages, or earlier lessons, give values to.
func TestSumsAreOfTaughtGames(t *testing.T) {
	l, _ := teach.LessonOf("sums")
	taught := []string{"nim", "kayles", "lasker", "one-or-all"}
	for seed := range uint64(200) {
		for _, s := range l.Exercise(seed) {
			sum, ok := s.Puzzle.Position.(rules.Composed)
			if !ok {
				continue
			}
			for _, c := range sum.Components() {
				if !slices.Contains(taught, c.Game) {
					t.Errorf("seed %d asks for %s in %s, want one of %v", seed, c.Game, s.Puzzle.Position, taught)
				}
			}
		}
	}
}
