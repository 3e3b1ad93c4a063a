package message

import (
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/store/channel"
)

// Simul renders a simul, or one of its games.
type Simul struct{ *Scene }

// lobby shows who has joined, that the games go on, or their results.
func (s Simul) lobby() dialog.Message {
	o := s.Play.Offer
	m := dialog.Message{Board: &dialog.Board{}, Lines: []words.Text{OfferText("offer", o)}}
	if o.Over() {
		m.Lines = append(m.Lines, guestLines(o)...)
		m.Table = guestTable(o)
		return m
	}
	m.Board.Asked = &dialog.Question{By: UserOf(o.From), Gathers: true}
	for _, g := range o.Guests {
		m.Board.Asked.Joined = append(m.Board.Asked.Joined, UserOf(g.Who))
	}
	position, _ := offeredStart(o)
	m.Lines = append(m.Lines, words.New("simul.terms", "position", position, "aim", s.Words.Aim(o.Key, o.Ending), "drawn", o.RandomStart))
	if o.Clock > 0 {
		m.Lines = append(m.Lines, words.New("simul.clock", "time", words.Duration(int(o.Clock))))
	}
	if o.Begun() {
		m.Buttons = []dialog.Button{s.Button(words.New("button.my-tables"), dialog.Plain, "simul")}
		return m
	}
	if len(o.Guests) > 0 {
		m.Lines = append(m.Lines, words.New("simul.guests", "names", names(o.Guests), "count", len(o.Guests)))
	}
	m.Buttons = []dialog.Button{
		s.Button(words.New("button.join"), dialog.Primary, "accept"),
		s.Button(words.New("button.begin"), dialog.Plain, "begin"),
		s.Button(words.New("button.leave"), dialog.Plain, "decline"),
	}
	return m
}

// names lists guests by name.
func names(guests []channel.Guest) words.Text {
	list := words.New("simul.name", "player", UserOf(guests[0].Who))
	for _, g := range guests[1:] {
		list = words.New("simul.names", "names", list, "player", UserOf(g.Who))
	}
	return list
}

// score counts how many guests the host has beaten, and how many have won.
func score(o *channel.Offer) (host, guests int) {
	for _, g := range o.Guests {
		switch g.Result {
		case channel.GuestLost:
			host++
		case channel.GuestWon:
			guests++
		}
	}
	return host, guests
}

// guestLines word the result of each guest.
func guestLines(o *channel.Offer) (lines []words.Text) {
	for _, g := range o.Guests {
		lines = append(lines, words.New("simul.guest."+g.Result, "player", UserOf(g.Who)))
	}
	return lines
}

// guestTable returns the results for platforms with tables.
func guestTable(o *channel.Offer) *dialog.Table {
	t := &dialog.Table{Head: []words.Text{words.New("simul.head.guest"), words.New("simul.head.result")}}
	for _, g := range o.Guests {
		t.Rows = append(t.Rows, []dialog.Cell{{Text: words.New("simul.name", "player", UserOf(g.Who))}, {Text: words.New("simul.result." + g.Result)}})
	}
	return t
}

// HostBoard returns a game of a simul as its host alone sees it, with how many wait for them.
func (s Simul) HostBoard(prefix string, skip, waiting, games int) dialog.Message {
	m := s.Board(prefix, skip, false)
	m.Board.View, m.Board.Game = dialog.Host, nil
	host, _ := s.Hosted()
	m.Lines = append(m.Lines, words.New("simul.waiting", "waiting", waiting, "count", games, "player", s.Player(host.Other())))
	if waiting > 1 {
		m.Buttons = append(m.Buttons, s.Button(words.New("button.skip-table"), dialog.Plain, "simul", "skip"))
	}
	return m
}
