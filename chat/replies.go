package chat

import (
	"slices"

	"nimbot/exchange"
	"nimbot/words"
)

// replies are what a session says, in order.
type replies struct {
	asker    *exchange.User
	messages []exchange.Message
}

// tell adds a message that only the asking person sees.
func (r *replies) tell(lines ...words.Text) *exchange.Message {
	r.messages = append(r.messages, exchange.Message{To: r.asker, Lines: lines})
	return &r.messages[len(r.messages)-1]
}

// tellOpenly adds a message that only the asking person sees, although others may
// know what it says.
func (r *replies) tellOpenly(lines ...words.Text) *exchange.Message {
	m := r.tell(lines...)
	m.Open = true
	return m
}

// announce adds a message for everybody.
func (r *replies) announce(lines ...words.Text) *exchange.Message {
	r.messages = append(r.messages, exchange.Message{Lines: lines})
	return &r.messages[len(r.messages)-1]
}

// show adds a message.
func (r *replies) show(m exchange.Message) { r.messages = append(r.messages, m) }

// boardShown reports whether the reply shows everybody a board.
func (r *replies) boardShown() bool {
	return slices.ContainsFunc(r.messages, func(m exchange.Message) bool { return m.Board && m.To == nil })
}

// secret reports whether the reply contains what only one person may know.
func (r *replies) secret() bool {
	return slices.ContainsFunc(r.messages, func(m exchange.Message) bool { return m.To != nil && !m.Open })
}

// edits reports whether the reply changes the message that was pressed.
func (r *replies) edits() bool {
	return slices.ContainsFunc(r.messages, func(m exchange.Message) bool { return m.Edit && m.Board })
}
