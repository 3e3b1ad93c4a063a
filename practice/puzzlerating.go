package practice

import (
	"math"

	"nimbot/person"
	"nimbot/rating"
	"nimbot/store"
	"nimbot/teach"
	"nimbot/words"
)

// The rating of puzzles is on one scale for all games: it says which share of them a
// person knows. Each answer is a game against the same opponent, halfKnown, which who
// knows half of the puzzles draws with; a game in which much can be guessed weighs
// less, and leads nowhere else. A puzzle that is left without an answer counts as
// wrong, but for one in so many answered: else who leaves what they don't know would
// look as strong as who knows everything.
const (
	beginAt         = 1000 // a person's rating before the first puzzle
	guessing        = 800  // no rating is lower: it tells guessers from nobody
	halfKnown       = 1200
	puzzleDeviation = 60
	skipEvery       = 5 // one skip for so many answers is free
	firstAnswers    = 3 // so many are told that they move the rating a lot
	puzzleScale     = 1 // of person.Strength
)

// strengthOf is how strong a person is at puzzles.
func strengthOf(doc *person.Practice) rating.Rating {
	r := rating.New()
	r.Rating = beginAt
	switch p := doc.Puzzles; {
	case p == nil:
	case p.Scale != puzzleScale: // as good as any guess to begin from
		r.Rating = max(p.Rating, guessing)
	default:
		r = rating.Rating{Rating: p.Rating, Deviation: p.Deviation, Volatility: p.Volatility}
	}
	return r
}

// rate has the first try at a step of a puzzle count.
func (s puzzles) rate(step teach.Step, right bool) {
	if s.doc.Now.Kind != kindPuzzle {
		return
	}
	before := strengthOf(s.doc)
	stored := s.doc.Puzzles
	if stored == nil {
		stored = &person.Strength{At: store.UnixOf(s.now)}
	}
	score := 0.0
	if right {
		score = 1
	}
	after := before.Idle(s.now.Sub(stored.At.Time())).After(rating.Result{
		Opponent: rating.Rating{Rating: halfKnown, Deviation: puzzleDeviation}, Score: score, Guess: guessOf(step),
	})
	next := *stored
	next.Rating, next.Deviation, next.Volatility = max(after.Rating, guessing), after.Deviation, after.Volatility
	next.At, next.Scale = store.UnixOf(s.now), puzzleScale
	next.Answers++
	if right {
		next.Right++
	}
	s.doc.Puzzles = &next
	if x := s.doc.Now; x.Rated == 0 {
		x.Rated = before.Rating
	}
}

// guessOf is how often a guesser is right.
func guessOf(step teach.Step) float64 {
	if step.Asks == teach.AsksOutcome {
		return 0.5
	}
	return float64(len(step.Puzzle.Winning)) / float64(step.Puzzle.Legal)
}

// leave has the puzzle count that is open and goes without an answer: as a free skip
// while there is one, else as a wrong answer.
func (s puzzles) leave() {
	x := s.doc.Now
	if x == nil || x.Kind != kindPuzzle || x.Done || x.Wrong || x.Hinted {
		return
	}
	step, err := s.present()
	if err != nil {
		return // of another version
	}
	if p := s.doc.Puzzles; p != nil && (p.Skipped+1)*skipEvery <= p.Answers-p.Left {
		next := *p
		next.Skipped++
		s.doc.Puzzles = &next
		s.note = append(s.note, text("puzzle.skipped", "every", skipEvery))
		return
	}
	s.rate(step, false)
	s.doc.Puzzles.Left++
	s.note = append(s.note, text("puzzle.left", "every", skipEvery))
	s.note = append(s.note, s.ratingText()...)
}

// puzzlesShown are the rating of puzzles and its deviation as servers show them; 0
// before there is one.
func puzzlesShown(doc *person.Practice) (shown, off int) {
	if doc.Puzzles == nil {
		return 0, 0
	}
	r := strengthOf(doc)
	return int(math.Round(r.Rating)), int(math.Ceil(r.Deviation))
}

// ratingText tells what the open exercise did to the rating of puzzles, if it
// counts.
func (v view) ratingText() []words.Text {
	x := v.doc.Now
	if x == nil || x.Rated == 0 || v.doc.Puzzles == nil {
		return nil
	}
	before, after := math.Round(x.Rated), math.Round(v.doc.Puzzles.Rating)
	sign := "+"
	if after < before {
		sign = "−"
	}
	lines := []words.Text{text("puzzle.rating", "rating", int(after), "unsure", strengthOf(v.doc).Deviation >= rating.Surely, "sign", sign, "change", int(math.Abs(after-before)))}
	if v.doc.Puzzles.Answers <= firstAnswers {
		lines = append(lines, text("puzzle.rating-first"))
	}
	return lines
}
