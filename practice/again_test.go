package practice_test

import (
	"fmt"
	"testing"
	"time"

	"nimbot/person"
	"nimbot/teach"
)

// Who doesn't pass a lesson's test gets its idea in other words, and then the pages.
func TestALessonInOtherWords(t *testing.T) {
	for _, l := range teach.Lessons() {
		r := newRoom(t)
		r.edit("ana", func(doc *person.Practice) {
			*doc.Lesson(l.ID) = person.Lesson{ID: l.ID, Read: 9, Seed: 1, Asked: 3, Evidence: .01}
		})
		r.expect("ana", fmt.Sprint("learn ", l.Number), "once more, from the first page", "In other words: ")
		if rec := r.doc("ana").Lessons[0]; rec.Restarts != 1 || rec.Read != 0 {
			t.Errorf("lesson %d begins again as %+v", l.Number, rec)
		}
	}
}

// A lesson that was left for a month goes on where it was.
func TestALessonLeftForAMonth(t *testing.T) {
	r := newRoom(t)
	r.onExercise(5, 1, any1)
	before := *r.doc("ana").Now
	r.Now = r.Now.Add(31 * 24 * time.Hour)
	r.restart()
	r.says("ana", "learn 5")
	if now := r.doc("ana").Now; now.Seed != before.Seed || now.Step != before.Step || now.Lesson != before.Lesson {
		t.Errorf("after a month the exercise is %+v, want %+v", now, before)
	}
	right, _ := r.answers("ana")
	r.expect("ana", "answer "+right, "Right")
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
