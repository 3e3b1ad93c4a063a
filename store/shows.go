package store

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The numbers of tables. A backend makes no difference between them.
const (
	// MaxTable is the highest number that stores must accept.
	MaxTable = 255
	// MaxBoard is the highest number of a table that has a board. Greater ones ask a worker for
	// something else.
	MaxBoard = 223
	// ListTable asks that the games of a place be listed for the people who play them.
	ListTable = 254
)

// Show asks that the board of a table be shown, or for what else its number means.
type Show struct {
	Table int // from 1 to MaxTable
	// At is the time from which a worker shows the board. Writers choose a time shortly
	// after now, so that they can show the board first and call Shown.
	At time.Time
}

// ShowAt returns the Show of one table, or nil if at is the zero time.
func ShowAt(table int, at time.Time) []Show {
	if at.IsZero() {
		return nil
	}
	return []Show{{table, at}}
}

// checkShow returns ErrInvalid for a list that stores must refuse.
func checkShow(show []Show) error {
	for i, s := range show {
		if s.Table < 1 || s.Table > MaxTable || s.At.IsZero() {
			return fmt.Errorf("%w: table %d to be shown at %v, want 1 to %d and a time", ErrInvalid, s.Table, s.At, MaxTable)
		}
		if slices.ContainsFunc(show[:i], func(other Show) bool { return other.Table == s.Table }) {
			return fmt.Errorf("%w: table %d is to be shown twice", ErrInvalid, s.Table)
		}
	}
	return nil
}

// Shows is what a backend stores about the boards of a record that must be shown. The zero
// Shows has none.
//
// A confirmation counts if the version that was shown is a version of this record, and not
// earlier than the one that asked for the board. A greater number alone isn't enough: that
// version may belong to a history that the store has lost, in a failover or because an
// older copy was restored.
type Shows struct {
	asked []asked // by table
	// versions are the record's versions, ascending, from the earliest that asked for a
	// board to the present one, but at most the last maxVersions.
	versions []uint64
}

// asked is a board that must be shown.
type asked struct {
	table   int
	at      int64  // Milli
	version uint64 // of the last write that asked for it
}

// maxVersions bounds how many versions are kept. The confirmation of a version that isn't
// kept any more counts only if that version asked for the board; otherwise the board is
// shown once more.
const maxVersions = 32

// ParseShows reverses Kept: it returns the Shows of a record of the given version.
func ParseShows(version uint64, next int64, text string) Shows {
	switch {
	case next == 0:
		return Shows{}
	case text == "":
		return Shows{versions: []uint64{version}, asked: []asked{{1, next, version}}}
	}
	history, tables, _ := strings.Cut(text, ";")
	s := Shows{versions: numbers(history)}
	if len(s.versions) == 0 { // it is damaged
		s.versions = []uint64{version}
	}
	for part := range strings.SplitSeq(tables, ";") {
		if n := numbers(part); len(n) == 3 {
			s.asked = append(s.asked, asked{int(n[0]), int64(n[1]), n[2]})
		}
	}
	slices.SortFunc(s.asked, func(a, b asked) int { return cmp.Compare(a.table, b.table) })
	return s
}

// numbers parses decimal numbers with spaces between them.
func numbers(text string) (all []uint64) {
	for field := range strings.FieldsSeq(text) {
		n, _ := strconv.ParseUint(field, 10, 64) // anything else counts as 0
		all = append(all, n)
	}
	return all
}

// Kept returns what a backend stores of s with the record: Next, and a text. The text lists the
// versions, then for each board that must be shown its table, its time and the version that
// asked:
//
//	120 135 150;1 1763868158200 120;2 1763868158123 135
//
// In the most frequent case it is empty: only table 1 must be shown, and the present version
// asked for it.
func (s Shows) Kept() (next int64, text string) {
	if len(s.asked) == 0 {
		return 0, ""
	}
	if first := s.asked[0]; len(s.asked) > 1 || first.table != 1 || first.version != s.versions[len(s.versions)-1] {
		b := []byte(strings.Trim(fmt.Sprint(s.versions), "[]"))
		for _, a := range s.asked {
			b = fmt.Appendf(b, ";%d %d %d", a.table, a.at, a.version)
		}
		text = string(b)
	}
	return s.Next(), text
}

// Write returns s after a write that made the version and asked for boards. s must be that of
// the version before, or the zero Shows if nothing was stored.
func (s Shows) Write(version uint64, show []Show) Shows {
	next := Shows{asked: slices.Clone(s.asked), versions: append(slices.Clone(s.versions), version)}
	for _, b := range show {
		a := asked{b.Table, Milli(b.At), version}
		if i, found := next.find(b.Table); found {
			next.asked[i] = a
		} else {
			next.asked = slices.Insert(next.asked, i, a)
		}
	}
	return next.trim()
}

// Shown returns s after a confirmation that a table's board was shown as of a version, and
// whether the confirmation counts.
func (s Shows) Shown(table int, version uint64) (after Shows, counts bool) {
	i, found := s.find(table)
	if !found || version < s.asked[i].version || version != s.asked[i].version && !slices.Contains(s.versions, version) {
		return s, false
	}
	return Shows{asked: slices.Delete(slices.Clone(s.asked), i, i+1), versions: s.versions}.trim(), true
}

// Lease returns s after a claim, and the tables whose boards it claimed: those whose time has
// come. until is the end of the lease; both times are in milliseconds.
func (s Shows) Lease(now, until int64) (leased Shows, tables []int) {
	leased = Shows{asked: slices.Clone(s.asked), versions: s.versions}
	for i := range leased.asked {
		if a := &leased.asked[i]; a.at <= now {
			a.at = until
			tables = append(tables, a.table)
		}
	}
	return leased, tables
}

// Next returns the earliest time at which a board must be shown, in milliseconds; 0 for never.
func (s Shows) Next() (next int64) {
	for _, a := range s.asked {
		if next == 0 || a.at < next {
			next = a.at
		}
	}
	return next
}

// List returns the boards that were asked for, by table; a time may be the end of a lease.
func (s Shows) List() (all []Show) {
	for _, a := range s.asked {
		all = append(all, Show{a.table, FromMilli(a.at)})
	}
	return all
}

func (s Shows) find(table int) (i int, found bool) {
	return slices.BinarySearchFunc(s.asked, table, func(a asked, table int) int { return cmp.Compare(a.table, table) })
}

// trim drops versions whose confirmation can't count any more, and all but the last
// maxVersions.
func (s Shows) trim() Shows {
	if len(s.asked) == 0 {
		return Shows{}
	}
	earliest := s.asked[0].version
	for _, a := range s.asked {
		earliest = min(earliest, a.version)
	}
	n := max(0, len(s.versions)-maxVersions)
	for n < len(s.versions)-1 && s.versions[n] < earliest {
		n++
	}
	s.versions = s.versions[n:]
	return s
}
