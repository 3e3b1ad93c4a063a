package chat

import (
	"strings"

	"nimbot/game/chat/message"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// showPlay handles the bare command and "play": it shows what is on here, or else the card.
func showPlay(e *execution) error {
	if !e.Playing() && e.Play.Offer == nil && !listTables(e) {
		e.show(message.Card(e.r.User, words.New("card")))
		return nil
	}
	return showCurrentBoard(e)
}

// showMenu shows what the card leaves out.
func showMenu(e *execution) error {
	e.tellPrivately(words.New("card.more")).Buttons = message.MoreButtons()
	return nil
}

// showCurrentBoard shows the present board at the bottom of the channel, or the card. It notifies nobody,
// because the board did that when it was new. A sentence shows the board to its author only.
func showCurrentBoard(e *execution) error {
	if listTables(e) {
		return nil
	}
	switch {
	case e.talked && (e.Play.Offer != nil || e.Play.Game != nil):
		e.show(e.PrivateState(e.r.User))
	case e.Play.Offer != nil && !e.Playing():
		m := e.Offer()
		m.Ping = nil
		notePosted(e)
		e.show(m)
	case e.Play.Game != nil:
		notePosted(e)
		e.freshBoard()
	default:
		e.show(message.Card(e.r.User, words.New("board.none"), words.New("card")))
	}
	return nil
}

// watchTable shows a table to the asking person alone: the table of the pressed button, the table with
// the typed number, or the only table.
func watchTable(e *execution) error {
	if _, named := e.line.NamesTable(); !named && !e.line.Pressed() && listTables(e) {
		return nil
	}
	if e.Play.Game == nil && e.Play.Offer == nil {
		return refuse("tables.none", "table", e.Number)
	}
	e.show(e.PrivateState(e.r.User))
	return nil
}

// listGames lists the games, or explains the named one.
func listGames(e *execution) error {
	if e.line.Rest != "" {
		return showRules(e)
	}
	e.tellPrivately(message.Games()...)
	return nil
}

// showRules shows one rules card: of the named game, else of the present one, else of Nim. While a sum runs, its
// card also has the rules of its parts.
func showRules(e *execution) error {
	key := strings.TrimPrefix(strings.ToLower(e.line.Rest), "game:")
	lookup := rules.LookupTyped
	if key == "" {
		key, lookup = rules.Default, rules.Lookup
		if e.Playing() {
			key = e.Play.Game.Key
		}
	}
	g, err := lookup(key)
	if err != nil {
		return e.talk().UnknownRules(key, err)
	}
	card := words.RulesCard(g, rules.TypedSetup(g.Key, g.Examples[0]))
	if e.Playing() && g.Key == e.Play.Game.Key {
		if all := e.Words.Rule(g.Key, e.Match.Position()); len(all) > 1 {
			card = append(card, all[1:]...) // those of a sum's parts
		}
	}
	e.tellPrivately(card...).Buttons = message.LessonButton(g)
	return nil
}

// showHelp says what the bot is and what to do next, or lists all commands.
func showHelp(e *execution) error {
	if strings.EqualFold(e.line.Rest, "all") {
		e.tellPrivately(command.HelpAll()...)
		return nil
	}
	e.tellPrivately(command.Help()...).Buttons = message.CardButtons()
	listWaiting(e)
	return nil
}
