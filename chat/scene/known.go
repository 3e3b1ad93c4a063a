package scene

import (
	"fmt"

	"nimbot/channel"
	"nimbot/exchange"
	"nimbot/game"
	"nimbot/game/solve"
	"nimbot/store"
)

// LevelOf is the level at which the bot sits in a seat.
func LevelOf(p channel.Player) solve.Level {
	if p.Level == "" {
		return solve.Perfect
	}
	return solve.Level(p.Level)
}

// UserOf is a stored player as a user.
func UserOf(p channel.Player) exchange.User {
	return exchange.User{ID: p.ID, Name: p.Name, Bot: p.ID == exchange.BotID}
}

// Known is a decoded document. A lane replaces its own and never changes it; a session
// works on a copy.
type Known struct {
	Doc   channel.Document
	Match game.Match // valid when doc.Game is not nil
}

// Decode reads what is stored; nothing stored is an empty document.
func Decode(rec store.Record) (*Known, error) {
	if rec.Version == 0 {
		return &Known{}, nil
	}
	doc, err := channel.Decode(rec.Data)
	if err != nil {
		return nil, err
	}
	k := &Known{Doc: doc}
	if doc.Game != nil {
		if k.Match, err = Replay(doc.Game); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// Replay replays a stored game.
func Replay(g *channel.Game) (game.Match, error) {
	m, err := game.Replay(SetupIn(g), g.Events)
	if err != nil {
		return game.Match{}, corrupt(err)
	}
	return m, nil
}

// SetupIn is the setup of a stored game.
func SetupIn(g *channel.Game) game.Setup {
	return game.Setup{Game: g.Key, Ending: game.EndingOf(g.Ending), Start: g.Start}
}

// Playing reports whether a game is running.
func (k *Known) Playing() bool { return k.Doc.Game != nil && !k.Match.Result().Over }

// SeatOf returns the seat of a person. ok is false for a spectator.
func (k *Known) SeatOf(id string) (game.Seat, bool) {
	if k.Doc.Game != nil {
		for i, p := range k.Doc.Game.Players {
			if p.ID == id {
				return game.Seat(i), true
			}
		}
	}
	return game.Nobody, false
}

// Player is the player in a seat of the present game.
func (k *Known) Player(seat game.Seat) exchange.User { return UserOf(k.Doc.Game.Players[seat]) }

// Names are the names of the players, if there is a game.
func (k *Known) Names() []string {
	if k.Doc.Game == nil {
		return nil
	}
	return []string{k.Player(0).Name, k.Player(1).Name}
}

// AgainstBot reports whether the bot plays the present game, and in which seat.
func (k *Known) AgainstBot() (bot game.Seat, ok bool) { return k.SeatOf(exchange.BotID) }

// Human is the person in a game against the bot.
func (k *Known) Human() exchange.User {
	bot, _ := k.AgainstBot()
	return k.Player(bot.Other())
}

// MayStopAlone reports whether a player may end the game without the opponent's consent:
// before the second move. A rated pair must be played to its end.
func (k *Known) MayStopAlone() bool { return len(k.Match.Moves()) < 2 && !k.OfPair() }

// OfPair reports whether the running game belongs to a rated pair.
func (k *Known) OfPair() bool { return k.Playing() && k.Doc.Game.Pair != nil }

// Locale is the language of public messages.
func (k *Known) Locale() string {
	if l := k.Doc.Settings.Language; l != "" {
		return l
	}
	return k.Doc.Delivery.Locale
}

// TurnPing is the player to notify of their turn. It is nobody unless a moderator turned
// pings on, and never the person who just acted.
func (k *Known) TurnPing(actor string) []exchange.User {
	if !k.Doc.Settings.Pings || !k.Playing() {
		return nil
	}
	who := k.Player(k.Match.ToMove())
	if who.IsBot() || who.ID == actor {
		return nil
	}
	return []exchange.User{who}
}

func corrupt(err error) error { return fmt.Errorf("%w: %v", store.ErrCorrupt, err) }
