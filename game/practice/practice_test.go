package practice_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/person"
	"nimbot/store/storetest"
)

// A wrong answer is refuted, then the person has another try, then sees the working.
func TestAPuzzleHasTwoTries(t *testing.T) {
	r := newRoom(t)
	r.edit("ana", func(doc *person.Practice) {
		doc.Now = &person.Exercise{Kind: "puzzle", Game: "nim", Ending: "normal", Position: "3 4 5", Asks: "find"}
	})
	reply := r.expect("ana", "answer C1", "Not that one. If you take 1 from C, I take 3 from A", "Try once more", "3, B 4, C 5")
	if strings.Contains(r.Text(reply), "A2") {
		t.Errorf("the first refutation gives the answer away:\n%s", r.Text(reply))
	}
	r.expect("ana", "answer take one from B", "Not that one", "This wins: take 2 from A (`A2`)", "1 ⊕ 4 ⊕ 5 = 0", "still placing you: 1 of 5")
	r.expect("ana", "answer A2", "That exercise is over", "`/nim puzzle game:nim` to go on")
	if k := r.doc("ana").Puzzles; k.Answers != 1 || k.Right != 0 || k.Rating >= 1000 {
		t.Errorf("after one puzzle not found: %+v, want one answer, none right, below 1000", *k)
	}
}

// Only the first try counts for the rating, and a right one raises it.
func TestARatingFollowsFirstTries(t *testing.T) {
	slowtest.Sequential(t)
	r := newRoom(t)
	r.says("ana", "puzzle")
	for range 12 {
		var last dialog.Reply
		for !r.doc("ana").Now.Done {
			right, _ := r.answers("ana")
			last = r.says("ana", "answer "+right)
		}
		if n := r.doc("ana").Puzzles.Answers; strings.Contains(r.Text(last), "still placing you") != (n < 5) || strings.Contains(r.Text(last), "Your puzzle rating") != (n >= 5) {
			t.Errorf("after %d answers: %s\nwant a rating from the fifth on", n, r.Text(last))
		}
		r.says("ana", "puzzle")
	}
	k := r.doc("ana").Puzzles
	if k.Answers < 12 || k.Right != k.Answers || k.Rating <= 1000 || k.Deviation >= 350 {
		t.Errorf("after twelve puzzles found: %+v, want all right, above 1000, and surer", *k)
	}
}

func lookup(t *testing.T, key string) rules.Game {
	t.Helper()
	g, err := rules.Lookup(key)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// In no game does a puzzle come again soon.
func TestPuzzlesDoNotRepeat(t *testing.T) {
	slowtest.Sequential(t)
	r := newRoom(t)
	last := map[string]int{}
	r.says("ana", "puzzle")
	for i := range 150 {
		x := r.doc("ana").Now
		p, err := lookup(t, x.Game).Parse(x.Position)
		if err != nil {
			t.Fatal(err)
		}
		key := teach.Puzzle{Game: lookup(t, x.Game), Position: p}.Key()
		if before, seen := last[key]; seen {
			t.Errorf("puzzle %d, %s, was puzzle %d already", i, key, before)
		}
		last[key] = i
		r.says("ana", "skip")
	}
}

// No puzzle shows an empty pile, in any game.
func TestPuzzlesShowNoEmptyPiles(t *testing.T) {
	slowtest.Sequential(t)
	r := newRoom(t)
	for _, g := range rules.Games() {
		for range slowtest.Count(3, 10) {
			r.says("ana", "puzzle game:"+g.Key)
			position := r.doc("ana").Now.Position
			p, err := g.Parse(position)
			if err != nil {
				t.Fatal(err)
			}
			d := p.Diagram()
			empty := func(row rules.Row) bool { return row.Count == 0 }
			if (d.Shape == rules.Piles || d.Shape == rules.Pins) && slices.ContainsFunc(d.Rows, empty) {
				t.Errorf("puzzle game:%s shows %s, want no empty pile", g.Key, position)
			}
			r.says("ana", "skip")
		}
	}
}

func TestEveryGameHasPuzzles(t *testing.T) {
	slowtest.Sequential(t)
	r := newRoom(t)
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			command := "puzzle game:" + g.Key
			if e == rules.Misere {
				command += " misere"
			}
			reply := r.says("ana", command)
			x := r.doc("ana").Now
			if x.Game != g.Key || x.Ending != e.String() || x.Done {
				t.Fatalf("%s: open is %+v\n%s", command, x, r.Text(reply))
			}
			for tries := 0; !r.doc("ana").Now.Done; tries++ {
				right, wrong := r.answers("ana")
				if tries == 0 && x.Asks == "find" {
					r.Text(r.says("ana", "answer "+wrong))
				}
				reply = r.says("ana", "answer "+right)
				r.Text(reply)
				if tries > 3 {
					t.Fatalf("%s: %s is never right:\n%s", x.Position, right, r.Text(reply))
				}
			}
		}
	}
}

// A button of a finished exercise shows the present one; a repeated delivery doesn't act
// twice.
func TestButtonsAndDeliveriesActOnce(t *testing.T) {
	r := newRoom(t)
	old := r.says("ana", "learn 1")
	pressed := r.press("ana", old, "Take 3")
	r.Expect(pressed, "Try once more")
	stale := r.press("ana", old, "Take 5")
	if r.Expect(stale, "an earlier question", "Which move wins at once?"); stale.Result != dialog.Stale {
		t.Errorf("a stale button's result is %q, want %q", stale.Result, dialog.Stale)
	}
	request := r.Request("ana", "answer A5")
	r.Expect(r.router.Handle(t.Context(), request), "Right: take 5 from A")
	turn := r.doc("ana").Turn
	again := r.router.Handle(t.Context(), request)
	if r.Expect(again, "watch how I answer"); again.Result != dialog.Duplicate || r.doc("ana").Turn != turn {
		t.Errorf("the same delivery again: %q, turn %d, want %q and turn %d", again.Result, r.doc("ana").Turn, dialog.Duplicate, turn)
	}
	for _, m := range append(pressed.Messages, stale.Messages...) {
		if m.To == nil || !m.Edit {
			t.Errorf("the answer to a press is to %v, in place %v; want private and in place", m.To, m.Edit)
		}
	}
}

// Two devices press the same button at the same time; one answer counts.
func TestTwoDevicesAtOnce(t *testing.T) {
	r := newRoom(t)
	button := r.Button(r.says("ana", "learn 1"), "Take 5")
	first, second := r.Request("ana", button), r.Request("ana", button)
	done := make(chan dialog.Reply)
	for _, request := range []dialog.Request{first, second} {
		go func() { done <- r.router.Handle(t.Context(), request) }()
	}
	results := map[dialog.Result]int{}
	results[(<-done).Result]++
	results[(<-done).Result]++
	if results[dialog.Stale] != 1 || r.doc("ana").Lessons[0].Read != 1 {
		t.Errorf("results %v, %d pages read; want one stale and one page", results, r.doc("ana").Lessons[0].Read)
	}
}

// Every reply includes the state of the channel's game and doesn't change it.
func TestPracticeLeavesTheChannelsGameAlone(t *testing.T) {
	r := newRoom(t)
	r.says("ana", "start 3 4 5")
	before := r.says("ana", "board").State
	for _, line := range []string{"puzzle", "show", "learn 1", "answer A5", "daily", "answer won", "learn", "puzzle mine"} {
		reply := r.says("ana", line)
		if reply.State == nil || *reply.State != *before {
			t.Errorf("%s: the state is %+v, want %+v", line, reply.State, before)
		}
		for _, m := range reply.Messages {
			if m.To == nil || m.To.ID != "ana" || m.IsBoard() {
				t.Errorf("%s: a message to %v, a board: %v; want private ones", line, m.To, m.IsBoard())
			}
		}
	}
}

// A move without "answer" is played in the channel's game, except in a direct message without
// a running game.
func TestATypedMove(t *testing.T) {
	r := newRoom(t)
	r.says("ana", "learn 1")
	private := func(text string) dialog.Reply {
		request := r.Request("ana", text)
		request.Private = true
		return r.router.Handle(t.Context(), request)
	}
	r.expect("ana", "B7", "There's no pile B")
	r.expect("ana", "A5?", "haven't counted that")
	if x := r.doc("ana").Now; x.Wrong || x.Seed != 0 {
		t.Errorf("what is no answer changed the exercise: %+v", x)
	}
	r.expect("ana", "A1", "Not that one")
	r.edit("ana", func(doc *person.Practice) { doc.Now.Wrong = false })
	r.Expect(private("take three from A"), "Not that one")
	r.Expect(private("who is winning?"), "Do you want a hint?")
	r.Expect(private("A5"), "Right: take 5 from A")
	r.edit("bob", func(doc *person.Practice) { doc.Now = &person.Exercise{Kind: "page", Lesson: "nim-sum"} })
	hello := r.Request("bob", "hello")
	hello.Private = true
	r.Expect(r.router.Handle(t.Context(), hello), "Hello.", "Bundles are quicker in columns")
	r.says("ana", "start 3 4 5")
	r.Expect(private("A2"), "ana took 2 from A")
	if x := r.doc("ana").Now; x.Wrong || x.Seed != 1 {
		t.Errorf("a move in the channel's game changed the exercise: %+v", x)
	}
}

// An exercise that a newer version opened is closed.
func TestAnExerciseOfAnotherVersion(t *testing.T) {
	for _, x := range []person.Exercise{
		{Kind: "duel"}, {Kind: "lesson", Lesson: "nope"}, {Kind: "page", Lesson: ""}, {Kind: "puzzle", Game: "go", Position: "19x19", Asks: "find"},
		{Kind: "puzzle", Game: "nim", Position: "0 0", Asks: "find"}, {Kind: "game", Lesson: "last-stone", Game: "nim", Position: "rubbish"}, {Kind: "lesson", Lesson: "last-stone", Step: 9},
	} {
		for _, line := range []string{"answer B2", "show", "answer"} {
			r := newRoom(t)
			r.edit("ana", func(doc *person.Practice) { doc.Now = &x })
			r.expect("ana", line, "from another version")
			r.expect("ana", "puzzle", "Whoever takes the last stone wins")
		}
	}
}

// The document of a person who has done everything stays below 32 kB.
func TestADocumentIsBounded(t *testing.T) {
	r := newRoom(t)
	r.edit("ana", func(doc *person.Practice) {
		for i := range 300 {
			doc.Remember(1<<53 - 1 - uint64(i))
			for n := range 30 {
				doc.NoteSet(fmt.Sprint("octal:0.0000000", n), [3]byte{byte(i), byte(n), 255})
			}
			doc.Day(fmt.Sprint("2026-01-", i)).Answers = "111"
		}
		for _, l := range everyLesson(t) {
			*doc.Lesson(l.ID) = person.Lesson{ID: l.ID, Read: 3, Seed: 1 << 32, Asked: 59, Evidence: 1599.123456, Right: 50, Last: true, Restarts: 9, Wins: 3, Passed: 1 << 32}
		}
	})
	var made []person.Mistake
	for i := range 120 {
		made = append(made, person.Mistake{Game: "nim", Ending: "normal", Position: strings.Repeat("1 ", 35) + fmt.Sprint(2000+i), Date: "2026-11-21"})
	}
	for range 2 {
		if err := r.collector().Keep(t.Context(), "test", "ana", store.UnixOf(r.Now), made); err != nil {
			t.Fatal(err)
		}
	}
	data, err := store.Marshal(new(r.doc("ana")))
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > 32<<10 {
		t.Errorf("the document has %d bytes, want at most %d", len(data), 32<<10)
	}
	if !json.Valid(data) || len(r.doc("ana").Mistakes) > person.MaxMistakes {
		t.Errorf("%d mistakes are kept, want at most %d", len(r.doc("ana").Mistakes), person.MaxMistakes)
	}
}

// If the store doesn't answer, the person is told.
func TestAStoreThatFails(t *testing.T) {
	r := newRoom(t)
	key := person.PracticeKey("test", "ana")
	if _, err := r.Store.Commit(t.Context(), key, store.Write{Data: fmt.Appendf(nil, `{"v":%d,"n":1,"turn":-1}`, store.Format)}); err != nil {
		t.Fatal(err)
	}
	reply := r.expect("ana", "puzzle", "I can't read your practice record")
	if reply.Result != dialog.Broken {
		t.Errorf("the result is %q, want %q", reply.Result, dialog.Broken)
	}
	r.Pass(time.Second)
	r.expect("ana", "start 3 4 5", "Piles: A 3, B 4, C 5")
	newer := person.PracticeKey("test", "bob")
	r.Store.(storetest.Planter).Plant(t, newer, fmt.Appendf(nil, `{"v":%d,"n":1}`, store.Format+1))
	if reply = r.expect("bob", "puzzle", "I'm being upgraded"); reply.Result != dialog.Unavailable {
		t.Errorf("the result of a newer record is %q, want %q", reply.Result, dialog.Unavailable)
	}
}
