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
func playMove(e *execution) error {
	if e.choice != nil {
		askWhichMove(e)
		return nil
	}
	if e.parseErr != nil {
		return explainRefusal(e, e.parseErr)
	}
	if err := e.apply(rules.Event{Kind: rules.Moved, Seat: e.Match.ToMove(), Move: e.typedMove}); err != nil {
		return err
	}
	if err := playBotMove(e); err != nil {
		return err
	}
	e.out.Moved = true
	e.showStep("", 0, e.line.Pressed())
	return nil
}

// readMove reads the line as a move of the present game.
func (e *execution) readMove() {
	switch {
	case !e.Playing():
		e.parseErr = refuseNoGame()
	case e.line.Rest == "":
		e.parseErr = refuse("move.what")
	default:
		e.typedMove, e.parseErr = command.ReadMove(e.Match.Position(), e.line.Rest)
		if e.parseErr != nil && !e.line.Pressed() && !command.IsDoubtful(e.parseErr) {
			tryMove(e)
		}
	}
}

// moveRefused says why a notation isn't a legal move here.
func moveRefused(e *execution, notation string) error {
	_, err := e.Match.Position().Play(rules.Move(notation))
	if err == nil {
		return refuse("move.form", "move", command.Abridge(notation), "example", string(e.Example()))
	}
	return err
}

// explainRefusal adds an example to the refusal of a move.
func explainRefusal(e *execution, err error) error {
	r := dialog.RefusalOf(err)
	if r == nil {
		return err
	}
	r.Text.Key = e.Words.KeyFor(r.Text.Key, e.Play.Game.Key)
	if m, _ := r.Text.Args.Value("example").(string); !e.MayBeExample(rules.Move(m), r.Text.Key != "move.form") {
		r.Text.Args = append(r.Text.Args, "example", string(e.Example()))
	}
	if command.AsksWhich(r.Text) {
		r.Buttons = meantMoves(e, r.Text)
	}
	return r
}

// meantMoves are buttons for the moves that a refusal asks about.
func meantMoves(e *execution, asked words.Text) (buttons []dialog.Button) {
	listed, _ := asked.Args.Value("moves").([]words.Text)
	for _, one := range listed {
		m, ok := one.Args.Value("move").(rules.Move)
		if !ok {
			continue
		}
		label := words.New("button.play", "move", string(m))
		if of, ok := e.Match.Position().(rules.Composed); ok {
			if part, rest, ok := of.Within(string(m)); ok {
				label = words.New("button.in-part", "number", part+1, "move", rest)
			}
		}
		buttons = append(buttons, e.Button(label, dialog.Plain, string(m)))
	}
	return buttons
}

// pickStep redraws the board with the next step in the choice of a move. The step is stateless:
// its buttons contain it.
func pickStep(e *execution) error {
	prefix, skip, ok := dialog.ReadStep(e.Match.Position(), e.line.Rest)
	if !ok {
		if prefix != "" && !e.line.Pressed() { // people type "pick 2 from B" for a move
			e.line.Rest = e.line.Typed
			e.readMove()
			return playMove(e)
		}
		if prefix != "" {
			return moveRefused(e, prefix)
		}
		skip = 0
	}
	e.showStep(prefix, skip, e.line.Pressed())
	return nil
}

// playBotMove plays a move for the bot if it is the bot's turn.
func playBotMove(e *execution) error {
	seat, plays := e.AgainstBot()
	if !plays || !e.Playing() || e.Match.ToMove() != seat {
		return nil
	}
	level := message.LevelOf(e.Play.Game.Players[seat])
	m, err := solve.Choose(e.Match.Position(), e.Match.Setup().Ending, level, e.random())
	if err != nil {
		return err
	}
	return e.apply(rules.Event{Kind: rules.Moved, Seat: seat, Move: m})
}

// showBoard shows the board as the answer to the command: in place of the pressed
// message, or as a new one.
func (e *execution) showBoard() { e.showStep("", 0, e.line.Pressed()) }

// freshBoard shows the board as a new message.
func (e *execution) freshBoard() { e.showStep("", 0, false) }

// showStep shows the board with a step in the choice of a move. prefix is the choice
// made so far, and skip the index of the first choice shown.
func (e *execution) showStep(prefix string, skip int, edit bool) {
	if e.askedAsHost {
		showSimulStep(e, prefix, skip)
		return
	}
	ping := turnPing(e)
	m := e.Board(prefix, skip, edit && !e.secondGame && ping == nil)
	m.Ping = ping
	e.show(m)
}

// showPrivately shows a reason and the present board to the asking person only. The
// reason shares a line with the state, because the drawing comes below the first line.
func (e *execution) showPrivately(why words.Text) {
	m := e.tellPrivately(words.New("sentences", "first", why, "second", e.StateLine()))
	m.Diagram = e.Diagram()
}

// markBoardChanged records that the document must be written and earlier boards are stale.
func (e *execution) markBoardChanged() {
	e.markDirty()
	e.Restamp()
	e.Play.Confirm = nil // the question was about the former position
	if !e.raised.has(e.Number) {
		e.raised.add(e.Number)
		e.Play.Turn++
	}
}

// markDirty records that the document and the table at hand must be written, while boards
// stay valid.
func (e *execution) markDirty() {
	e.dirty, e.touched = true, true
	if e.out.Result == dialog.Told {
		e.out.Result = dialog.Done
	}
}

// apply applies an event to the match.
func (e *execution) apply(event rules.Event) error {
	next, err := e.Match.Apply(event)
	if err != nil {
		return err
	}
	g := *e.Play.Game
	g.Events = strings.TrimPrefix(g.Events+" "+event.String(), " ")
	if next.ToMove() != e.Match.ToMove() || len(next.Moves()) != len(e.Match.Moves()) {
		g.Since, g.Hint, e.turnBegan, e.Play.Warned = store.UnixOf(e.now), 0, true, 0
	}
	e.Play.Game = &g
	if next.Turn() != e.Match.Turn() {
		e.markBoardChanged()
	}
	e.SetMatch(next)
	e.markDirty()
	if next.Result().Over {
		return endGame(e, next)
	}
	return nil
}
