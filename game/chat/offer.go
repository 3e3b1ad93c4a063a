package chat

import (
	"cmp"
	"strings"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/game/words/sentence"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/platform"
)

// challengePerson offers a game to one person.
func challengePerson(e *execution) error {
	if e.line.Who == "" {
		if e.line.Rest != "" {
			if _, err := readSetup(e, message.Balanced); err != nil {
				return err
			}
		}
		return &dialog.Refusal{
			Text: words.New("challenge.whom"), How: dialog.Refused, Whom: &dialog.PersonPicker{Title: words.New("challenge.pick"), Command: e.line.Typed},
			Buttons: []dialog.Button{{Label: words.New("button.open"), Command: strings.Replace(e.line.Typed, "challenge", "open", 1)}},
		}
	}
	who, known := e.r.Mentioned(e.line.Who)
	switch {
	case !known:
		return refuse("challenge.unknown", "who", command.Abridge(e.line.Who))
	case who.IsBot() && e.line.Options.Rated:
		return refuse("rated.bot")
	case who.IsBot():
		e.line.Options = e.line.Options.Without("clock") // the bot answers at once and needs no clock
		e.line.Command = command.Find("start")
		if aimAtTable(e); e.rerunPrivately {
			return nil
		}
		return startGame(e)
	case who.Bot:
		return refuse("challenge.other-bot", "who", who)
	case who.ID == e.r.User.ID:
		return refuse("challenge.self")
	}
	return makeOffer(e, &who)
}

// addressee returns the mentioned person's name for a challenge; "name" if no person is
// mentioned who can be challenged.
func addressee(e *execution) words.Quote {
	who, known := e.r.Mentioned(e.line.Who)
	if !known || who.Bot || who.IsBot() || who.ID == e.r.User.ID {
		return "name"
	}
	return command.Abridge(cmp.Or(who.Name, e.line.Who))
}

// openOffer offers a game to everybody.
func openOffer(e *execution) error {
	if e.line.Who != "" {
		return refuse("open.mention", "who", addressee(e))
	}
	return makeOffer(e, nil)
}

func makeOffer(e *execution, to *dialog.User) error {
	if e.r.Private {
		return refuse("offer.private")
	}
	if e.line.Options.Given("level") {
		return refuse("offer.level")
	}
	if err := mayOfferSimul(e); err != nil {
		return err
	}
	rated, seats := e.line.Options.Rated, e.line.Options.Seats
	if rated {
		if err := canOfferRated(e); err != nil {
			return err
		}
	}
	draw := message.Balanced
	if seats > 0 {
		draw = message.Winnable(0, nil)
	}
	t, err := readSetup(e, draw)
	if err != nil {
		return err
	}
	if err := mayOffer(e, to); err != nil {
		return err
	}
	first := e.line.Options.First
	if e.coinDecides && first == "" {
		first = "random"
	}
	o := &channel.Offer{
		ID: newID(e.random()), From: playerOf(e.r.User), Key: t.Game, Ending: t.Ending.String(), Start: t.Start,
		First: int(message.FirstSeat(first, e.random)), Clock: store.Seconds(e.line.Options.Clock.Seconds()), RandomStart: e.line.Rest == "", Rated: rated, Seats: seats,
		Expires: store.UnixOf(e.now.Add(message.OfferFor)),
	}
	if rated && o.Clock == 0 {
		o.Clock = pairClock
	}
	if to != nil {
		p := playerOf(*to)
		o.To = &p
	}
	keepPings(e, o)
	e.Play.Offer, e.Play.Lapsed = o, 0
	e.markBoardChanged()
	e.show(e.Offer())
	if seats > 0 {
		e.happened = append(e.happened, dialog.SimulOffered)
	}
	return nil
}

// mayOffer refuses a further offer of the person, to somebody or to anybody.
func mayOffer(e *execution, to *dialog.User) error {
	if err := roomForResult(e); err != nil {
		return err
	}
	if err := mayOpenTable(e); err != nil {
		return err
	}
	other := ""
	if to != nil {
		other = to.ID
	}
	return mayJoinTable(e, e.r.User.ID, other)
}

// offerPending refuses because another offer is pending.
func offerPending(e *execution, o *channel.Offer) error {
	if o.From.ID == e.r.User.ID {
		return refuse("offer.own")
	}
	args := words.Args{"player", message.UserOf(o.From)}
	if o.To != nil && o.To.ID != e.r.User.ID {
		args = append(args, "other", message.UserOf(*o.To))
	}
	return refuse("offer.pending", args...)
}

// acceptOffer accepts an offer, or consents to what the opponent asks.
func acceptOffer(e *execution) error {
	if e.Playing() && e.Match.Pending() != nil {
		return agreeToRequest(e)
	}
	o := e.Play.Offer
	switch {
	case o == nil:
		return e.noOffer()
	case o.Simul():
		return joinSimul(e)
	case o.From.ID == e.r.User.ID:
		return refuse("offer.own")
	case o.To != nil && o.To.ID != e.r.User.ID:
		return refuse("offer.not-yours", "to", message.UserOf(*o.To))
	case e.Playing():
		return refuse("offer.busy")
	}
	for _, who := range []string{e.r.User.ID, o.From.ID} {
		other := o.From.ID
		if who == other {
			other = e.r.User.ID
		}
		if err := mayJoinTable(e, who, other); err != nil {
			return err
		}
	}
	takePings(e, o)
	var players [2]channel.Player
	players[o.First], players[1-o.First] = o.From, playerOf(e.r.User)
	if o.Rated {
		return beginPair(e, o, players)
	}
	e.Play.Offer = nil
	if err := beginGame(e, rules.Setup{Game: o.Key, Ending: rules.EndingOf(o.Ending), Start: o.Start}, players, o.Clock); err != nil {
		return err
	}
	e.showBoard()
	return nil
}

// noOffer says that there is no offer, or that it has expired.
func (e *execution) noOffer() error {
	if e.Play.Lapsed != 0 {
		return refuse("offer.lapsed")
	}
	return refuse("offer.nothing")
}

// declineOffer refuses an offer, takes back the person's own offer, refuses consent, or cancels a
// command that waits for confirmation. If typed, it answers the question that the person was asked.
// A button of such a question names the question; any other button belongs to its board.
func declineOffer(e *execution) error {
	if asked, _ := e.Question(e.r.User.ID); e.line.Pressed() && e.line.Rest != "" || !e.line.Pressed() && asked == sentence.AskedConfirm {
		return cancelConfirm(e)
	}
	if e.Playing() && e.Match.Pending() != nil {
		return declineRequest(e)
	}
	o := e.Play.Offer
	key := "offer.declined"
	switch {
	case o == nil:
		return e.noOffer()
	case o.Begun():
		return refuse("simul.begun")
	case o.Joined(e.r.User.ID) >= 0:
		leaveSimul(e)
		return nil
	case o.From.ID == e.r.User.ID, e.r.User.Moderator && (o.To == nil || o.To.ID != e.r.User.ID):
		key = "offer.withdrawn"
	case o.Simul():
		return refuse("simul.not-in")
	case o.To == nil:
		return refuse("offer.open-decline")
	case o.To.ID != e.r.User.ID:
		return refuse("offer.not-yours", "to", message.UserOf(*o.To))
	}
	e.endOffer()
	m := e.announce(message.OfferText(key, o))
	if m.Edit = e.line.Pressed(); !e.Playing() {
		m.Board = &dialog.Board{}
	}
	return nil
}

// isOwnOffer reports whether the table has nothing but an offer that the person made and nobody
// took, or a simul that they have joined and that hasn't begun.
func isOwnOffer(e *execution) bool {
	o := e.Play.Offer
	if o == nil || e.Playing() || o.Begun() {
		return false
	}
	return o.Joined(e.r.User.ID) >= 0 || o.From.ID == e.r.User.ID && len(o.Guests) == 0
}

// endOffer removes the offer. An offer beside a running game isn't on the board, so the game's
// boards stay valid.
func (e *execution) endOffer() {
	if e.Play.Offer.Simul() {
		e.happened = append(e.happened, dialog.SimulCalled)
	}
	if e.Play.Offer = nil; e.Playing() {
		e.markDirty()
		return
	}
	e.markBoardChanged()
}

// offerRematch plays the last game again, with swapped seats unless the command says who
// begins. Against the bot it starts at once, and never from the seat that perfect play
// loses, unless the command says so; between people it is an offer.
func offerRematch(e *execution) error {
	g := e.Play.Game
	switch {
	case g == nil:
		return refuse("rematch.nothing")
	case e.Playing():
		return refuse("rematch.playing")
	}
	seat, plays := e.seat()
	if !plays {
		return refuse("rematch.spectator")
	}
	options, next := e.line.Options, seat.Other()
	if options.First != "" {
		next = message.FirstSeat(e.line.Options.First, e.random)
	}
	if bot, ok := e.AgainstBot(); ok {
		if err := answersOffer(e); err != nil {
			return err
		}
		level := message.LevelOf(g.Players[bot])
		if options.Given("level") {
			level = options.Level
		}
		if options.First == "" && e.IsLost(next) {
			e.tellSecret(words.New("rematch.same-seat"))
			next = seat
		}
		line, err := startLine(message.StoredSetup(g), level, next)
		if err != nil {
			return err
		}
		return startAgainstBot(e, line, message.StoredSetup(g), level, next)
	}
	if options.Given("level") {
		return refuse("offer.level")
	}
	if o := e.Play.Offer; o != nil {
		if o.To != nil && o.To.ID == e.r.User.ID {
			return acceptOffer(e) // both have offered it
		}
		return offerPending(e, o)
	}
	other := g.Players[seat.Other()]
	if other.ID == platform.ForgottenID {
		return refuse("rematch.gone")
	}
	e.Play.Offer = &channel.Offer{
		ID: newID(e.random()), From: playerOf(e.r.User), To: &other, Key: g.Key, Ending: g.Ending, Start: g.Start,
		First: int(next), Clock: g.Clock, Rated: g.Pair != nil, Expires: store.UnixOf(e.now.Add(message.OfferFor)),
	}
	keepPings(e, e.Play.Offer)
	e.Play.Lapsed = 0
	e.markBoardChanged()
	e.show(e.Offer())
	return nil
}

// startLine returns the line that begins a game against the bot.
func startLine(t rules.Setup, level solve.Level, seat rules.Seat) (command.Line, error) {
	g, err := rules.Lookup(t.Game)
	if err != nil {
		return command.Line{}, err
	}
	words := []string{"start", rules.TypedSetup(g.Key, t.Start), "level:" + string(level)}
	if t.Ending == rules.Misere {
		words = append(words, "misere")
	}
	if seat != 0 {
		words = append(words, "first:bot")
	}
	return command.Parse(strings.Join(words, " "))
}
