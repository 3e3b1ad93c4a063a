package chat

import (
	"nimbot/game"
	"nimbot/typed"
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
	m := s.boardMessage(prefix, skip, edit && !s.swapped)
	m.Ping = s.turnPing(s.r.User.ID)
	s.show(m)
}

// showPrivately says why, and shows the present board to the asking person
// only. Both sentences stand in one line, since the board is drawn below it.
func (s *session) showPrivately(why words.Text) {
	m := s.tellOpenly(text("sentences", "first", why, "second", s.stateLine()))
	m.Diagram = s.diagram()
}

// boardMessage shows the board with the step of a move behind prefix, from the
// skip-th choice on.
func (s *scene) boardMessage(prefix string, skip int, edit bool) Message {
	m := Message{Board: true, Edit: edit, Lines: s.boardLines()}
	if len(s.match.Moves()) > 0 {
		m.Moved = &m.Lines[1] // see boardLines
	}
	m.Diagram = s.diagram()
	m.Played = &Played{Match: s.match, BotFirst: s.player(0).isBot()}
	switch {
	case s.match.Result().Over:
		m.Buttons = s.endButtons()
	case s.match.Pending() != nil:
		asker := s.match.Pending().Seat
		other := s.player(asker.Other())
		m.Asked = &Asked{By: s.player(asker), Of: &other}
		m.Buttons = s.consentButtons()
	default:
		m.Menu = s.menu(prefix, skip)
		m.Play = &Play{Position: s.match.Position(), stamp: s.stamp()}
		m.Buttons = s.actions(prefix != "" || skip > 0)
	}
	return m
}

// consentButtons answer the opponent's question.
func (s *scene) consentButtons() []Button {
	return []Button{
		s.button(text("button.agree"), Primary, "accept"),
		s.button(text("button.refuse"), Plain, "decline"),
	}
}

func (s *scene) diagram() *game.Diagram {
	if s.drawn == nil {
		d := s.match.Position().Diagram()
		s.drawn = &d
		s.drawn.Marks = Marks(s.match, s.player(0).isBot(), len(s.match.Moves()), 2)
	}
	return s.drawn
}

// actions are the buttons beside the choice of a move, which has begun when
// there is something to go back from.
func (s *scene) actions(begun bool) []Button {
	b := make([]Button, 0, 3) // most boards have no more
	if begun {
		b = append(b, s.button(text("button.back"), Plain, typed.Step))
	}
	if !s.ofPair() {
		b = append(b, s.button(text("button.hint"), Plain, "hint"))
	}
	b = append(b, s.button(text("button.resign"), Danger, "resign"))
	if begun {
		return b
	}
	return append(b, s.openingButtons()...)
}

// menu is one step of the choice of a move, from the skip-th choice on.
func (s *scene) menu(prefix string, skip int) *Menu {
	return MoveMenu(s.match.Position(), prefix, skip, func(label words.Text, verb, rest string) Button {
		if verb == "" {
			return s.button(label, Plain, rest)
		}
		return s.button(label, Plain, verb, rest)
	})
}

// boardLines word the board: the state, what just happened, or the rule in a
// line where nothing did yet, what is asked, and how it ended.
func (s *scene) boardLines() []words.Text {
	lines := []words.Text{s.stateLine()}
	if t, ok := s.lastMoves(); ok {
		lines = append(lines, t)
	} else if rule := "rule." + words.Family(s.doc.Game.Key); s.words.Has(rule) { // the first board
		lines = append(lines, text(rule))
	}
	if bot, ok := s.againstBot(); ok {
		lines = append(lines, text("board.level", "level", levelText(levelOf(s.doc.Game.Players[bot]))))
	}
	if t, ok := s.pairLine(); ok {
		lines = append(lines, t)
	}
	if ask := s.match.Pending(); ask != nil {
		lines = append(lines, text("ask."+ask.What, "player", s.player(ask.Seat), "other", s.player(ask.Seat.Other())))
	}
	if s.match.Result().Over {
		return append(lines, s.hintLines()...)
	}
	if c := s.doc.Game.Clock; c > 0 {
		lines = append(lines, text("clock.each", "time", words.Duration(int(c))))
	}
	return lines
}

// stateLine is the whole state in one plain sentence.
func (s *scene) stateLine() words.Text {
	p := s.positionText()
	if s.match.Result().Over {
		return text("state.over", "result", s.resultText(), "position", p)
	}
	return text("state.to-move", "position", p, "player", s.player(s.match.ToMove()), "aim", s.words.Aim(s.doc.Game.Key, s.doc.Game.Ending))
}

// positionText writes the present position: piles by name, anything else in
// its notation, and in front the game's name unless it is Nim.
func (s *scene) positionText() words.Text {
	return words.Position(s.doc.Game.Key, s.match.Position(), s.diagram())
}

// lastMoves names the last move, and the person's before it when the bot
// answered at once.
func (s *scene) lastMoves() (words.Text, bool) {
	moves := s.match.Moves()
	n := len(moves)
	if n == 0 {
		return words.Text{}, false
	}
	last := s.movedText(n - 1)
	if bot, ok := s.againstBot(); ok && n > 1 && game.Seat((n-1)%2) == bot {
		return text("moved.both", "first", s.movedText(n-2), "second", last), true
	}
	return last, true
}

// movedText says what move i was: "Ana took 2 from B."
func (s *scene) movedText(i int) words.Text {
	return words.Move("moved", s.player(game.Seat(i%2)).Person(), s.match.Positions()[i], s.match.Moves()[i])
}

// resultText says how a finished game ended: "Ana won in 11 moves, without a
// hint."
func (s *scene) resultText() words.Text {
	r, n := s.match.Result(), len(s.match.Moves())
	args := words.Args{"count", n}
	if r.Winner != game.Nobody {
		winner := s.player(r.Winner)
		unaided := !winner.isBot() && s.match.Count(game.Hinted, r.Winner) == 0
		args = append(args, "winner", winner, "loser", s.player(r.Winner.Other()), "unaided", unaided)
	}
	return text("end."+string(r.Reason), args...)
}

// hintLines say who used hints in a finished game between people.
func (s *scene) hintLines() []words.Text {
	if _, ok := s.againstBot(); ok {
		return nil
	}
	var lines []words.Text
	for seat := game.Seat(0); seat < 2; seat++ {
		if used := s.match.Count(game.Hinted, seat); used > 0 {
			lines = append(lines, text("end.hints", "player", s.player(seat), "count", used))
		}
	}
	return lines
}
