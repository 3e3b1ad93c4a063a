package rating_test

import (
	"math"
	"testing"
	"time"

	"nimbot/rating"
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
			[]rating.Result{{at(1400, 30), 1}, {at(1550, 100), 0}, {at(1700, 300), 0}},
			rating.Rating{Rating: 1464.0506705, Deviation: 151.5165241, Volatility: 0.0599960},
		},
		{
			"a newcomer beats another", rating.New(), []rating.Result{{rating.New(), 1}},
			rating.Rating{Rating: 1662.3108939, Deviation: 290.3189637, Volatility: 0.0599993},
		},
		{
			"a newcomer draws with another", rating.New(), []rating.Result{{rating.New(), 0.5}},
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

// near allows for the digits in which the expected values are written.
func near(a, b rating.Rating) bool {
	return math.Abs(a.Rating-b.Rating) < 1e-6 && math.Abs(a.Deviation-b.Deviation) < 1e-6 && math.Abs(a.Volatility-b.Volatility) < 1e-6
}

// A win and a loss mirror each other, and the unexpected moves more.
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

// However much one plays, a rating keeps moving.
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
