package discord_test

import (
	"crypto/ed25519"
	"encoding/hex"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/game/words"
)

// TestRefusedRequestsAreExplained checks that the log tells a wrong key, a wrong clock and a
// stranger apart.
func TestRefusedRequestsAreExplained(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, foreign, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, want string
		key        ed25519.PrivateKey // nil: unsigned
		age        time.Duration
	}{
		{"a stranger", "it isn't signed", nil, 0},
		{"a wrong key", "its signature doesn't match discord.public_key", foreign, 0},
		{"a fast clock", "this machine's clock is 10m0s ahead of its time", private, 10 * time.Minute},
		{"a slow clock", "this machine's clock is 10m0s behind its time", private, -10 * time.Minute},
	} {
		var logged strings.Builder
		now := time.Now().Truncate(time.Second)
		a, err := discord.New(discord.Config{
			Chat: nobody{}, Words: catalogue, ApplicationID: discordtest.Application,
			Log: slog.New(slog.NewTextHandler(&logged, nil)), Now: func() time.Time { return now },
		})
		if err != nil {
			t.Fatal(err)
		}
		endpoint, err := a.Endpoint(hex.EncodeToString(public))
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`{"type":1}`))
		if tt.key != nil {
			stamp := strconv.FormatInt(now.Add(-tt.age).Unix(), 10)
			r.Header.Set("X-Signature-Timestamp", stamp)
			r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(tt.key, []byte(stamp+`{"type":1}`))))
		}
		w := httptest.NewRecorder()
		endpoint.ServeHTTP(w, r)
		if w.Code != http.StatusUnauthorized || !strings.Contains(logged.String(), tt.want) {
			t.Errorf("%s: %d, and the log says %q, want 401 and %q", tt.name, w.Code, logged.String(), tt.want)
		}
		_ = a.Close(t.Context())
	}
}
