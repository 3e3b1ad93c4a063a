package bolt

import (
	"bytes"
	"encoding/binary"
	"errors"

	"go.etcd.io/bbolt"

	"nimbot/store"
)

// row is what the buckets "records" and "shows" hold under a key. The zero row means that
// nothing is stored. In the bucket "records", four times precede the record: when it expires,
// when it is due, when the first board must be shown, and the time of its agenda entry. They
// are store.Milli; 0 is none. The bucket "shows" holds the text of store.Shows.Kept, if there is
// one.
type row struct {
	expires, due int64
	shows        store.Shows
	text         bool  // the bucket "shows" holds something under the key
	at           int64 // the time of the key's entry in the agenda; 0: it has none
	data         []byte
}

// rowHead is the number of bytes before the record.
const rowHead = 4 * 8

// load reads the row of a key. Its data is valid until the transaction ends. A row that is
// too short gets a corrupt record.
func load(tx *bbolt.Tx, key []byte) row {
	return parseRow(tx.Bucket(bucketRecords).Get(key), tx.Bucket(bucketShows).Get(key))
}

// parseRow parses what the bucket "records" holds under a key, and as text what the bucket
// "shows" holds.
func parseRow(b, text []byte) row {
	if len(b) < rowHead {
		return row{data: b}
	}
	r := row{
		expires: int64(binary.BigEndian.Uint64(b)),
		due:     int64(binary.BigEndian.Uint64(b[8:])),
		text:    len(text) > 0,
		at:      int64(binary.BigEndian.Uint64(b[24:])),
		data:    b[rowHead:],
	}
	version, _ := r.version() // 0 for a damaged record
	r.shows = store.ParseShows(version, int64(binary.BigEndian.Uint64(b[16:])), string(text))
	return r
}

// encode writes the row into b, which must be rowHead bytes longer than the
// data and may hold the data already. show is when the first board must be shown.
func (r row) encode(b []byte, show int64) []byte {
	binary.BigEndian.PutUint64(b, uint64(r.expires))
	binary.BigEndian.PutUint64(b[8:], uint64(r.due))
	binary.BigEndian.PutUint64(b[16:], uint64(show))
	binary.BigEndian.PutUint64(b[24:], uint64(r.at))
	copy(b[rowHead:], r.data)
	return b
}

func (r row) expired(now int64) bool { return r.expires != 0 && r.expires <= now }

// version returns the version of the record, 0 when there is none.
func (r row) version() (uint64, error) {
	if len(r.data) == 0 {
		return 0, nil
	}
	h, err := store.ParseHeader(r.data)
	return h.Version, err
}

// record copies the record out of the row.
func (r row) record(key string) (store.Record, error) {
	if len(r.data) == 0 {
		return store.Record{}, nil
	}
	return store.ParseRecord(key, bytes.Clone(r.data))
}

// next returns the earliest time at which Claim must look at the key, 0 for never.
func (r row) next() int64 {
	var next int64
	for _, t := range [...]int64{r.expires, r.due, r.shows.Next()} {
		if t != 0 && (next == 0 || t < next) {
			next = t
		}
	}
	return next
}

// put stores a row, encoded into b (see encode). It moves the key's entry in the
// agenda only if that would come too late, or if exact is set.
func put(tx *bbolt.Tx, key string, r row, b []byte, exact bool) error {
	next := r.next()
	if r.at != next && (exact || r.at == 0 || next == 0 || next < r.at) {
		if err := unschedule(tx, key, r.at); err != nil {
			return err
		}
		if next != 0 {
			if err := tx.Bucket(bucketAgenda).Put(agendaKey(next, key), nil); err != nil {
				return err
			}
		}
		r.at = next
	}
	show, text := r.shows.Kept()
	if r.text || text != "" {
		if err := keepShows(tx, key, text); err != nil {
			return err
		}
	}
	return tx.Bucket(bucketRecords).Put([]byte(key), r.encode(b, show))
}

// keepShows writes the value of a key in the bucket "shows", or deletes it if text is empty.
func keepShows(tx *bbolt.Tx, key, text string) error {
	if text == "" {
		return tx.Bucket(bucketShows).Delete([]byte(key))
	}
	return tx.Bucket(bucketShows).Put([]byte(key), []byte(text))
}

// remove deletes a row with its entry in the agenda.
func remove(tx *bbolt.Tx, key string, at int64) error {
	if err := errors.Join(unschedule(tx, key, at), keepShows(tx, key, "")); err != nil {
		return err
	}
	return tx.Bucket(bucketRecords).Delete([]byte(key))
}

func unschedule(tx *bbolt.Tx, key string, at int64) error {
	if at == 0 {
		return nil
	}
	return tx.Bucket(bucketAgenda).Delete(agendaKey(at, key))
}

// agendaKey orders the agenda by time, then by key.
func agendaKey(at int64, key string) []byte {
	b := make([]byte, 8, 8+len(key))
	binary.BigEndian.PutUint64(b, uint64(at))
	return append(b, key...)
}

func parseAgendaKey(b []byte) (at int64, key string) {
	return int64(binary.BigEndian.Uint64(b)), string(b[8:])
}
