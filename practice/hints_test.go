package practice_test

import (
	"fmt"
	"strings"
	"testing"

	"nimbot/game"
	"nimbot/person"
	"nimbot/slowtest"
	"nimbot/teach"
)

// Every kind of question in every lesson has two hints, and the first of a position that
// is to be judged doesn't tell who wins it.
func TestEveryQuestionHasHints(t *testing.T) {
	slowtest.Sequential(t)
	all := teach.Lessons()
	for _, g := range game.Games() {
		if l, ok := teach.LessonOf(g.Key); ok {
			all = append(all, l)
		}
	}
	r := newRoom(t)
	told := map[string]string{}
	for _, l := range all {
		met := map[string]bool{}
		for seed := range uint64(40) {
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
				if before, ok := told[l.ID+kind]; ok && before != said {
					t.Errorf("%s: the hint of %s depends on who wins:\n%s\n%s", l.ID, kind, before, said)
				}
				told[l.ID+kind] = said
			}
		}
	}
}
