package bolt_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/storetest"
)

// atOnce calls do for 0 to n-1, all at the same time.
func atOnce(n int, do func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { do(i) })
	}
	wg.Wait()
}

// sample makes a store with a few hundred records and returns its path.
func sample(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "nim.db")
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	atOnce(300, func(i int) {
		w := store.Write{Data: storetest.SizedDoc(1, 1000), Due: time.UnixMilli(int64(i))}
		if _, err := s.Commit(t.Context(), fmt.Sprint("k", i), w); err != nil {
			t.Error(err)
		}
	})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func otherProgram(t *testing.T, path, bucket, key, value string) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists([]byte(bucket))
		if err != nil {
			return err
		}
		return b.Put([]byte(key), []byte(value))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestOpenRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(t *testing.T, path string)
		want  error
	}{
		{"text", func(t *testing.T, path string) { write(t, path, []byte(strings.Repeat("dear diary\n", 4000))) }, store.ErrCorrupt},
		{"a few bytes", func(t *testing.T, path string) { write(t, path, []byte("x")) }, store.ErrCorrupt},
		{"empty", func(t *testing.T, path string) { write(t, path, nil) }, bolt.ErrEmpty},
		{"zeros", func(t *testing.T, path string) { write(t, path, make([]byte, 1<<16)) }, store.ErrCorrupt},
		{"another program's", func(t *testing.T, path string) {
			write(t, path, nil)
			otherProgram(t, path, "boltdb", "a", "b")
		}, store.ErrCorrupt},
		{"newer", func(t *testing.T, path string) { otherProgram(t, path, "nimbot", "format", "3") }, store.ErrNewer},
		{"older", func(t *testing.T, path string) { otherProgram(t, path, "nimbot", "format", "1") }, store.ErrOlder},
		{"without a format", func(t *testing.T, path string) { otherProgram(t, path, "nimbot", "format", "x") }, store.ErrCorrupt},
		{"cut in half", func(t *testing.T, path string) {
			if err := os.Truncate(path, 100_000); err != nil {
				t.Fatal(err)
			}
		}, store.ErrCorrupt},
		{"cut to its head", func(t *testing.T, path string) {
			if err := os.Truncate(path, 8192); err != nil {
				t.Fatal(err)
			}
		}, store.ErrCorrupt},
		{"cut to a page", func(t *testing.T, path string) {
			if err := os.Truncate(path, 4096); err != nil {
				t.Fatal(err)
			}
		}, store.ErrCorrupt},
		{"a folder", func(t *testing.T, path string) {
			if err := errors.Join(os.Remove(path), os.Mkdir(path, 0o700)); err != nil {
				t.Fatal(err)
			}
		}, syscall.EISDIR},
		{"no folder", func(t *testing.T, path string) {
			if err := os.RemoveAll(filepath.Dir(path)); err != nil {
				t.Fatal(err)
			}
		}, fs.ErrNotExist},
		{"unreadable", func(t *testing.T, path string) {
			if os.Getuid() == 0 {
				t.Skip("everything is readable for root")
			}
			if err := os.Chmod(path, 0); err != nil {
				t.Fatal(err)
			}
		}, fs.ErrPermission},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := sample(t)
			c.spoil(t, path)
			s, err := bolt.Open(path, bolt.Options{})
			if err == nil {
				_ = s.Close()
			}
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("Open = %v, want %v and the file's name", err, c.want)
			}
			if end := regexp.MustCompile(`: the file is [^:]*cut short[^:]*$`); strings.HasPrefix(c.name, "cut") && !end.MatchString(fmt.Sprint(err)) {
				t.Errorf("Open = %v, want to be told at the end that it is cut short", err)
			}
		})
	}
}

// TestNewFileIsNeverEmpty checks that a new file gets its name only when it is
// complete, and that no draft is left in its folder. If several goroutines create
// it at once, all open the same file.
func TestNewFileIsNeverEmpty(t *testing.T) {
	for range slowtest.Count(8, 20) {
		path := filepath.Join(t.TempDir(), "nim.db")
		made, done := make(chan error), make(chan struct{})
		go func() {
			defer close(done)
			for {
				info, err := os.Stat(path)
				if err == nil && info.Size() == 0 {
					t.Error("a new file is seen while it is empty")
				}
				if err == nil {
					return
				}
			}
		}()
		for range 3 {
			go func() {
				s, err := bolt.Open(path, bolt.Options{LockTimeout: 10 * time.Second})
				if err == nil {
					err = s.Close()
				}
				made <- err
			}()
		}
		for range 3 {
			if err := <-made; err != nil {
				t.Errorf("Open of a new file by three at once = %v", err)
			}
		}
		<-done
		if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) != 1 {
			t.Errorf("the folder holds %v, %v; want the new file alone", files, err)
		}
	}
}

// TestDamage overwrites pages in the middle of a file: every read of them
// returns an error, never a panic, and never a wrong record.
func TestDamage(t *testing.T) {
	t.Parallel()
	for page := 2; page < 40; page += 3 {
		path := sample(t)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 4096 {
			data[page*os.Getpagesize()+i] ^= 0x5a
		}
		write(t, path, data)
		s, err := bolt.Open(path, bolt.Options{})
		if err != nil {
			if !errors.Is(err, store.ErrCorrupt) {
				t.Errorf("page %d: Open = %v, want %v", page, err, store.ErrCorrupt)
			}
			continue
		}
		for i := range 300 {
			key := fmt.Sprint("k", i)
			rec, err := s.Get(t.Context(), key)
			if err == nil && rec.Version != 0 && string(rec.Data) != string(storetest.SizedDoc(1, 1000)) || err != nil && !errors.Is(err, store.ErrCorrupt) {
				t.Errorf("page %d: Get(%q) = %.40q, %v", page, key, rec.Data, err)
			}
			if i%50 == 0 {
				if _, err := s.Commit(t.Context(), key, store.Write{Expect: 1, Data: storetest.Doc(2, "")}); err != nil &&
					!errors.Is(err, store.ErrCorrupt) && !errors.Is(err, store.ErrConflict) {
					t.Errorf("page %d: Commit(%q) = %v", page, key, err)
				}
			}
		}
		_ = s.Close()
	}
}

func TestInUse(t *testing.T) {
	path := sample(t)
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = bolt.Open(path, bolt.Options{LockTimeout: 50 * time.Millisecond})
	if !errors.Is(err, store.ErrInUse) || !strings.Contains(err.Error(), path) {
		t.Errorf("Open of an open store = %v, want %v and the file's name", err, store.ErrInUse)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, err = bolt.Open(path, bolt.Options{LockTimeout: 50 * time.Millisecond})
	if err != nil {
		t.Fatalf("Open after Close = %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestShortRow(t *testing.T) {
	s := open(t, bolt.Options{})
	s.PlantRow(t, "a", []byte("short"))
	if _, err := s.Get(t.Context(), "a"); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("Get = %v, want %v", err, store.ErrCorrupt)
	}
}

// TestMovedFile: a store doesn't take what would be lost with the next start, and goes on when its
// file is back.
func TestMovedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nim.db")
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	commit := func(text string) error {
		_, err := s.Commit(t.Context(), text, store.Write{Data: storetest.SizedDoc(1, 100)})
		return err
	}
	if err := commit("before"); err != nil {
		t.Fatal(err)
	}
	for name, away := range map[string]func() error{
		"moved": func() error { return os.Rename(path, path+".old") },
		"replaced": func() error {
			return errors.Join(os.Rename(path, path+".old"), os.WriteFile(path, []byte("another"), 0o600))
		},
	} {
		if err := away(); err != nil {
			t.Fatal(err)
		}
		if err := commit(name); !errors.Is(err, store.ErrUnavailable) || !strings.Contains(err.Error(), "moved, replaced or deleted") {
			t.Errorf("%s: Commit = %v, want that the file isn't there", name, err)
		}
		if err := os.Rename(path+".old", path); err != nil {
			t.Fatal(err)
		}
		if err := commit(name); err != nil {
			t.Errorf("%s and back: %v", name, err)
		}
	}
}

// TestSweep checks that expired records leave the file, and that moves do not
// pile up entries in the agenda.
func TestSweep(t *testing.T) {
	now := time.Date(2031, 5, 1, 12, 0, 0, 0, time.UTC)
	s := open(t, bolt.Options{Now: func() time.Time { return now }})
	const keys, moves = 1200, 3
	atOnce(keys, func(i int) {
		for n := range uint64(moves) {
			w := store.Write{
				Expect: n, Data: storetest.Doc(n+1, ""), Due: now.Add(time.Duration(i+int(n)) * time.Second),
				Show: store.ShowAt(1, now.Add(time.Second)), Expires: now.Add(time.Duration(n+1) * time.Hour),
			}
			if _, err := s.Commit(t.Context(), fmt.Sprint("k", i), w); err != nil {
				t.Error(err)
			}
		}
	})
	if records, agenda := s.Rows(t); records != keys || agenda != keys {
		t.Errorf("%d records, %d entries in the agenda, want %d each", records, agenda, keys)
	}
	now = now.Add(24 * time.Hour)
	tasks, err := s.Claim(t.Context(), now, time.Minute, 10)
	if err != nil || len(tasks) != 0 {
		t.Errorf("Claim of expired records = %v, %v, want none", tasks, err)
	}
	if records, agenda := s.Rows(t); records != 0 || agenda != 0 {
		t.Errorf("%d records, %d entries in the agenda after all expired, want none", records, agenda)
	}
}

// fill commits big records under new keys until one is refused. It returns an error
// unless the refusal is ErrFull, nothing of the refused record is stored, and older
// records are still readable.
func fill(ctx context.Context, s *bolt.Store) error {
	for i := range 1000 {
		key := fmt.Sprint("fill", i)
		_, err := s.Commit(ctx, key, store.Write{Data: storetest.SizedDoc(1, 100_000)})
		if err == nil {
			continue
		}
		if !errors.Is(err, store.ErrFull) {
			return fmt.Errorf("Commit(%q) = %w, want %w", key, err, store.ErrFull)
		}
		if rec, err := s.Get(ctx, key); err != nil || rec.Version != 0 {
			return fmt.Errorf("Get(%q) after a refusal = %d, %w, want nothing", key, rec.Version, err)
		}
		if rec, err := s.Get(ctx, "fill0"); err != nil || rec.Version != 1 {
			return fmt.Errorf("Get of an older record = %d, %w", rec.Version, err)
		}
		return nil
	}
	return errors.New("it never was full")
}

func TestMaxSize(t *testing.T) {
	s := open(t, bolt.Options{MaxSize: 4 << 20})
	if err := fill(t.Context(), s); err != nil {
		t.Fatal(err)
	}
}
