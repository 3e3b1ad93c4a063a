package storetest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/store"
)

// Load simulates many callers who make moves on a few channels, as the conversation does: each
// process has one lane per channel with the last record that it knows, every move has its own id,
// and the record lists the ids. A conflict whose record holds the id is a success. Each move asks
// for the board of one of the channel's tables, and some boards are confirmed. Load records all
// requests and answers, and [Load.Check] compares them with the store.
//
// Run may be called several times on one Load, also at the same time, each
// call being one process.
type Load struct {
	Name     string    // distinguishes the ids of this load from others'
	Channels string    // distinguishes the channels of this load from others'
	Keys     int       // how many channels
	Log      io.Writer // gets a line for each event; may be nil

	mu      sync.Mutex
	events  []event
	serial  atomic.Uint64
	counted counted
}

// counted is what happened in a load.
type counted struct {
	acked     int // moves that were answered with success
	repeated  int // of these, moves that conflicted with their own first try
	conflicts int // tries that conflicted with another caller's move
	unknown   int // moves whose outcome stayed unknown
}

// event is something that a caller began or learned.
type event struct {
	kind    eventKind
	id      string // of the move or the look
	key     string
	version uint64 // for done
}

type eventKind string

const (
	eventMove eventKind = "move" // a move is about to be tried
	eventLook eventKind = "look" // a record is about to be read
	eventDone eventKind = "done" // the outcome is known
	eventShow eventKind = "show" // a move's board is about to be confirmed
)

// Channel returns the key of a channel of the load.
func (l *Load) Channel(i int) string { return fmt.Sprintf("load/%s/%d", l.Channels, i) }

func (l *Load) newID() string { return fmt.Sprintf("%s-%d", l.Name, l.serial.Add(1)) }

// record adds an event to the history before the caller goes on.
func (l *Load) record(e event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.events = append(l.events, e)
	if l.Log != nil {
		// If the log's reader is gone, this process is about to be killed.
		_, _ = fmt.Fprintln(l.Log, e.kind, e.id, e.key, e.version)
	}
}

func (l *Load) count(change func(*counted)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change(&l.counted)
}

// Acked returns the number of moves that were answered with success.
func (l *Load) Acked() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.counted.acked
}

// Unknown returns the number of moves whose outcome stayed unknown.
func (l *Load) Unknown() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.counted.unknown
}

// Repeated returns the number of successes that met the move's own first try as a conflict.
func (l *Load) Repeated() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.counted.repeated
}

// Conflicts returns the number of tries that conflicted with another caller's move.
func (l *Load) Conflicts() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.counted.conflicts
}

// Summary says in a line what happened.
func (l *Load) Summary() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.counted
	return fmt.Sprintf("%d moves answered (%d met their own first try), %d met another's, %d unknown", c.acked, c.repeated, c.conflicts, c.unknown)
}

// ReadLog adds the events that another process wrote to its Log, until the end
// or an incomplete line.
func (l *Load) ReadLog(r io.Reader) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		var e event
		if _, err := fmt.Sscan(lines.Text(), &e.kind, &e.id, &e.key, &e.version); err != nil {
			return
		}
		l.record(e)
		if e.kind == eventDone {
			l.count(func(c *counted) { c.acked++ })
		}
	}
}

// Run makes the given number of moves with several callers, which read records now and then, until
// the context ends. After a move whose outcome is unknown, a caller continues with another move. An
// error that no fault explains ends the run.
func (l *Load) Run(ctx context.Context, s store.Store, callers, moves int) error {
	p := process{load: l, store: s, lanes: make([]lane, l.Keys)}
	var (
		wg   sync.WaitGroup
		left atomic.Int64
		errs = make(chan error, callers)
	)
	left.Store(int64(moves))
	for range callers {
		wg.Go(func() {
			for left.Add(-1) >= 0 && ctx.Err() == nil {
				if err := p.step(ctx); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	wg.Wait()
	close(errs)
	return <-errs
}

// process simulates one bot process.
type process struct {
	load  *Load
	store store.Store
	lanes []lane
}

// lane is what a process knows of a channel; one move at a time.
type lane struct {
	mu  sync.Mutex
	rec store.Record
}

// How many moves there are to one look, and to one confirmation.
const (
	lookOnceIn = 10
	showOnceIn = 3
)

// step makes a move; sometimes it looks at the record first, or confirms the board afterwards.
func (p *process) step(ctx context.Context) error {
	i := rand.IntN(p.load.Keys)
	var err error
	if rand.IntN(lookOnceIn) == 0 {
		err = p.look(ctx, p.load.Channel(i), p.load.newID())
	}
	if err == nil {
		err = p.move(ctx, &p.lanes[i], p.load.Channel(i), p.load.newID())
	}
	if err == nil && rand.IntN(showOnceIn) == 0 {
		err = p.show(ctx, &p.lanes[i], p.load.Channel(i))
	}
	if errors.Is(err, store.ErrUnavailable) {
		if ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		return nil
	}
	return err
}

func (p *process) look(ctx context.Context, key, id string) error {
	p.load.record(event{kind: eventLook, id: id, key: key})
	rec, err := p.store.Get(ctx, key)
	if err == nil {
		p.load.record(event{eventDone, id, key, rec.Version})
	}
	return err
}

// move adds the id to the channel's record, until it is there.
func (p *process) move(ctx context.Context, l *lane, key, id string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	p.load.record(event{kind: eventMove, id: id, key: key})
	for {
		next := l.rec.Version + 1
		rec, err := p.store.Commit(ctx, key, store.Write{
			Expect: l.rec.Version, Data: appendID(l.rec, id),
			Due: time.UnixMilli(int64(next)), Expires: time.Now().Add(time.Hour),
			Show: store.ShowAt(tableOf(id), noon),
		})
		switch {
		case err == nil:
			p.done(l, rec, id, key, next)
			return nil
		case errors.Is(err, store.ErrConflict):
			if n := versionOf(rec, id); n > 0 {
				p.load.count(func(c *counted) { c.repeated++ })
				p.done(l, rec, id, key, n)
				return nil
			}
			p.load.count(func(c *counted) { c.conflicts++ })
			l.rec = rec
		default:
			p.load.count(func(c *counted) { c.unknown++ })
			return fmt.Errorf("move %s on %s: %w", id, key, err)
		}
	}
}

// show confirms the board of a channel's last move, as the lane knows it.
func (p *process) show(ctx context.Context, l *lane, key string) error {
	l.mu.Lock()
	rec := l.rec
	l.mu.Unlock()
	ids := idsOf(rec)
	if len(ids) == 0 {
		return nil
	}
	id := ids[len(ids)-1]
	p.load.record(event{eventShow, id, key, rec.Version})
	return p.store.Shown(ctx, []store.Task{{Key: key, Show: []int{tableOf(id)}, Version: rec.Version}})
}

// tableOf returns the table of a move.
func tableOf(id string) int { return 1 + int(crc32.ChecksumIEEE([]byte(id))%loadTables) }

// loadTables is how many tables a channel of a load has.
const loadTables = 4

func (p *process) done(l *lane, rec store.Record, id, key string, version uint64) {
	l.rec = rec
	p.load.count(func(c *counted) { c.acked++ })
	p.load.record(event{eventDone, id, key, version})
}

// The record of a channel of a load lists the ids of all its moves.
const idsField = `,"ids":"`

func appendID(rec store.Record, id string) []byte {
	b := store.AppendHeader(nil, rec.Version+1)
	b = append(b, idsField...)
	for _, old := range idsOf(rec) {
		b = append(append(b, old...), ' ')
	}
	return append(append(b, id...), `"}`...)
}

func idsOf(rec store.Record) []string {
	_, ids, _ := bytes.Cut(rec.Data, []byte(idsField))
	return strings.Fields(strings.TrimSuffix(string(ids), `"}`))
}

// versionOf returns the version that the move id made, 0 if it is not there.
func versionOf(rec store.Record, id string) uint64 {
	for i, have := range idsOf(rec) {
		if have == id {
			return uint64(i) + 1
		}
	}
	return 0
}

// Check reads every channel and fails the test unless each answered move is
// there exactly once, in the version that was answered, no move is there that
// nobody made, the history is linearizable, and each board must still be shown
// unless it was confirmed.
func (l *Load) Check(t *testing.T, s store.Archive) {
	t.Helper()
	l.mu.Lock()
	events := l.events
	l.mu.Unlock()
	asked := map[string]bool{}
	for _, e := range events {
		asked[e.id] = asked[e.id] || e.kind == eventMove
	}
	made := map[string]uint64{}
	for i := range l.Keys {
		key := l.Channel(i)
		rec, err := s.Get(t.Context(), key)
		ids := idsOf(rec)
		if err != nil || rec.Version != uint64(len(ids)) {
			t.Errorf("Get(%q) = version %d with %d moves, %v", key, rec.Version, len(ids), err)
		}
		for n, id := range ids {
			if made[id] != 0 {
				t.Errorf("move %s was applied twice on %s", id, key)
			}
			if !asked[id] {
				t.Errorf("move %s on %s was never asked for", id, key)
			}
			made[id] = uint64(n) + 1
		}
	}
	for _, e := range events {
		if e.kind == eventDone && asked[e.id] && made[e.id] != e.version {
			t.Errorf("move %s on %s was answered as version %d, and is stored as %d (0: lost)", e.id, e.key, e.version, made[e.id])
		}
	}
	checkHistory(t, events, made)
	checkShows(t, s, events)
}
