// Package rating implements the Glicko-2 system: the strength of a player, how
// certain it is, and how steady.
//
// It follows Mark Glickman, "Example of the Glicko-2 system" (2013), with a
// system constant τ of 0.5. A rating period is seven days without rated results
// ([Rating.Idle]), or one set of results ([Rating.After]).
package rating

import (
	"math"
	"time"
)

// Rating is what is known about a player. Rating and Deviation are on the scale of Elo's
// ratings; Volatility has no unit.
type Rating struct {
	Rating     float64
	Deviation  float64 // from MinDeviation to MaxDeviation: the 95 % interval is Rating ± 2·Deviation
	Volatility float64
}

// The bounds of a Deviation. Without the lower bound, the rating of a player with
// many results would hardly move any more.
const (
	MinDeviation = 45
	MaxDeviation = 350
)

// SureDeviation is the deviation below which a rating is shown without a "?".
const SureDeviation = 110

// period is the idle time that counts as one rating period.
const period = 7 * 24 * time.Hour

const (
	tau       = 0.5      // how much the volatility may change
	scale     = 173.7178 // rating points in one unit of Glicko-2's own scale
	centre    = 1500
	tolerance = 1e-6 // of the logarithm of σ², as in Glickman's step 5
)

// New returns the rating of a player without results.
func New() Rating { return Rating{Rating: centre, Deviation: MaxDeviation, Volatility: 0.06} }

// Idle returns the rating after d without results: for each whole week, σ² is added to the
// variance (Glickman's step 6 for a player who doesn't compete). A negative d counts as 0.
func (r Rating) Idle(d time.Duration) Rating {
	if weeks := math.Floor(float64(d) / float64(period)); weeks > 0 {
		r.Deviation = bounded(math.Hypot(r.Deviation/scale, r.Volatility*math.Sqrt(weeks)) * scale)
	}
	return r
}

// Result is a result against an opponent.
type Result struct {
	Opponent Rating  // before the result
	Score    float64 // 1 for a win, ½ for a draw, 0 for a loss
	// Guess is the chance to win by guessing, from 0 to below 1. The larger it is,
	// the less the result weighs.
	Guess float64
}

// After returns the rating after one rating period with these results (Glickman's steps 3
// to 8). Without results, it returns the rating after one idle period.
func (r Rating) After(results ...Result) Rating {
	if len(results) == 0 {
		return r.Idle(period)
	}
	mu, phi := (r.Rating-centre)/scale, r.Deviation/scale
	var information, surprise float64 // 1/v and Δ/v
	for _, x := range results {
		g := 1 / math.Sqrt(1+3*square(x.Opponent.Deviation/scale/math.Pi))
		expected := 1 / (1 + math.Exp(-g*(mu-(x.Opponent.Rating-centre)/scale)))
		// With a chance c to guess right, p = c + (1 − c)·E, as in Birnbaum's
		// three-parameter model (1968); for c = 0 this is Glickman's step 3 and 4.
		p, slope := x.Guess+(1-x.Guess)*expected, (1-x.Guess)*expected*(1-expected)
		information += g * g * slope * slope / (p * (1 - p))
		surprise += g * slope / (p * (1 - p)) * (x.Score - p)
	}
	r.Volatility = volatility(r.Volatility, phi, 1/information, surprise/information)
	variance := 1 / (1/(phi*phi+square(r.Volatility)) + information)
	r.Rating += scale * variance * surprise
	r.Deviation = bounded(scale * math.Sqrt(variance))
	return r
}

// volatility is Glickman's step 5. It returns the σ′ for which ln σ′² is the root of f,
// found by the Illinois algorithm.
func volatility(sigma, phi, v, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		s := phi*phi + v + e
		return e*(delta*delta-s)/(2*s*s) - (x-a)/(tau*tau)
	}
	low, high := a, math.Log(delta*delta-phi*phi-v)
	if delta*delta <= phi*phi+v {
		for high = a - tau; f(high) < 0; high -= tau {
		}
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > tolerance {
		x := low + (low-high)*fLow/(fHigh-fLow)
		fx := f(x)
		if fx*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = x, fx
	}
	return math.Exp(low / 2)
}

func bounded(deviation float64) float64 { return min(max(deviation, MinDeviation), MaxDeviation) }

func square(x float64) float64 { return x * x }
