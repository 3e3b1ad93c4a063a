package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"nimbot/internal/freeport"
	"nimbot/internal/slowtest"
	"nimbot/store/bolt"
	"nimbot/store/redis/redistest"
)

// bot runs the program to its end, and returns its output and exit code.
func bot(t *testing.T, dir, stdin string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	return botWith(t, nil, dir, stdin, args...)
}

// botWith is like bot, with more variables in its environment.
func botWith(t *testing.T, env []string, dir, stdin string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	slowtest.Quick(t)
	cmd := exec.Command("bot", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	cmd.Stdin = strings.NewReader(stdin)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("bot %v: %v", args, err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// inProcess is like bot, but runs in this process, which has read the catalogue already: a new
// process would need a second for output that names every command in every language.
func inProcess(t *testing.T, stdin string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs strings.Builder
	code = run(t.Context(), args, streams{in: strings.NewReader(stdin), out: &out, err: &errs, getenv: os.LookupEnv, environ: os.Environ()})
	return out.String(), errs.String(), code
}

// get requests a path from a listener, under a host name.
func get(t *testing.T, address, host, path string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Host = host
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

func TestServeInAContainer(t *testing.T) {
	slowtest.Only(t)
	t.Parallel() // it waits for the lock of files
	s := newRunningBot(t)
	dir, admin := s.dir, s.admin
	env := []string{"NIM_HTTP_ADMIN=" + admin}
	if _, stderr, code := botWith(t, env, dir, "", "health"); code != 1 || !strings.Contains(stderr, "no server answers there") {
		t.Errorf("bot health without a server ended with %d, %q; want 1 and the reason", code, stderr)
	}
	if _, stderr, code := botWith(t, env, dir, "ana: start 3 4 5\n", "play"); code != 0 {
		t.Fatalf("bot play ended with %d: %s", code, stderr)
	}

	s.start() // its input is the null device
	if stdout, stderr, code := botWith(t, env, dir, "", "health", "--ready"); code != 0 || stdout != "ready\n" {
		t.Errorf("bot health --ready beside a server = %d, %q, %q; want 0 and ready", code, stdout, stderr)
	}
	if stdout, stderr, code := botWith(t, env, dir, "", "health"); code != 0 || stdout != "ok\n" {
		t.Errorf("bot health beside a server = %d, %q, %q; want 0 and ok", code, stdout, stderr)
	}

	for _, tt := range []struct {
		host, path string
		code       int
		want       string
	}{
		{admin, "/healthz", 200, "ok"},
		{admin, "/readyz", 200, "ready"},
		{admin, "/metrics", 200, "go_goroutines"},
		{admin, "/inspect?place=console/general", 401, "run bot inspect or bot backup as the user who runs this server\n"},
		{admin, "/backup", 401, "documents are only for whoever may read the store"},
		{"rebound.example", "/inspect?place=console/general", 403, "only from this machine"},
		{"rebound.example", "/metrics", 403, "by its loopback address"},
		{"localhost", "/metrics", 200, "go_goroutines"},
		{admin, "/other", 404, ""},
	} {
		if code, body := get(t, admin, tt.host, tt.path); code != tt.code || !strings.Contains(body, tt.want) {
			t.Errorf("GET %s as %s = %d, %q; want %d and %q", tt.path, tt.host, code, body, tt.code, tt.want)
		}
	}

	if err := os.Symlink("nim.db", filepath.Join(dir, "link.db")); err != nil {
		t.Fatal(err)
	}
	other, err := bolt.Open(filepath.Join(dir, "other.db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = other.Close() })

	// The server holds the file: inspect asks it, play says so. The address in the
	// configuration doesn't matter for that.
	env = []string{"NIM_HTTP_ADMIN=" + freeport.Address(t)}
	if info, err := os.Stat(filepath.Join(dir, "nim.db.admin")); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the key beside the store: %v, %v; want it for the server's user alone", info, err)
	}
	if stdout, stderr, code := botWith(t, env, dir, "", "backup", "b"); code != 0 || !strings.HasPrefix(stdout, "3 records") {
		t.Errorf("bot backup beside a server = %d, %q, %q; want the document", code, stdout, stderr)
	}
	if stdout, stderr, code := botWith(t, env, dir, "", "inspect", "console/general"); code != 0 || !strings.Contains(stdout, `"start": "3 4 5"`) {
		t.Errorf("bot inspect beside a server = %d, %q, %q; want the document", code, stdout, stderr)
	}
	if _, stderr, code := botWith(t, env, dir, "", "inspect", "--store", "bolt:link.db", "console/general"); code != 0 {
		t.Errorf("bot inspect of the same file by another name = %d, %q; want the document", code, stderr)
	}
	for what, want := range map[string]string{
		"without": "other.db.admin, by which its server could be asked, can't be read (no such file or directory); stop the process",
		`{"address":"` + freeport.Address(t) + `","key":"k"}`: "no server answers on ",
		`{"address":"` + admin + `","key":"wrong"}`:           "documents are only for whoever may read the store",
	} {
		if what != "without" {
			if err := os.WriteFile(filepath.Join(dir, "other.db.admin"), []byte(what), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, stderr, code := botWith(t, env, dir, "", "inspect", "--store", "bolt:other.db", "console/general"); code != 1 || !strings.Contains(stderr, want) {
			t.Errorf("bot inspect of a file that no server holds, with the key %s = %d, %q; want 1 and %q", what, code, stderr, want)
		}
		if err := os.Remove(filepath.Join(dir, "other.db.admin")); err != nil && what != "without" {
			t.Fatal(err)
		}
	}
	if _, stderr, code := botWith(t, env, dir, "", "play"); code != 1 || !strings.Contains(stderr, "another process uses this file; stop it") {
		t.Errorf("bot play beside a server = %d, %q; want 1 and the remedy", code, stderr)
	}
	if _, stderr, code := botWith(t, env, dir, "", "check", "--online"); code != 0 {
		t.Errorf("bot check --online beside a server = %d, %q; want 0", code, stderr)
	}

	s.stop()
	if _, err := os.Stat(filepath.Join(dir, "nim.db.admin")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the key of a server that has ended: %v, want none", err)
	}
	if !strings.Contains(s.log.String(), "msg=\"stopping;") {
		t.Errorf("bot serve says nothing of its end:\n%s", s.log)
	}
}

// SIGINT and SIGTERM stop a command that waits for input.
func TestSolveIsStoppedBySignals(t *testing.T) {
	slowtest.Sequential(t)
	slowtest.Quick(t)
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		cmd := exec.CommandContext(t.Context(), "bot", "solve", "-")
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(in, "3 4 5\n"); err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || !strings.Contains(line, `"outcome":"N"`) {
			t.Errorf("bot solve - answers %q, %v", line, err)
		}
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		late := time.AfterFunc(10*time.Second, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait() // the exit code says it
		late.Stop()
		if code := cmd.ProcessState.ExitCode(); code != exitFailed {
			t.Errorf("bot solve - after %v: %v, want exit code %d", signal, cmd.ProcessState, exitFailed)
		}
	}
}

// TestServeWaitsWhileRedisLoads starts the bot beside a Redis that was restarted
// and still reads its data, as after a restart of the machine: the bot waits, until
// Redis has loaded it or the bot is told to stop. Other commands say what to do.
func TestServeWaitsWhileRedisLoads(t *testing.T) {
	redis := redistest.Start(t)
	finish := redis.RestartLoading(t)
	const waiting = "redis is still loading its data; the bot starts when that's done"
	s := newRunningBot(t, "NIM_STORE="+redis.URL())
	for _, stops := range []bool{true, false} {
		s.launch()
		s.await(time.Minute, "it says that it waits", func() bool { return strings.Contains(s.log.String(), waiting) })
		if stops {
			s.stop()
		}
	}
	for _, command := range [][]string{{"backup", "b"}, {"check", "--online"}} {
		_, errs, code := bot(t, s.dir, "", append(command, "--store", redis.URL())...)
		want := fmt.Sprintf("store = %q: redis is still loading its data; wait until it has, then try again", redis.URL())
		if line, _, _ := strings.Cut(errs, "\n"); code != exitFailed || line != want {
			t.Errorf("bot %v = %d, %q, want %d, %q", command, code, errs, exitFailed, want)
		}
	}
	finish()
	s.await(time.Minute, "the server is ready", func() bool { return isReady(s.admin) })
	s.stop()
	if n := strings.Count(s.log.String(), waiting); n != 1 {
		t.Errorf("it says %d times that it waits, want once:\n%s", n, s.log)
	}
}
