package practice_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/internal/slowtest"
	"nimbot/store/person"
)

// If several moves win, Show me shows the one that the lesson teaches.
func TestTheTaughtMoveIsShown(t *testing.T) {
	for _, c := range []struct {
		lesson, page int
		want         string
	}{
		{1, 0, "take 5 from A"},
		{3, 1, "take 5 from C"},
		{3, 2, "take 2 from D"}, // and not 6 from A: the pairs 6 6 and 2 2
	} {
		r := newRoom(t)
		r.onPage(c.lesson, c.page)
		r.expect("ana", "show", "This wins: "+c.want)
	}
}

// An answer with the wrong number of values costs no try.
func TestTooManyOrTooFewNumbers(t *testing.T) {
	r := newRoom(t)
	step := r.onExercise(11, 0, func(x teach.Exercise) bool { return len(x[0].Answer()) == 3 })
	right, _ := answersTo(t, step)
	r.expect("ana", "answer "+right+" 0", "That's 4 numbers, and I asked for 3.", "doesn't count as a try", "`/nim answer 100 200 300`")
	r.expect("ana", "answer "+right[:1], "That's 1 number, and I asked for 3.")
	r.expect("ana", "answer "+right, "Right: "+right)
	r.onExercise(5, 0, any1)
	r.expect("ana", "answer 1 2", "That's 2 numbers, and I asked for just one.")
	if x := r.doc("ana").Now; x.Wrong || x.Missed {
		t.Errorf("another number of numbers was judged: %+v", x)
	}
	// The number of bundles is part of the question.
	apart := r.onExercise(4, 0, func(x teach.Exercise) bool { return x[0].Asks == teach.AsksPiles })
	right, _ = answersTo(t, apart)
	r.expect("ana", "answer "+right+" 64", "That's not it")
}

// The first question of each kind also says how to type the answer.
func TestHowToAnswer(t *testing.T) {
	r := newRoom(t)
	r.expect("ana", "learn 1", "type your move, like `/nim answer A1`")
	r.expect("ana", "learn 2", "or type `/nim answer won` or `/nim answer lost`")
	r.expect("ana", "learn 5", "or type `/nim answer next`")
	r.onExercise(1, 0, any1)
	r.expect("ana", "answer", "exercise 1.", "type your move, like `/nim answer A1`")
	r.says("ana", "show")
	if text := r.Text(r.expect("ana", "next", "exercise 2.")); strings.Contains(text, "also type") {
		t.Errorf("the second exercise of a block says how to answer again:\n%s", text)
	}
	r.expect("bob", "help", "`/nim help all` lists everything")
}

// Sums are shown in columns only from the lesson that teaches them on, and in misère play only
// if the nim-sum decides.
func TestWhereColumnsAreShown(t *testing.T) {
	for _, c := range []struct {
		lesson, page int
		ask          string
		want         int // rows
	}{
		{3, 2, "show", 0}, {4, 2, "answer", 0}, {5, 0, "answer", 3}, {5, 1, "answer", 3}, {5, 1, "show", 3},
		{7, 0, "answer won", 0}, {7, 1, "show", 0}, {7, 2, "show", 3},
	} {
		r := newRoom(t)
		r.onPage(c.lesson, c.page)
		got := 0
		if w := r.says("ana", c.ask).Messages[0].Working; w != nil {
			got = len(w.Rows)
		}
		if got != c.want {
			t.Errorf("lesson %d, page %d, %s: %d rows of columns, want %d", c.lesson, c.page+1, c.ask, got, c.want)
		}
	}
	r := newRoom(t)
	step := r.onExercise(5, 0, any1)
	if w := r.says("ana", "show").Messages[0].Working; w == nil || w.Sum != step.Answer()[0] {
		t.Errorf("the answer %v is shown in the columns %+v", step.Answer(), w)
	}
}

// A misère position is explained by one rule only: the nim-sum, or the ones at the end.
func TestOneRuleOfMiserePlay(t *testing.T) {
	r := newRoom(t)
	r.onPage(7, 1) // 1 1 5
	if text := r.Text(r.expect("ana", "show", "You don't need the nim-sum here", "3 ones are left")); strings.Contains(text, "⊕") {
		t.Errorf("the nim-sum is told beside the end's rule:\n%s", text)
	}
	r.onPage(7, 2) // 2 3 2
	r.expect("ana", "show", "2 ⊕ 3 ⊕ 2 = 3")
}

// A sum has a term for each part, also for those that count 0.
func TestSumsNameEveryPart(t *testing.T) {
	r := newRoom(t)
	r.onPage(8, 0)
	r.expect("ana", "answer right5", "1 ⊕ 3 ⊕ 2 ⊕ 0 = 0")
}

// The lesson about sums says why its rule never fails, on a sum that is lost.
func TestTheLessonOnSumsSaysWhy(t *testing.T) {
	r := newRoom(t)
	r.onPage(11, 5)
	r.expect("ana", "learn 11", "from a nim-sum of 0 every move breaks it. From anything else, some part can be lowered to make it 0 again")
	r.expect("ana", "answer won", "No, it's lost", "The sum is already 0, so every move breaks it")
}

// The last game of the lesson about sums is a sum, as its page says.
func TestTheLessonOnSumsEndsInASum(t *testing.T) {
	for seed := range uint64(3) {
		r := newRoom(t)
		r.edit("ana", func(doc *person.Practice) {
			*doc.Lesson("sums") = person.Lesson{ID: "sums", Read: 6, Ready: true, Seed: seed, Wins: 2}
		})
		r.says("ana", "learn 11")
		if x := r.doc("ana").Now; x == nil || x.Game != "sum" {
			t.Errorf("after two games won, with seed %d, the exercise is %+v, want a sum", seed, x)
		}
	}
}

// The command learn accepts a lesson's number in every spelling.
func TestALessonByItsNumber(t *testing.T) {
	r := newRoom(t)
	for _, line := range []string{"learn 2", "lesson 2", "lesson two", "/nim lesson 2", "Lesson 2 please"} {
		r.expect("ana", strings.TrimPrefix(line, "/nim "), "You know one of these already")
	}
	for _, line := range []string{"open lesson 2", "start lesson two", "I want lesson 2", "can we do lesson 2"} {
		reply := r.expect("bob", line, "the way to lesson 2")
		r.Expect(r.press("bob", reply, "/nim learn 2"), "You know one of these already")
	}
}

// A person who passes the last lesson is congratulated if they have passed all others, and
// sees the rest otherwise.
func TestTheLastLesson(t *testing.T) {
	lastGame := func() *room {
		r := newRoom(t)
		r.edit("ana", func(doc *person.Practice) {
			for _, l := range teach.Lessons() {
				doc.Lesson(l.ID).Passed = 1
			}
			doc.Lesson("misere").Passed = 0
			doc.Now = &person.Exercise{Kind: "game", Lesson: "no-sum", Game: "nim", Ending: "normal", Position: "1", Start: "1"}
			*doc.Lesson("no-sum") = person.Lesson{ID: "no-sum", Read: 5, Ready: true, Seed: 1}
		})
		return r
	}
	r := lastGame()
	r.says("ana", "answer A1")
	r.Button(r.expect("ana", "answer next", "passed this one. Lesson 12: Where no sum helps", "haven't passed all of them"), "Lesson 7")
	r = lastGame()
	r.edit("ana", func(doc *person.Practice) { doc.Lesson("misere").Passed = 1 })
	r.says("ana", "answer A1")
	reply := r.expect("ana", "answer next", "Congratulations! You've passed all twelve")
	for _, label := range []string{"Play me", "Puzzle", "Daily"} {
		r.Button(reply, label)
	}
}

// formShown matches the example of how a move is written.
var formShown = regexp.MustCompile("like `/nim answer (\\S+)`")

// checkForm checks that a question shows how a move is written by a move of its board that doesn't win.
func checkForm(t *testing.T, asked string, p teach.Puzzle) {
	t.Helper()
	found := formShown.FindStringSubmatch(asked)
	if found == nil {
		t.Errorf("%s %s shows no move to type:\n%s", p.Game.Key, p.Position, asked)
		return
	}
	m := rules.Move(found[1])
	if _, err := p.Position.Play(m); err != nil {
		t.Errorf("%s is no move in %s %s: %v", m, p.Game.Key, p.Position, err)
	}
	if slices.Contains(p.Winning, m) {
		t.Errorf("%s wins in %s %s, and is shown:\n%s", m, p.Game.Key, p.Position, asked)
	}
}

// A page that asks for a move shows how one is written, and doesn't give the answer away.
func TestTheFormOfAMoveIsShown(t *testing.T) {
	for _, c := range []struct {
		lesson, page int
		want         string
	}{
		{1, 0, "A1"}, {8, 0, "bottom1"}, {8, 1, "1:1"}, {8, 3, "2-1"}, {11, 0, "A0"}, {11, 1, "A:1+1"}, {11, 3, "2-1"}, {11, 4, "2.A1:1+4"},
	} {
		r := newRoom(t)
		r.onPage(c.lesson, c.page)
		text := r.Text(r.expect("ana", "answer", "`/nim answer "+c.want+"`"))
		page := teach.Lessons()[c.lesson-1].Pages[c.page]
		m, err := rules.NewMatch(page.Setup)
		if err != nil {
			t.Fatal(err)
		}
		a, err := solve.Analyze(m.Position(), page.Ending)
		if err != nil {
			t.Fatal(err)
		}
		checkForm(t, text, teach.Puzzle{Game: lookup(t, page.Game), Position: m.Position(), Winning: slices.Collect(a.Winning())})
	}
	r := newRoom(t)
	r.onExercise(8, 1, func(x teach.Exercise) bool { return x[0].Puzzle.Game.Key == "coins" })
	r.edit("ana", func(doc *person.Practice) { doc.Lesson("disguises").Asked = 2 })
	if text := r.Text(r.expect("ana", "answer", "exercise 3.")); strings.Contains(text, "type your move") {
		t.Errorf("with three moves to choose from, one is shown:\n%s", text)
	}
	r.onExercise(11, 1, func(x teach.Exercise) bool { return x[len(x)-1].Puzzle.Game.Key == "pass" })
	r.edit("ana", func(doc *person.Practice) { doc.Lesson("sums").Asked = 2; doc.Now.Step = 1 })
	r.expect("ana", "answer", "exercise 3.", "like `/nim answer")
}

// The numbers of an answer are repeated as they were typed, where their order
// doesn't matter.
func TestAnAnswerIsRepeatedAsTyped(t *testing.T) {
	for _, c := range []struct {
		lesson int
		answer []uint64
		typed  string
	}{
		{3, []uint64{7, 8}, "8 7"}, {4, []uint64{8, 1}, "1 8"}, {8, []uint64{2, 5}, "5 2"},
	} {
		r := newRoom(t)
		r.onExercise(c.lesson, 0, func(x teach.Exercise) bool {
			return x[0].Asks == teach.AsksPiles && x[0].JudgeNumbers(c.answer)
		})
		r.expect("ana", "answer "+c.typed, "Right: "+c.typed+".")
	}
}

// A move that takes the last stone wins there and then.
func TestARefutationThatEndsTheGame(t *testing.T) {
	r := newRoom(t)
	r.onPage(1, 2) // 4 7
	r.expect("ana", "answer A4", "If you take 4 from A, I take 7 from B and win.")
	r.expect("ana", "answer A1", "and then you can't win.")
}

// A solution fits its question: it doesn't ask to equalize equal piles, or to take away powers
// that are given.
func TestASolutionFitsItsQuestion(t *testing.T) {
	r := newRoom(t)
	r.demo()
	r.expect("ana", "show", "This is lost", "whatever you take from one, I can take from the other")
	r.onPage(1, 2)
	r.expect("ana", "show", "With two different ones, make them equal.")
}

// In puzzles of every game, too, a question shows how moves are written, unless there are too few of them.
func TestTheFormOfAMoveGivesNothingAway(t *testing.T) {
	slowtest.Sequential(t)
	r := newRoom(t)
	for _, g := range rules.Games() {
		for seed := range uint64(10) {
			p, err := teach.NewPuzzle(t.Context(), g, rules.Normal, teach.Find, seed)
			if err != nil {
				t.Fatal(err)
			}
			r.edit("ana", func(doc *person.Practice) {
				doc.Now = &person.Exercise{Kind: "puzzle", Game: g.Key, Ending: "normal", Position: p.Position.String(), Asks: "find"}
			})
			if asked := r.Text(r.says("ana", "answer")); len(p.Winning) < p.Legal && p.Legal > 3 {
				checkForm(t, asked, p)
			} else if formShown.MatchString(asked) {
				t.Errorf("%s %s has %d moves, of which %d win, and one is shown:\n%s", g.Key, p.Position, p.Legal, len(p.Winning), asked)
			}
		}
	}
}
