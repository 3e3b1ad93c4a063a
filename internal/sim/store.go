package sim

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"time"

	"nimbot/game/chat"
	"nimbot/store"
	"nimbot/store/redis"
)

func (w *world) dialStore(host string) (net.Conn, error) {
	if w.network.isDead(host) {
		return nil, errRefused
	}
	conn, err := w.server.Dial()
	if err != nil {
		return nil, err
	}
	return w.network.wrap(conn, host, storeHost), nil
}

// reader opens the store for the checks, as a copy would.
func (w *world) reader() {
	s, err := redis.Open("redis://redis.test", redis.Options{Dial: func(context.Context, string, string) (net.Conn, error) { return w.dialStore("reader") }})
	if err != nil {
		w.t.Fatal(err)
	}
	w.reads = s
	w.fresh = chat.New(chat.Config{Store: s, Words: w.words, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	w.closers = append(w.closers, func() { _ = s.Close() })
}

// watched is a copy's store: the world learns what was stored, and workers don't ask the server each second what is due while nothing is:
// looking into the simulated server costs next to nothing, 64 questions by three copies a second are
// most of what an idle hour costs.
type watched struct {
	store.Archive
	by *instance
}

func (q watched) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	rec, err := q.Archive.Commit(ctx, key, w)
	if err == nil {
		q.by.world.stored(q.by, key)
	}
	return rec, err
}

func (q watched) CommitAll(ctx context.Context, writes []store.KeyedWrite, keys []string) ([]store.Written, map[string]store.Record, error) {
	written, records, err := store.CommitAll(ctx, q.Archive, writes, keys)
	for i, w := range writes {
		if written[i].Err == nil {
			q.by.world.stored(q.by, w.Key)
		}
	}
	return written, records, err
}

func (q watched) Claim(ctx context.Context, now time.Time, lease time.Duration, limit int) ([]store.Task, error) {
	if !q.due(float64(now.UnixMilli())) {
		return nil, store.InTime(ctx)
	}
	return q.Archive.Claim(ctx, now, lease, limit)
}

func (q watched) due(now float64) bool {
	for bucket := range 64 {
		tasks, err := q.by.world.server.SortedSet(fmt.Sprintf("nim:{%d}#tasks", bucket))
		if err != nil {
			continue // there are none
		}
		for _, at := range tasks {
			if at <= now {
				return true
			}
		}
	}
	return false
}

// expireEvery is how often the store drops what has expired. miniredis would do it at each command,
// which takes a tenth of a run.
const expireEvery = 5 * time.Second

func (w *world) expires(ctx context.Context) {
	for sleep(ctx, expireEvery) {
		w.server.FastForward(expireEvery)
	}
}
