package store_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/storetest"
)

// failing is a store into which only the first left records can be restored.
type failing struct {
	*storetest.Memory
	mu   sync.Mutex
	left int
}

func (f *failing) Restore(ctx context.Context, e store.Entry) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.left--; f.left < 0 {
		return false, fmt.Errorf("%w: the test", store.ErrFull)
	}
	return f.Memory.Restore(ctx, e)
}

// counted is a store that counts the records that All yields.
type counted struct {
	*storetest.Memory
	read int
}

func (c *counted) All(ctx context.Context) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		for e, err := range c.Memory.All(ctx) {
			c.read++
			if !yield(e, err) {
				return
			}
		}
	}
}

func fill(t *testing.T, s store.Store, records int) {
	t.Helper()
	for i := range records {
		if _, err := s.Commit(t.Context(), fmt.Sprint("k", i), store.Write{Data: storetest.Doc(1, "")}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestMigrateResumes(t *testing.T) {
	const records, lines = 2500, 3
	from, to := storetest.NewMemory(), storetest.NewMemory()
	fill(t, from, records)
	for i := range lines {
		if err := from.SetLine(t.Context(), "b", store.Line{Member: fmt.Sprint("m", i), Score: 1, Version: 1}); err != nil {
			t.Fatal(err)
		}
	}
	var told []int
	done, err := store.Migrate(t.Context(), from, to, func(m store.Migration) { told = append(told, m.Records+m.Verified) })
	if want := (store.Migration{Records: records, Copied: records, Verified: records, Lines: lines}); err != nil || done != want {
		t.Errorf("Migrate = %+v, %v, want %+v", done, err, want)
	}
	if fmt.Sprint(told) != "[1000 2000 3000 4000 5000]" {
		t.Errorf("progress was told at %v, want each thousand", told)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := store.Migrate(ctx, from, storetest.NewMemory(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Migrate with a cancelled context = %v, want %v", err, context.Canceled)
	}
}

func TestMigrateStops(t *testing.T) {
	from := storetest.NewMemory()
	fill(t, from, 50)
	to := &failing{Memory: storetest.NewMemory(), left: 20}
	_, err := store.Migrate(t.Context(), from, to, nil)
	if !errors.Is(err, store.ErrFull) || !strings.Contains(err.Error(), `key "k`) {
		t.Errorf("Migrate to a full store = %v, want %v and the key", err, store.ErrFull)
	}
	long := counted{Memory: storetest.NewMemory()}
	fill(t, long.Memory, 2000)
	if _, err := store.Migrate(t.Context(), &long, &failing{Memory: storetest.NewMemory()}, nil); !errors.Is(err, store.ErrFull) || long.read == 2000 {
		t.Errorf("Migrate to a full store = %v after reading %d records, want %v before the last", err, long.read, store.ErrFull)
	}
	to.left = 1000
	done, err := store.Migrate(t.Context(), from, to, nil)
	if err != nil || done.Copied != 30 || done.Verified != 50 {
		t.Errorf("Migrate again = %+v, %v, want the other 30 copied", done, err)
	}
}

// TestMigrateReportsDamagedRecords checks that the readable records are copied,
// and that the error names the others.
func TestMigrateReportsDamagedRecords(t *testing.T) {
	from, to := storetest.NewMemory(), storetest.NewMemory()
	fill(t, from, 5)
	from.Plant(t, "k2", []byte("dear diary"))
	from.Plant(t, "k3", []byte(`{"v":9,"n":1}`))
	done, err := store.Migrate(t.Context(), from, to, nil)
	if want := (store.Migration{Records: 3, Copied: 3, Verified: 3}); done != want {
		t.Errorf("Migrate = %+v, want %+v", done, want)
	}
	if !errors.Is(err, store.ErrCorrupt) || !errors.Is(err, store.ErrNewer) || !strings.Contains(err.Error(), `"k2"`) || !strings.Contains(err.Error(), `"k3"`) {
		t.Errorf("Migrate = %v, want both keys named", err)
	}
}

// altering is a store that changes what Get returns.
type altering struct {
	*storetest.Memory
	answer func(store.Record) store.Record
}

func (a altering) Get(ctx context.Context, key string) (store.Record, error) {
	rec, err := a.Memory.Get(ctx, key)
	return a.answer(rec), err
}

// TestMigrateReportsDifferences checks the report of a copy that differs from
// its source.
func TestMigrateReportsDifferences(t *testing.T) {
	doc := func(version uint64, text string) store.Record {
		return store.Record{Version: version, Data: storetest.Doc(version, text)}
	}
	for _, c := range []struct {
		name    string
		expires time.Duration // 0: never
		found   store.Record
		want    string // in the error; "" for none
		is      error
	}{
		{"equal", 0, doc(3, "a"), "", nil},
		{"other bytes", 0, doc(3, "b"), `key "k": the copy differs: `, nil},
		{"older", 0, doc(2, "a"), `key "k": the copy differs: `, nil},
		{"newer", 0, doc(4, "a"), `key "k": store: the record was changed by somebody else: the target has version 4, the source 3`, store.ErrConflict},
		{"newer by more", 0, doc(90, "a"), "version 90", store.ErrConflict},
		{"gone", 0, store.Record{}, "the copy differs", nil},
		{"gone, and far from its end", time.Hour, store.Record{}, "the copy differs", nil},
		{"gone at its end", 30 * time.Second, store.Record{}, "", nil},
		{"other bytes at its end", 30 * time.Second, doc(3, "b"), "the copy differs", nil},
	} {
		from := storetest.NewMemory()
		e := store.Entry{Key: "k", Record: doc(3, "a")}
		if c.expires > 0 {
			e.Expires = time.Now().Add(c.expires)
		}
		if _, err := from.Restore(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		to := altering{storetest.NewMemory(), func(store.Record) store.Record { return c.found }}
		done, err := store.Migrate(t.Context(), from, to, nil)
		switch {
		case c.want == "" && (err != nil || done.Verified != 1):
			t.Errorf("%s: Migrate = %+v, %v, want it verified", c.name, done, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || done.Verified != 0):
			t.Errorf("%s: Migrate = %+v, %v, want the error %q", c.name, done, err, c.want)
		case c.is != nil && !errors.Is(err, c.is):
			t.Errorf("%s: Migrate = %v, want %v", c.name, err, c.is)
		}
	}
}

// shrinking is a store whose All yields one record fewer at each call.
type shrinking struct {
	*storetest.Memory
	left int
}

func (s *shrinking) All(ctx context.Context) iter.Seq2[store.Entry, error] {
	n := s.left
	s.left--
	return func(yield func(store.Entry, error) bool) {
		for e, err := range s.Memory.All(ctx) {
			if n--; n < 0 || !yield(e, err) {
				return
			}
		}
	}
}

// TestMigrateReportsUnverifiedRecords checks that records which were copied but
// not compared are reported.
func TestMigrateReportsUnverifiedRecords(t *testing.T) {
	from := &shrinking{storetest.NewMemory(), 3}
	fill(t, from.Memory, 3)
	_, err := store.Migrate(t.Context(), from, storetest.NewMemory(), nil)
	if want := "2 of 3 records arrived"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("Migrate = %v, want %q", err, want)
	}
}
