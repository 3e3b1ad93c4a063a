package people

import (
	"time"

	"nimbot/game/rating"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
)

// ratingOf converts a stored rating to the rating at a time. nil and the zero Rating mean that the
// person is new.
func ratingOf(r *person.Rating, at store.Unix) rating.Rating {
	if r == nil || r.Deviation == 0 {
		return rating.New()
	}
	g := rating.Rating{Rating: r.Rating, Deviation: r.Deviation, Volatility: r.Volatility}
	if r.At == 0 {
		return g
	}
	return g.Idle(time.Duration(at-r.At) * time.Second)
}

// ratingAfter returns the rating after a pair.
func ratingAfter(before person.Rating, p person.Pair) person.Rating {
	g := ratingOf(&before, p.At).After(rating.Result{
		Opponent: rating.Rating{Rating: p.Rating, Deviation: p.Deviation}, Score: p.Score,
	})
	before.Rating, before.Deviation, before.Volatility, before.At = g.Rating, g.Deviation, g.Volatility, max(before.At, p.At)
	return before
}

// rate updates a member's rating after a pair.
func rate(m *person.Member, p person.Pair) {
	var before person.Rating
	if m.Rating != nil {
		before = *m.Rating
	}
	m.Rate(p, ratingAfter(before, p), ratingAfter)
}

// strengthOf returns a member's rating at a time.
func strengthOf(m *person.Member, at store.Unix) channel.PlayerRating {
	r := ratingOf(m.Rating, at)
	return channel.PlayerRating{Rating: r.Rating, Deviation: r.Deviation}
}
