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
func challengePerson(s *session) error {
	if s.line.Who == "" {
		if s.line.Rest != "" {
			if _, err := readSetup(s, message.Balanced); err != nil {
				return err
			}
		}
		return &dialog.Refusal{
			Text: words.New("challenge.whom"), How: dialog.Refused, Whom: &dialog.PersonPicker{Title: words.New("challenge.pick"), Command: s.line.Typed},
			Buttons: []dialog.Button{{Label: words.New("button.open"), Command: strings.Replace(s.line.Typed, "challenge", "open", 1)}},
		}
	}
	who, known := s.r.Mentioned(s.line.Who)
	switch {
	case !known:
		return refuse("challenge.unknown", "who", command.Abridge(s.line.Who))
	case who.IsBot() && s.line.Options.Rated:
		return refuse("rated.bot")
	case who.IsBot():
		s.line.Options = s.line.Options.Without("clock") // the bot answers at once and needs no clock
		s.line.Command = command.Find("start")
		if aimAtTable(s); s.own {
			return nil
		}
		return startGame(s)
	case who.Bot:
		return refuse("challenge.other-bot", "who", who)
	case who.ID == s.r.User.ID:
		return refuse("challenge.self")
	}
	return makeOffer(s, &who)
}

// addressee returns the mentioned person's name for a challenge; "name" if no person is
// mentioned who can be challenged.
func addressee(s *session) words.Quote {
	who, known := s.r.Mentioned(s.line.Who)
	if !known || who.Bot || who.IsBot() || who.ID == s.r.User.ID {
		return "name"
	}
	return command.Abridge(cmp.Or(who.Name, s.line.Who))
}

// openOffer offers a game to everybody.
func openOffer(s *session) error {
	if s.line.Who != "" {
		return refuse("open.mention", "who", addressee(s))
	}
	return makeOffer(s, nil)
}

func makeOffer(s *session, to *dialog.User) error {
	if s.r.Private {
		return refuse("offer.private")
	}
	if s.line.Options.Given("level") {
		return refuse("offer.level")
	}
	if err := mayOfferSimul(s); err != nil {
		return err
	}
	rated, seats := s.line.Options.Rated, s.line.Options.Seats
	if rated {
		if err := canOfferRated(s); err != nil {
			return err
		}
	}
	draw := message.Balanced
	if seats > 0 {
		draw = message.Winnable(0, nil)
	}
	t, err := readSetup(s, draw)
	if err != nil {
		return err
	}
	if err := mayOffer(s, to); err != nil {
		return err
	}
	first := s.line.Options.First
	if s.coin && first == "" {
		first = "random"
	}
	o := &channel.Offer{
		ID: newID(s.random()), From: playerOf(s.r.User), Key: t.Game, Ending: t.Ending.String(), Start: t.Start,
		First: int(message.FirstSeat(first, s.random)), Clock: store.Seconds(s.line.Options.Clock.Seconds()), RandomStart: s.line.Rest == "", Rated: rated, Seats: seats,
		Expires: store.UnixOf(s.now.Add(message.OfferFor)),
	}
	if rated && o.Clock == 0 {
		o.Clock = pairClock
	}
	if to != nil {
		p := playerOf(*to)
		o.To = &p
	}
	keepPings(s, o)
	s.Play.Offer, s.Play.Lapsed = o, 0
	s.markBoardChanged()
	s.show(s.Offer())
	if seats > 0 {
		s.happened = append(s.happened, dialog.SimulOffered)
	}
	return nil
}

// mayOffer refuses a further offer of the person, to somebody or to anybody.
func mayOffer(s *session, to *dialog.User) error {
	if err := roomForResult(s); err != nil {
		return err
	}
	if err := mayOpenTable(s); err != nil {
		return err
	}
	other := ""
	if to != nil {
		other = to.ID
	}
	return mayJoinTable(s, s.r.User.ID, other)
}

// offerPending refuses because another offer is pending.
func offerPending(s *session, o *channel.Offer) error {
	if o.From.ID == s.r.User.ID {
		return refuse("offer.own")
	}
	args := words.Args{"player", message.UserOf(o.From)}
	if o.To != nil && o.To.ID != s.r.User.ID {
		args = append(args, "other", message.UserOf(*o.To))
	}
	return refuse("offer.pending", args...)
}

// acceptOffer accepts an offer, or consents to what the opponent asks.
func acceptOffer(s *session) error {
	if s.Playing() && s.Match.Pending() != nil {
		return agreeToRequest(s)
	}
	o := s.Play.Offer
	switch {
	case o == nil:
		return s.noOffer()
	case o.Simul():
		return joinSimul(s)
	case o.From.ID == s.r.User.ID:
		return refuse("offer.own")
	case o.To != nil && o.To.ID != s.r.User.ID:
		return refuse("offer.not-yours", "to", message.UserOf(*o.To))
	case s.Playing():
		return refuse("offer.busy")
	}
	for _, who := range []string{s.r.User.ID, o.From.ID} {
		other := o.From.ID
		if who == other {
			other = s.r.User.ID
		}
		if err := mayJoinTable(s, who, other); err != nil {
			return err
		}
	}
	takePings(s, o)
	var players [2]channel.Player
	players[o.First], players[1-o.First] = o.From, playerOf(s.r.User)
	if o.Rated {
		return beginPair(s, o, players)
	}
	s.Play.Offer = nil
	if err := beginGame(s, rules.Setup{Game: o.Key, Ending: rules.EndingOf(o.Ending), Start: o.Start}, players, o.Clock); err != nil {
		return err
	}
	s.showBoard()
	return nil
}

// noOffer says that there is no offer, or that it has expired.
func (s *session) noOffer() error {
	if s.Play.Lapsed != 0 {
		return refuse("offer.lapsed")
	}
	return refuse("offer.nothing")
}

// declineOffer refuses an offer, takes back the person's own offer, refuses consent, or cancels a
// command that waits for confirmation. If typed, it answers the question that the person was asked.
// A button of such a question names the question; any other button belongs to its board.
func declineOffer(s *session) error {
	if asked, _ := s.Question(s.r.User.ID); s.line.Pressed() && s.line.Rest != "" || !s.line.Pressed() && asked == sentence.AskedConfirm {
		return cancelConfirm(s)
	}
	if s.Playing() && s.Match.Pending() != nil {
		return declineRequest(s)
	}
	o := s.Play.Offer
	key := "offer.declined"
	switch {
	case o == nil:
		return s.noOffer()
	case o.Begun():
		return refuse("simul.begun")
	case o.Joined(s.r.User.ID) >= 0:
		leaveSimul(s)
		return nil
	case o.From.ID == s.r.User.ID, s.r.User.Moderator && (o.To == nil || o.To.ID != s.r.User.ID):
		key = "offer.withdrawn"
	case o.Simul():
		return refuse("simul.not-in")
	case o.To == nil:
		return refuse("offer.open-decline")
	case o.To.ID != s.r.User.ID:
		return refuse("offer.not-yours", "to", message.UserOf(*o.To))
	}
	s.endOffer()
	m := s.announce(message.OfferText(key, o))
	if m.Edit = s.line.Pressed(); !s.Playing() {
		m.Board = &dialog.Board{}
	}
	return nil
}

// isOwnOffer reports whether the table has nothing but an offer that the person made and nobody
// took, or a simul that they have joined and that hasn't begun.
func isOwnOffer(s *session) bool {
	o := s.Play.Offer
	if o == nil || s.Playing() || o.Begun() {
		return false
	}
	return o.Joined(s.r.User.ID) >= 0 || o.From.ID == s.r.User.ID && len(o.Guests) == 0
}

// endOffer removes the offer. An offer beside a running game isn't on the board, so the game's
// boards stay valid.
func (s *session) endOffer() {
	if s.Play.Offer.Simul() {
		s.happened = append(s.happened, dialog.SimulCalled)
	}
	if s.Play.Offer = nil; s.Playing() {
		s.markDirty()
		return
	}
	s.markBoardChanged()
}

// offerRematch plays the last game again, with swapped seats unless the command says who
// begins. Against the bot it starts at once, and never from the seat that perfect play
// loses, unless the command says so; between people it is an offer.
func offerRematch(s *session) error {
	g := s.Play.Game
	switch {
	case g == nil:
		return refuse("rematch.nothing")
	case s.Playing():
		return refuse("rematch.playing")
	}
	seat, plays := s.seat()
	if !plays {
		return refuse("rematch.spectator")
	}
	options, next := s.line.Options, seat.Other()
	if options.First != "" {
		next = message.FirstSeat(s.line.Options.First, s.random)
	}
	if bot, ok := s.AgainstBot(); ok {
		if err := answersOffer(s); err != nil {
			return err
		}
		level := message.LevelOf(g.Players[bot])
		if options.Given("level") {
			level = options.Level
		}
		if options.First == "" && s.IsLost(next) {
			s.tellSecret(words.New("rematch.same-seat"))
			next = seat
		}
		line, err := startLine(message.StoredSetup(g), level, next)
		if err != nil {
			return err
		}
		return startAgainstBot(s, line, message.StoredSetup(g), level, next)
	}
	if options.Given("level") {
		return refuse("offer.level")
	}
	if o := s.Play.Offer; o != nil {
		if o.To != nil && o.To.ID == s.r.User.ID {
			return acceptOffer(s) // both have offered it
		}
		return offerPending(s, o)
	}
	other := g.Players[seat.Other()]
	if other.ID == platform.ForgottenID {
		return refuse("rematch.gone")
	}
	s.Play.Offer = &channel.Offer{
		ID: newID(s.random()), From: playerOf(s.r.User), To: &other, Key: g.Key, Ending: g.Ending, Start: g.Start,
		First: int(next), Clock: g.Clock, Rated: g.Pair != nil, Expires: store.UnixOf(s.now.Add(message.OfferFor)),
	}
	keepPings(s, s.Play.Offer)
	s.Play.Lapsed = 0
	s.markBoardChanged()
	s.show(s.Offer())
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
