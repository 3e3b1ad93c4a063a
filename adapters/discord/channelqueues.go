package discord

import (
	"context"
	"sync"
	"time"
)

// Discord accepts about one message per second and channel, so answers queue up in a busy
// channel. Each channel has its own queue, and a step that waits for Discord's limits
// lets other channels go first.
const (
	maxRunningReplies   = 64               // steps that run at the same time
	maxQueuedPerChannel = 200              // waiting in one channel: what arrives in half a minute without a gateway
	maxQueuedReplies    = 2000             // waiting in all channels
	replyTimeout        = 60 * time.Second // a message that waited longer isn't answered
)

// channelQueues has a queue for each channel with work.
type channelQueues struct {
	adapter *Adapter
	turns   chan struct{} // has an element for each running step

	mu     sync.Mutex
	lines  map[string]*stepQueue
	closed bool
}

func newChannelQueues(a *Adapter) channelQueues {
	return channelQueues{adapter: a, turns: make(chan struct{}, maxRunningReplies), lines: map[string]*stepQueue{}}
}

// add queues s after the other steps of the channel. It never waits. If the total is at its
// bound, the longest queue loses a step.
func (c *channelQueues) add(channel string, s step) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed || !c.admit() {
		return
	}
	l := c.lines[channel]
	if l == nil {
		l = &stepQueue{adapter: c.adapter, name: "messages", atOnce: 1, capacity: maxQueuedPerChannel, timeout: followFor + replyTimeout}
		l.idle = func() { c.forget(channel, l) }
		c.lines[channel] = l
	}
	came := time.Now()
	l.add(func(ctx context.Context) error { return c.do(ctx, channel, came, s) })
}

// do runs s when it gets a slot.
func (c *channelQueues) do(ctx context.Context, channel string, came time.Time, s step) error {
	t := &slot{semaphore: c.turns}
	if err := t.take(ctx); err != nil {
		return err
	}
	defer t.leave()
	if time.Since(came) > replyTimeout { // it may have waited for the slot, too
		c.adapter.log.WarnContext(ctx, "discord: a message waited for too long and isn't answered", "channel", channel)
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, followFor)
	defer cancel()
	return s(context.WithValue(ctx, slotKey{}, t))
}

// admit reports whether one more step may be queued. At the bound, it drops the oldest step of the
// longest queue. The caller holds c.mu.
func (c *channelQueues) admit() bool {
	if len(c.lines) < maxQueuedReplies/(maxQueuedPerChannel+1) {
		return true // so few queues hold less than maxQueuedReplies, even if they are full
	}
	held, most, longest := 0, 0, (*stepQueue)(nil)
	for _, l := range c.lines {
		n, _ := l.length()
		held += n + 1 // one step is running
		if n > most {
			most, longest = n, l
		}
	}
	switch {
	case held < maxQueuedReplies:
		return true
	case longest == nil:
		c.adapter.log.Warn("discord: messages came in too many channels at once, so that one isn't answered", "channels", len(c.lines))
		return false
	}
	longest.dropOldest()
	return true
}

// forget removes an empty queue.
func (c *channelQueues) forget(channel string, l *stepQueue) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, empty := l.length(); empty && c.lines[channel] == l {
		delete(c.lines, channel)
	}
}

// close drops all waiting and future steps.
func (c *channelQueues) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for _, l := range c.lines {
		l.close()
	}
}

// slot is the right to run a step (a semaphore token). Only the goroutine that has it
// uses it.
type slot struct {
	semaphore chan struct{}
	has       bool
}

type slotKey struct{}

func (t *slot) take(ctx context.Context) error {
	select {
	case t.semaphore <- struct{}{}:
		t.has = true
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *slot) leave() {
	if t.has {
		<-t.semaphore
		t.has = false
	}
}

// sleepReleasingSlot sleeps for d. It releases ctx's slot, if there is one, while it
// sleeps.
func sleepReleasingSlot(ctx context.Context, d time.Duration) error {
	t, ok := ctx.Value(slotKey{}).(*slot)
	if !ok {
		return sleep(ctx, d)
	}
	t.leave()
	if err := sleep(ctx, d); err != nil {
		return err
	}
	return t.take(ctx)
}
