package metered_test

import (
	"bytes"
	"context"
	"log/slog"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"nimbot/store"
	"nimbot/store/metered"
	"nimbot/store/storetest"
)

// TestSuite runs the suite on a store that is measured.
func TestSuite(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Archive {
		memory := storetest.NewMemory()
		m, err := metered.New(memory, metered.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return struct {
			*metered.Store
			storetest.Advancer
		}{m, memory}
	})
}

// counts reads how often each operation had each result.
func counts(t *testing.T, reg *prometheus.Registry) map[string]uint64 {
	t.Helper()
	families, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]uint64{}
	for _, f := range families {
		if f.GetName() != "nim_store_seconds" {
			t.Errorf("unknown metric %q", f.GetName())
		}
		for _, m := range f.GetMetric() {
			var labels []string
			for _, l := range m.GetLabel() {
				labels = append(labels, l.GetName()+"="+l.GetValue())
			}
			got[strings.Join(labels, " ")] = m.GetHistogram().GetSampleCount()
		}
	}
	return got
}

func TestMetrics(t *testing.T) {
	memory, reg := storetest.NewMemory(), prometheus.NewRegistry()
	s, err := metered.New(memory, metered.Options{Metrics: reg})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := metered.New(memory, metered.Options{Metrics: reg}); err == nil {
		t.Error("the metrics were registered twice without an error")
	}
	ctx := t.Context()
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	// Only the counts matter here; some of these calls fail on purpose.
	for range 3 {
		_, _ = s.Get(ctx, "a")
	}
	_, _ = s.Get(ctx, "")
	_, _ = s.Get(cancelled, "a")
	_, _ = s.Commit(ctx, "a", store.Write{Data: storetest.Doc(1, "")})
	_, _ = s.Commit(ctx, "a", store.Write{Data: storetest.Doc(1, "")})
	_, _ = s.Claim(ctx, time.Now(), time.Minute, 1)
	_ = s.Shown(ctx, nil)
	_ = s.Close()
	_, _ = s.Get(ctx, "a")
	want := map[string]uint64{
		"operation=get result=ok": 3, "operation=get result=invalid": 1, "operation=get result=canceled": 1, "operation=get result=unavailable": 1,
		"operation=commit result=ok": 1, "operation=commit result=conflict": 1, "operation=commit result=unavailable": 0,
		"operation=claim result=ok": 1, "operation=claim result=unavailable": 0,
		"operation=shown result=ok": 1,
	}
	if got := counts(t, reg); !maps.Equal(got, want) {
		t.Errorf("counted %v, want %v", got, want)
	}
}

func TestSlow(t *testing.T) {
	var (
		lines bytes.Buffer
		now   = time.Date(2031, 5, 1, 12, 0, 0, 0, time.UTC)
		step  time.Duration
	)
	s, err := metered.New(storetest.NewMemory(), metered.Options{
		Log:  slog.New(slog.NewTextHandler(&lines, nil)),
		Slow: time.Second,
		Now:  func() time.Time { now = now.Add(step); return now },
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		took time.Duration
		want string
	}{
		{time.Second - time.Millisecond, ""},
		{2 * time.Second, `msg="the store was slow" operation=get key=room took=2s result=ok`},
	} {
		lines.Reset()
		step = c.took
		if _, err := s.Get(t.Context(), "room"); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(lines.String()); !strings.HasSuffix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("a call of %v was logged as %q, want %q", c.took, got, c.want)
		}
	}
}
