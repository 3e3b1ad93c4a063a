package chat

import (
	"strconv"
	"strings"

	"nimbot/game"
	"nimbot/typed"
	"nimbot/words"
)

// maxMenu is how many choices one page has: platforms allow 25.
const maxMenu = 25

// showBoard shows the board as the answer to the command: in place of the
// pressed message, or as a new message.
func (s *session) showBoard() { s.showStep("", 0, s.line.Pressed()) }

// freshBoard shows the board as a new message.
func (s *session) freshBoard() { s.showStep("", 0, false) }

// showStep shows the board with the step of a move behind prefix, from the
// skip-th choice on.
func (s *session) showStep(prefix string, skip int, edit bool) {
	m := s.boardMessage(prefix, skip, edit)
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
	switch {
	case s.match.Result().Over:
		m.Buttons = []Button{s.button(text("button.rematch"), Primary, "rematch")}
	case s.match.Pending() != nil:
		m.Buttons = s.consentButtons()
	default:
		m.Menu = s.menu(prefix, skip)
		m.Play = &Play{s.match.Position(), s.stamp()}
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
		s.drawn.Marks = Marks(s.match, s.doc.Game.Players, len(s.match.Moves()), 2)
	}
	return s.drawn
}

// actions are the buttons beside the choice of a move, which has begun when
// there is something to go back from.
func (s *scene) actions(begun bool) []Button {
	var b []Button
	if begun {
		b = append(b, s.button(text("button.back"), Plain, typed.Step))
	}
	return append(b,
		s.button(text("button.hint"), Plain, "hint"),
		s.button(text("button.resign"), Danger, "resign"))
}

// menu is one step of the choice of a move, from the skip-th choice on. Steps
// with a single way to go on are gone without asking; on a later page what is
// left alone is not the only way.
func (s *scene) menu(prefix string, skip int) *Menu {
	p := s.match.Position()
	var items []game.Choice
	for {
		items = collect(p, prefix, skip)
		if len(items) != 1 || items[0].Done || skip > 0 {
			break
		}
		prefix = items[0].Prefix
	}
	more := len(items) > maxMenu && skip+maxMenu <= typed.MaxWalk
	items = items[:min(len(items), maxMenu)]
	m := &Menu{Title: words.StepTitle(p, prefix), Items: make([]Button, 0, len(items))}
	for i, c := range items {
		if i == maxMenu-1 && more {
			next := strings.TrimSpace(prefix + " >" + strconv.Itoa(skip+i))
			m.Items = append(m.Items, s.button(text("button.more"), Plain, typed.Step, next))
			break
		}
		m.Items = append(m.Items, s.choiceButton(c))
	}
	return m
}

// collect reads the choices of a page, and one more if there are more.
func collect(p game.Position, prefix string, skip int) []game.Choice {
	items := make([]game.Choice, 0, 8) // piles are seldom more
	for c := range p.Choices(prefix) {
		if skip > 0 {
			skip--
			continue
		}
		if items = append(items, c); len(items) > maxMenu {
			break
		}
	}
	return items
}

func (s *scene) choiceButton(c game.Choice) Button {
	label := words.Step(c)
	if c.Done {
		return s.button(label, Plain, c.Prefix)
	}
	return s.button(label, Plain, typed.Step, c.Prefix)
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
