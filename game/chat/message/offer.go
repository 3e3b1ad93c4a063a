package message

import (
	"slices"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/store/channel"
)

// Offer shows the pending offer with its buttons.
func (s *Scene) Offer() dialog.Message {
	o := s.Play.Offer
	if o.Simul() {
		return Simul{s}.lobby()
	}
	key := "offer"
	if o.Rated {
		key = "offer.rated" // the start of a rated pair is drawn on acceptance
	}
	position, start := offeredStart(o)
	m := dialog.Message{Board: &dialog.Board{}, Lines: []words.Text{OfferText(key, o), words.New(key+".terms",
		"title", words.Title(o.Key), "position", position, "aim", s.Words.Aim(o.Key, o.Ending), "first", offeredFirst(o),
	)}}
	if o.Clock > 0 {
		m.Lines = append(m.Lines, words.New("clock.each", "time", words.Duration(int(o.Clock))))
	}
	m.Lines = append(m.Lines, words.New("offer.waits", "time", words.Duration(int(OfferFor.Seconds()))))
	decline := words.New("button.withdraw")
	if start != nil && !o.Rated {
		d := start.Diagram()
		m.Diagram, m.Drawn = &d, &dialog.Drawn{Game: o.Key, Position: start.String()}
	}
	asked := &dialog.Question{By: UserOf(o.From), What: dialog.AskGame, Until: o.Expires.Time()}
	asked.Offered = rules.Setup{Game: o.Key, Ending: rules.EndingOf(o.Ending), Start: o.Start}
	m.Board.Asked = asked
	if o.To != nil {
		decline = words.New("button.decline")
		to := UserOf(*o.To)
		asked.Of, m.Ping = &to, []dialog.User{to}
		asked.Again = isRematch(o, s.Play.Game)
	}
	m.Buttons = []dialog.Button{
		s.Button(words.New("button.accept"), dialog.Primary, "accept"),
		s.Button(decline, dialog.Plain, "decline"),
	}
	return m
}

// isRematch reports whether an offer is to play a game of the same two people again.
func isRematch(o *channel.Offer, g *channel.Game) bool {
	return g != nil && g.Key == o.Key && g.Start == o.Start && slices.ContainsFunc(g.Players[:], func(p channel.Player) bool { return p.ID == o.From.ID }) &&
		slices.ContainsFunc(g.Players[:], func(p channel.Player) bool { return p.ID == o.To.ID })
}

// OfferText words something about an offer: with "<key>.to" for a challenge,
// "<key>.open" for an open offer, "<key>.simul", ".begun" or ".over" for a simul.
func OfferText(key string, o *channel.Offer) words.Text {
	args := words.Args{"from", UserOf(o.From)}
	if o.Simul() {
		won, lost := score(o)
		args = append(args, "joined", len(o.Guests), "count", o.Seats, "won", won, "lost", lost)
		switch {
		case o.Over():
			key += ".over"
		case o.Begun():
			key += ".begun"
		default:
			key += ".simul"
		}
		return words.New(key, args...)
	}
	if o.To == nil {
		return words.New(key+".open", args...)
	}
	args = append(args, "to", UserOf(*o.To))
	return words.New(key+".to", args...)
}

// offeredStart returns the position with which an offered game begins, in words and, if it can be
// read, itself.
func offeredStart(o *channel.Offer) (words.Text, rules.Position) {
	g, err := rules.Lookup(o.Key)
	if err == nil {
		if p, err := g.Begin(o.Start, rules.EndingOf(o.Ending)); err == nil {
			d := p.Diagram()
			return words.Position(o.Key, p, &d), p
		}
	}
	return words.New("position.other", "title", words.Title(o.Key), "position", o.Start), nil
}

func offeredFirst(o *channel.Offer) words.Text {
	switch {
	case o.First == 0:
		return words.New("offer.first", "player", UserOf(o.From))
	case o.To != nil:
		return words.New("offer.first", "player", UserOf(*o.To))
	default:
		return words.New("offer.first-taker")
	}
}
