package people

import (
	"context"
	"sync"
	"time"

	"nimbot/chat"
	"nimbot/exchange"
	"nimbot/person"
	"nimbot/platform"
	"nimbot/store"
)

// Whoever wants everything about them deleted leaves a mark (person.Mark), under
// which nothing is written about them until all of it is gone. First go the
// documents and the channels that are known (person.Member.Places), then the whole
// store is looked through: where a person's name stands in full is nowhere written
// down, so no such list can be incomplete, or be one more thing that is kept. The
// look begins anew after a restart, since the mark is due until it's done.

// sweepWithin bounds one look through the store.
const sweepWithin = 30 * time.Minute

// A look goes on for as long as a slice, then leaves the processors to others.
const (
	sweepSlice = 5 * time.Millisecond
	sweepPause = 15 * time.Millisecond
)

// pace has a look take turns with others.
type pace struct {
	begun time.Time     // of the present slice
	pause time.Duration // after it
}

func (p *pace) step(ctx context.Context) error {
	if p == nil || time.Since(p.begun) < sweepSlice {
		return nil
	}
	wait := time.NewTimer(p.pause)
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-ctx.Done():
		return ctx.Err()
	}
	p.begun = time.Now()
	return nil
}

// sweeper looks through the store for those who left, one look at a time.
type sweeper struct {
	forget ForgetFunc // of the adapters' documents

	mu      sync.Mutex
	chat    *chat.Handler      // has the channels forget somebody; nil: not yet
	wanted  map[string]*leaver // by the keys of marks; nil: nobody knows who it is
	running map[string]*leaver
	done    chan struct{} // closed when what runs is done; nil: nothing does
}

// SweepIn has people deleted from the channels that h keeps, too. Until then the book
// deletes nobody.
func (b *Book) SweepIn(h *chat.Handler) {
	b.sweeper.mu.Lock()
	b.sweeper.chat = h
	b.sweeper.mu.Unlock()
}

// leaver is somebody who asked to be forgotten, and where.
type leaver struct {
	server server
	user   string
}

// sweepSoon looks through the store in the background for the one whose mark
// this is. done is closed afterwards.
func (b *Book) sweepSoon(mark string, who *leaver) (done <-chan struct{}) {
	w := &b.sweeper
	w.mu.Lock()
	defer w.mu.Unlock()
	_, runs := w.running[mark]
	if runs && who == nil || w.chat == nil {
		return w.done
	}
	if w.wanted == nil {
		w.wanted = map[string]*leaver{}
	}
	if w.wanted[mark] == nil {
		w.wanted[mark] = who
	}
	if w.done == nil {
		w.done = make(chan struct{})
		go b.sweepAll()
	}
	return w.done
}

// sweepAll looks through the store until nobody is wanted any more.
func (b *Book) sweepAll() {
	w := &b.sweeper
	for {
		w.mu.Lock()
		w.running, w.wanted = w.wanted, nil
		if len(w.running) == 0 {
			close(w.done)
			w.done = nil
			w.mu.Unlock()
			return
		}
		w.mu.Unlock()
		ctx, cancel := context.WithTimeout(context.Background(), sweepWithin)
		if err := b.sweepKnown(ctx, w.running); err != nil {
			b.log.WarnContext(ctx, "not everything about those who left is deleted yet; it's tried again", "error", err)
		}
		cancel()
	}
}

// sweepKnown deletes what is known of those who left, then all there is.
func (b *Book) sweepKnown(ctx context.Context, all map[string]*leaver) error {
	marks := map[string]bool{}
	for mark, who := range all {
		marks[mark] = true
		if who == nil {
			continue
		}
		if err := b.forgetKnown(ctx, who.server, who.user); err != nil {
			return err
		}
	}
	return b.sweep(ctx, marks, &pace{begun: time.Now(), pause: sweepPause})
}

// forgetKnown has the places forget a person that their document in a server
// knows, and deletes it and their practice.
func (b *Book) forgetKnown(ctx context.Context, s server, user string) error {
	m, err := b.members.Read(ctx, s.key(user))
	if err != nil && readable(err) {
		return err
	}
	for _, place := range m.Places {
		p := exchange.Place{Platform: s.platform, Guild: s.guild, Channel: place}
		if s.guild == noServers && !platform.HasServers(s.platform) {
			p.Guild = ""
		}
		if err := b.sweeper.chat.Leave(ctx, p, user, store.UnixOf(b.now())); err != nil && readable(err) {
			return err
		}
	}
	for _, key := range []string{s.key(user), person.PracticeKey(s.realm(), user)} {
		rec, err := b.store.Get(ctx, key)
		if err == nil && rec.Version != 0 {
			err = person.Delete(ctx, b.store, store.Entry{Key: key, Record: rec}, b.now())
		}
		if err != nil && readable(err) {
			return err
		}
	}
	return b.takeOff(ctx, s, user)
}
