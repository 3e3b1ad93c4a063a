package practice_test

import (
	"strconv"
	"strings"
	"testing"

	"nimbot/game/dialog"
	"nimbot/game/teach"
	"nimbot/store/person"
)

// onPage opens the n-th page of a lesson, from 0.
func (r *room) onPage(lesson, n int) {
	r.t.Helper()
	r.onPageOf(teach.Lessons()[lesson-1], n)
}

// demo opens the game that teaches copying.
func (r *room) demo() {
	r.t.Helper()
	r.edit("ana", func(doc *person.Practice) { *doc.Lesson("last-stone") = person.Lesson{ID: "last-stone", Read: 1} })
	r.expect("ana", "learn 1", "watch how I answer")
}

func (r *room) onPageOf(l teach.Lesson, n int) {
	r.t.Helper()
	p := l.Pages[n]
	r.edit("ana", func(doc *person.Practice) {
		doc.Now = &person.Exercise{
			Kind: "page", Lesson: l.ID, Seed: uint64(n), Game: p.Game, Ending: p.Ending.String(), Position: p.Start,
		}
		*doc.Lesson(l.ID) = person.Lesson{ID: l.ID, Read: n}
	})
}

// onExercise opens the first exercise of a lesson, trying seeds in order, for which
// wanted is true, and moves to the given step.
func (r *room) onExercise(lesson, step int, wanted func(teach.Exercise) bool) teach.Step {
	r.t.Helper()
	l := teach.Lessons()[lesson-1]
	for seed := range uint64(1000) {
		x := l.Exercise(seed)
		if len(x) <= step || !wanted(x) {
			continue
		}
		r.edit("ana", func(doc *person.Practice) {
			doc.Now = &person.Exercise{Kind: "lesson", Lesson: l.ID, Seed: seed, Step: step}
			*doc.Lesson(l.ID) = person.Lesson{ID: l.ID, Read: 9, Seed: seed + 1}
		})
		return x[step]
	}
	r.t.Fatalf("lesson %d has no such exercise", lesson)
	return teach.Step{}
}

func any1(teach.Exercise) bool { return true }

// A button of a finished exercise says that it is finished, and shows the present state.
func TestAButtonOfAnExerciseThatIsOver(t *testing.T) {
	r := newRoom(t)
	r.edit("ana", func(doc *person.Practice) {
		doc.Now = &person.Exercise{Kind: "puzzle", Game: "nim", Ending: "normal", Position: "1 2 3", Asks: "outcome"}
	})
	asked := r.says("ana", "answer")
	r.press("ana", asked, "Won")
	stale := r.press("ana", asked, "Lost")
	r.Expect(stale, "an exercise that's over", "This is lost")
	if stale.Result != dialog.Stale {
		t.Errorf("the result is %q, want %q", stale.Result, dialog.Stale)
	}
	for _, b := range stale.Messages[0].Buttons {
		if strings.HasPrefix(b.Command, "answer") && !strings.HasPrefix(b.Command, "answer easier") && !strings.HasPrefix(b.Command, "answer harder") {
			t.Errorf("a button of the exercise is still there: %q", b.Command)
		}
	}
	r.press("ana", stale, "Next puzzle")
	if r.doc("ana").Now.Done {
		t.Error("the button that goes on doesn't set another puzzle")
	}
}

// A puzzle can be exchanged for an easier or a harder one, also by who begins and after it is answered.
func TestThePuzzlesLevelIsAButton(t *testing.T) {
	r := newRoom(t)
	size := func() int {
		n := 0
		for _, pile := range strings.Fields(r.doc("ana").Now.Position) {
			k, _ := strconv.Atoi(pile)
			n += k
		}
		return n
	}
	asked := r.says("ana", "puzzle")
	small := size()
	asked = r.press("ana", asked, "Harder")
	if x := r.doc("ana").Now; size() <= small || x.Band != "medium" {
		t.Errorf("Harder leads from %d stones to %d at level %q, want more at level medium", small, size(), x.Band)
	}
	asked = r.press("ana", r.press("ana", asked, "Show me (counts as not solved)"), "Easier")
	if x := r.doc("ana").Now; x.Done || x.Band != "easy" {
		t.Errorf("after an answer Easier leads to %+v, want an open puzzle at level easy", x)
	}
	r.press("ana", asked, "Easier")
	if x := r.doc("ana").Now; x.Band != "easy" {
		t.Errorf("below the easiest is %q, want easy", x.Band)
	}
}

// An answer without an open question shows the present state.
func TestAnAnswerWhereNothingIsAsked(t *testing.T) {
	r := newRoom(t)
	r.Expect(r.press("ana", r.expect("ana", "answer A2", "Nothing is open", "`/nim learn`"), "Learn"), "Twelve short lessons")
	r.onExercise(5, 0, any1)
	r.says("ana", "show")
	r.Expect(r.press("ana", r.expect("ana", "answer 5", "That exercise is over", "type `/nim learn 5` to go on"), "Next"), "exercise 2.")
}

// The text of every button can be typed instead of pressing it.
func TestTheWordsOfButtons(t *testing.T) {
	r := newRoom(t)
	r.onExercise(5, 0, any1)
	r.expect("ana", "Show me", "answer")
	if x := r.doc("ana").Now; !x.Done {
		t.Errorf("after `show me` the exercise is %+v, want it over", x)
	}
	r.expect("ana", "skip", "That exercise is over", "type `/nim learn 5` to go on")
	r.expect("ana", "go on", "exercise 2.")
	for _, line := range []string{"next", "go on"} {
		r.edit("ana", func(doc *person.Practice) {
			doc.Now = &person.Exercise{Kind: "game", Lesson: "last-stone", Game: "nim", Ending: "normal", Position: "1 2", Start: "1 2"}
		})
		r.expect("ana", "show me", "This wins: take 1 from B")
		r.expect("ana", line, "ana's move. Piles: A 1, B 2")
	}
}

// A refusal shows the form of an answer without giving it away.
func TestRefusalsOfAnswers(t *testing.T) {
	r := newRoom(t)
	r.onPage(1, 0) // 5: only A5 wins
	for _, c := range []struct{ answer, want string }{
		{"A9", "A move looks like `/nim answer A1`"},
		{"B1", "A move looks like `/nim answer A1`"},
		{"A0", "A move looks like `/nim answer A1`"},
		{"xyzzy", "A move looks like `/nim answer A1`"},
	} {
		if reply := r.expect("ana", "answer "+c.answer, c.want); strings.Contains(r.Text(reply), "A5") {
			t.Errorf("the refusal of %q gives the answer away:\n%s", c.answer, r.Text(reply))
		}
	}
	r.onPage(5, 1)
	r.expect("ana", "answer 1", "could mean several moves", "as in `/nim answer A1`")
	r.edit("ana", func(doc *person.Practice) {
		doc.Now = &person.Exercise{Kind: "game", Lesson: "last-stone", Game: "nim", Ending: "normal", Position: "1 2", Start: "1 2"}
	})
	if reply := r.expect("ana", "answer C9", "A move looks like `/nim answer"); strings.Contains(r.Text(reply), "B1") {
		t.Errorf("the refusal of a move in a game gives the winning one away:\n%s", r.Text(reply))
	}
}

// The sample of an answer has the form of the answer, and tells nothing of it: it doesn't
// depend on the answer.
func TestSampleAnswers(t *testing.T) {
	apart := func(x teach.Exercise) bool { return x[0].Asks == teach.AsksPiles }
	together := func(x teach.Exercise) bool { return x[0].Asks == teach.AsksNumbers }
	for _, c := range []struct {
		lesson int
		wanted func(teach.Exercise) bool
		want   string
	}{
		{3, apart, "`/nim answer 100 200 300`"}, {4, apart, "`/nim answer 100 200 300`"}, {8, apart, "`/nim answer 100 200 300`"},
		{5, together, "`/nim answer 100`"}, {9, together, "`/nim answer 100`"},
		{11, func(x teach.Exercise) bool { return len(x[0].Answer()) == 3 }, "`/nim answer 100 200 300`"},
	} {
		r := newRoom(t)
		r.onExercise(c.lesson, 0, c.wanted)
		r.expect("ana", "answer", "like this: "+c.want)
		r.expect("ana", "answer plenty", `"plenty" isn't one. It doesn't count as a try.`, "like this: "+c.want)
	}
}

// Numbers may be words.
func TestNumbersAsWords(t *testing.T) {
	r := newRoom(t)
	r.onExercise(5, 0, func(x teach.Exercise) bool { return x[0].JudgeNumbers([]uint64{3}) })
	r.expect("ana", "answer three", "Right: 3")
	r.onExercise(4, 0, func(x teach.Exercise) bool { return x[0].JudgeNumbers([]uint64{8, 1}) })
	r.expect("ana", "answer one and eight", "Right: 1 8") // in the order of the answer
}

// The order of the proof's steps is answered with the numbers shown beside them, and may be
// typed like the label of its button.
func TestAnswersToTheOrderOfAProof(t *testing.T) {
	for _, c := range []struct {
		given       uint64 // the first number shown
		label, want string
	}{
		{teach.ProofEveryMove, "1, then 2", "Right: 1 2.\nI move next"}, {teach.ProofSomeMove, "2, then 1", "Right: 2 1.\nI move next"},
	} {
		r := newRoom(t)
		r.onExercise(6, 2, func(x teach.Exercise) bool { return x[2].Given[0] == c.given })
		r.expect("ana", "answer "+c.label, c.want)
	}
}

// Typing the label of a button does the same as pressing it.
func TestALabelThatIsTyped(t *testing.T) {
	r := newRoom(t)
	r.onPage(5, 1)
	r.Button(r.says("ana", "answer A (7)"), "Take 5")
	r.expect("ana", "answer show me", "This wins: take 5 from A")
	r.edit("ana", func(doc *person.Practice) {
		doc.Now = &person.Exercise{Kind: "game", Lesson: "last-stone", Game: "nim", Ending: "normal", Position: "1 1", Start: "1 2"}
	})
	r.expect("ana", "answer start over", "Piles: A 1, B 2")
}

// In Kayles the bot asks about `A1`, since a beginner may mean any pin.
func TestAMoveThatMayMeanAnother(t *testing.T) {
	r := newRoom(t)
	r.onPage(10, 0)
	r.expect("ana", "answer A1", "`A1` leaves the rest of the row in one piece", "`A1:20+30`", "`/nim answer A1` again")
	if x := r.doc("ana").Now; x.Wrong {
		t.Error("what was asked back about was judged")
	}
	r.expect("ana", "answer A1", "Not that one")
	r.expect("ana", "answer A1:1+1", "Right", "two equal parts are left", "Whatever your opponent does to one")

	// The bot doesn't ask about an answer with only one meaning, nor about a press.
	r.onPage(10, 0)
	r.expect("ana", "answer A2", "Not that one")
	r.onPage(10, 0)
	r.Expect(r.press("ana", r.press("ana", r.says("ana", "answer"), "Knock down 1"), "Leave 2"), "Not that one")
	r.edit("ana", func(doc *person.Practice) {
		doc.Now = &person.Exercise{Kind: "puzzle", Game: "lasker", Ending: "normal", Position: "3 4", Asks: "find"}
	})
	r.expect("ana", "answer A1", "Not that one")
}

// The reason why a position is lost comes before its nim-sum, because in misère play a
// lost position need not have nim-sum 0.
func TestWhyAPositionIsLost(t *testing.T) {
	r := newRoom(t)
	r.onPage(7, 0) // 1 1 1
	reply := r.expect("ana", "answer won", "This is lost: every move has an answer. The number of ones is already odd")
	if reply.Messages[0].Working != nil {
		t.Error("the binary columns of a lost position of misère play are drawn")
	}
	r.edit("ana", func(doc *person.Practice) {
		doc.Now = &person.Exercise{Kind: "game", Lesson: "no-sum", Game: "nim", Ending: "normal", Position: "1 4 5", Start: "1 4 5"}
	})
	r.expect("ana", "show", "This is lost: every move has an answer. The sum is already 0, so every move breaks it.")
}

// "next" continues where no question is open, also without "answer".
func TestAnswerNext(t *testing.T) {
	r := newRoom(t)
	r.expect("ana", "learn 5", "quicker in columns", "`/nim answer next`")
	r.expect("ana", "Next", "Balance means nim-sum 0")
	r.onPage(6, 2)
	r.expect("ana", "answer next", "exercise 1.")
	r.expect("ana", "next", "nothing to go on to yet")
	r.says("ana", "show")
	r.expect("ana", "next", "exercise 2.")
	r.says("ana", "puzzle")
	r.says("ana", "show")
	r.says("ana", "answer next")
	if x := r.doc("ana").Now; x.Kind != "puzzle" || x.Done {
		t.Errorf("`answer next` after a puzzle leads to %+v, want another puzzle", x)
	}
}

// A person who asks for help with an exercise gets its hint: first the idea, then where to
// look.
func TestAHintOnAnExercise(t *testing.T) {
	for _, ask := range []string{"hint", "explain", "help me", "what now?", "hint please", "I don't get it", "answer hint"} {
		r := newRoom(t)
		r.onPage(5, 1) // 7 8 10
		hint := r.expect("ana", ask, "Write the piles in binary")
		hint = r.Expect(r.press("ana", hint, "Tell me more"), "Which bundle below has no partner of its size?")
		hint = r.Expect(r.press("ana", hint, "Tell me more"), "Look at pile A")
		r.Expect(r.press("ana", hint, "Show me"), "This wins: take 5 from A")
	}
	r := newRoom(t)
	r.onPage(5, 1)
	r.expect("ana", "help", "Do you want a hint?", "type `/nim commands`")
	r.says("ana", "hint")
	for _, tt := range []struct{ says, want string }{{"commands", "lists everything"}, {"hello", "Hello."}, {"rules", "Nim"}, {"what are the rules?", "Nim"}, {"thanks", "You're welcome."}} {
		r.expect("ana", tt.says, tt.want)
	}
	r.says("ana", "start 3 4 5")
	r.expect("ana", "hint", "You're winning")
	r.expect("ana", "help me", "Look at pile A")
	r.says("ana", "resign")
	r.expect("ana", "explain", "Which bundle below has no partner")
	r.expect("ana", "explain", "Look at pile A")
}

// A hint makes a counted exercise count as solved with help, and says so once.
func TestAHintCounts(t *testing.T) {
	r := newRoom(t)
	r.find()
	r.expect("ana", "hint", "counts as not solved")
	if k := r.doc("ana").Puzzles; k == nil || k.Answers != 1 || k.Right != 0 {
		t.Errorf("after a hint the puzzles are %+v, want one not found", k)
	}
	if text := r.Text(r.expect("ana", "hint", "Look at pile")); strings.Contains(text, "count") {
		t.Errorf("the second hint says again that it counts:\n%s", text)
	}
	right, _ := r.answers("ana")
	r.expect("ana", right, "Right")
	if k := r.doc("ana").Puzzles; k.Answers != 1 || k.Right != 0 {
		t.Errorf("after the answer the puzzles are %+v, want it to count once", k)
	}
}

// Who gives up after a wrong answer or a hint loses no more of the puzzle rating.
func TestGivingUpCountsOnce(t *testing.T) {
	for _, before := range []string{"hint", "answer A1", ""} {
		r := newRoom(t)
		r.find()
		if before != "" {
			r.says("ana", before)
		}
		r.says("ana", "show")
		if k := r.doc("ana").Puzzles; k == nil || k.Answers != 1 || k.Right != 0 {
			t.Errorf("after %q and \"show\" the puzzles are %+v, want one not found", before, k)
		}
	}
}

// If nothing at a table waits for a person, their sentences are about their exercise.
func TestWithoutAGameTheExerciseIsMeant(t *testing.T) {
	r := newRoom(t)
	r.onPage(5, 1)
	r.expect("ana", "next", "nothing to go on to yet")
	r.expect("ana", "board", "no game here yet", "Your practice is still open. Go back to it with the button.")
	r.expect("ana", "undo", "can't be taken back")
	r.edit("ana", func(doc *person.Practice) {
		doc.Now = &person.Exercise{Kind: "game", Lesson: "last-stone", Game: "nim", Ending: "normal", Position: "2 5", Start: "2 5"}
	})
	for _, c := range []struct{ says, want string }{
		{"B1", "ana took 1 from B"},
		{"B9", "Pile B has only"},
		{"hint", "The two piles are equal"},
		{"undo", "press Start over or type `/nim skip`"},
		{"resign", "This is lost"},
		{"skip", "Piles: A 2, B 5"},
		{"answer", "Piles: A 2, B 5"},
		{"start over", "Piles: A 2, B 5"},
	} {
		r.expect("ana", c.says, c.want)
	}
	for _, nothing := range []string{"board", "undo", "next"} {
		if reply := r.says("bob", nothing); strings.Contains(r.Text(reply), "practice") {
			t.Errorf("%q without an exercise is told of one:\n%s", nothing, r.Text(reply))
		}
	}
	r.says("ana", "start 3 4 5")
	if reply := r.says("ana", "board"); strings.Contains(r.Text(reply), "Your practice") {
		t.Errorf("beside a game the board tells of the exercise:\n%s", r.Text(reply))
	}
}
