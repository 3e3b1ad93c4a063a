package chat

import (
	"strings"

	"nimbot/channel"
	"nimbot/game"
	"nimbot/game/solve"
	"nimbot/store"
)

// table is a game as somebody asked for it, checked and ready to begin.
type table struct {
	key    string
	ending game.Ending
	start  string // the first position, in the game's notation
}

// start begins a game against the bot.
func (s *session) start() error {
	t, err := s.table()
	if err != nil {
		return err
	}
	if who, known := s.mentioned(); s.cmd.who != "" && !(known && who.isBot()) {
		return refuse("start.mention", Args{"who", s.address()})
	}
	if s.cmd.opt.given["clock"] {
		return refuse("start.clock", nil)
	}
	if ok, err := s.free(); !ok {
		return err
	}
	return s.startAgainstBot(t, s.cmd.opt.level, s.firstSeat())
}

// firstSeat is the seat of the asking person: 0 moves first.
func (s *session) firstSeat() game.Seat {
	switch s.cmd.opt.first {
	case "them":
		return 1
	case "random":
		return game.Seat(s.random().IntN(2))
	}
	return 0
}

func (s *session) startAgainstBot(t table, level solve.Level, seat game.Seat) error {
	var players [2]channel.Player
	players[seat] = playerOf(s.r.User)
	players[seat.Other()] = channel.Player{ID: BotID, Level: string(level)}
	if err := s.begin(t, players, 0); err != nil {
		return err
	}
	if err := s.botMoves(); err != nil {
		return err
	}
	s.freshBoard()
	return nil
}

// begin puts a new game on the table. What was played or offered before is
// gone, which free has allowed.
func (s *session) begin(t table, players [2]channel.Player, clock store.Seconds) error {
	m, err := game.NewMatch(game.Setup{Game: t.key, Ending: t.ending, Start: t.start})
	if err != nil {
		return err
	}
	s.match, s.drawn = m, nil
	s.doc.Game = &channel.Game{
		ID: s.newID(), Key: m.Setup().Game, Ending: t.ending.String(), Start: m.Setup().Start,
		Players: players, Clock: clock, Since: store.UnixOf(s.now),
	}
	s.doc.Confirm = nil
	s.doc.Delivery.Message = ""
	s.changed()
	return nil
}

// table checks the game that a command asks for: its key, its setup, its
// ending, chat's limits, and that the bot can play it perfectly.
func (s *session) table() (table, error) {
	o := s.cmd.opt
	g, err := game.Lookup(o.game)
	if err != nil {
		return table{}, unknownGame(o.game, err)
	}
	setup := s.cmd.rest
	if setup == "" {
		setup = g.Random(s.random(), o.ending)
	}
	p, err := g.Begin(setup, o.ending)
	if err != nil {
		return table{}, s.withExample(g, s.setupRefused(setup, err))
	}
	max := game.Size{Parts: s.h.limits.Piles, Largest: s.h.limits.Heap}
	if size := p.Size(); size.Parts > max.Parts {
		return table{}, refuse("limit.parts", Args{"parts", s.h.words.parts(g.Key, size.Parts), "max", max.Parts, "example", s.example(g, g.Examples[0])})
	} else if size.Largest > max.Largest {
		return table{}, refuse("limit.largest", Args{"largest", size.Largest, "max", max.Largest, "example", s.example(g, g.Examples[0])})
	}
	if _, err := solve.Analyze(p, o.ending); err != nil {
		return table{}, s.withExample(g, err)
	}
	return table{key: g.Key, ending: o.ending, start: setup}, nil
}

// withExample makes the example in a refused position of g one that can be
// typed as it stands.
func (s *session) withExample(g game.Game, err error) error {
	r, ok := refusalOf(err)
	if !ok {
		return err
	}
	r.text.Key = s.h.words.KeyFor(r.text.Key, g.Key)
	if position, ok := r.text.Args.value("example").(string); ok {
		r.text.Args = append(r.text.Args, "example", s.example(g, position))
	}
	return r
}

// example is the command once more, for the same game and ending, with a
// position that works.
func (s *session) example(g game.Game, position string) string {
	words := []string{s.cmd.name}
	if s.cmd.name == "challenge" {
		words = append(words, "@"+s.address())
	}
	words = append(words, setupOf(g, position))
	if s.cmd.opt.ending == game.Misere {
		words = append(words, "misere")
	}
	return strings.Join(words, " ")
}

// setupOf is what begins g at a position, as it is typed.
func setupOf(g game.Game, position string) string {
	if g.Key == plainNim {
		return position
	}
	return position + " game:" + g.Key
}

// setupRefused makes the best of a setup that cannot be read: a word that is
// nearly the ending's or a game's name is what was meant.
func (s *session) setupRefused(setup string, err error) error {
	if len(s.cmd.rest) == 0 {
		return err
	}
	for i, word := range strings.Fields(setup) {
		if !isWord(strings.Trim(word, "@,.!")) {
			continue
		}
		if i == 0 && s.cmd.name == "challenge" && s.cmd.who == "" {
			return refuse("challenge.mention", Args{"who", abridge(word)})
		}
		if nearest(word, []string{"misere"}) != "" {
			return refuse("option.ending", Args{"part", abridge(word)})
		}
		if near := nearGame(word); near != "" {
			return refuse("game.unknown-near", Args{"game", abridge(word), "near", near})
		}
	}
	return err
}

// free reports whether a new game may take the table now. When it may not,
// either err says why, or the person was asked to confirm.
func (s *session) free() (bool, error) {
	if !s.playing() {
		return true, nil
	}
	if _, vsBot := s.againstBot(); s.confirmed || vsBot && s.quiet() {
		return true, s.endForAnother()
	}
	if err := s.mayReplace(); err != nil {
		return false, err
	}
	s.doc.Confirm = &channel.Confirm{By: s.r.User.ID, Text: s.cmd.typed, Expires: store.UnixOf(s.now.Add(confirmFor))}
	if who, ok := s.mentioned(); ok {
		p := playerOf(who)
		s.doc.Confirm.To = &p
	}
	s.noted()
	m := s.tell(say("confirm.replace", nil))
	m.Buttons = []Button{s.button(say("button.replace", nil), Danger, "confirm")}
	return false, nil
}

// quiet reports whether the present game has stood still long enough.
func (s *session) quiet() bool {
	return s.past(s.doc.Game.Since + store.Unix(quietFor.Seconds()))
}

// mayReplace says whether the person may end the present game for another.
func (s *session) mayReplace() error {
	seat, plays := s.seat()
	_, vsBot := s.againstBot()
	switch {
	case s.r.User.Moderator, plays && (vsBot || s.mayStopAlone()):
		return nil
	case plays:
		return refuse("busy.between-people", Args{"other", s.player(seat.Other())})
	case vsBot:
		return refuse("busy.vs-bot", Args{"player", s.human()})
	default:
		return refuse("busy.others", Args{"first", s.player(0), "second", s.player(1)})
	}
}

// human is the person in a game against the bot.
func (s *session) human() User {
	bot, _ := s.againstBot()
	return s.player(bot.Other())
}

func (s *session) endForAnother() error {
	return s.apply(game.Event{Kind: game.Stopped, Seat: s.match.ToMove()})
}

// confirm goes on with the command that was asked about.
func (s *session) confirm() error {
	c := s.doc.Confirm
	if c == nil || c.By != s.r.User.ID {
		return refuse("confirm.nothing", nil)
	}
	s.doc.Confirm = nil
	s.noted()
	if s.playing() {
		if err := s.mayReplace(); err != nil && !s.quiet() {
			return err
		}
	}
	cmd, err := parse(c.Text)
	if err != nil {
		return err
	}
	s.cmd, s.confirmed = cmd, true
	if c.To != nil { // a button mentions nobody itself
		s.r.Mentions = map[string]User{cmd.who: userOf(*c.To)}
	}
	return s.run()
}
