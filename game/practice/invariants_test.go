package practice_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/practice"
	"nimbot/game/router/routertest"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/store"
	"nimbot/store/person"
)

// Servers are shown a summary of a person's practice: the lessons that were passed, the streak
// with its last day, and a rating once there is one.
func TestWhatServersAreShownOfPractice(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	at := store.UnixOf(now)
	for _, c := range []struct {
		what string
		doc  person.Practice
		want person.Practised
	}{
		{"nothing else", person.Practice{}, person.Practised{Streak: 1}},
		{"lessons", person.Practice{Lessons: []person.Lesson{{ID: "last-stone", Passed: at}, {ID: "pairs", Read: 1}, {ID: "chomp", Passed: at}}}, person.Practised{Lessons: 1, Passed: "1 chomp", Streak: 1}},
		{"a streak", person.Practice{Streak: person.Streak{Last: "2026-11-20", Days: 4, Longest: 9}}, person.Practised{Streak: 5}},
		{"a rating", person.Practice{Puzzles: &person.Strength{Rating: 1234.5, Deviation: 80.1, Volatility: .06, Answers: 9}}, person.Practised{Puzzles: 1235, PuzzlesOff: 81, Streak: 1}},
	} {
		room := chattest.NewRoom(t)
		room.Now = now
		clock := room.Clock
		whole := routertest.NewBot(chat.Config{Store: room.Store, Words: room.Words, Seed: 1, Now: clock}, room.Store.(store.Archive))
		_, err := person.NewPractices(room.Store, clock, 0).Change(t.Context(), person.PracticeKey("test", "ana"), func(doc *person.Practice) (bool, error) {
			*doc = c.doc
			doc.Daily = []person.Day{{Date: "2026-11-21", Answers: "11"}}
			return true, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"daily", "show"} { // the last of the date's answers
			whole.Handle(t.Context(), room.Request("ana", line))
		}
		m, err := person.NewMembers(room.Store, clock, 0).Read(t.Context(), person.MemberKey("test", "local", "ana"))
		if err != nil || m.PracticeSummary == nil {
			t.Errorf("%s: the server is shown %+v, %v", c.what, m.PracticeSummary, err)
			continue
		}
		if got := *m.PracticeSummary; got.Lessons != c.want.Lessons || got.Streak != c.want.Streak || got.Day != store.UnixOf(now.Add(-12*time.Hour)) || got.Puzzles != c.want.Puzzles || got.PuzzlesOff != c.want.PuzzlesOff {
			t.Errorf("%s: the server is shown %+v, want %+v", c.what, got, c.want)
		}
	}
}

// Handler.LessonProgress tells which lessons were passed and which were begun.
func TestLessonProgress(t *testing.T) {
	r := newRoom(t)
	r.edit("ana", func(doc *person.Practice) {
		doc.Lessons = []person.Lesson{{ID: "last-stone", Passed: 7, Read: 2}, {ID: "won-or-lost", Read: 1}, {ID: "pairs"}}
	})
	marks, err := r.exercises.LessonProgress(t.Context(), "test", "ana")
	if err != nil || len(marks) != len(teach.Lessons()) {
		t.Fatalf("Path = %d lessons, %v", len(marks), err)
	}
	for i, want := range []practice.LessonProgress{{Passed: true, Begun: true}, {Begun: true}, {}, {}} {
		if got := marks[i]; got.Number != i+1 || got.Passed != want.Passed || got.Begun != want.Begun {
			t.Errorf("lesson %d is %+v, want %+v", i+1, got, want)
		}
	}
}

// A date counts for the streak once its last position is answered, if one answer was right.
func TestWhenADateCounts(t *testing.T) {
	for _, c := range []struct {
		answers string
		days    int
	}{{"1", 0}, {"11", 0}, {"111", 1}, {"000", 0}, {"100", 1}, {"001", 1}} {
		r := newRoom(t)
		r.Now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
		r.solveDay("ana", c.answers)
		if k := r.doc("ana").Streak; k.Days != c.days {
			t.Errorf("after the answers %q the streak is %+v, want %d days", c.answers, k, c.days)
		}
	}
}

// The change of rating is shown after the first try at a puzzle only.
func TestWhenARatingIsShown(t *testing.T) {
	for _, c := range []struct {
		answer    string
		deviation float64
		want      string
	}{
		{"A2", 350, "? (+"}, {"C1", 350, "? (−"}, {"A2", 60, "(+"}, {"C1", 60, "(−"},
	} {
		r := newRoom(t)
		r.edit("ana", func(doc *person.Practice) {
			doc.Puzzles = &person.Strength{Rating: 1200, Deviation: c.deviation, Volatility: .06, Answers: 9, At: store.UnixOf(r.Now)}
		})
		r.find()
		text := r.Text(r.says("ana", "answer "+c.answer))
		if c.answer != "A2" { // the rating isn't shown before the puzzle is solved
			text = r.Text(r.says("ana", "answer A2"))
		}
		if !strings.Contains(text, "Your puzzle rating: 1") || !strings.Contains(text, c.want) || strings.Contains(text, "? (") != strings.Contains(c.want, "?") {
			t.Errorf("with a deviation of %v, answer %s gives %q, want %q", c.deviation, c.answer, text, c.want)
		}
	}
	r := newRoom(t)
	if r.Now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC); strings.Contains(r.Text(r.solveDay("ana", "1")), "puzzle rating") {
		t.Error("an answer to the daily shows a rating of puzzles")
	}
}

// A puzzle counts once: help after a wrong answer isn't counted again.
func TestHelpAfterAWrongAnswer(t *testing.T) {
	r := newRoom(t)
	r.find()
	r.says("ana", "answer C1")
	before := *r.doc("ana").Puzzles
	r.says("ana", "predict 3 4 5")
	if k := *r.doc("ana").Puzzles; k.Answers != 1 || k.Rating != before.Rating {
		t.Errorf("after a wrong answer and help: %+v, want it to stay %+v", k, before)
	}
}

// Help with the same position of another game or ending doesn't count as help with the daily.
func TestHelpWithAnotherGameDoesNotCount(t *testing.T) {
	day := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	position := teach.Daily(day.Date())[0].Position.String()
	for line, hinted := range map[string]bool{position: true, position + " misere": false, "game:kayles " + position: false} {
		r := newRoom(t)
		r.Now = day
		r.says("ana", "predict "+line)
		if days := r.doc("ana").Daily; (len(days) > 0) != hinted {
			t.Errorf("after predict %s the days are %+v, want help noted: %v", line, days, hinted)
		}
	}
}

// A mistake repeated in a game of a later day goes back to the first box; on the same
// day, or in an earlier game, it stays where it is. Mistakes that differ are two.
func TestMistakesThatAreMadeAgain(t *testing.T) {
	made := func(position, date string) person.Mistake {
		return person.Mistake{Game: "nim", Ending: "normal", Position: position, Date: date}
	}
	for _, c := range []struct {
		what  string
		again person.Mistake
		boxes []int
	}{
		{"an earlier day", made("3 4 5", "2026-11-20"), []int{3, 2}},
		{"the same day", made("3 4 5", "2026-11-21"), []int{3, 2}},
		{"a later day", made("3 4 5", "2026-11-22"), []int{2, 0}},
		{"the other one", made("1 2 4", "2026-11-22"), []int{3, 0}},
		{"another position", made("1 2 5", "2026-11-21"), []int{3, 2, 0}},
		{"another ending", person.Mistake{Game: "nim", Ending: "misere", Position: "3 4 5", Date: "2026-11-21"}, []int{3, 2, 0}},
		{"one of the longest kept", made(strings.Repeat("11 ", 26)+"11", "2026-11-21"), []int{3, 2, 0}},
		{"one that is too long", made(strings.Repeat("11 ", 26)+"111", "2026-11-21"), []int{3, 2}},
	} {
		r := newRoom(t)
		r.edit("ana", func(doc *person.Practice) {
			doc.Mistakes = []person.Mistake{made("3 4 5", "2026-11-21"), made("1 2 4", "2026-11-21")}
			doc.Mistakes[0].Box, doc.Mistakes[1].Box = 3, 2
		})
		if err := r.collector().Keep(t.Context(), "test", "ana", store.UnixOf(r.Now), []person.Mistake{c.again}); err != nil {
			t.Fatal(err)
		}
		var boxes []int
		for _, m := range r.doc("ana").Mistakes {
			boxes = append(boxes, m.Box)
		}
		if !slices.Equal(boxes, c.boxes) {
			t.Errorf("made again on %s: the boxes are %v, want %v", c.what, boxes, c.boxes)
		}
	}
}

// The most overdue mistake is asked first. A right answer moves it to the next box and finally
// out; a wrong one back to the first.
func TestTheBoxesOfMistakes(t *testing.T) {
	for box, rest := range []int{3, 7, 16, 35, 0} { // days, once found
		for _, right := range []bool{true, false} {
			r := newRoom(t)
			due := store.UnixOf(r.Now)
			r.edit("ana", func(doc *person.Practice) {
				doc.Mistakes = []person.Mistake{
					{Game: "nim", Ending: "normal", Position: "1 2 4", Date: "2026-11-20", Due: due},
					{Game: "nim", Ending: "normal", Position: "3 4 5", Date: "2026-11-20", Due: due - 1, Box: box},
				}
			})
			r.expect("ana", "puzzle mine", "A 3, B 4, C 5")
			want := rest
			if !right {
				r.says("ana", "answer C1")
				want = 1
			}
			r.says("ana", "answer A2")
			kept := r.doc("ana").Mistakes
			switch {
			case want == 0 && len(kept) == 1 && kept[0].Position == "1 2 4":
			case want == 0 || len(kept) != 2 || kept[1].Due != due+store.Unix(want*24*60*60):
				t.Errorf("found in box %d at the first try: %v; kept are %+v, want it to rest for %d days", box, right, kept, want)
			}
		}
	}
}

// A person gets puzzles they haven't seen, near their rating, while there are any.
func TestPuzzlesAreNewAndFit(t *testing.T) {
	away := map[float64]float64{} // mean distance from 1200
	for _, strength := range []float64{800, 1800} {
		r := newRoom(t)
		var sum float64
		const puzzles = 20
		for range puzzles {
			r.edit("ana", func(doc *person.Practice) {
				doc.Now, doc.Puzzles = nil, &person.Strength{Rating: strength, Deviation: 60, Volatility: .06, Answers: 9, At: store.UnixOf(r.Now)}
			})
			r.says("ana", "puzzle")
			x := r.doc("ana").Now
			p, err := teach.NewPuzzle(t.Context(), lookup(t, x.Game), rules.EndingOf(x.Ending), teach.Kind(x.Asks), x.Seed)
			if err != nil {
				t.Fatal(err)
			}
			sum += p.Rating()
		}
		away[strength] = sum / puzzles
		doc := r.doc("ana")
		hashes := doc.SetOf(rules.Default)
		seen := map[[3]byte]bool{}
		for _, h := range hashes {
			seen[h] = true
		}
		if len(hashes) != puzzles || len(seen) != puzzles {
			t.Errorf("of %d puzzles %d were noted and %d are different", puzzles, len(hashes), len(seen))
		}
	}
	if away[1800]-away[800] < 100 {
		t.Errorf("the puzzles of 800 and 1800 have ratings of %v on average, want them to differ by more than 100", away)
	}
}
