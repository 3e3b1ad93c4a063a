package chat

import (
	"cmp"
	"strings"

	"nimbot/channel"
	"nimbot/game"
	"nimbot/store"
)

// challenge offers a game to one person.
func (s *session) challenge() error {
	if s.cmd.who == "" {
		if s.cmd.rest != "" {
			if _, err := s.table(); err != nil {
				return err
			}
		}
		return refuse("challenge.whom", nil)
	}
	who, known := s.mentioned()
	switch {
	case !known:
		return refuse("challenge.unknown", Args{"who", abridge(s.cmd.who)})
	case who.isBot():
		s.cmd.who = ""
		delete(s.cmd.opt.given, "clock") // the bot answers at once
		return s.start()
	case who.Bot:
		return refuse("challenge.other-bot", Args{"who", who})
	case who.ID == s.r.User.ID:
		return refuse("challenge.self", nil)
	}
	return s.offer(&who)
}

// mentioned is whom the command mentions; known is false where the platform
// found nobody of that name. A comma behind a mention is no part of it.
func (s *session) mentioned() (who User, known bool) {
	if who, known = s.r.Mentions[s.cmd.who]; !known {
		who, known = s.r.Mentions[strings.TrimRight(s.cmd.who, ",.;:!?")]
	}
	return who, known
}

// address is the name by which the person mentioned can be challenged, "name"
// where nobody is mentioned who can.
func (s *session) address() string {
	who, known := s.mentioned()
	if !known || who.Bot || who.isBot() || who.ID == s.r.User.ID {
		return "name"
	}
	return abridge(cmp.Or(who.Name, s.cmd.who))
}

// open offers a game to anybody.
func (s *session) open() error {
	if s.cmd.who != "" {
		return refuse("open.mention", Args{"who", s.address()})
	}
	return s.offer(nil)
}

func (s *session) offer(to *User) error {
	if s.r.Private {
		return refuse("offer.private", nil)
	}
	if s.cmd.opt.given["level"] {
		return refuse("offer.level", nil)
	}
	t, err := s.table()
	if err != nil {
		return err
	}
	if o := s.doc.Offer; o != nil && o.From.ID != s.r.User.ID {
		return s.offerPending(o)
	}
	if ok, err := s.free(); !ok {
		return err
	}
	o := &channel.Offer{
		ID: s.newID(), From: playerOf(s.r.User), Key: t.key, Ending: t.ending.String(), Start: t.start,
		First: int(s.firstSeat()), Clock: store.Seconds(s.cmd.opt.clock.Seconds()),
		Expires: store.UnixOf(s.now.Add(offerFor)),
	}
	if to != nil {
		p := playerOf(*to)
		o.To = &p
	}
	s.doc.Offer = o
	s.changed()
	s.showOffer()
	return nil
}

// offerPending refuses because of somebody's offer, which only the one that it
// is for can take.
func (s *session) offerPending(o *channel.Offer) error {
	if o.From.ID == s.r.User.ID {
		return refuse("offer.own", nil)
	}
	args := Args{"player", userOf(o.From)}
	if o.To != nil && o.To.ID != s.r.User.ID {
		args = append(args, "other", userOf(*o.To))
	}
	return refuse("offer.pending", args)
}

// showOffer shows the pending offer with its buttons.
func (s *session) showOffer() {
	o := s.doc.Offer
	m := s.announce(s.offerText("offer", o), say("offer.terms", Args{
		"position", s.offeredPosition(o), "aim", s.h.words.aim(o.Key, o.Ending), "first", s.offeredFirst(o),
	}))
	if o.Clock > 0 {
		m.Lines = append(m.Lines, say("clock.each", Args{"time", duration(o.Clock)}))
	}
	m.Board = true
	m.Buttons = []Button{
		s.button(say("button.accept", nil), Primary, "accept"),
		s.button(say("button.decline", nil), Plain, "decline"),
	}
	if o.To != nil {
		m.Ping = []User{userOf(*o.To)}
	}
}

// offerText words something about an offer with "<key>.to" for a challenge
// and "<key>.open" for an open offer.
func (s *session) offerText(key string, o *channel.Offer) Text {
	args := Args{"from", userOf(o.From)}
	if o.To == nil {
		return say(key+".open", args)
	}
	args = append(args, "to", userOf(*o.To))
	return say(key+".to", args)
}

func (s *session) offeredPosition(o *channel.Offer) Text {
	g, err := game.Lookup(o.Key)
	if err == nil {
		if p, err := g.Begin(o.Start, game.EndingOf(o.Ending)); err == nil {
			d := p.Diagram()
			return positionText(o.Key, p, &d)
		}
	}
	return say("position.other", Args{"title", o.Key, "position", o.Start})
}

func (s *session) offeredFirst(o *channel.Offer) Text {
	switch {
	case o.First == 0:
		return say("offer.first", Args{"player", userOf(o.From)})
	case o.To != nil:
		return say("offer.first", Args{"player", userOf(*o.To)})
	default:
		return say("offer.first-taker", nil)
	}
}

// accept takes an offer, or consents to what the opponent asks.
func (s *session) accept() error {
	if s.playing() && s.match.Pending() != nil {
		return s.consent()
	}
	o := s.doc.Offer
	switch {
	case o == nil:
		return refuse("offer.nothing", nil)
	case o.From.ID == s.r.User.ID:
		return refuse("offer.own", nil)
	case o.To != nil && o.To.ID != s.r.User.ID:
		return refuse("offer.not-yours", Args{"to", userOf(*o.To)})
	case s.playing():
		return refuse("offer.busy", nil)
	}
	var players [2]channel.Player
	players[o.First], players[1-o.First] = o.From, playerOf(s.r.User)
	s.doc.Offer = nil
	if err := s.begin(table{o.Key, game.EndingOf(o.Ending), o.Start}, players, o.Clock); err != nil {
		return err
	}
	s.showBoard()
	return nil
}

// decline refuses an offer, takes back one's own, or refuses consent.
func (s *session) decline() error {
	if s.playing() && s.match.Pending() != nil {
		return s.dissent()
	}
	o := s.doc.Offer
	key := "offer.declined"
	switch {
	case o == nil:
		return refuse("offer.nothing", nil)
	case o.From.ID == s.r.User.ID, s.r.User.Moderator && (o.To == nil || o.To.ID != s.r.User.ID):
		key = "offer.withdrawn"
	case o.To == nil:
		return refuse("offer.open-decline", nil)
	case o.To.ID != s.r.User.ID:
		return refuse("offer.not-yours", Args{"to", userOf(*o.To)})
	}
	s.doc.Offer = nil
	s.changed()
	m := s.announce(s.offerText(key, o))
	m.Edit, m.Board = s.pressed(), true
	return nil
}

// rematch plays the last game again with sides swapped: at once against the
// bot, as an offer between people.
func (s *session) rematch() error {
	g := s.doc.Game
	switch {
	case g == nil:
		return refuse("rematch.nothing", nil)
	case s.playing():
		return refuse("rematch.playing", nil)
	}
	seat, plays := s.seat()
	if !plays {
		return refuse("rematch.spectator", nil)
	}
	t := table{g.Key, game.EndingOf(g.Ending), g.Start}
	if bot, ok := s.againstBot(); ok {
		return s.startAgainstBot(t, levelOf(g.Players[bot]), seat.Other())
	}
	if o := s.doc.Offer; o != nil {
		if o.To != nil && o.To.ID == s.r.User.ID {
			return s.accept() // both want it
		}
		return s.offerPending(o)
	}
	other := g.Players[seat.Other()]
	s.doc.Offer = &channel.Offer{
		ID: s.newID(), From: playerOf(s.r.User), To: &other, Key: g.Key, Ending: g.Ending, Start: g.Start,
		First: int(seat.Other()), Clock: g.Clock, Expires: store.UnixOf(s.now.Add(offerFor)),
	}
	s.changed()
	s.showOffer()
	return nil
}
