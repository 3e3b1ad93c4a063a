package chat

import (
	"slices"

	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/store"
)

// replies is an execution's reply, as far as it is made.
type replies struct {
	out      dialog.Reply // execution.reply adds the states and versions
	asker    *dialog.User
	private  bool // only the asker sees anything
	pressed  bool // the line came from a button
	ownBoard bool // a message is the board of a private game
	table    int  // the table that further messages are about

	askedAsHost    bool // the host of a simul sent the line, and gets their private board
	showsHostBoard bool // the reply has that board
}

// add adds a message.
func (r *replies) add(m dialog.Message) *dialog.Message {
	if m.Post == nil {
		m.TableNumber = r.table
	}
	if r.private && m.To == nil {
		m.To, m.Open, m.Ping, m.TableNumber = r.asker, !m.IsBoard(), nil, 0
		if m.IsBoard() {
			m.Edit = m.Edit || r.pressed // replace the pressed board: nobody else sees this reply
			r.ownBoard = true
			m.Board.View = dialog.Own
		}
	}
	r.out.Messages = append(r.out.Messages, m)
	return &r.out.Messages[len(r.out.Messages)-1]
}

// tellSecret adds a private message that others must not see.
func (r *replies) tellSecret(lines ...words.Text) *dialog.Message {
	return r.add(dialog.Message{To: r.asker, Lines: lines})
}

// tellPrivately adds a private message whose content isn't secret: it is private only
// because it doesn't interest others.
func (r *replies) tellPrivately(lines ...words.Text) *dialog.Message {
	m := r.tellSecret(lines...)
	m.Open = true
	return m
}

// announce adds a public message.
func (r *replies) announce(lines ...words.Text) *dialog.Message {
	return r.add(dialog.Message{Lines: lines})
}

// show adds a message, and records when a board or offer between people was posted.
func (e *execution) show(m dialog.Message) {
	if m.IsBoard() && !m.Edit && e.BetweenPeople() {
		e.Play.Posted = store.UnixOf(e.now)
		if _, hosted := e.Hosted(); hosted && e.Message != "" { // forget the old message, which the host's moves would otherwise edit
			e.Message, e.dirty, e.touched = "", true, true
		}
	}
	e.add(m)
}

// secret reports whether the reply has a message that others must not know.
func (r *replies) secret() bool {
	return slices.ContainsFunc(r.out.Messages, func(m dialog.Message) bool { return m.To != nil && !m.Open })
}

// edits reports whether the reply changes the message that was pressed.
func (r *replies) edits() bool {
	return slices.ContainsFunc(r.out.Messages, func(m dialog.Message) bool { return m.Edit && m.IsBoard() })
}
