package serve

import (
	"context"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/worker"
)

// metrics are the program's counters and histograms. Labels are the platform, the game and
// the result; never a person or a server. docs/operating.md explains each.
type metrics struct {
	registry   *prometheus.Registry
	network    Network // of requests to platforms
	commands   *prometheus.CounterVec
	seconds    *prometheus.HistogramVec
	deliveries *prometheus.HistogramVec
	calls      *prometheus.HistogramVec
	reconnects *prometheus.CounterVec
	refused    *prometheus.GaugeVec
	up         *prometheus.GaugeVec
	late       *prometheus.HistogramVec
	boards     *prometheus.CounterVec
	waiting    *prometheus.GaugeVec
	events     map[string]*prometheus.CounterVec // by subject: "round" or "simul"
	tables     *liveTables
	noTable    *prometheus.CounterVec
}

// seconds are the bounds of times that people wait for: from what a command
// takes to the 3 s after which platforms give up.
var seconds = []float64{.0001, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2, 2.5, 3, 5, 10}

// lateness lists histogram buckets for how late deadlines are applied: a worker
// looks each second, and takes over from one that crashed after half a minute.
var lateness = []float64{.5, 1, 2, 5, 10, 30, 60, 300, 3600}

func newMetrics(build Build) *metrics {
	histogram := func(name, help string, bounds []float64, labels ...string) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: bounds}, labels)
	}
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	m := &metrics{
		registry:   prometheus.NewRegistry(),
		commands:   counter("nim_commands_total", "Commands that were answered.", "platform", "game", "result"),
		seconds:    histogram("nim_command_seconds", "Time from a command to its answer.", seconds, "platform"),
		deliveries: histogram("nim_delivery_seconds", "Time that a platform waited for the answer to a request.", seconds, "platform", "status"),
		calls:      histogram("nim_platform_seconds", "Time that a platform took for a request of the bot.", seconds, "platform", "status"),
		reconnects: counter("nim_reconnects_total", "Connections to a platform that ended and were to be opened again.", "platform"),
		refused:    prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "nim_platform_refused", Help: "1 while a platform refuses the bot for good; the log says what to do."}, []string{"platform"}),
		up:         prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "nim_platform_up", Help: "0 while a platform refuses the bot, or the bot tries to reach it in vain; else 1."}, []string{"platform"}),
		late:       histogram("nim_worker_late_seconds", "How long after its time something was decided.", lateness, "platform"),
		boards:     counter("nim_worker_boards_total", "Boards that a worker showed, or tried to.", "platform", "result"),
		waiting:    prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "nim_worker_waiting", Help: "Boards that wait to be shown by a worker."}, []string{"platform"}),
	}
	m.events = map[string]*prometheus.CounterVec{
		"round": counter("nim_rounds_total", "What happened in rounds.", "platform", "event"),
		"simul": counter("nim_simuls_total", "What happened in simuls.", "platform", "event"),
	}
	m.tables = newLiveTables()
	m.noTable = counter("nim_tables_refused_total", "Games that were refused because a channel had as many as it may.", "platform")
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "nimbot_build_info", Help: "Always 1; the labels say which version this is.",
		ConstLabels: prometheus.Labels{"version": build.Release, "commit": build.Commit, "go": runtime.Version()},
	})
	info.Set(1)
	m.registry.MustRegister(info, m.commands, m.seconds, m.deliveries, m.calls, m.reconnects, m.refused, m.up, m.late, m.boards, m.waiting, m.tables.gauge, m.noTable, m.events["round"], m.events["simul"],
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// observe counts an answered command, and how long its answer took.
func (m *metrics) observe(r dialog.Request, reply dialog.Reply, took time.Duration) {
	m.seconds.WithLabelValues(r.Place.Platform).Observe(took.Seconds())
	key := ""
	if reply.State != nil {
		key, _, _ = strings.Cut(reply.State.Game, ":") // without the parameter, which anybody can choose
	}
	m.commands.WithLabelValues(r.Place.Platform, key, string(reply.Result)).Inc()
	if reply.NoTable {
		m.noTable.WithLabelValues(r.Place.Platform).Inc()
	}
	m.tables.answered(r, reply)
}

// happened counts an event of a round or a simul.
func (m *metrics) happened(platform string, e dialog.Event) {
	of, what, _ := strings.Cut(string(e), " ")
	m.events[of].WithLabelValues(platform, what).Inc()
}

// observeLanes exports how many commands are running and waiting in h.
func (m *metrics) observeLanes(h *chat.Handler) {
	gauge := func(name, help string, read func() int) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return float64(read()) }))
	}
	gauge("nim_lanes_busy", "Channels in which a command is being done.", func() int { busy, _ := h.Load(); return busy })
	gauge("nim_lanes_waiting", "Commands that wait for others in their channel.", func() int { _, waiting := h.Load(); return waiting })
}

// initSeries creates a platform's series with value 0, so that rates work
// before the first event.
func (m *metrics) initSeries(platform string) {
	for _, r := range []dialog.Result{dialog.Done, dialog.Told, dialog.Refused, dialog.Limited, dialog.Stale, dialog.Duplicate, dialog.Flooded, dialog.Unavailable, dialog.Broken} {
		m.commands.WithLabelValues(platform, "", string(r))
	}
	for _, e := range dialog.Events() {
		of, what, _ := strings.Cut(string(e), " ")
		m.events[of].WithLabelValues(platform, what)
	}
	m.seconds.WithLabelValues(platform)
	m.late.WithLabelValues(platform)
	for _, result := range []string{"ok", "error"} {
		m.boards.WithLabelValues(platform, result)
	}
	m.waiting.WithLabelValues(platform)
	m.noTable.WithLabelValues(platform)
	m.tables.gauge.WithLabelValues(platform)
}

// adapterHooks are the functions that an adapter calls: its transport, and what
// it reports.
type adapterHooks struct {
	site        string                                                               // a page about the bot, "" if there is none
	version     string                                                               // of the bot
	transport   http.RoundTripper                                                    // nil: as usual
	dial        func(ctx context.Context, network, address string) (net.Conn, error) // nil: as usual
	reconnected func()                                                               // called when a connection is reopened; may be nil
	connected   func()                                                               // called when the platform has accepted the bot; may be nil
	// reached is called when the bot begins to try to reach the platform, and when it has; may be nil.
	reached func(reached bool)
	// tokenRefused is called when the platform begins or ceases to refuse the bot's token; may be
	// nil.
	tokenRefused func(refused bool)
	// removed records that a server removed the bot; may be nil.
	removed func(ctx context.Context, guild string) error
	// leaving reports whether a user's data is being deleted.
	leaving func(ctx context.Context, guild, user string) (bool, error)
	// uninstalled records that a person removed the app; may be nil.
	uninstalled func(ctx context.Context, user string) error
}

// hooks returns hooks that time and count a platform's requests.
func (m *metrics) hooks(platform string) adapterHooks {
	return adapterHooks{transport: m.transport(platform), dial: m.network.Dial, reconnected: m.reconnects.WithLabelValues(platform).Inc}
}

// watch returns an observer that counts what a worker does.
func (m *metrics) watch() worker.Observer {
	return worker.Observer{
		Settled: func(platform string, late time.Duration) { m.late.WithLabelValues(platform).Observe(late.Seconds()) },
		Found:   m.tables.note,
		Shown: func(platform string, err error) {
			result := "ok"
			if err != nil {
				result = "error"
			}
			m.boards.WithLabelValues(platform, result).Inc()
		},
		Waiting: func(platform string, boards int) {
			if platform != "" || boards > 0 {
				m.waiting.WithLabelValues(platform).Set(float64(boards))
			}
		},
	}
}

// timed measures the requests of a platform to next.
func (m *metrics) timed(platform string, next http.Handler) http.Handler {
	m.deliveries.WithLabelValues(platform, strconv.Itoa(http.StatusOK))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begin, answer := time.Now(), &statusWriter{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(answer, r)
		m.deliveries.WithLabelValues(platform, strconv.Itoa(answer.status)).Observe(time.Since(begin).Seconds())
	})
}

// statusWriter is a response writer that keeps the status.
type statusWriter struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements http.ResponseWriter.
func (s *statusWriter) WriteHeader(status int) {
	s.status = status
	s.ResponseWriter.WriteHeader(status)
}

// Unwrap is for http.ResponseController.
func (s *statusWriter) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// maxIdle is how many connections to one host stay open: all methods of a
// platform are on one host.
const maxIdle = 64

// transport carries the bot's requests to a platform, timed and counted by status; "0"
// means that no answer came.
func (m *metrics) transport(platform string) http.RoundTripper {
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.MaxIdleConnsPerHost = maxIdle
	if m.network.Dial != nil {
		base.DialContext, base.Proxy = m.network.Dial, nil
	}
	for _, status := range []int{http.StatusOK, http.StatusTooManyRequests} {
		m.calls.WithLabelValues(platform, strconv.Itoa(status))
	}
	return timedTransport{base, m.calls, platform}
}

type timedTransport struct {
	base     http.RoundTripper
	calls    *prometheus.HistogramVec
	platform string
}

// RoundTrip implements http.RoundTripper.
func (t timedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	begin, status := time.Now(), 0
	resp, err := t.base.RoundTrip(r)
	if err == nil {
		status = resp.StatusCode
	}
	t.calls.WithLabelValues(t.platform, strconv.Itoa(status)).Observe(time.Since(begin).Seconds())
	return resp, err
}
