package teach

import "math"

// Mastery is the state of a lesson's sequential test (Wald 1945): how much likelier the answers so
// far are if the person knows the lesson than if they don't. The zero value is the beginning of the
// test.
type Mastery struct {
	Evidence float64 // the likelihood ratio; 0 counts as 1
	Right    int     // right answers since the test began or began again
	Last     bool    // the last answer was right
	Restarts int
}

// The bounds of the test.
const (
	knownRight      = .95  // the share of right answers of somebody who knows the lesson
	maxGain         = 8    // the most that one answer may multiply or divide the evidence by
	minRight        = 4    // right answers that everybody needs to pass
	passEvidence    = 100  // the evidence that passes
	maxPassEvidence = 1600 // the most after restarts, each of which doubles it
	refutedEvidence = .05  // the evidence with which the lesson begins again
)

// Stage is the state of a test.
type Stage uint8

// The stages.
const (
	Undecided Stage = iota
	Mastered        // the lesson's exercises are passed
	Refuted         // the person should read the pages again
)

// ratio returns the evidence, 1 for the zero Mastery.
func (m Mastery) ratio() float64 {
	if m.Evidence <= 0 {
		return 1
	}
	return m.Evidence
}

// Answered adds a first try at an exercise that somebody who doesn't know the lesson gets
// right with a chance. A try with a hint and a skipped one are wrong.
func (m Mastery) Answered(chance float64, right bool) Mastery {
	gain := max(1./maxGain, (1-knownRight)/(1-chance))
	if m.Last = right; right {
		gain = min(maxGain, knownRight/chance)
		m.Right++
	}
	m.Evidence = math.Round(m.ratio()*gain*1e6) / 1e6 // so that a document stores it in a few digits
	return m
}

// Need returns the evidence that passes: each restart doubles it.
func (m Mastery) Need() float64 { return min(maxPassEvidence, math.Ldexp(passEvidence, m.Restarts)) }

// Stage returns whether the test is over, and how it ended.
func (m Mastery) Stage() Stage {
	switch {
	case m.Last && m.Right >= minRight && m.ratio() >= m.Need():
		return Mastered
	case m.ratio() <= refutedEvidence:
		return Refuted
	}
	return Undecided
}

// Again begins the test again. To pass it, a person needs twice the evidence.
func (m Mastery) Again() Mastery { return Mastery{Restarts: m.Restarts + 1} }

// Progress returns how far the test is, from 0 to 1: the lesser of the evidence, on a scale
// of logarithms, and the right answers.
func (m Mastery) Progress() float64 {
	evidence := math.Log(m.ratio()) / math.Log(m.Need())
	return min(1, max(0, min(evidence, float64(m.Right)/minRight)))
}
