package serve

import (
	"context"
	"log/slog"
	"maps"
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

// reachWithin is how long a platform may be out of reach before it counts as not ready: a
// connection that Discord or Slack ends is open again within some seconds.
const reachWithin = 30 * time.Second

// platformStates has the state of each served platform: whether it accepts the
// bot, and whether the bot reaches it.
type platformStates struct {
	refused, up *prometheus.GaugeVec

	mu  sync.Mutex
	all map[string]*platformState
}

func newPlatformStates(m *metrics) *platformStates {
	return &platformStates{refused: m.refused, up: m.up, all: map[string]*platformState{}}
}

// of returns the state of a platform, which is good until the bot tries to reach it.
func (s *platformStates) of(platform string) *platformState {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.all[platform]
	if x == nil {
		x = &platformState{name: platform, gauge: s.refused.WithLabelValues(platform), up: s.up.WithLabelValues(platform), again: make(chan struct{}, 1)}
		x.measure()
		s.all[platform] = x
	}
	return x
}

// ready answers /readyz about a platform, "" for all. A platform's fault makes the whole
// bot unready only if nobody's commands can reach it: those of other platforms, and those that
// the same platform sends over HTTP, come through the same listener.
func (s *platformStates) ready(platform string) (status int, said string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var names, faults []string
	reached := len(s.all) == 0
	for _, name := range slices.Sorted(maps.Keys(s.all)) {
		x := s.all[name]
		fault := x.fault()
		if fault != "" && (platform == "" || platform == name) {
			names, faults = append(names, name), append(faults, name+" "+fault)
		}
		reached = reached || x.called.Load() || fault == ""
	}
	why := strings.Join(faults, ", and ") + "; the log says why"
	switch _, served := s.all[platform]; {
	case platform != "" && !served:
		return http.StatusNotFound, platform + " is not served"
	case len(faults) == 0:
		return http.StatusOK, "ready"
	case platform != "" || !reached:
		return http.StatusServiceUnavailable, why
	}
	return http.StatusOK, "ready, but for " + strings.Join(names, " and ") + ": " + why
}

// platformState is the state of one platform.
type platformState struct {
	name  string
	gauge prometheus.Gauge // 1 while it refuses the bot
	up    prometheus.Gauge // 1 while it doesn't, and the bot reaches it

	accepted atomic.Bool   // the platform has accepted the bot at least once
	refused  atomic.Bool   // it refuses the bot's connections
	token    atomic.Bool   // it refuses the token of the bot's requests
	called   atomic.Bool   // people's commands come over HTTP
	again    chan struct{} // has an element if connections needn't wait any longer to try again
	lost     atomic.Int64  // since when the bot tries to reach it in vain, in Unix nanoseconds; 0: it doesn't
}

// noteReach notes whether the bot reaches the platform, or tries to.
func (s *platformState) noteReach(reached bool) {
	if reached {
		s.lost.Store(0)
	} else {
		s.lost.CompareAndSwap(0, time.Now().UnixNano())
	}
	s.measure()
}

// fault says what is wrong with the platform, "" for nothing: "refused the bot".
func (s *platformState) fault() string {
	if s.isRefused() {
		return "refused the bot"
	}
	if lost := s.lost.Load(); lost != 0 {
		switch since := time.Since(time.Unix(0, lost)); {
		case since >= reachWithin:
			return "hasn't been reached for " + since.Truncate(time.Second).String()
		case !s.accepted.Load() && !s.called.Load():
			return "isn't connected yet"
		}
	}
	return ""
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
	refused, up := 0.0, 0.0
	if s.isRefused() {
		refused = 1
	} else if s.lost.Load() == 0 {
		up = 1
	}
	s.gauge.Set(refused)
	s.up.Set(up)
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
