package slack

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/store/bounds"
)

// Edits that aren't moves leave the last quarter of a workspace's burst to moves, and none of
// them is made while a move waits.
func TestRetiringLeavesEditsToMoves(t *testing.T) {
	now := time.Now()
	clock := func() time.Time { return now }
	r := newRates(Rates{Update: time.Second, Burst: 20}, clock)
	taken := 0
	for r.takeSpareEdit("T1") == 0 {
		taken++
	}
	if taken != 15 {
		t.Errorf("%d edits that are no moves were allowed at once, want 15", taken)
	}
	for i := range 5 {
		if wait := r.takeEdit("T1"); wait != 0 {
			t.Errorf("move %d has to wait %v", i+1, wait)
		}
	}
	if wait := r.takeEdit("T1"); wait <= 0 || wait > time.Second {
		t.Errorf("a move without an edit left waits %v, want a second at most", wait)
	}
	now = now.Add(time.Second)
	if r.takeTidyEdit("T1") == 0 || r.takeSpareEdit("T1") == 0 || r.takeEdit("T1") != 0 {
		t.Error("the next edit isn't the move's")
	}
	if wait := r.takeSpareEdit("T1"); wait < 5*time.Second || wait > 7*time.Second {
		t.Errorf("what is no move waits %v, want until a quarter of the burst is back", wait)
	}
	if few := newRates(Rates{Burst: 1}, clock); few.takeSpareEdit("T1") != 0 {
		t.Error("with a burst of one edit nothing but moves is ever edited")
	}
}

// TestEightTablesMove plays at eight tables of one channel at once, by typed lines and by
// presses, while Slack enforces its limits. It refuses no call for them, a press doesn't
// wait for what others typed, and every table's board shows its latest state.
func TestEightTablesMove(t *testing.T) {
	const tables = 8
	w := newWorld(t, func(c *Config) { c.Rates.Update, c.Rates.Burst = 2*time.Second, 20 })
	w.slack.UpdatesPerMinute = 50
	name := func(side string, i int) string { return fmt.Sprint(side, i) }
	for i := range tables {
		for _, side := range []string{"a", "b"} {
			w.slack.AddUser(slacktest.User{ID: userID(name(side, i)), Name: name(side, i)})
		}
		if _, err := w.slack.Command(userID(name("a", i)), channelID("general"), "/nim", fmt.Sprintf("challenge <@%s> 9 9 %d first:me", userID(name("b", i)), 10+i)).Send(); err != nil {
			t.Fatal(err)
		}
		offer := w.awaitBoard(name("a", i) + " challenged")
		w.presses(name("b", i), offer, "Accept")
		w.awaitBoard(fmt.Sprintf("C %d.", 10+i))
	}
	// Everybody but the last types, twice; their boards wait until the channel may get them.
	release := w.waitToPost()
	before := len(w.slack.Calls("chat.postMessage"))
	for i := range 2 * (tables - 1) {
		who, line := name("a", i), "A1"
		if i >= tables-1 {
			who, line = name("b", i-tables+1), "B1"
		}
		if _, err := w.slack.Command(userID(who), channelID("general"), "/nim", line).Send(); err != nil {
			t.Fatal(err)
		}
	}
	last := w.awaitBoard(fmt.Sprintf("A 9, B 9, C %d.", 10+tables-1))
	for range 20 { // more steps than there are edits left
		w.presses(name("a", tables-1), last, "B (9)")
		last = w.awaitLabel(last, "Take 9")
		w.presses(name("a", tables-1), last, "Back")
		last = w.awaitLabel(last, "B (9)")
	}
	release()
	for i := range tables - 1 {
		w.awaitBoard(fmt.Sprintf("A 8, B 8, C %d.", 10+i))
	}
	if n := len(w.slack.Calls("chat.postMessage")) - before; n != tables-1 {
		t.Errorf("%d boards were posted, want the latest of each of %d tables", n, tables-1)
	}
	for _, c := range w.slack.Calls("") {
		if c.Error == "ratelimited" {
			t.Errorf("Slack refused %s: it came too soon", c.Method)
		}
	}
	if err := w.close(); err != nil { // otherwise former boards would still wait for their edits
		t.Error(err)
	}
}

// waitToPost makes new messages wait until release is called.
func (w *world) waitToPost() (release func()) {
	w.settle()
	o, r := w.adapter.outbox, w.adapter.web.rates
	every := func(d time.Duration) {
		o.mu.Lock()
		defer o.mu.Unlock()
		r.Post, r.posts = d, bounds.NewBuckets(bounds.Rate{Every: d}, nil)
		r.posted(queueOf(general(), ""))
		for _, q := range o.queues {
			o.stir(q)
		}
	}
	usual := r.Post
	every(time.Hour)
	return func() { every(usual) }
}

// presses presses a button of a message, and doesn't wait for the reply.
func (w *world) presses(name string, m slacktest.Message, label string) {
	w.t.Helper()
	for _, e := range pressable(m) {
		if e.label == label {
			if _, err := w.slack.Click(userID(name), m, e.action, e.value).Send(); err != nil {
				w.t.Fatal(err)
			}
			return
		}
	}
	w.t.Fatalf("no button %q on %q", label, m.Text)
}

// awaitBoard waits for a board of general whose text contains said.
func (w *world) awaitBoard(said string) (found slacktest.Message) {
	w.t.Helper()
	w.wait("a board that says "+said, func() bool {
		for _, m := range w.boards() {
			if strings.Contains(m.Text, said) {
				found = m
				return true
			}
		}
		return false
	})
	return found
}

// awaitLabel waits until a message has a button with a label, and returns it.
func (w *world) awaitLabel(m slacktest.Message, label string) (now slacktest.Message) {
	w.t.Helper()
	w.wait("a button "+label, func() bool {
		for _, x := range w.boards() {
			for _, e := range pressable(x) {
				if now = x; x.TS == m.TS && e.label == label {
					return true
				}
			}
		}
		return false
	})
	return now
}

// TestWorkersShowSeveralTables publishes boards of several tables of one channel at once,
// while a command shows another: each keeps the channel's pace.
func TestWorkersShowSeveralTables(t *testing.T) {
	t.Parallel()
	// A busy machine delivers some calls later than others.
	w := newWorld(t, func(c *Config) { c.Rates.Post = 500 * time.Millisecond })
	w.slack.PostEvery = 10 * time.Millisecond
	var all sync.WaitGroup
	for table := 2; table < 7; table++ {
		all.Go(func() {
			r := dialog.Reply{Version: 3, Messages: []dialog.Message{{Board: &dialog.Board{}, TableNumber: table, Lines: []words.Text{words.New("again")}}}}
			if _, err := w.adapter.Publish(t.Context(), general(), dialog.Delivery{}, r); err != nil {
				t.Errorf("Publish of table %d = %v", table, err)
			}
		})
	}
	w.typeCommand("ana", "general", "start 3 4 5")
	all.Wait()
	for _, c := range w.slack.Calls("chat.postMessage") {
		if c.Error != "" {
			t.Errorf("Slack refused a board: %s", c.Error)
		}
	}
}

// Tidying never takes the edits that a round's count needs.
func TestCountsGoBeforeTidying(t *testing.T) {
	begun := time.Now()
	r := newRates(Rates{Update: time.Second, Burst: 20}, func() time.Time { return begun })
	tidied := 0
	for r.takeTidyEdit("T1") == 0 {
		tidied++
	}
	if tidied != 10 || r.takeSpareEdit("T1") != 0 || r.takeEdit("T1") != 0 {
		t.Errorf("%d edits tidied at once, want 10 and then room for a count and a move", tidied)
	}
}
