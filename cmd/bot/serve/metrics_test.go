package serve

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/store/storetest"
)

func TestMetricsCountCommandsByPlatformGameAndResult(t *testing.T) {
	m := newMetrics(Build{})
	request := dialog.Request{Place: dialog.Place{Platform: "console", Channel: "general"}, User: dialog.User{ID: "ana"}}
	for _, reply := range []dialog.Reply{
		{Result: dialog.Done, State: &dialog.State{Game: "octal:0.137"}},
		{Result: dialog.Done, State: &dialog.State{Game: "octal:0.77"}},
		{Result: dialog.Refused},
	} {
		m.observe(request, reply, time.Millisecond)
	}

	told := scraped(m)
	for _, want := range []string{
		`nim_commands_total{game="octal",platform="console",result="done"} 2`,
		`nim_commands_total{game="",platform="console",result="refused"} 1`,
		`nim_command_seconds_count{platform="console"} 3`,
	} {
		if !strings.Contains(told, want) {
			t.Errorf("/metrics does not hold %s", want)
		}
	}
	if strings.Contains(told, "ana") {
		t.Errorf("/metrics names a person")
	}
}

// scraped is what /metrics tells.
func scraped(m *metrics) string {
	w := httptest.NewRecorder()
	adminHandler(&App{metrics: m, key: &adminKey{}}).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	return w.Body.String()
}

// Which version runs is told where an operator looks.
func TestVersionIsInTheMetrics(t *testing.T) {
	told := scraped(newMetrics(Build{Release: "v1.2.3", Commit: "0123abc"}))
	if want := `nimbot_build_info{commit="0123abc",go="` + runtime.Version() + `",version="v1.2.3"} 1`; !strings.Contains(told, want) {
		t.Errorf("/metrics does not hold %s", want)
	}
}

func TestMetricsOfPlatformsAndWorkers(t *testing.T) {
	m := newMetrics(Build{})
	m.observeLanes(chat.New(chat.Config{Store: storetest.NewMemory()}))
	before := scraped(m)
	m.initSeries("discord")
	after := scraped(m)
	for _, line := range []string{
		`nim_commands_total{game="",platform="discord",result="flooded"} 0`,
		`nim_worker_boards_total{platform="discord",result="error"} 0`,
		`nim_worker_late_seconds_count{platform="discord"} 0`,
	} {
		if strings.Contains(before, line) || !strings.Contains(after, line) {
			t.Errorf("/metrics holds %s: %t before the platform is served and %t then, want only then", line, strings.Contains(before, line), strings.Contains(after, line))
		}
	}

	m.happened("discord", dialog.RoundAnswered)
	m.happened("discord", dialog.RoundAnswered)
	for _, line := range []string{
		`nim_rounds_total{event="answered",platform="discord"} 2`, `nim_rounds_total{event="muted",platform="discord"} 0`,
		`nim_simuls_total{event="called-off",platform="discord"} 0`,
	} {
		if told := scraped(m); !strings.Contains(told, line) {
			t.Errorf("/metrics does not hold %s", line)
		}
	}
	watch := m.watch()
	watch.Settled("slack", 4*time.Second)
	watch.Shown("slack", nil)
	watch.Shown("slack", errors.New("away"))
	watch.Waiting("slack", 3)
	watch.Waiting("", 0)
	m.hooks("slack").reconnected()
	refusing := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) })
	m.timed("slack", refusing).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", "/slack/commands", nil))
	platform := httptest.NewServer(refusing)
	client := http.Client{Transport: m.hooks("slack").transport}
	if _, err := client.Get(platform.URL); err != nil {
		t.Fatal(err)
	}
	platform.Close()
	if _, err := client.Get(platform.URL); err == nil {
		t.Fatal("a server that is gone answers")
	}
	told := scraped(m)
	for _, want := range []string{
		`nim_worker_late_seconds_bucket{platform="slack",le="2"} 0`,
		`nim_worker_late_seconds_bucket{platform="slack",le="5"} 1`,
		`nim_worker_boards_total{platform="slack",result="ok"} 1`,
		`nim_worker_boards_total{platform="slack",result="error"} 1`,
		`nim_worker_waiting{platform="slack"} 3`,
		`nim_reconnects_total{platform="slack"} 1`,
		`nim_delivery_seconds_count{platform="slack",status="429"} 1`,
		`nim_delivery_seconds_count{platform="slack",status="200"} 0`,
		`nim_platform_seconds_count{platform="slack",status="429"} 1`,
		`nim_platform_seconds_count{platform="slack",status="0"} 1`,
		`nim_lanes_busy 0`,
		`nim_lanes_waiting 0`,
	} {
		if !strings.Contains(told, want) {
			t.Errorf("/metrics does not hold %s", want)
		}
	}
	if strings.Contains(told, `nim_worker_waiting{platform=""}`) {
		t.Error("/metrics has a platform without a name, for which nothing waits")
	}
}
