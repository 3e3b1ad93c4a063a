package main

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"nimbot/internal/freeport"
	"nimbot/internal/slowtest"
)

// TestLoad puts a moment's load on the program itself.
func TestLoad(t *testing.T) {
	slowtest.Quick(t)
	bot := filepath.Join(t.TempDir(), "bot")
	// go run caches the linked program for the next time; go build doesn't.
	if out, err := exec.Command("go", "run", "-exec", "cp", "nimbot/cmd/bot", bot).CombinedOutput(); err != nil {
		t.Fatalf("go run: %v\n%s", err, out)
	}
	for _, pictures := range []bool{false, true} {
		t.Run(fmt.Sprint("pictures=", pictures), func(t *testing.T) { testLoad(t, bot, pictures) })
	}
}

func testLoad(t *testing.T, bot string, pictures bool) {
	dir, listen, admin, api := t.TempDir(), freeport.Address(t), freeport.Address(t), freeport.Address(t)
	serve := exec.Command(bot, "serve")
	serve.Dir = dir
	serve.Env = append(append(os.Environ(), environment(api, pictures)...), "NIM_HTTP_LISTEN="+listen, "NIM_HTTP_ADMIN="+admin)
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = serve.Process.Kill(); _ = serve.Wait() }()
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		resp, err := http.Get("http://" + admin + "/readyz")
		if err == nil {
			_ = resp.Body.Close()
			break
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	if err := run(t.Context(), []string{"--bot", "http://" + listen, "--admin", "http://" + admin, "--api", api, "--for", "300ms", "--people", "3", fmt.Sprint("--pictures=", pictures)}, &out); err != nil {
		t.Errorf("load: %v", err)
	}
	for _, want := range []string{`discord +[1-9]\d* .* 0 *\n`, `slack +[1-9]\d* .* 0 *\n`, `processor: [1-9]\S*s a command`} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("load prints %q, want %s", out.String(), want)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--bot", "https://nim.example.org"}, "isn't a loopback address"},
		{[]string{"--bot", "http://192.0.2.1:8080"}, "isn't a loopback address"},
		{[]string{"--admin", "http://localhost:9090"}, "isn't a loopback address"},
		{[]string{"--people", "0"}, "more than 0"},
		{[]string{"--admin", "http://" + freeport.Address(t), "--api", freeport.Address(t)}, "doesn't answer on --admin"},
	} {
		if err := run(t.Context(), c.args, &strings.Builder{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("load %q = %v, want %q", c.args, err, c.want)
		}
	}
}
