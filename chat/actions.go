package chat

import "nimbot/typed"

// action is what a command does in a session. The error, if any, is told to
// the person; then the session is not to have changed anything.
type action func(*session) error

// actions are what the commands of package typed's table do, by name.
func actions() map[string]action {
	return map[string]action{
		"start":     (*session).start,
		"challenge": (*session).challenge,
		"open":      (*session).open,
		"accept":    (*session).accept,
		"decline":   (*session).decline,
		"confirm":   (*session).confirm,
		"move":      (*session).move,
		typed.Step:  (*session).pick,
		"hint":      (*session).hint,
		"explain":   (*session).explain,
		"predict":   (*session).predict,
		"board":     (*session).board,
		"undo":      (*session).undo,
		"resign":    (*session).resign,
		"stop":      (*session).stop,
		"rematch":   (*session).rematch,
		"games":     (*session).games,
		"rules":     (*session).rules,
		"help":      (*session).help,
		"settings":  (*session).settings,
		"forget":    (*session).forget,
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
