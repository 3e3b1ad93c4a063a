package chat

import (
	"strings"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store"
)

// playMove plays a person's move, and the bot's answer.
func playMove(s *session) error {
	if s.choice != nil {
		askWhichMove(s)
		return nil
	}
	if s.parseErr != nil {
		return explainRefusal(s, s.parseErr)
	}
	if err := s.apply(rules.Event{Kind: rules.Moved, Seat: s.Match.ToMove(), Move: s.typedMove}); err != nil {
		return err
	}
	if err := playBotMove(s); err != nil {
		return err
	}
	s.out.Moved = true
	s.showStep("", 0, s.line.Pressed())
	return nil
}

// readMove reads the line as a move of the present game.
func (s *session) readMove() {
	switch {
	case !s.Playing():
		s.parseErr = refuse("no-game")
	case s.line.Rest == "":
		s.parseErr = refuse("move.what")
	default:
		s.typedMove, s.parseErr = command.ReadMove(s.Match.Position(), s.line.Rest)
		if s.parseErr != nil && !s.line.Pressed() && !command.IsDoubtful(s.parseErr) {
			tryMove(s)
		}
	}
}

// moveRefused says why a notation isn't a legal move here.
func moveRefused(s *session, notation string) error {
	_, err := s.Match.Position().Play(rules.Move(notation))
	if err == nil {
		return refuse("move.form", "move", command.Abridge(notation), "example", string(s.Example()))
	}
	return err
}

// explainRefusal adds an example to the refusal of a move.
func explainRefusal(s *session, err error) error {
	r := dialog.RefusalOf(err)
	if r == nil {
		return err
	}
	r.Text.Key = s.Words.KeyFor(r.Text.Key, s.Play.Game.Key)
	if m, _ := r.Text.Args.Value("example").(string); !s.MayBeExample(rules.Move(m), r.Text.Key != "move.form") {
		r.Text.Args = append(r.Text.Args, "example", string(s.Example()))
	}
	if command.AsksWhich(r.Text) {
		r.Buttons = meantMoves(s, r.Text)
	}
	return r
}

// meantMoves are buttons for the moves that a refusal asks about.
func meantMoves(s *session, asked words.Text) (buttons []dialog.Button) {
	listed, _ := asked.Args.Value("moves").([]words.Text)
	for _, one := range listed {
		m, ok := one.Args.Value("move").(rules.Move)
		if !ok {
			continue
		}
		label := words.New("button.play", "move", string(m))
		if of, ok := s.Match.Position().(rules.Composed); ok {
			if part, rest, ok := of.Within(string(m)); ok {
				label = words.New("button.in-part", "number", part+1, "move", rest)
			}
		}
		buttons = append(buttons, s.Button(label, dialog.Plain, string(m)))
	}
	return buttons
}

// pickStep redraws the board with the next step in the choice of a move. The step is stateless:
// its buttons contain it.
func pickStep(s *session) error {
	prefix, skip, ok := dialog.ReadStep(s.Match.Position(), s.line.Rest)
	if !ok {
		if prefix != "" && !s.line.Pressed() { // people type "pick 2 from B" for a move
			s.line.Rest = s.line.Typed
			s.readMove()
			return playMove(s)
		}
		if prefix != "" {
			return moveRefused(s, prefix)
		}
		skip = 0
	}
	s.showStep(prefix, skip, s.line.Pressed())
	return nil
}

// playBotMove plays a move for the bot if it is the bot's turn.
func playBotMove(s *session) error {
	seat, plays := s.AgainstBot()
	if !plays || !s.Playing() || s.Match.ToMove() != seat {
		return nil
	}
	level := message.LevelOf(s.Play.Game.Players[seat])
	m, err := solve.Choose(s.Match.Position(), s.Match.Setup().Ending, level, s.random())
	if err != nil {
		return err
	}
	return s.apply(rules.Event{Kind: rules.Moved, Seat: seat, Move: m})
}

// showBoard shows the board as the answer to the command: in place of the pressed
// message, or as a new one.
func (s *session) showBoard() { s.showStep("", 0, s.line.Pressed()) }

// freshBoard shows the board as a new message.
func (s *session) freshBoard() { s.showStep("", 0, false) }

// showStep shows the board with a step in the choice of a move. prefix is the choice
// made so far, and skip the index of the first choice shown.
func (s *session) showStep(prefix string, skip int, edit bool) {
	if s.host {
		showSimulStep(s, prefix, skip)
		return
	}
	ping := turnPing(s)
	m := s.Board(prefix, skip, edit && !s.swapped && ping == nil)
	m.Ping = ping
	s.show(m)
}

// showPrivately shows a reason and the present board to the asking person only. The
// reason shares a line with the state, because the drawing comes below the first line.
func (s *session) showPrivately(why words.Text) {
	m := s.tellPrivately(words.New("sentences", "first", why, "second", s.StateLine()))
	m.Diagram = s.Diagram()
}

// markBoardChanged records that the document must be written and earlier boards are stale.
func (s *session) markBoardChanged() {
	s.markDirty()
	s.Restamp()
	s.Play.Confirm = nil // the question was about the former position
	if bit := uint64(1) << (s.Number - 1); s.raised&bit == 0 {
		s.raised |= bit
		s.Play.Turn++
	}
}

// markDirty records that the document and the table at hand must be written, while boards
// stay valid.
func (s *session) markDirty() {
	s.dirty, s.touched = true, true
	if s.out.Result == dialog.Told {
		s.out.Result = dialog.Done
	}
}

// apply applies an event to the match.
func (s *session) apply(e rules.Event) error {
	next, err := s.Match.Apply(e)
	if err != nil {
		return err
	}
	g := *s.Play.Game
	g.Events = strings.TrimPrefix(g.Events+" "+e.String(), " ")
	if next.ToMove() != s.Match.ToMove() || len(next.Moves()) != len(s.Match.Moves()) {
		g.Since, g.Hint, s.turnBegan, s.Play.Warned = store.UnixOf(s.now), 0, true, 0
	}
	s.Play.Game = &g
	if next.Turn() != s.Match.Turn() {
		s.markBoardChanged()
	}
	s.SetMatch(next)
	s.markDirty()
	if next.Result().Over {
		return endGame(s, next)
	}
	return nil
}
