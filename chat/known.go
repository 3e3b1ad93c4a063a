package chat

import (
	"time"

	"nimbot/channel"
	"nimbot/game"
	"nimbot/store"
)

// known is a decoded document. A lane replaces its own and never changes it; a
// session works on a copy.
type known struct {
	doc   channel.Document
	match game.Match // valid when doc.Game is not nil
}

// decode reads what is stored; nothing stored is an empty document.
func decode(rec store.Record) (*known, error) {
	if rec.Version == 0 {
		return &known{}, nil
	}
	doc, err := channel.Decode(rec.Data)
	if err != nil {
		return nil, err
	}
	k := &known{doc: doc}
	if doc.Game != nil {
		if k.match, err = replay(doc.Game); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// replay plays a stored game again.
func replay(g *channel.Game) (game.Match, error) {
	m, err := game.Replay(setupIn(g), g.Events)
	if err != nil {
		return game.Match{}, corrupt(err)
	}
	return m, nil
}

// setupIn is how a stored game began.
func setupIn(g *channel.Game) game.Setup {
	return game.Setup{Game: g.Key, Ending: game.EndingOf(g.Ending), Start: g.Start}
}

// playing reports whether a game is going on.
func (k *known) playing() bool { return k.doc.Game != nil && !k.match.Result().Over }

// seatOf finds the seat of a person; ok is false for a spectator.
func (k *known) seatOf(id string) (game.Seat, bool) {
	if k.doc.Game != nil {
		for i, p := range k.doc.Game.Players {
			if p.ID == id {
				return game.Seat(i), true
			}
		}
	}
	return game.Nobody, false
}

// player is who sits in a seat of the present game.
func (k *known) player(seat game.Seat) User { return userOf(k.doc.Game.Players[seat]) }

// againstBot reports whether the bot plays the present game, and where.
func (k *known) againstBot() (bot game.Seat, ok bool) { return k.seatOf(BotID) }

// human is the person in a game against the bot.
func (k *known) human() User {
	bot, _ := k.againstBot()
	return k.player(bot.Other())
}

// mayStopAlone reports whether a player may end the game without asking: before
// the second move nobody has invested much. A rated pair must be played out.
func (k *known) mayStopAlone() bool { return len(k.match.Moves()) < 2 && !k.ofPair() }

// ofPair reports whether the game that is going on belongs to a rated pair.
func (k *known) ofPair() bool { return k.playing() && k.doc.Game.Pair != nil }

// placeLocale is the language of what everybody sees.
func (k *known) placeLocale() string {
	if l := k.doc.Settings.Language; l != "" {
		return l
	}
	return k.doc.Delivery.Locale
}

// deadline is when time ends the present game, and how.
func (k *known) deadline() (store.Unix, game.EventKind) {
	g := k.doc.Game
	// Whole days, so that most writes leave the deadline where it is.
	const day = 24 * 60 * 60
	idle := (g.Since + store.Unix(idleFor.Seconds()) + day - 1) / day * day
	if g.Clock > 0 {
		if at := g.Since + store.Unix(g.Clock); at <= idle {
			return at, game.TimedOut
		}
	}
	return idle, game.Stopped
}

// due is the next time at which Settle will find something, the zero Time for
// never.
func (k *known) due() time.Time {
	next := store.Unix(0)
	sooner := func(t store.Unix) {
		if t != 0 && (next == 0 || t < next) {
			next = t
		}
	}
	if k.doc.Offer != nil {
		sooner(k.doc.Offer.Expires)
	}
	if len(k.doc.Results) > 0 {
		sooner(k.doc.Results[0].Since + store.Unix(countAfter.Seconds()))
	}
	if k.playing() {
		at, _ := k.deadline()
		sooner(at)
	}
	return next.Time()
}

// expires is when the document may be forgotten: long after its last deadline,
// so that a late click is still told what happened; a place with a schedule,
// never.
func (k *known) expires(now time.Time) time.Time {
	if k.doc.Daily.At != "" {
		return time.Time{}
	}
	keep := keepFor
	if k.playing() {
		keep += idleFor
	}
	return now.Add(keep)
}

// turnPing is who is to be notified that it is their turn: nobody, unless a
// moderator switched that on, and never the person who just acted.
func (k *known) turnPing(actor string) []User {
	if !k.doc.Settings.Pings || !k.playing() {
		return nil
	}
	who := k.player(k.match.ToMove())
	if who.isBot() || who.ID == actor {
		return nil
	}
	return []User{who}
}
