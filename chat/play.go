package chat

import (
	"slices"

	"nimbot/game"
	"nimbot/game/solve"
)

// mustMove refuses unless it is the asking person's turn.
func (s *session) mustMove() error {
	switch {
	case s.doc.Game == nil:
		return refuse("no-game", nil)
	case !s.playing():
		return refuse("game-over", nil)
	}
	seat, plays := s.seat()
	switch {
	case !plays:
		return refuse("spectator", Args{"first", s.player(0), "second", s.player(1)})
	case seat != s.match.ToMove():
		return refuse("not-your-turn", Args{"player", s.player(seat.Other())})
	}
	return nil
}

// move plays a move as somebody typed or pressed it, and the bot's answer.
func (s *session) move() error {
	m, unread := s.typedMove()
	if unread != nil && s.meantAsCommand(unread) {
		return unknownCommand(s.cmd.rest)
	}
	if err := s.mustMove(); err != nil {
		return err
	}
	if unread != nil {
		return s.explainRefusal(unread)
	}
	if err := s.apply(game.Event{Kind: game.Moved, Seat: s.match.ToMove(), Move: m}); err != nil {
		return err
	}
	if err := s.botMoves(); err != nil {
		return err
	}
	s.showBoard()
	return nil
}

// typedMove reads the command as a move of the present game.
func (s *session) typedMove() (game.Move, error) {
	if !s.playing() {
		return "", refuse("no-game", nil)
	}
	if s.cmd.rest == "" {
		return "", refuse("move.what", nil)
	}
	return readMove(s.match.Position(), s.cmd.rest)
}

// moveRefused says why a notation is no move here.
func (s *session) moveRefused(notation string) error {
	_, err := s.match.Position().Play(game.Move(notation))
	if err == nil {
		return refuse("move.form", Args{"move", abridge(notation), "example", string(s.anyMove())})
	}
	return err
}

// explainRefusal gives a refused move an example that works here.
func (s *session) explainRefusal(err error) error {
	r, ok := refusalOf(err)
	if !ok {
		return err
	}
	if !slices.Contains(r.text.Args, any("example")) {
		r.text.Args = append(r.text.Args, "example", string(s.anyMove()))
	}
	return r
}

// anyMove is some legal move of the present position.
func (s *session) anyMove() game.Move {
	for m := range s.match.Position().Moves() {
		return m
	}
	return ""
}

// botMoves lets the bot move if it is its turn.
func (s *session) botMoves() error {
	seat, plays := s.againstBot()
	if !plays || !s.playing() || s.match.ToMove() != seat {
		return nil
	}
	level := levelOf(s.doc.Game.Players[seat])
	m, err := s.chooseMove(level)
	if err != nil {
		return err
	}
	return s.apply(game.Event{Kind: game.Moved, Seat: seat, Move: m})
}

func (s *session) chooseMove(l solve.Level) (game.Move, error) {
	return solve.Choose(s.match.Position(), s.match.Setup().Ending, l, s.random())
}
