package message

import (
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// Board shows the board with a step in the choice of a move. prefix is the choice made
// so far, and skip the index of the first choice shown.
func (s *Scene) Board(prefix string, skip int, edit bool) dialog.Message {
	m := dialog.Message{Edit: edit, Lines: s.BoardLines()}
	board := &dialog.Board{Game: &dialog.Game{Match: s.Match, BotFirst: s.Player(0).IsBot()}}
	m.Board = board
	if len(s.Match.Moves()) > 0 {
		board.Moved = &m.Lines[1] // see BoardLines
	}
	m.Diagram = s.Diagram()
	switch {
	case s.Match.Result().Over:
		m.Buttons = s.endButtons()
		board.Game.Shares = [2]words.Text{s.shareLine(0, ""), s.shareLine(1, "")}
	case s.Match.Pending() != nil:
		asker := s.Match.Pending().Seat
		other := s.Player(asker.Other())
		board.Asked = &dialog.Question{By: s.Player(asker), Of: &other, What: s.Match.Pending().What}
		m.Buttons = s.ConsentButtons()
	default:
		m.Menu = s.menu(prefix, skip)
		m.Menu.Play = dialog.NewPlay(s.Match.Position(), "", s.Stamp()+s.Mark)
		begun := prefix != "" || skip > 0
		m.Buttons = s.actions(begun)
		if terms := s.openingButtons(); len(terms) > 0 && !begun {
			board.Terms = &dialog.Menu{Title: words.New("menu.terms"), Items: terms}
		}
	}
	return m
}

// ConsentButtons answer the opponent's question.
func (s *Scene) ConsentButtons() []dialog.Button {
	return []dialog.Button{
		s.Button(words.New("button.agree"), dialog.Primary, "accept"),
		s.Button(words.New("button.refuse"), dialog.Plain, "decline"),
	}
}

// Diagram returns the drawing of the present position, with the last two moves marked.
func (s *Scene) Diagram() *rules.Diagram {
	if s.diagramCache == nil {
		d := s.Match.Position().Diagram()
		s.diagramCache = &d
		s.diagramCache.Marks = s.Match.MarksAt(len(s.Match.Moves()), 2, s.Player(0).IsBot())
	}
	return s.diagramCache
}

// actions returns the buttons next to the choice of a move; if the person has begun to choose a
// move, also the button that resets the choice.
func (s *Scene) actions(begun bool) []dialog.Button {
	b := make([]dialog.Button, 0, 4) // most boards have no more
	if begun {
		b = append(b, s.Button(words.New("button.back"), dialog.Plain, command.Step))
	}
	if !s.OfPair() {
		b = append(b, s.Button(words.New("button.hint"), dialog.Plain, "hint"))
	}
	if host, hosted := s.Hosted(); hosted && !begun && len(s.Match.Moves()) == 0 && s.Match.ToMove() != host {
		b = append(b, s.Button(words.New("button.host-begins", "player", s.Player(host)), dialog.Plain, "begin"))
	}
	if s.Place.Person != "" && !begun {
		b = append(b, s.Button(words.New("button.publish"), dialog.Plain, "publish"))
	}
	bot, vsBot := s.AgainstBot()
	switch {
	case begun:
	case vsBot && s.Match.MoveCount(bot.Other()) > 0, !vsBot && !s.OfPair() && len(s.Match.Moves()) > 0:
		b = append(b, s.Button(words.New("button.undo"), dialog.Plain, "undo"))
	case len(s.Match.Moves()) < 2: // nobody but the bot has moved
		b = append(b, dialog.Button{Label: words.New("button.rules"), Command: "rules " + s.Play.Game.Key, Style: dialog.Plain})
	}
	return append(b, s.Button(words.New("button.resign"), dialog.Danger, "resign"))
}

// menu is one step in the choice of a move. skip is the index of the first choice shown.
func (s *Scene) menu(prefix string, skip int) *dialog.Menu {
	return dialog.MoveMenu(s.Match.Position(), prefix, skip, func(label words.Text, verb, rest string) dialog.Button {
		if verb == "" {
			return s.Button(label, dialog.Plain, rest)
		}
		return s.Button(label, dialog.Plain, verb, rest)
	})
}

// BoardLines returns the lines of the board: the state; the last moves or, before the
// first, the rule; the open question; the result.
func (s *Scene) BoardLines() []words.Text {
	lines := make([]words.Text, 1, 3) // most boards have no more
	lines[0] = s.StateLine()
	if t, ok := s.lastMoves(); ok {
		lines = append(lines, t)
	} else { // the first board; a sum's Rules say those of its parts
		lines = append(lines, s.Words.Rule(s.Play.Game.Key, nil)...)
	}
	if s.Play.Game.Retry && len(s.Match.Moves()) == 0 {
		lines = append(lines, words.New("board.retry"))
	}
	if bot, ok := s.AgainstBot(); ok {
		lines = append(lines, words.New("board.level", "level", levelText(LevelOf(s.Play.Game.Players[bot]))))
	}
	if host, ok := s.Hosted(); ok && s.Mark == "" { // helps guests find their board among many similar ones
		lines = append(lines, words.New("simul.between", "guest", s.Player(host.Other()), "host", s.Player(host)))
	}
	if t, ok := s.pairLine(); ok {
		lines = append(lines, t)
	}
	if ask := s.Match.Pending(); ask != nil {
		lines = append(lines, words.New("ask."+ask.What, "player", s.Player(ask.Seat), "other", s.Player(ask.Seat.Other())))
	}
	if s.Match.Result().Over {
		return append(lines, s.hintLines()...)
	}
	_, hosted := s.Hosted()
	if c := s.Play.Game.Clock; c > 0 {
		key := "clock.each"
		if hosted {
			key = "simul.clock"
		}
		lines = append(lines, words.New(key, "time", words.Duration(int(c))))
	}
	return lines
}

// StateLine returns the whole state in one plain sentence.
func (s *Scene) StateLine() words.Text {
	p := s.positionText()
	if s.Match.Result().Over {
		return words.New("state.over", "result", s.resultText(), "position", p)
	}
	return words.New("state.to-move", "position", p, "player", s.Player(s.Match.ToMove()), "aim", s.Words.Aim(s.Play.Game.Key, s.Play.Game.Ending))
}

// positionText writes the present position: piles by name, any other game in its
// notation, after the game's name unless it is Nim.
func (s *Scene) positionText() words.Text {
	return words.Position(s.Play.Game.Key, s.Match.Position(), s.Diagram())
}

// lastMoves words the last move, and before it the person's if the bot answered it at
// once.
func (t *Table) lastMoves() (words.Text, bool) {
	moves := t.Match.Moves()
	n := len(moves)
	if n == 0 {
		return words.Text{}, false
	}
	last := t.movedText(n - 1)
	if bot, ok := t.AgainstBot(); ok && n > 1 && rules.Seat((n-1)%2) == bot {
		return words.New("moved.both", "first", t.movedText(n-2), "second", last), true
	}
	return last, true
}

// movedText words move i: "Ana took 2 from B."
func (t *Table) movedText(i int) words.Text {
	return words.Move("moved", t.Player(rules.Seat(i%2)).Person(), t.Match.Positions()[i], t.Match.Moves()[i])
}

// resultText words the result of a finished game: "Ana won in 6 moves, without a hint."
func (t *Table) resultText() words.Text {
	r, n := t.Match.Result(), len(t.Match.Moves())
	args := words.Args{"count", rules.MoveNumber(n)}
	if r.Reason == rules.ByLength { // it names the limit
		args = words.Args{"count", n}
	}
	if r.Winner != rules.Nobody {
		winner := t.Player(r.Winner)
		unaided := !winner.IsBot() && t.Match.Count(rules.Hinted, r.Winner) == 0
		args = append(args, "winner", winner, "loser", t.Player(r.Winner.Other()), "unaided", unaided)
	}
	return words.New("end."+string(r.Reason), args...)
}

// hintLines say who used hints in a finished game between people.
func (t *Table) hintLines() []words.Text {
	if _, ok := t.AgainstBot(); ok {
		return nil
	}
	var lines []words.Text
	for seat := rules.Seat(0); seat < 2; seat++ {
		if used := t.Match.Count(rules.Hinted, seat); used > 0 {
			lines = append(lines, words.New("end.hints", "player", t.Player(seat), "count", used))
		}
	}
	return lines
}
