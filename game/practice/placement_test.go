package practice_test

import (
	"strings"
	"testing"

	"nimbot/game/teach"
	"nimbot/store/person"
)

// A person who finds every move is placed at the end of the course, without passing anything.
// A person who finds none begins at the start.
func TestPlacementTest(t *testing.T) {
	r := newRoom(t)
	r.Expect(r.press("ana", r.says("ana", "learn"), "Find my place"), "at most 8 positions", "Find my place: position 1 of at most 8")
	for n := 0; r.doc("ana").Now != nil; n++ {
		if n >= teach.MaxPlacementAnswers {
			t.Fatalf("after %d finds the search goes on", n)
		}
		right, _ := r.answers("ana")
		r.says("ana", "answer "+right)
	}
	if p := r.doc("ana").Placing; p.Known < 11 || !p.Done {
		t.Errorf("who found every move is placed as %+v, want the last lessons", p)
	}
	list := r.expect("ana", "learn", "○ 1. The last stone", "(you know it)", "○ 11.")
	if strings.Contains(r.Text(list), "✓") {
		t.Errorf("a known lesson is marked as passed:\n%s", r.Text(list))
	}
	r.expect("ana", "learn 1", "Which move wins at once?")

	for range teach.MaxPlacementAnswers {
		reply := r.says("bob", "learn place")
		if x := r.doc("bob").Now; x == nil || x.Kind != "place" {
			t.Fatalf("`learn place` leads to %+v:\n%s", x, r.Text(reply))
		}
		reply = r.says("bob", "skip")
		if strings.Contains(r.Text(reply), "Start at the beginning") {
			break
		}
	}
	if p := r.doc("bob").Placing; p.Known != 0 || !p.Done {
		t.Errorf("who skipped every find is placed as %+v, want the start", p)
	}
}

// The search gives no hints and one try. Leaving it keeps the answers.
func TestPlacementGivesNoHelp(t *testing.T) {
	r := newRoom(t)
	r.says("ana", "learn place")
	first := *r.doc("ana").Now
	for _, ask := range []string{"hint", "help me", "answer hint"} {
		r.expect("ana", ask, "There are no hints here")
	}
	if p := r.doc("ana").Placing; len(p.Answers) != 0 {
		t.Errorf("asking for a hint was counted: %+v", p)
	}
	_, wrong := r.answers("ana")
	r.expect("ana", "answer "+wrong, "This wins:")
	r.edit("ana", func(doc *person.Practice) { doc.Now = nil })
	r.expect("ana", "learn place", "position 2 of at most 8")
	p := r.doc("ana").Placing
	if len(p.Answers) != 1 || p.Answers[0].Right || p.Answers[0].Lesson == 0 {
		t.Errorf("after one wrong answer to %+v the search has %+v", first, p)
	}
	r.edit("ana", func(doc *person.Practice) { doc.Now.Lesson = "of another version" })
	right, _ := r.answers("ana")
	r.says("ana", "answer "+right)
}
