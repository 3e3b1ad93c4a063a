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
func mayOfferSimul(e *execution) error {
	switch o := e.line.Options; {
	case o.Seats == 0:
		return nil
	case e.r.ReplyOnly: // the bot can't show guests their boards unasked
		return refuse("simul.unseated")
	case o.Rated || o.First != "":
		return refuse("simul.options")
	case e.Play.Offer.Simul() && !e.Play.Offer.Over() && e.Play.Offer.From.ID == e.r.User.ID:
		return refuse("simul.one")
	}
	if _, _, games := planTables(e).Hosting(1); games > 0 {
		return refuse("simul.one")
	}
	return nil
}

// joinSimul seats the person in the simul on the table at hand.
func joinSimul(e *execution) error {
	o := e.Play.Offer
	switch id := e.r.User.ID; {
	case o.Begun():
		return refuse("simul.begun")
	case o.From.ID == id:
		return refuse("simul.own")
	case o.Joined(id) >= 0:
		return &dialog.Refusal{Text: words.New("simul.joined"), How: dialog.Refused, Buttons: []dialog.Button{e.Button(words.New("button.leave"), dialog.Plain, "decline")}}
	case len(o.Guests) == o.Seats:
		return refuse("simul.full", "count", o.Seats)
	case planTables(e).Room() <= len(o.Guests):
		return refuse("simul.no-room")
	}
	if err := mayJoinTable(e, e.r.User.ID, o.From.ID); err != nil {
		return err
	}
	noteGuests(e, append(slices.Clip(o.Guests), channel.Guest{Who: playerOf(e.r.User)}))
	e.happened = append(e.happened, dialog.SimulJoined)
	return nil
}

// leaveSimul frees the person's seat.
func leaveSimul(e *execution) {
	id := e.r.User.ID
	noteGuests(e, slices.DeleteFunc(slices.Clone(e.Play.Offer.Guests), func(g channel.Guest) bool { return g.Who.ID == id }))
	e.happened = append(e.happened, dialog.SimulLeft)
}

// noteGuests changes who has joined. The buttons stay valid, so that many can press them at
// once, and the offer waits as long as a new one.
func noteGuests(e *execution, guests []channel.Guest) {
	o := *e.Play.Offer
	o.Guests, o.Expires = guests, store.UnixOf(e.now.Add(message.OfferFor))
	e.Play.Offer = &o
	e.markDirty()
	m := e.Offer()
	m.Edit = e.line.Pressed()
	e.show(m)
}

// beginSimul begins a game with every guest, each at a table of its own.
func beginSimul(e *execution) error {
	o := *e.Play.Offer
	switch {
	case o.Begun():
		return refuse("simul.begun")
	case o.From.ID != e.r.User.ID:
		return refuse("simul.not-host", "host", message.UserOf(o.From))
	case len(o.Guests) == 0:
		return refuse("simul.nobody")
	}
	m, err := rules.NewMatch(rules.Setup{Game: o.Key, Ending: rules.EndingOf(o.Ending), Start: o.Start})
	if err != nil {
		return err
	}
	lobby, numbers := e.Number, planTables(e).FreeFor(len(o.Guests))
	if numbers == nil {
		return refuse("simul.no-room")
	}
	host := o.From
	host.Host, o.Guests = true, slices.Clone(o.Guests)
	for i := range o.Guests {
		e.sitAt(numbers[i])
		if err := beginMatch(e, m, [2]channel.Player{o.Guests[i].Who, host}, o.Clock); err != nil {
			return err // not reached: FreeFor found room
		}
		e.Play.Posted, o.Guests[i].Table = store.UnixOf(e.now), e.Number
		showLater(e, time.Duration(i+1)*time.Second) // platforms take one message a second
	}
	e.sitAt(lobby)
	o.Expires = store.UnixOf(e.now) + simulFor
	e.Play.Offer = &o
	e.markBoardChanged()
	shown := e.Offer()
	shown.Edit = e.line.Pressed()
	e.show(shown)
	e.happened = append(e.happened, dialog.SimulBegun)
	showHostBoard(e, "", 0, 1)
	return nil
}

// showSimul shows the host's private board: of a game that waits for them.
func showSimul(e *execution) error {
	if _, _, games := planTables(e).Hosting(1); games == 0 {
		return refuse("simul.none")
	}
	from := e.Number
	if e.line.Rest != "" { // "skip"
		from++
	}
	showHostBoard(e, "", 0, from)
	return nil
}

// takesHostLine reports whether the line comes from the host of the game at hand, but not from the public
// board. Then the answer is the host's private board.
func takesHostLine(e *execution) bool {
	seat, hosted := e.Hosted()
	if !hosted || e.Play.Game.Players[seat].ID != e.r.User.ID || e.line.Pressed() && !e.line.Hosts {
		return false
	}
	_, _, games := planTables(e).Hosting(e.Number)
	return games > 0
}

// showSimulStep shows the board of the table at hand to everybody if it changed, and the private board
// to the host.
func showSimulStep(e *execution, prefix string, skip int) {
	if e.raised.has(e.Number) {
		showLater(e, 0)
	}
	showHostBoard(e, prefix, skip, e.Number)
}

// showHostBoard shows the host the next game that waits for them, from a table on, with a step
// in the choice of a move there.
func showHostBoard(e *execution, prefix string, skip, from int) {
	next, waiting, games := planTables(e).Hosting(from)
	if games == 0 {
		e.tellSecret(words.New("simul.done")).Edit = e.line.Hosts
		return
	}
	at := message.Scene{Known: e.Known, Table: e.Known.Table(next), Words: e.Words, Place: e.Place, Mark: command.Hosting}
	if waiting == 0 {
		m := e.tellSecret(words.New("simul.idle", "count", games))
		m.Edit, m.Buttons = e.line.Hosts, []dialog.Button{at.Button(words.New("button.look-again"), dialog.Primary, "simul")}
		e.showsHostBoard = true
		return
	}
	if next != e.Number {
		prefix, skip = "", 0
	}
	m := (message.Simul{Scene: &at}).HostBoard(prefix, skip, waiting, games)
	m.To, m.Edit = e.asker, e.line.Hosts
	e.add(m).TableNumber = next
	e.showsHostBoard = true
	meansTable(e, next)
}

// noteSimulGame records how the game at hand ended, if a simul goes on with others.
func noteSimulGame(e *execution, of rules.Match) {
	host, hosted := e.Hosted()
	if !hosted {
		return
	}
	e.putBack()
	for t := range e.Tables {
		if !t.Offer.Begun() {
			continue
		}
		i := slices.IndexFunc(t.Offer.Guests, func(g channel.Guest) bool { return g.Table == e.Number && g.Result == "" })
		if i < 0 {
			continue
		}
		o := *t.Offer
		o.Guests = slices.Clone(o.Guests)
		o.Guests[i].Result = resultOf(of.Result(), host)
		e.happened = append(e.happened, dialog.SimulGameOver)
		if t.Offer = &o; o.Over() {
			e.happened = append(e.happened, dialog.SimulOver)
			o.Expires = store.UnixOf(e.now) + resultsFor
			e.simulOver = t.Number
		}
		e.known.Put(t)
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
func announceSimul(e *execution) {
	if e.simulOver == 0 {
		return
	}
	at := e.Number
	e.sitAt(e.simulOver)
	e.markBoardChanged()
	e.show(e.Offer())
	e.sitAt(at)
}
