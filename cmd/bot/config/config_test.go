package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// load reads a configuration from text, an environment and flags.
func load(t *testing.T, file string, env, flags map[string]string) (Config, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "nimbot.yaml")
	if err := os.WriteFile(name, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	var environ []string
	for k, v := range env {
		environ = append(environ, k+"="+v)
	}
	c, err := Load(Sources{
		File:    name,
		Getenv:  func(k string) (string, bool) { v, ok := env[k]; return v, ok },
		Environ: environ,
		Flags:   flags,
	})
	// The temporary folder is of no interest.
	var ps Problems
	if errors.As(err, &ps) {
		for i := range ps {
			ps[i].Where = strings.ReplaceAll(ps[i].Where, name, "nimbot.yaml")
		}
		return c, ps
	}
	return c, err
}

func TestExampleHoldsEveryKeyWithItsDefault(t *testing.T) {
	text, err := os.ReadFile("../../../config.example.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var c Config // without the defaults, so that a missing key shows
	r := parseYAML(settings(&c), "config.example.yaml", text)
	if len(r.found) > 0 {
		t.Fatal(r.found)
	}
	if diff := cmp.Diff(Default(), c, cmpopts.IgnoreUnexported(c)); diff != "" {
		t.Errorf("config.example.yaml differs from the defaults (-default +example):\n%s", diff)
	}
	for _, s := range r.all {
		if !r.seen[s.key] {
			t.Errorf("config.example.yaml does not hold %s", s.key)
		}
	}
}

func TestLaterSourcesWin(t *testing.T) {
	const file = "store: bolt:file.db\nhttp:\n  listen: 127.0.0.1:1\nlimits: {piles: 7}\n"
	secret := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(secret, []byte("from-a-file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name       string
		file       string
		env, flags map[string]string
		want       func(*Config)
	}{
		{"nothing", "", nil, nil, func(*Config) {}},
		{"a mark of the byte order", "\ufeff" + file, nil, nil, func(c *Config) {
			c.Store, c.HTTP.Listen, c.Limits.Piles = "bolt:file.db", "127.0.0.1:1", 7
		}},
		{"comments only", "# nothing\n", nil, nil, func(*Config) {}},
		{"empty sections", "http:\nlimits: {}\n", nil, nil, func(*Config) {}},
		{"file", file, nil, nil, func(c *Config) {
			c.Store, c.HTTP.Listen, c.Limits.Piles = "bolt:file.db", "127.0.0.1:1", 7
		}},
		{"environment", file, map[string]string{"NIM_STORE": "bolt:env.db", "NIM_LIMITS_HEAP": "1_000"}, nil, func(c *Config) {
			c.Store, c.HTTP.Listen, c.Limits.Piles, c.Limits.Heap = "bolt:env.db", "127.0.0.1:1", 7, 1000
		}},
		{"flags", file, map[string]string{"NIM_STORE": "bolt:env.db"}, map[string]string{"store": "bolt:flag.db"}, func(c *Config) {
			c.Store, c.HTTP.Listen, c.Limits.Piles = "bolt:flag.db", "127.0.0.1:1", 7
		}},
		{"secret from a file", "", map[string]string{"NIM_SLACK_BOT_TOKEN_FILE": secret, "NIM_SLACK_SIGNING_SECRET": "s"}, nil, func(c *Config) {
			c.Slack.BotToken, c.Slack.SigningSecret = "from-a-file", "s"
		}},
		{"empty variables", file, map[string]string{"NIM_STORE": "", "NIM_SLACK_BOT_TOKEN_FILE": ""}, nil, func(c *Config) {
			c.Store, c.HTTP.Listen, c.Limits.Piles = "bolt:file.db", "127.0.0.1:1", 7
		}},
		{"a switch written as YAML's own", "web: {enabled: false}", nil, nil, func(c *Config) { c.Web.Enabled = "false" }},
		{"a time", "http: {drain: 0s, trusted_proxy: '10.0.0.7, fd00::/8'}", map[string]string{"NIM_HTTP_DRAIN": "1m30s"}, nil, func(c *Config) {
			c.HTTP.Drain, c.HTTP.TrustedProxy = 90*time.Second, "10.0.0.7, fd00::/8"
		}},
		{"a switch of two", "discord: {pictures: false}", nil, nil, func(c *Config) { c.Discord.Pictures = false }},
		{"messages", "discord: {messages: 'on'}", nil, nil, func(c *Config) { c.Discord.Messages = "on" }},
		{"the same by the environment", "discord: {pictures: false}", map[string]string{"NIM_DISCORD_PICTURES": "true"}, nil, func(*Config) {}},
		{"invented by an orchestrator", "", map[string]string{"NIM_SERVICE_HOST": "10.0.0.1", "NIM_PORT": "tcp://10.0.0.1:80"}, nil, func(*Config) {}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := Default()
			tt.want(&want)
			got, err := load(t, tt.file, tt.env, tt.flags)
			if err != nil {
				t.Fatalf("Load: %v", err)
			}
			if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(got)); diff != "" {
				t.Errorf("Load (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAllProblemsAreReported(t *testing.T) {
	for _, tt := range []struct {
		name string
		file string
		env  map[string]string
		want string // one line a fault
	}{
		{"unknown keys", "htpp:\n  listen: x\nhttp:\n  lisen: y\nzzzzzz: 1\nlimits: {retention_days: 30}\npassword: hidden\n", nil, `
nimbot.yaml:1:1: htpp: unknown key; did you mean "http"?
nimbot.yaml:4:3: http.lisen: unknown key; did you mean "http.listen"?
nimbot.yaml:5:1: zzzzzz = "1": unknown key; take it out: config.example.yaml lists them all
nimbot.yaml:6:10: limits.retention_days = "30": unknown key; take it out: config.example.yaml lists them all
nimbot.yaml:7:1: password: unknown key; take it out: config.example.yaml lists them all`},
		{"twice", "store: bolt:a\nstore: bolt:b\n", nil, `
nimbot.yaml:2:1: store: given twice; keep one`},
		{"a list", "store: [bolt:a]\nhttp: 8080\n", nil, `
nimbot.yaml:1:8: store: not a single value; write one, such as store: bolt:nim.db
nimbot.yaml:2:7: http = "8080": not a mapping; write keys with values below it, such as listen: 127.0.0.1:8080`},
		{"a value of any length", "http: {listen: " + strings.Repeat("x", 1000) + "}\n", nil, "\nhttp.listen = \"" + strings.Repeat("x", 99) + "…\": not an address; use host:port, such as 127.0.0.1:8080"},
		{"numbers", "limits:\n  piles: many\n  heap: -1\n  tables: 33\n  commands_per_minute: 0\n", nil, `
nimbot.yaml:2:10: limits.piles = "many": not a whole number; use digits, such as 25
nimbot.yaml:3:9: limits.heap = "-1": not a whole number; use digits, such as 25
nimbot.yaml:4:11: limits.tables = "33": out of range; use a number from 1 to 32
limits.commands_per_minute = "0": out of range; use a number from 1 to 1000000`},
		{"switches", "discord: {pictures: 'on'}\n", map[string]string{"NIM_DISCORD_PICTURES": "0"}, `
nimbot.yaml:1:21: discord.pictures = "on": invalid; use true or false
NIM_DISCORD_PICTURES = "0": invalid; use true or false`},
		{"times", "http: {drain: 5}\n", map[string]string{"NIM_HTTP_DRAIN": "1h"}, `
nimbot.yaml:1:15: http.drain = "5": not a time; use a number with its unit, such as 5s
NIM_HTTP_DRAIN: http.drain = "1h0m0s": out of range; use a time from 0s to 10m0s`},
		{"the public address", "http: {public_url: nim.example.com/bot}\n", nil, `
http.public_url = "nim.example.com/bot": not a site's address; use one such as https://nim.example.com`},
		{"proxies", "http: {trusted_proxy: '10.0.0.7, nginx'}\n", nil, `
http.trusted_proxy = "10.0.0.7, nginx": "nginx" is neither an address nor a network; use addresses or networks with commas between them, such as 10.0.0.7, 10.1.0.0/16`},
		{"messages", "discord: {messages: loud}\n", nil, `
discord.messages = "loud": invalid; use one of on, off`},
		{"messages without a token", "discord: {messages: 'on', application_id: '1100000000000000001', public_key: '" + strings.Repeat("ab", 32) + "'}\n", nil, `
discord.token: empty, but required for answering messages on Discord; set it, or set discord.messages to off`},
		{"a key that is too short", "discord: {public_key: '" + strings.Repeat("ab", 31) + "'}\n", nil, `
discord.public_key = "[redacted]": has 62 characters and not 64 hexadecimal digits; copy it from the application's General Information page`},
		{"shards", "discord: {shards: -1}\n", nil, `
discord.shards = "-1": out of range; use a number from 1 to 10000, or 0 for as many as Discord recommends`},
		{"values", "store: mysql://u:pw@h\nhttp: {listen: here, admin: '1:2:3'}\nweb: {enabled: perhaps}\ndiscord: {mode: telepathy, application_id: my bot, public_key: abc}\nslack: {command: nim, api_url: 'ftp://x'}\n", nil, `
store = "[redacted]": unknown kind of store; use bolt:FILE, redis://HOST:PORT, rediss://…, redis+cluster://… or redis+sentinel://…
http.listen = "here": not an address; use host:port, such as 127.0.0.1:8080
http.admin = "1:2:3": not an address; use host:port, such as 127.0.0.1:8080
discord.mode = "telepathy": invalid; use one of http, gateway
discord.public_key = "abc": has 3 characters and not 64 hexadecimal digits; copy it from the application's General Information page
discord.application_id = "my bot": not a number of 15 to 20 digits; copy it from the application's General Information page
slack.command = "nim": not a command name; use a slash and up to 31 of a-z 0-9 - _, such as /nim
slack.api_url = "ftp://x": not a web address; use one like https://proxy.internal, or leave it empty
web.enabled = "perhaps": invalid; use one of auto, true, false`},
		{"a platform half configured", "slack: {mode: socket, bot_token: x}\ndiscord: {mode: gateway, application_id: '1100000000000000001'}\n", nil, `
discord.token: empty, but required for Discord's gateway mode; set it, or clear the whole section
slack.app_token: empty, but required for Slack's socket mode; set it, or clear the whole section`},
		{"the public listener as admin", "http: {listen: '127.0.0.1:9090'}\n", nil, `
http.admin = "127.0.0.1:9090": same as http.listen, which is public; choose another port`},
		{"environment", "", map[string]string{"NIM_STOER": "x", "NIM_DISCORD_TOKEN": "pw", "NIM_DISCORD_TOKEN_FILE": "f"}, `
NIM_DISCORD_TOKEN = "[redacted]": NIM_DISCORD_TOKEN_FILE is set as well; unset one of the two
NIM_STOER: no setting is read from this variable; did you mean NIM_STORE?`},
		{"a file of what is no secret", "", map[string]string{"NIM_HTTP_LISTEN_FILE": "/run/listen", "NIM_LIMITS_PILES_FILE": "x"}, `
NIM_HTTP_LISTEN_FILE = "/run/listen": only secrets are read from a file; set NIM_HTTP_LISTEN to the value itself
NIM_LIMITS_PILES_FILE = "x": only secrets are read from a file; set NIM_LIMITS_PILES to the value itself`},
		{"a secret's file", "", map[string]string{"NIM_SLACK_APP_TOKEN_FILE": "/does/not/exist"}, `
NIM_SLACK_APP_TOKEN_FILE = "/does/not/exist": no such file or directory; use a file that can be read`},
		{"an empty secret file", "", map[string]string{"NIM_SLACK_APP_TOKEN_FILE": os.DevNull}, `
NIM_SLACK_APP_TOKEN_FILE = "/dev/null": the file is empty; write the secret into it, or unset NIM_SLACK_APP_TOKEN_FILE`},
		{"keys that aren't indented", "discord:\napplication_id: x\ntoken: y\nslack:\ntoken: z\nmode: socket\nlimits:\npiles: 3\n", nil, `
nimbot.yaml:2:1: application_id: belongs to the section discord; write it below discord:, indented by two spaces
nimbot.yaml:3:1: token: belongs to the section discord; write it below discord:, indented by two spaces
nimbot.yaml:6:1: mode: belongs to the section slack; write it below slack:, indented by two spaces
nimbot.yaml:8:1: piles = "3": belongs to the section limits; write it below limits:, indented by two spaces`},
		{"half a name", "slack: {token: x, secret: y}\n", nil, `
nimbot.yaml:1:9: slack.token: unknown key; did you mean slack.bot_token or slack.app_token?
nimbot.yaml:1:19: slack.secret: unknown key; did you mean slack.signing_secret or slack.client_secret?`},
		{"a tab", "discord:\n\ttoken: x\n", nil, `
nimbot.yaml:2:1: YAML: a tab; indent with spaces`},
		{"three spaces after two", "discord:\n  mode: http\n   token: x\n", nil, `
nimbot.yaml:2:9: YAML: indented differently from the line above; begin all keys of a section below each other`},
		{"one space less", "discord:\n  mode: http\n token: x\n", nil, `
nimbot.yaml:3:2: YAML: indented differently from the line above; begin all keys of a section below each other`},
		{"a second colon", "store: bolt:\noperator:\n  name: Ana: Bob\n", nil, `
nimbot.yaml:1:8: YAML: a second colon in the value; write the value in quotes`},
		{"typographic quotes", "http:\n  listen: “127.0.0.1:8081”\n", nil, `
nimbot.yaml:2:11: http.listen: in typographic quotes, which are part of the value; write it without them, or in "straight" ones`},
		{"UTF-16", "\xff\xfes\x00", nil, `
nimbot.yaml: is written in UTF-16; save it as UTF-8`},
		{"no space after the colon", "discord:\n  token:hunter2\n", nil, `
nimbot.yaml:2:3: discord: a space is missing after the colon of token:`},
		{"no space after the second colon", "discord:\n  mode: http\n  token:hunter2\n", nil, `
nimbot.yaml:3:3: YAML: not a key with its value; write a space after the colon, such as token: VALUE`},
		{"a token where everybody sees it", "operator: {name: 'MTEwMDAwMDAwMDAwMDAwMDAwMQ.abcdef.abcdefghijkl', address: 'at xoxb-1-2-abc'}\n", nil, `
operator.name = "[redacted]": holds a token, and this setting isn't secret; move it to discord.token, and replace it by a new one if others could see it
operator.address = "[redacted]": holds a token, and this setting isn't secret; move it to slack.bot_token, and replace it by a new one if others could see it`},
		{"swapped", "discord: {application_id: '" + strings.Repeat("ab", 32) + "', public_key: '1100000000000000001'}\n", nil, `
discord.public_key = "1100000000000000001": looks like an application id; the public key has 64 hexadecimal digits and is on the application's General Information page
discord.application_id = "[redacted]": looks like the public key; the application id is a number of 15 to 20 digits on the same page, General Information`},
		{"no YAML", "store: 'bolt\n", nil, `
nimbot.yaml:1:8: YAML: `},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := load(t, tt.file, tt.env, nil)
			if err == nil {
				t.Fatalf("Load accepted %q", tt.file)
			}
			for _, line := range strings.Split(strings.TrimSpace(tt.want), "\n") {
				if !strings.Contains(err.Error(), line) {
					t.Errorf("Load said\n%v\nwant a line\n%s", err, line)
				}
			}
		})
	}
}

// A mistake is reported once: what would be missing if it were meant isn't.
func TestOneMistakeIsOneProblem(t *testing.T) {
	for _, file := range []string{
		"discord: {mode: gatewy, application_id: '1100000000000000001', token: x}\n",
		"discord: {mode: gateway, application_id: '1100000000000000001', tokn: x}\n",
		"slack: {mode: sockets, app_token: x, bot_token: x}\n",
	} {
		_, err := load(t, file, nil, nil)
		if err == nil || strings.Count(err.Error(), "\n") > 0 {
			t.Errorf("Load(%q) said\n%v\nwant one line", file, err)
		}
	}
}

// Values that have the shape of another setting's, or are secret and would be shown, are found by
// `bot check` alone: a server may meet shapes that it doesn't know yet.
func TestMisshapen(t *testing.T) {
	const id, hexKey, secret, token = "1100000000000000001", "abababababababababababababababababababababababababababababababab", "aBcDeFgHiJkLmNoPqRsTuVwXyZ012345", "MTEwMDAwMDAwMDAwMDAwMDAwMQ.abcdef.abcdefghijkl"
	for _, tt := range []struct {
		set  func(*Config)
		want string
	}{
		{func(c *Config) { c.Discord.Token = hexKey }, "discord.token = \"[redacted]\": looks like discord.public_key; "},
		{func(c *Config) { c.Discord.Token = id }, "discord.token = \"[redacted]\": looks like discord.application_id; "},
		{func(c *Config) { c.Discord.Token = secret }, "discord.token = \"[redacted]\": looks like discord.client_secret; "},
		{func(c *Config) { c.Discord.ClientSecret = token }, "discord.client_secret = \"[redacted]\": looks like discord.token; "},
		{func(c *Config) { c.Operator.Name = "8f742231b10e8888abcd99aabbcc85a5" }, "operator.name = \"[redacted]\": looks like a key or a secret, and /privacy shows it to everybody; "},
		{func(c *Config) {
			c.Operator.Name, c.Operator.Address = "Ada Lovelace", "12 St James's Square, London SW1Y 4JH"
		}, ""},
	} {
		c := Default()
		tt.set(&c)
		if got := c.Misshapen().Error(); !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("Misshapen() = %q, want %q", got, tt.want)
		}
	}
	c := Default()
	c.Slack.BotToken, c.HTTP.PublicURL = "xoxb-1", "http://nim.example.com"
	if got := strings.Join(c.Advice(), "\n"); !strings.Contains(got, "http.public_url: begins with http://, so boards on Slack are drawn in emoji") {
		t.Errorf("Advice() = %q, want that pictures need https", got)
	}
}
