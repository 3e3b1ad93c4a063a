package chat

import (
	"strings"

	"nimbot/game/chat/message"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// showPlay handles the bare command and "play": it shows what is on here, or else the card.
func showPlay(s *session) error {
	if !s.Playing() && s.Play.Offer == nil && !listTables(s) {
		s.show(message.Card(s.r.User, words.New("card")))
		return nil
	}
	return showCurrentBoard(s)
}

// showMenu shows what the card leaves out.
func showMenu(s *session) error {
	s.tellPrivately(words.New("card.more")).Buttons = message.MoreButtons()
	return nil
}

// showCurrentBoard shows the present board at the bottom of the channel, or the card. It notifies nobody,
// because the board did that when it was new. A sentence shows the board to its author only.
func showCurrentBoard(s *session) error {
	if listTables(s) {
		return nil
	}
	switch {
	case s.talked && (s.Play.Offer != nil || s.Play.Game != nil):
		s.show(s.PrivateState(s.r.User))
	case s.Play.Offer != nil && !s.Playing():
		m := s.Offer()
		m.Ping = nil
		notePosted(s)
		s.show(m)
	case s.Play.Game != nil:
		notePosted(s)
		s.freshBoard()
	default:
		s.show(message.Card(s.r.User, words.New("board.none"), words.New("card")))
	}
	return nil
}

// watchTable shows a table to the asking person alone: the table of the pressed button, the table with
// the typed number, or the only table.
func watchTable(s *session) error {
	if _, named := s.line.NamesTable(); !named && !s.line.Pressed() && listTables(s) {
		return nil
	}
	if s.Play.Game == nil && s.Play.Offer == nil {
		return refuse("tables.none", "table", s.Number)
	}
	s.show(s.PrivateState(s.r.User))
	return nil
}

// listGames lists the games, or explains the named one.
func listGames(s *session) error {
	if s.line.Rest != "" {
		return showRules(s)
	}
	s.tellPrivately(message.Games()...)
	return nil
}

// showRules shows one rules card: of the named game, else of the present one, else of Nim. While a sum runs, its
// card also has the rules of its parts.
func showRules(s *session) error {
	key := strings.TrimPrefix(strings.ToLower(s.line.Rest), "game:")
	lookup := rules.LookupTyped
	if key == "" {
		key, lookup = rules.Default, rules.Lookup
		if s.Playing() {
			key = s.Play.Game.Key
		}
	}
	g, err := lookup(key)
	if err != nil {
		return s.talk().UnknownRules(key, err)
	}
	card := words.RulesCard(g, rules.TypedSetup(g.Key, g.Examples[0]))
	if s.Playing() && g.Key == s.Play.Game.Key {
		if all := s.Words.Rule(g.Key, s.Match.Position()); len(all) > 1 {
			card = append(card, all[1:]...) // those of a sum's parts
		}
	}
	s.tellPrivately(card...).Buttons = message.LessonButton(g)
	return nil
}

// showHelp says what the bot is and what to do next, or lists all commands.
func showHelp(s *session) error {
	if strings.EqualFold(s.line.Rest, "all") {
		s.tellPrivately(command.HelpAll()...)
		return nil
	}
	s.tellPrivately(command.Help()...).Buttons = message.CardButtons()
	listWaiting(s)
	return nil
}
