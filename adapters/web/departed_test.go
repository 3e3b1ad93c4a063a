package web

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/game/dialog"
)

// visitors admits one person while they are here.
type visitors struct {
	Visitors
	left atomic.Bool
}

func (v *visitors) Visit(context.Context, string, bool) (Visit, error) {
	if v.left.Load() {
		return Visit{}, dialog.Refuse("activity.not-in")
	}
	return Visit{User: dialog.User{ID: "1", Name: "Ana"}, Place: dialog.Place{Platform: "discord", Channel: "2"}}, nil
}

// Who leaves an Activity stops reading its stream, although it was open.
func TestTheStreamOfSomebodyWhoLeftEnds(t *testing.T) {
	s := newSite(t, 0, Limits{})
	o, who := *s.server.options, &visitors{}
	o.Local, o.Activity = false, &Activity{Path: "/activity", Visitors: who}
	page, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	page.beat = 10 * time.Millisecond
	served := httptest.NewServer(page)
	defer served.Close()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, served.URL+"/activity/web/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("the stream = %v, %v", resp, err)
	}
	defer func() { _ = resp.Body.Close() }()
	who.left.Store(true)
	_, _ = io.Copy(io.Discard, resp.Body) // until the stream ends, or is cut off
	page.hub.mu.Lock()
	defer page.hub.mu.Unlock()
	if n := len(page.hub.openPages); n != 0 {
		t.Errorf("%d sources are counted, want none", n)
	}
}
