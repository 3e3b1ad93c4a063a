package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// Format is the format of records. Raising it keeps older programs from changing documents
// that they don't understand. Development builds wrote 1 and 2, which nothing reads any
// more: compatibility begins with the first release.
const Format = 3

// The sizes that every store must accept.
const (
	MaxKey  = 1024    // bytes of a key
	MaxData = 1 << 20 // bytes of a record
)

// Header is the beginning of a record.
type Header struct {
	Format  int    // from 1
	Version uint64 // from 1
}

// Head has the first members of most documents, whose structs embed it first.
type Head struct {
	Format  int    `json:"v"`
	Version uint64 `json:"n"`
	// Write is random: it tells two writes apart even if two processes make the same
	// change in the same microsecond.
	Write uint64 `json:"w"`
}

// Stamp prepares the head of a document of Format to be written at now over a version, 0 if
// nothing is stored.
func (h *Head) Stamp(over uint64, now time.Time) {
	h.Format, h.Version, h.Write = Format, NextVersion(over, now), Random()
}

// AppendHeader appends the beginning of a record of Format, up to its version. The caller
// appends a comma and further members, or the closing brace.
func AppendHeader(b []byte, version uint64) []byte {
	b = append(b, `{"v":`...)
	b = strconv.AppendInt(b, Format, 10)
	b = append(b, `,"n":`...)
	return strconv.AppendUint(b, version, 10)
}

// ParseHeader parses the beginning of a record. The error is ErrNewer or ErrOlder for another
// format than Format (then the header is returned, too), ErrCorrupt for anything else.
func ParseHeader(data []byte) (Header, error) {
	rest, ok := bytes.CutPrefix(data, []byte(`{"v":`))
	if !ok {
		return Header{}, corrupt(data)
	}
	format, rest, ok := number(rest)
	if !ok || format > 1<<31-1 {
		return Header{}, corrupt(data)
	}
	rest, ok = bytes.CutPrefix(rest, []byte(`,"n":`))
	if !ok {
		return Header{}, corrupt(data)
	}
	version, rest, ok := number(rest)
	if !ok || len(rest) == 0 || rest[0] != ',' && rest[0] != '}' || data[len(data)-1] != '}' {
		return Header{}, corrupt(data)
	}
	h := Header{Format: int(format), Version: version}
	return h, CheckFormat(h.Format, Format)
}

// CheckFormat returns ErrNewer or ErrOlder, with both numbers, if a format isn't the one that
// this version reads.
func CheckFormat(found, reads int) error {
	switch {
	case found > reads:
		return fmt.Errorf("%w: format %d, this version reads %d", ErrNewer, found, reads)
	case found < reads:
		return fmt.Errorf("%w: format %d, this version reads %d", ErrOlder, found, reads)
	}
	return nil
}

// number reads a positive decimal number without leading zeros.
func number(b []byte) (n uint64, rest []byte, ok bool) {
	i := 0
	for i < len(b) && '0' <= b[i] && b[i] <= '9' {
		i++
	}
	if i == 0 || b[0] == '0' {
		return 0, nil, false
	}
	n, err := strconv.ParseUint(string(b[:i]), 10, 64)
	return n, b[i:], err == nil
}

func corrupt(data []byte) error {
	const show = 24
	if len(data) > show {
		return fmt.Errorf("%w: it begins %q", ErrCorrupt, data[:show])
	}
	return fmt.Errorf("%w: it is %q", ErrCorrupt, data)
}

// ParseRecord makes a Record of the bytes that a backend found under a key. The Record
// shares data. All of data must be valid JSON: a truncated record is ErrCorrupt.
func ParseRecord(key string, data []byte) (Record, error) {
	h, err := ParseHeader(data)
	if err == nil && !json.Valid(data) {
		err = fmt.Errorf("%w: it is damaged JSON", ErrCorrupt)
	}
	if err != nil {
		return Record{}, fmt.Errorf("%w (key %q)", err, key)
	}
	return Record{Version: h.Version, Data: data}, nil
}

// CheckKey returns ErrInvalid for a key that stores must refuse.
func CheckKey(key string) error {
	if key == "" || len(key) > MaxKey {
		return fmt.Errorf("%w: a key of %d bytes, want 1 to %d", ErrInvalid, len(key), MaxKey)
	}
	return nil
}

// Check returns ErrInvalid for a write that stores must refuse.
func (w Write) Check(key string) error {
	if err := CheckKey(key); err != nil {
		return err
	}
	if len(w.Data) > MaxData {
		return fmt.Errorf("%w: a record of %d bytes, want at most %d", ErrInvalid, len(w.Data), MaxData)
	}
	h, err := ParseHeader(w.Data)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	if err := checkShow(w.Show); err != nil {
		return err
	}
	if h.Version <= w.Expect {
		return fmt.Errorf("%w: a record of version %d after version %d", ErrInvalid, h.Version, w.Expect)
	}
	return nil
}

// Record returns what is stored if the write succeeds.
func (w Write) Record() Record {
	h, _ := ParseHeader(w.Data) // Check has read it
	return Record{Version: h.Version, Data: w.Data}
}

// Milli returns a time as backends store it: milliseconds since 1970, at least 1, and 0 for
// the zero time.
func Milli(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return max(1, t.UnixMilli())
}

// FromMilli returns the time of a Milli value, in UTC; the zero time for 0.
func FromMilli(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
