package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/adapters/slack/slacktest"
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
	s.wantRefused("slack", "slack.app_token was refused")
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
	if log := s.log.String(); !strings.Contains(log, "a platform refuses the bot") || !strings.Contains(log, why) {
		s.t.Errorf("the log doesn't say %q:\n%s", why, log)
	}
}
