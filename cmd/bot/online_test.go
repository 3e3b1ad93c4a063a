package main

import (
	"strings"
	"testing"

	"nimbot/adapters/discord/discordtest"
	"nimbot/internal/slowtest"
	"nimbot/store/redis/redistest"
)

// TestCheckOnline runs every online check against a fake Discord, with and
// without an endpoint, on a machine that serves and on one that only registers.
func TestCheckOnline(t *testing.T) {
	slowtest.Sequential(t)
	t.Chdir(t.TempDir())
	fake := discordtest.New()
	defer fake.Close()
	t.Setenv("NIM_DISCORD_API_URL", fake.URL)
	t.Setenv("NIM_DISCORD_APPLICATION_ID", discordtest.Application)
	t.Setenv("NIM_DISCORD_TOKEN", discordtest.Token)
	check := func() (stderr string, code int) {
		_, stderr, code = inProcess(t, "", "check", "--online")
		return stderr, code
	}
	if _, stderr, code := inProcess(t, "", "check"); code != exitConfig || !strings.HasSuffix(stderr, "\nSee docs/discord.md.\n") {
		t.Errorf("bot check without a public key = %d, %q, want %d and the page", code, stderr, exitConfig)
	}
	if stderr, code := check(); code != exitFailed || !strings.Contains(stderr, "run bot register\nSee docs/discord.md.\n") {
		t.Errorf("bot check --online before registering = %d, %q, want %d and what to run", code, stderr, exitFailed)
	}
	if _, stderr, code := inProcess(t, "", "register"); code != exitGood {
		t.Fatalf("bot register = %d, %q", code, stderr)
	}
	if stderr, code := check(); code != exitGood || !strings.Contains(stderr, "discord.public_key: empty") || !strings.Contains(stderr, "the application's public key is "+fake.PublicKey) {
		t.Errorf("bot check --online on a machine that only registers = %d, %q, want %d and the key", code, stderr, exitGood)
	}
	t.Setenv("NIM_DISCORD_PUBLIC_KEY", "58"+strings.Repeat("66", 31))
	t.Setenv("NIM_STORE", "redis://127.0.0.1:1")
	if stderr, code := check(); code != exitFailed || !strings.Contains(stderr, "discord.public_key = ") || !strings.Contains(stderr, "store = ") || !strings.HasSuffix(stderr, "\nSee docs/operating.md and docs/discord.md.\n") {
		t.Errorf("bot check --online with two faults = %d, %q, want both and their pages", code, stderr)
	}
}

// TestCheckOnlineWithoutSlacksSecret checks Slack on a machine that has no
// signing secret.
func TestCheckOnlineWithoutSlacksSecret(t *testing.T) {
	slowtest.Sequential(t)
	t.Chdir(t.TempDir())
	t.Setenv("NIM_SLACK_BOT_TOKEN", "xoxb-secret7")
	_, stderr, code := inProcess(t, "", "check", "--online")
	if want := "\nslack: nothing was asked, since slack.signing_secret is empty\n"; code != exitGood || !strings.Contains(stderr, want) || !strings.HasPrefix(stderr, "slack.signing_secret: empty") {
		t.Errorf("bot check --online with nothing but a bot token = %d, %q, want %d and %q", code, stderr, exitGood, want)
	}
}

// TestCheckOnlineReportsFullRedis checks a Redis server that would refuse every
// move.
func TestCheckOnlineReportsFullRedis(t *testing.T) {
	slowtest.Sequential(t)
	t.Chdir(t.TempDir())
	server := redistest.Start(t, "--maxmemory", "100kb", "--maxmemory-policy", "noeviction")
	_, stderr, code := inProcess(t, "", "check", "--online", "--store", server.URL())
	if want := `store = "` + server.URL() + `": redis has used up its maxmemory; raise it`; code != exitFailed || !strings.Contains(stderr, want) {
		t.Errorf("bot check --online = %d, %q, want %d and %q", code, stderr, exitFailed, want)
	}
}
