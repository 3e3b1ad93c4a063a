// Package redistest starts real Redis servers for tests: one, or a cluster of
// three, on free ports of the loopback interface and in temporary folders, and
// puts a faulty network in front of them.
package redistest

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"nimbot/internal/freeport"
	"nimbot/internal/slowtest"
)

// Binary is the program that the tests start.
const Binary = "redis-server"

// startTime bounds how long a server may take to answer.
const startTime = 15 * time.Second

// Server is a redis-server that belongs to one test.
type Server struct {
	Addr   string
	dir    string
	args   []string
	cmd    *exec.Cmd
	ended  chan struct{}
	client *redis.Client
}

// Start starts a server with these arguments besides the usual ones, and stops
// it at the end of the test. Without redis-server the test is skipped.
func Start(t testing.TB, args ...string) *Server {
	t.Helper()
	slowtest.Quick(t)
	if _, err := exec.LookPath(Binary); err != nil {
		t.Skipf("%s is not installed (Debian: apt-get install redis-server): this test was skipped", Binary)
	}
	if !slices.ContainsFunc(args, func(a string) bool { return a == "--save" || a == "--sentinel" }) {
		args = append(args, "--save", "")
	}
	s := &Server{Addr: freeport.Address(t), dir: t.TempDir(), args: args}
	s.client = redis.NewClient(&redis.Options{Addr: s.Addr, MaxRetries: -1, DialerRetries: 1})
	t.Cleanup(func() {
		s.Kill()
		_ = s.client.Close() // nobody waits for it
	})
	if err := s.Restart(); err != nil {
		t.Fatal(err)
	}
	return s
}

// URL returns the server's address as a store's URL.
func (s *Server) URL() string { return "redis://" + s.Addr }

// StartSentinel starts a sentinel that watches a server under a group's name,
// and stops it at the end of the test. It returns the group's URL for a store.
func StartSentinel(t testing.TB, master *Server, group string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "sentinel.conf")
	conf := fmt.Sprintf("sentinel monitor %s 127.0.0.1 %d 1\n", group, port(master.Addr))
	if err := os.WriteFile(file, []byte(conf), 0o600); err != nil {
		t.Fatal(err)
	}
	s := Start(t, file, "--sentinel")
	return "redis+sentinel://" + s.Addr + "/" + group
}

// Client returns a client for the test's own requests.
func (s *Server) Client() *redis.Client { return s.client }

// Kill ends the server as kill -9 does. It may be dead already.
func (s *Server) Kill() {
	if s.cmd == nil {
		return
	}
	_ = s.cmd.Process.Kill() // it may have ended by itself
	<-s.ended
	s.cmd = nil
}

// Restart starts the server again, on the same address and files, and waits
// until it answers. The error says that it doesn't.
func (s *Server) Restart() error {
	if err := s.start(); err != nil {
		return err
	}
	return s.Wait()
}

// RestartLoading restarts the server with a slow, large load, so that it stays
// in the loading state until finish is called.
func (s *Server) RestartLoading(t testing.TB) (finish func()) {
	t.Helper()
	fill := s.client.Pipeline()
	fill.ConfigSet(t.Context(), "rdbcompression", "no")
	for i := range 10_000 {
		fill.Set(t.Context(), fmt.Sprint("load:", i), strings.Repeat("x", 1024), 0)
	}
	fill.Save(t.Context())
	if _, err := fill.Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Kill()
	// A key takes 10 ms; after each key the server answers waiting requests.
	s.args = append(s.args, "--key-load-delay", "10000", "--loading-process-events-interval-bytes", "1024")
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(startTime); ; time.Sleep(5 * time.Millisecond) {
		err := s.ping(t.Context())
		if redis.HasErrorPrefix(err, "LOADING") {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("PING = %v, want LOADING", err)
		}
	}
	return func() {
		if err := s.client.ConfigSet(t.Context(), "key-load-delay", "0").Err(); err != nil {
			t.Error(err)
		}
	}
}

func (s *Server) start() error {
	_, port, _ := net.SplitHostPort(s.Addr)
	args := slices.Concat(s.args, []string{"--port", port, "--bind", "127.0.0.1", "--dir", s.dir, "--daemonize", "no", "--loglevel", "warning"})
	s.cmd = exec.Command(Binary, args...)
	if err := s.cmd.Start(); err != nil {
		s.cmd = nil
		return err
	}
	cmd, ended := s.cmd, make(chan struct{})
	s.ended = ended
	go func() {
		_ = cmd.Wait() // how it ended does not matter
		close(ended)
	}()
	return nil
}

// Wait waits until the server has loaded its data and answers. The error that a
// password is needed counts as an answer, too.
func (s *Server) Wait() error {
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	for {
		err := s.ping(ctx)
		if err == nil || redis.HasErrorPrefix(err, "NOAUTH") {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s on %s does not answer: %w", Binary, s.Addr, err)
		case <-s.ended:
			return fmt.Errorf("%s on %s ended at once; run it by hand with %v", Binary, s.Addr, s.args)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// ping sends a PING once the server listens: the client logs a line for every
// refused connection, so dial first.
func (s *Server) ping(ctx context.Context) error {
	conn, err := net.Dial("tcp", s.Addr)
	if err != nil {
		return err
	}
	_ = conn.Close() // nothing was sent
	return s.client.Ping(ctx).Err()
}

// port returns the port of an address.
func port(addr string) int {
	_, p, _ := net.SplitHostPort(addr)
	n, _ := strconv.Atoi(p) // it was made from a number
	return n
}

// Dir returns where the server keeps its files.
func (s *Server) Dir() string { return s.dir }
