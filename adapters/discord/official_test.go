package discord_test

import (
	"bytes"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/internal/freeport"
	"nimbot/internal/slowtest"
)

// The validator of request bodies against Discord's own description of its
// interface lives beside this repository, not in it.
const (
	validatorFolder = "../../../shared/tools/discord-validate"
	description     = "../../../shared/data/discord-openapi.json"
)

// validator is the running validator; the tests share one.
var validator struct {
	once    sync.Once
	url     string // "" where there is none
	why     string
	process *os.Process
	folder  string
}

func TestMain(m *testing.M) {
	slowtest.WaitTogether(16)
	code := m.Run()
	if validator.process != nil {
		_ = validator.process.Kill() // it may have ended
		_ = os.RemoveAll(validator.folder)
	}
	os.Exit(code)
}

// TestDiscordsSchemaIsAvailable says what isn't checked without ../shared. Where
// NIM_TEST_SCHEMAS is set, as .ci/run sets it when the folder is there, that fails.
func TestDiscordsSchemaIsAvailable(t *testing.T) {
	if official(t) != nil {
		return
	}
	const what = "bodies are held against the documented limits only, not against Discord's own description"
	if os.Getenv("NIM_TEST_SCHEMAS") != "" {
		t.Fatalf("%s: %s", what, validator.why)
	}
	t.Skipf("%s: %s", what, validator.why)
}

// official judges bodies by Discord's description of its interface. It is nil
// where the validator is missing.
func official(t testing.TB) func(method, path, contentType string, body []byte) []string {
	validator.once.Do(startValidator)
	if validator.url == "" {
		return nil
	}
	return func(method, path, contentType string, body []byte) []string {
		req, err := http.NewRequest(method, validator.url+path, bytes.NewReader(body))
		if err != nil {
			return []string{err.Error()}
		}
		req.Header.Set("Content-Type", contentType)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return []string{err.Error()}
		}
		defer func() { _ = resp.Body.Close() }() // it was read
		if resp.StatusCode < 300 {
			return nil
		}
		var refused struct{ Errors []string }
		if err := json.NewDecoder(resp.Body).Decode(&refused); err != nil {
			return []string{err.Error()}
		}
		return refused.Errors
	}
}

func startValidator() {
	if _, err := os.Stat(validatorFolder); err != nil {
		validator.why = "there is no " + strings.TrimPrefix(validatorFolder, "../../") + " beside this clone"
		return
	}
	folder, err := os.MkdirTemp("", "discord-validate")
	if err != nil {
		validator.why = err.Error()
		return
	}
	validator.folder = folder
	program := filepath.Join(folder, "discord-validate")
	build := exec.Command("go", "build", "-o", program, "./cmd/discord-validate")
	build.Dir = validatorFolder
	if out, err := build.CombinedOutput(); err != nil {
		validator.why = "it does not build: " + string(out)
		return
	}
	address, err := freeport.Choose()
	if err != nil {
		validator.why = err.Error()
		return
	}
	run := exec.Command(program, "-spec", description, "-serve", address)
	if err := run.Start(); err != nil {
		validator.why = err.Error()
		return
	}
	validator.process = run.Process
	for range 1200 {
		if c, err := net.Dial("tcp", address); err == nil {
			_ = c.Close() // it only shows that somebody listens
			validator.url = "http://" + address
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	validator.why = "it does not listen"
}
