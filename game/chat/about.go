package chat

import (
	"strings"

	"nimbot/game/chat/message"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// about holds the commands about the place and the bot: the games, the settings, the
// help, what is stored.
type about struct{ *session }

// play handles the bare command and "play": it shows what is on here, or else the card.
func (s about) play() error {
	if !s.Playing() && s.Play.Offer == nil && !(placeTables(s)).list() {
		s.show(message.Card(s.r.User, words.New("card")))
		return nil
	}
	return s.board()
}

// menu shows what the card leaves out.
func (s about) menu() error {
	s.tellPrivately(words.New("card.more")).Buttons = message.MoreButtons()
	return nil
}

// board shows the present board at the bottom of the channel, or the card. It notifies nobody,
// because the board did that when it was new. A sentence shows the board to its author only.
func (s about) board() error {
	if (placeTables(s)).list() {
		return nil
	}
	switch {
	case s.talked && (s.Play.Offer != nil || s.Play.Game != nil):
		s.show(s.PrivateState(s.r.User))
	case s.Play.Offer != nil && !s.Playing():
		m := s.Offer()
		m.Ping = nil
		turns(s).reposted()
		s.show(m)
	case s.Play.Game != nil:
		turns(s).reposted()
		s.freshBoard()
	default:
		s.show(message.Card(s.r.User, words.New("board.none"), words.New("card")))
	}
	return nil
}

// watch shows a table to the asking person alone: the table of the pressed button, the table with
// the typed number, or the only table.
func (s about) watch() error {
	if _, named := s.line.NamesTable(); !named && !s.line.Pressed() && (placeTables(s)).list() {
		return nil
	}
	if s.Play.Game == nil && s.Play.Offer == nil {
		return refuse("tables.none", "table", s.Number)
	}
	s.show(s.PrivateState(s.r.User))
	return nil
}

// games lists the games, or explains the named one.
func (s about) games() error {
	if s.line.Rest != "" {
		return s.rules()
	}
	s.tellPrivately(message.Games()...)
	return nil
}

// rules shows one rules card: of the named game, else of the present one, else of Nim.
func (s about) rules() error {
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
	m := s.tellPrivately(words.RulesCard(g, message.TypedSetup(g, g.Examples[0]))...)
	m.Buttons = message.LessonButton(g)
	return nil
}

// help says what the bot is and what to do next, or lists all commands.
func (s about) help() error {
	if strings.EqualFold(s.line.Rest, "all") {
		s.tellPrivately(command.HelpAll()...)
		return nil
	}
	s.tellPrivately(command.Help()...).Buttons = message.CardButtons()
	s.listWaiting()
	return nil
}
