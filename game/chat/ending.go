package chat

import "nimbot/game/rules"

// resign resigns the present game.
func (s inGame) resign() error {
	seat, _ := s.seat()
	if err := s.apply(rules.Event{Kind: rules.Resigned, Seat: seat}); err != nil {
		return err
	}
	s.showBoard()
	return nil
}

// stop ends the present game without a result. A person may do so alone against the bot,
// before the second move, and as a moderator; otherwise the opponent must consent.
func (s inGame) stop() error {
	seat, plays := s.seat()
	if plays && s.OfPair() {
		return refuse("rated.stop")
	}
	if _, vsBot := s.AgainstBot(); s.r.User.Moderator || vsBot || s.MayStopAlone() {
		return s.stopNow()
	}
	return s.ask(seat, rules.AskStop)
}

func (s inGame) stopNow() error {
	if err := s.apply(rules.Event{Kind: rules.Stopped, Seat: s.Match.ToMove()}); err != nil {
		return err
	}
	s.showBoard()
	return nil
}
