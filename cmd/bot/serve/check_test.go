package serve

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestComparedClock(t *testing.T) {
	for _, c := range []struct {
		theirs time.Duration // ahead of ours
		want   string        // "" for no fault
	}{
		{0, ""},
		{-2 * time.Minute, ""},
		{2 * time.Minute, ""},
		{-4 * time.Minute, "discord: this machine's clock is 4m"},
		{time.Hour, "behind theirs"},
		{-time.Hour, "ahead of theirs"},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Date", time.Now().Add(c.theirs).UTC().Format(http.TimeFormat))
		}))
		clock := &comparedClock{who: "discord"}
		client := http.Client{Transport: clock}
		if _, err := client.Get(server.URL); err != nil {
			t.Fatal(err)
		}
		server.Close()
		if err := clock.checkSkew(); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("with a platform that is ahead by %v skewed() = %v, want %q", c.theirs, err, c.want)
		}
	}
}
