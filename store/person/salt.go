package person

import (
	"context"
	crand "crypto/rand"
	"encoding/hex"
	"slices"
	"sync"
	"time"

	"nimbot/store"
)

// Salts are the secrets with which the keys of marks are made. The record goes with the
// marks into backups and other stores.
type Salts struct {
	store.Head
	// Salts begins with the store's own salt, for new marks. The salts of merged stores follow,
	// because their marks apply as well.
	Salts   []string      `json:"salts"`
	Unknown store.Unknown `json:",embed"`
}

// saltsKey is the key of a store's only such record. It can't be mistaken for a
// channel's.
const saltsKey = "salts:marks"

// The length of a salt, and how many a store may have.
const (
	saltLength = 32
	maxSalts   = 16
)

// saltsFor is how long a process relies on the salts it has read. Others add salts only
// while no server runs.
const saltsFor = time.Minute

func (s *Salts) flaw() string {
	if len(s.Salts) == 0 || slices.Contains(s.Salts, "") {
		return "no salt"
	}
	return ""
}

// salts caches the salts of a store.
type salts struct {
	keeper *Keeper[Salts, *Salts]
	now    func() time.Time

	mu     sync.Mutex
	known  []string
	readAt time.Time
}

func newSalts(s store.Store, now func() time.Time) *salts {
	if now == nil {
		now = time.Now
	}
	return &salts{keeper: newKeeper[Salts](s, now, 0), now: now}
}

// all returns the salts of the store. It makes the first, so that a process need not ask again and again
// whether there are some; none are returned while the store can't be written.
func (s *salts) all(ctx context.Context) ([]string, error) {
	s.mu.Lock()
	known, age := s.known, s.now().Sub(s.readAt)
	s.mu.Unlock()
	if len(known) > 0 && 0 <= age && age < saltsFor {
		return known, nil
	}
	doc, err := s.keeper.Read(ctx, saltsKey)
	if err != nil {
		return nil, err
	}
	for _, salt := range known { // restore salts that the store lost, if it was set back
		if !slices.Contains(doc.Salts, salt) {
			doc.Salts = append(doc.Salts, salt)
		}
	}
	if len(doc.Salts) == 0 {
		_, _ = s.current(ctx) // without a salt nobody has left
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.known, nil
	}
	s.remember(doc.Salts)
	return doc.Salts, nil
}

func (s *salts) remember(all []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known, s.readAt = all, s.now()
}

// current returns the salt for new marks, and creates it if there is none.
func (s *salts) current(ctx context.Context) (string, error) {
	s.mu.Lock()
	known := s.known
	s.mu.Unlock()
	fresh := make([]byte, saltLength)
	_, _ = crand.Read(fresh) // never fails
	doc, err := s.keeper.Change(ctx, saltsKey, func(doc *Salts) (bool, error) {
		add := known
		if len(known) == 0 && len(doc.Salts) == 0 {
			add = []string{hex.EncodeToString(fresh)}
		}
		return doc.merge(add), nil
	})
	if err != nil {
		return "", err
	}
	s.remember(doc.Salts)
	return doc.Salts[0], nil
}

// merge adds missing salts, and reports whether there were any.
func (s *Salts) merge(salts []string) (changed bool) {
	for _, salt := range salts {
		if !slices.Contains(s.Salts, salt) && len(s.Salts) < maxSalts {
			s.Salts, changed = append(s.Salts, salt), true
		}
	}
	return changed
}

// IsSaltsKey reports whether a key is that of a store's salts. A program that copies records
// to another store must merge this record with JoinSalts.
func IsSaltsKey(key string) bool { return key == saltsKey }

// JoinSalts merges the salts in e, a record of another store, into this one, so that the
// marks copied from there hold. It reports whether it wrote. The error is the store's, or says
// that e can't be read.
func JoinSalts(ctx context.Context, s store.Archive, e store.Entry, now func() time.Time) (wrote bool, err error) {
	there, err := s.Get(ctx, saltsKey)
	if err != nil {
		return false, err
	}
	if there.Version == 0 {
		return s.Restore(ctx, e)
	}
	var other Salts
	if err := decode(e.Record.Data, &other); err != nil {
		return false, err
	}
	_, err = newKeeper[Salts](s, now, 0).Change(ctx, saltsKey, func(doc *Salts) (bool, error) {
		wrote = doc.merge(other.Salts)
		return wrote, nil
	})
	return wrote, err
}
