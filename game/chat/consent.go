package chat

import (
	"nimbot/game/rules"
	"nimbot/game/words"
)

// undoMove goes back to the person's last turn: at once against the bot, after consent
// between people.
func undoMove(e *execution) error {
	seat, _ := e.seat()
	if e.OfPair() {
		return refuse("rated.undo")
	}
	if !e.Match.CanTakeBack(seat) {
		return refuse("match.nothing-to-undo")
	}
	if _, ok := e.AgainstBot(); ok {
		if err := e.apply(rules.Event{Kind: rules.TookBack, Seat: seat}); err != nil {
			return err
		}
		e.showBoard()
		return nil
	}
	return askOpponent(e, seat, rules.AskUndo)
}

// askOpponent asks the opponent on the board. If the opponent has already asked for the same, ask counts as
// consent.
func askOpponent(e *execution, seat rules.Seat, what string) error {
	if p := e.Match.Pending(); p != nil && p.Seat != seat && p.What == what {
		return agreeToRequest(e)
	}
	if err := e.apply(rules.Event{Kind: rules.Asked, Seat: seat, What: what}); err != nil {
		return err
	}
	e.showBoard()
	return nil
}

// agreeToRequest accepts what the opponent asks for.
func agreeToRequest(e *execution) error {
	seat, err := e.mustPlay()
	if err != nil {
		return err
	}
	ask := e.Match.Pending()
	if ask.Seat == seat {
		return refuse("ask.own", "other", e.Player(seat.Other()))
	}
	granted := rules.Event{Kind: grants[ask.What], Seat: ask.Seat}
	if err := e.apply(granted); err != nil {
		return err
	}
	if granted.Kind == rules.Stopped { // the result says so
		e.showBoard()
		return nil
	}
	showBoardSaying(e, seat, "ask.agreed."+ask.What)
	return nil
}

// grants are the events by which what a player asks for happens.
var grants = map[string]rules.EventKind{rules.AskUndo: rules.TookBack, rules.AskStop: rules.Stopped}

// showBoardSaying shows the board, and below it what the player in a seat did.
func showBoardSaying(e *execution, seat rules.Seat, key string) {
	said := words.New(key, "player", e.Player(seat), "other", e.Player(seat.Other()))
	e.showBoard()
	if e.askedAsHost { // whose board nobody else sees, and it may be of another game
		e.announce(words.New("simul.between", "guest", e.Player(seat.Other()), "host", e.Player(seat)), said)
		return
	}
	m := &e.out.Messages[len(e.out.Messages)-1]
	m.Lines = append(m.Lines, said)
}

// declineRequest refuses what the opponent asks for, or takes back the person's own request.
func declineRequest(e *execution) error {
	seat, err := e.mustPlay()
	if err != nil {
		return err
	}
	ask := *e.Match.Pending()
	if err := e.apply(rules.Event{Kind: rules.Refused, Seat: seat}); err != nil {
		return err
	}
	key := "ask.refused." + ask.What
	if ask.Seat == seat {
		key = "ask.withdrawn"
	}
	showBoardSaying(e, seat, key)
	return nil
}
