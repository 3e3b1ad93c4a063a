package bolt

import (
	"bytes"
	"encoding/binary"

	"go.etcd.io/bbolt"

	"nimbot/store"
)

// row is what the bucket of records holds under a key. The times are
// store.Milli; 0 is none. The zero row means that nothing is stored.
type row struct {
	expires, due, show int64
	at                 int64 // the time of the key's entry in the agenda; 0: it has none
	data               []byte
}

// rowHead is the number of bytes before the record.
const rowHead = 4 * 8

// parseRow parses a stored row, and keeps its data. A row that is too short gets a
// corrupt record.
func parseRow(b []byte) row {
	if len(b) < rowHead {
		return row{data: b}
	}
	return row{
		expires: int64(binary.BigEndian.Uint64(b)),
		due:     int64(binary.BigEndian.Uint64(b[8:])),
		show:    int64(binary.BigEndian.Uint64(b[16:])),
		at:      int64(binary.BigEndian.Uint64(b[24:])),
		data:    b[rowHead:],
	}
}

// encode writes the row into b, which must be rowHead bytes longer than the
// data and may hold the data already.
func (r row) encode(b []byte) []byte {
	binary.BigEndian.PutUint64(b, uint64(r.expires))
	binary.BigEndian.PutUint64(b[8:], uint64(r.due))
	binary.BigEndian.PutUint64(b[16:], uint64(r.show))
	binary.BigEndian.PutUint64(b[24:], uint64(r.at))
	copy(b[rowHead:], r.data)
	return b
}

func (r row) expired(now int64) bool { return r.expires != 0 && r.expires <= now }

// version is the version of the record, 0 when there is none.
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

// next is the first time at which somebody must look at the key, 0 for never.
func (r row) next() int64 {
	var next int64
	for _, t := range [...]int64{r.expires, r.due, r.show} {
		if t != 0 && (next == 0 || t < next) {
			next = t
		}
	}
	return next
}

// put writes a row into b (see encode). The key's entry in the agenda is only
// moved when it would come too late, or when exact is set.
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
	return tx.Bucket(bucketRecords).Put([]byte(key), r.encode(b))
}

// remove deletes a row with its entry in the agenda.
func remove(tx *bbolt.Tx, key string, at int64) error {
	if err := unschedule(tx, key, at); err != nil {
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
