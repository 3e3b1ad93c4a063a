package scene

import (
	"fmt"
	"hash/fnv"
	"strconv"

	"nimbot/exchange"
	"nimbot/game"
	"nimbot/talk"
	"nimbot/typed"
)

// Asks returns the open question to a person at the table.
func (t *Table) Asks(id string) talk.Question {
	confirm, offer := t.Confirm, t.Offer
	seat, plays := t.SeatOf(id)
	switch {
	case t.Playing() && plays && t.Match.Pending() != nil && t.Match.Pending().Seat != seat:
		if t.Match.Pending().What == game.AskStop {
			return talk.AskedToStop
		}
		return talk.AskedConsent
	case confirm != nil && confirm.By == id:
		return talk.AskedConfirm
	case offer == nil, t.Playing(), offer.From.ID == id, offer.Begun(), offer.Simul() && (offer.Joined(id) >= 0 || len(offer.Guests) == offer.Seats):
	case offer.To == nil:
		return talk.AskedAnybody
	case offer.To.ID == id:
		return talk.AskedOffer
	}
	return talk.NoQuestion
}

// Question returns the open question to a person here, and the buttons that answer it.
func (s *Scene) Question(id string) (asked talk.Question, reply []exchange.Button) {
	switch asked = s.Asks(id); asked {
	case talk.AskedConsent, talk.AskedToStop:
		reply = s.ConsentButtons()
	case talk.AskedConfirm:
		reply = s.ConfirmButtons()
	case talk.AskedAnybody:
		reply = s.Offer().Buttons[:1]
	case talk.AskedOffer:
		reply = s.Offer().Buttons
	}
	return asked, reply
}

// ConfirmButtons answer the question whether to end the game. The first button's label
// names the action, because the question may appear below other text.
func (s *Scene) ConfirmButtons() []exchange.Button {
	label := text("button.replace")
	if c := typed.Find(s.Play.Confirm.Text); c != nil && c.Ends {
		label = text("button." + c.Name)
	}
	id := s.ConfirmID()
	return []exchange.Button{s.Button(label, exchange.Danger, "confirm", id), s.Button(text("button.keep"), exchange.Plain, "decline", id)}
}

// ConfirmID identifies the question whether to end the game, "" if there is none. It
// isn't part of the stamp, because the question doesn't invalidate boards.
func (t *Table) ConfirmID() string {
	c := t.Confirm
	if c == nil {
		return ""
	}
	h := fnv.New32a()
	_, _ = fmt.Fprint(h, c.By, "\x00", c.Text, "\x00", c.Expires) // it always succeeds
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}
