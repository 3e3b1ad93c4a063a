package chat

import (
	"strings"

	"nimbot/channel"
	"nimbot/game"
	"nimbot/game/solve"
	"nimbot/typed"
	"nimbot/words"
)

// about are the commands about the place and the bot: what there is to play,
// how the bot behaves here, what it keeps.
type about struct{ *session }

// board answers the bare command and "board": the present board again, at the
// bottom of the channel, or what one could do here.
func (s about) board() error {
	switch {
	case s.doc.Offer != nil && !s.playing():
		s.show(s.offerMessage())
	case s.doc.Game != nil:
		s.freshBoard()
	default:
		m := s.tellOpenly(text("board.none"))
		m.Buttons = presets()
	}
	return nil
}

// presets start a game in one press, which the person can win. They carry no
// stamp: they are good whenever nothing is played.
func presets() []Button {
	return []Button{
		{Label: text("button.start-piles", "piles", "3 4 5"), Command: "start 3 4 5", Style: Primary},
		{Label: text("button.start-piles", "piles", "1 3 5 7"), Command: "start 1 3 5 7 first:bot"},
		{Label: text("button.start-random"), Command: typed.Surprise},
		{Label: text("button.start-easy"), Command: "start level:easy"},
		{Label: text("button.challenge"), Command: "challenge"},
		{Label: text("button.lessons-first"), Command: "learn"},
	}
}

// games lists the family.
func (s about) games() error {
	m := s.tellOpenly(text("games.title"))
	for _, g := range game.Games() {
		key := "games.line"
		if !g.Offers(game.Misere) {
			key = "games.line-normal"
		}
		m.Lines = append(m.Lines, text(key, "key", g.Key, "title", g.Title))
	}
	m.Lines = append(m.Lines, text("games.more"))
	return nil
}

// rules shows one rules card: of the game that is named, else of the one that
// is played, else of Nim.
func (s about) rules() error {
	key := strings.TrimPrefix(strings.ToLower(s.line.Rest), "game:")
	if key == "" {
		key = game.Default
		if s.playing() {
			key = s.doc.Game.Key
		}
	}
	g, err := game.Lookup(key)
	if err != nil {
		return typed.UnknownGame(key, err)
	}
	s.tellOpenly(words.RulesCard(g, setupOf(g, g.Examples[0]))...)
	return nil
}

// help is the ten lines that a newcomer needs.
func (s about) help() error {
	var lines []words.Text
	for _, key := range typed.HelpKeys() {
		lines = append(lines, text(key))
	}
	m := s.tellOpenly(lines...)
	if s.doc.Game == nil {
		m.Buttons = presets()
	}
	return nil
}

// levelOf is the level at which the bot sits in a seat.
func levelOf(p channel.Player) solve.Level {
	if p.Level == "" {
		return solve.Perfect
	}
	return solve.Level(p.Level)
}
