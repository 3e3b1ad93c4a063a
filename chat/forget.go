package chat

import (
	"strings"

	"nimbot/channel"
	"nimbot/words"
)

// forget deletes what is stored here about the person who asks.
func (s about) forget() error {
	if strings.ToLower(s.line.Rest) != "me" {
		return refuse("forget.form")
	}
	if _, plays := s.seat(); plays && s.playing() {
		return refuse("forget.playing")
	}
	id := s.r.User.ID
	if o := s.doc.Offer; o != nil && (o.From.ID == id || o.To != nil && o.To.ID == id) {
		s.doc.Offer = nil
		s.changed()
	}
	if c := s.doc.Confirm; c != nil && (c.By == id || c.To != nil && c.To.ID == id) {
		s.doc.Confirm = nil
		s.noted()
	}
	if g, played := without(s.doc.Game, id); played {
		s.doc.Game = g
		s.changed()
	}
	if g, played := without(s.doc.Last, id); played {
		s.doc.Last = g
		s.noted()
	}
	s.tellOpenly(text("forget.done"))
	return nil
}

// without is a stored game in which nobody is called that any more; played
// reports whether somebody was.
func without(g *channel.Game, id string) (forgotten *channel.Game, played bool) {
	if g == nil {
		return nil, false
	}
	copied := *g
	for i, p := range g.Players {
		if p.ID == id {
			copied.Players[i], played = channel.Player{ID: words.ForgottenID}, true
		}
	}
	return &copied, played
}
