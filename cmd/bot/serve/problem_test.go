package serve

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"syscall"
	"testing"

	"nimbot/cmd/bot/config"
	"nimbot/store"
	"nimbot/store/redis"
)

// What is wrong with a server, its cause and the remedy are on one line.
func TestServerProblem(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{&redis.ServerError{What: "redis does not answer", Remedy: "start it", Cause: &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}}, "redis does not answer (connection refused); start it"},
		{&redis.ServerError{What: "no sentinel answers", Remedy: "start one", Cause: errors.Join(errors.New("a"), errors.New("b"))}, "no sentinel answers (a; b); start one"},
		{&redis.ServerError{What: "redis is a read-only replica of m:1", Remedy: "name its master in the URL"}, "redis is a read-only replica of m:1; name its master in the URL"},
		{fmt.Errorf("%w: redis://h:6379: ERR something new", store.ErrUnavailable), "redis://h:6379: ERR something new; correct the URL, or look at the server"},
	} {
		if got := redisProblem("redis://h:6379", c.err).Remedy; got != c.want {
			t.Errorf("serverProblem(%q).Remedy = %q, want %q", c.err, got, c.want)
		}
	}
}

// A full disk and a file system that is mounted read-only are named as such.
func TestFileProblem(t *testing.T) {
	for cause, want := range map[error]string{
		syscall.EROFS:  "its file system is read-only; mount it writable, or name a file elsewhere with --store",
		syscall.ENOSPC: "there is no room on the disk; make some, or name a file on another disk with --store",
	} {
		err := &fs.PathError{Op: "write", Path: "nim.db", Err: cause}
		if got := fileProblem("bolt:nim.db", errors.Join(err, nil)).Remedy; got != want {
			t.Errorf("fileProblem(%v).Remedy = %q, want %q", err, got, want)
		}
	}
}

// An error of a store in use names the store, on one line.
func TestStoreProblem(t *testing.T) {
	server := &redis.ServerError{Address: "redis://h:6379", What: "redis does not answer", Remedy: "start it"}
	other := errors.New("something else")
	for _, c := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("key %q: %w", "console/a", server), `store = "redis://h:6379": redis does not answer; start it`},
		{fmt.Errorf("key %q: %w: %w", "console/a", store.ErrFull, &fs.PathError{Op: "write", Path: "nim.db", Err: syscall.ENOSPC}), `store = "bolt:nim.db": there is no room on the disk; make some, or name a file on another disk with --store`},
		{config.Problem{Key: "store", Remedy: "mend it", Cause: server}, "store: mend it"},
		{other, "something else"},
	} {
		if got := StoreProblem(c.err); got.Error() != c.want || (errors.Unwrap(c.err) != nil && !errors.Is(got, errors.Unwrap(c.err))) {
			t.Errorf("StoreProblem(%q) = %q, want %q with its cause", c.err, got, c.want)
		}
	}
}
