package channel

import (
	"slices"

	"nimbot/store"
	"nimbot/store/platform"
)

// Forget deletes what the document says about a person, except games and shared results that
// are later than until. If playing reports that the game of a table is running, that game
// stays unchanged. seen are the tables whose visible boards must be redrawn; the day's post is
// edited later, when its edit is due.
func (c *Document) Forget(id string, until, now store.Unix, playing func(table int) bool) (forgot bool, seen []int) {
	for _, n := range c.Numbers() {
		t := c.Table(n)
		changed, visible := t.forget(id, until, playing(n))
		if changed {
			c.Put(t)
		}
		if visible {
			seen = append(seen, n)
		}
		forgot = forgot || changed
	}
	if meant := slices.DeleteFunc(slices.Clone(c.Meant), func(m Meant) bool { return m.Who == id }); len(meant) < len(c.Meant) {
		c.Meant, forgot = meant, true
	}
	if c.MayPlayPrivately(id) {
		c.PlaysNoMore(id)
		forgot = true
	}
	if p := c.DayPost.without(id, until); p != nil {
		c.setPost(p, now)
		forgot = true
	}
	return forgot, seen
}

// forget deletes a table's data about a person. seen reports whether its board
// shows the change.
func (p *Play) forget(id string, until store.Unix, playing bool) (changed, seen bool) {
	if p.Offer.concerns(id) {
		p.Offer, seen = p.Offer.without(id), !playing
		changed = true
	}
	if q := p.Confirm; q != nil && (q.By == id || q.To != nil && q.To.ID == id) {
		p.Confirm, changed = nil, true
	}
	if p.Game != nil && !playing {
		if g := p.Game.without(id, until); g != nil {
			p.Game, changed, seen = g, true, true
		}
	}
	if p.Last != nil {
		if g := p.Last.without(id, until); g != nil {
			p.Last, changed = g, true
		}
	}
	for i := range p.Results {
		if g := p.Results[i].without(id, until); g != nil {
			p.Results = slices.Clone(p.Results) // others may be reading the old one
			p.Results[i], changed = *g, true
		}
	}
	return changed, seen
}

// without returns a copy of the game without a player's id and name. It is nil if they don't
// play in it, or if it is later than until.
func (g Game) without(id string, until store.Unix) *Game {
	if g.Since > until {
		return nil
	}
	for i, p := range g.Players {
		if p.ID == id {
			g.Players[i] = Player{ID: platform.ForgottenID}
			return &g
		}
	}
	return nil
}

// People returns the ids of everybody in the document, perhaps more than once.
func (c *Document) People() (ids []string) {
	ids = c.Play.people(ids)
	for i := range c.Tables {
		ids = c.Tables[i].people(ids)
	}
	for _, m := range c.Meant {
		ids = append(ids, m.Who)
	}
	ids = append(ids, c.Private...)
	if c.DayPost != nil {
		for _, l := range c.DayPost.Lines {
			ids = append(ids, l.Who.ID)
		}
	}
	return ids
}

// people appends the ids of everybody on a table.
func (p *Play) people(ids []string) []string {
	add := func(all ...Player) {
		for _, who := range all {
			ids = append(ids, who.ID)
		}
	}
	for _, g := range []*Game{p.Game, p.Last} {
		if g != nil {
			add(g.Players[:]...)
		}
	}
	for i := range p.Results {
		add(p.Results[i].Players[:]...)
	}
	if o := p.Offer; o != nil {
		add(o.From)
		if o.To != nil {
			add(*o.To)
		}
		for _, g := range o.Guests {
			add(g.Who)
		}
	}
	if q := p.Confirm; q != nil {
		ids = append(ids, q.By)
		if q.To != nil {
			add(*q.To)
		}
	}
	return ids
}
