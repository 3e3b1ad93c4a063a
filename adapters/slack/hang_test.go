package slack

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/worker"
	"nimbot/internal/slowtest"
)

// patient never gives up on Slack by itself.
func patient(c *Config) { c.Client = &http.Client{Timeout: time.Hour} }

// general returns the place of the channel general.
func general() dialog.Place {
	return dialog.Place{Platform: Platform, Guild: slacktest.Team, Channel: channelID("general")}
}

// close closes the adapter as the program does, with little time.
func (w *world) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	return w.adapter.Close(ctx)
}

// runWorker makes a worker show every unconfirmed board.
func (w *world) runWorker() {
	w.t.Helper()
	if err := w.advance(time.Minute); err != nil {
		w.t.Fatal(err)
	}
}

// The adapter can be closed while Slack hangs, and the next process shows the board.
func TestNextProcessShowsUnsentBoard(t *testing.T) {
	for _, tt := range []struct{ name, hangs string }{
		{"Slack hangs", "chat.postMessage"},
		{"Slack's answers to tokens hang", "oauth.v2.access"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			change := []func(*Config){patient}
			if tt.hangs == "oauth.v2.access" {
				change = append(change, many)
			}
			w := newWorld(t, change...)
			if w.adapter.oauth != nil {
				w.install(slacktest.Team, "", false, true)
				w.slack.Fail("chat.postMessage", "token_expired")
			}
			release := w.slack.Hold(tt.hangs)
			defer release()
			if _, err := w.slack.Command(userID("ana"), channelID("general"), "/nim", "start 3 4 5").Send(); err != nil {
				t.Fatal(err)
			}
			w.wait("the call", func() bool { return inOutbox() > 0 })
			if err := w.close(); err != nil {
				t.Errorf("Close() = %v while %s hangs, want nil: nothing is lost", err, tt.hangs)
			}
			w.wantLog("not sent before the end")
			w.stop()
			release()
			w.wait("the end of what hung", func() bool { return len(w.slack.Calls(tt.hangs)) > 0 })
			before := w.count() // Slack may have processed the call that timed out
			w.start()
			w.runWorker()
			w.wantBoard("ana's move")
			if n := w.count() - before; n != 1 {
				t.Errorf("the next process showed %d boards, want 1", n)
			}
			w.runWorker()
			if n := w.count() - before; n != 1 {
				t.Errorf("the next process showed %d boards after it looked once more, want still 1", n)
			}
		})
	}
}

// If Slack doesn't answer the call that shows a board, a worker shows it when Slack is
// back.
func TestWorkerShowsBoardAfterTimeout(t *testing.T) {
	for _, member := range []bool{true, false} {
		w := newWorld(t, impatient)
		hangs := "chat.postMessage"
		if !member {
			hangs = "response_url"
			w.slack.AddChannel(slacktest.Channel{ID: channelID("general")})
		}
		release := w.slack.Hold(hangs)
		w.typeCommand("ana", "general", "start 3 4 5")
		w.slack.AddChannel(slacktest.Channel{ID: channelID("general"), Member: true})
		before := w.count()
		release()
		w.runWorker()
		if n := w.count() - before; n != 1 {
			t.Errorf("while %s hung, a worker showed %d boards, want 1", hangs, n)
		}
	}
}

// While Slack hangs, 5000 new boards need a bounded number of goroutines and waiting messages.
// All of them are shown when Slack is back.
func TestManyBoardsWhileSlackHangs(t *testing.T) {
	slowtest.Only(t)
	const boards = 5000
	w := newWorld(t, patient)
	w.slack.Judge = nil
	release := w.slack.Hold("chat.postMessage")
	defer release()
	heap := heapInUse()
	var wg sync.WaitGroup
	for part := range 8 {
		wg.Go(func() {
			for i := part; i < boards; i += 8 {
				id := fmt.Sprint("C", i)
				w.slack.AddChannel(slacktest.Channel{ID: id, Member: true})
				if _, err := w.slack.Command(userID("ana"), id, "/nim", "start 3 4 5").Send(); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	o := w.adapter.outbox
	o.mu.Lock()
	jobs := o.jobs
	o.mu.Unlock()
	if n := inOutbox(); n > maxAtOnce || jobs > maxAllJobs {
		t.Errorf("%d goroutines send and %d messages wait, want at most %d and %d", n, jobs, maxAtOnce, maxAllJobs)
	}
	t.Logf("%d boards while Slack hangs: %d goroutines send, %d messages wait, %d MB of heap", boards, inOutbox(), jobs, (heapInUse()-heap)>>20)
	release()
	for begun := time.Now(); len(w.slack.Calls("chat.postMessage")) < boards && time.Since(begun) < time.Minute; {
		time.Sleep(10 * time.Millisecond)
	}
	w.settle()
	missing := 0
	for i := range boards {
		if len(w.slack.Messages(fmt.Sprint("C", i))) == 0 {
			missing++
		}
	}
	if missing > 0 {
		t.Errorf("%d of %d boards are missing after Slack came back", missing, boards)
	}
}

func heapInUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse
}

// Each call that Publish makes ends with its context. A board that wasn't shown by then is an
// error, so that it is tried again.
func TestPublishEndsWithItsContext(t *testing.T) {
	board := dialog.Reply{Version: 3, Messages: []dialog.Message{{Board: &dialog.Board{}, Lines: []words.Text{words.New("again")}}}}
	edit := dialog.Reply{Version: 3, Messages: []dialog.Message{{Board: &dialog.Board{}, Edit: true, Lines: []words.Text{words.New("again")}}}}
	for _, tt := range []struct {
		hangs string
		reply dialog.Reply
		many  bool
	}{
		{"chat.postMessage", board, false},
		{"chat.update", edit, false},
		{"oauth.v2.access", board, true},
	} {
		change := []func(*Config){patient}
		if tt.many {
			change = append(change, many)
		}
		w := newWorld(t, change...)
		if tt.many {
			w.install(slacktest.Team, "", false, true)
			w.slack.Fail("chat.postMessage", "token_expired")
		}
		release := w.slack.Hold(tt.hangs)
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		_, err := w.adapter.Publish(ctx, general(), dialog.Delivery{Message: "1.2"}, tt.reply)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Publish() while %s hangs = %v, want %v", tt.hangs, err, context.DeadlineExceeded)
		}
		release()
	}
}

// A worker doesn't show a board that the outbox already holds.
func TestPublishSkipsQueuedBoard(t *testing.T) {
	w := newWorld(t, patient)
	release := w.slack.Hold("chat.postMessage")
	defer release()
	if _, err := w.slack.Command(userID("ana"), channelID("general"), "/nim", "start 3 4 5").Send(); err != nil {
		t.Fatal(err)
	}
	w.wait("the call", func() bool { return inOutbox() > 0 })
	by := worker.Worker{Chat: w.handler, Store: w.store, Now: w.now, Publishers: map[string]dialog.Publisher{Platform: w.adapter}, Log: w.config.Log}
	w.mu.Lock()
	w.ahead += time.Minute
	w.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if _, err := by.Step(ctx); err != nil {
		t.Fatal(err)
	}
	w.wantLog("waits in the outbox")
	release()
	w.settle()
	w.runWorker()
	if n := w.count(); n != 1 {
		t.Errorf("%d boards, want 1", n)
	}
}

// Lookups of unknown people are bounded.
func TestQuestionsAboutPeopleAreBounded(t *testing.T) {
	w := newWorld(t, patient)
	release := w.slack.Hold("users.info")
	defer release()
	for i := range 4 * maxAsked {
		w.adapter.people.ask(workspace{Team: slacktest.Team}, fmt.Sprint("U", i))
	}
	w.wait("the end of those that are too many", func() bool { return w.adapter.people.asked.Load() == maxAsked })
	if err := w.close(); err != nil {
		t.Errorf("Close() = %v, want nil", err)
	}
	w.wait("the questions' end", func() bool { return w.adapter.people.asked.Load() == 0 })
	if strings.Contains(w.logs.String(), "scope users:read") {
		t.Errorf("the log blames a scope for the end: %s", w.logs.String())
	}
}
