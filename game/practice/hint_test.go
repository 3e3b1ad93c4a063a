package practice_test

import (
	"fmt"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/internal/slowtest"
	"nimbot/store/person"
)

// Every kind of question in every lesson has two hints. If a position is to be judged, the
// first hint doesn't tell who wins it.
func TestEveryQuestionHasHints(t *testing.T) {
	slowtest.Sequential(t)
	all := teach.Lessons()
	for _, g := range rules.Games() {
		if l, ok := teach.LessonOf(g.Key); ok {
			all = append(all, l)
		}
	}
	r := newRoom(t)
	told := map[string]string{}
	for _, l := range all {
		met := map[string]bool{}
		for seed := range uint64(slowtest.Count(20, 40)) {
			for n, step := range l.Exercise(seed) {
				kind := fmt.Sprint(step.Asks, step.Topic, step.Puzzle.Game.Key)
				full := fmt.Sprint(kind, step.Puzzle.Outcome)
				if met[full] {
					continue
				}
				met[full] = true
				r.edit("ana", func(doc *person.Practice) {
					doc.Now = &person.Exercise{Kind: "lesson", Lesson: l.ID, Seed: seed, Step: n, Missed: true}
				})
				first := r.says("ana", "answer hint")
				said := r.Text(first)
				second := r.Text(r.press("ana", first, "Tell me more"))
				if len(strings.Fields(said)) < 5 || len(strings.Fields(second)) < 4 || strings.Contains(said+second, "practice.") || strings.Contains(said+second, "topic.") {
					t.Errorf("%s: the hints of %s are\n%s\n%s", l.ID, full, said, second)
				}
				if step.Asks != teach.AsksOutcome {
					continue
				}
				if step.Puzzle.Game.Key != "nim" && strings.Contains(second, "taking a whole pile") {
					t.Errorf("%s: the second hint of %s names piles: %s", l.ID, full, second)
				}
				if before, ok := told[l.ID+kind]; ok && before != said {
					t.Errorf("%s: the hint of %s depends on who wins:\n%s\n%s", l.ID, kind, before, said)
				}
				told[l.ID+kind] = said
			}
		}
	}
}

// A person who gave away the win of a practice game isn't told that the position was lost
// anyway.
func TestNoConsolationForAWinGivenAway(t *testing.T) {
	r := newRoom(t)
	r.edit("ana", func(doc *person.Practice) {
		doc.Now = &person.Exercise{Kind: "game", Lesson: "no-sum", Game: "nim", Ending: "normal", Position: "1 4 5", Start: "3 4 5", Plies: 2}
	})
	hint := r.says("ana", "hint")
	more := r.press("ana", hint, "Tell me more")
	if said := r.Text(hint) + r.Text(more); strings.Contains(said, "Blame the position") {
		t.Errorf("after a win given away the hints are\n%s", said)
	}
	r.Expect(more, "every move")
}

// The reply says that equal piles count separately only if there are equal piles.
func TestTheReasonOfACountFitsItsPiles(t *testing.T) {
	r := newRoom(t)
	for position, want := range map[string]bool{"3 3 5": true, "3 4 5": false, "21": false} {
		p, err := lookup(t, "nim").Begin(position, rules.Normal)
		if err != nil {
			t.Fatal(err)
		}
		r.edit("ana", func(doc *person.Practice) {
			doc.Now = &person.Exercise{Kind: "puzzle", Game: "nim", Ending: "normal", Position: p.String(), Asks: "count"}
		})
		if said := r.Text(r.says("ana", "show")); strings.Contains(said, "Equal piles count separately") != want {
			t.Errorf("%s: the solution is %s", position, said)
		}
	}
}
