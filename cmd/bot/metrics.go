package main

import (
	"context"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"nimbot/chat"
)

// metrics are the program's counters and histograms. Labels are the platform, the game and
// the result; never a person or a server.
type metrics struct {
	registry *prometheus.Registry
	commands *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		commands: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "nim_commands_total",
			Help: "Commands that were answered.",
		}, []string{"platform", "game", "result"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "nim_command_seconds",
			Help:    "Time from a command to its answer.",
			Buckets: prometheus.ExponentialBuckets(0.0001, 4, 9), // 0.1 ms to 6.5 s
		}, []string{"platform"}),
	}
	m.registry.MustRegister(m.commands, m.seconds,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// measured wraps a conversation and records its metrics.
type measured struct {
	next    chat.Responder
	metrics *metrics
}

func (m *metrics) measure(next chat.Responder) chat.Responder { return measured{next, m} }

// Handle implements chat.Responder.
func (m measured) Handle(ctx context.Context, r chat.Request) chat.Reply {
	begin := time.Now()
	reply := m.next.Handle(ctx, r)
	m.metrics.seconds.WithLabelValues(r.Place.Platform).Observe(time.Since(begin).Seconds())
	key := ""
	if reply.State != nil {
		key, _, _ = strings.Cut(reply.State.Game, ":") // a parameter is anybody's choice
	}
	m.metrics.commands.WithLabelValues(r.Place.Platform, key, string(reply.Result)).Inc()
	return reply
}
