package slack

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
	"nimbot/game/chat"
)

// wantBoard checks that the newest public message in general contains want.
func (w *world) wantBoard(want string) slacktest.Message {
	w.t.Helper()
	m := w.board("general")
	if !strings.Contains(strings.ReplaceAll(m.Text, "*", ""), want) { // without bold
		w.t.Errorf("the board says %q, want %q", m.Text, want)
	}
	return m
}

func (w *world) wantPrivate(name, want string) {
	w.t.Helper()
	if got := w.private(name, "general"); !strings.Contains(got, want) {
		w.t.Errorf("%s is told %q, want %q", name, got, want)
	}
}

func (w *world) wantLog(want string) {
	w.t.Helper()
	if got := w.logs.String(); !strings.Contains(got, want) {
		w.t.Errorf("the log says %q, want %q", got, want)
	}
}

// count returns how many public messages general has.
func (w *world) count() (n int) {
	for _, m := range w.slack.Messages(channelID("general")) {
		if m.To == "" {
			n++
		}
	}
	return n
}

// Where the bot is no member, it sends the board through the response_url, and tells the
// person once how to invite it.
func TestWhereTheBotIsNoMember(t *testing.T) {
	w := newWorld(t)
	w.slack.AddChannel(slacktest.Channel{ID: channelID("general")})
	w.typeCommand("ana", "general", "start 1 1 2")
	w.wantBoard("ana's move. Piles: A 1, B 1, C 2")
	w.wantPrivate("ana", "/invite")
	before := len(w.slack.Messages(channelID("general")))
	w.press("ana", "general", "C")
	w.press("ana", "general", "Take 2")
	w.wantBoard("ana took 2 from C")
	if after := len(w.slack.Messages(channelID("general"))); after != before {
		t.Errorf("%d messages after two clicks, want still %d: the board is edited, and the invitation said once", after, before)
	}
	// After one refusal the bot doesn't try to edit as itself each time.
	if n := len(w.slack.Calls("chat.update")); n > 1 {
		t.Errorf("chat.update was called %d times, want at most once", n)
	}
	w.typeCommand("ana", "general", "B1")
	w.wantBoard("ana won")
	// The board on which the next game is asked for loses its buttons there, too.
	w.press("ana", "general", "Rematch")
	boards := 0
	for _, m := range w.slack.Messages(channelID("general")) {
		if m.To == "" && len(pressable(m)) > 0 && !strings.Contains(m.Text, "ana won") {
			boards++
		} else if m.To == "" && strings.Contains(m.Text, "ana won") && len(pressable(m)) > 0 {
			t.Errorf("the finished board %q kept its buttons", m.Text)
		}
	}
	if boards == 0 {
		t.Error("the rematch shows no board")
	}
}

func TestPostErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		prepare func(*world)
		board   string // "" for none
		private string
		log     string
	}{
		{"an archived channel", func(w *world) {
			w.slack.AddChannel(slacktest.Channel{ID: channelID("general"), Member: true, Archived: true})
		}, "", "This channel is archived", "play in another one"},
		{"an unknown channel", func(w *world) { w.slack.Fail("chat.postMessage", "channel_not_found") }, "ana's move", "/invite", ""},
		{"a rate limit", func(w *world) { w.slack.Fail("chat.postMessage", "429") }, "ana's move", "", ""},
		{"refused blocks", func(w *world) { w.slack.Fail("chat.postMessage", "invalid_blocks") }, "ana's move", "", "please report"},
		{"too long", func(w *world) { w.slack.Fail("chat.postMessage", "msg_too_long") }, "ana's move", "", "please report"},
		{"refused twice", func(w *world) { w.slack.Fail("chat.postMessage", "invalid_blocks", "invalid_blocks") }, "", "Your game is safe", "please report"},
		{"a revoked token", func(w *world) { w.slack.Revoke(slacktest.Team) }, "", "Your game is safe", "install the app again"},
		{"a fault of Slack's", func(w *world) { w.slack.Fail("chat.postMessage", "500") }, "", "Your game is safe", "status.slack.com"},
		{"an unheard-of error", func(w *world) { w.slack.Fail("chat.postMessage", "tea_time") }, "", "Your game is safe", "tea_time"},
		{"an answer that is lost", func(w *world) { w.slack.Fail("chat.postMessage", "eof") }, "ana's move", "Your game is safe", "status.slack.com"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			tt.prepare(w)
			w.typeCommand("ana", "general", "start 3 4 5")
			want := 1
			if tt.board == "" {
				want = 0
			} else {
				w.wantBoard(tt.board)
			}
			if n := w.count(); n != want {
				t.Errorf("%d boards were shown, want %d", n, want)
			}
			w.wantPrivate("ana", tt.private)
			w.wantLog(tt.log)
		})
	}
}

// A board that Slack may not have shown is shown by a worker. Until then the former one keeps its buttons.
func TestABoardThatMayNotBeShown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seat("ana", "bob", "3 4 5")
	w.slack.Fail("chat.postMessage", "500")
	w.typeCommand("ana", "general", "A1")
	if m := w.wantBoard("ana's move"); len(pressable(m)) == 0 {
		t.Error("the only board that is shown has lost its buttons")
	}
	if err := w.advance(time.Minute); err != nil {
		t.Fatal(err)
	}
	w.wantBoard("ana took 1 from A")
}

func TestEditErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		codes []string
		via   string
	}{
		{"a rate limit", []string{"429"}, "response_url"},
		{"no member any more", []string{"not_in_channel"}, "response_url"},
		{"a fault of Slack's", []string{"500", "500"}, "chat.update"},
		{"a lost answer", []string{"eof"}, "chat.update"},
		{"refused blocks", []string{"invalid_blocks"}, "chat.update"},
		{"too old to edit", []string{"edit_window_closed"}, "response_url"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.typeCommand("ana", "general", "start 1 1 2")
			w.slack.Shown()
			w.slack.Fail("chat.update", tt.codes...)
			w.press("ana", "general", "C")
			shown := w.slack.Shown()
			for len(shown) > 0 && shown[len(shown)-1].To != "" {
				shown = shown[:len(shown)-1] // the invitation
			}
			if len(shown) == 0 || !shown[len(shown)-1].Edit || shown[len(shown)-1].Via != tt.via {
				t.Errorf("shown %v, want an edit by %s", shown, tt.via)
			}
			if n := w.count(); n != 1 {
				t.Errorf("%d public messages, want the one board", n)
			}
		})
	}
}

// After a response_url has expired, the private answer comes by chat.postEphemeral.
func TestAnExpiredResponseURL(t *testing.T) {
	w := newWorld(t)
	w.typeCommand("ana", "general", "challenge @bob 3 4 5")
	w.press("bob", "general", "Accept")
	d := w.slack.Click(userID("cleo"), w.board("general"), "x", "B2")
	w.slack.Advance(31 * time.Minute)
	w.send(d)
	w.wantPrivate("cleo", "watching")
	if n := len(w.slack.Calls("chat.postEphemeral")); n != 1 {
		t.Errorf("chat.postEphemeral was called %d times, want 1", n)
	}
}

// If a response_url is spent, the bot edits the board as itself.
func TestASpentResponseURL(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"expired_url", "used_url"} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.typeCommand("ana", "general", "start 1 1 2")
			w.press("ana", "general", "C")
			w.slack.Fail("chat.update", "429")
			w.slack.Fail("response_url", code)
			w.press("ana", "general", "Take 2")
			w.wantBoard("C 0")
			if calls := w.slack.Calls("chat.update"); len(calls) != 3 || calls[2].Error != "" {
				t.Errorf("after %s: chat.update was called as %v, want it to succeed the third time", code, calls)
			}
		})
	}
}

// A board whose message is gone, or too old to be edited, is posted anew by a worker.
func TestABoardWhoseMessageIsGone(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"message_not_found", "edit_window_closed"} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.typeCommand("ana", "general", "start 1 1 2")
			w.press("ana", "general", "C")
			w.slack.Fail("chat.update", code, code, code)
			w.slack.Fail("response_url", "expired_url")
			w.press("ana", "general", "Take 2")
			if err := w.advance(2 * chat.ShowAfter); err != nil {
				t.Fatal(err)
			}
			w.wantBoard("C 0")
			if n := w.count(); n != 2 {
				t.Errorf("after %s: %d public messages, want the board anew", code, n)
			}
		})
	}
}

// With a revoked token the bot tries to post a board only once.
func TestARevokedTokenIsNotTriedForever(t *testing.T) {
	w := newWorld(t)
	w.slack.Revoke(slacktest.Team)
	w.typeCommand("ana", "general", "start 3 4 5")
	if n := len(w.slack.Calls("chat.postMessage")); n != 1 {
		t.Errorf("chat.postMessage was called %d times with a revoked token, want 1", n)
	}
}

// Posts in one channel keep Slack's minimum interval, and none is lost.
func TestPostsAreRateLimited(t *testing.T) {
	const distance = 30 * time.Millisecond
	w := newWorld(t, func(c *Config) { c.Rates.Post = 6 * distance })
	w.slack.PostEvery = distance
	for range 3 {
		if _, err := w.slack.Command(userID("ana"), channelID("general"), "/nim", "start 3 4 5").Send(); err != nil {
			t.Fatal(err)
		}
		if _, err := w.slack.Command(userID("ana"), channelID("general"), "/nim", "stop").Send(); err != nil {
			t.Fatal(err)
		}
	}
	w.settle()
	for _, c := range w.slack.Calls("chat.postMessage") {
		if c.Error != "" {
			t.Errorf("chat.postMessage failed with %s, want it to wait", c.Error)
		}
	}
	w.wantBoard("ended without a result")
}

// Edits that remove the buttons of old boards keep Slack's rate, too.
func TestEditsAreRateLimited(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *Config) { c.Rates.Update, c.Rates.Burst = time.Hour, 3 })
	w.typeCommand("ana", "general", "start 3 4 5")
	for range 10 {
		if _, err := w.slack.Command(userID("ana"), channelID("general"), "/nim", "board").Send(); err != nil {
			t.Fatal(err)
		}
		w.wait("the board", func() bool {
			return !w.adapter.outbox.waits(queueOf(general(), ""), boardJob(tableOf{general(), 1}))
		})
	}
	if n := len(w.slack.Calls("chat.update")); n > 3 {
		t.Errorf("%d edits were made within a moment, want at most 3", n)
	}
	w.adapter.outbox.drop() // the others would wait for an hour
}

// A burst of moves becomes few edits, and the last one shows the last state.
func TestBurstsAreCoalesced(t *testing.T) {
	w := newWorld(t)
	w.typeCommand("ana", "general", "challenge @bob 30 30")
	w.press("bob", "general", "Accept")
	release := w.slack.Hold("chat.update")
	defer release()
	before := len(w.slack.Calls("chat.update"))
	m := w.board("general")
	for i := range 40 {
		who := []string{"ana", "bob"}[i%2]
		// Typed moves post; a pressed one edits.
		doc := w.stamp()
		if _, err := w.slack.Click(userID(who), m, "x", "A1 ~"+doc).Send(); i < 30 && err != nil {
			t.Fatal(err)
		}
	}
	release()
	w.settle()
	w.wantBoard("A 0, B 30")
	if n := len(w.slack.Calls("chat.update")) - before; n > 3 {
		t.Errorf("30 moves made %d edits, want a few", n)
	}
}

// stamp returns the end of the commands of the present board.
func (w *world) stamp() string {
	w.t.Helper()
	reply := w.handler.Handle(context.Background(), call{workspace: workspace{Team: slacktest.Team}, channel: channelID("general"), user: "x"}.asking("board"))
	for _, m := range reply.Messages {
		for _, b := range m.Buttons {
			if _, stamp, ok := strings.Cut(b.Command, "~"); ok {
				return stamp
			}
		}
	}
	w.t.Fatal("the board has no buttons")
	return ""
}

// Clicks are acknowledged while every chat.update still waits for Slack.
// BenchmarkClickWhileSlackIsSlow measures how quickly.
func TestClicksDoNotWaitForSlack(t *testing.T) {
	const people = 64
	w := newWorld(t)
	var boards [people]slacktest.Message
	for i := range people {
		w.slack.AddUser(slacktest.User{ID: fmt.Sprint("U", i), Name: fmt.Sprint("p", i)})
		w.slack.AddChannel(slacktest.Channel{ID: fmt.Sprint("C", i), Member: true})
		w.send(w.slack.Command(fmt.Sprint("U", i), fmt.Sprint("C", i), "/nim", "start 3 4 5"))
		boards[i] = w.slack.Messages(fmt.Sprint("C", i))[0]
	}
	release := w.slack.Hold("chat.update")
	defer release()
	var wg sync.WaitGroup
	for i, m := range boards {
		wg.Go(func() {
			e := pressable(m)[0]
			if _, err := w.slack.Click(fmt.Sprint("U", i), m, e.action, e.value).Send(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := len(w.slack.Calls("chat.update")); n != 0 {
		t.Errorf("%d calls of chat.update were over when the clicks were acknowledged, want none", n)
	}
	release()
	w.settle()
	if n := len(w.slack.Calls("chat.update")); n != people {
		t.Errorf("%d boards were edited, want %d", n, people)
	}
}

func TestABoardRetiresTheOneBefore(t *testing.T) {
	w := newWorld(t)
	w.typeCommand("ana", "general", "start 3 4 5")
	first := w.board("general")
	w.typeCommand("ana", "general", "board")
	for _, m := range w.slack.Messages(first.Channel) {
		if n := len(pressable(m)); (m.TS == first.TS) != (n == 0) {
			t.Errorf("the message %q has %d buttons", m.Text, n)
		}
	}
	// A finished board keeps its result when the next game begins.
	w.press("ana", "general", "Resign")
	over := w.board("general")
	w.press("ana", "general", "Rematch")
	w.wantBoard("'s move")
	for _, m := range w.slack.Messages(over.Channel) {
		if m.TS == over.TS && (len(pressable(m)) > 0 || !strings.Contains(m.Text, "ana resigned")) {
			t.Errorf("the finished board became %q with %d buttons, want its result and none", m.Text, len(pressable(m)))
		}
	}
}
