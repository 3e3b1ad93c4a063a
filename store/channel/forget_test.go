package channel_test

import (
	"slices"
	"strings"
	"testing"

	"nimbot/store"
	"nimbot/store/channel"
)

// between returns a game of two people whose last move, or end, was at a time.
func between(a, b string, at store.Unix) channel.Game {
	return channel.Game{Players: [2]channel.Player{{ID: a, Name: a}, {ID: b, Name: b}}, Since: at}
}

// Forget removes everything about the person up to the given time, and nothing about
// others or from later.
func TestForgetRemovesAllOfOnePerson(t *testing.T) {
	game := func(g channel.Game) *channel.Game { return &g }
	ana, bob, cy := channel.Player{ID: "ana", Name: "ana"}, channel.Player{ID: "bob", Name: "bob"}, channel.Player{ID: "cy", Name: "cy"}
	simul := func(host channel.Player, table int, guests ...channel.Player) channel.Document { // table 0: not begun yet
		o := channel.Offer{From: host, Seats: 2}
		for _, who := range guests {
			o.Guests = append(o.Guests, channel.Guest{Who: who, Table: table})
		}
		return channel.Document{Play: channel.Play{Offer: &o}}
	}
	const until = 100
	for _, c := range []struct {
		what         string
		doc          channel.Document
		playing      bool
		forgot, seen bool
		left         string // whose names are left
	}{
		{"nothing", channel.Document{}, false, false, false, ""},
		{"an offer of theirs", channel.Document{Play: channel.Play{Offer: &channel.Offer{From: ana}}}, false, true, true, ""},
		{"an offer to them", channel.Document{Play: channel.Play{Offer: &channel.Offer{From: bob, To: &ana}}}, false, true, true, ""},
		{"another's offer to anybody", channel.Document{Play: channel.Play{Offer: &channel.Offer{From: bob}}}, false, false, false, "bob"},
		{"another's offer to another", channel.Document{Play: channel.Play{Offer: &channel.Offer{From: bob, To: &bob}}}, false, false, false, "bob bob"},
		{"a question to them", channel.Document{Play: channel.Play{Confirm: &channel.Confirm{By: "ana"}}}, false, true, false, ""},
		{"a question that mentions them", channel.Document{Play: channel.Play{Confirm: &channel.Confirm{By: "bob", To: &ana}}}, false, true, false, ""},
		{"another's question", channel.Document{Play: channel.Play{Confirm: &channel.Confirm{By: "bob"}}}, false, false, false, "bob"},
		{"another's question about another", channel.Document{Play: channel.Play{Confirm: &channel.Confirm{By: "bob", To: &bob}}}, false, false, false, "bob bob"},
		{"the game", channel.Document{Play: channel.Play{Game: game(between("ana", "bob", until))}}, false, true, true, "forgotten bob"},
		{"the game, which goes on", channel.Document{Play: channel.Play{Game: game(between("ana", "bob", until))}}, true, false, false, "ana bob"},
		{"a later game", channel.Document{Play: channel.Play{Game: game(between("ana", "bob", until+1))}}, false, false, false, "ana bob"},
		{"another's game", channel.Document{Play: channel.Play{Game: game(between("bob", "cy", until))}}, false, false, false, "bob cy"},
		{"the last game", channel.Document{Play: channel.Play{Last: game(between("bob", "ana", until))}}, false, true, false, "bob forgotten"},
		{"a later last game", channel.Document{Play: channel.Play{Last: game(between("bob", "ana", until+1))}}, false, false, false, "bob ana"},
		{"results", channel.Document{Play: channel.Play{Results: []channel.Game{between("bob", "cy", 1), between("ana", "bob", until), between("ana", "bob", until+1)}}}, false, true, false, "bob cy forgotten bob ana bob"},
		{"a line", channel.Document{DayPost: &channel.DayPost{Lines: []channel.Line{{Who: bob, At: 1}, {Who: ana, At: until}, {Who: bob, At: until}}}}, false, true, false, "bob bob"},
		{"a private game", channel.Document{Private: []string{"bob", "ana", "cy"}}, false, true, false, "bob cy"},
		{"another's private game", channel.Document{Private: []string{"bob"}}, false, false, false, "bob"},
		{"the table that they mean", channel.Document{Meant: []channel.Meant{{Who: "bob"}, {Who: "ana"}, {Who: "cy"}}}, false, true, false, "bob cy"},
		{"the table that another means", channel.Document{Meant: []channel.Meant{{Who: "bob"}}}, false, false, false, "bob"},
		{"a simul that they joined", simul(bob, 0, ana, cy), false, true, true, "bob cy"},
		{"a simul that they play", simul(bob, 2, cy, ana), true, true, false, "bob cy forgotten"},
		{"a simul of theirs", simul(ana, 0, bob), false, true, true, ""},
		{"a simul that they hold", simul(ana, 2, bob, cy), true, true, false, "forgotten bob cy"},
		{"another's simul", simul(bob, 2, cy), false, false, false, "bob cy"},
		{"a game at table 2", channel.Document{Tables: []channel.Table{{Number: 2, Play: channel.Play{Game: game(between("ana", "bob", until))}}}}, false, true, true, "forgotten bob"},
		{"another's game at table 2", channel.Document{Tables: []channel.Table{{Number: 2, Play: channel.Play{Game: game(between("bob", "cy", until))}}}}, false, false, false, "bob cy"},
		{"a later line", channel.Document{DayPost: &channel.DayPost{Lines: []channel.Line{{Who: ana, At: until + 1}}}}, false, false, false, "ana"},
	} {
		before := slices.Clone(c.doc.Results)
		read := c.doc.Results // by somebody else
		forgot, seen := c.doc.Forget("ana", until, until+9, func(int) bool { return c.playing })
		if left := strings.Join(c.doc.People(), " "); forgot != c.forgot || (len(seen) > 0) != c.seen || left != c.left {
			t.Errorf("%s: Forget = %v, %v, left are %q; want %v, %v and %q", c.what, forgot, seen, left, c.forgot, c.seen, c.left)
		}
		for i := range before {
			if read[i].Players != before[i].Players {
				t.Errorf("%s: what others read was changed to %+v", c.what, read[i].Players)
			}
		}
	}
}

// The function StopPosting removes the schedule and the post, and reports whether there was one.
func TestStopPostingRemovesScheduleAndPost(t *testing.T) {
	for _, c := range []struct {
		doc     channel.Document
		changed bool
	}{
		{channel.Document{}, false},
		{channel.Document{Daily: channel.Daily{At: "09:00"}}, true},
		{channel.Document{DayPost: &channel.DayPost{}}, true},
	} {
		if changed := c.doc.StopPosting(); changed != c.changed || c.doc.Daily.At != "" || c.doc.DayPost != nil {
			t.Errorf("StopPosting = %v, left are %+v and %+v; want %v and nothing", changed, c.doc.Daily, c.doc.DayPost, c.changed)
		}
	}
}
