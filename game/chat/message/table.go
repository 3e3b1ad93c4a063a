package message

import (
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/store/channel"
	"nimbot/store/platform"
)

// Table is one table of a place, with its match.
type Table struct {
	channel.Table
	Match rules.Match // valid if Game isn't nil
}

// Playing reports whether a game is running.
func (t *Table) Playing() bool { return t.Game != nil && !t.Match.Result().Over }

// Rename gives a player of the game their present name, if it's known: a platform that doesn't know
// it gives the id, and whoever types it in the terminal cares little for capital letters. The name
// is stored with the next change of the table.
func (t *Table) Rename(u dialog.User) {
	seat, plays := t.SeatOf(u.ID)
	if !plays || u.Name == "" || u.Name == u.ID || strings.EqualFold(t.Game.Players[seat].Name, u.Name) {
		return
	}
	g := *t.Game
	g.Players[seat].Name = u.Name
	t.Game = &g
}

// SeatOf returns the seat of a person. ok is false for a spectator.
func (t *Table) SeatOf(id string) (rules.Seat, bool) {
	if t.Game != nil {
		for i, p := range t.Game.Players {
			if p.ID == id {
				return rules.Seat(i), true
			}
		}
	}
	return rules.Nobody, false
}

// Player returns the player in a seat of the present game.
func (t *Table) Player(seat rules.Seat) dialog.User { return UserOf(t.Game.Players[seat]) }

// Host returns the host of the simul that the table belongs to, "" if it belongs to none.
func (t *Table) Host() string {
	host, hosted := t.Hosted()
	switch {
	case t.Playing() && hosted:
		return t.Game.Players[host].ID
	case !t.Playing() && t.Offer.Simul():
		return t.Offer.From.ID
	}
	return ""
}

// Hosted returns the host's seat. ok is false if the game isn't one of a simul.
func (t *Table) Hosted() (host rules.Seat, ok bool) {
	if t.Game != nil {
		for i, p := range t.Game.Players {
			if p.Host {
				return rules.Seat(i), true
			}
		}
	}
	return rules.Nobody, false
}

// Names returns the names of the game's players, and of the people between whom a game is
// offered.
func (t *Table) Names() (names []string) {
	if t.Game != nil {
		names = []string{t.Player(0).Name, t.Player(1).Name}
	}
	if o := t.Offer; o != nil && o.To != nil {
		names = append(names, o.From.Name, o.To.Name)
	}
	return names
}

// AgainstBot reports whether the bot plays the present game, and in which seat.
func (t *Table) AgainstBot() (bot rules.Seat, ok bool) { return t.SeatOf(platform.BotID) }

// MayStopAlone reports whether a player may end the game without the opponent's consent:
// before the second move. A rated pair must be played to its end.
func (t *Table) MayStopAlone() bool { return len(t.Match.Moves()) < 2 && !t.OfPair() }

// OfPair reports whether the running game belongs to a rated pair.
func (t *Table) OfPair() bool { return t.Playing() && t.Game.Pair != nil }
