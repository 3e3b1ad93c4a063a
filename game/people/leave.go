package people

import (
	"context"
	"sync"
	"time"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/person"
	"nimbot/store/platform"
)

// `forget everywhere` stores a mark (person.Mark). While it exists and the deletion isn't
// complete, nothing is written about the person. Documents and channels that are known
// (person.Member.Places) are deleted first. Then the whole store is scanned: no list of
// the places that name a person can be complete, and it would itself be personal data.
// The scan starts over after a restart, because the mark stays due until a scan is
// complete.

// sweepWithin bounds one scan of the store.
const sweepWithin = 30 * time.Minute

// A scan runs for one slice, then pauses to let other work run.
const (
	sweepSlice = 5 * time.Millisecond
	sweepPause = 15 * time.Millisecond
)

// pace interrupts a scan regularly.
type pace struct {
	begun time.Time     // start of the present slice
	pause time.Duration // after each slice
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

// sweeper scans the store for people who left, one scan at a time.
type sweeper struct {
	forget ForgetFunc // for the adapters' documents

	mu      sync.Mutex
	chat    *chat.Handler      // deletes people from channels; nil: not set yet
	wanted  map[string]*leaver // by the keys of marks; nil: the person isn't known
	running map[string]*leaver
	done    chan struct{} // closed when the running scan is done; nil: none is running
}

// SetChat sets the handler that deletes people from channels. Until then the book deletes
// nobody.
func (b *Book) SetChat(h *chat.Handler) {
	b.sweeper.mu.Lock()
	b.sweeper.chat = h
	b.sweeper.mu.Unlock()
}

// leaver is a person who asked for the deletion, and the place where they asked.
type leaver struct {
	server server
	user   string
}

// sweepSoon scans the store in the background for the person with this mark. It closes
// done afterwards.
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

// sweepAll scans the store until no request is left.
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

// sweepKnown deletes the known documents of people who left, then scans for the others.
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

// forgetKnown deletes a person from the places that their member document lists, then
// deletes that document and their practice.
func (b *Book) forgetKnown(ctx context.Context, s server, user string) error {
	m, err := b.members.Read(ctx, s.key(user))
	if err != nil && !store.Unreadable(err) {
		return err
	}
	for _, place := range m.Places {
		p := dialog.Place{Platform: s.platform, Guild: s.guild, Channel: place}
		if s.guild == noServers && !platform.HasServers(s.platform) {
			p.Guild = ""
		}
		err := b.sweeper.chat.Leave(ctx, p, user, store.UnixOf(b.now()))
		if err == nil {
			err = b.sweeper.chat.EraseOwn(ctx, p, user)
		}
		if err == nil {
			err = b.rounds.Leave(ctx, p.String(), user)
		}
		if err != nil && !store.Unreadable(err) {
			return err
		}
	}
	for _, key := range []string{s.key(user), person.PracticeKey(s.realm(), user)} {
		rec, err := b.store.Get(ctx, key)
		if err == nil && rec.Version != 0 {
			err = store.Delete(ctx, b.store, key, rec.Version, b.now())
		}
		if err != nil && !store.Unreadable(err) {
			return err
		}
	}
	b.languages.known.Remove(s.key(user))
	return b.removeLines(ctx, s, user)
}
