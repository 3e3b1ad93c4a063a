package channel

import (
	"hash/fnv"
	"strconv"
	"strings"
	"time"

	"nimbot/store"
)

// The remembered deliveries are one string, oldest first, which keeps a busy channel's
// document small and quick to write:
//
//	HASH@TIME HASH HASH HASH@TIME …
//
// HASH is hashBits of the delivery's id and TIME are Unix seconds, both in base 32. TIME
// is rounded up to a multiple of recentStep; an entry without a time shares the next
// entry's.

// The bounds of the remembered deliveries. A platform repeats a delivery within minutes
// (Slack's last try is after five), so nothing younger than recentFor is ever dropped.
// recentMost bounds the string to 11 kB.
const (
	recentFor   = 10 * time.Minute
	recentStep  = 30 * time.Second // rounding makes most entries share a time
	recentLeast = 8
	recentMost  = 1024
)

// base is the base of the numbers; a power of two is quick to write.
const base = 32

// hashBits fill ten digits. With full memories, about one delivery in 10^12 is mistaken
// for another.
const hashBits = 50

// Remember records that the delivery id was handled at now, and drops old entries. It
// does nothing if id is "" or CanRemember is false.
func (c *Document) Remember(id string, now time.Time) {
	if id == "" {
		return
	}
	keep, n := forget(c.Recent, store.UnixOf(now.Add(-recentFor)))
	if n >= recentMost {
		return
	}
	var room [32]byte // for an @ and a time, or a space and a hash
	at := string(strconv.AppendInt(append(room[:0], '@'), roundUp(now).Unix(), base))
	keep = strings.TrimSuffix(keep, at)
	entry := room[:0]
	if keep != "" {
		entry = append(entry, ' ')
	}
	c.Recent = keep + string(appendHash(entry, id)) + at
}

// CanRemember reports whether one more delivery can be remembered at now.
func (c *Document) CanRemember(now time.Time) bool {
	if len(c.Recent) < 2*recentMost { // in bytes, at least two for each entry: most channels need no count
		return true
	}
	_, n := forget(c.Recent, store.UnixOf(now.Add(-recentFor)))
	return n < recentMost
}

// Knows reports whether the delivery id was handled before.
func (c *Document) Knows(id string) bool {
	if id == "" || c.Recent == "" {
		return false
	}
	var room [16]byte
	// An accidental match within another entry is no likelier than a hash collision.
	return strings.Contains(c.Recent, string(appendHash(room[:0], id)))
}

// notInRecent reports whether r never occurs in Recent. Rejecting such characters keeps
// JSON escapes out of the string.
func notInRecent(r rune) bool {
	return r != ' ' && r != '@' && (r < '0' || r > '9') && (r < 'a' || r > 'z')
}

// roundUp rounds a time up to recentStep.
func roundUp(now time.Time) time.Time {
	return now.Add(recentStep - time.Nanosecond).Truncate(recentStep)
}

// appendHash appends the hash of a delivery id.
func appendHash(b []byte, id string) []byte {
	h := fnv.New64a()
	h.Write([]byte(id)) // a hash.Hash never returns an error
	return strconv.AppendUint(b, h.Sum64()>>(64-hashBits), base)
}

// forget drops entries older than old, but always keeps the newest recentLeast-1. n is
// how many are left.
func forget(recent string, old store.Unix) (left string, n int) {
	if recent != "" {
		n = 1 + strings.Count(recent, " ")
	}
	for ; n >= recentLeast && oldest(recent) < old; n-- {
		_, recent, _ = strings.Cut(recent, " ")
	}
	return recent, n
}

// oldest returns the time of the first entry, 0 if it is invalid, so that invalid entries are
// dropped first.
func oldest(recent string) store.Unix {
	_, after, _ := strings.Cut(recent, "@")
	at, _, _ := strings.Cut(after, " ")
	n, err := strconv.ParseInt(at, base, 64)
	if err != nil {
		return 0
	}
	return store.Unix(n)
}
