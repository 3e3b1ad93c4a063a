package serve

import (
	"context"
	"log/slog"
	"time"

	"nimbot/cmd/bot/config"
	"nimbot/store"
)

// The privacy page (legal) and docs/operating.md say that what was deleted is
// gone from the store's files within a day, and after a start. Data deleted
// during an erase is erased by the next one. Two intervals must therefore fit
// into a day.
const (
	eraseEvery  = 11 * time.Hour
	eraseWithin = time.Hour // that it may take
)

// Erase starts to overwrite, in the background, what was deleted or replaced in the store's
// files: now and every 11 hours, until ctx ends or stop is called. stop waits for the present run.
func (app *App) Erase(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		eraseRegularly(ctx, app.store, app.log)
	}()
	return func() {
		cancel()
		<-done
	}
}

// eraseRegularly has the store overwrite in its files what was deleted or replaced,
// now and every few hours, until ctx ends.
func eraseRegularly(ctx context.Context, s store.Archive, log *slog.Logger) {
	tick := time.NewTicker(eraseEvery)
	defer tick.Stop()
	for {
		erasing, cancel := context.WithTimeout(ctx, eraseWithin)
		err := s.Erase(erasing)
		cancel()
		if err != nil && ctx.Err() == nil {
			log.Warn("what was deleted can still be read in the store's files; it's tried again", "next", eraseEvery, "error", config.Plain(err))
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}
