package chat

import (
	"slices"
	"time"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/channel"
)

// The bounds of a simul's time, in seconds.
const (
	simulFor   = 365 * 24 * 60 * 60 // longer than any of its games, which end when nobody moves
	resultsFor = 10 * 60            // how long its results stay
)

// mayOfferSimul refuses to offer a simul here, or with the options of the line.
func mayOfferSimul(s *session) error {
	switch o := s.line.Options; {
	case o.Seats == 0:
		return nil
	case s.r.ReplyOnly: // the bot can't show guests their boards unasked
		return refuse("simul.unseated")
	case o.Rated || o.First != "":
		return refuse("simul.options")
	case s.Play.Offer.Simul() && !s.Play.Offer.Over() && s.Play.Offer.From.ID == s.r.User.ID:
		return refuse("simul.one")
	}
	if _, _, games := planTables(s).Hosting(1); games > 0 {
		return refuse("simul.one")
	}
	return nil
}

// joinSimul seats the person in the simul on the table at hand.
func joinSimul(s *session) error {
	o := s.Play.Offer
	switch id := s.r.User.ID; {
	case o.Begun():
		return refuse("simul.begun")
	case o.From.ID == id:
		return refuse("simul.own")
	case o.Joined(id) >= 0:
		return &dialog.Refusal{Text: words.New("simul.joined"), How: dialog.Refused, Buttons: []dialog.Button{s.Button(words.New("button.leave"), dialog.Plain, "decline")}}
	case len(o.Guests) == o.Seats:
		return refuse("simul.full", "count", o.Seats)
	case planTables(s).Room() <= len(o.Guests):
		return refuse("simul.no-room")
	}
	if err := mayJoinTable(s, s.r.User.ID, o.From.ID); err != nil {
		return err
	}
	noteGuests(s, append(slices.Clip(o.Guests), channel.Guest{Who: playerOf(s.r.User)}))
	s.happened = append(s.happened, dialog.SimulJoined)
	return nil
}

// leaveSimul frees the person's seat.
func leaveSimul(s *session) {
	id := s.r.User.ID
	noteGuests(s, slices.DeleteFunc(slices.Clone(s.Play.Offer.Guests), func(g channel.Guest) bool { return g.Who.ID == id }))
	s.happened = append(s.happened, dialog.SimulLeft)
}

// noteGuests changes who has joined. The buttons stay valid, so that many can press them at
// once, and the offer waits as long as a new one.
func noteGuests(s *session, guests []channel.Guest) {
	o := *s.Play.Offer
	o.Guests, o.Expires = guests, store.UnixOf(s.now.Add(message.OfferFor))
	s.Play.Offer = &o
	s.markDirty()
	m := s.Offer()
	m.Edit = s.line.Pressed()
	s.show(m)
}

// beginSimul begins a game with every guest, each at a table of its own.
func beginSimul(s *session) error {
	o := *s.Play.Offer
	switch {
	case o.Begun():
		return refuse("simul.begun")
	case o.From.ID != s.r.User.ID:
		return refuse("simul.not-host", "host", message.UserOf(o.From))
	case len(o.Guests) == 0:
		return refuse("simul.nobody")
	}
	m, err := rules.NewMatch(rules.Setup{Game: o.Key, Ending: rules.EndingOf(o.Ending), Start: o.Start})
	if err != nil {
		return err
	}
	lobby, numbers := s.Number, planTables(s).FreeFor(len(o.Guests))
	if numbers == nil {
		return refuse("simul.no-room")
	}
	host := o.From
	host.Host, o.Guests = true, slices.Clone(o.Guests)
	for i := range o.Guests {
		s.sitAt(numbers[i])
		if err := beginMatch(s, m, [2]channel.Player{o.Guests[i].Who, host}, o.Clock); err != nil {
			return err // not reached: FreeFor found room
		}
		s.Play.Posted, o.Guests[i].Table = store.UnixOf(s.now), s.Number
		showLater(s, time.Duration(i+1)*time.Second) // platforms take one message a second
	}
	s.sitAt(lobby)
	o.Expires = store.UnixOf(s.now) + simulFor
	s.Play.Offer = &o
	s.markBoardChanged()
	shown := s.Offer()
	shown.Edit = s.line.Pressed()
	s.show(shown)
	s.happened = append(s.happened, dialog.SimulBegun)
	showHostBoard(s, "", 0, 1)
	return nil
}

// showSimul shows the host's private board: of a game that waits for them.
func showSimul(s *session) error {
	if _, _, games := planTables(s).Hosting(1); games == 0 {
		return refuse("simul.none")
	}
	from := s.Number
	if s.line.Rest != "" { // "skip"
		from++
	}
	showHostBoard(s, "", 0, from)
	return nil
}

// takesHostLine reports whether the line comes from the host of the game at hand, but not from the public
// board. Then the answer is the host's private board.
func takesHostLine(s *session) bool {
	seat, hosted := s.Hosted()
	if !hosted || s.Play.Game.Players[seat].ID != s.r.User.ID || s.line.Pressed() && !s.line.Hosts {
		return false
	}
	_, _, games := planTables(s).Hosting(s.Number)
	return games > 0
}

// showSimulStep shows the board of the table at hand to everybody if it changed, and the private board
// to the host.
func showSimulStep(s *session, prefix string, skip int) {
	if s.raised&(1<<(s.Number-1)) != 0 {
		showLater(s, 0)
	}
	showHostBoard(s, prefix, skip, s.Number)
}

// showHostBoard shows the host the next game that waits for them, from a table on, with a step
// in the choice of a move there.
func showHostBoard(s *session, prefix string, skip, from int) {
	next, waiting, games := planTables(s).Hosting(from)
	if games == 0 {
		s.tellSecret(words.New("simul.done")).Edit = s.line.Hosts
		return
	}
	at := message.Scene{Known: s.Known, Table: s.Known.Table(next), Words: s.Words, Place: s.Place, Mark: command.Hosting}
	if waiting == 0 {
		m := s.tellSecret(words.New("simul.idle", "count", games))
		m.Edit, m.Buttons = s.line.Hosts, []dialog.Button{at.Button(words.New("button.look-again"), dialog.Primary, "simul")}
		s.hosting = true
		return
	}
	if next != s.Number {
		prefix, skip = "", 0
	}
	m := (message.Simul{Scene: &at}).HostBoard(prefix, skip, waiting, games)
	m.To, m.Edit = s.asker, s.line.Hosts
	s.add(m).TableNumber = next
	s.hosting = true
	meansTable(s, next)
}

// noteSimulGame records how the game at hand ended, if a simul goes on with others.
func noteSimulGame(s *session, of rules.Match) {
	host, hosted := s.Hosted()
	if !hosted {
		return
	}
	s.putBack()
	for t := range s.Tables {
		if !t.Offer.Begun() {
			continue
		}
		i := slices.IndexFunc(t.Offer.Guests, func(g channel.Guest) bool { return g.Table == s.Number && g.Result == "" })
		if i < 0 {
			continue
		}
		o := *t.Offer
		o.Guests = slices.Clone(o.Guests)
		o.Guests[i].Result = resultOf(of.Result(), host)
		s.happened = append(s.happened, dialog.SimulGameOver)
		if t.Offer = &o; o.Over() {
			s.happened = append(s.happened, dialog.SimulOver)
			o.Expires = store.UnixOf(s.now) + resultsFor
			s.simulOver = t.Number
		}
		s.known.Put(t)
		return
	}
}

// resultOf returns a guest's result.
func resultOf(r rules.Result, host rules.Seat) string {
	switch {
	case r.Winner == host:
		return channel.GuestLost
	case r.Winner != rules.Nobody:
		return channel.GuestWon
	case r.Reason == rules.ByAgreement:
		return channel.GuestEnded
	}
	return channel.GuestDrew
}

// announceSimul shows the results of a simul whose last game has just ended.
func announceSimul(s *session) {
	if s.simulOver == 0 {
		return
	}
	at := s.Number
	s.sitAt(s.simulOver)
	s.markBoardChanged()
	s.show(s.Offer())
	s.sitAt(at)
}
