package practice_test

import (
	"slices"
	"strings"
	"testing"

	"nimbot/game/dialog"
	"nimbot/game/teach"
	"nimbot/internal/slowtest"
	"nimbot/store/person"
)

// kinds are exercises of every kind, and of every kind of question.
var kinds = map[string]func(r *room){
	"page":    func(r *room) { r.onPage(1, 0) },
	"outcome": func(r *room) { r.onPage(3, 2) },
	"reading": func(r *room) { r.says("ana", "learn 5") },
	"move": func(r *room) {
		r.onExercise(1, 0, func(x teach.Exercise) bool { return x[0].Asks == teach.AsksMove })
	},
	"lost or won": func(r *room) {
		r.onExercise(2, 0, func(x teach.Exercise) bool { return x[0].Asks == teach.AsksOutcome })
	},
	"piles": func(r *room) {
		r.onExercise(4, 0, func(x teach.Exercise) bool { return x[0].Asks == teach.AsksPiles })
	},
	"number": func(r *room) { r.onExercise(5, 0, any1) },
	"numbers": func(r *room) {
		r.onExercise(11, 0, func(x teach.Exercise) bool { return len(x[0].Answer()) == 3 })
	},
	"order":  func(r *room) { r.asking(6, teach.AsksOrder) },
	"idea":   func(r *room) { r.asking(12, teach.AsksIdea) },
	"puzzle": func(r *room) { r.says("ana", "puzzle") },
	"mine": func(r *room) {
		r.edit("ana", func(doc *person.Practice) {
			doc.Now = &person.Exercise{Kind: "mine", Game: "nim", Ending: "normal", Position: "2 9", Asks: "find"}
		})
	},
	"daily": func(r *room) { r.says("ana", "daily") },
	"place": func(r *room) { r.says("ana", "learn place") },
	"game": func(r *room) {
		r.edit("ana", func(doc *person.Practice) {
			doc.Now = &person.Exercise{Kind: "game", Lesson: "mirror", Game: "nim", Ending: "normal", Position: "3 5", Start: "3 5"}
		})
	},
	"demo": func(r *room) { r.demo() },
	"done": func(r *room) { r.says("ana", "puzzle"); r.says("ana", "show") },
}

// asking opens the first exercise of a lesson with a question of a kind, at that question.
func (r *room) asking(lesson int, asks teach.Asks) {
	r.t.Helper()
	step := 0
	find := func(x teach.Exercise) bool {
		i := slices.IndexFunc(x, func(s teach.Step) bool { return s.Asks == asks })
		step = max(step, i)
		return i >= 0
	}
	for range 2 { // first to find its step
		r.onExercise(lesson, step, find)
	}
}

// helpWords are what a learner says to any exercise.
var helpWords = []string{
	"hint", "help", "I don't get it", "im stuck", "what do i do", "explain", "show me", "skip", "next", "back", "harder", "easier", "why?", "stop",
	"another one", "what's the question?", "i give up", "no hints please", "how long have I got?", "do I only get one try?",
}

// In every kind of exercise, every request for help is understood, and changes nothing that
// others see.
func TestHelpWordsInEveryExercise(t *testing.T) {
	slowtest.Sequential(t)
	for kind, open := range kinds {
		for _, says := range helpWords {
			r := newRoom(t)
			open(r)
			reply := r.says("ana", says)
			text := r.Text(reply)
			for _, bad := range []string{"didn't understand", "I don't know \"", "There's no game", "took that as a remark"} {
				if strings.Contains(text, bad) && !(kind == "done" && says == "stop") { // nothing is open
					t.Errorf("%s: %q is answered with\n%s", kind, says, text)
				}
			}
			if len(reply.Messages) == 0 || reply.Result == dialog.Broken || reply.State != nil {
				t.Errorf("%s: %q leads to %v in %+v", kind, says, reply.Result, reply.State)
			}
			for _, m := range reply.Messages {
				if m.To == nil {
					t.Errorf("%s: everybody sees the answer to %q", kind, says)
				}
			}
		}
	}
}

// In every kind of exercise, the right answer counts without a word before it, and doesn't
// count as a question.
func TestBareAnswersInEveryExercise(t *testing.T) {
	slowtest.Sequential(t)
	for kind, open := range kinds {
		for _, form := range []string{"%", "my answer is %", "%?"} {
			r := newRoom(t)
			if open(r); kind == "done" || kind == "reading" || kind == "game" || kind == "demo" {
				continue
			}
			before := *r.doc("ana").Now
			right, _ := r.answers("ana")
			text := r.Text(r.says("ana", strings.ReplaceAll(form, "%", right)))
			after := r.doc("ana").Now
			moved := after.Done || after.Step != before.Step || after.Kind != before.Kind || after.Seed != before.Seed || after.Position != before.Position
			if asks := form == "%?"; moved == asks {
				t.Errorf("%s: %q counted: %v; the answer was\n%s", kind, strings.ReplaceAll(form, "%", right), moved, text)
			}
		}
	}
}

// The author of a line that was played in the channel's game, and could answer the open exercise, is told
// how to answer it, once a game. A press tells nothing, and nobody else is told.
func TestAMoveTellsHowToAnswer(t *testing.T) {
	r := newRoom(t)
	r.says("ana", "learn 1")
	r.says("ana", "start 3 4 5")
	if text := r.Text(r.says("ana", "B1")); strings.Contains(text, "still open") {
		t.Errorf("a move that the exercise hasn't is answered with\n%s", text)
	}
	r.expect("ana", "A1", "[all] ana's move", "[ana] That was a move in the game here. Your exercise is still open: `/nim answer A1` answers it.")
	if text := r.Text(r.says("ana", "A1")); strings.Contains(text, "still open") {
		t.Errorf("the second move is answered with\n%s", text)
	}
	if x := r.doc("ana").Now; x == nil || x.Wrong || x.Done {
		t.Errorf("the move left the exercise %+v", x)
	}
	r = newRoom(t)
	r.says("ana", "learn 1")
	reply := r.says("ana", "start 3 4 5")
	reply = r.press("ana", r.press("ana", reply, "B (4)"), "Take 1")
	if text := r.Text(reply); strings.Contains(text, "still open") {
		t.Errorf("a press is answered with\n%s", text)
	}
	r.says("ana", "skip")
	r = newRoom(t)
	r.says("ana", "start 3 4 5")
	if text := r.Text(r.says("ana", "B1")); strings.Contains(text, "still open") {
		t.Errorf("without an exercise the move is answered with\n%s", text)
	}
}

// If a person has an open offer and an open exercise, stop and undo may mean either.
func TestStopWithAnOfferAndAnExercise(t *testing.T) {
	for _, says := range []string{"undo", "cancel", "I want to stop"} {
		r := newRoom(t)
		r.says("ana", "learn 1")
		r.says("ana", "challenge @bob 3 4 5")
		reply := r.expect("ana", says, "[ana] Your offer and your exercise are both open.")
		r.Button(reply, "Back to the exercise")
		r.Expect(r.press("ana", reply, "Take back the offer"), "was withdrawn")
		if r.doc("ana").Now == nil {
			t.Errorf("%q closed the exercise", says)
		}
	}
	r := newRoom(t)
	r.says("ana", "learn 1")
	r.expect("ana", "stop", "You've left the exercise")
}
