// Package metered wraps a store with metrics of each operation's calls, results and
// durations, and logs each slow call.
package metered

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"nimbot/store"
)

// Options say where the observations go.
type Options struct {
	// Metrics is the registry for nim_store_seconds; may be nil.
	Metrics prometheus.Registerer
	// Log receives the slow calls; may be nil.
	Log *slog.Logger
	// Slow is the duration from which a call is logged; 0: 250 ms.
	Slow time.Duration
	// Now is the clock; nil: time.Now.
	Now func() time.Time
}

// defaultSlow is a tenth of the time in which the bot must answer
// (chat.DefaultTimeout).
const defaultSlow = 250 * time.Millisecond

// buckets are the upper bounds of the histogram's buckets, in seconds: from a round trip
// within a machine to the longest that a call may take.
var buckets = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5}

// Store wraps a store and measures it.
type Store struct {
	store.Archive
	seconds *prometheus.HistogramVec
	log     *slog.Logger
	slow    time.Duration
	now     func() time.Time
}

// New wraps s. It returns an error if the metrics can't be registered.
func New(s store.Archive, o Options) (*Store, error) {
	m := &Store{
		Archive: s,
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "nim_store_seconds",
			Help:    "How long calls of the store took, by operation and result.",
			Buckets: buckets,
		}, []string{"operation", "result"}),
		log:  o.Log,
		slow: o.Slow,
		now:  o.Now,
	}
	// Create these series now, so that results that haven't occurred count as 0 rather than
	// as missing.
	m.seconds.WithLabelValues("commit", result(store.ErrConflict))
	for _, operation := range []string{"get", "commit", "claim"} {
		for _, err := range []error{nil, store.ErrUnavailable} {
			m.seconds.WithLabelValues(operation, result(err))
		}
	}
	m.log = cmp.Or(m.log, slog.New(slog.DiscardHandler))
	m.slow = cmp.Or(m.slow, defaultSlow)
	if m.now == nil {
		m.now = time.Now
	}
	if o.Metrics == nil {
		return m, nil
	}
	return m, o.Metrics.Register(m.seconds)
}

// results map errors to values of the label "result"; the first match counts.
var results = []struct {
	err  error
	name string
}{
	{store.ErrConflict, "conflict"},
	{context.Canceled, "canceled"},
	{store.ErrFull, "full"},
	{store.ErrCorrupt, "corrupt"},
	{store.ErrNewer, "newer"},
	{store.ErrInvalid, "invalid"},
	{store.ErrUnavailable, "unavailable"},
}

// result returns the value of the label "result".
func result(err error) string {
	if err == nil {
		return "ok"
	}
	for _, r := range results {
		if errors.Is(err, r.err) {
			return r.name
		}
	}
	return "error"
}

// observe records a call about key that began at start.
func (m *Store) observe(ctx context.Context, operation, key string, start time.Time, err error) {
	took := m.now().Sub(start)
	m.seconds.WithLabelValues(operation, result(err)).Observe(took.Seconds())
	if took >= m.slow {
		m.log.WarnContext(ctx, "the store was slow", "operation", operation, "key", key, "took", took, "result", result(err))
	}
}

// Get implements store.Store.
func (m *Store) Get(ctx context.Context, key string) (store.Record, error) {
	start := m.now()
	rec, err := m.Archive.Get(ctx, key)
	m.observe(ctx, "get", key, start, err)
	return rec, err
}

// GetAll implements store.Store.
func (m *Store) GetAll(ctx context.Context, keys []string) (map[string]store.Record, error) {
	start := m.now()
	all, err := m.Archive.GetAll(ctx, keys)
	m.observe(ctx, "get", strings.Join(keys, " "), start, err)
	return all, err
}

// Commit implements store.Store.
func (m *Store) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	start := m.now()
	rec, err := m.Archive.Commit(ctx, key, w)
	m.observe(ctx, "commit", key, start, err)
	return rec, err
}

// CommitAll does what store.CommitAll says. It counts each write as a commit, and the reads as one.
func (m *Store) CommitAll(ctx context.Context, writes []store.KeyedWrite, keys []string) ([]store.Written, map[string]store.Record, error) {
	start := m.now()
	written, records, err := store.CommitAll(ctx, m.Archive, writes, keys)
	for i, w := range writes {
		m.observe(ctx, "commit", w.Key, start, written[i].Err)
	}
	m.observe(ctx, "get", strings.Join(keys, " "), start, err)
	return written, records, err
}

// Claim implements store.Store.
func (m *Store) Claim(ctx context.Context, now time.Time, lease time.Duration, limit int) ([]store.Task, error) {
	start := m.now()
	tasks, err := m.Archive.Claim(ctx, now, lease, limit)
	m.observe(ctx, "claim", "", start, err)
	return tasks, err
}

// Shown implements store.Store.
func (m *Store) Shown(ctx context.Context, tasks []store.Task) error {
	start := m.now()
	err := m.Archive.Shown(ctx, tasks)
	m.observe(ctx, "shown", "", start, err)
	return err
}

// Restore implements store.Archive.
func (m *Store) Restore(ctx context.Context, e store.Entry) (bool, error) {
	start := m.now()
	wrote, err := m.Archive.Restore(ctx, e)
	m.observe(ctx, "restore", e.Key, start, err)
	return wrote, err
}

// SetLine implements store.Leaderboards.
func (m *Store) SetLine(ctx context.Context, board string, l store.Line) error {
	start := m.now()
	err := m.Archive.SetLine(ctx, board, l)
	m.observe(ctx, "set-line", board, start, err)
	return err
}

// RemoveLine implements store.Leaderboards.
func (m *Store) RemoveLine(ctx context.Context, board, member string) error {
	start := m.now()
	err := m.Archive.RemoveLine(ctx, board, member)
	m.observe(ctx, "remove-line", board, start, err)
	return err
}

// Lines implements store.Leaderboards.
func (m *Store) Lines(ctx context.Context, board string, from, n int) ([]store.Line, int, error) {
	start := m.now()
	lines, total, err := m.Archive.Lines(ctx, board, from, n)
	m.observe(ctx, "lines", board, start, err)
	return lines, total, err
}

// Rank implements store.Leaderboards.
func (m *Store) Rank(ctx context.Context, board, member string) (int, error) {
	start := m.now()
	rank, err := m.Archive.Rank(ctx, board, member)
	m.observe(ctx, "rank", board, start, err)
	return rank, err
}
