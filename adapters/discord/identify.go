package discord

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nimbot/store/lease"
)

// clampSeconds limits a number of seconds from the platform to a range: a nonsensical or
// overflowing value must neither stop the bot for ever nor allow requests without a
// pause.
func clampSeconds(seconds float64, least, most time.Duration) time.Duration {
	switch {
	case seconds >= most.Seconds():
		return most
	case seconds > least.Seconds():
		return time.Duration(seconds * float64(time.Second))
	}
	return least
}

// bucket is one of Discord's groups of shards that share a pace for identifying.
type bucket struct {
	turn chan struct{} // has an element while a connection has the turn
	next time.Time     // the earliest next identification; only the turn's holder may access it
}

// awaitIdentify waits until one more identification is allowed: by the pace of the shard's
// bucket, in this process and in all others, and by the day's budget. On success the
// caller must call done once.
func (g *gateway) awaitIdentify(ctx context.Context, shard int) (url string, done func(sent bool), err error) {
	for try := 0; ; try++ {
		done, err := g.turn(ctx, shard%g.buckets)
		if err != nil {
			return "", nil, err
		}
		wait := g.pause(try)
		url, reset, err := g.budget(ctx)
		switch {
		case err == nil && url != "":
			return url, done, nil
		case errors.Is(err, errTokenRefused):
			done(false)
			return "", nil, err
		case err != nil:
			g.adapter.log.WarnContext(ctx, "discord: not connected to the gateway yet; trying again", "error", withRemedy(err))
		default:
			wait = max(reset, g.times.Retry)
			g.adapter.log.WarnContext(ctx, "discord: the day's identifications are used up", "wait", wait,
				"remedy", "nothing but waiting: every start takes one, and another start takes the next; see why the bot was restarted so often")
		}
		done(false)
		if err := sleep(ctx, wait); err != nil {
			return "", nil, err
		}
	}
}

// budget asks Discord once for the gateway's address and the remaining identifications.
// url is "" if the day's are used up; they are available again after reset.
func (g *gateway) budget(ctx context.Context) (url string, reset time.Duration, err error) {
	ask, cancel := context.WithTimeout(ctx, g.times.Hello)
	defer cancel()
	plan, err := g.adapter.rest.gatewayBot(ask)
	limit := plan.SessionStartLimit
	switch {
	case err != nil:
		return "", 0, err
	case limit.Total > 0 && limit.Remaining <= 0:
		return "", clampSeconds(float64(limit.ResetAfter)/1000, 0, 24*time.Hour), nil
	case plan.URL == "":
		return "", 0, errNoAddress
	}
	return plan.URL, 0, nil
}

// turn waits for a turn of the bucket, which one connection has at a time. The caller
// must call done when Discord has answered the IDENTIFY, or when it's clear that none
// will be sent. The pace counts from that answer, because the time to connect and to
// reach Discord varies.
func (g *gateway) turn(ctx context.Context, bucket int) (done func(sent bool), err error) {
	b := g.bucket(bucket)
	select {
	case b.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := sleep(ctx, time.Until(b.next)); err != nil {
		<-b.turn
		return nil, err
	}
	l := lease.Lease{
		Store: g.leases, Key: fmt.Sprintf("lease:discord/%s/identify/%d", g.adapter.app, bucket), Holder: lease.NewHolder(), Now: g.adapter.now,
		Length: 3*g.times.Hello + g.times.Ready + g.times.Identify, // asked, connected, greeted, ready
	}
	if err := g.awaitTurn(ctx, l); err != nil {
		<-b.turn
		return nil, err
	}
	return func(sent bool) {
		pace := time.Duration(0)
		if sent {
			pace = g.times.Identify + time.Millisecond // leases are truncated to whole milliseconds
		}
		b.next = time.Now().Add(pace)
		if g.leases != nil {
			short, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			if err := l.ReleaseAfter(short, pace); err != nil {
				g.adapter.log.InfoContext(ctx, "a lease ends by itself", "lease", l.Key, "error", err)
			}
		}
		<-b.turn
	}, nil
}

// awaitTurn waits until no other process has a turn. The lease is as long as the longest
// turn, because a process may die during its turn.
func (g *gateway) awaitTurn(ctx context.Context, l lease.Lease) error {
	if g.leases == nil {
		return nil
	}
	for {
		_, ok, err := l.Take(ctx)
		if ok || ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			g.adapter.log.WarnContext(ctx, "discord: identifying waits for the store", "error", err)
		}
		if err := sleep(ctx, g.times.Identify/4); err != nil {
			return err
		}
	}
}

// bucket returns the bucket with this number.
func (g *gateway) bucket(n int) *bucket {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.paced[n] == nil {
		g.paced[n] = &bucket{turn: make(chan struct{}, 1)}
	}
	return g.paced[n]
}
