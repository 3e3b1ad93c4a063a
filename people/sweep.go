package people

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"time"

	"nimbot/channel"
	"nimbot/chat"
	"nimbot/chat/scene"
	"nimbot/person"
	"nimbot/store"
	"nimbot/words"
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
		p := chat.Place{Platform: s.platform, Guild: s.guild, Channel: place}
		if s.guild == noServers && !haveServers[s.platform] {
			p.Guild = ""
		}
		if err := b.sweeper.chat.Leave(ctx, p, user, store.UnixOf(b.now())); err != nil && readable(err) {
			return err
		}
	}
	for _, key := range []string{s.key(user), person.PracticeKey(s.realm(), user)} {
		rec, err := b.store.Get(ctx, key)
		if err == nil && rec.Version != 0 {
			err = b.delete(ctx, store.Entry{Key: key, Record: rec})
		}
		if err != nil && readable(err) {
			return err
		}
	}
	return b.takeOff(ctx, s, user)
}

// SweepNow looks through the store for everybody whose mark is in it: what an
// older backup brought back goes again, before games in it can go on.
func (b *Book) SweepNow(ctx context.Context) error {
	marks := map[string]bool{}
	for e, err := range b.store.All(ctx) {
		if err != nil && e.Key == "" {
			return err
		}
		if person.IsMarkKey(e.Key) {
			marks[e.Key] = true
		}
	}
	return b.sweep(ctx, marks, nil)
}

// gone are those who left, by the keys of their marks.
type gone struct {
	marks map[string]person.Mark
	names func(realm, user string) []string // the keys of a person's marks
	now   func() time.Time
}

// mark is that of a user who left; ok is false for all others.
func (g gone) mark(realm, user string) (latest person.Mark, ok bool) {
	if user == "" || user == words.BotID || user == words.ForgottenID {
		return person.Mark{}, false
	}
	for _, key := range g.names(realm, user) {
		if m, is := g.marks[key]; is && (!ok || m.At > latest.At) {
			latest, ok = m, true
		}
	}
	return latest, ok
}

// until is the time up to which what others' documents say of a user goes: all of
// it before the first look has ended.
func (g gone) until(realm, user string) (until store.Unix, ok bool) {
	m, ok := g.mark(realm, user)
	if ok && m.Sweeps == 0 {
		return max(m.At, store.UnixOf(g.now())), true
	}
	return m.At, ok
}

// left reports whether what a document that was changed at a time says of a
// user goes.
func (g gone) left(realm, user string, at store.Unix) bool {
	until, ok := g.until(realm, user)
	return ok && at <= until
}

// sweep deletes everything about those whose marks these are, and notes that in
// their marks. It does so in slices at a pace, nil: at once.
func (b *Book) sweep(ctx context.Context, marks map[string]bool, p *pace) error {
	who := gone{marks: map[string]person.Mark{}, now: b.now}
	for key := range marks {
		mark, err := b.marks.Read(ctx, key)
		if err != nil {
			return err
		}
		if mark.Version != 0 {
			who.marks[key] = mark
		}
	}
	var err error
	if who.names, err = b.marks.Names(ctx); err != nil || len(who.marks) == 0 {
		return err
	}
	for e, err := range b.store.All(ctx) {
		switch {
		case err != nil && e.Key == "":
			return err
		case err != nil:
			b.log.WarnContext(ctx, "a document can't be read, so nobody can be deleted from it", "key", e.Key, "error", err)
		default:
			if err := b.forgetIn(ctx, e, who); err != nil {
				return err
			}
		}
		if err := p.step(ctx); err != nil {
			return err
		}
	}
	for key, mark := range who.marks {
		if err := b.marks.Swept(ctx, key, mark); err != nil {
			return err
		}
	}
	return nil
}

// forgetIn deletes what one document says of those who left. One that can't be
// read as what it should be is left alone: somebody was told of it already.
func (b *Book) forgetIn(ctx context.Context, e store.Entry, who gone) error {
	err := b.forgetOrFail(ctx, e, who)
	if errors.Is(err, store.ErrCorrupt) || errors.Is(err, store.ErrNewer) {
		b.log.WarnContext(ctx, "a document can't be read, so nobody can be deleted from it", "key", e.Key, "error", err)
		return nil
	}
	return err
}

func (b *Book) forgetOrFail(ctx context.Context, e store.Entry, who gone) error {
	at := person.ChangedAt(e.Record.Version)
	if platform, guild, user, ok := person.ParseMemberKey(e.Key); ok {
		s := server{platform, guild}
		switch stale, err := b.isStale(ctx, e, s.realm(), user, who); {
		case err != nil:
			return err
		case stale:
			return errors.Join(b.delete(ctx, e), b.takeOff(ctx, s, user))
		}
		return b.forgetOpponents(ctx, e, s.realm(), who)
	}
	if realm, user, ok := person.ParsePracticeKey(e.Key); ok {
		stale, err := b.isStale(ctx, e, realm, user, who)
		if err == nil && stale {
			err = b.delete(ctx, e)
		}
		return err
	}
	if b.sweeper.forget != nil {
		next := store.NextVersion(e.Record.Version, b.now())
		kept, changed := b.sweeper.forget(e.Key, e.Record.Data, next, func(realm, user string) bool { return who.left(realm, user, at) })
		switch {
		case changed && kept == nil:
			return b.delete(ctx, e)
		case changed:
			return b.replace(ctx, e, store.Write{Data: kept, Expires: e.Expires, Due: e.Due})
		}
	}
	if place, ok := scene.ParsePlace(e.Key); ok {
		return b.forgetInPlace(ctx, e, place, who)
	}
	return nil
}

// isStale reports whether a document of somebody's own is from before they left.
func (b *Book) isStale(ctx context.Context, e store.Entry, realm, user string, who gone) (bool, error) {
	if _, ok := who.mark(realm, user); !ok {
		return false, nil
	}
	mark, err := b.marks.Of(ctx, realm, user) // they may have left once more since
	if err != nil || mark.ID == 0 {
		return err == nil && who.left(realm, user, person.ChangedAt(e.Record.Version)), err
	}
	return mark.UnderWay() || person.BeganAfter(e.Record.Data) != mark.ID, nil
}

// replace writes over a document, if it's still the one that was read. Where it
// isn't, the next look finds it.
func (b *Book) replace(ctx context.Context, e store.Entry, w store.Write) error {
	w.Expect = e.Record.Version
	_, err := b.store.Commit(ctx, e.Key, w)
	if errors.Is(err, store.ErrConflict) {
		return nil
	}
	return err
}

// forgetInPlace has a channel forget those who left.
func (b *Book) forgetInPlace(ctx context.Context, e store.Entry, place chat.Place, who gone) error {
	doc, err := channel.Decode(e.Record.Data)
	if err != nil {
		return err
	}
	for _, id := range doc.People() {
		until, ok := who.until(place.Realm(), id)
		if !ok {
			continue
		}
		if err := b.sweeper.chat.Leave(ctx, place, id, until); err != nil {
			return err
		}
	}
	return nil
}

// forgetOpponents takes those who left out of a member's pairs.
func (b *Book) forgetOpponents(ctx context.Context, e store.Entry, realm string, who gone) error {
	if !bytes.Contains(e.Record.Data, []byte(`"with":`)) {
		return nil
	}
	_, err := b.members.Change(ctx, e.Key, func(m *person.Member) (changed bool, err error) {
		forget := func(id *string, at store.Unix) {
			if who.left(realm, *id, at) {
				*id, changed = words.ForgottenID, true
			}
		}
		for i := range m.Pairs {
			forget(&m.Pairs[i].With, m.Pairs[i].At)
		}
		for i := range m.Begun {
			forget(&m.Begun[i].With, m.Begun[i].At)
		}
		return changed, nil
	})
	return err
}

// delete deletes a document, if it's still the one that was read.
func (b *Book) delete(ctx context.Context, e store.Entry) error {
	return person.Delete(ctx, b.store, e, b.now())
}
