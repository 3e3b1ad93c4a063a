package practice

import (
	"math"

	"nimbot/game/rating"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/person"
)

// All games share one scale of puzzle ratings: a rating says which share of the puzzles a
// person knows. Each answer counts as a Glicko-2 game against one fixed opponent,
// halfKnown. A person who knows half of the puzzles scores one half against it. An answer
// in a game in which much can be guessed weighs less. A puzzle left without an answer
// doesn't count: only the person and their profile have the rating, and nobody is compared by it.
const (
	startRating        = 1000 // the rating before the first puzzle
	minRating          = 800  // the lowest rating: guessing leads there
	halfKnown          = 1200
	puzzleDeviation    = 60
	provisionalPuzzles = 5 // puzzles before a rating is shown
)

// ratingOf returns a person's rating at puzzles.
func ratingOf(doc *person.Practice) rating.Rating {
	if p := doc.Puzzles; p != nil {
		return rating.Rating{Rating: p.Rating, Deviation: p.Deviation, Volatility: p.Volatility}
	}
	r := rating.New()
	r.Rating = startRating
	return r
}

// ratePuzzle counts the first try at a step of a puzzle.
func ratePuzzle(e *execution, step teach.Step, right bool) {
	if e.doc.Now.Kind != kindPuzzle {
		return
	}
	before := ratingOf(e.doc)
	stored := e.doc.Puzzles
	if stored == nil {
		stored = &person.Strength{At: store.UnixOf(e.now)}
	}
	score := 0.0
	if right {
		score = 1
	}
	after := before.Idle(e.now.Sub(stored.At.Time())).After(rating.Result{
		Opponent: rating.Rating{Rating: halfKnown, Deviation: puzzleDeviation}, Score: score, Guess: guessChance(step),
	})
	next := *stored
	next.Rating, next.Deviation, next.Volatility = max(after.Rating, minRating), after.Deviation, after.Volatility
	next.At = store.UnixOf(e.now)
	next.Answers++
	if right {
		next.Right++
	}
	e.doc.Puzzles = &next
	if x := e.doc.Now; x.Rated == 0 {
		x.Rated = before.Rating
	}
}

// guessChance returns the probability that a random answer is right.
func guessChance(step teach.Step) float64 {
	if step.Asks == teach.AsksOutcome {
		return 0.5
	}
	return float64(len(step.Puzzle.Winning)) / float64(step.Puzzle.Legal)
}

// shownRating returns the puzzle rating and its deviation as servers show them, 0 if
// there is none.
func shownRating(doc *person.Practice) (shown, off int) {
	if doc.Puzzles == nil {
		return 0, 0
	}
	r := ratingOf(doc)
	return int(math.Round(r.Rating)), int(math.Ceil(r.Deviation))
}

// ratingText says how the open exercise changed the puzzle rating, if it counts.
func (v view) ratingText() []words.Text {
	x := v.doc.Now
	if x == nil || x.Rated == 0 || v.doc.Puzzles == nil {
		return nil
	}
	if n := v.doc.Puzzles.Answers; n < provisionalPuzzles {
		return append(v.twinText(), words.New("puzzle.placing", "count", n, "of", provisionalPuzzles))
	}
	before, after := math.Round(x.Rated), math.Round(v.doc.Puzzles.Rating)
	sign := "+"
	if after < before {
		sign = "−"
	}
	return append(v.twinText(), words.New("puzzle.rating", "rating", int(after), "unsure", ratingOf(v.doc).Deviation >= rating.SureDeviation, "sign", sign, "change", int(math.Abs(after-before))))
}
