package discord_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/game/dialog"
)

// challenges is an interaction by which who challenges whom.
func challenges(who, whom, piles string, more ...discordtest.Option) discordtest.Interaction {
	i := types(somebody(who), "c", "board")
	p := somebody(whom)
	i.Data = discordtest.Typed("nim", "challenge", []discordtest.Person{p}, append(more, discordtest.Option{Name: "player", Value: p.ID}, discordtest.Option{Name: "piles", Value: piles}, discordtest.Option{Name: "first", Value: "me"})...)
	return i
}

// pair seats two people at the next table of channel c, where who moves first, and
// returns its board.
func (b *bot) pair(who, whom, piles string, more ...discordtest.Option) discordtest.Message {
	b.t.Helper()
	offer := b.deliver(challenges(who, whom, piles, more...)).Message
	if offer == nil || offer.To != "" {
		b.t.Fatalf("%s challenges %s: %+v, want an offer", who, whom, offer)
	}
	return b.presses(whom, *offer, "Accept")
}

// presses presses a button in channel c and returns the message that is shown then.
func (b *bot) presses(who string, m discordtest.Message, label string) discordtest.Message {
	b.t.Helper()
	o := b.deliver(pressed(somebody(who), "c", m, b.find(m, label)))
	if o.Message == nil {
		b.t.Fatalf("%s presses %q: %s, want a message", who, label, o.Body)
	}
	return *o.Message
}

// here is channel c.
var here = dialog.Place{Platform: "discord", Guild: guild, Channel: channelID("c")}

// stands is a message of channel c as it is now.
func (b *bot) stands(id string) discordtest.Message {
	b.t.Helper()
	all := b.server.Messages(here.Channel)
	i := slices.IndexFunc(all, func(m discordtest.Message) bool { return m.ID == id })
	if i < 0 {
		b.t.Fatalf("there is no message %s", id)
	}
	return all[i]
}

// pressable are the ids of the public messages of channel c that have buttons.
func (b *bot) pressable() (ids []string) {
	for _, m := range b.server.Messages(here.Channel) {
		if m.To == "" && len(m.Buttons) > 0 {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// wantPressable checks which public messages have buttons.
func (b *bot) wantPressable(when string, want ...discordtest.Message) {
	b.t.Helper()
	ids := make([]string, len(want))
	for i, m := range want {
		ids[i] = m.ID
	}
	slices.Sort(ids)
	if got := b.pressable(); !slices.Equal(got, ids) {
		b.t.Errorf("%s, the messages %q have buttons, want %q", when, got, ids)
	}
}

// Each table has a message of its own: a new board of one retires its former board, and
// leaves the others' alone.
func TestEachTableHasItsMessage(t *testing.T) {
	b := newBot(t, false)
	one, two := b.pair("ana", "bob", "3 4 5"), b.pair("cleo", "mo", "7 8")
	b.wantPressable("after two offers were accepted", one, two)
	moved := *b.deliver(types(somebody("cleo"), "c", "A2")).Message
	b.wantPressable("after a typed move at table 2", one, moved)
	if edited := b.presses("ana", one, "A (3)"); edited.ID != one.ID {
		t.Errorf("a press on table 1's board is shown in message %s, want %s", edited.ID, one.ID)
	}
	again := *b.deliver(types(somebody("bob"), "c", "board")).Message
	b.wantPressable("after table 1's board was called", again, moved)
	if old := b.stands(two.ID); !strings.Contains(old.Text, "A 7, B 8") {
		t.Errorf("table 2's former board became %q, want what it was", old.Text)
	}
	over := *b.deliver(discordtest.Interaction{
		Kind: discordtest.Form, Who: somebody("mo"), Channel: channelID("c"), Guild: guild, Message: &moved,
		Data: discordtest.Filled("m:"+b.find(moved, "Resign").CustomID, nil),
	}).Message
	if over.ID != moved.ID || !strings.Contains(over.Text, "mo resigned") {
		t.Errorf("the form on table 2's board is answered by message %s, %q, want that board changed though table 1's is newer", over.ID, over.Text)
	}
}

// The process dies after it stored a move at table 2 and before it showed it: the next
// one shows table 2, once, and leaves table 1 alone, which was shown.
func TestOnlyTheTableThatWasNotShownIsShown(t *testing.T) {
	b := newBot(t, false)
	one, two := b.pair("ana", "bob", "3 4 5"), b.pair("cleo", "mo", "7 8")
	two = b.presses("cleo", two, "A (7)") // a step in the choice, by which the board's id is known
	one = b.presses("ana", b.presses("ana", one, "A (3)"), "Take 2")
	r := b.chat.Handle(context.Background(), dialog.Request{ID: "lost", Place: here, User: dialog.User{ID: personID("cleo"), Name: "cleo"}, Text: "A2", Confirms: true})
	if r.Result != dialog.Done || !slices.Equal(r.Boards(), []int{2}) {
		t.Fatalf("cleo's move: %s, boards %v", r.Result, r.Boards())
	}
	before := len(b.server.Messages(here.Channel))
	b.stop()
	b.start()
	for range 2 {
		b.clock.Advance(11 * time.Second)
		b.runWorker()
	}
	all := b.server.Messages(here.Channel)
	if len(all) != before+1 || !strings.Contains(all[len(all)-1].Text, "A 5, B 8") {
		t.Fatalf("%d messages are new, the last %q, want one with table 2's board", len(all)-before, all[len(all)-1].Text)
	}
	b.wantPressable("after the next process showed table 2", one, all[len(all)-1])
	if m := b.stands(one.ID); m.Edits != one.Edits {
		t.Errorf("table 1's board was edited %d times more", m.Edits-one.Edits)
	}
	if m := b.stands(two.ID); !strings.Contains(m.Text, "A 5, B 8") { // what it showed isn't known any more
		t.Errorf("table 2's former board shows %q, want the new state without buttons", m.Text)
	}
}

// The clocks of eight tables run out together. Each end is shown once, also where
// Discord fails at first.
func TestEightClocksRunOut(t *testing.T) {
	b := newBot(t, false)
	clock := discordtest.Option{Name: "clock", Value: "10m"}
	for n := range 8 {
		b.pair(fmt.Sprint("w", n), fmt.Sprint("l", n), fmt.Sprintf("3 4 %d", 5+n), clock)
	}
	b.clock.Advance(11 * time.Minute)
	b.server.SetIntercept(failing("/messages", status(502, nil, "bad gateway")))
	b.runWorker()
	b.runWorker()
	ends := map[string]int{}
	for _, m := range b.server.Messages(here.Channel) {
		if strings.Contains(m.Text, "ran out of time") {
			who, _, _ := strings.Cut(m.Text, " won")
			ends[who]++
		}
	}
	if len(ends) != 8 {
		t.Errorf("the ends of %d tables are shown, want 8: %v", len(ends), ends)
	}
	for who, n := range ends {
		if n != 1 {
			t.Errorf("%s's win is shown %d times", who, n)
		}
	}
	if n := len(b.pressable()); n != 8 {
		t.Errorf("%d public messages have buttons, want the eight ends", n)
	}
}

// Two offers that expire together are both said to have expired, and lose their buttons.
func TestTwoOffersExpire(t *testing.T) {
	b := newBot(t, false)
	b.deliver(challenges("ana", "bob", "3 4 5"))
	b.deliver(challenges("cleo", "mo", "7 8"))
	b.clock.Advance(11 * time.Minute)
	b.runWorker()
	text := ""
	for _, m := range b.server.Messages(here.Channel) {
		if len(m.Buttons) == 0 && strings.Contains(m.Text, "expired") {
			text += m.Text + "\n"
		}
	}
	if strings.Count(text, "expired") != 2 || !strings.Contains(text, "bob") || !strings.Contains(text, "mo") {
		t.Errorf("the channel is told %q, want that both offers have expired", text)
	}
	b.wantPressable("after both offers expired")
}

// A board whose confirmation failed is shown once, though another table moves on before
// the worker tries again.
func TestAnUnconfirmedBoardIsShownOnce(t *testing.T) {
	b := newBot(t, false)
	one := b.pair("ana", "bob", "3 4 5")
	b.pair("cleo", "mo", "7 8")
	show := func() {
		reply, d, err := b.chat.Present(context.Background(), here, 2)
		if err == nil {
			_, err = b.adapter.Publish(context.Background(), here, d, reply)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	before := len(b.server.Messages(here.Channel))
	show()
	b.presses("ana", b.presses("ana", one, "A (3)"), "Take 2")
	show()
	if n := len(b.server.Messages(here.Channel)) - before; n != 1 {
		t.Errorf("table 2's board is shown %d times, want once", n)
	}
	b.deliver(types(somebody("cleo"), "c", "A2"))
	before = len(b.server.Messages(here.Channel))
	show()
	if n := len(b.server.Messages(here.Channel)) - before; n != 1 {
		t.Errorf("table 2's next board is shown %d times, want once", n)
	}
}

// Who watches gets the list of tables, one line and one button each, whatever people play
// and are called; a button shows its table to them alone.
func TestTheListOfTables(t *testing.T) {
	for _, tt := range []struct {
		tables      int
		name, piles string
	}{
		{8, "", "3 4 5"},
		{32, strings.Repeat("_", 29), strings.TrimSpace(strings.Repeat("999999999 ", 25))},
	} {
		b := newBot(t, false)
		b.stop()
		b.limits.Tables = tt.tables
		b.start()
		for n := range tt.tables {
			who, whom := somebody(fmt.Sprint("w", n)), somebody(fmt.Sprint("l", n))
			who.Name, whom.Name = tt.name+who.Name, tt.name+whom.Name
			i := challenges(who.Name, whom.Name, tt.piles)
			i.Who = who
			i.Data = discordtest.Typed("nim", "challenge", []discordtest.Person{whom}, discordtest.Option{Name: "player", Value: whom.ID}, discordtest.Option{Name: "piles", Value: tt.piles})
			offer := *b.deliver(i).Message
			b.deliver(pressed(whom, "c", offer, b.find(offer, "Accept")))
		}
		o := b.deliver(types(somebody("eve"), "c", "board"))
		list := *o.Message
		only(t, "the list", "eve", list)
		for n := range tt.tables {
			if want := fmt.Sprintf("%d · ", n+1); !strings.Contains(list.Text, want) {
				t.Errorf("of %d tables the list has no line of table %d: %q", tt.tables, n+1, list.Text)
			}
			watched := b.presses("eve", list, fmt.Sprint("Watch table ", n+1))
			if only(t, "a watched table", "eve", watched); !strings.Contains(watched.Text, fmt.Sprint("w", n)) && !strings.Contains(watched.Text, fmt.Sprint("l", n)) {
				t.Errorf("table %d is shown as %q", n+1, watched.Text)
			}
		}
	}
}

// A board that is shown because its table was chosen is confirmed: no worker shows it
// once more.
func TestAChosenBoardIsShownOnce(t *testing.T) {
	b := newBot(t, false)
	b.pair("ana", "bob", "3 4 5")
	b.pair("ana", "cleo", "7 8")
	asked := *b.deliver(types(somebody("ana"), "c", "board")).Message
	chosen := b.presses("ana", asked, "Against bob: Nim 3 4 5")
	before := len(b.public())
	b.clock.Advance(11 * time.Second)
	b.runWorker()
	if n := len(b.public()) - before; n != 0 || chosen.To != "" {
		t.Errorf("a worker shows %d boards more, after %q to %q", n, chosen.Text, chosen.To)
	}
}

// Who plays several games is asked which one is meant, with a button for each, however
// long the line is.
func TestWhichTableIsMeant(t *testing.T) {
	for _, tt := range []struct{ line, after string }{
		{"A1", "A 999999998"},
		{"take 1 from the very first of all the piles that lie on the table here, please, and thank you very much", ""},
	} {
		b := newBot(t, false)
		piles := strings.TrimSpace(strings.Repeat("999999999 ", 25))
		b.pair("ana", "bob", piles)
		b.pair("ana", "cleo", "3 4 5")
		b.deliver(types(somebody("ana"), "c", "start 1 2"))
		o := b.deliver(types(somebody("ana"), "c", tt.line))
		asked := *o.Message
		only(t, "the question", "ana", asked)
		if len(asked.Buttons) != 3 || !strings.HasPrefix(asked.Buttons[0].Label, "Against me: ") && !strings.HasPrefix(asked.Buttons[0].Label, "Against bob: ") {
			t.Fatalf("%q: the question %q has the buttons %+v, want one for each of three games", tt.line, asked.Text, asked.Buttons)
		}
		chosen := *b.deliver(pressed(somebody("ana"), "c", asked, asked.Buttons[0])).Message
		if !strings.Contains(chosen.Text, tt.after) {
			t.Errorf("%q: the choice is answered with %q, want %q in it", tt.line, chosen.Text, tt.after)
		}
	}
}
