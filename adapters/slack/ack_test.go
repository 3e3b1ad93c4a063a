package slack

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
	"nimbot/game/chat"
)

// storedPile returns the size of the one pile in general, as stored.
func (w *world) storedPile() string {
	w.t.Helper()
	h := chat.New(chat.Config{Store: w.store, Words: w.words, Seed: 1, Now: w.now, Log: w.config.Log})
	reply := h.Handle(context.Background(), call{workspace: workspace{Team: slacktest.Team}, channel: channelID("general"), user: "x"}.asking("board"))
	if reply.State == nil {
		w.t.Fatal("the store holds no game")
	}
	return reply.State.Position
}

func (w *world) wantLeft(want string) {
	w.t.Helper()
	if got := w.storedPile(); got != want {
		w.t.Errorf("%s are left in the store, want %s", got, want)
	}
}

// startGame starts a game of ana and bob in general.
func (w *world) startGame() {
	w.t.Helper()
	w.typeCommand("ana", "general", "challenge @bob 40")
	w.press("bob", "general", "Accept")
}

func (w *world) typing(name, text string) *slacktest.Delivery {
	return w.slack.Command(userID(name), channelID("general"), "/nim", w.typed(text))
}

// A delivery is acknowledged only after its commit.
func TestSocketAcknowledgesAfterTheCommit(t *testing.T) {
	w := newWorld(t, overSocket)
	w.startGame()
	acknowledged := w.slack.Acknowledged()
	release := w.gate.hold(true)
	defer release()
	acks := make(chan error, 1)
	go func() {
		_, err := w.typing("ana", "A1").Send()
		acks <- err
	}()
	w.wait("the commit", w.gate.holds)
	if n := w.slack.Acknowledged() - acknowledged; n != 0 {
		t.Errorf("%d deliveries were acknowledged before their commit, want none", n)
	}
	release()
	if err := <-acks; err != nil {
		t.Errorf("Send() = %v after the commit, want an acknowledgement", err)
	}
	w.wantLeft("39")
	w.settle()
}

// If a process dies after the commit and before the acknowledgement, Slack delivers again,
// to another process, and the move is made once.
func TestKilledBetweenCommitAndAcknowledgement(t *testing.T) {
	w := newWorld(t, overSocket, func(c *Config) {
		c.Jitter = func(time.Duration) time.Duration { return time.Hour } // the first process never comes back
	})
	w.startGame()
	w.slack.AckWithin = 100 * time.Millisecond
	release := w.gate.hold(false)
	move := w.typing("ana", "A1")
	if _, err := move.Send(); err == nil {
		t.Error("the move was acknowledged by a process that came no further than the commit")
	}
	w.wantLeft("39")
	w.slack.BreakSockets()
	w.slack.AckWithin = time.Minute
	killed := w.stop
	w.gate = &gate{Store: w.store}
	w.start()
	next := w.stop
	w.stop = func() { release(); next(); killed() }

	if _, err := move.Send(); err != nil {
		t.Errorf("Send() to the next process = %v, want an acknowledgement", err)
	}
	w.settle()
	w.wantLeft("39")
	w.typeCommand("bob", "general", "A2")
	w.wantBoard("Pile: A 37")
}

// However slow the store is, the bot acknowledges to Slack in time, and answers the person
// later.
func TestSocketAcknowledgesInTime(t *testing.T) {
	t.Parallel()
	w := newWorld(t, overSocket)
	w.stop()
	w.timeout = ackWithin + 2*time.Second // enough for a busy machine to look in between
	w.start()
	release := w.gate.hold(true)
	defer release()
	// The form is closed by then, so its errors come as a message. It is for another channel,
	// so it doesn't wait for the command.
	w.slack.AddChannel(slacktest.Channel{ID: channelID("aside"), Member: true})
	fields := filled("", "nim", "3 4 5", "normal", "me", "easy")
	fields[fieldPlace]["selected_conversation"] = channelID("aside")
	form := w.slack.Submit(userID("bob"), formID, channelID("aside"), fields)
	acks := make(chan slacktest.Ack, 1)
	go func() {
		ack, err := form.Send()
		if err != nil {
			t.Errorf("Send() of a form = %v while the store hangs, want an acknowledgement", err)
		}
		acks <- ack
	}()
	if _, err := w.typing("ana", "start 3 4 5").Send(); err != nil {
		t.Errorf("Send() = %v while the store hangs, want an acknowledgement", err)
	}
	if ack := <-acks; len(ack.Body) > 0 {
		t.Errorf("the form was acknowledged with %s, want nothing", ack.Body)
	}
	if !w.gate.holds() {
		t.Error("the command was acknowledged when it was done, want before")
	}
	w.wait("a word in the log", func() bool { return strings.Contains(w.logs.String(), "acknowledged before it was done") })
	w.wait("the private answer", func() bool { return w.private("ana", "general") != "" })
	w.wait("the private answer to the form", func() bool { return w.private("bob", "aside") != "" })
}

// Shutdown finishes and acknowledges running deliveries; Slack redelivers queued ones.
func TestSocketDrains(t *testing.T) {
	w := newWorld(t, overSocket)
	w.startGame()
	w.slack.AckWithin = 300 * time.Millisecond
	release := w.gate.hold(true)
	defer release()
	begun, inLine := make(chan error, 1), make(chan error, 1)
	go func() { _, err := w.typing("ana", "A1").Send(); begun <- err }()
	w.wait("the commit", w.gate.holds)
	go func() { _, err := w.typing("bob", "A1").Send(); inLine <- err }()
	w.wait("the line", func() bool {
		w.adapter.socket.queues.mu.Lock()
		defer w.adapter.socket.queues.mu.Unlock()
		return w.adapter.socket.queues.inLine > 0
	})
	ended := make(chan struct{})
	go func() { w.stop(); close(ended) }()
	w.wait("the end's beginning", w.adapter.socket.queues.isClosed)
	release()
	<-ended
	w.stop = func() {}
	if err := <-begun; err != nil {
		t.Errorf("Send() of what was being done = %v, want an acknowledgement", err)
	}
	if err := <-inLine; err == nil {
		t.Error("what was in line was acknowledged, want it left to Slack")
	}
	w.wantLeft("39")
}

// The pause grows with each failed try, and is reset by a connection that lasted for
// socketServed, whether or not it delivered anything.
func TestSocketBacksOff(t *testing.T) {
	for _, tt := range []struct {
		name   string
		served func(*world)
		anew   bool
	}{
		{"it brought nothing", func(*world) {}, false},
		{"it brought something", func(w *world) {
			for _, id := range []string{"x1", "x2"} { // over both connections
				w.slack.SendRaw(`{"type":"tea","envelope_id":"` + id + `","payload":{}}`)
			}
			w.wait("the acknowledgements", func() bool { return w.slack.Acknowledged() == 2 })
		}, false},
		{"it lived for a while", func(w *world) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.ahead += socketServed
		}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var mu sync.Mutex
			var bounds []time.Duration
			w := newWorld(t)
			w.stop()
			overSocket(&w.config)
			w.config.Now = w.now
			w.config.Jitter = func(most time.Duration) time.Duration {
				mu.Lock()
				defer mu.Unlock()
				bounds = append(bounds, most)
				return time.Millisecond
			}
			w.slack.Fail("apps.connections.open", slices.Repeat([]string{"500"}, 8)...)
			w.start()
			mu.Lock()
			before := slices.Clone(bounds)
			mu.Unlock()
			tt.served(w)
			w.slack.BreakSockets()
			w.wait("the next pauses", func() bool {
				mu.Lock()
				defer mu.Unlock()
				return len(bounds) >= len(before)+socketConnections
			})
			mu.Lock()
			defer mu.Unlock()
			if longest := slices.Max(before); len(before) != 8 || longest < 2*backoffMin {
				t.Errorf("the bounds of 8 failed tries of %d connections were %v, want them to grow", socketConnections, before)
			}
			after := bounds[len(before) : len(before)+socketConnections]
			for _, most := range after {
				if (most == backoffMin/2) != tt.anew {
					t.Errorf("the bounds afterwards are %v, want them to begin anew: %v", after, tt.anew)
				}
			}
		})
	}
}
