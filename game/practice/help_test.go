package practice_test

import (
	"strings"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/store/person"
)

// predictions are the ways to learn about a position.
func predictions(position string) [][]string {
	return [][]string{
		{"predict " + position},
		{"who wins " + position + "?"},
		{"start " + position, "hint"},
		{"start " + position, "explain"},
		{"start " + position, "A1", "resign", "review"},
		{"start " + position + " first:bot"},
		{"start " + position, "begin"},
		{"race " + position + " seconds:off", "reveal", "guess why"},
	}
}

// A puzzle counts as not found if another command told the person about its position, with its
// piles in any order.
func TestHelpWithAPuzzleCounts(t *testing.T) {
	for _, lines := range append(predictions("5 3 4"), predictions("3 4 5")...) {
		r := newRoom(t)
		r.find()
		r.Place.Channel = "elsewhere"
		for _, line := range lines {
			if reply := r.says("ana", line); reply.Result == dialog.Refused {
				t.Fatalf("%q was refused: %s", line, r.Text(reply))
			}
		}
		k := r.doc("ana").Puzzles
		if k == nil || k.Answers != 1 || k.Right != 0 || k.Rating >= 1000 {
			t.Fatalf("after %q: %+v, want the puzzle not found", lines, k)
		}
		r.expect("ana", "answer A2", "Right")
		if k := r.doc("ana").Puzzles; k.Answers != 1 || k.Right != 0 {
			t.Errorf("after %q and the answer: %+v, want it to count once", lines, k)
		}
	}
	r := newRoom(t)
	r.onPage(2, 2)
	r.says("ana", "predict "+r.doc("ana").Now.Position)
	if x := r.doc("ana").Now; x.Hinted || x.Missed {
		t.Errorf("after a prediction of a page's position: %+v, want it not hinted, since a page tells what it asks", x)
	}
	r = newRoom(t)
	r.find()
	r.says("ana", "predict 3 4 6")
	r.says("bob", "predict 3 4 5")
	r.says("ana", "predict 3 4 5 misere")
	if k := r.doc("ana").Puzzles; k != nil {
		t.Errorf("after predictions of other positions and by others: %+v, want none counted", k)
	}
}

// A position of the daily doesn't count as a first try if the person had help with it, open or
// not, and alone it doesn't extend the streak.
func TestHelpWithTheDailyCounts(t *testing.T) {
	day := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for _, open := range []bool{true, false} {
		r := newRoom(t)
		r.Now = day
		r.edit("ana", func(doc *person.Practice) { doc.Streak = person.Streak{Last: "2026-11-20", Days: 4, Longest: 4} })
		if open {
			r.says("ana", "daily")
		}
		for _, p := range teach.Daily(day.Date()) {
			if open {
				r.says("ana", "daily")
			}
			r.says("ana", "predict game:"+p.Game.Key+" "+p.Position.String())
			if open {
				r.answersRightly("ana")
			}
		}
		if !open {
			for range teach.DailySize {
				r.says("ana", "daily")
				r.answersRightly("ana")
			}
		}
		doc := r.doc("ana")
		if got := doc.Daily[0].Answers; got != "222" || doc.Streak.Days != 4 {
			t.Errorf("open before: %v; the answers are %q, the streak %+v; want 222 and no further day", open, got, doc.Streak)
		}
	}
	// Help with one position costs only that position.
	r := newRoom(t)
	r.Now = day
	second := teach.Daily(day.Date())[1]
	r.says("ana", "predict game:"+second.Game.Key+" "+second.Position.String())
	r.Expect(r.solveDay("ana", "1"), "position 2 of 3")
	r.answersRightly("ana")
	r.says("ana", "answer next")
	r.Expect(r.solveDay("ana", "1"), "🟩🟨🟩 · 2 of 3 right, 1 with a hint · 1 day in a row")
}

// answersRightly answers the open exercise until it's done.
func (r *room) answersRightly(who string) (last dialog.Reply) {
	r.t.Helper()
	for x := r.doc(who).Now; x != nil && !x.Done; x = r.doc(who).Now {
		position := x.Position
		right, _ := r.answers(who)
		last = r.says(who, "answer "+right)
		if now := r.doc(who).Now; now.Position != position {
			break
		}
	}
	return last
}

// The page's analysis calls RecordHelp, too.
func TestRecordHelp(t *testing.T) {
	r := newRoom(t)
	r.find()
	g := lookup(t, "nim")
	p, err := g.Parse("4 5 3")
	if err != nil {
		t.Fatal(err)
	}
	if err := r.exercises.RecordHelp(t.Context(), r.Place, dialog.User{ID: "ana"}, rules.Situation{Game: "nim", Ending: rules.Normal, Position: p}); err != nil {
		t.Fatal(err)
	}
	if x := r.doc("ana").Now; !x.Hinted {
		t.Errorf("the exercise is %+v, want it hinted", x)
	}
	if strings.Contains(r.Text(r.says("ana", "answer A2")), "broken") {
		t.Error("it can't be answered any more")
	}
}
