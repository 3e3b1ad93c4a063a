package practice

import (
	"errors"
	"hash/fnv"
	"math"
	"slices"

	"nimbot/game"
	"nimbot/person"
	"nimbot/rating"
	"nimbot/store"
	"nimbot/teach"
	"nimbot/words"
)

// puzzles is the command that sets puzzles, and the rating of their answers.
type puzzles struct{ *session }

// puzzle shows the puzzle that is open, or sets one: "puzzle", "puzzle
// game:kayles misere", "puzzle mine".
func (s puzzles) puzzle() error {
	o := s.line.Options
	switch rest := s.beyond(); rest {
	case "":
	case "mine", "mistakes":
		return mistakes(s).mine()
	case "mine list":
		return mistakes(s).listMistakes()
	case "mine clear":
		return mistakes(s).clearMistakes()
	default:
		return refuse("puzzle.form", "part", abridged(s.line.Rest))
	}
	x := s.doc.Now
	open := x != nil && x.Kind == kindPuzzle
	asked := o.Given("game") || o.Given("misere")
	switch {
	case open && !x.Done && (!asked || x.Game == o.Game && x.Ending == o.Ending.String()):
		s.show()
		return nil
	case open && !asked: // another one of the same game
		return s.newPuzzle(x.Game, game.EndingOf(x.Ending))
	}
	return s.newPuzzle(o.Game, o.Ending)
}

// puzzleCommand is the command that sets another puzzle like x.
func puzzleCommand(x *person.Exercise) string {
	command := "puzzle game:" + x.Game
	if game.EndingOf(x.Ending) == game.Misere {
		command += " misere"
	}
	return command
}

// What is tried to set a puzzle that fits.
const (
	fewDraws  = 12  // to find one near the person's rating
	mostDraws = 40  // to find one that wasn't set lately
	band      = 100 // how near is near enough
	outcomeIn = 3   // one in so many asks who wins
)

// newPuzzle sets a puzzle of a game: near the person's rating, and none that
// they had lately.
func (s puzzles) newPuzzle(key string, e game.Ending) error {
	g, err := game.Lookup(key)
	if err != nil {
		return err
	}
	kind := teach.Find
	if s.rng.IntN(outcomeIn) == 0 {
		kind = teach.Outcome
	}
	p, err := s.drawPuzzle(g, e, kind)
	if errors.Is(err, teach.ErrNoPuzzle) {
		return refuse("puzzle.none", "title", g.Title)
	}
	if err != nil {
		return err
	}
	s.doc.NoteSet(g.Key, hashOf(p))
	s.open(person.Exercise{
		Kind: kindPuzzle, Game: g.Key, Ending: e.String(), Position: p.Position.String(), Asks: string(kind), Seed: p.Seed,
	})
	s.show()
	return nil
}

// drawPuzzle draws until a puzzle is new to the person and near their rating.
// Where none is new in what was drawn it is the one that they had longest ago,
// which in a game with few puzzles is one of the older half.
func (s puzzles) drawPuzzle(g game.Game, e game.Ending, k teach.Kind) (teach.Puzzle, error) {
	lately := s.doc.SetOf(g.Key)
	strength := strengthOf(s.doc).Rating
	var best teach.Puzzle
	var bestAge int
	missBy, found := math.Inf(1), false
	for tries := 0; tries < fewDraws || found && bestAge >= 0 && tries < mostDraws; tries++ {
		p, err := newPuzzle(g, e, k, s.rng.Uint64()>>32)
		if errors.Is(err, teach.ErrNoPuzzle) {
			continue
		}
		if err != nil {
			return p, err
		}
		age, off := lastIndex(lately, hashOf(p)), math.Abs(p.Rating()-strength)
		if !found || age < bestAge || age == bestAge && off < missBy {
			best, bestAge, missBy, found = p, age, off, true
		}
		if bestAge < 0 && missBy <= band {
			break
		}
	}
	if !found {
		return best, teach.ErrNoPuzzle
	}
	return best, nil
}

// newPuzzle draws the puzzle of a seed, and leaves its empty piles out. One that
// can't be written without them isn't shown: that is teach.ErrNoPuzzle.
func newPuzzle(g game.Game, e game.Ending, k teach.Kind, seed uint64) (teach.Puzzle, error) {
	p, err := teach.NewPuzzle(g, e, k, seed)
	if err != nil {
		return p, err
	}
	p, ok := p.WithoutEmpty()
	if !ok {
		return p, teach.ErrNoPuzzle
	}
	return p, nil
}

// lastIndex is where x stands last in all, -1 where it doesn't.
func lastIndex[E comparable](all []E, x E) int {
	for i, y := range slices.Backward(all) {
		if x == y {
			return i
		}
	}
	return -1
}

// hashOf is the same for puzzles that are the same up to the order of parts.
func hashOf(p teach.Puzzle) [3]byte {
	h := fnv.New32a()
	_, _ = h.Write([]byte(p.Key())) // it always succeeds
	n := h.Sum32()
	return [3]byte{byte(n), byte(n >> 8), byte(n >> 16)}
}

// The ratings of puzzles.
const (
	beginAt         = 1000 // a person's rating before the first puzzle
	puzzleDeviation = 60
	overHardest     = 200 // a person's rating is at most so much above the hardest puzzle's
	firstAnswers    = 3   // so many are told that they move the rating a lot
)

// strengthOf is how strong a person is at puzzles.
func strengthOf(doc *person.Practice) rating.Rating {
	r := rating.New()
	r.Rating = beginAt
	if p := doc.Puzzles; p != nil {
		r = rating.Rating{Rating: p.Rating, Deviation: p.Deviation, Volatility: p.Volatility}
	}
	return r
}

// rate has the first try at a step of a puzzle count.
func (s puzzles) rate(step teach.Step, right bool) {
	if s.doc.Now.Kind != kindPuzzle {
		return
	}
	p := step.Puzzle
	p.Kind = teach.Find
	if step.Asks == teach.AsksOutcome {
		p.Kind = teach.Outcome
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
		Opponent: rating.Rating{Rating: p.Rating(), Deviation: puzzleDeviation, Volatility: rating.New().Volatility}, Score: score,
	})
	after.Rating = s.h.capped(after.Rating, before.Rating, p)
	next := *stored
	next.Rating, next.Deviation, next.Volatility = after.Rating, after.Deviation, after.Volatility
	next.At = store.UnixOf(s.now)
	next.Answers++
	if right {
		next.Right++
	}
	s.doc.Puzzles = &next
	if x := s.doc.Now; x.Rated == 0 {
		x.Rated = before.Rating
	}
}

// capped keeps easy puzzles from making somebody strong: a rating doesn't rise
// above the hardest puzzle of the game by more than overHardest.
func (h *Handler) capped(after, before float64, p teach.Puzzle) float64 {
	if after <= before || after <= p.Rating()+overHardest {
		return after
	}
	key := p.Ending.String() + " " + p.Game.Key
	hardest, known := h.hardest.Load(key)
	if !known {
		hardest = teach.Hardest(p.Game, p.Ending)
		h.hardest.Store(key, hardest)
	}
	return max(before, min(after, hardest.(float64)+overHardest))
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
	lines := []words.Text{text("puzzle.rating", "rating", int(after), "sign", sign, "change", int(math.Abs(after-before)))}
	if v.doc.Puzzles.Answers <= firstAnswers {
		lines = append(lines, text("puzzle.rating-first"))
	}
	return lines
}
