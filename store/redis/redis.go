// Package redis keeps records on a Redis server, on a failover group behind
// Sentinel or on a cluster, for bots that run as more than one process.
//
// # One round trip
//
// A commit is one EVALSHA (lua/commit.lua) that compares the version and writes
// the record with its expiry and its tasks together, or returns the present
// record. The scripts know no game rules, and there are no locks: the version
// check serializes writers. Calls that arrive while others are in flight to the same
// server share one pipeline.
//
// # Layout
//
// Keys are spread over 64 buckets, and everything of a bucket has the same
// hash tag, so that no script touches two slots of a cluster:
//
//	nim:{17}:discord/1/2    the record under the key discord/1/2
//	nim:{17}#tasks          when keys are due (member d…) or have a board to be shown (s…)
//	nim:{17}#shows:…        the rest of the data about boards that must be shown (store.Shows)
//	nim:{9}#board:…         the order of a board, and #board-versions:…
//	nim:owner               which bot the prefix belongs to
//
// To claim a task, a worker sets its time to the end of the lease.
//
// # What a crash can take
//
// Nothing is ever applied twice. Whether a confirmed move survives a crash of the server
// depends on the server's settings; [Store.Check] reports it.
package redis

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"net"
	"regexp"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"nimbot/store"
)

// Options are the settings that are not in the URL; the zero value is right
// for one bot on one server.
type Options struct {
	// Prefix begins all keys: letters, digits, "-", "_" and "."; "": "nim".
	Prefix string
	// Owner names the bot (an application's id, say), so that Check notices two bots that
	// share a prefix; "": nothing is checked.
	Owner string
	// TLS is for rediss:// URLs; nil: the system's roots.
	TLS *tls.Config
	// Timeouts bound how long calls wait.
	Timeouts Timeouts
	// Dial opens a connection; nil: as package net does.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Timeouts bound how long calls wait. A platform wants its answer within three
// seconds, so a call must end sooner. The zero value is right.
type Timeouts struct {
	Connection time.Duration // for dialling, for one read, for one write; 0: 400 ms
	Call       time.Duration // for a call with all its retries; 0: 2 s
	Repeat     time.Duration // before a pipeline is sent again; 0: random pauses that grow from 8 to 512 ms
}

// Store is a store on Redis. It implements store.Archive.
type Store struct {
	keyspace
	client  redis.UniversalClient
	address string // for people: without user and password
	cluster bool
	owner   string
	user    string // of the server
	timeout time.Duration

	pipelines *pipelines
	shown     shownTasks
	closing   sync.Once
	closed    atomic.Bool
}

var _ store.Archive = (*Store)(nil)

// The client's settings. Its defaults wait longer than a platform does, and were
// measured to be slower.
const (
	defaultPrefix     = "nim"
	connectionTimeout = 400 * time.Millisecond
	callTimeout       = 2 * time.Second
	poolSize          = 64                   // busy callers share a few (maxInFlight); the rest is for when connections break
	maxRetries        = 3                    // a repeated commit is recognized by its content, or is an ErrRepeated
	firstPause        = 8 * time.Millisecond // before a retry, at most; it doubles
	maxRedirects      = 10                   // a slot on its way to another node takes some tries
)

var goodPrefix = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// Open makes a store from a URL (see ParseURL). It does not wait for the
// server: Check does. The error is store.ErrInvalid for a URL or a prefix that can't be used.
func Open(url string, o Options) (*Store, error) {
	server, err := ParseURL(url)
	if err != nil {
		return nil, err
	}
	o.Prefix = cmp.Or(o.Prefix, server.Prefix, defaultPrefix)
	if !goodPrefix.MatchString(o.Prefix) {
		return nil, fmt.Errorf("%w: the key prefix %q: only letters, digits, -, _ and . are allowed", store.ErrInvalid, o.Prefix)
	}
	timeout := or(o.Timeouts.Call, callTimeout)
	return &Store{
		client:    redis.NewUniversalClient(server.options(o)),
		address:   server.String(),
		cluster:   server.Kind == Cluster,
		keyspace:  keyspace{o.Prefix},
		owner:     o.Owner,
		user:      cmp.Or(server.User, "default"),
		timeout:   timeout,
		pipelines: newPipelines(timeout),
	}, nil
}

func or(d, otherwise time.Duration) time.Duration {
	if d > 0 {
		return d
	}
	return otherwise
}

// options returns the client's options for a server.
func (u Server) options(o Options) *redis.UniversalOptions {
	connection := or(o.Timeouts.Connection, connectionTimeout)
	c := &redis.UniversalOptions{
		Addrs:            u.Addrs,
		Username:         u.User,
		Password:         u.password,
		SentinelUsername: u.sentinelUser,
		SentinelPassword: u.sentinelPassword,
		MasterName:       u.Master,
		DB:               u.DB,
		IsClusterMode:    u.Kind == Cluster,
		ClientName:       "nimbot",
		Dialer:           o.Dial,

		DialTimeout:           connection,
		ReadTimeout:           connection,
		WriteTimeout:          connection,
		ContextTimeoutEnabled: true,
		PoolSize:              poolSize,
		MaxRetries:            maxRetries,
		MinRetryBackoff:       o.Timeouts.Repeat,
		MaxRetryBackoff:       o.Timeouts.Repeat,
		MaxRedirects:          maxRedirects,
		DialerRetries:         1,

		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
	}
	if u.TLS {
		c.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12}
		if o.TLS != nil {
			c.TLSConfig = o.TLS.Clone()
		}
	}
	return c
}

// LogTo sends the client library's own log lines (connections that break, nodes
// that are not found) to a logger, for the whole program.
func LogTo(l *slog.Logger) { redis.SetLogger(clientLog{l}) }

type clientLog struct{ log *slog.Logger }

func (c clientLog) Printf(ctx context.Context, format string, args ...any) {
	c.log.DebugContext(ctx, fmt.Sprintf(format, args...))
}

// buckets is how many hash tags there are.
const buckets = 64

// bucketOf returns the bucket of a key.
func bucketOf(key string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(key)) // a hash never fails
	return int(h.Sum32() % buckets)
}

// keyspace builds the keys on the server.
type keyspace struct{ prefix string }

func (k keyspace) inBucket(bucket int, rest string) string {
	return k.prefix + ":{" + strconv.Itoa(bucket) + "}" + rest
}

func (k keyspace) ownerKey() string            { return k.prefix + ":owner" }
func (k keyspace) recordKey(key string) string { return k.inBucket(bucketOf(key), ":"+key) }
func (k keyspace) showsKey(key string) string  { return k.inBucket(bucketOf(key), "#shows:"+key) }
func (k keyspace) tasksKey(bucket int) string  { return k.inBucket(bucket, "#tasks") }

// keys returns the KEYS of a script about one record.
func (k keyspace) keys(key string) []string {
	return []string{k.recordKey(key), k.tasksKey(bucketOf(key)), k.showsKey(key)}
}

// bound limits the time of a call. After Close it returns a context that has
// ended, because the client of a cluster would keep trying.
func (s *Store) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	if s.closed.Load() {
		cancel()
	}
	return ctx, cancel
}

// Get implements store.Store.
func (s *Store) Get(ctx context.Context, key string) (store.Record, error) {
	if err := store.InTime(ctx); err != nil {
		return store.Record{}, err
	}
	if err := store.CheckKey(key); err != nil {
		return store.Record{}, err
	}
	record := s.recordKey(key)
	answer, _, err := s.ask(ctx, record, "get", record)
	if errors.Is(err, redis.Nil) {
		return store.Record{}, nil
	}
	if err != nil {
		return store.Record{}, s.explain(err)
	}
	data, _ := answer.(string)
	return store.ParseRecord(key, []byte(data))
}

// GetAll implements store.Store. Keys that the pipeline leaves unanswered are read one by one.
func (s *Store) GetAll(ctx context.Context, keys []string) (map[string]store.Record, error) {
	if err := store.InTime(ctx); err != nil {
		return nil, err
	}
	for _, key := range keys {
		if err := store.CheckKey(key); err != nil {
			return nil, err
		}
	}
	answers := make([]*redis.StringCmd, len(keys))
	soon, cancel := s.bound(ctx)
	defer cancel()
	_, _ = s.client.Pipelined(soon, func(pipe redis.Pipeliner) error { // each command has its own error
		for i, key := range keys {
			answers[i] = pipe.Get(soon, s.recordKey(key))
		}
		return nil
	})
	return s.answersOf(soon, keys, answers)
}

// answersOf returns the records that a pipeline brought.
func (s *Store) answersOf(ctx context.Context, keys []string, answers []*redis.StringCmd) (map[string]store.Record, error) {
	all := map[string]store.Record{}
	for i, key := range keys {
		switch rec, err := s.answerOf(ctx, key, answers[i]); {
		case err == nil:
			all[key] = rec
		case !store.Unreadable(err):
			return nil, err
		}
	}
	return all, nil
}

// answerOf returns the record that a pipeline brought, and asks for it in what is left of the
// pipeline's time if it didn't.
func (s *Store) answerOf(ctx context.Context, key string, c *redis.StringCmd) (store.Record, error) {
	switch data, err := c.Bytes(); {
	case err == nil:
		return store.ParseRecord(key, data)
	case errors.Is(err, redis.Nil):
		return store.Record{}, nil
	case ctx.Err() != nil:
		return store.Record{}, s.explain(err)
	}
	return s.Get(ctx, key)
}

// Commit implements store.Store.
func (s *Store) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	if err := store.InTime(ctx); err != nil {
		return store.Record{}, err
	}
	if err := w.Check(key); err != nil {
		return store.Record{}, err
	}
	args := s.commitArgs(key, w)
	record := s.recordKey(key)
	answer, repeated, err := s.ask(ctx, record, args...)
	if unknownScript(err) {
		args[0], args[1] = "eval", commitLua
		before := repeated // perhaps the server ran the command, then restarted and forgot the script
		answer, repeated, err = s.ask(ctx, record, args...)
		repeated = repeated || before
	}
	return s.committed(key, w, answer, repeated, err)
}

// commitArgs returns the command that commits a write.
func (s *Store) commitArgs(key string, w store.Write) []any {
	// Copy the data: a caller that stops waiting may reuse the slice while the
	// command is still under way.
	args := []any{"evalsha", commitHash, 3, s.recordKey(key), s.tasksKey(bucketOf(key)), s.showsKey(key),
		w.Expect, store.Format, string(w.Data), key, milli(w.Expires), milli(w.Due), !w.Expires.IsZero() && !w.Expires.After(time.Now())}
	for _, show := range w.Show {
		args = append(args, show.Table, store.Milli(show.At))
	}
	return args
}

// unknownScript reports whether the server must be sent the script again.
func unknownScript(err error) bool { return err != nil && redis.HasErrorPrefix(err, "NOSCRIPT") }

// committed returns what Commit returns after the server's answer. repeated reports that the command
// may have run before.
func (s *Store) committed(key string, w store.Write, answer any, repeated bool, err error) (store.Record, error) {
	conflict := store.ErrConflict
	if repeated {
		conflict = store.ErrRepeated
	}
	switch {
	case errors.Is(err, redis.Nil):
		return store.Record{}, conflict
	case err != nil:
		return store.Record{}, s.explain(err)
	}
	stored, refused := answer.(string)
	if !refused {
		return w.Record(), nil
	}
	rec, err := store.ParseRecord(key, []byte(stored))
	if err != nil {
		return store.Record{}, err
	}
	return rec, conflict
}

// milli returns a time as scripts take it: store.Milli, or "" for the zero time.
func milli(t time.Time) any {
	if t.IsZero() {
		return ""
	}
	return store.Milli(t)
}

// Close implements store.Store. It may be called more than once.
func (s *Store) Close() error {
	var err error
	s.closing.Do(func() {
		s.shown.stop()
		_ = s.flushShown(context.Background()) // at worst boards are shown once more
		s.closed.Store(true)
		s.pipelines.close()
		err = s.client.Close()
	})
	return err
}
