package main

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"nimbot/internal/freeport"
	"nimbot/internal/slowtest"
)

func TestVersion(t *testing.T) {
	stamped := &debug.BuildInfo{Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"},
		{Key: "vcs.time", Value: "2026-05-01T23:59:00Z"},
		{Key: "vcs.modified", Value: "true"},
	}}
	installed := &debug.BuildInfo{Main: debug.Module{Version: "v1.2.0"}}
	devel := &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}
	for _, c := range []struct {
		release, commit, date string
		info                  *debug.BuildInfo
		want                  string
	}{
		{"", "", "", nil, "nimbot development"},
		{"", "", "", devel, "nimbot development"},
		{"", "", "", installed, "nimbot v1.2.0"},
		{"", "", "", stamped, "nimbot development (commit 0123456789ab with changes, 2026-05-01)"},
		{"v1.3.0", "", "", stamped, "nimbot v1.3.0 (commit 0123456789ab with changes, 2026-05-01)"},
		{"v1.3.0", "fedcba9876543210", "2026-06-01T00:00:00+02:00", stamped, "nimbot v1.3.0 (commit fedcba987654, 2026-05-31)"},
		{"v1.3.0", "fed", "soon", nil, "nimbot v1.3.0 (commit fed)"},
	} {
		want := c.want + ", " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
		if got := builtFrom(c.release, c.commit, c.date, c.info).String(); got != want {
			t.Errorf("builtFrom(%q, %q, %q, %v) = %q, want %q", c.release, c.commit, c.date, c.info, got, want)
		}
	}
}

// The first line of the log, and the metrics, say which version runs.
func TestVersionIsReported(t *testing.T) {
	slowtest.Sequential(t)
	t.Setenv("NIM_HTTP_LISTEN", freeport.Address(t))
	admin := freeport.Address(t)
	t.Setenv("NIM_HTTP_ADMIN", admin)
	_, said := startBot(t, "in a browser and play")
	if first, _, _ := strings.Cut(said.String(), "\n"); !strings.Contains(first, "msg=starting") || !strings.Contains(first, runtime.Version()) {
		t.Errorf("the log begins with %q, want the version", first)
	}
	build := thisBuild()
	want := `nimbot_build_info{commit="` + build.Commit + `",go="` + runtime.Version() + `",version="` + build.Release + `"} 1`
	if _, told := get(t, admin, admin, "/metrics"); !strings.Contains(told, want) {
		t.Errorf("/metrics does not hold %s", want)
	}
}
