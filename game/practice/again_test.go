package practice_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/internal/slowtest"
	"nimbot/store/person"
)

// A person who doesn't pass a lesson's test is told so, gets its idea in other words, and goes on with the exercises.
func TestALessonInOtherWords(t *testing.T) {
	slowtest.Sequential(t)
	for _, l := range everyLesson(t) {
		r := newRoom(t)
		r.edit("ana", func(doc *person.Practice) {
			*doc.Lesson(l.ID) = person.Lesson{ID: l.ID, Read: 9, Seed: 1, Asked: 3, Evidence: .01}
		})
		r.expect("ana", nameOf(l), "the bar starts anew", "You go on here, with the exercises.", text(r, "lesson."+rules.Family(l.ID)+".again"), "exercise 4. ▱▱▱▱▱")
		if rec := r.doc("ana").Lessons[0]; rec.Restarts != 1 || rec.Read != 9 {
			t.Errorf("lesson %s goes on as %+v, want its pages read", l.ID, rec)
		}
	}
}

// nameOf opens a lesson.
func nameOf(l teach.Lesson) string {
	if l.Number > 0 {
		return fmt.Sprint("learn ", l.Number)
	}
	return "learn " + l.ID
}

// A person who doesn't understand a page gets the idea of its game, or of its lesson, in other
// words.
func TestAPageInOtherWords(t *testing.T) {
	slowtest.Sequential(t)
	for _, l := range everyLesson(t) {
		for n, page := range l.Pages {
			r := newRoom(t)
			r.onPageOf(l, n)
			if page.Demo {
				continue
			}
			said := r.Text(r.says("ana", "I don't get it"))
			want := "lesson." + rules.Family(l.ID) + ".again"
			if page.Game != "" && page.Game != rules.Default {
				want = "lesson." + rules.Family(page.Game) + ".again"
			}
			if own := fmt.Sprint("lesson.", rules.Family(l.ID), ".hint-", n+1); r.Words.Has(own) {
				want = own
			}
			if other := text(r, want); !strings.Contains(said, other) {
				t.Errorf("page %d of lesson %s: who doesn't get it is told\n%s\nwant %q", n+1, l.ID, said, other)
			}
		}
	}
}

// The text of a page asks for what its buttons answer.
func TestPagesAskForWhatIsAnswered(t *testing.T) {
	for _, l := range everyLesson(t) {
		for n, page := range l.Pages {
			if page.Game == "" || page.Demo {
				continue
			}
			r := newRoom(t)
			r.onPageOf(l, n)
			reply := r.says("ana", "answer")
			said := text(r, fmt.Sprint("lesson.", rules.Family(l.ID), ".page-", n+1))
			judges := slices.ContainsFunc(reply.Messages[0].Buttons, func(b dialog.Button) bool { return b.Label.Key == "button.won" })
			if asks := regexp.MustCompile(`on or lost[^.]*\?`).MatchString(said); asks != judges {
				t.Errorf("page %d of lesson %s asks won or lost: %v, and has the buttons for it: %v:\n%s", n+1, l.ID, asks, judges, said)
			}
		}
	}
}

// The question asks for the value of the pile on the board, the first value that isn't given.
func TestAskedValueIsTheFirstNotGiven(t *testing.T) {
	for _, l := range everyLesson(t) {
		for seed := range uint64(8) {
			x := l.Exercise(seed)
			if x[0].Topic != teach.NextValue {
				continue
			}
			r := newRoom(t)
			r.edit("ana", func(doc *person.Practice) {
				doc.Now = &person.Exercise{Kind: "lesson", Lesson: l.ID, Seed: seed}
			})
			n := x[0].Puzzle.Position.Diagram().Rows[0].Count
			r.expect("ana", "answer", fmt.Sprintf("What's the value of %d?", n), fmt.Sprintf("Sizes 0 to %d ", n-1))
		}
	}
}

// A lesson that was left for a month continues where it was left.
func TestALessonLeftForAMonth(t *testing.T) {
	r := newRoom(t)
	r.onExercise(5, 1, any1)
	before := *r.doc("ana").Now
	r.Pass(31 * 24 * time.Hour)
	r.restart()
	r.says("ana", "learn 5")
	if now := r.doc("ana").Now; now.Seed != before.Seed || now.Step != before.Step || now.Lesson != before.Lesson {
		t.Errorf("after a month the exercise is %+v, want %+v", now, before)
	}
	right, _ := r.answers("ana")
	r.expect("ana", "answer "+right, "Right")
}

// An exercise that another device closed can't be answered any more: neither a button nor a
// typed answer changes the lesson's test.
func TestAnExerciseThatAnotherDeviceClosed(t *testing.T) {
	r := newRoom(t)
	step := r.onExercise(2, 0, any1)
	here := r.says("ana", "answer") // also shown elsewhere
	_, wrong := answersTo(t, step)
	r.says("ana", "answer "+wrong)
	before := r.lesson("ana", "won-or-lost")
	if before.Asked != 1 || !r.doc("ana").Now.Done {
		t.Fatalf("a wrong answer leaves %+v", before)
	}
	stale := r.press("ana", here, map[string]string{"won": "Lost", "lost": "Won"}[wrong])
	if r.Expect(stale, "an exercise that's over"); stale.Result != dialog.Stale {
		t.Errorf("the result of the old button is %q, want %q", stale.Result, dialog.Stale)
	}
	r.expect("ana", "answer "+wrong, "That exercise is over")
	if after := r.lesson("ana", "won-or-lost"); after.Asked != 1 || after.Evidence != before.Evidence || after.Right != before.Right {
		t.Errorf("after answers to a closed exercise the test is %+v, want %+v", after, before)
	}
}

// A game without a lesson is taught by its rule, its examples and its puzzles.
func TestAGameWithoutALesson(t *testing.T) {
	r := newRoom(t)
	reply := r.expect("ana", "learn octal:0.6", "no pages of its own", "Examples to look at")
	r.press("ana", reply, "Puzzle")
	if x := r.doc("ana").Now; x == nil || x.Kind != "puzzle" || x.Game != "octal:0.6" {
		t.Errorf("its button leads to %+v, want a puzzle of the game", x)
	}
}
