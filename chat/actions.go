package chat

import (
	"nimbot/game"
	"nimbot/typed"
)

// action is what a command does in a session. The error, if any, is told to
// the person; then the session is not to have changed anything.
type action func(*session) error

// actions are what the commands of package typed's table do, by name.
func actions() map[string]action {
	return map[string]action{
		"start":     func(s *session) error { return newGame{s}.start() },
		"challenge": func(s *session) error { return newGame{s}.challenge() },
		"open":      func(s *session) error { return newGame{s}.open() },
		"accept":    func(s *session) error { return newGame{s}.accept() },
		"decline":   func(s *session) error { return newGame{s}.decline() },
		"confirm":   func(s *session) error { return newGame{s}.confirm() },
		"move":      func(s *session) error { return inGame{s}.move() },
		typed.Step:  func(s *session) error { return inGame{s}.pick() },
		"hint":      func(s *session) error { return advice{s}.hint() },
		"explain":   func(s *session) error { return advice{s}.explain() },
		"predict":   func(s *session) error { return advice{s}.predict() },
		"board":     func(s *session) error { return about{s}.board() },
		"undo":      func(s *session) error { return inGame{s}.undo() },
		"resign":    func(s *session) error { return inGame{s}.resign() },
		"stop":      func(s *session) error { return inGame{s}.stop() },
		"rematch":   func(s *session) error { return newGame{s}.rematch() },
		"games":     func(s *session) error { return about{s}.games() },
		"rules":     func(s *session) error { return about{s}.rules() },
		"help":      func(s *session) error { return about{s}.help() },
		"settings":  func(s *session) error { return about{s}.settings() },
		"forget":    func(s *session) error { return about{s}.forget() },
	}
}

// run does the command, if the person may.
func (s *session) run() error {
	c := s.line.Command
	if s.unsure && c.Name == "move" && !s.line.Pressed() && s.playing() {
		s.showPrivately(say("unsure", nil))
		return nil
	}
	if err := s.checkStamp(); err != nil {
		return err
	}
	if c.Name == "move" {
		if s.readMove(); s.unread != nil && s.line.MeantAsCommand(s.unread) {
			return typed.UnknownCommand(s.line.Rest)
		}
	}
	if err := s.may(c); err != nil {
		return err
	}
	return s.h.actions[c.Name](s)
}

// may refuses a command to whom the table does not allow it.
func (s *session) may(c *typed.Command) error {
	switch moderates := s.r.User.Moderator; {
	case c.Who == typed.Anybody, c.Who == typed.Ender && moderates && s.playing(), c.Who == typed.Changer && (moderates || s.line.Rest == ""):
		return nil
	case c.Who == typed.Changer:
		return refuse("settings.moderators", nil)
	}
	seat, err := s.mustPlay()
	if err == nil && c.Who == typed.Mover && seat != s.match.ToMove() {
		return refuse("not-your-turn", Args{"player", s.player(seat.Other())})
	}
	return err
}

// mustPlay refuses unless the person plays in a game that goes on. A command
// may have words of its own for spectators.
func (s *session) mustPlay() (game.Seat, error) {
	switch {
	case s.doc.Game == nil:
		return game.Nobody, refuse("no-game", nil)
	case !s.playing():
		return game.Nobody, refuse("game-over", nil)
	}
	seat, plays := s.seat()
	if !plays {
		key := "spectator"
		if own := s.line.Command.Name + "." + key; s.h.words.Has(own) {
			key = own
		}
		return seat, refuse(key, Args{"first", s.player(0), "second", s.player(1)})
	}
	return seat, nil
}
