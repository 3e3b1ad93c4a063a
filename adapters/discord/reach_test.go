package discord_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/game/words"
)

// roundTrip is an http.RoundTripper.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestWatchToken lets Discord be out of reach for ten minutes, then refuse the token, and accept it
// later. The adapter reports each change, and asks once an hour when all is well.
func TestWatchToken(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		var asked atomic.Int32
		base := roundTrip(func(r *http.Request) (*http.Response, error) {
			asked.Add(1)
			status := http.StatusUnauthorized
			switch since := time.Since(begun); {
			case since < 10*time.Minute:
				return nil, errors.New("lookup discord.test: no such host")
			case since > 20*time.Minute:
				status = http.StatusOK
			}
			return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}")), Request: r}, nil
		})
		var mu sync.Mutex // of said: a token is tried again in the background
		var said []string
		say := func(is bool, yes, no string) {
			mu.Lock()
			defer mu.Unlock()
			said = append(said, map[bool]string{true: yes, false: no}[is])
		}
		a, err := discord.New(discord.Config{
			Chat: nobody{}, Words: catalogue, ApplicationID: discordtest.Application, Token: discordtest.Token, Base: base, Log: slog.New(slog.DiscardHandler),
			Reached:      func(reached bool) { say(reached, "reached", "lost") },
			TokenRefused: func(refused bool) { say(refused, "refused", "accepted") },
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		go a.WatchToken(ctx)
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		mu.Lock()
		if want := []string{"lost", "refused", "reached", "accepted", "lost", "reached"}; !slices.Equal(said[:min(len(said), len(want))], want) {
			t.Errorf("said %q, want %q", said, want)
		}
		mu.Unlock()
		before := asked.Load()
		time.Sleep(10 * time.Hour)
		synctest.Wait()
		if n := asked.Load() - before; n < 9 || n > 11 {
			t.Errorf("asked %d times in ten hours, want once an hour", n)
		}
		stop()
		_ = a.Close(t.Context())
		synctest.Wait()
	})
}
