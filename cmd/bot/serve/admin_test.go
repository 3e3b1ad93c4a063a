package serve

import (
	"net/http/httptest"
	"testing"

	"nimbot/cmd/bot/config"
)

// TestProfilesAreOffAndNeedTheKey asks for profiles with and without the setting and the key.
func TestProfilesAreOffAndNeedTheKey(t *testing.T) {
	for _, tt := range []struct {
		on   bool
		key  string
		from string
		want int
	}{
		{false, "secret", "127.0.0.1:7", 404}, {true, "", "127.0.0.1:7", 401}, {true, "wrong", "127.0.0.1:7", 401},
		{true, "secret", "192.0.2.1:7", 403}, {true, "secret", "127.0.0.1:7", 200},
	} {
		h := adminHandler(&App{config: config.Config{HTTP: config.HTTP{Profile: tt.on}}, metrics: newMetrics(Build{}), key: &adminKey{Key: "secret"}})
		for _, path := range []string{"", "heap", "profile?seconds=nan", "trace?seconds=0.001", "symbol"} {
			r := httptest.NewRequest("GET", "http://127.0.0.1/debug/pprof/"+path, nil)
			r.RemoteAddr = tt.from
			if r.Header.Set("Authorization", "Bearer "+tt.key); path == "profile?seconds=nan" && tt.want == 200 {
				continue // it takes 30 seconds
			}
			w := httptest.NewRecorder()
			if h.ServeHTTP(w, r); w.Code != tt.want {
				t.Errorf("profiles %t, key %q, from %s: %q = %d, want %d", tt.on, tt.key, tt.from, path, w.Code, tt.want)
			}
		}
	}
}

// TestTheKeyOfAServerWithoutAFile checks where a server whose store is no file leaves its key.
func TestTheKeyOfAServerWithoutAFile(t *testing.T) {
	for profile, want := range map[bool]string{false: "", true: "nimbot.admin"} {
		if got := newAdminKey("redis://127.0.0.1:6379", profile).file; got != want {
			t.Errorf("newAdminKey(redis, %t).file = %q, want %q", profile, got, want)
		}
	}
}

func TestDialable(t *testing.T) {
	for _, tt := range []struct{ listen, want string }{
		{"127.0.0.1:9090", "127.0.0.1:9090"},
		{":9090", "127.0.0.1:9090"},
		{"0.0.0.0:9090", "127.0.0.1:9090"},
		{"[::]:9090", "[::1]:9090"},
		{"admin.internal:9090", "admin.internal:9090"},
	} {
		if got := dialable(tt.listen); got != tt.want {
			t.Errorf("dialable(%q) = %q, want %q", tt.listen, got, tt.want)
		}
	}
}
