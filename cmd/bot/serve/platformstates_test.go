package serve

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

var errRefusedForGood = errors.New("invalid_auth; make another token")

// tries runs a platform that refuses the bot until `until`, and returns the
// times of the attempts.
func tries(t *testing.T, s *platformState, alone bool, until, lasts time.Duration) (at []time.Duration, err error) {
	begun := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), lasts)
	defer cancel()
	err = s.run(ctx, func(ctx context.Context) error {
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

// A platform that refuses the bot is tried after pauses that grow to an hour,
// and serves again once it's fixed.
func TestARefusedPlatformIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMetrics(Build{})
		all := newPlatformStates(m)
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
		if s.refused.Load() || !strings.Contains(scraped(m), `nim_platform_refused{platform="slack"} 0`) {
			t.Error("it's refused after it let the bot in")
		}
	})
}

// A platform error at startup ends the program only if no other platform is
// served.
func TestOnlyAFailedStartAloneIsAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPlatformStates(newMetrics(Build{})).of("slack")
		if at, err := tries(t, s, true, time.Minute, time.Hour); !errors.Is(err, errRefusedForGood) || len(at) != 1 {
			t.Errorf("keep() = %v after %d tries, want %v after one", err, len(at), errRefusedForGood)
		}
		s.connected()
		if at, err := tries(t, s, true, time.Minute, time.Hour); err != nil || len(at) < 2 {
			t.Errorf("keep() = %v after %d tries of one that had let the bot in, want more tries", err, len(at))
		}
	})
}

// While the token is refused, the platform is refused even if its connections aren't. When it's
// accepted, connections needn't wait for the end of their pause.
func TestAnAcceptedTokenIsTriedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := newPlatformStates(newMetrics(Build{}))
		s := all.of("discord")
		s.connected()
		s.noteToken(true)
		if status, _ := all.ready("discord"); status != http.StatusServiceUnavailable {
			t.Errorf("with a refused token the platform is ready: %d", status)
		}
		fixed := 10*time.Hour + time.Minute
		time.AfterFunc(fixed, func() { s.noteToken(false) })
		at, err := tries(t, s, false, fixed, 12*time.Hour)
		if last := at[len(at)-1]; err != nil || last != fixed {
			t.Errorf("the last try was after %v, %v; want %v", last, err, fixed)
		}
		if status, _ := all.ready("discord"); status != http.StatusOK {
			t.Errorf("in the end the platform isn't ready: %d", status)
		}
	})
}

// TestReadinessOfPlatforms checks that /readyz names the platform that refuses
// the bot, and stays ready for the others.
func TestReadinessOfPlatforms(t *testing.T) {
	all := newPlatformStates(newMetrics(Build{}))
	slack, discord := all.of("slack"), all.of("discord")
	want := func(platform string, status int, says string) {
		t.Helper()
		if got, said := all.ready(platform); got != status || !strings.Contains(said, says) {
			t.Errorf("ready(%q) = %d %q, want %d and %q", platform, got, said, status, says)
		}
	}
	want("", http.StatusOK, "ready")
	slack.refuse()
	want("", http.StatusOK, "ready, but for slack: slack refused the bot; the log says why")
	want("slack", http.StatusServiceUnavailable, "slack refused the bot")
	want("discord", http.StatusOK, "ready")
	want("web", http.StatusNotFound, "web is not served")
	discord.refuse()
	want("", http.StatusServiceUnavailable, "discord refused the bot, and slack refused the bot; the log says why")
	discord.called.Store(true) // its presses come over HTTP
	want("", http.StatusOK, "ready, but for discord and slack")
	slack.connected()
	want("slack", http.StatusOK, "ready")
}

// TestReadinessOfConnections checks that a platform that the bot can't reach is reported after half a
// minute, and measured at once. A brief break isn't reported.
func TestReadinessOfConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMetrics(Build{})
		all := newPlatformStates(m)
		s := all.of("discord")
		want := func(what, platform string, status int, says, up string) {
			t.Helper()
			if got, said := all.ready(platform); got != status || said != says {
				t.Errorf("%s: ready(%q) = %d %q, want %d %q", what, platform, got, said, status, says)
			}
			if line := `nim_platform_up{platform="discord"} ` + up; !strings.Contains(scraped(m), line) {
				t.Errorf("%s: the metrics lack %s", what, line)
			}
		}
		const lost = "discord hasn't been reached for 30s; the log says why"
		want("before it tries", "", http.StatusOK, "ready", "1")
		s.noteReach(false)
		want("it has just begun", "", http.StatusServiceUnavailable, "discord isn't connected yet; the log says why", "0")
		s.called.Store(true) // its presses come over HTTP
		want("it's called", "", http.StatusOK, "ready", "0")
		s.called.Store(false)
		time.Sleep(reachWithin / 2)
		s.noteReach(false) // another try
		time.Sleep(reachWithin / 2)
		want("it never connected", "", http.StatusServiceUnavailable, lost, "0")
		want("it never connected", "discord", http.StatusServiceUnavailable, lost, "0")
		all.of("web")
		want("the page is served", "", http.StatusOK, "ready, but for discord: "+lost, "0")
		want("the page is served", "web", http.StatusOK, "ready", "0")
		s.noteReach(true)
		s.connected()
		want("it's connected", "discord", http.StatusOK, "ready", "1")
		s.noteReach(false)
		time.Sleep(reachWithin - time.Second)
		want("a short break", "discord", http.StatusOK, "ready", "0")
		s.noteReach(true)
		time.Sleep(time.Hour)
		want("after a short break", "discord", http.StatusOK, "ready", "1")
		s.noteToken(true)
		want("its token is refused", "discord", http.StatusServiceUnavailable, "discord refused the bot; the log says why", "0")
	})
}
