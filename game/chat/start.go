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

// startGame begins a game against the bot.
func startGame(s *session) error {
	if err := answersOffer(s); err != nil {
		return err
	}
	if s.line.Rest == "" {
		if err := s.lacks(command.Wins); err != nil {
			return err
		}
	}
	seat := message.FirstSeat(s.line.Options.First, s.random)
	t, err := readSetup(s, message.Winnable(seat, s.isNew))
	if err != nil {
		return err
	}
	if who, known := s.r.Mentioned(s.line.Who); s.line.Who != "" && !(known && who.IsBot()) {
		return refuse("start.mention", "who", addressee(s))
	}
	if s.line.Options.Given("clock") {
		return refuse("start.clock")
	}
	if ok, err := makeRoom(s); !ok {
		return err
	}
	return startAgainstBot(s, s.line, t, s.line.Options.Level, seat)
}

// startQuickly begins a game of Nim at once: at solve.Newcomer until the person has won a game, and then at
// the level that they played last.
func startQuickly(s *session) (err error) {
	if err := s.lacks(command.Wins); err != nil {
		return err
	}
	s.line, err = command.Parse("start " + command.FirstPiles + " level:" + string(cmp.Or(s.level, solve.Newcomer)))
	if err != nil {
		return err
	}
	return startGame(s)
}

// answersOffer refuses a game against the bot while a challenge waits for the person's
// answer.
func answersOffer(s *session) error {
	if asked, reply := s.Question(s.r.User.ID); asked == sentence.AskedOffer {
		return &dialog.Refusal{Text: words.New("talk.offer"), How: dialog.Refused, Buttons: reply}
	}
	return nil
}

// startAgainstBot begins a game against the bot. line begins the same game; it is run at the table
// of the person's running one, if that is elsewhere.
func startAgainstBot(s *session, line command.Line, t rules.Setup, level solve.Level, seat rules.Seat) error {
	switch plays, err := playsElsewhere(s); {
	case err != nil:
		return err
	case plays && s.led:
		return refuseSecondGame()
	case plays:
		return s.prepare(func(ctx context.Context, h outside, heard dialog.ParsedRequest, j *job) (dialog.Reply, error) {
			return h.lead(ctx, heard, j, line), nil
		})
	}
	if err := mayJoinTable(s, s.r.User.ID, ""); err != nil {
		return err
	}
	if seat != 0 { // the bot's first move reveals what wins there
		of, err := t.Situation()
		if err != nil {
			return err
		}
		if err := mayTell(s, of); err != nil {
			return err
		}
	}
	var players [2]channel.Player
	players[seat] = playerOf(s.r.User)
	players[seat.Other()] = channel.Player{ID: platform.BotID, Level: string(level)}
	if err := beginGame(s, t, players, 0); err != nil {
		return err
	}
	rememberLevel(s, level)
	if err := playBotMove(s); err != nil {
		return err
	}
	s.freshBoard()
	if s.private && !s.r.OwnGame { // the page shows such boards to others, too
		first := &s.out.Messages[len(s.out.Messages)-1]
		first.Lines = append(first.Lines, words.New("board.private"))
	}
	return nil
}

// playsElsewhere reports whether the person has a running game against the bot in this channel, the
// private one too, beside the table at hand. The private game beside a channel, and the channel
// beside a private place, are looked up outside the lane.
func playsElsewhere(s *session) (plays bool, err error) {
	mayPlay := s.private || !s.r.Private && (s.r.OwnGame || s.Doc.MayPlayPrivately(s.r.User.ID))
	if mayPlay && !s.lookedForOwn {
		return false, s.prepare(findOwn)
	}
	return s.againstBot(s.Number) != 0 || s.ownGame != nil || s.playsShared, nil
}

// againstBot returns the table of this document at which the person plays the bot, 0 if there is none
// beside except.
func (s *session) againstBot(except int) int {
	for t := range s.Tables {
		_, seated := t.SeatOf(s.r.User.ID)
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
func beginGame(s *session, t rules.Setup, players [2]channel.Player, clock store.Seconds) error {
	m, err := rules.NewMatch(t)
	if err != nil {
		return err
	}
	return beginMatch(s, m, players, clock)
}

// beginMatch does the same as begin for a match that is already set up.
func beginMatch(s *session, m rules.Match, players [2]channel.Player, clock store.Seconds) error {
	if err := roomForResult(s); err != nil {
		return err
	}
	if s.Play.Game != nil && len(s.Match.Moves()) > 0 {
		s.Play.Last = s.Play.Game
	}
	s.SetMatch(m)
	s.Play.Game = &channel.Game{
		ID: newID(s.random()), Key: m.Setup().Game, Ending: m.Setup().Ending.String(), Start: m.Setup().Start,
		Players: players, Clock: clock, Since: store.UnixOf(s.now),
	}
	s.Message, s.Play.Lapsed = "", 0
	s.turnBegan = true
	recordBegun(s, players)
	s.markBoardChanged()
	return nil
}

// readSetup checks the game that a command asks for: its key, its start (drawn if none is
// given), its ending, chat's limits, and that the bot can play it perfectly.
func readSetup(s *session, draw message.StartPicker) (rules.Setup, error) {
	o := s.line.Options
	key := o.Game
	if key == command.AnyGame && s.line.Rest == "" {
		key = s.RandomGameKey(o.Ending, s.random())
	}
	g, err := rules.Lookup(key)
	if err != nil {
		return rules.Setup{}, command.UnknownGame(key, err)
	}
	setup := s.line.Rest
	if setup == "" {
		if setup, err = drawStart(s, g, draw); err != nil {
			return rules.Setup{}, err
		}
	}
	p, err := g.Begin(setup, o.Ending)
	if err != nil {
		if piles, ok := s.talk().ReadPiles(setup); ok && piles != setup {
			var refused error
			if p, refused = g.Begin(piles, o.Ending); refused == nil || !strings.Contains(setup, "{") { // what is wrong with a set was said already
				setup, err = piles, refused
			}
		}
	}
	if err != nil {
		return rules.Setup{}, withBound(s, g, withExample(s, g, s.line.SetupRefused(setup, err)))
	}
	if err := mayPlay(s, g, p, o.Ending); err != nil {
		return rules.Setup{}, err
	}
	t := rules.Setup{Game: g.Key, Ending: o.Ending, Start: setup}
	if o.Name != "" {
		s.named = words.New("named.is", "name", o.Name, "typed", message.TypedGame(t))
	}
	return t, nil
}

// mayPlay refuses a position that is beyond chat's limits, or that the bot can't play perfectly.
func mayPlay(s *session, g rules.Game, p rules.Position, e rules.Ending) error {
	switch size, max := p.Size(), s.h.limits; {
	case size.Parts > max.Piles:
		return refuse("limit.parts", "parts", s.Words.Parts(g.Key, size.Parts), "max", max.Piles, "example", startExample(s, g, g.Examples[0]))
	case size.Largest > max.Heap:
		return refuse("limit.largest", "largest", size.Largest, "max", max.Heap, "example", startExample(s, g, g.Examples[0]))
	}
	if _, err := solve.Analyze(p, e); err != nil {
		return withExample(s, g, err)
	}
	return nil
}

// startExample returns a command line that sets up a position, the one at hand if it can.
func startExample(s *session, g rules.Game, position string) string {
	line := s.line
	if !line.Command.Sets() {
		line.Command = command.Find("start")
	}
	return message.ExampleCommand(line, string(addressee(s)), g, position)
}

// withExample makes the example in the refusal of a position one that can be typed as it
// stands.
func withExample(s *session, g rules.Game, err error) error {
	r := dialog.RefusalOf(err)
	if r == nil {
		return err
	}
	r.Text.Key = s.Words.KeyFor(r.Text.Key, g.Key)
	if position, ok := r.Text.Args.Value("example").(string); ok {
		r.Text.Args = append(r.Text.Args, "example", startExample(s, g, position))
	}
	return r
}

// withBound lowers the largest part that a refusal names: the notation allows more than
// this chat.
func withBound(s *session, g rules.Game, err error) error {
	r := dialog.RefusalOf(err)
	if r == nil {
		return err
	}
	if most, ok := r.Text.Args.Value("max").(uint64); ok {
		most = min(most, s.h.limits.Heap)
		if played := g.Bounds(s.line.Options.Ending).Largest; played > 0 {
			most = min(most, played)
		}
		r.Text.Args = append(r.Text.Args, "max", most)
	}
	return r
}

// makeRoom ends the running game of the table for a new one if that is allowed. It
// reports whether there is room now. If not, either err says why, or the person was asked
// to confirm.
func makeRoom(s *session) (bool, error) {
	if err := roomForResult(s); err != nil {
		return false, err
	}
	if !s.Playing() {
		return true, mayOpenTable(s)
	}
	seat, plays := s.seat()
	_, vsBot := s.AgainstBot() // on the page, a visitor may browse games: one without a move is replaced unasked
	if s.confirmed || (s.r.OwnGame && plays && vsBot && s.Match.MoveCount(seat) == 0 || planTables(s).Quiet(&s.Table)) && !(plays && s.talked) {
		return true, s.apply(rules.Event{Kind: rules.Stopped, Seat: s.Match.ToMove()})
	}
	c := channel.Confirm{Text: s.line.Typed}
	if who, ok := s.r.Mentioned(s.line.Who); ok {
		c.To = new(playerOf(who))
	}
	s.askToConfirm(c, words.New("confirm.replace"))
	return false, nil
}

// askToConfirm asks the person to confirm the command c.
func (s *session) askToConfirm(c channel.Confirm, question words.Text) {
	c.By, c.Expires = s.r.User.ID, store.UnixOf(s.now.Add(message.ConfirmFor))
	s.Play.Confirm = &c
	s.markDirty()
	s.tellPrivately(question).Buttons = s.ConfirmButtons()
}

// needsOpenQuestion refuses unless there is a question that the line answers.
func needsOpenQuestion(s *session) error {
	switch c := s.Play.Confirm; {
	case s.line.Pressed() && s.line.Rest != "" && s.line.Rest != s.ConfirmID():
		return dialog.RefuseAs(dialog.Stale, "confirm.closed")
	case c == nil || c.By != s.r.User.ID:
		return refuse("confirm.nothing")
	}
	return nil
}

// cancelConfirm cancels the command that waits for confirmation.
func cancelConfirm(s *session) error {
	if err := needsOpenQuestion(s); err != nil {
		return err
	}
	key := "confirm.dropped"
	if s.Play.Confirm.Text == message.ForgetHere {
		key = "forget.kept"
	}
	s.Play.Confirm = nil
	s.markDirty()
	s.tellPrivately(words.New(key))
	return nil
}

// confirmQuestion runs the command that waited for confirmation.
func confirmQuestion(s *session) error {
	if err := needsOpenQuestion(s); err != nil {
		return err
	}
	c := s.Play.Confirm
	s.Play.Confirm = nil
	s.markDirty()
	line, err := command.Parse(c.Text)
	if err != nil {
		return err
	}
	s.line, s.confirmed = line, true
	if c.To != nil { // a button has no mention of its own
		s.r.Mentions = map[string]dialog.User{line.Who: message.UserOf(*c.To)}
	}
	return s.run()
}
