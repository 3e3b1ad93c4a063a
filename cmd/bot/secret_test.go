package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

func TestSecretsNeverShowThemselves(t *testing.T) {
	const hidden = "hunter2"
	c := DefaultConfig()
	c.Discord.Token = hidden
	c.Slack.SigningSecret = hidden
	c.Store = "redis://nim:" + hidden + "@db.example:6379/0"

	var shown []string
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d"} {
		for _, value := range []any{c, &c, c.Discord, c.Discord.Token, &c.Slack, c.Store, []Secret{hidden}, map[string]Secret{"k": hidden}, map[Secret]int{hidden: 1}} {
			shown = append(shown, fmt.Sprintf(verb, value))
		}
	}
	asJSON, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	asYAML, err := yaml.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	for _, h := range []slog.Handler{slog.NewTextHandler(&log, nil), slog.NewJSONHandler(&log, nil)} {
		slog.New(h).Info("start", "config", c, "token", c.Discord.Token, "store", c.Store)
	}
	shown = append(shown, string(asJSON), string(asYAML), log.String())

	for _, s := range shown {
		for _, form := range []string{hidden, fmt.Sprintf("%x", hidden), fmt.Sprintf("%X", hidden), fmt.Sprintf("%d", []byte(hidden))} {
			if strings.Contains(s, form) {
				t.Errorf("%q shows the secret as %q", s, form)
			}
		}
	}
	if got := c.Discord.Token.Reveal(); got != hidden {
		t.Errorf("Reveal() = %q, want %q", got, hidden)
	}
}

func TestStoreURLShowsItselfWithoutPassword(t *testing.T) {
	for _, tt := range []struct{ url, want string }{
		{"bolt:nim.db", "bolt:nim.db"},
		{"redis://localhost:6379", "redis://localhost:6379"},
		{"redis://nim:pw@db:6379/1", "redis://nim:[redacted]@db:6379/1"},
		{"redis://:pw@db", "redis://:[redacted]@db"},
		{"redis://nim:p%w@db", "[redacted]"},
		{"nim.db", "nim.db"},
		{"blot:nim.db", "blot:nim.db"},
		{"mysql://h/x?password=pw", "[redacted]"},
		{"redis://nim:pw", "[redacted]"},
		{"", ""},
		{"redis://nim:p@w:x@db", "redis://nim:[redacted]@db"},
		{"redis+cluster://nim:pw@a:1,b:2", "redis+cluster://nim:[redacted]@a:1,b:2"},
		{"redis+sentinel://nim:pw@a:1/group?sentinel_password=pw", "redis+sentinel://nim:[redacted]@a:1/group?[redacted]"},
	} {
		if got := StoreURL(tt.url).String(); got != tt.want {
			t.Errorf("StoreURL(%q).String() = %q, want %q", tt.url, got, tt.want)
		}
	}
}

// mistyped are addresses of a store whose password stands where it should not.
// Each part of the password and of the host is to stay unseen.
var mistyped = []string{
	"redis//:hun7er@h0st", "redis:hun7er@h0st", "redis://:hun/7er@h0st", "redis://:hun?7er@h0st", "redis//hun:7er@h0st",
	"rediss:/u:hun7er@h0st", "redis+sentinel://u:26379/7er@h0st/1", "redis://u:1/7er@h0st", "mysql://u:hun7er@h0st", "bolt:redis://:hun7er@h0st", "://:hun7er@h0st",
}

// An address that cannot be read is repeated nowhere: not by a command, a flag,
// a variable or a file, and not where the flag itself is mistyped.
func TestMistypedAddressesAreNotRepeated(t *testing.T) {
	commands := [][]string{
		{"serve"}, {}, {"play"}, {"check"}, {"check", "--online"}, {"inspect", "console/general"}, {"health"}, {"register"},
		{"manifest", "slack", "--address", "https://nim.example.com"},
	}
	for _, address := range mistyped {
		dir := t.TempDir()
		file := filepath.Join(dir, "nimbot.yaml")
		write := func(name, text string) string {
			name = filepath.Join(dir, name)
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			return name
		}
		said := func(env map[string]string, args ...string) {
			t.Helper()
			var out, errs bytes.Buffer
			code := run(t.Context(), args, streams{
				in: strings.NewReader(""), out: &out, err: &errs,
				getenv: func(k string) (string, bool) { v, ok := env[k]; return v, ok },
			})
			text := out.String() + errs.String()
			if code == exitGood {
				t.Errorf("bot %q = %d, %s; want a refusal", args, code, text)
			}
			for _, part := range []string{"hun", "7er", "h0st"} {
				if strings.Contains(text, part) {
					t.Errorf("bot %q with %v repeats %q:\n%s", args, env, part, text)
				}
			}
		}
		for _, c := range commands {
			said(nil, append([]string{"--store", address}, c...)...)
			said(map[string]string{"NIM_STORE": address}, c...)
			said(map[string]string{"NIM_STORE_FILE": write("secret", address+"\n")}, c...)
			said(map[string]string{"NIM_STORE_FILE": address}, c...)
			said(map[string]string{"NIM_STORE": address, "NIM_STORE_FILE": "secret"}, c...)
			for _, line := range []string{"store: '" + address + "'\n", "store" + address + "\n", "store:" + address + "\n", "'" + address + "': x\n", "http: '" + address + "'\n", "store: [\"" + address + "\n"} {
				write("nimbot.yaml", line)
				said(nil, append([]string{"--config", file}, c...)...)
			}
		}
		empty := "bolt:" + filepath.Join(dir, "empty.db")
		for _, args := range [][]string{
			{"migrate", address, empty}, {"migrate", empty, address}, {"migrate", address}, {"inspect", address}, {address}, {"serve", address},
			{"--store" + address}, {"-store=" + address}, {"--stoer", address}, {"--stoer=" + address}, {"--config", address, "check"}, {"check", "--online=" + address},
		} {
			said(nil, args...)
		}
	}
}
