package practice_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/store/person"
)

// What is praised asks for a move only where one is asked next.
func TestPraiseAsksForTheNextMove(t *testing.T) {
	r := newRoom(t)
	l, _ := teach.LessonOf("euclid")
	r.onPageOf(l, 0)
	if text := r.Text(r.expect("ana", "answer won", "Right: it's won.", "page 2 of 2")); strings.Contains(text, "Now make the move") {
		t.Errorf("after a page without a move, a move is asked for:\n%s", text)
	}
	r.onExercise(2, 0, func(x teach.Exercise) bool { return x[0].Puzzle.Outcome == rules.N })
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
func TestTheSecondGameStartsDifferently(t *testing.T) {
	r := newRoom(t)
	for range 40 {
		r.edit("ana", func(doc *person.Practice) {
			doc.Now = &person.Exercise{Kind: "game", Lesson: "last-stone", Game: "nim", Ending: "normal", Position: "1", Start: "5 9"}
			*doc.Lesson("last-stone") = person.Lesson{ID: "last-stone", Read: 3, Ready: true, Seed: 1}
		})
		r.expect("ana", "answer A1", "1 of 2 games won")
		r.says("ana", "answer next")
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

// A hint or a why after a wrong answer is about the exercise that is over, although a game was
// finished here.
func TestHelpWhenTheAnswerIsKnown(t *testing.T) {
	for _, line := range []string{"hint", "why?", "I don't get it", "answer hint"} {
		r := newRoom(t)
		r.says("ana", "start 1")
		r.says("ana", "A1")
		r.onExercise(2, 0, func(x teach.Exercise) bool { return x[0].Puzzle.Outcome == rules.N })
		r.expect("ana", "lost", "No, it's won.")
		r.expect("ana", line, "This wins: ", "These are lost: the empty board")
	}
}

// On a page, the first hint is the idea in other words, the second how to find the answer, the
// third where to look.
func TestHintsOnAPage(t *testing.T) {
	r := newRoom(t)
	r.onPage(2, 2)
	for i, want := range []string{"A move is good if", "These are lost: the empty board", "Start your move with C (4)", "Start your move with C (4)"} {
		reply := r.expect("ana", "hint", want)
		more := 0
		for _, b := range reply.Messages[0].Buttons {
			if b.Label.Key == "button.more-hint" {
				more++
			}
		}
		if len(reply.Messages[0].Lines) != 1 || (more == 1) != (i < 2) {
			t.Errorf("hint %d is %s with %d buttons for more, want one sentence, and more below the first two", i+1, r.Text(reply), more)
		}
	}
}

// A refused move of a lesson's game shows a move to type, although every move wins.
func TestARefusedMoveWhereEveryMoveWins(t *testing.T) {
	r := newRoom(t)
	r.edit("ana", func(doc *person.Practice) {
		doc.Now = &person.Exercise{Kind: "game", Lesson: "last-stone", Game: "nim", Ending: "normal", Position: "1 0", Start: "4 6"}
	})
	r.expect("ana", "B1", "Nothing is left in B. A move looks like `/nim answer A1`")
}

// A line of numbers is a move of a game whose moves are numbers, and no wish for other piles.
func TestNumbersReadAsAMove(t *testing.T) {
	r := newRoom(t)
	r.edit("ana", func(doc *person.Practice) {
		doc.Now = &person.Exercise{Kind: "game", Lesson: "ruler", Game: "ruler", Ending: "normal", Position: "2 5 6", Start: "2 5 6"}
	})
	r.expect("ana", "6,1", "`6,1` isn't a move here. A move looks like `/nim answer")
	r.expect("ana", "6,5", "ana turned 6 and 5")
}

// Moves that pages name in words are read in these words.
func TestThePagesWordsForMoves(t *testing.T) {
	for _, c := range []struct {
		lesson string
		page   int
		line   string
	}{
		{"moore", 0, "take both"}, {"moore", 0, "both piles"}, {"kayles", 0, "knock down the middle pin"},
		{"kayles", 1, "the middle"}, {"splits", 1, "knock down the middle one"}, {"nimble", 0, "5 to 3"},
	} {
		r := newRoom(t)
		l, _ := teach.LessonOf(c.lesson)
		r.onPageOf(l, c.page)
		r.expect("ana", c.line, "Right: ")
	}
}

// In a lesson, a right move that takes from the end of a row is taken. A wrong one is asked
// about, without an example that would answer.
func TestARightEndOfARow(t *testing.T) {
	ends := func(wins bool) func(teach.Exercise) bool {
		return func(x teach.Exercise) bool {
			m := endMove(x[1].Puzzle)
			return m != "" && wins == slices.Contains(x[1].Puzzle.Winning, m)
		}
	}
	r := newRoom(t)
	step := r.onExercise(10, 1, ends(true))
	r.expect("ana", "answer "+string(endMove(step.Puzzle)), "Right: ")
	step = r.onExercise(10, 1, ends(false))
	asked := r.expect("ana", "answer "+string(endMove(step.Puzzle)), "To leave two ", ":20+30`")
	for _, m := range step.Puzzle.Winning {
		if strings.Contains(r.Text(asked), "`"+string(m)+"`") {
			t.Errorf("what is asked back names the winning move %s: %s", m, r.Text(asked))
		}
	}
}

// endMove is the first move from the end of a row that could be meant for one from its middle.
func endMove(p teach.Puzzle) rules.Move {
	for m := range p.Position.Moves() {
		if ends, ok := p.Position.(rules.HasEnds); ok && ends.TakesEnd(m) {
			return m
		}
	}
	return ""
}

// Where the bar stands still after a right answer, the reply says why.
func TestWhyTheBarDoesNotGrow(t *testing.T) {
	r := newRoom(t)
	r.onExercise(5, 0, any1)
	r.says("ana", "answer 99")
	right, _ := r.answers("ana")
	r.says("ana", "answer "+right)
	right, _ = r.answers("ana")
	r.expect("ana", "answer "+right, "Only a right first try fills the bar.", "exercise 2. ▱▱▱▱▱")
	r.edit("ana", func(doc *person.Practice) { doc.Lesson("nim-sum").Evidence = .1 })
	right, _ = r.answers("ana")
	r.says("ana", "answer "+right)
	right, _ = r.answers("ana")
	r.expect("ana", "answer "+right, "One right answer could be luck. The bar grows with the next ones.", "exercise 3. ▱▱▱▱▱")
}

// Each idea that lesson 12 gives to choose from fits one of the games that it asks about.
func TestOnlyTaughtIdeasAreGiven(t *testing.T) {
	l := teach.Lessons()[11]
	fits, given := map[uint64]bool{}, map[uint64]bool{}
	for seed := range uint64(200) {
		step := l.Exercise(seed)[0]
		for _, idea := range step.Given {
			given[idea] = true
		}
		fits[step.Given[step.Answer()[0]-1]] = true
	}
	if len(given) != 4 || !maps.Equal(given, fits) {
		t.Errorf("lesson 12 gives the ideas %v, of which %v fit a game; want four, all of which fit", given, fits)
	}
}

// Whoever counts the winning moves learns which they are, but not from a hint.
func TestCountedMovesAreNamed(t *testing.T) {
	for answer, why := range map[string]string{"answer 2": "", "show": "Check:"} {
		r := newRoom(t)
		r.edit("ana", func(doc *person.Practice) {
			doc.Now = &person.Exercise{Kind: "puzzle", Game: "northcott", Ending: "normal", Position: "blue 6:1,4 9:1,3 9:1,8 7:6,7", Asks: string(teach.Count)}
		})
		if text := r.Text(r.says("ana", "answer hint")); strings.Contains(text, "B6") {
			t.Errorf("a hint names a move:\n%s", text)
		}
		r.expect("ana", answer, "Winning moves: slide 3 → 6 in row B (`B6`), slide 8 → 5 in row C (`C5`).", why)
	}
}
