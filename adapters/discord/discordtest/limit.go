package discordtest

import (
	"fmt"
	"net/http"
	"sync"
	"time"
)

// bucket counts the messages that a channel still accepts.
type bucket struct {
	left int
	ends time.Time
}

// buckets limits the messages in each channel, as Discord does, and reports the limit in the
// headers.
type buckets struct {
	most int
	in   time.Duration

	mu      sync.Mutex
	all     map[string]*bucket // by channel
	refused int
}

// LimitMessages makes every channel accept at most this many messages in this time, from now on.
func (s *Server) LimitMessages(most int, in time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.buckets = &buckets{most: most, in: in, all: map[string]*bucket{}}
}

// Limited returns how many messages were refused since the last [Server.LimitMessages].
func (s *Server) Limited() int {
	s.mu.Lock()
	b := s.buckets
	s.mu.Unlock()
	if b == nil {
		return 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.refused
}

// take takes a message for a channel, or refuses it with a 429. A nil b takes every message.
func (b *buckets) take(w http.ResponseWriter, channel string) bool {
	if b == nil {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	x, now := b.all[channel], time.Now()
	if x == nil || !now.Before(x.ends) {
		x = &bucket{b.most, now.Add(b.in)}
		b.all[channel] = x
	}
	rest := fmt.Sprintf("%.3f", x.ends.Sub(now).Seconds())
	header := w.Header()
	header.Set("X-RateLimit-Limit", fmt.Sprint(b.most))
	header.Set("X-RateLimit-Reset-After", rest)
	header.Set("X-RateLimit-Remaining", fmt.Sprint(max(0, x.left-1)))
	if x.left == 0 {
		b.refused++
		header.Set("Retry-After", rest)
		header.Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = fmt.Fprintf(w, `{"message":"You are being rate limited.","retry_after":%s,"global":false}`, rest) // a failure means that the bot closed the connection
		return false
	}
	x.left--
	return true
}
