package redis

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"nimbot/store"
)

// Time implements store.Archive. In a cluster, all processes ask the same node: the master of
// the slot of the key "nim:owner".
func (s *Store) Time(ctx context.Context) (time.Time, error) {
	ctx, cancel := s.bound(ctx)
	defer cancel()
	server := s.serverOf(ctx, s.ownerKey())
	if server == nil {
		return time.Time{}, fmt.Errorf("%w: %s: the master that tells the time isn't known", store.ErrUnavailable, s.address)
	}
	now, err := server.Time(ctx).Result()
	return now, s.explain(err)
}

// clockNotice is the difference of two clocks from which an operator is told.
const clockNotice = 5 * time.Second

// checkClock compares a server's clock with this machine's.
func (s *Store) checkClock(ctx context.Context, node *redis.Client) (notes []Note, err error) {
	begun := time.Now()
	theirs, err := node.Time(ctx).Result()
	if err != nil {
		return nil, s.explain(err)
	}
	took := time.Since(begun)
	return clockNotes(node.Options().Addr, begun.Add(took/2).Sub(theirs), took), nil
}

// clockNotes returns what Check says of a machine's clock that is ahead of a server's, as
// measured by a call that took some time.
func clockNotes(address string, ahead, took time.Duration) []Note {
	if ahead.Abs()+took/2 < clockNotice {
		return nil
	}
	where := "ahead of"
	if ahead < 0 {
		where = "behind"
	}
	return []Note{{fmt.Sprintf("redis: this machine's clock is %s %s that of %s, whose time the bot takes; have both set by NTP", ahead.Abs().Round(time.Second), where, address), true}}
}
