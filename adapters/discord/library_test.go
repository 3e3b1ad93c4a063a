package discord

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"nimbot/internal/slowtest"
)

// The tests here pass while discordgo behaves as docs/decisions.md says. One that fails after
// an upgrade asks to look at that decision again.

// answers makes an HTTP client of what answers its requests.
type answers func(*http.Request) *http.Response

func (a answers) RoundTrip(r *http.Request) (*http.Response, error) { return a(r), nil }

// answered is a response without a server.
func answered(status int, body string, header http.Header) *http.Response {
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body))}
}

// librarySession is a session of discordgo whose requests are answered here.
func librarySession(t *testing.T, a answers) *discordgo.Session {
	t.Helper()
	s, err := discordgo.New("Bot token")
	if err != nil {
		t.Fatal(err)
	}
	s.Client = &http.Client{Transport: a}
	return s
}

// buckets counts the buckets that a session keeps.
func buckets(s *discordgo.Session) int {
	return reflect.ValueOf(s.Ratelimiter).Elem().FieldByName("buckets").Len()
}

func TestLibraryKeepsABucketOfEachInteraction(t *testing.T) {
	s := librarySession(t, func(*http.Request) *http.Response { return answered(http.StatusNoContent, "", nil) })
	for i := range 10 {
		press := &discordgo.Interaction{ID: fmt.Sprint(i), Token: fmt.Sprint("token", i)}
		if err := s.InteractionRespond(press, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate}); err != nil {
			t.Fatal(err)
		}
	}
	if n := buckets(s); n != 10 {
		t.Errorf("discordgo keeps %d buckets after 10 presses, want 10: it forgets them now", n)
	}
}

func TestLibraryLocksAllEditsTogether(t *testing.T) {
	s := librarySession(t, func(*http.Request) *http.Response { return answered(http.StatusOK, `{"id":"1"}`, nil) })
	text := "edited"
	for i := range 10 {
		press := &discordgo.Interaction{AppID: "2", Token: fmt.Sprint("token", i)}
		if _, err := s.InteractionResponseEdit(press, &discordgo.WebhookEdit{Content: &text}); err != nil {
			t.Fatal(err)
		}
	}
	if n := buckets(s); n != 1 {
		t.Errorf("the edits of 10 interactions have %d buckets in discordgo, want 1, whose lock each edit holds: they have their own now", n)
	}
}

func TestLibraryIgnoresAGlobalLimit(t *testing.T) {
	limited := http.Header{"Retry-After": {"30"}, "X-Ratelimit-Global": {"true"}, "X-Ratelimit-Scope": {"global"}}
	s := librarySession(t, func(*http.Request) *http.Response {
		return answered(http.StatusTooManyRequests, `{"message":"limited","retry_after":30,"global":true}`, limited)
	})
	s.ShouldRetryOnRateLimit = false
	if _, err := s.ChannelMessageSend("1", "hello"); err == nil {
		t.Fatal("a limited message was sent")
	}
	if wait := s.Ratelimiter.GetWaitTime(s.Ratelimiter.GetBucket("another route"), 1); wait != 0 {
		t.Errorf("discordgo waits %v on another route after a global limit, want 0: it obeys now", wait)
	}
}

// A gateway that closes with 4004 has refused the token: Discord asks not to reconnect.
func TestLibraryResumesWithARefusedToken(t *testing.T) {
	if slowtest.Race {
		t.Skip("discordgo 0.29 races with itself while it reconnects, so this runs without the race detector")
	}
	resumed := make(chan struct{}, 100)
	gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer func() { _ = c.Close() }()
		var first struct {
			Op int `json:"op"`
		}
		_ = c.WriteJSON(map[string]any{"op": 10, "d": map[string]any{"heartbeat_interval": 60000}})
		if c.ReadJSON(&first) != nil {
			return
		}
		if first.Op == 6 {
			_ = c.WriteJSON(map[string]any{"op": 0, "s": 2, "t": "RESUMED", "d": map[string]any{}})
			resumed <- struct{}{}
			_, _, _ = c.ReadMessage() // until the test closes the session
			return
		}
		_ = c.WriteJSON(map[string]any{"op": 0, "s": 1, "t": "READY", "d": map[string]any{"session_id": "s"}})
		_ = c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(4004, "Authentication failed."), time.Now().Add(time.Second))
		_, _, _ = c.ReadMessage()
	}))
	defer gateway.Close()
	s := librarySession(t, func(*http.Request) *http.Response {
		return answered(http.StatusOK, `{"url":"ws`+strings.TrimPrefix(gateway.URL, "http")+`"}`, nil)
	})
	s.LogLevel = -1
	if err := s.Open(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	select {
	case <-resumed:
	case <-ctx.Done():
		t.Error("discordgo doesn't resume after 4004 any more")
	}
	_ = s.Close()
}
