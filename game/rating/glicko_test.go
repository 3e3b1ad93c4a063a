package rating_test

import (
	"math"
	"testing"
	"time"

	"nimbot/game/rating"
)

func TestAfter(t *testing.T) {
	at := func(r, deviation float64) rating.Rating {
		return rating.Rating{Rating: r, Deviation: deviation, Volatility: 0.06}
	}
	for _, c := range []struct {
		what    string
		before  rating.Rating
		results []rating.Result
		want    rating.Rating
	}{
		{
			"Glickman's example", at(1500, 200),
			[]rating.Result{{Opponent: at(1400, 30), Score: 1}, {Opponent: at(1550, 100), Score: 0}, {Opponent: at(1700, 300), Score: 0}},
			rating.Rating{Rating: 1464.0506705, Deviation: 151.5165241, Volatility: 0.0599960},
		},
		{
			"a newcomer beats another", rating.New(), []rating.Result{{Opponent: rating.New(), Score: 1}},
			rating.Rating{Rating: 1662.3108939, Deviation: 290.3189637, Volatility: 0.0599993},
		},
		{
			"a newcomer draws with another", rating.New(), []rating.Result{{Opponent: rating.New(), Score: 0.5}},
			rating.Rating{Rating: 1500, Deviation: 290.3189616, Volatility: 0.0599991},
		},
		{
			"nothing was played", at(1500, 200), nil,
			rating.Rating{Rating: 1500, Deviation: 200.2714167, Volatility: 0.06},
		},
	} {
		got := c.before.After(c.results...)
		if !near(got, c.want) {
			t.Errorf("%s: After = %.7f, want %.7f", c.what, got, c.want)
		}
	}
}

// near compares ratings to the seven decimals with which the expected values are written.
func near(a, b rating.Rating) bool {
	return math.Abs(a.Rating-b.Rating) < 1e-6 && math.Abs(a.Deviation-b.Deviation) < 1e-6 && math.Abs(a.Volatility-b.Volatility) < 1e-6
}

// A win and a loss change the rating equally, and an unexpected win changes it more.
func TestAfterIsFair(t *testing.T) {
	even := rating.Rating{Rating: 1500, Deviation: 80, Volatility: 0.06}
	strong := rating.Rating{Rating: 1800, Deviation: 80, Volatility: 0.06}
	won, lost := even.After(rating.Result{Opponent: even, Score: 1}), even.After(rating.Result{Opponent: even, Score: 0})
	if sum := won.Rating + lost.Rating; math.Abs(sum-3000) > 1e-9 {
		t.Errorf("a win and a loss against an equal lead to %.9f and %.9f, want them to mirror each other", won.Rating, lost.Rating)
	}
	upset := even.After(rating.Result{Opponent: strong, Score: 1})
	if upset.Rating <= won.Rating {
		t.Errorf("beating a stronger player leads to %.1f, an equal one to %.1f; want more for the stronger", upset.Rating, won.Rating)
	}
}

// The deviation has a lower bound, so that a rating keeps moving however much a player
// plays.
func TestDeviationIsBounded(t *testing.T) {
	r := rating.Rating{Rating: 1500, Deviation: 50, Volatility: 0.06}
	for range 10 {
		won, lost := rating.Result{Opponent: r, Score: 1}, rating.Result{Opponent: r, Score: 0}
		r = r.After(won, lost, won, lost, won, lost, won, lost)
	}
	if r.Deviation != rating.MinDeviation {
		t.Errorf("after eighty results the deviation is %v, want %v", r.Deviation, rating.MinDeviation)
	}
}

func TestIdle(t *testing.T) {
	r := rating.Rating{Rating: 1620, Deviation: 60, Volatility: 0.06}
	week := 7 * 24 * time.Hour
	for _, c := range []struct {
		idle time.Duration
		want float64 // √(60² + weeks·(0.06·173.7178)²), at most 350
	}{
		{-week, 60},
		{0, 60},
		{week - 1, 60},
		{week, 60.8986},
		{2*week - 1, 60.8986},
		{52 * week, 96.17327},
		{100 * 52 * week, 350},
	} {
		got := r.Idle(c.idle)
		if math.Abs(got.Deviation-c.want) > 1e-3 || got.Rating != r.Rating || got.Volatility != r.Volatility {
			t.Errorf("Idle(%v) = %v, want a deviation of %.4f and nothing else changed", c.idle, got, c.want)
		}
	}
	if once, twice := r.Idle(5*week), r.Idle(2*week).Idle(3*week); math.Abs(once.Deviation-twice.Deviation) > 1e-9 {
		t.Errorf("five weeks lead to %v, two and then three to %v; want the same", once, twice)
	}
}

// A player who knows a given share of the answers reaches the same rating
// whether or not half can be guessed, only more slowly.
func TestGuessesWeighLess(t *testing.T) {
	opponent := rating.Rating{Rating: 1200, Deviation: 60}
	for _, q := range []float64{.25, .5, .75} {
		for _, guess := range []float64{0, .1, .5} {
			r := rating.New()
			const answers = 4000
			var mean float64
			for i := range answers {
				// Right answers are spread evenly, so that their share is about p at any time.
				p := q + (1-q)*guess
				score := math.Floor(float64(i+1)*p) - math.Floor(float64(i)*p)
				if r = r.After(rating.Result{Opponent: opponent, Score: score, Guess: guess}); i >= answers/2 {
					mean += r.Rating / (answers / 2)
				}
			}
			g := 1 / math.Sqrt(1+3*60/173.7178*60/173.7178/math.Pi/math.Pi)
			if want := 1200 + 173.7178/g*math.Log(q/(1-q)); math.Abs(mean-want) > 25 {
				t.Errorf("a player who knows %v of the answers where %v can be guessed has the rating %.0f, want about %.0f", q, guess, mean, want)
			}
		}
	}
	sure, unsure := rating.New(), rating.New()
	for i := range 20 {
		sure = sure.After(rating.Result{Opponent: opponent, Score: float64(i % 2)})
		unsure = unsure.After(rating.Result{Opponent: opponent, Score: float64(i % 2), Guess: .5})
	}
	if unsure.Deviation <= sure.Deviation {
		t.Errorf("after twenty answers the deviation is %.0f where half can be guessed, and %.0f where nothing can; want more certainty there", unsure.Deviation, sure.Deviation)
	}
}
