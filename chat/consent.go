package chat

import "nimbot/game"

// undo goes back to the person's last turn: at once against the bot, by
// consent between people.
func (s *session) undo() error {
	seat, _ := s.seat()
	if !s.match.CanTakeBack(seat) {
		return refuse("match.nothing-to-undo", nil)
	}
	if _, ok := s.againstBot(); ok {
		if err := s.apply(game.Event{Kind: game.TookBack, Seat: seat}); err != nil {
			return err
		}
		s.showBoard()
		return nil
	}
	return s.ask(seat, game.AskUndo)
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

// ask puts a question to the opponent, on the board. Asking for what the
// opponent asks for already is a yes.
func (s *session) ask(seat game.Seat, what string) error {
	if p := s.match.Pending(); p != nil && p.Seat != seat && p.What == what {
		return s.consent()
	}
	if err := s.apply(game.Event{Kind: game.Asked, Seat: seat, What: what}); err != nil {
		return err
	}
	s.showBoard()
	return nil
}

// consent says yes to the opponent's question.
func (s *session) consent() error {
	seat, err := s.mustPlay()
	if err != nil {
		return err
	}
	ask := s.match.Pending()
	if ask.Seat == seat {
		return refuse("ask.own", Args{"other", s.player(seat.Other())})
	}
	kind := game.TookBack
	if ask.What == game.AskStop {
		kind = game.Stopped
	}
	if err := s.apply(game.Event{Kind: kind, Seat: ask.Seat}); err != nil {
		return err
	}
	s.showBoard()
	return nil
}

// dissent says no to the opponent's question, or takes back one's own.
func (s *session) dissent() error {
	seat, err := s.mustPlay()
	if err != nil {
		return err
	}
	if err := s.apply(game.Event{Kind: game.Refused, Seat: seat}); err != nil {
		return err
	}
	s.showBoard()
	return nil
}

// resign gives the present game up.
func (s *session) resign() error {
	seat, _ := s.seat()
	if err := s.apply(game.Event{Kind: game.Resigned, Seat: seat}); err != nil {
		return err
	}
	s.showBoard()
	return nil
}

// stop ends the present game without a result: alone against the bot, before
// the second move and as a moderator; else by consent.
func (s *session) stop() error {
	seat, _ := s.seat()
	if _, vsBot := s.againstBot(); s.r.User.Moderator || vsBot || s.mayStopAlone() {
		return s.stopNow()
	}
	return s.ask(seat, game.AskStop)
}

// mayStopAlone: before the second move nobody has invested much.
func (s *session) mayStopAlone() bool { return len(s.match.Moves()) < 2 }

func (s *session) stopNow() error {
	if err := s.apply(game.Event{Kind: game.Stopped, Seat: s.match.ToMove()}); err != nil {
		return err
	}
	s.showBoard()
	return nil
}
