package practice

import (
	"errors"
	"hash/fnv"
	"math"
	"slices"

	"nimbot/game/chat"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store/person"
)

// openPuzzle shows the open puzzle or sets a new one: "puzzle", "puzzle game:kayles misere",
// "puzzle hard", "puzzle mine".
func openPuzzle(e *execution) error {
	o := e.line.Options
	switch rest := e.lowerRest(); rest {
	case "", "easy", "medium", "hard":
	case "mine", "mistakes":
		return openMistakes(e)
	case "twin":
		return openTwin(e)
	case "mine list":
		return listMistakes(e)
	case "mine clear":
		return clearMistakes(e)
	default:
		return refuse("puzzle.form", "part", command.Abridge(e.line.Rest))
	}
	x := e.doc.Now
	open := x != nil && x.Kind == kindPuzzle
	asked := o.Given("game") || o.Given("misere")
	switch band := e.lowerRest(); {
	case open && band == "" && !x.Done && (!asked || x.Game == o.Game && x.Ending == o.Ending.String()):
		e.show()
		return nil
	case open && !asked && band != "":
		return setPuzzle(e, x.Game, rules.EndingOf(x.Ending), teach.Find, band, bands[band])
	case open && !asked: // another one of the same game
		return newPuzzle(e, x.Game, rules.EndingOf(x.Ending))
	case band != "":
		return setPuzzle(e, o.Game, o.Ending, teach.Find, band, bands[band])
	}
	return newPuzzle(e, o.Game, o.Ending)
}

// bands are the difficulties that a person may choose, as ratings. In an easy puzzle 2 of 3 moves
// lose, in a medium one 10 of 11, in a hard one 40 of 41.
var bands = map[string]float64{"easy": 920, "medium": 1200, "hard": 1440}

// bandNames are the bands from the easiest to the hardest.
var bandNames = []string{"easy", "medium", "hard"}

// puzzleCommand returns the command that sets another puzzle like x.
func puzzleCommand(x *person.Exercise) string {
	command := "puzzle game:" + x.Game
	if rules.EndingOf(x.Ending) == rules.Misere {
		command += " misere"
	}
	if x.Band != "" {
		command += " " + x.Band
	}
	return command
}

// The bounds of the search for a puzzle that fits the person.
const (
	fewDraws     = 12  // to find a puzzle near the person's rating
	maxDraws     = 40  // to find a puzzle that wasn't set lately
	bandWidth    = 100 // a puzzle fits if its rating is within this distance of the person's
	outcomeEvery = 3   // one puzzle in this many asks who wins
	smallMoves   = 9   // who begins gets a puzzle of so few moves, if one is drawn
)

// beginsPuzzles reports whether the person has answered so few puzzles that they get small ones, which ask
// for a move: that is sooner found than a position is judged. What is costly to solve isn't drawn
// until it is small.
func beginsPuzzles(e *execution, g rules.Game, ending rules.Ending) bool {
	return (e.doc.Puzzles == nil || e.doc.Puzzles.Answers < provisionalPuzzles) && !g.IsCostly(ending)
}

// newPuzzle sets a puzzle of a game: in the band of the open one of that game, else near
// the person's rating.
func newPuzzle(e *execution, key string, ending rules.Ending) error {
	if x := e.doc.Now; x != nil && x.Kind == kindPuzzle && x.Game == key && x.Band != "" {
		return setPuzzle(e, key, ending, teach.Find, x.Band, bands[x.Band])
	}
	return newPuzzleNear(e, key, ending, ratingOf(e.doc).Rating)
}

// openTwin sets the position that was found last, disguised as another game, without saying so.
func openTwin(e *execution) error {
	of := e.doc.Solved
	if of == nil {
		return refuse("puzzle.no-twin")
	}
	g, p, err := position(&person.Exercise{Game: of.Game, Position: of.Position})
	if err != nil {
		return refuse("puzzle.no-twin")
	}
	twin, ok := teach.Twin(teach.Puzzle{Game: g, Ending: rules.Normal, Position: p}, e.rng, e.lessonRecord("sums").Read > 0)
	if !ok {
		return refuse("puzzle.no-twin")
	}
	e.setExercise(person.Exercise{
		Kind: kindPuzzle, Game: twin.Game.Key, Ending: rules.Normal.String(), Position: twin.Position.String(), Asks: string(teach.Find), Twin: true,
	})
	e.show()
	return nil
}

// twinText says, when the puzzle is over, which position it was in disguise.
func (v view) twinText() []words.Text {
	x, of := v.doc.Now, v.doc.Solved
	if !x.Twin || !x.Done || of == nil {
		return nil
	}
	g, p, err := position(&person.Exercise{Game: of.Game, Position: of.Position})
	if err != nil {
		return nil
	}
	d := p.Diagram()
	return []words.Text{words.New("puzzle.twin", "title", words.Title(g.Key), "position", words.Position(g.Key, p, &d))}
}

// newPuzzleNear sets a puzzle of a game near a given rating.
func newPuzzleNear(e *execution, key string, ending rules.Ending, near float64) error {
	kind := teach.Find
	if e.rng.IntN(outcomeEvery) == 0 {
		kind = teach.Outcome
	}
	return setPuzzle(e, key, ending, kind, "", near)
}

// harderBy is how much harder than the open puzzle a harder one should be.
const harderBy = 200

// newPuzzleBeyond sets a harder puzzle than x if step is positive, an easier one if it is negative:
// in the next band if the person chose a band.
func newPuzzleBeyond(e *execution, x *person.Exercise, step int) error {
	ending := rules.EndingOf(x.Ending)
	if i := slices.Index(bandNames, x.Band); i >= 0 {
		next := bandNames[min(max(i+step, 0), len(bandNames)-1)]
		return setPuzzle(e, x.Game, ending, teach.Find, next, bands[next])
	}
	if g, err := rules.Lookup(x.Game); err == nil && step > 0 && beginsPuzzles(e, g, ending) { // who begins would get a small one again
		return setPuzzle(e, x.Game, ending, teach.Find, bandNames[1], bands[bandNames[1]])
	}
	near := ratingOf(e.doc).Rating
	if open, err := e.presentStep(); err == nil && open.Asks == teach.AsksMove {
		near = open.Puzzle.Rating()
	}
	return newPuzzleNear(e, x.Game, ending, near+float64(step*harderBy))
}

// setPuzzle sets a puzzle of a kind near a rating that wasn't set lately. chosen is the band
// that the person chose, if any.
func setPuzzle(e *execution, key string, ending rules.Ending, kind teach.Kind, chosen string, near float64) error {
	g, err := rules.Lookup(key)
	if err != nil {
		return err
	}
	small := chosen == "" && beginsPuzzles(e, g, ending)
	if small {
		kind = teach.Find
	}
	var p teach.Puzzle
	if refused := chat.Charged(e.ctx, e.r, g.IsCostly(ending), func() { p, err = drawPuzzle(e, g, ending, kind, near, small) }); refused != nil {
		return refused
	}
	if errors.Is(err, teach.ErrNoPuzzle) {
		return refuse("puzzle.none", "title", words.Title(key))
	}
	if err != nil {
		return err
	}
	e.doc.NoteSet(g.Key, hashOf(p))
	e.setExercise(person.Exercise{
		Kind: kindPuzzle, Game: g.Key, Ending: ending.String(), Position: p.Position.String(), Asks: string(kind), Seed: p.Seed, Band: chosen,
	})
	e.show()
	return nil
}

// drawPuzzle draws until a puzzle is new to the person and near a rating, or small. If none of the draws
// is new, it takes the one that was set longest ago. In a game with few puzzles, that is one
// of the older half.
func drawPuzzle(e *execution, g rules.Game, ending rules.Ending, k teach.Kind, strength float64, small bool) (teach.Puzzle, error) {
	lately, d := e.doc.SetOf(g.Key), rules.NewDrawing(e.ctx, nil)
	var best teach.Puzzle
	var bestAge int
	missBy, found := math.Inf(1), false
	for tries := 0; tries < fewDraws || found && bestAge >= 0 && tries < maxDraws; tries++ {
		p, err := teach.NextPuzzle(d, g, ending, k, e.rng.Uint64()>>32)
		if errors.Is(err, teach.ErrNoPuzzle) { // the bound is reached, or another seed would hardly find one
			break
		}
		if err != nil {
			return p, err
		}
		p, ok := p.WithoutEmpty()
		if !ok {
			continue
		}
		age, off := lastIndex(lately, hashOf(p)), math.Abs(p.Rating()-strength)
		if small {
			off = float64(max(p.Legal-smallMoves, 0) * bandWidth)
		}
		if !found || age < bestAge || age == bestAge && off < missBy {
			best, bestAge, missBy, found = p, age, off, true
		}
		if bestAge < 0 && missBy <= bandWidth {
			break
		}
	}
	if !found {
		return best, teach.ErrNoPuzzle
	}
	return best, nil
}

// lastIndex returns the last index of x in all, -1 if it isn't there.
func lastIndex[E comparable](all []E, x E) int {
	for i, y := range slices.Backward(all) {
		if x == y {
			return i
		}
	}
	return -1
}

// hashOf hashes a puzzle. Puzzles that differ only in the order of parts have the same
// hash.
func hashOf(p teach.Puzzle) [3]byte {
	h := fnv.New32a()
	_, _ = h.Write([]byte(p.Key())) // it always succeeds
	n := h.Sum32()
	return [3]byte{byte(n), byte(n >> 8), byte(n >> 16)}
}
