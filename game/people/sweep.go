package people

import (
	"bytes"
	"context"
	"errors"
	"math"

	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
	"nimbot/store/platform"
	"nimbot/store/round"
)

// SweepNow scans the store for every person with a mark. After an older backup is
// restored, it deletes their data again before any game goes on. The error is the store's; then
// some data may be left, and the daily scan tries again.
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

// gone are the people who left, by the keys of their marks.
type gone struct {
	marks map[string]person.Mark
	names func(realm, user string) []string // returns the possible keys of a person's marks
}

// mark returns the mark of a user who left. ok is false for anybody else.
func (g gone) mark(realm, user string) (latest person.Mark, ok bool) {
	if user == "" || user == platform.BotID || user == platform.ForgottenID {
		return person.Mark{}, false
	}
	for _, key := range g.names(realm, user) {
		if m, is := g.marks[key]; is && (!ok || m.At > latest.At) {
			latest, ok = m, true
		}
	}
	return latest, ok
}

// until returns the time up to which mentions of a user in other documents are deleted. Before the
// first scan has ended, that is all mentions, even those whose times are ahead of this process's
// clock.
func (g gone) until(realm, user string) (until store.Unix, ok bool) {
	m, ok := g.mark(realm, user)
	if ok && m.Sweeps == 0 {
		return math.MaxInt64, true
	}
	return m.At, ok
}

// left reports whether a user's mention in a document that was changed at a time must be
// deleted.
func (g gone) left(realm, user string, at store.Unix) bool {
	until, ok := g.until(realm, user)
	return ok && at <= until
}

// sweep deletes everything about the people with these marks and records that in the
// marks. pace slows it down; nil: full speed.
func (b *Book) sweep(ctx context.Context, marks map[string]bool, p *pace) error {
	who := gone{marks: map[string]person.Mark{}}
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
	l := search{b, who}
	for e, err := range b.store.All(ctx) {
		switch {
		case err != nil && e.Key == "":
			return err
		case err != nil:
			b.log.WarnContext(ctx, "a document can't be read, so nobody can be deleted from it", "key", e.Key, "error", err)
		default:
			if err := l.forgetIn(ctx, e); err != nil {
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

// search is one scan of the store for people who left.
type search struct {
	*Book
	who gone
}

// forgetIn deletes people who left from one document. It logs an unreadable document and
// leaves it unchanged.
func (l search) forgetIn(ctx context.Context, e store.Entry) error {
	err := l.forgetOrFail(ctx, e)
	if store.Unreadable(err) {
		l.log.WarnContext(ctx, "a document can't be read, so nobody can be deleted from it", "key", e.Key, "error", err)
		return nil
	}
	return err
}

func (l search) forgetOrFail(ctx context.Context, e store.Entry) error {
	at := person.ChangedAt(e.Record.Version)
	if platform, guild, user, ok := person.ParseMemberKey(e.Key); ok {
		s := server{platform, guild}
		switch stale, err := l.isStale(ctx, e, s.realm(), user); {
		case err != nil:
			return err
		case stale:
			return errors.Join(l.delete(ctx, e), l.removeLines(ctx, s, user))
		}
		return l.forgetOpponents(ctx, e, s.realm())
	}
	if realm, user, ok := person.ParsePracticeKey(e.Key); ok {
		stale, err := l.isStale(ctx, e, realm, user)
		if err == nil && stale {
			err = l.delete(ctx, e)
		}
		return err
	}
	if l.sweeper.forget != nil {
		next := store.NextVersion(e.Record.Version, l.now())
		kept, changed := l.sweeper.forget(e.Key, e.Record.Data, next, func(realm, user string) bool { return l.who.left(realm, user, at) })
		switch {
		case changed && kept == nil:
			return l.delete(ctx, e)
		case changed:
			return l.replace(ctx, e, store.Write{Data: kept, Expires: e.Expires, Due: e.Due})
		}
	}
	if key, ok := round.ParseKey(e.Key); ok {
		return l.forgetInRound(ctx, e, key)
	}
	if place, ok := dialog.ParsePlace(e.Key); ok {
		return l.forgetInPlace(ctx, e, place)
	}
	return nil
}

// forgetInRound deletes people who left from the round of a place.
func (l search) forgetInRound(ctx context.Context, e store.Entry, key string) error {
	place, ok := dialog.ParsePlace(key)
	r, err := round.Decode(e.Record)
	if err != nil || !ok {
		return err
	}
	for _, id := range r.People() {
		if !l.who.left(place.Realm(), id, person.ChangedAt(e.Record.Version)) {
			continue
		}
		if err := l.rounds.Leave(ctx, key, id); err != nil {
			return err
		}
	}
	return nil
}

// isStale reports whether a person's own document is from before they left.
func (l search) isStale(ctx context.Context, e store.Entry, realm, user string) (bool, error) {
	if _, ok := l.who.mark(realm, user); !ok {
		return false, nil
	}
	mark, err := l.marks.Of(ctx, realm, user) // the person may have left again since
	return mark.UnderWay() || person.BeganAfter(e.Record.Data) != mark.ID, err
}

// replace overwrites a document if its version is unchanged. Otherwise the next scan
// finds it.
func (l search) replace(ctx context.Context, e store.Entry, w store.Write) error {
	w.Expect = e.Record.Version
	_, err := l.store.Commit(ctx, e.Key, w)
	if errors.Is(err, store.ErrConflict) {
		return nil
	}
	return err
}

// forgetInPlace deletes people who left from a channel. A person's own place, whose key names them,
// is deleted as a whole.
func (l search) forgetInPlace(ctx context.Context, e store.Entry, place dialog.Place) error {
	if until, ok := l.who.until(place.Realm(), place.Person); ok && person.ChangedAt(e.Record.Version) <= until {
		return l.sweeper.chat.EraseOwn(ctx, place, place.Person)
	}
	doc, err := channel.Decode(e.Record.Data)
	if err != nil {
		return err
	}
	for _, id := range doc.People() {
		until, ok := l.who.until(place.Realm(), id)
		if !ok {
			continue
		}
		if err := l.sweeper.chat.Leave(ctx, place, id, until); err != nil {
			return err
		}
	}
	return nil
}

// forgetOpponents removes people who left from a member's pairs.
func (l search) forgetOpponents(ctx context.Context, e store.Entry, realm string) error {
	if !bytes.Contains(e.Record.Data, []byte(`"with":`)) {
		return nil
	}
	_, err := l.members.Change(ctx, e.Key, func(m *person.Member) (changed bool, err error) {
		forget := func(id *string, at store.Unix) {
			if l.who.left(realm, *id, at) {
				*id, changed = platform.ForgottenID, true
			}
		}
		for i := range m.Pairs {
			forget(&m.Pairs[i].With, m.Pairs[i].At)
		}
		for i := range m.PairsBegun {
			forget(&m.PairsBegun[i].With, m.PairsBegun[i].At)
		}
		return changed, nil
	})
	if errors.Is(err, person.ErrLeaving) {
		return nil // the whole document is to be deleted
	}
	return err
}

// delete deletes a document if its version is unchanged.
func (l search) delete(ctx context.Context, e store.Entry) error {
	return store.Delete(ctx, l.store, e.Key, e.Record.Version, l.now())
}
