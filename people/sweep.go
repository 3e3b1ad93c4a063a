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

// Whoever wants everything about them deleted leaves a mark (person.Mark). The
// rest is done by looking through the whole store: where a person's name stands
// is nowhere written down, so no such list can be incomplete, or be one more
// thing that is kept. It begins anew after a restart, since the mark is due until
// it's done.

// sweepWithin bounds one look through the store.
const sweepWithin = 30 * time.Minute

// sweeper looks through the store for those who left, one look at a time.
type sweeper struct {
	forget ForgetFunc // of the adapters' documents

	mu      sync.Mutex
	chat    *chat.Handler   // has the channels forget somebody; nil: not yet
	wanted  map[string]bool // the keys of marks
	running map[string]bool
	done    chan struct{} // closed when what runs is done; nil: nothing does
}

// SweepIn has people deleted from the channels that h keeps, too. Until then the book
// deletes nobody.
func (b *Book) SweepIn(h *chat.Handler) {
	b.sweeper.mu.Lock()
	b.sweeper.chat = h
	b.sweeper.mu.Unlock()
}

// sweepSoon looks through the store in the background for the one whose mark
// this is. done is closed afterwards.
func (b *Book) sweepSoon(mark string) (done <-chan struct{}) {
	w := &b.sweeper
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.running[mark] || w.chat == nil {
		return w.done
	}
	if w.wanted == nil {
		w.wanted = map[string]bool{}
	}
	w.wanted[mark] = true
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
		if err := b.sweep(ctx, w.running); err != nil {
			b.log.WarnContext(ctx, "not everything about those who left is deleted yet; it's tried again", "error", err)
		}
		cancel()
	}
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
	return b.sweep(ctx, marks)
}

// gone are those who left, by the keys of their marks, with the time up to which
// all about them goes.
type gone map[string]store.Unix

// left reports whether what a document that was changed at a time says of a
// user goes.
func (g gone) left(platform, user string, at store.Unix) bool {
	if user == "" || user == words.BotID || user == words.ForgottenID {
		return false
	}
	until, ok := g[person.MarkKey(platform, user)]
	return ok && at <= until
}

// sweep deletes everything about those whose marks these are, and notes that in
// their marks.
func (b *Book) sweep(ctx context.Context, marks map[string]bool) error {
	who := gone{}
	for key := range marks {
		mark, err := b.marks.Read(ctx, key)
		switch {
		case err != nil:
			return err
		case mark.Version == 0:
		case mark.Sweeps == 0: // also what came in since the person asked
			who[key] = store.UnixOf(b.now())
		default:
			who[key] = mark.At
		}
	}
	if len(who) == 0 {
		return nil
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
	}
	for key := range who {
		_, err := b.marks.Change(ctx, key, func(m *person.Mark) (bool, error) {
			m.Sweeps++
			return m.Version != 0, nil
		})
		if err != nil {
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
		if !who.left(platform, user, at) {
			return b.forgetOpponents(ctx, e, platform, who)
		}
		return errors.Join(b.delete(ctx, e), b.takeOff(ctx, server{platform, guild}, user))
	}
	if platform, user, ok := person.ParsePracticeKey(e.Key); ok {
		if who.left(platform, user, at) {
			return b.delete(ctx, e)
		}
		return nil
	}
	if b.sweeper.forget != nil {
		next := store.NextVersion(e.Record.Version, b.now())
		kept, changed := b.sweeper.forget(e.Key, e.Record.Data, next, func(platform, user string) bool { return who.left(platform, user, at) })
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
		until, ok := who[person.MarkKey(place.Platform, id)]
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
func (b *Book) forgetOpponents(ctx context.Context, e store.Entry, platform string, who gone) error {
	if !bytes.Contains(e.Record.Data, []byte(`"with":`)) {
		return nil
	}
	_, err := b.members.Change(ctx, e.Key, func(m *person.Member) (changed bool, err error) {
		forget := func(id *string, at store.Unix) {
			if who.left(platform, *id, at) {
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
	return deleteRecord(ctx, b.store, e, b.now())
}

func deleteRecord(ctx context.Context, s store.Store, e store.Entry, now time.Time) error {
	data := append(store.AppendHeader(nil, store.NextVersion(e.Record.Version, now)), '}')
	_, err := s.Commit(ctx, e.Key, store.Write{Expect: e.Record.Version, Data: data, Expires: time.Unix(1, 0)})
	if errors.Is(err, store.ErrConflict) {
		return nil
	}
	return err
}
