package config

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"syscall"
	"testing"

	"nimbot/store"
)

// Reason leaves out what a Problem names anyway, and keeps every cause.
func TestReason(t *testing.T) {
	bind := &net.OpError{Op: "listen", Net: "tcp", Err: os.NewSyscallError("bind", syscall.EADDRINUSE)}
	for _, c := range []struct {
		err  error
		want string
	}{
		{&fs.PathError{Op: "open", Path: "none/nim.db", Err: syscall.ENOENT}, "no such file or directory"},
		{fmt.Errorf("draft: %w", &fs.PathError{Op: "write", Path: "b", Err: syscall.ENOSPC}), "no space left on device"},
		{bind, "address already in use"},
		{&url.Error{Op: "Get", URL: "http://127.0.0.1:1/healthz", Err: &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}}, "connection refused"},
		{&net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "nohost"}}, "lookup nohost: no such host"},
		{fmt.Errorf("%w: record 3: its data: not JSON", store.ErrCorrupt), "record 3: its data: not JSON"},
		{fmt.Errorf("nim.db: %w: %w", store.ErrCorrupt, errors.New("invalid database")), "nim.db: invalid database"},
	} {
		if got := Reason(c.err); got != c.want {
			t.Errorf("Reason(%q) = %q, want %q", c.err, got, c.want)
		}
	}
}
