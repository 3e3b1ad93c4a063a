package serve

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"nimbot/cmd/bot/config"
	"nimbot/store/redis/redistest"
)

// TestNotReadyWhileTheStoreRefusesWrites has Redis refuse writes in several ways, while it
// answers reads.
func TestNotReadyWhileTheStoreRefusesWrites(t *testing.T) {
	server := redistest.Start(t)
	app, err := Assemble(t.Context(), config.Config{Store: config.StoreURL(server.URL())}, Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.Close() })
	ready := func() int {
		w := httptest.NewRecorder()
		adminHandler(app).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/readyz", nil))
		return w.Code
	}
	for name, c := range map[string][2][]any{
		"READONLY":   {{"replicaof", "127.0.0.1", "1"}, {"replicaof", "no", "one"}},
		"OOM":        {{"config", "set", "maxmemory", "1"}, {"config", "set", "maxmemory", "0"}},
		"NOREPLICAS": {{"config", "set", "min-replicas-to-write", "1"}, {"config", "set", "min-replicas-to-write", "0"}},
	} {
		if code := ready(); code != http.StatusOK {
			t.Errorf("before %s: GET /readyz = %d, want 200", name, code)
		}
		for i, want := range []int{http.StatusServiceUnavailable, http.StatusOK} {
			if err := server.Client().Do(t.Context(), c[i]...).Err(); err != nil {
				t.Fatal(err)
			}
			if code := ready(); code != want {
				t.Errorf("%s %v: GET /readyz = %d, want %d", name, c[i], code, want)
			}
		}
	}
}
