package bolt

import (
	"testing"

	"go.etcd.io/bbolt"
)

// Plant puts any value under a key.
func (s *Store) Plant(t *testing.T, key string, value []byte) {
	t.Helper()
	b := append(make([]byte, rowHead), value...)
	err := s.db.Update(func(tx *bbolt.Tx) error { return tx.Bucket(bucketRecords).Put([]byte(key), b) })
	if err != nil {
		t.Fatal(err)
	}
}

// PlantRow puts any bytes where a row belongs.
func (s *Store) PlantRow(t *testing.T, key string, row []byte) {
	t.Helper()
	err := s.db.Update(func(tx *bbolt.Tx) error { return tx.Bucket(bucketRecords).Put([]byte(key), row) })
	if err != nil {
		t.Fatal(err)
	}
}

// Ordered tells the suite that Claim returns the oldest tasks first.
func (s *Store) Ordered() bool { return true }

// Waiting returns how many writes wait for the writer.
func (s *Store) Waiting() int { return len(s.ops) }

// Transactions returns how many transactions were written.
func (s *Store) Transactions(t *testing.T) (n int) {
	t.Helper()
	if err := s.db.View(func(tx *bbolt.Tx) error { n = tx.ID(); return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}

// Rows counts the records and the entries of the agenda in the file.
func (s *Store) Rows(t *testing.T) (records, agenda int) {
	t.Helper()
	err := s.db.View(func(tx *bbolt.Tx) error {
		records = tx.Bucket(bucketRecords).Stats().KeyN
		agenda = tx.Bucket(bucketAgenda).Stats().KeyN
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return records, agenda
}

// Erasing reports whether the file has the bucket that Erase fills.
func (s *Store) Erasing(t *testing.T) (there bool) {
	t.Helper()
	if err := s.db.View(func(tx *bbolt.Tx) error { there = tx.Bucket(bucketErase) != nil; return nil }); err != nil {
		t.Fatal(err)
	}
	return there
}
