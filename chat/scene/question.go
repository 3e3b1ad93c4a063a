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

// Question is the open question to a person here, and the buttons that answer it.
func (s *Scene) Question(id string) (asked talk.Question, reply []exchange.Button) {
	confirm, offer := s.Play.Confirm, s.Play.Offer
	seat, plays := s.SeatOf(id)
	switch {
	case s.Playing() && plays && s.Match.Pending() != nil && s.Match.Pending().Seat != seat:
		if asked = talk.AskedConsent; s.Match.Pending().What == game.AskStop {
			asked = talk.AskedToStop
		}
		return asked, s.ConsentButtons()
	case confirm != nil && confirm.By == id:
		return talk.AskedConfirm, s.ConfirmButtons()
	case offer == nil, s.Playing(), offer.From.ID == id:
	case offer.To == nil:
		return talk.AskedAnybody, s.Offer().Buttons[:1]
	case offer.To.ID == id:
		return talk.AskedOffer, s.Offer().Buttons
	}
	return talk.NoQuestion, nil
}

// ConfirmButtons answer the question whether to end the game. The first says what it
// does, because it may also stand below other sentences.
func (s *Scene) ConfirmButtons() []exchange.Button {
	label := text("button.replace")
	if c := typed.Find(s.Play.Confirm.Text); c != nil && c.Ends {
		label = text("button." + c.Name)
	}
	id := s.ConfirmID()
	return []exchange.Button{s.Button(label, exchange.Danger, "confirm", id), s.Button(text("button.keep"), exchange.Plain, "decline", id)}
}

// ConfirmID identifies the question whether to end the game, "" if there is none. The
// stamp doesn't change with it, because boards stay valid.
func (t *Table) ConfirmID() string {
	c := t.Confirm
	if c == nil {
		return ""
	}
	h := fnv.New32a()
	_, _ = fmt.Fprint(h, c.By, "\x00", c.Text, "\x00", c.Expires) // it always succeeds
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}
