package channel

import "nimbot/store"

// ForgottenID is the id that replaces a deleted player's.
const ForgottenID = "forgotten"

// Forget deletes what the document says about a person, up to a time. playing: the
// present game is running and stays unchanged. seen reports whether a board shows the
// change; the day's post is edited when due.
func (c *Document) Forget(id string, until, now store.Unix, playing bool) (forgot, seen bool) {
	if o := c.Offer; o != nil && (o.From.ID == id || o.To != nil && o.To.ID == id) {
		c.Offer, seen = nil, true
	}
	if q := c.Confirm; q != nil && (q.By == id || q.To != nil && q.To.ID == id) {
		c.Confirm, forgot = nil, true
	}
	if c.Game != nil && !playing {
		if g := c.Game.without(id, until); g != nil {
			c.Game, seen = g, true
		}
	}
	if c.Last != nil {
		if g := c.Last.without(id, until); g != nil {
			c.Last, forgot = g, true
		}
	}
	for i := range c.Results {
		if g := c.Results[i].without(id, until); g != nil {
			c.Results = append([]Game(nil), c.Results...) // a new slice, because others may be reading the old one
			c.Results[i], forgot = *g, true
		}
	}
	if p := c.DayPost.without(id, until); p != nil {
		c.redraw(p, now)
		forgot = true
	}
	return forgot || seen, seen
}

// without is a copy of the game without a player's name. It is nil if they don't play in
// it, or it is from after the time.
func (g Game) without(id string, until store.Unix) *Game {
	if g.Since > until {
		return nil
	}
	for i, p := range g.Players {
		if p.ID == id {
			g.Players[i] = Player{ID: ForgottenID}
			return &g
		}
	}
	return nil
}

// People returns the ids of everybody in the document, perhaps more than once.
func (c *Document) People() (ids []string) {
	add := func(all ...Player) {
		for _, p := range all {
			ids = append(ids, p.ID)
		}
	}
	for _, g := range []*Game{c.Game, c.Last} {
		if g != nil {
			add(g.Players[:]...)
		}
	}
	for i := range c.Results {
		add(c.Results[i].Players[:]...)
	}
	if o := c.Offer; o != nil {
		add(o.From)
		if o.To != nil {
			add(*o.To)
		}
	}
	if q := c.Confirm; q != nil {
		ids = append(ids, q.By)
		if q.To != nil {
			add(*q.To)
		}
	}
	if c.DayPost != nil {
		for _, l := range c.DayPost.Lines {
			add(l.Who)
		}
	}
	return ids
}
