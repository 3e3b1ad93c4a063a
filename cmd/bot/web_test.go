package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"nimbot/cmd/bot/config"
	"nimbot/internal/freeport"
	"nimbot/internal/slowtest"
)

// output collects the output of a running process.
type output struct {
	mu   sync.Mutex
	text strings.Builder
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// startBot starts the program and waits until it has said something.
func startBot(t *testing.T, want string, args ...string) (*exec.Cmd, *output) {
	t.Helper()
	slowtest.Quick(t)
	cmd, said := exec.Command("bot", args...), &output{}
	cmd.Dir, cmd.Stderr = t.TempDir(), said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	for begun := time.Now(); !strings.Contains(said.String(), want); time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > time.Minute {
			t.Fatalf("bot %v said\n%s\nand not %q", args, said, want)
		}
	}
	return cmd, said
}

// takenAddress returns a loopback address on which a listener is open already.
func takenAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l.Addr().String()
}

// withDefaultPorts makes other runs of this test wait: they listen on the default ports, too.
// bbolt locks its file on every system, and waits for the lock.
func withDefaultPorts(t *testing.T) {
	t.Helper()
	lock, err := bbolt.Open(filepath.Join(os.TempDir(), "nimbot-default-ports.lock"), 0o666, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lock.Close() })
}

// `bot` without arguments finds other ports if the default ports are taken.
func TestBareProgramServesThePage(t *testing.T) {
	slowtest.Sequential(t)
	withDefaultPorts(t)
	for _, address := range []string{config.Default().HTTP.Listen, config.Default().HTTP.Admin} {
		if l, err := net.Listen("tcp", address); err == nil { // otherwise another program has taken it
			t.Cleanup(func() { _ = l.Close() })
		}
	}
	t.Setenv("NIM_HTTP_DRAIN", "0s")
	cmd, said := startBot(t, "in a browser and play")
	for _, key := range []string{"http.listen", "http.admin"} {
		if want := "\": address already in use; listening on 127.0.0.1:"; strings.Count(said.String(), want) != 2 || !strings.Contains(said.String(), key+" = ") {
			t.Errorf("bot said %s, want for %s %q", said, key, want)
		}
	}
	_, rest, _ := strings.Cut(said.String(), "Open http://")
	address, _, _ := strings.Cut(rest, " ")
	if code, body := get(t, address, address, "/"); code != http.StatusOK || !strings.Contains(body, `id="lobby-help"`) {
		t.Errorf("GET http://%s/ = %d, %q; want the page", address, code, body)
	}
	if code, _ := get(t, address, "rebound.example", "/"); code != http.StatusForbidden {
		t.Errorf("GET / as rebound.example = %d, want 403", code)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("bot ended with %v after SIGTERM, want exit code 0; it said: %s", err, said)
	}
}

// If the page is switched off and no platform is configured, the bare program
// is the chat in the terminal.
func TestBareProgramWithoutThePage(t *testing.T) {
	t.Setenv("NIM_WEB_ENABLED", "false")
	t.Setenv("NIM_HTTP_ADMIN", freeport.Address(t))
	stdout, _, code := bot(t, t.TempDir(), "/nim start 3 4 5\n")
	if code != 0 || !strings.Contains(stdout, "Your move. Piles: A 3, B 4, C 5.") {
		t.Errorf("bot = %d, %q; want a board", code, stdout)
	}
}

// An address that is configured explicitly is never changed, even if it equals
// the default.
func TestConfiguredAddressesAreNotChanged(t *testing.T) {
	slowtest.Sequential(t)
	taken := takenAddress(t)
	file := filepath.Join(t.TempDir(), "nimbot.yaml")
	for _, c := range []struct {
		name, listen, admin, web, want string
	}{
		{"taken", taken, freeport.Address(t), "auto", `http.listen = "` + taken + `": another program listens there (address already in use)`},
		{"taken for operators", freeport.Address(t), taken, "auto", `http.admin = "` + taken + `": another program listens there (address already in use)`},
		{"taken for operators, without a page", freeport.Address(t), taken, "false", `http.admin = "` + taken + `": another program listens there (address already in use)`},
		{"on another machine", "192.0.2.1:8080", freeport.Address(t), "auto", `http.listen = "192.0.2.1:8080": cannot listen there (cannot assign requested address)`},
	} {
		text := fmt.Sprintf("http: {listen: %q, admin: %q}\nweb: {enabled: %s}\n", c.listen, c.admin, c.web)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, stderr, code := bot(t, t.TempDir(), "", "serve", "--config", file)
		if code != exitFailed || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: bot serve = %d, %q; want %d and %q", c.name, code, stderr, exitFailed, c.want)
		}
	}
}

// The address of a page that was enabled explicitly is not changed either.
func TestEnabledPageKeepsItsAddress(t *testing.T) {
	slowtest.Sequential(t)
	t.Setenv("NIM_WEB_ENABLED", "true")
	t.Setenv("NIM_HTTP_ADMIN", freeport.Address(t))
	t.Setenv("NIM_HTTP_LISTEN", takenAddress(t))
	_, stderr, code := bot(t, t.TempDir(), "", "serve")
	if code != 1 || !strings.Contains(stderr, "http.listen") {
		t.Errorf("bot serve = %d, %q; want 1 and the key", code, stderr)
	}
}
