package chat

import (
	"cmp"
	"context"
	"strings"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/game/words/sentence"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/platform"
)

// beginning is what is known of a game that begins, or is offered.
type beginning struct {
	coinDecides bool        // who moves first, and the board says so
	secondGame  bool        // the second game of a pair has begun
	begun       []BegunSeat // the seats of games that have begun
	// otherName explains the other name by which the line called the game, below the answer; the
	// zero Text if the line has the game's own name, or none.
	otherName words.Text
}

// startGame begins a game against the bot.
func startGame(e *execution) error {
	if err := answersOffer(e); err != nil {
		return err
	}
	if e.line.Rest == "" {
		if err := e.lacks(command.Wins); err != nil {
			return err
		}
	}
	seat := message.FirstSeat(e.line.Options.First, e.random)
	t, err := readSetup(e, message.Winnable(seat, e.isNew))
	if err != nil {
		return err
	}
	if who, known := e.r.Mentioned(e.line.Who); e.line.Who != "" && !(known && who.IsBot()) {
		return refuse("start.mention", "who", addressee(e))
	}
	if e.line.Options.Given("clock") {
		return refuse("start.clock")
	}
	if ok, err := makeRoom(e); !ok {
		return err
	}
	return startAgainstBot(e, e.line, t, e.line.Options.Level, seat)
}

// startQuickly begins a game of Nim at once: at solve.Newcomer until the person has won a game, and then at
// the level that they played last.
func startQuickly(e *execution) (err error) {
	if err := e.lacks(command.Wins); err != nil {
		return err
	}
	e.line, err = command.Parse("start " + command.FirstPiles + " level:" + string(cmp.Or(e.level, solve.Newcomer)))
	if err != nil {
		return err
	}
	return startGame(e)
}

// answersOffer refuses a game against the bot while a challenge waits for the person's
// answer.
func answersOffer(e *execution) error {
	if asked, reply := e.Question(e.r.User.ID); asked == sentence.AskedOffer {
		return &dialog.Refusal{Text: words.New("talk.offer"), How: dialog.Refused, Buttons: reply}
	}
	return nil
}

// startAgainstBot begins a game against the bot. line begins the same game; it is run at the table
// of the person's running one, if that is elsewhere.
func startAgainstBot(e *execution, line command.Line, t rules.Setup, level solve.Level, seat rules.Seat) error {
	switch plays, err := playsElsewhere(e); {
	case err != nil:
		return err
	case plays && e.led:
		return refuseSecondGame()
	case plays:
		return e.prepare(func(ctx context.Context, h outside, heard dialog.ParsedRequest, j *job) (dialog.Reply, error) {
			return h.lead(ctx, heard, j, line), nil
		})
	}
	if err := mayJoinTable(e, e.r.User.ID, ""); err != nil {
		return err
	}
	if seat != 0 { // the bot's first move reveals what wins there
		of, err := t.Situation()
		if err != nil {
			return err
		}
		if err := mayTell(e, of); err != nil {
			return err
		}
	}
	var players [2]channel.Player
	players[seat] = playerOf(e.r.User)
	players[seat.Other()] = channel.Player{ID: platform.BotID, Level: string(level)}
	if err := beginGame(e, t, players, 0); err != nil {
		return err
	}
	rememberLevel(e, level)
	if err := playBotMove(e); err != nil {
		return err
	}
	e.freshBoard()
	if e.private && !e.r.OwnGame { // the page shows such boards to others, too
		first := &e.out.Messages[len(e.out.Messages)-1]
		first.Lines = append(first.Lines, words.New("board.private"))
	}
	return nil
}

// playsElsewhere reports whether the person has a running game against the bot in this channel, the
// private one too, beside the table at hand. The private game beside a channel, and the channel
// beside a private place, are looked up outside the lane.
func playsElsewhere(e *execution) (plays bool, err error) {
	mayPlay := e.private || !e.r.Private && (e.r.OwnGame || e.Doc.MayPlayPrivately(e.r.User.ID))
	if mayPlay && !e.lookedForOwn {
		return false, e.prepare(findOwn)
	}
	return e.againstBot(e.Number) != 0 || e.ownGame != nil || e.playsShared, nil
}

// againstBot returns the table of this document at which the person plays the bot, 0 if there is none
// beside except.
func (e *execution) againstBot(except int) int {
	for t := range e.Tables {
		_, seated := t.SeatOf(e.r.User.ID)
		if _, vsBot := t.AgainstBot(); t.Number != except && seated && vsBot && t.Playing() {
			return t.Number
		}
	}
	return 0
}

// refuseSecondGame refuses a second game against the bot, and leads to the first.
func refuseSecondGame() error {
	r := dialog.Refuse("tables.bot")
	r.Buttons = []dialog.Button{{Label: words.New("button.show-board"), Command: "board", Style: dialog.Primary}}
	return r
}

// beginGame starts a new game. It replaces the former game or offer, which makeRoom has
// allowed.
func beginGame(e *execution, t rules.Setup, players [2]channel.Player, clock store.Seconds) error {
	m, err := rules.NewMatch(t)
	if err != nil {
		return err
	}
	return beginMatch(e, m, players, clock)
}

// beginMatch does the same as begin for a match that is already set up.
func beginMatch(e *execution, m rules.Match, players [2]channel.Player, clock store.Seconds) error {
	if err := roomForResult(e); err != nil {
		return err
	}
	if e.Play.Game != nil && len(e.Match.Moves()) > 0 {
		e.Play.Last = e.Play.Game
	}
	e.SetMatch(m)
	e.Play.Game = &channel.Game{
		ID: newID(e.random()), Key: m.Setup().Game, Ending: m.Setup().Ending.String(), Start: m.Setup().Start,
		Players: players, Clock: clock, Since: store.UnixOf(e.now),
	}
	e.Message, e.Play.Lapsed = "", 0
	e.turnBegan = true
	recordBegun(e, players)
	e.markBoardChanged()
	return nil
}

// readSetup checks the game that a command asks for: its key, its start (drawn if none is
// given), its ending, chat's limits, and that the bot can play it perfectly.
func readSetup(e *execution, draw message.StartPicker) (rules.Setup, error) {
	o := e.line.Options
	key := o.Game
	if key == command.AnyGame && e.line.Rest == "" {
		key = e.RandomGameKey(o.Ending, e.random())
	}
	g, err := rules.Lookup(key)
	if err != nil {
		return rules.Setup{}, command.UnknownGame(key, err)
	}
	setup := e.line.Rest
	if setup == "" {
		if setup, err = drawStart(e, g, draw); err != nil {
			return rules.Setup{}, err
		}
	}
	p, err := g.Begin(setup, o.Ending)
	if err != nil {
		if piles, ok := e.talk().ReadPiles(setup); ok && piles != setup {
			var refused error
			if p, refused = g.Begin(piles, o.Ending); refused == nil || !strings.Contains(setup, "{") { // what is wrong with a set was said already
				setup, err = piles, refused
			}
		}
	}
	if err != nil {
		return rules.Setup{}, withBound(e, g, withExample(e, g, e.line.SetupRefused(setup, err)))
	}
	if err := mayPlay(e, g, p, o.Ending); err != nil {
		return rules.Setup{}, err
	}
	t := rules.Setup{Game: g.Key, Ending: o.Ending, Start: setup}
	if o.Name != "" {
		e.otherName = words.New("named.is", "name", o.Name, "typed", message.TypedGame(t))
	}
	return t, nil
}

// mayPlay refuses a position that is beyond chat's limits, or that the bot can't play perfectly.
func mayPlay(e *execution, g rules.Game, p rules.Position, ending rules.Ending) error {
	switch size, max := p.Size(), e.h.limits; {
	case size.Parts > max.Piles:
		return refuse("limit.parts", "parts", e.Words.Parts(g.Key, size.Parts), "max", max.Piles, "example", startExample(e, g, g.Examples[0]))
	case size.Largest > max.Heap:
		return refuse("limit.largest", "largest", size.Largest, "max", max.Heap, "example", startExample(e, g, g.Examples[0]))
	}
	if _, err := solve.Analyze(p, ending); err != nil {
		return withExample(e, g, err)
	}
	return nil
}

// startExample returns a command line that sets up a position, the one at hand if it can.
func startExample(e *execution, g rules.Game, position string) string {
	line := e.line
	if !line.Command.Sets() {
		line.Command = command.Find("start")
	}
	return message.ExampleCommand(line, string(addressee(e)), g, position)
}

// withExample makes the example in the refusal of a position one that can be typed as it
// stands.
func withExample(e *execution, g rules.Game, err error) error {
	r := dialog.RefusalOf(err)
	if r == nil {
		return err
	}
	r.Text.Key = e.Words.KeyFor(r.Text.Key, g.Key)
	if position, ok := r.Text.Args.Value("example").(string); ok {
		r.Text.Args = append(r.Text.Args, "example", startExample(e, g, position))
	}
	return r
}

// withBound lowers the largest part that a refusal names: the notation allows more than
// this chat.
func withBound(e *execution, g rules.Game, err error) error {
	r := dialog.RefusalOf(err)
	if r == nil {
		return err
	}
	if most, ok := r.Text.Args.Value("max").(uint64); ok {
		most = min(most, e.h.limits.Heap)
		if played := g.Bounds(e.line.Options.Ending).Largest; played > 0 {
			most = min(most, played)
		}
		r.Text.Args = append(r.Text.Args, "max", most)
	}
	return r
}

// makeRoom ends the running game of the table for a new one if that is allowed. It
// reports whether there is room now. If not, either err says why, or the person was asked
// to confirm.
func makeRoom(e *execution) (bool, error) {
	if err := roomForResult(e); err != nil {
		return false, err
	}
	if !e.Playing() {
		return true, mayOpenTable(e)
	}
	seat, plays := e.seat()
	_, vsBot := e.AgainstBot() // on the page, a visitor may browse games: one without a move is replaced unasked
	if e.confirmed || (e.r.OwnGame && plays && vsBot && e.Match.MoveCount(seat) == 0 || planTables(e).Quiet(&e.Table)) && !(plays && e.talked) {
		return true, e.apply(rules.Event{Kind: rules.Stopped, Seat: e.Match.ToMove()})
	}
	c := channel.Confirm{Text: e.line.Typed}
	if who, ok := e.r.Mentioned(e.line.Who); ok {
		c.To = new(playerOf(who))
	}
	e.askToConfirm(c, words.New("confirm.replace"))
	return false, nil
}

// askToConfirm asks the person to confirm the command c.
func (e *execution) askToConfirm(c channel.Confirm, question words.Text) {
	c.By, c.Expires = e.r.User.ID, store.UnixOf(e.now.Add(message.ConfirmFor))
	e.Play.Confirm = &c
	e.markDirty()
	e.tellPrivately(question).Buttons = e.ConfirmButtons()
}

// needsOpenQuestion refuses unless there is a question that the line answers.
func needsOpenQuestion(e *execution) error {
	switch c := e.Play.Confirm; {
	case e.line.Pressed() && e.line.Rest != "" && e.line.Rest != e.ConfirmID():
		return dialog.RefuseAs(dialog.Stale, "confirm.closed")
	case c == nil || c.By != e.r.User.ID:
		return refuse("confirm.nothing")
	}
	return nil
}

// cancelConfirm cancels the command that waits for confirmation.
func cancelConfirm(e *execution) error {
	if err := needsOpenQuestion(e); err != nil {
		return err
	}
	key := "confirm.dropped"
	if e.Play.Confirm.Text == message.ForgetHere {
		key = "forget.kept"
	}
	e.Play.Confirm = nil
	e.markDirty()
	e.tellPrivately(words.New(key))
	return nil
}

// confirmQuestion runs the command that waited for confirmation.
func confirmQuestion(e *execution) error {
	if err := needsOpenQuestion(e); err != nil {
		return err
	}
	c := e.Play.Confirm
	e.Play.Confirm = nil
	e.markDirty()
	line, err := command.Parse(c.Text)
	if err != nil {
		return err
	}
	e.line, e.confirmed = line, true
	if c.To != nil { // a button has no mention of its own
		e.r.Mentions = map[string]dialog.User{line.Who: message.UserOf(*c.To)}
	}
	return e.run()
}
