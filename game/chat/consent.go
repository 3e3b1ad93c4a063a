package chat

import (
	"nimbot/game/rules"
	"nimbot/game/words"
)

// undoMove goes back to the person's last turn: at once against the bot, after consent
// between people.
func undoMove(s *session) error {
	seat, _ := s.seat()
	if s.OfPair() {
		return refuse("rated.undo")
	}
	if !s.Match.CanTakeBack(seat) {
		return refuse("match.nothing-to-undo")
	}
	if _, ok := s.AgainstBot(); ok {
		if err := s.apply(rules.Event{Kind: rules.TookBack, Seat: seat}); err != nil {
			return err
		}
		s.showBoard()
		return nil
	}
	return askOpponent(s, seat, rules.AskUndo)
}

// askOpponent asks the opponent on the board. If the opponent has already asked for the same, ask counts as
// consent.
func askOpponent(s *session, seat rules.Seat, what string) error {
	if p := s.Match.Pending(); p != nil && p.Seat != seat && p.What == what {
		return agreeToRequest(s)
	}
	if err := s.apply(rules.Event{Kind: rules.Asked, Seat: seat, What: what}); err != nil {
		return err
	}
	s.showBoard()
	return nil
}

// agreeToRequest accepts what the opponent asks for.
func agreeToRequest(s *session) error {
	seat, err := s.mustPlay()
	if err != nil {
		return err
	}
	ask := s.Match.Pending()
	if ask.Seat == seat {
		return refuse("ask.own", "other", s.Player(seat.Other()))
	}
	kind := rules.TookBack
	if ask.What == rules.AskStop {
		kind = rules.Stopped
	}
	if err := s.apply(rules.Event{Kind: kind, Seat: ask.Seat}); err != nil {
		return err
	}
	if kind == rules.Stopped { // the result says so
		s.showBoard()
		return nil
	}
	showBoardSaying(s, seat, "ask.agreed.undo")
	return nil
}

// showBoardSaying shows the board, and below it what the player in a seat did.
func showBoardSaying(s *session, seat rules.Seat, key string) {
	said := words.New(key, "player", s.Player(seat), "other", s.Player(seat.Other()))
	s.showBoard()
	if s.host { // whose board nobody else sees, and it may be of another game
		s.announce(words.New("simul.between", "guest", s.Player(seat.Other()), "host", s.Player(seat)), said)
		return
	}
	m := &s.out.Messages[len(s.out.Messages)-1]
	m.Lines = append(m.Lines, said)
}

// declineRequest refuses what the opponent asks for, or takes back the person's own request.
func declineRequest(s *session) error {
	seat, err := s.mustPlay()
	if err != nil {
		return err
	}
	ask := *s.Match.Pending()
	if err := s.apply(rules.Event{Kind: rules.Refused, Seat: seat}); err != nil {
		return err
	}
	key := "ask.refused." + ask.What
	if ask.Seat == seat {
		key = "ask.withdrawn"
	}
	showBoardSaying(s, seat, key)
	return nil
}
