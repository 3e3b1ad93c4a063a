package person

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"nimbot/store"
)

// Mark remembers, without saying who it was, that somebody had everything about
// them deleted, so that nothing from before comes back: not by a late result, by
// another process, or with an older backup.
type Mark struct {
	Format  int    `json:"v"`
	Version uint64 `json:"n"`
	// Write marks the last write.
	Write uint64 `json:"w"`
	// At is when the person asked for it.
	At store.Unix `json:"at"`
	// Sweeps is how often everything was looked through for the person since.
	Sweeps  int           `json:"sweeps,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// KeepMark is how long a mark is kept: no older backup should be restored.
const KeepMark = 30 * 24 * time.Hour

// When a store is looked through again: soon after the first time, for what other
// processes were just writing, then daily, for what a backup brought back.
const (
	sweepAgain = time.Minute
	sweepEvery = 24 * time.Hour
)

const markPrefix = "left:"

// MarkKey is the key of a person's mark: "left:discord/" and a hash.
func MarkKey(platform, user string) string {
	sum := sha256.Sum256([]byte("nimbot\x00" + platform + "\x00" + user))
	return markPrefix + platform + "/" + hex.EncodeToString(sum[:16])
}

// IsMarkKey reports whether a key is that of a mark.
func IsMarkKey(key string) bool { return strings.HasPrefix(key, markPrefix) }

// Marks keeps the marks.
type Marks = Keeper[Mark, *Mark]

// NewMarks makes the keeper of the documents under MarkKey.
func NewMarks(s store.Store, now func() time.Time) *Marks { return newKeeper[Mark](s, now, KeepMark) }

func (m *Mark) begin(format int, version, write uint64) {
	m.Format, m.Version, m.Write = format, version, write
}

func (m *Mark) flaw() string {
	if m.At <= 0 {
		return "a mark without a time"
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

// Covers reports whether what was last changed at a time is from before the
// person left.
func (m *Mark) Covers(at store.Unix) bool { return m.Version != 0 && at <= m.At }

// ChangedAt is when a record of a version was written, to the second: versions
// are microseconds.
func ChangedAt(version uint64) store.Unix { return store.Unix(version / 1_000_000) }
