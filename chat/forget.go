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
	if seat, plays := s.seat(); plays {
		g := *s.doc.Game
		g.Players[seat] = channel.Player{ID: words.ForgottenID}
		s.doc.Game = &g
		s.changed()
	}
	s.tellOpenly(text("forget.done"))
	return nil
}
