package chat

import (
	"strconv"
	"strings"

	"nimbot/channel"
	"nimbot/game"
	"nimbot/game/solve"
	"nimbot/typed"
)

// about are the commands that tell of the place and of the bot.
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
		m := s.tellOpenly(say("board.none", nil))
		m.Buttons = presets()
	}
	return nil
}

// presets start a game in one press. They carry no stamp: they are good
// whenever nothing is played.
func presets() []Button {
	return []Button{
		{Label: say("button.start-piles", Args{"piles", "3 4 5"}), Command: "start 3 4 5", Style: Primary},
		{Label: say("button.start-piles", Args{"piles", "1 3 5 7"}), Command: "start 1 3 5 7"},
		{Label: say("button.start-random", nil), Command: "start"},
		{Label: say("button.open", nil), Command: "open"},
	}
}

// games lists the family.
func (s about) games() error {
	m := s.tellOpenly(say("games.title", nil))
	for _, g := range game.Games() {
		key := "games.line"
		if !g.Offers(game.Misere) {
			key = "games.line-normal"
		}
		m.Lines = append(m.Lines, say(key, Args{"key", g.Key, "title", g.Title}))
	}
	m.Lines = append(m.Lines, say("games.more", nil))
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
	s.tellOpenly(rulesCard(g)...)
	return nil
}

// rulesCard is goal, moves, ending, a worked example and how to start.
func rulesCard(g game.Game) []Text {
	family, parameter, _ := strings.Cut(g.Key, ":")
	args := Args{"parameter", parameter}
	lines := []Text{say("rules.title", Args{"title", g.Title})}
	for _, part := range []string{"goal", "moves", "ending"} {
		lines = append(lines, say("rules."+family+"."+part, args))
	}
	example, key := say("rules."+family+".example", args), "rules.start"
	if g.Offers(game.Misere) { // where what wins here may lose
		example, key = say("rules.normal-play", Args{"example", example}), "rules.start-both"
	}
	return append(lines, example, say(key, Args{"start", setupOf(g, g.Examples[0])}))
}

// help is the ten lines that a newcomer needs.
func (s about) help() error {
	var lines []Text
	for _, key := range typed.HelpKeys() {
		lines = append(lines, say(key, nil))
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

func number(n uint64) string { return strconv.FormatUint(n, 10) }
