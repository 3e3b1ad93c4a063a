package discord

import (
	"context"
	"sync"
	"time"
)

// Discord takes about one message a second in each channel, so a busy channel's answers
// wait. Each channel has its own queue, and a step that waits for Discord's limits lets
// other channels go first.
const (
	talkAtOnce   = 64               // steps that run at the same time
	talkPerPlace = 200              // waiting in one channel: what arrives in half a minute without a gateway
	talkLine     = 2000             // waiting in all channels
	talkFor      = 60 * time.Second // a message that waited longer isn't answered
)

// channels has a queue for each channel with work.
type channels struct {
	adapter *Adapter
	turns   chan struct{} // has an element for each running step

	mu     sync.Mutex
	lines  map[string]*line
	closed bool
}

func newChannels(a *Adapter) channels {
	return channels{adapter: a, turns: make(chan struct{}, talkAtOnce), lines: map[string]*line{}}
}

// add queues s behind the other steps of the channel. It never waits. If the total is at
// its bound, the longest queue loses a step.
func (c *channels) add(channel string, s step) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed || !c.admit() {
		return
	}
	l := c.lines[channel]
	if l == nil {
		l = &line{adapter: c.adapter, what: "messages", atOnce: 1, most: talkPerPlace, within: followFor + talkFor}
		l.idle = func() { c.forget(channel, l) }
		c.lines[channel] = l
	}
	came := time.Now()
	l.add(func(ctx context.Context) error { return c.do(ctx, channel, came, s) })
}

// do runs s when it gets a turn.
func (c *channels) do(ctx context.Context, channel string, came time.Time, s step) error {
	if time.Since(came) > talkFor {
		c.adapter.log.WarnContext(ctx, "discord: a message waited for too long and isn't answered", "channel", channel)
		return nil
	}
	t := &turn{of: c.turns}
	if err := t.take(ctx); err != nil {
		return err
	}
	defer t.leave()
	ctx, cancel := context.WithTimeout(ctx, followFor)
	defer cancel()
	return s(context.WithValue(ctx, turnKey{}, t))
}

// admit makes room for one more, and reports whether there is any. mu is held.
func (c *channels) admit() bool {
	if len(c.lines) < talkLine/(talkPerPlace+1) {
		return true // no line is longer than that
	}
	held, most, longest := 0, 0, (*line)(nil)
	for _, l := range c.lines {
		n, _ := l.length()
		held += n + 1 // one is being done
		if n > most {
			most, longest = n, l
		}
	}
	switch {
	case held < talkLine:
		return true
	case longest == nil:
		c.adapter.log.Warn("discord: messages came in too many channels at once, so that one isn't answered", "channels", len(c.lines))
		return false
	}
	longest.shorten()
	return true
}

// forget removes an empty queue.
func (c *channels) forget(channel string, l *line) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, empty := l.length(); empty && c.lines[channel] == l {
		delete(c.lines, channel)
	}
}

// close drops all waiting and future steps.
func (c *channels) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for _, l := range c.lines {
		l.close()
	}
}

// turn is the right to run a step. Only the goroutine that has it uses it.
type turn struct {
	of  chan struct{}
	has bool
}

type turnKey struct{}

func (t *turn) take(ctx context.Context) error {
	select {
	case t.of <- struct{}{}:
		t.has = true
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *turn) leave() {
	if t.has {
		<-t.of
		t.has = false
	}
}

// sleepAside sleeps, and gives up the turn in ctx, if there is one, while it does.
func sleepAside(ctx context.Context, d time.Duration) error {
	t, ok := ctx.Value(turnKey{}).(*turn)
	if !ok {
		return sleep(ctx, d)
	}
	t.leave()
	if err := sleep(ctx, d); err != nil {
		return err
	}
	return t.take(ctx)
}
