package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/adapters/slack/slacktest"
	"nimbot/internal/freeport"
	"nimbot/internal/slowtest"
)

// TestRefusedPlatformDoesNotStopOthers lets Slack refuse the program at its start,
// and then Discord's gateway close the connection with 4014 during service. The
// page goes on, and each platform is served again once its fault is fixed.
func TestRefusedPlatformDoesNotStopOthers(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	workspace, server := slacktest.New(), discordtest.New()
	defer workspace.Close()
	defer server.Close()
	for range 2 { // for each connection
		workspace.Fail("apps.connections.open", "invalid_auth")
	}
	s := newRunningBot(t, append(onDiscord(server, "gateway"), "NIM_WEB_ENABLED=true", "NIM_SLACK_MODE=socket",
		"NIM_SLACK_BOT_TOKEN="+slacktest.BotToken, "NIM_SLACK_APP_TOKEN="+slacktest.AppToken, "NIM_SLACK_API_URL="+workspace.URL)...)
	s.start()
	if err := server.Gateway.AwaitReady(time.Minute); err != nil {
		t.Fatal(err)
	}
	s.await(time.Minute, "the log says that the gateway is connected", func() bool {
		return strings.Contains(s.log.String(), "discord: connected to the gateway")
	})
	s.wantRefused("slack", "platform=slack error=\"slack.app_token was refused")
	s.await(time.Minute, "Slack is served", func() bool { return workspace.Sockets() > 0 })
	s.await(time.Minute, "Slack is ready", func() bool { return s.readiness("slack") == http.StatusOK })
	server.Gateway.Break(4014)
	s.wantRefused("discord", "4014")
	s.await(time.Minute, "Discord is served again", func() bool { return s.readiness("discord") == http.StatusOK })
	s.stop()
}

// readiness returns the HTTP status of a platform's readiness.
func (s *runningBot) readiness(platform string) int {
	resp, err := http.Get("http://" + s.admin + "/readyz?platform=" + platform)
	if err != nil {
		return 0
	}
	_ = resp.Body.Close()
	return resp.StatusCode
}

// wantRefused checks that a platform's readiness and metric show the refusal,
// that the log says why, and that everything else is served.
func (s *runningBot) wantRefused(platform, why string) {
	s.t.Helper()
	s.await(time.Minute, platform+" is refused", func() bool { return s.readiness(platform) == http.StatusServiceUnavailable })
	for address, want := range map[string]string{
		s.admin + "/metrics": fmt.Sprintf(`nim_platform_refused{platform=%q} 1`, platform),
		s.admin + "/readyz":  "ready, but for " + platform,
		s.listen + "/":       "Nim",
	} {
		resp, err := http.Get("http://" + address)
		if err != nil {
			s.t.Fatalf("%s: %v; the log:\n%s", address, err, s.log)
		}
		body, _ := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if resp.StatusCode != http.StatusOK || !strings.Contains(string(body), want) {
			s.t.Errorf("%s answers %d without %q while %s refuses the bot", address, resp.StatusCode, want, platform)
		}
	}
	if log := s.log.String(); !strings.Contains(log, why) {
		s.t.Errorf("the log doesn't say %q:\n%s", why, log)
	}
}

// TestRefusedTokenIsKnownAtOnce starts the program with a token that was revoked while it was
// stopped. Over HTTP nothing needs the token for hours, yet readiness and metrics say so. People's
// commands are still answered, so the program is ready as a whole.
func TestRefusedTokenIsKnownAtOnce(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		platform, why string
		serve         func(t *testing.T) (env []string, mend func())
	}{
		{"discord", "discord.token: the token was refused", func(t *testing.T) ([]string, func()) {
			server := discordtest.New()
			t.Cleanup(server.Close)
			server.SetIntercept(func(w http.ResponseWriter, r *http.Request) bool {
				w.WriteHeader(http.StatusUnauthorized)
				return true
			})
			return onDiscord(server, "http"), func() { server.SetIntercept(nil) }
		}},
		{"slack", "slack.bot_token: the token was refused", func(t *testing.T) ([]string, func()) {
			workspace := slacktest.New()
			t.Cleanup(workspace.Close)
			workspace.Fail("auth.test", "account_inactive")
			return onSlack(workspace, "http"), nil // it's asked again after half a minute at the earliest
		}},
	} {
		env, mend := tt.serve(t)
		s := newRunningBot(t, append(env, "NIM_WEB_ENABLED=true")...)
		s.start()
		s.wantRefused(tt.platform, tt.why)
		if mend != nil {
			mend()
			s.await(time.Minute, tt.platform+" is ready", func() bool { return s.readiness(tt.platform) == http.StatusOK })
		}
		s.stop()
	}
}

// TestUnreachedPlatformIsMeasured starts the program where no platform answers.
func TestUnreachedPlatformIsMeasured(t *testing.T) {
	t.Parallel()
	nowhere := "http://" + freeport.Address(t)
	discord := []string{"NIM_DISCORD_APPLICATION_ID=" + discordtest.Application, "NIM_DISCORD_TOKEN=" + discordtest.Token, "NIM_DISCORD_API_URL=" + nowhere}
	slack := []string{"NIM_SLACK_BOT_TOKEN=" + slacktest.BotToken, "NIM_SLACK_API_URL=" + nowhere}
	for _, tt := range []struct {
		name, platform, says string
		env                  []string
	}{
		{"another setting's value as a token", "discord", "looks like discord.application_id; copy the token", []string{
			"NIM_DISCORD_MODE=gateway", "NIM_DISCORD_APPLICATION_ID=" + discordtest.Application, "NIM_DISCORD_TOKEN=" + discordtest.Application, "NIM_DISCORD_API_URL=" + nowhere,
		}},
		{"the gateway", "discord", "not connected to the gateway yet", append(discord, "NIM_DISCORD_MODE=gateway")},
		{"Discord over HTTP", "discord", "no answer about the bot's token", append(discord, "NIM_DISCORD_PUBLIC_KEY="+strings.Repeat("ab", 32))},
		{"Socket Mode", "slack", "a connection to Slack didn't come about", append(slack, "NIM_SLACK_MODE=socket", "NIM_SLACK_APP_TOKEN="+slacktest.AppToken)},
		{"Slack over HTTP", "slack", "no answer from Slack about the bot's token", append(slack, "NIM_SLACK_SIGNING_SECRET="+slacktest.SigningSecret)},
	} {
		s := newRunningBot(t, append(tt.env, "NIM_WEB_ENABLED=true")...)
		s.start()
		s.await(time.Minute, tt.name+" is logged", func() bool { return strings.Contains(s.log.String(), tt.says) })
		s.await(time.Minute, tt.name+": nim_platform_up 0 of "+tt.platform+" alone", func() bool {
			all := s.get(s.admin + "/metrics")
			return strings.Contains(all, `nim_platform_up{platform="`+tt.platform+`"} 0`) && strings.Contains(all, `nim_platform_up{platform="web"} 1`)
		})
		s.stop()
	}
}

// get returns what an address answers.
func (s *runningBot) get(address string) string {
	s.t.Helper()
	resp, err := http.Get("http://" + address)
	if err != nil {
		s.t.Fatalf("%s: %v; the log:\n%s", address, err, s.log)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(body)
}

// TestHealthOfAHungProcess asks a process that accepts connections and never answers.
func TestHealthOfAHungProcess(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	_, stderr, code := botWith(t, append(os.Environ(), "NIM_HTTP_ADMIN="+l.Addr().String()), t.TempDir(), "", "health")
	if code != exitFailed || !strings.Contains(stderr, "hasn't answered within 3s: if it's the bot, it hangs; restart it") {
		t.Errorf("bot health of a hung process = %d, %q", code, stderr)
	}
}
