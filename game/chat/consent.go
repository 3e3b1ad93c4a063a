package chat

import (
	"nimbot/game/rules"
	"nimbot/game/words"
)

// undo goes back to the person's last turn: at once against the bot, after consent
// between people.
func (s inGame) undo() error {
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
	return s.ask(seat, rules.AskUndo)
}

// ask asks the opponent on the board. If the opponent has already asked for the same, ask counts as
// consent.
func (s inGame) ask(seat rules.Seat, what string) error {
	if p := s.Match.Pending(); p != nil && p.Seat != seat && p.What == what {
		return s.agree()
	}
	if err := s.apply(rules.Event{Kind: rules.Asked, Seat: seat, What: what}); err != nil {
		return err
	}
	s.showBoard()
	return nil
}

// agree accepts what the opponent asks for.
func (s inGame) agree() error {
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
	s.showBoardSaying(seat, "ask.agreed.undo")
	return nil
}

// showBoardSaying shows the board, and below it what the player in a seat did.
func (s inGame) showBoardSaying(seat rules.Seat, key string) {
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
func (s inGame) declineRequest() error {
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
	s.showBoardSaying(seat, key)
	return nil
}
