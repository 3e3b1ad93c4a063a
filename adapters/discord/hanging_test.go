package discord_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/game/dialog"
	"nimbot/game/worker"
	"nimbot/internal/slowtest"
)

// hang blocks every request of the bot, except GET /gateway/bot, until back is called.
func hang(b *bot) (back func()) {
	returned := make(chan struct{})
	b.server.Intercept = func(_ http.ResponseWriter, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, "/gateway/bot") {
			return false
		}
		raw, err := io.ReadAll(r.Body) // net/http detects a closed connection only after the body was read
		if err != nil {
			return true
		}
		r.Body = io.NopCloser(bytes.NewReader(raw))
		select {
		case <-returned:
			return false
		case <-r.Context().Done():
			return true
		}
	}
	return func() { close(returned) }
}

// in is an interaction in one of many channels.
func in(channel int, text string) discordtest.Interaction {
	i := types(somebody("ana"), "c", text)
	i.Channel = fmt.Sprintf("90000000000000%04d", channel)
	return i
}

// deliverAll delivers n interactions, several at once.
func deliverAll(t *testing.T, n int, deliver func(n int) error) {
	t.Helper()
	numbers := make(chan int)
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() {
			for n := range numbers {
				if err := deliver(n); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for n := range n {
		numbers <- n
	}
	close(numbers)
	callers.Wait()
}

// mustDeliver is an interaction that has to be answered.
func (b *bot) mustDeliver(i discordtest.Interaction) error {
	o, err := b.server.Deliver(context.Background(), i)
	if err == nil && o.Kind == 0 {
		err = fmt.Errorf("no answer, status %d", o.Status)
	}
	return err
}

// runWorker has a worker show every unconfirmed board.
func (b *bot) runWorker() {
	b.t.Helper()
	b.clock.Advance(31 * time.Second) // whatever was claimed is free again
	w := worker.Worker{Chat: b.chat, Store: b.store, Now: b.clock.Now, Publishers: map[string]dialog.Publisher{"discord": b.adapter}, Log: b.log}
	for n := 1; n > 0; {
		var err error
		if n, err = w.Step(context.Background()); err != nil {
			b.t.Fatal(err)
		}
	}
}

// boardsAreRight checks that the last message of every channel is its board.
func (b *bot) boardsAreRight(channels int) {
	b.t.Helper()
	wrong := 0
	for c := range channels {
		all := b.server.Messages(in(c, "board").Channel)
		if last := len(all) - 1; last < 0 || !strings.Contains(all[last].Text, "Piles: A 3, B 4, C 5.") || len(all[last].Buttons) == 0 {
			wrong++
		}
	}
	if wrong > 0 {
		b.t.Errorf("%d of %d channels do not end with their board", wrong, channels)
	}
}

// used is the memory and the goroutines in use.
func used() (bytes int64, goroutines int) {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse), runtime.NumGoroutine()
}

// mostGoroutines is what 64 steps in the background may take, here with both
// ends of their connections.
const mostGoroutines = 64 * 6

// commandsWhileHanging is how many commands are given while Discord hangs:
// 1000, or what HANGING_COMMANDS says.
func commandsWhileHanging(t *testing.T) int {
	text := os.Getenv("HANGING_COMMANDS")
	switch {
	case text == "" && slowtest.Race:
		return 400
	case text == "":
		return 1000
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1000 {
		t.Fatalf("HANGING_COMMANDS = %q, want a number from 1000", text)
	}
	return n
}

// restartWithSmallQueues restarts b with small queues, and without what only takes time
// here.
func (b *bot) restartWithSmallQueues() {
	b.stop()
	b.picture, b.server.Also, b.timeout = nil, nil, time.Minute
	b.start()
	b.adapter.Narrow(100)
}

// TestManyCommandsWhileDiscordHangs gives commands over HTTP whose answers are
// taken and whose follow-ups hang.
func TestManyCommandsWhileDiscordHangs(t *testing.T) {
	boards, old := 200, 50
	if slowtest.Race { // it takes ten times as long
		boards, old = 60, 20
	}
	commands := commandsWhileHanging(t)
	b := newBot(t, false)
	b.restartWithSmallQueues()
	for c := range boards + old {
		if err := b.mustDeliver(in(c, "challenge @bob 3 4 5")); err != nil {
			t.Fatal(err)
		}
	}
	b.clock.Advance(time.Hour) // the offers have expired, which the next answer says: the board follows
	for c := range old {
		if err := b.mustDeliver(in(c, "start 3 4 5")); err != nil {
			t.Fatal(err)
		}
	}
	b.settle()
	memory, goroutines := used()
	back := hang(b)
	deliverAll(t, commands-boards, func(n int) error { return b.mustDeliver(in(n%old, "board")) })
	deliverAll(t, boards, func(n int) error { return b.mustDeliver(in(old+n, "start 3 4 5")) })
	moreMemory, more := used()
	t.Logf("%d commands while Discord hangs: %d goroutines more, %.1f MB more with the test's own Discord", commands, more-goroutines, float64(moreMemory-memory)/1e6)
	if more-goroutines > mostGoroutines {
		t.Errorf("%d goroutines more while Discord hangs, want at most %d", more-goroutines, mostGoroutines)
	}
	back()
	b.settle()
	b.runWorker()
	b.boardsAreRight(boards + old)
}

// TestManyInteractionsWhileDiscordHangs floods the gateway while Discord takes
// no responses: the oldest that wait are left out, and what was done is shown
// when it is back.
func TestManyInteractionsWhileDiscordHangs(t *testing.T) {
	const channels = 50
	commands := commandsWhileHanging(t)
	b := gatewayBot(t)
	b.restartWithSmallQueues()
	b.stop()
	b.stop, b.server.Endpoint = func() {}, ""
	b.server.ResponseTime = time.Millisecond // nobody waits for responses that cannot come
	stop, done := b.runGateway(discord.GatewayConfig{Times: longTimes})
	if err := b.server.Gateway.AwaitReady(time.Minute); err != nil {
		t.Fatal(err)
	}
	_, goroutines := used()
	back := hang(b)
	for n := range commands {
		_, _ = b.server.Deliver(context.Background(), in(n%channels, "start 3 4 5")) // it cannot be answered
	}
	_, more := used()
	t.Logf("%d interactions while Discord hangs: %d goroutines more", commands, more-goroutines)
	if most := 256*6 + mostGoroutines; more-goroutines > most {
		t.Errorf("%d goroutines more while Discord hangs, want at most %d", more-goroutines, most)
	}
	back()
	b.settle()
	b.runWorker()
	b.boardsAreRight(channels)
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// Close returns within its context although requests hang; another process then shows the
// missing boards.
func TestCloseWhileDiscordHangs(t *testing.T) {
	b := newBot(t, false)
	const channels = 50 // more than are followed up at once
	for c := range channels {
		b.deliver(in(c, "challenge @bob 3 4 5"))
	}
	b.clock.Advance(time.Hour)
	back := hang(b)
	for c := range channels {
		if err := b.mustDeliver(in(c, "start 3 4 5")); err != nil {
			t.Fatal(err)
		}
	}
	b.endpoint.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if err := b.adapter.Close(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Close = %v, want the deadline exceeded", err)
	}
	if err := b.adapter.Idle(ctx); err != nil {
		t.Errorf("after Close something is under way (%v)", err)
	}
	back()
	b.start()
	b.runWorker()
	b.boardsAreRight(channels)
}
