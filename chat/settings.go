package chat

import (
	"strings"

	"nimbot/channel"
	"nimbot/typed"
	"nimbot/words"
)

// settings shows how the bot behaves in this place, and lets a moderator
// change it: "settings pings:on hints:off language:en".
func (s *session) settings() error {
	set := s.doc.Settings
	for _, w := range strings.Fields(strings.ToLower(s.line.Rest)) {
		key, value, _ := strings.Cut(w, ":")
		if err := s.set(&set, key, value); err != nil {
			return err
		}
	}
	if s.line.Rest != "" {
		s.doc.Settings = set
		s.noted()
	}
	language := set.Language
	if language == "" {
		language = "auto"
	}
	s.tell(say("settings.now", Args{"language", language, "pings", onOff(set.Pings), "hints", onOff(!set.NoHints)}))
	return nil
}

func (s *session) set(set *channel.Settings, key, value string) error {
	on := value == "on" || value == "yes"
	if key != "language" && !on && value != "off" && value != "no" {
		key = "" // whatever it was, it is neither on nor off
	}
	switch key {
	case "pings":
		set.Pings = on
	case "hints":
		set.NoHints = !on
	case "language":
		if value == "auto" {
			value = ""
		}
		if value != "" && !s.h.words.Speaks(value) {
			return refuse("settings.language", Args{"part", typed.Abridge(value), "known", strings.Join(s.h.words.Languages(), ", ")})
		}
		set.Language = value
	default:
		return refuse("settings.form", Args{"part", typed.Abridge(s.line.Rest)})
	}
	return nil
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// mayHint refuses help to a player of a game between people where moderators
// have switched it off.
func (s *session) mayHint() error {
	if _, vsBot := s.againstBot(); s.doc.Settings.NoHints && !vsBot {
		return refuse("hint.off", nil)
	}
	return nil
}

// forget deletes what is stored here about the person who asks.
func (s *session) forget() error {
	if strings.ToLower(s.line.Rest) != "me" {
		return refuse("forget.form", nil)
	}
	if _, plays := s.seat(); plays && s.playing() {
		return refuse("forget.playing", nil)
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
	s.tell(say("forget.done", nil))
	return nil
}

// turnPing is who is to be notified that it is their turn: nobody, unless a
// moderator switched that on, and never the person who just acted.
func (s *session) turnPing() []User {
	if !s.doc.Settings.Pings || !s.playing() {
		return nil
	}
	who := s.player(s.match.ToMove())
	if who.isBot() || who.ID == s.r.User.ID {
		return nil
	}
	return []User{who}
}
