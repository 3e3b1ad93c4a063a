package main

import (
	"net"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// TestServeNotifiesSystemd starts the server as systemd starts a unit of
// Type=notify, which counts as started when the server says so.
func TestServeNotifiesSystemd(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no sockets of this kind")
	}
	dir, err := os.MkdirTemp("", "bot") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	socket := filepath.Join(dir, "notify")
	told, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = told.Close() }()
	for name, env := range map[string][]string{
		"the page":    {"NIM_WEB_ENABLED=true"},
		"no platform": {"NIM_WEB_ENABLED=false"},
	} {
		s := newRunningBot(t, append(env, "NOTIFY_SOCKET="+socket)...)
		s.launch()
		if err := told.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		said := make([]byte, 100)
		n, err := told.Read(said)
		if err != nil || string(said[:n]) != "READY=1" {
			t.Errorf("%s: the service manager is told %q, %v, want READY=1; the log:\n%s", name, said[:n], err, s.log)
		}
		if !isReady(s.admin) {
			t.Errorf("%s: the service manager is told before /readyz answers", name)
		}
		s.stop()
	}
}
