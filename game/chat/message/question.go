package message

import (
	"fmt"
	"hash/fnv"
	"strconv"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/game/words/sentence"
)

// Asks returns the open question to a person at the table.
func (t *Table) Asks(id string) sentence.Question {
	confirm, offer := t.Confirm, t.Offer
	seat, plays := t.SeatOf(id)
	switch {
	case t.Playing() && plays && t.Match.Pending() != nil && t.Match.Pending().Seat != seat:
		if t.Match.Pending().What == rules.AskStop {
			return sentence.AskedToStop
		}
		return sentence.AskedConsent
	case confirm != nil && confirm.By == id:
		return sentence.AskedConfirm
	case offer == nil, t.Playing(), offer.From.ID == id, offer.Begun(), offer.Simul() && (offer.Joined(id) >= 0 || len(offer.Guests) == offer.Seats):
	case offer.To == nil:
		return sentence.AskedAnybody
	case offer.To.ID == id:
		return sentence.AskedOffer
	}
	return sentence.NoQuestion
}

// Question returns the open question to a person here, and the buttons that answer it.
func (s *Scene) Question(id string) (asked sentence.Question, reply []dialog.Button) {
	switch asked = s.Asks(id); asked {
	case sentence.AskedConsent, sentence.AskedToStop:
		reply = s.ConsentButtons()
	case sentence.AskedConfirm:
		reply = s.ConfirmButtons()
	case sentence.AskedAnybody:
		reply = s.Offer().Buttons[:1]
	case sentence.AskedOffer:
		reply = s.Offer().Buttons
	}
	return asked, reply
}

// ForgetHere is the command that deletes what a channel stores about a person.
const ForgetHere = "forget me yes"

// ConfirmButtons answer the question whether to end the game, or to delete what is stored. The
// first button's label names the action, because the question may appear below other text.
func (s *Scene) ConfirmButtons() []dialog.Button {
	if s.Play.Confirm.Text == ForgetHere { // it isn't about the board, so it stays valid
		return []dialog.Button{
			{Label: words.New("button.forget-here"), Style: dialog.Danger, Command: ForgetHere},
			s.Button(words.New("button.keep-me"), dialog.Plain, "decline", s.ConfirmID()),
		}
	}
	label := words.New("button.replace")
	if c := command.Find(s.Play.Confirm.Text); c != nil && c.Ends {
		label = words.New("button." + c.Name)
	}
	id := s.ConfirmID()
	return []dialog.Button{s.Button(label, dialog.Danger, "confirm", id), s.Button(words.New("button.keep"), dialog.Plain, "decline", id)}
}

// ConfirmID identifies the question whether to run Confirm, "" if there is none. It
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
