package practice_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/game/teach"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
)

// An exercise counts once, by its first try or the first help, whatever is tried, asked or
// left afterwards. A puzzle that is only left doesn't count.
func TestAnExerciseCountsOnce(t *testing.T) {
	for _, c := range []struct {
		does  string // what the person does, in order
		right bool   // whether it counts as found
	}{
		{"right", true},
		{"wrong", false}, {"wrong right", false}, {"wrong wrong", false}, {"wrong show", false}, {"wrong skip", false}, {"wrong hint right", false}, {"wrong hint wrong", false},
		{"hint right", false}, {"hint wrong", false}, {"hint hint right", false}, {"hint wrong wrong", false}, {"hint show", false}, {"hint skip", false}, {"show", false}, {"skip", false},
	} {
		for _, kind := range []string{"puzzle", "daily", "lesson"} {
			r := newRoom(t)
			r.Now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
			switch kind {
			case "puzzle":
				r.find()
			case "daily":
				r.says("ana", "daily")
			case "lesson":
				r.onExercise(7, 0, func(x teach.Exercise) bool { return len(x) == 1 && x[0].Asks == teach.AsksMove })
			}
			opened := *r.doc("ana").Now
			for _, what := range strings.Fields(c.does) {
				now := r.doc("ana").Now
				if now == nil || now.Done || now.Position != opened.Position || now.Seed != opened.Seed {
					break // it's over, and another one may be open
				}
				right, wrong := r.answers("ana")
				line, ok := map[string]string{"right": "answer " + right, "wrong": "answer " + wrong, "hint": "answer hint"}[what]
				if !ok {
					line = what
				}
				if r.says("ana", line); right == "won" && what == "right" || right == "lost" && what == "right" {
					if right, _ := r.answers("ana"); r.doc("ana").Now.Position == opened.Position && !r.doc("ana").Now.Done {
						r.says("ana", "answer "+right)
					}
				}
			}
			doc := r.doc("ana")
			counted, found := 0, false
			switch kind {
			case "puzzle":
				if c.does == "skip" && doc.Puzzles == nil {
					continue
				}
				counted, found = doc.Puzzles.Answers, doc.Puzzles.Right == 1
			case "daily":
				counted, found = len(doc.Daily[0].Answers), doc.Daily[0].Answers == "1"
			case "lesson":
				rec := doc.Lesson(opened.Lesson)
				counted, found = rec.Asked, rec.Right == 1
			}
			if counted != 1 || found != c.right {
				t.Errorf("a %s counts %d times after %q, found %v; want once, %v", kind, counted, c.does, found, c.right)
			}
		}
	}
}

// A server is shown what a person practises in it, and nothing of what they practise in
// private messages.
func TestPrivateMessagesAreShownToNoServer(t *testing.T) {
	for _, private := range []bool{true, false} {
		c := chattest.NewRoom(t)
		whole := routertest.NewBot(chat.Config{Store: c.Store, Words: c.Words, Seed: 1, Now: c.Clock}, c.Store.(store.Archive))
		for range 5 {
			for _, line := range []string{"puzzle", "show"} {
				r := c.Request("ana", line)
				r.Private = private
				whole.Handle(t.Context(), r)
			}
		}
		m, err := person.NewMembers(c.Store, nil, 0).Read(t.Context(), person.MemberKey("test", "local", "ana"))
		if err != nil || (m.PracticeSummary == nil) != private {
			t.Errorf("of practice in private (%v) the server is shown %+v, %v", private, m.PracticeSummary, err)
		}
	}
}

// While everything about a person is being deleted, they are told so when they practise.
func TestPractisingWhileLeaving(t *testing.T) {
	c := routertest.NewRoom(t)
	now := c.Clock
	if _, _, _, err := person.NewMarks(c.Store, now, 0).Leave(t.Context(), "test", "ana", store.UnixOf(c.Now)); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"puzzle", "daily", "learn 1"} {
		r := c.Says("ana", line)
		if text := c.Text(r); r.Result != dialog.Refused || !strings.Contains(text, "still deleting everything") {
			t.Errorf("%q is %s: %s; want it refused, because everything is being deleted", line, r.Result, text)
		}
	}
	for e, err := range c.Store.(store.Archive).All(t.Context()) {
		if err != nil || slices.Contains([]string{person.PracticeKey("test", "ana"), person.MemberKey("test", "local", "ana")}, e.Key) {
			t.Errorf("%s is stored (%v), want nothing about ana", e.Key, err)
		}
	}
}

// What a person is told about a position after they answered it costs nothing, and is noted
// of a date's positions once.
func TestHelpAfterTheAnswer(t *testing.T) {
	r := newRoom(t)
	r.Now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	r.find()
	r.says("ana", "answer A2")
	r.says("ana", "predict 3 4 5")
	if k, x := r.doc("ana").Puzzles, r.doc("ana").Now; k.Answers != 1 || k.Right != 1 || x.Hinted {
		t.Errorf("after the answer and a prediction the puzzles are %+v, the exercise %+v; want it found, without help", k, x)
	}
	r.solveDay("ana", "1")
	for range 2 {
		for _, p := range teach.Daily(r.Now.Date()) {
			r.says("ana", "predict game:"+p.Game.Key+" "+p.Position.String())
		}
	}
	if d := r.doc("ana").Daily[0]; d.Answers != "10" || d.Hinted != "2" {
		t.Errorf("after predictions of all three positions the day is %+v, want the first found, the open one not, and help noted with the third", d)
	}
}

// Only a puzzle that was found at the first try, without help, can come again in disguise.
func TestTwinsAreOfSolvedPuzzles(t *testing.T) {
	for does, want := range map[string]bool{"answer A2": true, "answer C1|answer A2": false, "answer hint|answer A2": false, "show": false} {
		r := newRoom(t)
		r.find()
		for _, line := range strings.Split(does, "|") {
			r.says("ana", line)
		}
		if solved := r.doc("ana").Solved; (solved != nil) != want {
			t.Errorf("after %q the puzzle to disguise is %+v, want one: %v", does, solved, want)
		}
		if r := r.says("ana", "puzzle twin"); (r.Result != dialog.Refused) != want {
			t.Errorf("after %q, puzzle twin is %s; want a puzzle: %v", does, r.Result, want)
		}
	}
}

// A hint says that it counts if it does, and not after a wrong answer, which counted.
func TestWhetherAHintCounts(t *testing.T) {
	for before, counts := range map[string]bool{"": true, "answer C1": false} {
		r := newRoom(t)
		if r.find(); before != "" {
			r.says("ana", before)
		}
		labels := fmt.Sprint(r.says("ana", "answer").Messages[0].Buttons)
		if strings.Contains(labels, "counts true") != counts {
			t.Errorf("after %q the buttons are %s, want that Hint says its price: %v", before, labels, counts)
		}
		if text := r.Text(r.says("ana", "answer hint")); strings.Contains(text, "counts as not solved") != counts {
			t.Errorf("after %q a hint says %q, want that it counts: %v", before, text, counts)
		}
	}
}

// A share that is delivered again after a crash isn't counted again among those that found no
// line in the post.
func TestAShareBeyondTheLinesIsDeliveredTwice(t *testing.T) {
	r := newRoom(t)
	r.Now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	r.post("2026-11-21")
	_, err := r.Handler.Amend(t.Context(), r.Place, func(d *channel.Document, now store.Unix) bool {
		for i := range channel.MaxLines {
			d.DayPost.Lines = append(d.DayPost.Lines, channel.Line{Who: channel.Player{ID: fmt.Sprint("p", i)}, Answers: "111", At: now})
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	r.solveDay("ana", "111")
	share := r.Request("ana", "daily share")
	for range 2 {
		r.router.Handle(t.Context(), share)
		r.edit("ana", func(doc *person.Practice) { doc.Daily[0].Shared, doc.Recent = false, nil })
	}
	if p := r.Document().DayPost; p.More != 1 || len(p.Lines) != channel.MaxLines {
		t.Errorf("the post has %d lines and %d more, want %d and 1", len(p.Lines), p.More, channel.MaxLines)
	}
}

// A question about piles whose answer is none has both hints, too.
func TestHintsWhereNoPileFits(t *testing.T) {
	r := newRoom(t)
	r.onExercise(3, 0, func(x teach.Exercise) bool { return x[0].Asks == teach.AsksPiles && len(x[0].Answer()) == 0 })
	r.says("ana", "answer hint")
	if second := r.says("ana", "answer hint"); second.Result != dialog.Told || strings.Contains(r.Text(second), " 1 pile") {
		t.Errorf("the second hint is %s: %s, want that no pile fits", second.Result, r.Text(second))
	}
}

// In a lesson's game below the perfect level, the bot gives no reasons for its moves.
func TestOnlyPerfectPlayGivesReasons(t *testing.T) {
	for lesson, gives := range map[string]bool{"pairs": false, "balance": false, "nim-sum": true} {
		r := newRoom(t)
		r.edit("ana", func(doc *person.Practice) {
			doc.Now = &person.Exercise{Kind: "game", Lesson: lesson, Game: "nim", Ending: "normal", Position: "3 5 7", Start: "3 5 7"}
		})
		reply := r.says("ana", "A1")
		if gave := strings.Contains(fmt.Sprint(reply.Messages[0].Lines), "practice.replied."); gave != gives {
			t.Errorf("in the game of %s the bot gives a reason for its move: %v, want %v:\n%s", lesson, gave, gives, r.Text(reply))
		}
	}
}
