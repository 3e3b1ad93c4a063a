package slack

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"nimbot/store/bounds"
)

// comeBack sends the request with which the browser returns from Slack, with a state's
// cookie.
func (w *world) comeBack(address, state, query string) (status int, page string) {
	w.t.Helper()
	req, err := http.NewRequest(http.MethodGet, address+"/slack/oauth?state="+state+"&"+query, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	req.AddCookie(&http.Cookie{Name: stateCookie, Value: state})
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // it is read
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	if got := resp.Header.Get("Referrer-Policy"); got != "no-referrer" {
		w.t.Errorf("GET /slack/oauth has the Referrer-Policy %q, want %q", got, "no-referrer")
	}
	return resp.StatusCode, string(body)
}

// A state can be used once across all replicas, even if its first use failed.
func TestAnOAuthStateCanBeUsedOnce(t *testing.T) {
	for _, tt := range []struct {
		name, query string
		first       int
	}{
		{"installed", "", 200},
		{"not allowed", "error=access_denied", 200},
		{"a wrong code", "code=wrong", 502},
	} {
		w := newWorld(t, many)
		replica, err := New(w.config)
		if err != nil {
			t.Fatal(err)
		}
		other := httptest.NewServer(replica.Handler())
		defer other.Close()
		query := func() string {
			if tt.query != "" {
				return tt.query
			}
			return "code=" + w.slack.Install("T1", "", false, true)
		}
		address, state := w.served(), w.adapter.oauth.newState()
		if status, page := w.comeBack(address, state, query()); status != tt.first {
			t.Errorf("%s: the first use = %d, %s; want %d", tt.name, status, page, tt.first)
		}
		for _, address := range []string{address, other.URL} {
			if status, page := w.comeBack(address, state, query()); status != http.StatusBadRequest || !strings.Contains(page, "already been used") {
				t.Errorf("%s: another use = %d, %s; want %d", tt.name, status, page, http.StatusBadRequest)
			}
		}
		if status, _ := w.comeBack(other.URL, w.adapter.oauth.newState(), query()); status != tt.first {
			t.Errorf("%s: another state = %d, want %d", tt.name, status, tt.first)
		}
	}
}

// The install pages are rate-limited per address; one address doesn't block others, and
// may come again later.
func TestVisitsOfTheInstallationAreLimited(t *testing.T) {
	from := func(r *http.Request) string { return r.Header.Get("X-Test-Address") }
	w := newWorld(t, many, func(c *Config) { c.Remote = from })
	h := w.adapter.Handler()
	w.adapter.oauth.visits = bounds.NewBuckets(bounds.Rate{Every: installEvery, Burst: installBurst}, w.now)
	visit := func(path, address string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("X-Test-Address", address)
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		return rec
	}
	for i := range 3 * installBurst {
		path, want := "/slack/install", http.StatusFound
		if i%2 > 0 {
			path, want = "/slack/oauth", http.StatusBadRequest
		}
		if i >= installBurst {
			want = http.StatusTooManyRequests
		}
		rec := visit(path, "a")
		if rec.Code != want || want == http.StatusTooManyRequests && (!strings.Contains(rec.Body.String(), "Wait a minute") || rec.Header().Get("Retry-After") == "") {
			t.Errorf("visit %d of %s = %d, %s; want %d", i, path, rec.Code, rec.Body, want)
		}
	}
	if rec := visit("/slack/install", "b"); rec.Code != http.StatusFound {
		t.Errorf("somebody else's visit = %d, want %d", rec.Code, http.StatusFound)
	}
	if err := w.advance(2 * installEvery); err != nil {
		t.Fatal(err)
	}
	if rec := visit("/slack/install", "a"); rec.Code != http.StatusFound {
		t.Errorf("a visit after %v = %d, want %d", 2*installEvery, rec.Code, http.StatusFound)
	}
}

// The state of an installation expires after installFor.
func TestAStateExpires(t *testing.T) {
	w := newWorld(t, many)
	state := w.adapter.oauth.newState()
	for _, tt := range []struct {
		after time.Duration
		want  bool
	}{{installFor - time.Second, true}, {installFor + time.Second, false}} {
		w.adapter.oauth.now = func() time.Time { return time.Now().Add(tt.after) }
		if got := w.adapter.oauth.checkState(state); got != tt.want {
			t.Errorf("checkState() after %v = %v, want %v", tt.after, got, tt.want)
		}
	}
}
