package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/adapters/slack/slacktest"
	"nimbot/slowtest"
)

var errRefusedForGood = errors.New("invalid_auth; make another token")

// tries runs a platform that refuses the bot until a time, and returns when it was
// tried.
func tries(t *testing.T, s *standing, alone bool, until, lasts time.Duration) (at []time.Duration, err error) {
	begun := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), lasts)
	defer cancel()
	err = s.keep(ctx, func(ctx context.Context) error {
		at = append(at, time.Since(begun))
		if time.Since(begun) < until {
			return errRefusedForGood
		}
		s.connected()
		<-ctx.Done()
		return nil
	}, alone, slog.New(slog.DiscardHandler))
	return at, err
}

// A platform that refuses the bot is tried after pauses that grow to an hour, and
// serves again once it's mended.
func TestARefusedPlatformIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMetrics()
		all := newStandings(m.refused)
		all.of("web")
		s := all.of("slack")
		at, err := tries(t, s, false, 24*time.Hour, 26*time.Hour)
		if err != nil {
			t.Errorf("keep() = %v, want nil", err)
		}
		bound := refusedFirst
		for i := 1; i < len(at); i++ {
			if pause := at[i] - at[i-1]; pause < bound/2 || pause > bound {
				t.Errorf("the pause before try %d was %v, want %v to %v", i+1, pause, bound/2, bound)
			}
			bound = min(2*bound, refusedMost)
		}
		if len(at) < 30 || len(at) > 60 {
			t.Errorf("it was tried %d times in a day, want about once an hour", len(at))
		}
		if s.isRefused() || !strings.Contains(scraped(m), `nim_platform_refused{platform="slack"} 0`) {
			t.Error("it's refused after it let the bot in")
		}
	})
}

// What serves nothing else ends at its start, and only then.
func TestOnlyAStartAloneFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStandings(newMetrics().refused).of("slack")
		if at, err := tries(t, s, true, time.Minute, time.Hour); !errors.Is(err, errRefusedForGood) || len(at) != 1 {
			t.Errorf("keep() = %v after %d tries, want %v after one", err, len(at), errRefusedForGood)
		}
		s.connected()
		if at, err := tries(t, s, true, time.Minute, time.Hour); err != nil || len(at) < 2 {
			t.Errorf("keep() = %v after %d tries of one that had let the bot in, want more tries", err, len(at))
		}
	})
}

// TestReadinessOfPlatforms says which platform refuses the bot; what's ready for
// the others stays ready.
func TestReadinessOfPlatforms(t *testing.T) {
	all := newStandings(newMetrics().refused)
	slack, discord := all.of("slack"), all.of("discord")
	want := func(platform string, status int, says string) {
		t.Helper()
		if got, said := all.ready(platform); got != status || !strings.Contains(said, says) {
			t.Errorf("ready(%q) = %d %q, want %d and %q", platform, got, said, status, says)
		}
	}
	want("", http.StatusOK, "ready")
	slack.note(true)
	want("", http.StatusOK, "ready, but for slack")
	want("slack", http.StatusServiceUnavailable, "slack refused the bot")
	want("discord", http.StatusOK, "ready")
	want("web", http.StatusNotFound, "web is not served")
	discord.note(true)
	want("", http.StatusServiceUnavailable, "discord and slack refused the bot")
	discord.route(true) // its presses come over HTTP
	want("", http.StatusOK, "ready, but for discord and slack")
	slack.connected()
	want("slack", http.StatusOK, "ready")
}

// TestARefusalLeavesTheOtherPlatforms has Slack refuse the program at its start,
// then Discord's gateway close the connection with 4014 during service: the page
// goes on, and each is served again once it's mended.
func TestARefusalLeavesTheOtherPlatforms(t *testing.T) {
	slowtest.Only(t)
	workspace, server := slacktest.New(), discordtest.New()
	defer workspace.Close()
	defer server.Close()
	for range 2 { // for each connection
		workspace.Fail("apps.connections.open", "invalid_auth")
	}
	s := newServed(t, append(onDiscord(server, "gateway"), "NIM_WEB_ENABLED=true", "NIM_SLACK_MODE=socket",
		"NIM_SLACK_BOT_TOKEN="+slacktest.BotToken, "NIM_SLACK_APP_TOKEN="+slacktest.AppToken, "NIM_SLACK_API_URL="+workspace.URL)...)
	s.start()
	if err := server.Gateway.AwaitReady(20 * time.Second); err != nil {
		t.Fatal(err)
	}
	s.wantRefused("slack", "slack.app_token was refused")
	s.await(time.Minute, "Slack is served", func() bool { return workspace.Sockets() > 0 })
	s.await(time.Minute, "Slack is ready", func() bool { return s.standing("slack") == http.StatusOK })
	server.Gateway.Break(4014)
	s.wantRefused("discord", "4014")
	s.await(time.Minute, "Discord is served again", func() bool { return s.standing("discord") == http.StatusOK })
	s.stop()
}

// standing is the status of a platform's readiness.
func (s *served) standing(platform string) int {
	resp, err := http.Get("http://" + s.admin + "/readyz?platform=" + platform)
	if err != nil {
		return 0
	}
	_ = resp.Body.Close()
	return resp.StatusCode
}

// wantRefused wants a platform's readiness and metric to be red, the log to say
// why, and everything else to be served.
func (s *served) wantRefused(platform, why string) {
	s.t.Helper()
	s.await(20*time.Second, platform+" is refused", func() bool { return s.standing(platform) == http.StatusServiceUnavailable })
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
