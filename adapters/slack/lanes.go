package slack

import (
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

// The bounds of deliveries over Socket Mode.
const (
	maxReceiving = 256             // deliveries handled at the same time
	maxInLine    = 4096            // waiting in all channels
	maxWaiting   = 128             // waiting in one channel
	drainFor     = 5 * time.Second // at shutdown, for deliveries that have begun
)

// lanes handle deliveries one after another in each channel, and many channels
// at the same time.
type lanes struct {
	log     *slog.Logger
	slots   chan struct{}
	running sync.WaitGroup

	mu     sync.Mutex
	all    map[string]*socketLane // by channel
	inLine int
	closed bool
}

// socketLane is what waits in one channel. It exists while something does.
type socketLane struct{ waiting []*delivery }

func newLanes(log *slog.Logger) *lanes {
	return &lanes{log: log, slots: make(chan struct{}, maxReceiving), all: map[string]*socketLane{}}
}

// enqueue handles d after everything that came before in the same channel. It refuses if
// too much is waiting or after close.
func (s *lanes) enqueue(channel string, d *delivery) (ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, busy := s.all[channel]
	if s.closed || s.inLine >= maxInLine || busy && len(l.waiting) >= maxWaiting {
		return false
	}
	s.inLine++
	if busy {
		l.waiting = append(l.waiting, d)
		return true
	}
	l = &socketLane{waiting: []*delivery{d}}
	s.all[channel] = l
	s.running.Go(func() {
		s.slots <- struct{}{}
		defer func() { <-s.slots }()
		for d := s.next(channel, l); d != nil; d = s.next(channel, l) {
			s.handle(d)
		}
	})
	return true
}

// next takes the first that waits in a lane, nil when nothing does.
func (s *lanes) next(channel string, l *socketLane) *delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(l.waiting) == 0 {
		delete(s.all, channel)
		return nil
	}
	d := l.waiting[0]
	l.waiting = l.waiting[1:]
	s.inLine--
	return d
}

// handle does what d asks for. During shutdown it leaves a delivery that isn't
// acknowledged yet to Slack, which delivers it again.
func (s *lanes) handle(d *delivery) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("handling a delivery from Slack panicked", "panic", panicText(p), "stack", string(debug.Stack()))
		}
	}()
	if s.isClosed() && !d.acked.Load() {
		d.abandon()
		return
	}
	d.handle()
}

// close accepts nothing more, and waits for what has begun.
func (s *lanes) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
}

func (s *lanes) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}
