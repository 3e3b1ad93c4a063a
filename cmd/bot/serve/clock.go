package serve

import (
	"context"
	"log/slog"
	"time"

	"nimbot/cmd/bot/config"
	"nimbot/store"
)

// agreeEvery is how often the process takes over the store's time. Quartz clocks differ by some
// milliseconds after that time.
const agreeEvery = time.Minute - 37*time.Microsecond // not with anything else, like attendEvery

// agree takes over the store's time.
func agree(ctx context.Context, s store.Archive, clock *store.Clock) (ahead time.Duration, err error) {
	return clock.Agree(func() (time.Time, error) { return s.Time(ctx) })
}

// tellFrom is the correction from which the log tells of it.
const tellFrom = 5 * time.Second

// keepTime agrees with the store until ctx ends.
func keepTime(ctx context.Context, s store.Archive, clock *store.Clock, log *slog.Logger) {
	tick := time.NewTicker(agreeEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		ahead, err := agree(ctx, s, clock)
		switch {
		case err != nil && ctx.Err() == nil:
			log.Warn("the store's time isn't known, so the bot counts on by itself", "next", agreeEvery, "error", config.Plain(err))
		case ahead.Abs() >= tellFrom:
			log.Warn("the bot's time was corrected; have the clocks of its machine and the store's set by NTP", "back", ahead.Round(time.Second))
		}
	}
}
