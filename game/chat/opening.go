package chat

import (
	"slices"
	"strings"

	"nimbot/game/chat/message"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/words/command"
	"nimbot/game/words/sentence"
)

// Two things can still be changed before the person's first move against the bot: who
// begins, and the bot's level.

// letBotBegin gives the first move to the bot. Without a game it starts one.
func letBotBegin(e *execution) error {
	if !e.Playing() && e.Play.Offer.Simul() {
		return beginSimul(e)
	}
	if !e.Playing() {
		return runAnswer(e, sentence.Answer{Run: "start"})
	}
	seat, err := e.mustPlay()
	if err != nil {
		return err
	}
	_, vsBot := e.AgainstBot()
	switch host, hosted := e.Hosted(); {
	case hosted && seat == host:
		return refuse("simul.guest-chooses", "player", e.Player(host.Other()))
	case !vsBot && !hosted:
		return refuse("begin.between-people")
	}
	if len(e.Match.Moves()) > 0 {
		return refuse("begin.late")
	}
	if vsBot { // the bot's first move reveals what wins there
		if err := mayTell(e, presentSituation(e)); err != nil {
			return err
		}
	}
	g := *e.Play.Game
	g.Players[0], g.Players[1] = g.Players[1], g.Players[0]
	g.Events = ""
	if e.Match.Count(rules.Hinted, seat) > 0 { // the hint stays counted for the person in the new seat
		g.Events = rules.Event{Kind: rules.Hinted, Seat: seat.Other()}.String()
	}
	m, err := message.Replay(&g)
	if err != nil {
		return err
	}
	e.Play.Game = &g
	e.SetMatch(m)
	e.markBoardChanged()
	if err := playBotMove(e); err != nil {
		return err
	}
	e.showBoard()
	return nil
}

// changeLevel changes the bot's level.
func changeLevel(e *execution) error {
	bot, l, err := levelChange(e)
	if err != nil {
		return err
	}
	g := *e.Play.Game
	g.Players[bot].Level = string(l)
	e.Play.Game = &g
	rememberLevel(e, l)
	e.markBoardChanged()
	e.showBoard()
	return nil
}

// levelChange returns the bot's seat and the level that the line asks for. The error says
// why the level can't be changed now.
func levelChange(e *execution) (bot rules.Seat, l solve.Level, err error) {
	seat, err := e.mustPlay()
	if err != nil {
		return 0, "", err
	}
	l = solve.Level(strings.ToLower(e.line.Rest))
	bot, vsBot := e.AgainstBot()
	switch {
	case !vsBot:
		err = refuse("level.between-people")
	case !slices.Contains(solve.Levels(), l):
		err = refuse("option.level", "part", command.Abridge(e.line.Rest))
	case e.Match.MoveCount(seat) > 0:
		err = refuse("level.late")
	}
	return bot, l, err
}
