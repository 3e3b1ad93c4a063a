package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"
)

// maxTries bounds how often a change starts over after conflicts with other writers.
const maxTries = 20

// Change calls do with the record under key and writes the Write that do returns. If another
// writer changed the record meanwhile, it calls do again on the new record; after 20 such
// conflicts it gives up with ErrConflict. Change sets the Expect of do's Write; a Write without
// Data writes nothing. Change returns what is stored now, and do's error or the store's.
func Change(ctx context.Context, s Store, key string, do func(Record) (Write, error)) (Record, error) {
	rec, err := Read(ctx, s, key)
	mayBeDone := false
	for range maxTries {
		if err != nil {
			return Record{}, err
		}
		w, failed := do(rec)
		if failed != nil || w.Data == nil {
			return rec, failed
		}
		w.Expect = rec.Version
		forgetAhead(ctx, key)
		rec, err = s.Commit(ctx, key, w)
		switch {
		case err == nil, errors.Is(err, ErrConflict) && bytes.Equal(rec.Data, w.Data):
			return rec, nil // a conflict is with this very write, whose answer was lost
		case errors.Is(err, ErrConflict):
			mayBeDone, err = mayBeDone || errors.Is(err, ErrRepeated), nil
		case mayBeDone:
			err = Outcome(err)
		}
	}
	return rec, fmt.Errorf("%w: gave up after %d tries", ErrConflict, maxTries)
}

// Outcome corrects the error of a write's last try if an earlier try may have stored it. ErrLate
// says that nothing was written; Outcome makes it an ErrUnavailable, whose outcome is unknown. Other
// errors stay as they are.
func Outcome(err error) error {
	if errors.Is(err, ErrLate) {
		return fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	return err
}

// Delete deletes the record under key, unless it has another version by now. That is no error;
// the others are those of Store.Commit.
func Delete(ctx context.Context, s Store, key string, version uint64, now time.Time) error {
	_, err := s.Commit(ctx, key, Deletion(version, now))
	if errors.Is(err, ErrConflict) {
		return nil
	}
	return err
}

// Deletion returns the write that deletes the record of the given version.
func Deletion(version uint64, now time.Time) Write {
	return Write{Expect: version, Data: Empty(version, now), Expires: time.Unix(1, 0)}
}

// Empty returns a record without content, to be written at now over the given version.
func Empty(version uint64, now time.Time) []byte {
	return append(AppendHeader(nil, NextVersion(version, now)), '}')
}
