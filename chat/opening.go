package chat

import (
	"slices"
	"strings"

	"nimbot/game"
	"nimbot/game/solve"
	"nimbot/typed"
)

// What can still be settled in a game against the bot before its person has
// moved: who begins, and how well the bot plays.

// youBegin gives the bot the first move. Without a game it begins one.
func (s newGame) youBegin() error {
	if !s.playing() {
		return conversation(s).give(typed.Answer{Run: "start"})
	}
	seat, err := s.mustPlay()
	if err != nil {
		return err
	}
	if _, vsBot := s.againstBot(); !vsBot {
		return refuse("begin.between-people")
	}
	if len(s.match.Moves()) > 0 {
		return refuse("begin.late")
	}
	g := *s.doc.Game
	g.Players[0], g.Players[1] = g.Players[1], g.Players[0]
	g.Events = ""
	if s.match.Count(game.Hinted, seat) > 0 { // it stays used, by the other seat
		g.Events = game.Event{Kind: game.Hinted, Seat: seat.Other()}.String()
	}
	m, err := replay(&g)
	if err != nil {
		return err
	}
	s.doc.Game, s.match, s.drawn = &g, m, nil
	s.changed()
	if err := inGame(s).botMoves(); err != nil {
		return err
	}
	s.showBoard()
	return nil
}

// level changes how well the bot plays.
func (s inGame) level() error {
	seat, err := s.mustPlay()
	if err != nil {
		return err
	}
	l := solve.Level(strings.ToLower(s.line.Rest))
	bot, vsBot := s.againstBot()
	switch {
	case !vsBot:
		return refuse("level.between-people")
	case !slices.Contains(solve.Levels(), l):
		return refuse("option.level", "part", typed.Abridge(s.line.Rest))
	case s.match.Moved(seat) > 0:
		return refuse("level.late")
	}
	g := *s.doc.Game
	g.Players[bot].Level = string(l)
	s.doc.Game = &g
	s.changed()
	s.showBoard()
	return nil
}

// openingButtons are the buttons of the first board against the bot. Who
// begins is offered for every start, so that it betrays nothing.
func (s *scene) openingButtons() []Button {
	bot, vsBot := s.againstBot()
	if !vsBot || s.match.Moved(bot.Other()) > 0 {
		return nil
	}
	var b []Button
	if len(s.match.Moves()) == 0 {
		b = append(b, s.button(text("button.you-begin"), Plain, "begin"))
	}
	if !solve.Slippery(s.match.Position(), s.match.Setup().Ending, true) {
		return b
	}
	for _, l := range solve.Levels() {
		if l != levelOf(s.doc.Game.Players[bot]) {
			b = append(b, s.button(text("button.level", "level", levelText(l)), Plain, "level", string(l)))
		}
	}
	return b
}
