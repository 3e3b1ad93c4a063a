package person

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"nimbot/store"
)

// Mark is a pseudonymous record that a person deleted their data. It keeps older data from
// coming back through a late result, another process or an older backup.
type Mark struct {
	store.Head
	// At is when the person asked for the deletion.
	At store.Unix `json:"at"`
	// ID distinguishes this departure from others of the same person. Documents that begin
	// afterwards contain it (Member.After, Practice.After); every other document is older, whatever
	// the clocks of its writers said.
	ID uint64 `json:"id"`
	// Sweeps is how often the store was scanned for the person since. Nothing is written
	// about them before the first scan has ended.
	Sweeps  int           `json:"sweeps,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// When a store is scanned again: soon after the first time, for what other processes
// were just writing, then daily, for what a backup restored.
const (
	sweepAgain = time.Minute
	sweepEvery = 24 * time.Hour
)

// leaveAgain is how soon a person can repeat the deletion.
const leaveAgain = time.Minute

const markPrefix = "left:"

// IsMarkKey reports whether a key is a mark's.
func IsMarkKey(key string) bool { return strings.HasPrefix(key, markPrefix) }

// markKey returns the key of a mark: "left:discord/" and a salted hash. A person who knows
// ids but not the store's salts can't find out whose mark it is.
func markKey(salt, realm, user string) string {
	platform, _, _ := strings.Cut(realm, "/")
	h := hmac.New(sha256.New, []byte(salt))
	h.Write([]byte(realm + "\x00" + user)) // never fails
	return markPrefix + platform + "/" + hex.EncodeToString(h.Sum(nil)[:16])
}

func (m *Mark) flaw() string {
	if m.At <= 0 || m.ID == 0 {
		return "a mark without a time or an id"
	}
	return ""
}

func (m *Mark) since() time.Time { return m.At.Time() }

func (m *Mark) due(now time.Time) time.Time {
	switch m.Sweeps {
	case 0:
		return now
	case 1:
		return now.Add(sweepAgain)
	}
	return now.Add(sweepEvery)
}

// Covers reports whether an event at the time at happened before the person left. It is false if
// the mark itself lies in the future.
func (m *Mark) Covers(at, now store.Unix) bool {
	return m.Version != 0 && at <= m.At && !Future(m.At, now)
}

// Within reports whether the person left at most d before now.
func (m *Mark) Within(d time.Duration, now store.Unix) bool {
	return m.Version != 0 && now < m.At+store.Unix(d/time.Second) && !Future(m.At, now)
}

// UnderWay reports whether a scan for the person's data is pending.
func (m *Mark) UnderWay() bool { return m.Version != 0 && m.Sweeps == 0 }

// BeganAfter returns the ID of the mark after which a person's document began. It is 0 if
// there is none, or the document can't be read.
func BeganAfter(data []byte) uint64 {
	var d struct {
		After uint64 `json:"after"`
	}
	if json.Unmarshal(data, &d) != nil {
		return 0
	}
	return d.After
}

// ChangedAt returns when the version of a record was written, to the second: versions are
// microseconds.
func ChangedAt(version uint64) store.Unix { return store.Unix(version / 1_000_000) }

// Marks keeps the marks. It is safe for concurrent use.
type Marks struct {
	*Keeper[Mark, *Mark]
	salts *salts
}

// NewMarks makes the keeper of the marks. Marks expire after keep, which must be at least
// the age of the oldest backup that may be restored.
func NewMarks(s store.Store, now func() time.Time, keep time.Duration) *Marks {
	return &Marks{newKeeper[Mark](s, now, keep), newSalts(s, now)}
}

// Of returns the latest mark of a person, the zero Mark if there is none. The mark may have been read ahead
// for the request ([store.ReadAhead]). The error is the store's.
func (k *Marks) Of(ctx context.Context, realm, user string) (latest Mark, err error) {
	keys, err := k.Names(ctx)
	if err != nil {
		return Mark{}, err
	}
	for _, key := range keys(realm, user) {
		m, err := k.Read(ctx, key)
		if err != nil {
			return Mark{}, err
		}
		latest = later(latest, m)
	}
	return latest, nil
}

// latest is Of as the store has it now.
func (k *Marks) latest(ctx context.Context, realm, user string) (Mark, error) {
	keys, err := k.Names(ctx)
	if err != nil {
		return Mark{}, err
	}
	all := keys(realm, user)
	records, err := k.store.GetAll(ctx, all)
	if err != nil {
		return Mark{}, err
	}
	return k.latestIn(ctx, records, all)
}

// latestIn returns the latest of a person's marks in records, which GetAll returned for keys.
func (k *Marks) latestIn(ctx context.Context, records map[string]store.Record, keys []string) (latest Mark, err error) {
	for _, key := range keys {
		rec, readable := records[key]
		if !readable {
			_, err = k.store.Get(ctx, key) // says why
			return Mark{}, err
		}
		m, err := k.decode(rec)
		if err != nil {
			return Mark{}, err
		}
		latest = later(latest, m)
	}
	return latest, nil
}

// later returns the later of two marks, either of which may be the zero Mark.
func later(a, b Mark) Mark {
	if b.Version != 0 && b.At >= a.At {
		return b
	}
	return a
}

// Names returns a function that lists the keys that a person's mark may have. The error is the
// store's.
func (k *Marks) Names(ctx context.Context) (keys func(realm, user string) []string, err error) {
	all, err := k.salts.all(ctx)
	return func(realm, user string) []string {
		var keys []string
		for _, salt := range all {
			keys = append(keys, markKey(salt, realm, user))
		}
		return keys
	}, err
}

// Leave marks a person as leaving now, and returns the mark's key. Less than a minute after the
// last call for the person it changes nothing, and made is false. The error is the store's.
func (k *Marks) Leave(ctx context.Context, realm, user string, now store.Unix) (key string, mark Mark, made bool, err error) {
	salt, err := k.salts.current(ctx)
	if err != nil {
		return "", Mark{}, false, err
	}
	before, err := k.Of(ctx, realm, user)
	if err != nil {
		return "", Mark{}, false, err
	}
	key, id := markKey(salt, realm, user), newID()
	mark, err = k.Change(ctx, key, func(m *Mark) (bool, error) {
		latest := *m
		if before.At > latest.At { // stored with another salt
			latest = before
		}
		if made = !latest.Within(leaveAgain, now); made {
			m.At, m.Sweeps, m.ID = now, 0, id
		}
		return made, nil
	})
	return key, mark, made, err
}

// newID returns a unique number that every reader of JSON reads exactly.
func newID() uint64 { return 1 + store.Random()>>12 }

// Swept records a completed scan for a mark, unless the person left again since the mark
// was read. The error is the store's.
func (k *Marks) Swept(ctx context.Context, key string, read Mark) error {
	_, err := k.Change(ctx, key, func(m *Mark) (bool, error) {
		same := m.Version != 0 && m.ID == read.ID
		m.Sweeps++
		return same, nil
	})
	return err
}

// Alias returns a code to show in place of user's id, for example in reader's export. It
// depends on both people and on a secret of the store. The error is the store's.
func (k *Marks) Alias(ctx context.Context, realm, user, reader string) (string, error) {
	all, err := k.salts.all(ctx)
	if err == nil && len(all) == 0 {
		all = make([]string, 1)
		all[0], err = k.salts.current(ctx)
	}
	if err != nil {
		return "", err
	}
	h := hmac.New(sha256.New, []byte(all[0]))
	h.Write([]byte("alias\x00" + realm + "\x00" + user + "\x00" + reader)) // never fails
	return hex.EncodeToString(h.Sum(nil)[:6]), nil
}
