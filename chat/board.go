package chat

import (
	"nimbot/words"
)

// showBoard shows the board as the answer to the command: in place of the
// pressed message, or as a new message.
func (s *session) showBoard() { s.showStep("", 0, s.line.Pressed()) }

// freshBoard shows the board as a new message.
func (s *session) freshBoard() { s.showStep("", 0, false) }

// showStep shows the board with the step of a move behind prefix, from the
// skip-th choice on.
func (s *session) showStep(prefix string, skip int, edit bool) {
	m := s.Board(prefix, skip, edit && !s.swapped)
	m.Ping = s.TurnPing(s.r.User.ID)
	s.show(m)
}

// showPrivately says why, and shows the present board to the asking person
// only. Both sentences stand in one line, since the board is drawn below it.
func (s *session) showPrivately(why words.Text) {
	m := s.tellOpenly(text("sentences", "first", why, "second", s.StateLine()))
	m.Diagram = s.Diagram()
}
