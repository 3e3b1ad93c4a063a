package bolt_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/storetest"
)

// guild is the id of a server that is deleted.
const guild = "81384788765712384"

// copies returns how often the id occurs in a file.
func copies(t *testing.T, path string) int {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Count(data, []byte(guild))
}

// deleted makes a store that held documents and boards of a server, which are
// deleted, and others, which are written after that.
func deleted(t *testing.T, path string, channels int) *bolt.Store {
	t.Helper()
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	commit := func(key string, expect uint64, expires time.Time) {
		data := storetest.Doc(expect+1, key+" was here")
		if _, err := s.Commit(t.Context(), key, store.Write{Expect: expect, Data: data, Due: time.Unix(1<<31, 0), Expires: expires}); err != nil {
			t.Errorf("Commit(%q) = %v", key, err)
		}
	}
	atOnce(channels, func(i int) {
		member := fmt.Sprint(i)
		for n := range uint64(4) {
			commit(fmt.Sprint("discord/", guild, "/", i), n, time.Time{})
			commit(fmt.Sprint("discord/2/", i), n, time.Time{})
		}
		if err := s.SetLine(t.Context(), "rating:discord/"+guild, store.Line{Member: member, Score: 1, Version: 1}); err != nil {
			t.Error(err)
		}
	})
	atOnce(channels, func(i int) {
		commit(fmt.Sprint("discord/", guild, "/", i), 4, time.Unix(1, 0))
		if err := s.RemoveLine(t.Context(), "rating:discord/"+guild, fmt.Sprint(i)); err != nil {
			t.Error(err)
		}
	})
	for i := range 300 {
		commit(fmt.Sprint("discord/2/", i), 4, time.Time{})
	}
	return s
}

// TestErase checks that deleted content is nowhere in the file afterwards, and
// that everything else is still there.
func TestErase(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nim.db")
	const channels = 1500
	s := deleted(t, path, channels)
	before := copies(t, path)
	if before == 0 {
		t.Fatal("the file holds nothing that was deleted: the test tests nothing")
	}
	if err := s.Erase(t.Context()); err != nil {
		t.Fatalf("Erase = %v", err)
	}
	if n := copies(t, path); n != 0 {
		t.Errorf("the file holds what was deleted %d times after Erase, %d times before; want 0", n, before)
	}
	entries := 0
	for e, err := range s.All(t.Context()) {
		if err != nil {
			t.Errorf("All = %q, %v", e.Key, err)
		}
		entries++
	}
	if entries != channels {
		t.Errorf("All = %d records after Erase, want %d", entries, channels)
	}
	if leftovers := s.Erasing(t); leftovers {
		t.Error("Erase left its zeros in the file")
	}
	size := sizeOf(t, path)
	for range 5 {
		if err := s.Erase(t.Context()); err != nil {
			t.Fatalf("Erase again = %v", err)
		}
	}
	if again := sizeOf(t, path); again > size+1<<20 {
		t.Errorf("the file has %d bytes after five more times, %d after the first; want no more", again, size)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := s.Erase(t.Context()); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("Erase after Close = %v, want %v", err, store.ErrUnavailable)
	}
}

// ending is a context that has ended as of the n-th time that somebody waits for its end.
type ending struct {
	context.Context
	n atomic.Int64
}

func (e *ending) Err() error {
	if e.n.Load() < 0 {
		return context.Canceled
	}
	return nil
}

func (e *ending) Done() <-chan struct{} {
	if e.n.Add(-1) >= 0 {
		return nil
	}
	ended := make(chan struct{})
	close(ended)
	return ended
}

// An Erase that is cut short says so, unless it has done its work.
func TestEraseCutShort(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nim.db")
	s := deleted(t, path, 400)
	t.Cleanup(func() { _ = s.Close() })
	for n := int64(0); ; n++ {
		ctx := &ending{Context: context.Background()}
		ctx.n.Store(n)
		err := s.Erase(ctx)
		if err == nil {
			if copies(t, path) > 0 {
				t.Errorf("Erase that ends at its wait %d = nil, and the file holds what was deleted %d times", n, copies(t, path))
			}
			return
		}
		if !errors.Is(err, store.ErrUnavailable) {
			t.Fatalf("Erase that ends at its wait %d = %v, want %v", n, err, store.ErrUnavailable)
		}
	}
}

func sizeOf(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// TestEraseDuringUse erases while others write, read and make backups: they
// aren't disturbed, the backups are complete, and what was deleted before is
// gone.
func TestEraseDuringUse(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nim.db")
	s := deleted(t, path, 1000)
	ctx, stop := context.WithCancel(t.Context())
	var others sync.WaitGroup
	for i := range 8 {
		others.Go(func() {
			key := fmt.Sprint("busy/", i)
			for n := uint64(0); ctx.Err() == nil; n++ {
				if _, err := s.Commit(t.Context(), key, store.Write{Expect: n, Data: storetest.SizedDoc(n+1, 3000)}); err != nil {
					t.Errorf("Commit(%q) while erasing = %v", key, err)
					return
				}
			}
		})
	}
	others.Go(func() {
		for ctx.Err() == nil {
			f, err := os.CreateTemp(t.TempDir(), "")
			if err == nil {
				err = store.WriteBackup(t.Context(), f, s, time.Now())
			}
			if err == nil {
				_, err = f.Seek(0, io.SeekStart)
			}
			if err == nil {
				_, err = store.OpenBackup(t.Context(), f)
			}
			if err := errors.Join(err, f.Close()); err != nil {
				t.Errorf("a backup while erasing = %v", err)
				return
			}
		}
	})
	for range 5 {
		if err := s.Erase(t.Context()); err != nil {
			t.Errorf("Erase = %v", err)
		}
	}
	stop()
	others.Wait()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if n := copies(t, path); n != 0 {
		t.Errorf("the file holds what was deleted %d times, want 0", n)
	}
}

// TestSlowReaderDoesNotBlockErase checks that a slow reader of leaderboards blocks
// neither writers nor Erase, and keeps no deleted page in the file.
func TestSlowReaderDoesNotBlockErase(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nim.db")
	s := deleted(t, path, 300)
	for i := range 1000 {
		if err := s.SetLine(t.Context(), "board", store.Line{Member: fmt.Sprint(i), Score: 1, Version: 1}); err != nil {
			t.Fatal(err)
		}
	}
	read := 0
	for l, err := range s.AllLines(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if read++; read == 10 {
			if err := s.Erase(t.Context()); err != nil {
				t.Errorf("Erase while %s is read = %v", l.Board, err)
			}
			if n := copies(t, path); n != 0 {
				t.Errorf("the file holds what was deleted %d times, want 0", n)
			}
		}
	}
	if read != 1000 {
		t.Errorf("AllLines = %d lines, want 1000", read)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestEraseTail checks that bytes which a killed process wrote after the last
// page, but never used, are gone after the next start.
func TestEraseTail(t *testing.T) {
	path := sample(t)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteString(guild)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := copies(t, path); n != 0 {
		t.Errorf("the file holds what lay behind its last page %d times, want 0", n)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
