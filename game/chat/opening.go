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
func letBotBegin(s *session) error {
	if !s.Playing() && s.Play.Offer.Simul() {
		return beginSimul(s)
	}
	if !s.Playing() {
		return runAnswer(s, sentence.Answer{Run: "start"})
	}
	seat, err := s.mustPlay()
	if err != nil {
		return err
	}
	_, vsBot := s.AgainstBot()
	switch host, hosted := s.Hosted(); {
	case hosted && seat == host:
		return refuse("simul.guest-chooses", "player", s.Player(host.Other()))
	case !vsBot && !hosted:
		return refuse("begin.between-people")
	}
	if len(s.Match.Moves()) > 0 {
		return refuse("begin.late")
	}
	if vsBot { // the bot's first move reveals what wins there
		if err := mayTell(s, presentSituation(s)); err != nil {
			return err
		}
	}
	g := *s.Play.Game
	g.Players[0], g.Players[1] = g.Players[1], g.Players[0]
	g.Events = ""
	if s.Match.Count(rules.Hinted, seat) > 0 { // the hint stays counted for the person in the new seat
		g.Events = rules.Event{Kind: rules.Hinted, Seat: seat.Other()}.String()
	}
	m, err := message.Replay(&g)
	if err != nil {
		return err
	}
	s.Play.Game = &g
	s.SetMatch(m)
	s.markBoardChanged()
	if err := playBotMove(s); err != nil {
		return err
	}
	s.showBoard()
	return nil
}

// changeLevel changes the bot's level.
func changeLevel(s *session) error {
	bot, l, err := levelChange(s)
	if err != nil {
		return err
	}
	g := *s.Play.Game
	g.Players[bot].Level = string(l)
	s.Play.Game = &g
	rememberLevel(s, l)
	s.markBoardChanged()
	s.showBoard()
	return nil
}

// levelChange returns the bot's seat and the level that the line asks for. The error says
// why the level can't be changed now.
func levelChange(s *session) (bot rules.Seat, l solve.Level, err error) {
	seat, err := s.mustPlay()
	if err != nil {
		return 0, "", err
	}
	l = solve.Level(strings.ToLower(s.line.Rest))
	bot, vsBot := s.AgainstBot()
	switch {
	case !vsBot:
		err = refuse("level.between-people")
	case !slices.Contains(solve.Levels(), l):
		err = refuse("option.level", "part", command.Abridge(s.line.Rest))
	case s.Match.MoveCount(seat) > 0:
		err = refuse("level.late")
	}
	return bot, l, err
}
