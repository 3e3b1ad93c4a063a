package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
	"nimbot/internal/freeport"
)

// TestServeSlack plays a move on the program itself, over HTTP and over Socket
// Mode.
func TestServeSlack(t *testing.T) {
	for _, mode := range []string{"http", "socket"} {
		t.Run(mode, func(t *testing.T) {
			fake := slacktest.New()
			defer fake.Close()
			fake.AddUser(slacktest.User{ID: "UANA", Name: "Ana"})
			fake.AddChannel(slacktest.Channel{ID: "C1", Member: true})
			s := newRunningBot(t, onSlack(fake, mode)...)
			if mode == "http" {
				fake.Connect("http://"+s.listen, slacktest.SigningSecret)
			}
			s.start()
			s.await(time.Minute, "the program is connected", func() bool { return mode == "http" || fake.Sockets() > 0 })
			if _, err := fake.Command("UANA", "C1", "/nim", "start 3 4 5").Send(); err != nil {
				t.Fatal(err)
			}
			const want = "*Ana's move.* Piles: A 3, B 4, C 5"
			s.await(time.Minute, "the channel shows "+want, func() bool {
				m := fake.Messages("C1")
				return len(m) == 1 && strings.HasPrefix(m[0].Text, want)
			})
			s.stop()
		})
	}
}

// TestServeSlackWithoutAKey checks that one line names the key and the remedy.
func TestServeSlackWithoutAKey(t *testing.T) {
	for _, tt := range []struct {
		env  map[string]string
		want string
	}{
		{map[string]string{"NIM_SLACK_BOT_TOKEN": "xoxb-1"}, "slack.signing_secret: empty, but required for Slack's http mode"},
		{map[string]string{"NIM_SLACK_SIGNING_SECRET": "s"}, "slack.bot_token: empty, but required for Slack in one workspace"},
		{map[string]string{"NIM_SLACK_MODE": "socket", "NIM_SLACK_BOT_TOKEN": "xoxb-1"}, "slack.app_token: empty, but required for Slack's socket mode"},
		{map[string]string{"NIM_SLACK_SIGNING_SECRET": "s", "NIM_SLACK_CLIENT_ID": "1", "NIM_SLACK_CLIENT_SECRET": "c"}, "slack.encryption_key: empty"},
		{map[string]string{"NIM_SLACK_SIGNING_SECRET": "s", "NIM_SLACK_CLIENT_ID": "1", "NIM_SLACK_CLIENT_SECRET": "c", "NIM_SLACK_ENCRYPTION_KEY": "short"},
			`slack.encryption_key = "[redacted]": not one or more keys of 32 bytes`},
	} {
		t.Run(tt.want, func(t *testing.T) {
			for k, v := range tt.env {
				t.Setenv(k, v)
			}
			_, stderr, code := bot(t, t.TempDir(), "", "serve")
			if lines := strings.Count(strings.TrimSpace(stderr), "\n"); code == 0 || lines > 1 || !strings.Contains(stderr, tt.want) {
				t.Errorf("bot serve = %d, %q; want the line %q", code, stderr, tt.want)
			}
		})
	}
}

// A refused app token ends the program with the remedy, because waiting doesn't
// help.
func TestServeSlackWithARefusedAppToken(t *testing.T) {
	fake := slacktest.New()
	defer fake.Close()
	for k, v := range map[string]string{
		"NIM_HTTP_ADMIN": freeport.Address(t), "NIM_HTTP_LISTEN": freeport.Address(t), "NIM_SLACK_MODE": "socket",
		"NIM_SLACK_BOT_TOKEN": slacktest.BotToken, "NIM_SLACK_APP_TOKEN": "xapp-wrong", "NIM_SLACK_API_URL": fake.URL,
	} {
		t.Setenv(k, v)
	}
	_, stderr, code := bot(t, t.TempDir(), "", "serve")
	if code != 1 || !strings.Contains(stderr, "slack.app_token was refused; make one with the scope connections:write") {
		t.Errorf("bot serve = %d, %q; want 1 and the remedy", code, stderr)
	}
}

func TestManifestSlack(t *testing.T) {
	t.Setenv("NIM_SLACK_COMMAND", "/nimbot")
	stdout, stderr, code := bot(t, t.TempDir(), "", "manifest", "slack", "--address", "https://nim.example.com/")
	var m struct {
		Features struct {
			Commands []struct{ Command, URL string } `json:"slash_commands"`
		} `json:"features"`
	}
	if err := json.Unmarshal([]byte(stdout), &m); err != nil || code != 0 || stderr != "" {
		t.Fatalf("bot manifest slack = %d, %q, %q; want JSON (%v)", code, stdout, stderr, err)
	}
	if c := m.Features.Commands; len(c) != 1 || c[0].Command != "/nimbot" || c[0].URL != "https://nim.example.com/slack/commands" {
		t.Errorf("the manifest's commands are %v, want /nimbot at the address", c)
	}
}

func TestCheckAsksSlack(t *testing.T) {
	fake := slacktest.New()
	defer fake.Close()
	t.Setenv("NIM_SLACK_SIGNING_SECRET", slacktest.SigningSecret)
	t.Setenv("NIM_SLACK_API_URL", fake.URL)
	for _, tt := range []struct {
		token, want string
		code        int
	}{
		{slacktest.BotToken, "The configuration is valid", 0},
		{"xoxb-wrong", "slack.bot_token: invalid_auth; install the app again", 1},
	} {
		t.Setenv("NIM_SLACK_BOT_TOKEN", tt.token)
		if _, stderr, code := bot(t, t.TempDir(), "", "check", "--online"); code != tt.code || !strings.Contains(stderr, tt.want) {
			t.Errorf("bot check --online with %s = %d, %q; want %d and %q", tt.token, code, stderr, tt.code, tt.want)
		}
	}
}
