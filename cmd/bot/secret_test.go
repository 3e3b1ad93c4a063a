package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
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
		{"redis://nim:p%w@db", "redis://nim:[redacted]@db"},
		{"redis://nim:p@w:x@db", "redis://nim:[redacted]@db"},
		{"redis+cluster://nim:pw@a:1,b:2", "redis+cluster://nim:[redacted]@a:1,b:2"},
		{"redis+sentinel://nim:pw@a:1/group?sentinel_password=pw", "redis+sentinel://nim:[redacted]@a:1/group?[redacted]"},
	} {
		if got := StoreURL(tt.url).String(); got != tt.want {
			t.Errorf("StoreURL(%q).String() = %q, want %q", tt.url, got, tt.want)
		}
	}
}
