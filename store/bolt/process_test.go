//go:build unix

package bolt_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/storetest"
)

// kills is how many times the normal run kills a process while it writes.
// The variable killsEnv sets another number.
const (
	kills    = 6
	killsEnv = "NIM_TEST_KILLS"
)

// These variables make the test binary a child process: childEnv one that writes to
// a store until it is killed, childErase has that process erase all the time, and
// childFull makes it one that runs out of room.
const (
	childEnv   = "NIM_TEST_BOLT_CHILD"
	childErase = "NIM_TEST_BOLT_ERASE"
	childFull  = "NIM_TEST_BOLT_FULL"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(childEnv); path != "" {
		if err := writeUntilKilled(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(1)
	}
	if path := os.Getenv(childFull); path != "" {
		if err := runOutOfRoom(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// The load of the killed process.
const (
	killKeys    = 16
	killCallers = 16
)

// writeUntilKilled is the child: it prints each move on standard output before
// and after it makes the move.
func writeUntilKilled(path string) error {
	s, err := bolt.Open(path, bolt.Options{LockTimeout: 10 * time.Second})
	if err != nil {
		return err
	}
	if os.Getenv(childErase) != "" {
		go func() {
			for err == nil {
				err = s.Erase(context.Background())
			}
			fmt.Fprintln(os.Stderr, err)
		}()
	}
	load := storetest.Load{Name: fmt.Sprint("pid", os.Getpid()), Channels: "kill", Keys: killKeys, Log: os.Stdout}
	return load.Run(context.Background(), s, killCallers, 1<<30)
}

// TestKill kills a writing process again and again: every answered move is there,
// no move is there twice, and the history is linearizable.
func TestKill(t *testing.T) {
	t.Parallel()
	killAgainAndAgain(t, filepath.Join(t.TempDir(), "nim.db"))
}

// TestKillWhileErasing is TestKill for a process that erases meanwhile. After
// the next erase, what was deleted before the kill is gone from the file.
func TestKillWhileErasing(t *testing.T) {
	t.Parallel()
	slowtest.Only(t)
	path := filepath.Join(t.TempDir(), "nim.db")
	if err := deleted(t, path, 2000).Close(); err != nil {
		t.Fatal(err)
	}
	killAgainAndAgain(t, path, childErase+"=1")
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Erase(t.Context()), s.Close()); err != nil {
		t.Fatal(err)
	}
	if left := copies(t, path); left != 0 {
		t.Errorf("the file holds what was deleted %d times, want 0", left)
	}
}

// killAgainAndAgain kills processes that write to a file, and checks its records
// afterwards.
func killAgainAndAgain(t *testing.T, path string, env ...string) {
	t.Helper()
	n := kills
	if v, err := strconv.Atoi(os.Getenv(killsEnv)); err == nil {
		n = v
	}
	load := storetest.Load{Channels: "kill", Keys: killKeys}
	for range n {
		child := exec.Command(os.Args[0])
		child.Env = append(append(os.Environ(), childEnv+"="+path), env...)
		child.Stderr = os.Stderr
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(out)
		_, _ = lines.Peek(1) // until it has begun; if it ends before, Check finds nothing
		timer := time.AfterFunc(time.Duration(20+rand.IntN(150))*time.Millisecond, func() {
			_ = child.Process.Kill() // it may have ended by an error, which Check finds
		})
		load.ReadLog(lines)
		timer.Stop()
		_ = child.Wait() // always "killed"
	}
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	if load.Acked() < 10*n {
		t.Errorf("%d moves in %d rounds: the test did not test much", load.Acked(), n)
	}
	load.Check(t, s)
	t.Logf("%d kills, %s", n, load.Summary())
}

// TestKillWhileMaking kills a process at different moments while it makes a new
// file: then the store can be opened, with that file or a new one.
func TestKillWhileMaking(t *testing.T) {
	t.Parallel()
	for i := range 12 {
		path := filepath.Join(t.TempDir(), "nim.db")
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), childEnv+"="+path)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(i) * 4 * time.Millisecond)
		_ = child.Process.Kill()
		_ = child.Wait() // always "killed"
		s, err := bolt.Open(path, bolt.Options{})
		if err != nil {
			t.Errorf("Open after a kill %d ms into making the file = %v", 4*i, err)
			continue
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// eraseWhenFull deletes records on a full disk and erases. Whether or not Erase
// finds room, the store keeps working; if it does, what was deleted is gone.
func eraseWhenFull(ctx context.Context, s *bolt.Store, path string) error {
	for i := range 20 { // the big ones: deleting one may itself need room
		key := fmt.Sprint("fill", i)
		if _, err := s.Commit(ctx, key, store.Write{Expect: 1, Data: storetest.Doc(2, ""), Expires: time.Unix(1, 0)}); err != nil && !errors.Is(err, store.ErrFull) {
			return fmt.Errorf("deleting %q on a full disk = %w", key, err)
		}
	}
	if _, err := s.Commit(ctx, "id", store.Write{Data: storetest.Doc(1, guild)}); err != nil {
		return err
	}
	if _, err := s.Commit(ctx, "id", store.Write{Expect: 1, Data: storetest.Doc(2, ""), Expires: time.Unix(1, 0)}); err != nil {
		return err
	}
	erased := s.Erase(ctx)
	if erased != nil && !errors.Is(erased, store.ErrFull) {
		return fmt.Errorf("Erase on a full disk = %w, want nil or %w", erased, store.ErrFull)
	}
	for i := range 20 {
		if _, err := s.Commit(ctx, fmt.Sprint("small", i), store.Write{Data: storetest.SizedDoc(1, 1000)}); err != nil {
			return fmt.Errorf("Commit after Erase on a full disk (%v) = %w", erased, err)
		}
	}
	file, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if n := bytes.Count(file, []byte(guild)); erased == nil && n != 0 {
		return fmt.Errorf("the file holds what was deleted %d times after Erase = nil", n)
	}
	return nil
}

// TestFullDisk lets a process run into a limit that the system sets on the size of
// files. For bbolt this is like a full disk.
func TestFullDisk(t *testing.T) {
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childFull+"="+filepath.Join(t.TempDir(), "nim.db"))
	if out, err := child.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// runOutOfRoom is the child of TestFullDisk.
func runOutOfRoom(path string) error {
	signal.Ignore(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	roomy := limit.Cur
	ctx := context.Background()
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	limit.Cur = 4 << 20
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	if err := fill(ctx, s); err != nil {
		return err
	}
	if _, err := s.Commit(ctx, "big", store.Write{Data: storetest.SizedDoc(1, 500_000)}); !errors.Is(err, store.ErrFull) {
		return fmt.Errorf("Commit on a full disk = %w, want %w", err, store.ErrFull)
	}
	if err := eraseWhenFull(ctx, s, path); err != nil {
		return err
	}
	limit.Cur = roomy
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	if _, err := s.Commit(ctx, "big", store.Write{Data: storetest.SizedDoc(1, 500_000)}); err != nil {
		return fmt.Errorf("Commit after there is room = %w", err)
	}
	if err := s.Close(); err != nil {
		return err
	}
	s, err = bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	if rec, err := s.Get(ctx, "big"); err != nil || rec.Version != 1 {
		return fmt.Errorf("Get after all = %d, %w", rec.Version, err)
	}
	return s.Close()
}
