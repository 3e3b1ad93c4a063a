package slack

import (
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

// The bounds of deliveries over Socket Mode.
const (
	maxReceiving        = 256             // deliveries handled at the same time
	maxQueued           = 4096            // waiting in all channels
	maxQueuedPerChannel = 128             // waiting in one channel
	drainFor            = 5 * time.Second // at shutdown, for deliveries that have begun
)

// socketQueues handles deliveries in order within each channel, and many channels
// concurrently.
type socketQueues struct {
	log     *slog.Logger
	slots   chan struct{}
	running sync.WaitGroup

	mu     sync.Mutex
	all    map[string]*socketQueue // by channel
	inLine int
	closed bool
}

// socketQueue holds the deliveries that wait in one channel. It exists while one waits or
// is being handled.
type socketQueue struct{ waiting []*queuedEnvelope }

func newSocketQueues(log *slog.Logger) *socketQueues {
	return &socketQueues{log: log, slots: make(chan struct{}, maxReceiving), all: map[string]*socketQueue{}}
}

// enqueue queues d behind everything that came before in the same channel. It reports
// false if too much is waiting, and after close.
func (s *socketQueues) enqueue(channel string, d *queuedEnvelope) (ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, busy := s.all[channel]
	if s.closed || s.inLine >= maxQueued || busy && len(l.waiting) >= maxQueuedPerChannel {
		return false
	}
	s.inLine++
	if busy {
		l.waiting = append(l.waiting, d)
		return true
	}
	l = &socketQueue{waiting: []*queuedEnvelope{d}}
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

// next removes and returns the first delivery of the queue, nil if it is empty.
func (s *socketQueues) next(channel string, l *socketQueue) *queuedEnvelope {
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

// handle processes d. During shutdown it leaves a delivery that isn't acknowledged yet to
// Slack, which delivers it again.
func (s *socketQueues) handle(d *queuedEnvelope) {
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

// close makes enqueue refuse everything. It doesn't wait for what has begun.
func (s *socketQueues) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
}

func (s *socketQueues) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}
