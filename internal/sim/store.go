package sim

import (
	"context"
	"log/slog"
	"time"

	"nimbot/cmd/bot/config"
	"nimbot/game/chat"
	"nimbot/store"
	stored "nimbot/store/person"
)

// backend is the store of a run.
type backend interface {
	url() config.StoreURL
	open(host string) (store.Archive, error) // for a life of a copy
	dies(host string)                        // the copy is killed
	reads() store.Archive                    // for the checks
	isDue(now time.Time) bool                // reports whether a worker may find something
	refuses(d time.Duration)                 // refuses everything for so long
	expires(ctx context.Context)             // drops what has expired until ctx ends
	everything() map[string]string           // all that is stored, by key
	close()                                  // when no copy runs any more
}

// newStore makes an empty store.
func (w *world) newStore() backend {
	if w.o.File {
		return w.newFile()
	}
	return w.newServer()
}

// reader returns what reads boards for the checks, as a new copy would.
func (w *world) reader() *chat.Handler {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s := w.store.reads(); w.read != s {
		w.read = s
		w.boards = chat.New(chat.Config{Store: s, Words: w.words, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	}
	return w.boards
}

// watched is a copy's store: the world learns what was stored, and workers don't ask each second what is due
// while nothing is.
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
	if !q.by.world.store.isDue(now) {
		return nil, store.InTime(ctx)
	}
	return q.Archive.Claim(ctx, now, lease, limit)
}

// member returns what is stored about a person in the server.
func (w *world) member(p *person) (m stored.Member, ok bool) {
	rec, err := w.store.reads().Get(context.Background(), stored.MemberKey("discord", guild, p.ID))
	if err == nil && rec.Version != 0 {
		err = store.Unmarshal(rec.Data, &m)
	}
	if err != nil {
		w.model.breaks("what is stored about %s can't be read: %v", p.Name, err)
	}
	return m, err == nil
}
