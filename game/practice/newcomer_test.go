package practice_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/store/person"
)

// A sentence that can't be an answer leaves the question where it is, with what answers it.
func TestARefusedAnswerKeepsItsQuestion(t *testing.T) {
	for _, c := range []struct {
		lesson int
		wanted func(teach.Exercise) bool
		want   string
		field  bool
	}{
		{5, any1, "in digits", true},
		{2, any1, "is neither", false},
		{1, any1, "", false},
	} {
		r := newRoom(t)
		r.onExercise(c.lesson, 0, c.wanted)
		asked := r.says("ana", "answer").Messages[0]
		reply := r.expect("ana", "answer about two", c.want)
		got := reply.Messages[0]
		if len(reply.Messages) != 1 || (got.Diagram == nil) != (asked.Diagram == nil) || (got.Form != nil) != c.field || len(got.Buttons) != len(asked.Buttons) || (got.Menu == nil) != (asked.Menu == nil) {
			t.Errorf("lesson %d: a sentence that is no answer leads to\n%s\nwant the question with its board, field and buttons", c.lesson, r.Text(reply))
		}
		if x := r.doc("ana").Now; x.Missed || x.Wrong || x.Done {
			t.Errorf("lesson %d: it counts: %+v", c.lesson, x)
		}
	}
}

// A page before the one that states the lesson's idea gives neither the idea nor its answer away.
func TestAnEarlyPageGivesNothingAway(t *testing.T) {
	r := newRoom(t)
	r.onPage(2, 0)
	for _, line := range []string{"hint", "hint", "hint", "answer won"} {
		if said := r.Text(r.says("ana", line)); strings.Contains(said, "1 2 3") {
			t.Errorf("on the first page of lesson 2, %q says\n%s\nand the next page asks about 1 2 3", line, said)
		}
	}
	r = newRoom(t)
	r.onPage(1, 0)
	r.expect("ana", "hint", "After which move is nothing left for me?")
	second := r.expect("ana", "hint", "take all of it")
	if slices.ContainsFunc(second.Messages[0].Buttons, isMore) {
		t.Error("with one pile, a third hint is offered, which could only name the pile")
	}
	r = newRoom(t)
	r.demo()
	if said := r.Text(r.says("ana", "hint")); strings.Contains(said, "make them equal") {
		t.Errorf("with two equal piles the hint is\n%s", said)
	}
}

// A wrong "won" or "lost" is explained by the position itself.
func TestAWrongOutcomeIsExplained(t *testing.T) {
	r := newRoom(t)
	r.onPage(2, 0)
	r.expect("ana", "answer won", "No, it's lost.", "If you take 1 from A, I take 1 from B")
	r = newRoom(t)
	r.onExercise(2, 0, func(x teach.Exercise) bool {
		p := x[0].Puzzle.Position
		return x[0].Puzzle.Outcome == rules.N && len(p.Diagram().Rows) > 2
	})
	r.expect("ana", "answer lost", "No, it's won.", "That leaves ", "where every move has an answer.")
}

// Of any three exercises that begin with who wins, from the first on, one is lost.
func TestWonAndLostAreMixed(t *testing.T) {
	l := teach.Lessons()[1]
	for seed := uint64(1); seed < 40; seed++ {
		lost := 0
		for _, s := range l.Series(seed, 9) {
			if l.Exercise(s)[0].Puzzle.Outcome == rules.P {
				lost++
			}
		}
		if lost != 3 {
			t.Errorf("seed %d: %d of the first nine exercises are lost, want 3", seed, lost)
		}
	}
}

// Each right first try fills a square of the bar, and all are full when the games begin.
func TestTheBarFills(t *testing.T) {
	r := newRoom(t)
	r.onExercise(1, 0, any1)
	for i := range 4 {
		right, _ := r.answers("ana")
		reply := r.says("ana", "answer "+right)
		if full := strings.Count(r.Text(reply), "▰"); full < i+1 || (full == 5) != (i == 3) {
			t.Fatalf("after %d right answers, %d squares are full:\n%s", i+1, full, r.Text(reply))
		}
	}
	r.edit("ana", func(doc *person.Practice) {
		*doc.Lesson("last-stone") = person.Lesson{ID: "last-stone", Read: 3, Seed: 1, Asked: 2, Evidence: 30, Right: 2, Last: true}
		doc.Now = &person.Exercise{Kind: "lesson", Lesson: "last-stone", Seed: 1}
	})
	_, wrong := r.answers("ana")
	r.expect("ana", "answer "+wrong, "the bar goes back a bit")
}

// A newcomer to the daily reads the rule above the question, what it means to win, and that the game changes.
func TestTheDailyOfANewcomer(t *testing.T) {
	r := newRoom(t)
	r.Now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) // won or lost is asked first
	r.expect("ana", "daily", "Take any number of stones from one pile.\nYour move: is this won or lost?", "(Won: if you make no mistake")
	r.says("ana", "show")
	second := teach.Daily(2026, 11, 21)[1].Game
	reply := r.expect("ana", "next", "Now another game: ", text(r, "rule."+rules.Family(second.Key)))
	if second.Key == rules.Default {
		t.Fatalf("the second game is the first: %s", r.Text(reply))
	}
	r.solveDay("ana", "1")
	right, wrong := r.answers("ana")
	reply = r.says("ana", "answer "+wrong)
	if b := reply.Messages[0].Buttons[0].Label.Key; b != "button.result" {
		t.Errorf("below the third answer the button is %s (right: %s)", b, right)
	}
}

// Who looks back on a date sees what was asked and what they answered.
func TestLookingBackShowsTheAnswers(t *testing.T) {
	r := newRoom(t)
	r.Now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	r.says("ana", "daily")
	_, wrong := r.answers("ana")
	r.solveDay("ana", "011")
	r.expect("ana", "daily 1", "Your move: is this won or lost?", fmt.Sprintf("❌ Your answer: %s.", wrong))
	r.expect("ana", "daily 2", "🟩 Your answer: ")
	r.Pass(24 * time.Hour)
	look := r.expect("ana", "daily yesterday", "This was asked yesterday:", "Your move: is this won or lost?", "Your answer: "+wrong)
	if text := r.Text(look); strings.Count(text, "Whoever takes") != 1 {
		t.Errorf("the position is named twice:\n%s", text)
	}
}

// isMore reports whether a button asks for a further hint.
func isMore(b dialog.Button) bool { return b.Label.Key == "button.more-hint" }
