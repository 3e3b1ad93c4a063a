package teach

import "math"

// PlacementAnswer is an answer in the placement test, which finds a person's place in the course.
type PlacementAnswer struct {
	Lesson int     // the number of the lesson that the position belongs to
	Chance float64 // the probability that somebody who doesn't know the lesson answers right
	Right  bool
}

// The bounds of the placement test.
const (
	MaxPlacementAnswers = 8   // positions at most
	knownProbability    = .8  // the probability with which a lesson counts as known
	sureProbability     = .95 // the probability that ends the search early
	informativeChance   = .2  // the Chance of a position that is informative
)

// Placement is the distribution of a person's place in the course, given their answers. It assumes
// that a person who knows a lesson knows those before it, and that all places are equally likely
// before the first answer.
type Placement struct{ least []float64 }

// PlacementOf computes the place from answers.
func PlacementOf(answers []PlacementAnswer) Placement {
	likely := make([]float64, len(Lessons())+1) // by how many lessons are known
	sum := 0.
	for known := range likely {
		likely[known] = 1
		for _, a := range answers {
			right := a.Chance
			if a.Lesson <= known {
				right = knownRight
			}
			if !a.Right {
				right = 1 - right
			}
			likely[known] *= right
		}
		sum += likely[known]
	}
	p := Placement{least: make([]float64, len(likely)+1)}
	for n := len(likely) - 1; n >= 0; n-- {
		p.least[n] = p.least[n+1] + likely[n]/sum
	}
	return p
}

// Known returns how many lessons count as known.
func (p Placement) Known() int { return p.upTo(knownProbability) }

// upTo returns the number of the last lesson that is known with at least this probability.
func (p Placement) upTo(probability float64) int {
	for n := len(p.least) - 2; n > 0; n-- {
		if p.least[n] >= probability {
			return n
		}
	}
	return 0
}

// Next returns the number of the lesson to ask about: the one where the odds that it is known are
// even. ok is false if the place is known well enough.
func (p Placement) Next() (lesson int, ok bool) {
	if p.upTo(sureProbability) == p.upTo(1-sureProbability) {
		return 0, false
	}
	for n := 1; n < len(p.least)-1; n++ {
		if lesson == 0 || math.Abs(p.least[n]-.5) < math.Abs(p.least[lesson]-.5) {
			lesson = n
		}
	}
	return lesson, true
}

// Find draws a position of the lesson, with a winning move that is hard to guess, and its Chance.
func (l Lesson) Find(seed uint64) (find Puzzle, chance float64) {
	r := l.random(seed)
	chance = 1
	for range maxSought {
		x := l.draw(r)
		last := x[len(x)-1]
		if last.Asks != AsksMove {
			continue
		}
		if c := l.Chance(Exercise{last}); c < chance {
			find, chance = last.Puzzle, c
		}
		if chance <= informativeChance {
			break
		}
	}
	find.Kind = Find
	return find, chance
}
