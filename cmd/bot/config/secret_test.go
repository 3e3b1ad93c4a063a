package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

func TestSecretsAreRedacted(t *testing.T) {
	const hidden = "hunter2"
	c := Default()
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

func TestStoreURLHidesPassword(t *testing.T) {
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

// Words that an operator has to see aren't redacted: names, paths, dates,
// addresses, ids and the application's public key.
func TestNonSecretsAreNotRedacted(t *testing.T) {
	for _, text := range []string{
		"/var/backups/nimbot/2026-11-22.backup", "nimbot-backup-2026-11-22T04-00.backup", "/tmp/TestCheckOnlineWithoutSlacksSecret1234567890/001/nim.db",
		"https://nim-bot-production-2.internal.example.com:8443", "redis://cache-01.eu-central-1.example.net:6379/0", "discord/100000000000000001/900000000000000001",
		"NIM_DISCORD_APPLICATION_ID_FILE", "slack.client_id = \"1234567890123.1234567890123\"", "1100000000000000001", "TestBareProgramServesThePage2Times",
		"the application's public key is 3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29",
	} {
		if got := withoutTokens(text, publicKey); got != text {
			t.Errorf("withoutTokens(%q) = %q, want it as it is", text, got)
		}
	}
}

// Log lines have no tokens either.
func TestLogsHaveNoTokens(t *testing.T) {
	var said bytes.Buffer
	slog.New(slog.NewTextHandler(Tokenless(&said), nil)).Info("refused", "why", "xoxb-1234567890-abcdef", "by", "MTEwMDAwMDAwMDAwMDAwMDAwMQ.GxYzAb.q1w2e3r4t5y6u7i8o9p0aSdFgHjKlZxCvBnM12")
	if strings.Contains(said.String(), "abcdef") || strings.Contains(said.String(), "q1w2e3") || strings.Count(said.String(), redacted) != 2 {
		t.Errorf("the log says %s", said.String())
	}
}
