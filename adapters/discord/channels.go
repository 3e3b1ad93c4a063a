package discord

import (
	"context"
	"sync"
	"time"
)

// Discord takes about one message a second per channel, so that a busy channel's
// answers wait. Each channel has a line of its own, and whatever waits for Discord's
// limits leaves its turn to others meanwhile.
const (
	talkAtOnce   = 64               // are answered at the same time
	talkPerPlace = 200              // wait in one channel: what half a minute without a gateway brings
	talkLine     = 2000             // wait in all
	talkFor      = 60 * time.Second // a message that waited for longer isn't answered
)

// channels has a line for each channel in which something is to be done.
type channels struct {
	adapter *Adapter
	turns   chan struct{} // holds one for each step that is being done

	mu     sync.Mutex
	lines  map[string]*line
	closed bool
}

func newChannels(a *Adapter) channels {
	return channels{adapter: a, turns: make(chan struct{}, talkAtOnce), lines: map[string]*line{}}
}

// add has s done after what else waits in the channel. It never waits. Where too
// much is held in all, it goes at the cost of the longest line.
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

// do does s when it has a turn.
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

// forget removes a line in which nothing is left to do.
func (c *channels) forget(channel string, l *line) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, empty := l.length(); empty && c.lines[channel] == l {
		delete(c.lines, channel)
	}
}

// close drops what waits, and all that comes.
func (c *channels) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for _, l := range c.lines {
		l.close()
	}
}

// turn is one of the places of those that are being served. Only the goroutine that
// has it uses it.
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

// sleepAside is sleep, but leaves the turn that ctx has, if any, to others.
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
