package chat_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/words/command"
	"nimbot/store/channel"
)

// callable is a chat.Results that knows who wants no pings.
type callable struct {
	chat.Results
	quiet []string
	asked *int
	err   error
}

func (c callable) WantsPings(_ context.Context, _ dialog.Place, id string) (bool, error) {
	if c.asked != nil {
		*c.asked++
	}
	return !slices.Contains(c.quiet, id), c.err
}

func (callable) Count(context.Context, dialog.Place, []channel.Game) error { return nil }

func (callable) Documents(context.Context, dialog.Place, string, command.Needs) ([]string, error) {
	return nil, nil
}

func (callable) BeginsIn(context.Context, []chat.BegunSeat) error { return nil }

// pinged returns the people whom the public messages of a reply notify. fresh reports whether
// one of its boards is a new message.
func pinged(r dialog.Reply) (who []string, fresh bool) {
	for _, m := range r.Messages {
		for _, u := range m.Ping {
			who = append(who, u.ID)
		}
		fresh = fresh || m.IsBoard() && !m.Edit && m.To == nil
	}
	return who, fresh
}

// takeOne lets a person press the first pile of the board, then "Take 1", which edits the
// board.
func takeOne(t *testing.T, c *chattest.Room, who string, board dialog.Reply) dialog.Reply {
	t.Helper()
	for _, m := range board.Messages {
		if m.Menu != nil {
			return c.Press(who, c.Says(who, m.Menu.Items[0].Command), "Take 1")
		}
	}
	t.Fatalf("no board to press:\n%s", c.Text(board))
	return dialog.Reply{}
}

// TestATurnPingsItsPlayerWhereNobodyWaits plays by pressed buttons, which edit the board, and
// checks which turns get a new board instead.
func TestATurnPingsItsPlayerWhereNobodyWaits(t *testing.T) {
	for _, tt := range []struct {
		name, clock, set string
		waits            []time.Duration // before the moves of ana, bob, ana …
		want             []string        // whom they notify
	}{
		{"no clock, at once", "", "", []time.Duration{time.Second, time.Minute, 10 * time.Minute}, []string{"", "", ""}},
		{"a short clock", " clock:10m", "", []time.Duration{time.Second, time.Minute}, []string{"", ""}},
		{"a buried board", "", "", []time.Duration{16 * time.Minute, time.Second, 11 * time.Minute, 16 * time.Minute}, []string{"bob", "", "", "ana"}},
		{"a long clock", " clock:1h", "", []time.Duration{11 * time.Minute, time.Minute, 9 * time.Minute, 2 * time.Minute}, []string{"bob", "", "bob", ""}},
		{"a long clock, off", " clock:1h", "settings pings:off", []time.Duration{20 * time.Minute, 20 * time.Minute}, []string{"", ""}},
		{"always, but not too often", "", "settings pings:on", []time.Duration{11 * time.Minute, time.Second, 10 * time.Minute}, []string{"bob", "", "bob"}},
		{"back to auto", "", "settings pings:auto", []time.Duration{11 * time.Minute}, []string{""}},
	} {
		c := chattest.NewRoom(t)
		if tt.set != "" {
			r := c.Request("mo", tt.set)
			r.User.Moderator = true
			c.Handler.Handle(t.Context(), r)
		}
		c.Says("ana", "challenge @bob 9 9 first:me"+tt.clock)
		board := c.Says("bob", "accept")
		for i, want := range tt.want {
			c.Pass(tt.waits[i])
			board = takeOne(t, c, []string{"ana", "bob"}[i%2], board)
			who, fresh := pinged(board)
			if got := append(who, "")[0]; got != want || fresh != (want != "") || len(who) > 1 {
				t.Errorf("%s: move %d notifies %q, a new board is %t, want %q", tt.name, i+1, who, fresh, want)
			}
		}
	}
}

// TestABoardThatWasCalledIsNotBuried has somebody post the board anew.
func TestABoardThatWasCalledIsNotBuried(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Play("ana: challenge @bob 9 9 first:me", "bob: accept")
	c.Pass(20 * time.Minute)
	board := c.Says("cleo", "board")
	if who, _ := pinged(board); who != nil {
		t.Errorf("board notifies %v", who)
	}
	c.Pass(10 * time.Minute)
	c.Restart()
	if who, fresh := pinged(takeOne(t, c, "ana", board)); who != nil || fresh {
		t.Errorf("a move ten minutes after the board was posted notifies %v, new board %t", who, fresh)
	}
}

// A player's setting is looked up outside the lane, and only when a ping is due. If it can't be
// read, nobody is notified.
func TestWhoWantsNoPingsGetsNone(t *testing.T) {
	for _, tt := range []struct {
		name  string
		quiet []string
		err   error
		want  []string
	}{{"on", nil, nil, []string{"bob"}}, {"off", []string{"bob"}, nil, nil}, {"unknown", nil, errors.New("away"), nil}} {
		c, asked := chattest.NewRoom(t), 0
		c.People = callable{quiet: tt.quiet, asked: &asked, err: tt.err}
		c.Restart()
		c.Play("ana: challenge @bob 9 9 first:me", "bob: accept")
		c.Play("ana: A1", "bob: A1")
		if asked != 0 {
			t.Errorf("%s: %d people were looked up though no ping was due", tt.name, asked)
		}
		c.Pass(16 * time.Minute)
		r := c.Play("ana: A1")
		if who, _ := pinged(r); !slices.Equal(who, tt.want) || asked != 1 {
			t.Errorf("%s: notifies %v after %d looks, want %v after one", tt.name, who, asked, tt.want)
		}
		c.Expect(r, "ana took 1 from A")
		if events := c.Document().Game.Events; events != "A1 A1 A1" {
			t.Errorf("%s: the game is %q", tt.name, events)
		}
	}
}

// TestABoardThatWasNotShownStillPings has a worker show the board of a process that
// died after its write.
func TestABoardThatWasNotShownStillPings(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Play("ana: challenge @bob 9 9 first:me clock:1h", "bob: accept")
	c.Pass(20 * time.Minute)
	c.Play("ana: A1")
	c.Restart()
	r, _, err := c.Handler.Present(t.Context(), c.Place, 1)
	if who, _ := pinged(r); err != nil || !slices.Equal(who, []string{"bob"}) {
		t.Errorf("the board that a worker shows notifies %v, %v", who, err)
	}
	c.Pass(2 * time.Minute)
	c.Play("bob: A1")
	if r, _, _ = c.Handler.Present(t.Context(), c.Place, 1); len(r.Messages) != 1 || r.Messages[0].Ping != nil {
		t.Errorf("a board without a ping notifies %v", r.Messages[0].Ping)
	}
}

// TestTheClockWarnsOnceATurn settles a table again and again: the player is warned once
// on each turn, at a tenth of the clock, by a message of its own.
func TestTheClockWarnsOnceATurn(t *testing.T) {
	for clock, before := range map[string]time.Duration{"2m": time.Minute, "10m": time.Minute, "1h": 6 * time.Minute, "24h": 2 * time.Hour, "72h": 2 * time.Hour} {
		c := fullRoom(t) // its games have no clock
		c.Play("eve: challenge @fay 9 9 first:me clock:"+clock, "fay: accept")
		each, _ := time.ParseDuration(clock)
		for turn, who := range []string{"eve", "fay"} {
			c.Pass(each - before - time.Second)
			if r, settled, err := c.Handler.Settle(t.Context(), c.Place); settled || err != nil {
				t.Fatalf("%s: too early: %s %v", clock, c.Text(r), err)
			}
			c.Pass(time.Second)
			r, settled, err := c.Handler.Settle(t.Context(), c.Place)
			if got, _ := pinged(r); err != nil || !settled || !slices.Equal(got, []string{who}) || r.Messages[0].IsBoard() || r.Messages[0].TableNumber != 3 {
				t.Fatalf("%s, turn %d: warned %v, %v\n%s", clock, turn+1, got, err, c.Text(r))
			}
			c.Expect(r, who+", you have")
			c.Restart()
			c.Pass(30 * time.Second)
			if r, settled, _ := c.Handler.Settle(t.Context(), c.Place); settled {
				t.Errorf("%s: warned twice: %s", clock, c.Text(r))
			}
			c.Play(who + ": A1")
		}
	}
}

// TestNobodyIsWarnedInVain leaves out clocks of a minute, people who want no pings, and
// channels that have turned pings off.
func TestNobodyIsWarnedInVain(t *testing.T) {
	for _, tt := range []struct{ clock, quiet, set string }{{"1m", "", ""}, {"1h", "ana", ""}, {"1h", "", "settings pings:off"}} {
		c := chattest.NewRoom(t)
		c.People = callable{quiet: []string{tt.quiet}}
		c.Restart()
		if tt.set != "" {
			r := c.Request("mo", tt.set)
			r.User.Moderator = true
			c.Handler.Handle(t.Context(), r)
		}
		c.Play("ana: challenge @bob 9 9 first:me clock:"+tt.clock, "bob: accept")
		each, _ := time.ParseDuration(tt.clock)
		c.Pass(each - time.Second)
		r, _, err := c.Handler.Settle(t.Context(), c.Place)
		if len(r.Messages) > 0 || err != nil {
			t.Errorf("%v: %v %s", tt, err, c.Text(r))
		}
		c.Pass(time.Second)
		c.Expect(settled(t, c), "bob won")
	}
}

func settled(t *testing.T, c *chattest.Room) dialog.Reply {
	t.Helper()
	r, _, err := c.Handler.Settle(t.Context(), c.Place)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestAWarningThatWasNotShownIsShown has a worker die between the write and the message.
func TestAWarningThatWasNotShownIsShown(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Play("ana: challenge @bob 9 9 first:me clock:1h", "bob: accept")
	c.Pass(54 * time.Minute)
	settled(t, c)
	c.Restart()
	r, _, err := c.Handler.Present(t.Context(), c.Place, 1)
	if err != nil || len(r.Messages) != 2 || !r.Messages[1].Post.MaybePosted {
		t.Fatalf("%v: %s", err, c.Text(r))
	}
	c.Expect(r, "ana, you have 6 minutes left")
	tasks, err := c.Store.Claim(t.Context(), c.Now.Add(time.Minute), time.Second, 10)
	if err != nil || len(tasks) != 1 || !slices.Equal(tasks[0].Show, []int{1}) {
		t.Errorf("to be shown are %+v, %v, want table 1", tasks, err)
	}
}

// TestAnOfferKeepsWhetherItsMakerWantsPings accepts offers whose maker moves first. The one who accepts
// doesn't wait for the maker's setting, unless it couldn't be read before.
func TestAnOfferKeepsWhetherItsMakerWantsPings(t *testing.T) {
	for _, tt := range []struct {
		name  string
		offer string
		quiet []string
		err   error // when the offer is made
		asked [2]int
		want  []string
	}{
		{"on", "challenge @bob 9 9 first:me clock:1h", nil, nil, [2]int{1, 1}, []string{"ana"}},
		{"off", "challenge @bob 9 9 first:me clock:1h", []string{"ana"}, nil, [2]int{1, 1}, nil},
		{"open", "open 9 9 clock:2h", []string{"bob"}, nil, [2]int{1, 1}, []string{"ana"}},
		{"unknown", "challenge @bob 9 9 first:me clock:1h", []string{"ana"}, errors.New("away"), [2]int{1, 2}, nil},
		{"the other first", "challenge @bob 9 9 first:them clock:1h", nil, nil, [2]int{0, 0}, nil},
		{"a short clock", "challenge @bob 9 9 first:me clock:10m", nil, nil, [2]int{0, 0}, nil},
	} {
		c, asked := chattest.NewRoom(t), 0
		c.People = callable{quiet: tt.quiet, asked: &asked, err: tt.err}
		c.Restart()
		c.Play("ana: " + tt.offer)
		made := asked
		if tt.err != nil {
			c.People = callable{quiet: tt.quiet, asked: &asked}
		}
		c.Restart()
		r := c.Play("bob: accept")
		if who, _ := pinged(r); !slices.Equal(who, tt.want) || made != tt.asked[0] || asked != tt.asked[1] {
			t.Errorf("%s: notifies %v, after %d and %d looks, want %v after %v", tt.name, who, made, asked, tt.want, tt.asked)
		}
	}
}
