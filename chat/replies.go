package chat

import (
	"slices"

	"nimbot/exchange"
	"nimbot/words"
)

// replies are a session's messages, in order.
type replies struct {
	asker    *exchange.User
	messages []exchange.Message
}

// tell adds a private message.
func (r *replies) tell(lines ...words.Text) *exchange.Message {
	r.messages = append(r.messages, exchange.Message{To: r.asker, Lines: lines})
	return &r.messages[len(r.messages)-1]
}

// tellOpenly adds a private message that others may know.
func (r *replies) tellOpenly(lines ...words.Text) *exchange.Message {
	m := r.tell(lines...)
	m.Open = true
	return m
}

// announce adds a public message.
func (r *replies) announce(lines ...words.Text) *exchange.Message {
	r.messages = append(r.messages, exchange.Message{Lines: lines})
	return &r.messages[len(r.messages)-1]
}

// show adds a message.
func (r *replies) show(m exchange.Message) { r.messages = append(r.messages, m) }

// boardShown reports whether the reply shows a public board.
func (r *replies) boardShown() bool {
	return slices.ContainsFunc(r.messages, func(m exchange.Message) bool { return m.Board && m.To == nil })
}

// secret reports whether the reply has a message that others must not know.
func (r *replies) secret() bool {
	return slices.ContainsFunc(r.messages, func(m exchange.Message) bool { return m.To != nil && !m.Open })
}

// edits reports whether the reply changes the message that was pressed.
func (r *replies) edits() bool {
	return slices.ContainsFunc(r.messages, func(m exchange.Message) bool { return m.Edit && m.Board })
}
