package main

import (
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"nimbot/internal/freeport"
)

// stopped waits for the end of a process and returns how it ended. It kills
// one that does not end.
func stopped(t *testing.T, p *os.Process) *os.ProcessState {
	t.Helper()
	late := time.AfterFunc(30*time.Second, func() { t.Error("the process does not end"); _ = p.Kill() })
	defer late.Stop()
	state, err := p.Wait()
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// After SIGTERM a process is not ready, but goes on serving; a second signal
// ends it at once.
func TestSIGTERMDrains(t *testing.T) {
	listen, admin := freeport.Address(t), freeport.Address(t)
	t.Setenv("NIM_HTTP_LISTEN", listen)
	t.Setenv("NIM_HTTP_ADMIN", admin)
	t.Setenv("NIM_HTTP_DRAIN", "10m")
	cmd, said := startBot(t, "in a browser and play", "serve")
	if code, body := get(t, admin, admin, "/readyz"); code != http.StatusOK {
		t.Fatalf("GET /readyz = %d, %q; want 200", code, body)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for begun := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		code, body := get(t, admin, admin, "/readyz")
		if code == http.StatusServiceUnavailable && strings.Contains(body, "stopping") {
			break
		}
		if time.Since(begun) > time.Minute {
			t.Fatalf("GET /readyz after SIGTERM = %d, %q; want 503; it said: %s", code, body, said)
		}
	}
	for range 100 {
		if code, _ := get(t, listen, listen, "/"); code != http.StatusOK {
			t.Fatalf("GET / during the drain = %d, want 200", code)
		}
	}
	t.Setenv("NIM_HTTP_ADMIN", admin)
	if _, stderr, code := bot(t, t.TempDir(), "", "health", "--ready"); code != exitFailed || !strings.Contains(stderr, "alive but not ready: stopping") {
		t.Errorf("bot health --ready during the drain = %d, %q; want %d and why", code, stderr, exitFailed)
	}
	if code, body := get(t, admin, admin, "/healthz"); code != http.StatusOK {
		t.Errorf("GET /healthz during the drain = %d, %q; want 200", code, body)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if state := stopped(t, cmd.Process); state.Sys().(syscall.WaitStatus).Signal() != syscall.SIGTERM {
		t.Errorf("after a second SIGTERM the process ended with %v, want to be ended by it", state)
	}
}

// The drain ends by itself, and Ctrl-C does not wait for one.
func TestDrainEnds(t *testing.T) {
	for _, tt := range []struct {
		signal os.Signal
		drain  string
	}{{syscall.SIGTERM, "50ms"}, {syscall.SIGTERM, "0s"}, {os.Interrupt, "10m"}} {
		t.Setenv("NIM_HTTP_LISTEN", freeport.Address(t))
		t.Setenv("NIM_HTTP_ADMIN", freeport.Address(t))
		t.Setenv("NIM_HTTP_DRAIN", tt.drain)
		cmd, said := startBot(t, "in a browser and play", "serve")
		if err := cmd.Process.Signal(tt.signal); err != nil {
			t.Fatal(err)
		}
		if state := stopped(t, cmd.Process); state.ExitCode() != exitGood {
			t.Errorf("with a drain of %s, %v ended the program with %v, want exit code 0; it said: %s", tt.drain, tt.signal, state, said)
		}
	}
}
