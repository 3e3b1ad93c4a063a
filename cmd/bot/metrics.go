package main

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
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
