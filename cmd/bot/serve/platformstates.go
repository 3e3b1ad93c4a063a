package serve

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"nimbot/store/backoff"
)

// How long to wait before a platform that refuses the bot for good is tried
// again: first, and at most. In between the wait doubles.
const (
	refusedFirst = 5 * time.Second
	refusedMost  = time.Hour
)

// platformStates has the state of each served platform: whether it accepts the
// bot.
type platformStates struct {
	refused *prometheus.GaugeVec

	mu  sync.Mutex
	all map[string]*platformState
}

func newPlatformStates(refused *prometheus.GaugeVec) *platformStates {
	return &platformStates{refused: refused, all: map[string]*platformState{}}
}

// of returns the state of a platform, which is good until it refuses the bot.
func (s *platformStates) of(platform string) *platformState {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.all[platform]
	if x == nil {
		x = &platformState{name: platform, gauge: s.refused.WithLabelValues(platform), again: make(chan struct{}, 1)}
		s.all[platform] = x
	}
	return x
}

// ready answers /readyz about a platform, "" for all. A refusal makes the whole bot
// unready only if nothing can reach it: requests of other platforms, and what the
// same platform sends over HTTP, come through the same listener.
func (s *platformStates) ready(platform string) (status int, said string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var refused []string
	reached := len(s.all) == 0
	for name, x := range s.all {
		if x.isRefused() {
			refused = append(refused, name)
		}
		reached = reached || x.routed.Load() || !x.isRefused()
	}
	slices.Sort(refused)
	switch _, served := s.all[platform]; {
	case platform != "" && !served:
		return http.StatusNotFound, platform + " is not served"
	case platform != "" && slices.Contains(refused, platform), platform == "" && !reached:
		return http.StatusServiceUnavailable, strings.Join(refused, " and ") + " refused the bot; the log says what to do"
	case platform == "" && len(refused) > 0:
		return http.StatusOK, "ready, but for " + strings.Join(refused, " and ")
	}
	return http.StatusOK, "ready"
}

// platformState is the state of one platform.
type platformState struct {
	name  string
	gauge prometheus.Gauge // 1 while it refuses the bot

	accepted atomic.Bool   // the platform has accepted the bot at least once
	refused  atomic.Bool   // it refuses the bot's connections
	token    atomic.Bool   // it refuses the token of the bot's requests
	routed   atomic.Bool   // it sends requests over HTTP, too
	again    chan struct{} // has an element if connections needn't wait any longer to try again
}

// isRefused reports whether the platform refuses the bot in any way.
func (s *platformState) isRefused() bool { return s.refused.Load() || s.token.Load() }

// connected notes that the platform let the bot in.
func (s *platformState) connected() {
	s.accepted.Store(true)
	s.refused.Store(false)
	s.measure()
}

func (s *platformState) refuse() {
	s.refused.Store(true)
	s.measure()
}

// noteToken notes whether the platform refuses the bot's token.
func (s *platformState) noteToken(refused bool) {
	s.token.Store(refused)
	s.measure()
	if !refused {
		select {
		case s.again <- struct{}{}:
		default:
		}
	}
}

func (s *platformState) measure() {
	value := 0.0
	if s.isRefused() {
		value = 1
	}
	s.gauge.Set(value)
}

// run runs a platform's connections until ctx ends. If the platform refuses the
// bot, run retries later, so that the others are served and this one works
// again once it is fixed. It returns an error only if this is the only platform
// and it never accepted the bot.
func (s *platformState) run(ctx context.Context, run func(context.Context) error, alone bool, log *slog.Logger) error {
	for try := 0; ; try++ {
		begun := time.Now()
		err := run(ctx)
		if err == nil || ctx.Err() != nil {
			return nil
		}
		if alone && !s.accepted.Load() {
			return err
		}
		if time.Since(begun) >= refusedMost {
			try = 0
		}
		s.refuse()
		select { // what came while it was connected is no reason to hurry
		case <-s.again:
		default:
		}
		pause := backoff.Backoff{First: refusedFirst, Most: refusedMost}.Pause(try)
		log.Error("a platform refuses the bot; what else is served goes on, and the platform is tried again", "platform", s.name, "error", err, "in", pause.Round(time.Second))
		select {
		case <-ctx.Done():
			return nil
		case <-s.again:
			try = 0
		case <-time.After(pause):
		}
	}
}
