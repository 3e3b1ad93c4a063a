package practice_test

import (
	"strings"
	"testing"

	"nimbot/game"
	"nimbot/person"
	"nimbot/teach"
)

// What is praised asks for a move only where one is asked next.
func TestPraiseAsksForTheNextMove(t *testing.T) {
	r := newRoom(t)
	l, _ := teach.LessonOf("euclid")
	r.onPageOf(l, 0)
	if text := r.Text(r.expect("ana", "answer won", "Right: it's won.", "page 2 of 2")); strings.Contains(text, "Now make the move") {
		t.Errorf("after a page without a move, a move is asked for:\n%s", text)
	}
	r.onExercise(2, 0, func(x teach.Exercise) bool { return x[0].Puzzle.Outcome == game.N })
	r.expect("ana", "answer won", "Right: it's won. Now make the move.")
}

// Who says how the open position ends, and repeats its piles, is asked whether that is the
// answer; the analysis would give it away.
func TestAnOutcomeWithItsPiles(t *testing.T) {
	r := newRoom(t)
	r.onPage(2, 1) // 1 2 3
	reply := r.expect("ana", "1 2 3 is lost", "haven't counted that")
	r.Expect(r.press("ana", reply, "Answer lost"), "Right: it's lost")
	r.onPage(2, 1)
	if text := r.Text(r.says("ana", "1 2 3 is won")); strings.Contains(text, "perfect play") {
		t.Errorf("the analysis is told:\n%s", text)
	}
	r.expect("ana", "who wins 3 4 5?", "With perfect play")
}

// The second game of a lesson begins from other piles than the first.
func TestTheSecondGameIsAnother(t *testing.T) {
	r := newRoom(t)
	for range 40 {
		r.edit("ana", func(doc *person.Practice) {
			doc.Now = &person.Exercise{Kind: "game", Lesson: "last-stone", Game: "nim", Ending: "normal", Position: "1", Start: "5 9"}
			*doc.Lesson("last-stone") = person.Lesson{ID: "last-stone", Read: 3, Ready: true, Seed: 1}
		})
		r.expect("ana", "answer A1", "1 of 2 games won")
		if now := r.doc("ana").Now; now.Start == "5 9" {
			t.Fatalf("the second game begins from %s again", now.Start)
		}
	}
}

// A right bite in Chomp is praised with what it leaves, and why that is lost.
func TestARightBiteIsExplained(t *testing.T) {
	r := newRoom(t)
	l, _ := teach.LessonOf("chomp")
	for page, bite := range []string{"2,2", "2,5", "4,2", "2,3"} {
		r.onPageOf(l, page)
		r.expect("ana", "answer "+bite, "Right", bite+" leaves", "you")
	}
}

// Moves are taken as the pages word them.
func TestMovesInTheWordsOfThePages(t *testing.T) {
	for _, c := range []struct {
		id   string
		page int
		said string
	}{
		{"nim-sum", 1, "7 becomes 2"}, {"nim-sum", 1, "make the 7 a 2"}, {"misere", 1, "cut the 5 down to 1"},
		{"sums", 0, "pass on the 4"}, {"mock-turtles", 0, "turn 1, 2 and 3"},
	} {
		r := newRoom(t)
		l, _ := teach.LessonOf(c.id)
		r.onPageOf(l, c.page)
		r.expect("ana", c.said, "Right: ")
	}
}
