package serve

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"nimbot/adapters/clientip"
	"nimbot/cmd/bot/config"
	"nimbot/store"
)

// readyWithin is how long the store may take to answer /readyz.
const readyWithin = time.Second

// adminHandler serves operators:
//
//	GET /healthz              the process is alive
//	GET /readyz               the store takes writes, nobody has asked to stop, and commands
//	                          can come in from a platform; with ?platform=NAME, that one
//	                          accepts the bot and is reached
//	GET /metrics              for Prometheus
//	GET /inspect?place=PLACE  the stored document, with the store's adminKey and
//	                          from this machine only
//	GET /backup               a backup of the store, likewise
//	GET /store                the store's URL, likewise
//	GET /debug/pprof/         profiles of the process, likewise, if http.profile is on
func adminHandler(p *App) http.Handler {
	mux := http.NewServeMux()
	var storeFailed atomic.Bool // when /readyz last asked
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { answer(w, "ok\n") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if p.stopping.Load() {
			http.Error(w, "stopping", http.StatusServiceUnavailable)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), readyWithin)
		defer cancel()
		if err := p.tryStore(ctx); err != nil {
			p.log.Warn("not ready", "error", config.Plain(err))
			storeFailed.Store(true)
			http.Error(w, "the store doesn't take what is written ("+config.Redact(config.Reason(err))+"); see the log", http.StatusServiceUnavailable)
			return
		}
		if storeFailed.Swap(false) {
			p.log.Info("ready again: the store takes what is written")
		}
		status, said := p.states.ready(r.URL.Query().Get("platform"))
		if status != http.StatusOK {
			http.Error(w, said, status)
			return
		}
		answer(w, said+"\n")
	})
	mux.Handle("GET /metrics", blockRebinding(promhttp.HandlerFor(p.metrics.registry, promhttp.HandlerOpts{})))
	mux.Handle("GET /inspect", localOnly(p.key.requireKey(inspectHandler(p.store))))
	mux.Handle("GET /backup", localOnly(p.key.requireKey(backupHandler(p))))
	mux.Handle("GET /store", localOnly(p.key.requireKey(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		answer(w, p.config.Store.Absolute())
	}))))
	if p.config.HTTP.Profile {
		for path, profile := range map[string]http.HandlerFunc{"": pprof.Index, "profile": pprof.Profile, "trace": pprof.Trace, "symbol": pprof.Symbol} {
			mux.Handle("GET /debug/pprof/"+path, localOnly(p.key.requireKey(profile)))
		}
	}
	return mux
}

// tryStore writes a record that expires soon: a store may answer and yet refuse writes.
// Callers at the same time may meet each other's write.
func (app *App) tryStore(ctx context.Context) error {
	err := writeRecord(ctx, app.store, probePrefix+app.probe, app.base.Now().Add(attendFor))
	if errors.Is(err, store.ErrConflict) {
		return nil
	}
	return err
}

func answer(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte(text)) // a client that went away
}

// localOnly refuses callers from other machines, and browsers that use a
// foreign host name (DNS rebinding), because documents have people's names.
func localOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !clientip.IsLoopback(r) || !clientip.IsLocalName(r.Host) {
			http.Error(w, "only from this machine, by its loopback address", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// blockRebinding refuses local browsers that use a foreign host name (DNS
// rebinding). Requests from other machines, such as from a Prometheus in a
// private network, may use any host name: the listener's address is the
// operator's choice.
func blockRebinding(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if clientip.IsLoopback(r) && !clientip.IsLocalName(r.Host) {
			http.Error(w, "from this machine only by its loopback address", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// startAdmin listens and serves in the background. stop ends it; it is never
// nil.
func startAdmin(address string, p *App) (stop func(), err error) {
	l, err := p.options.Network.listen("tcp", address)
	if err != nil {
		return func() {}, err
	}
	log := p.log
	at := dialable(l.Addr().String())
	var publishing sync.WaitGroup
	ctx, cancel := context.WithCancel(context.Background())
	if err := p.key.publish(at); err != nil {
		log.Warn("inspect and backup can't ask this server until its key can be written beside the store", "file", p.key.file, "error", err)
		publishing.Go(func() { p.key.publishLater(ctx, at, log) })
	}
	server := &http.Server{
		Handler:           adminHandler(p),
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      30 * time.Second,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Error("the admin listener ended", "address", address, "error", err)
		}
	}()
	return func() {
		cancel()
		publishing.Wait()
		p.key.withdraw()
		_ = server.Close() // no request needs to finish
		<-done
	}, nil
}

// AskWithin is how long an admin listener may take to answer.
const AskWithin = 3 * time.Second

// AskAdmin sends a request to an admin listener on this machine. key is the key to its documents,
// or "". The caller reads and closes the answer. The error says that nothing answers at that
// address; any status of an answer is no error.
func AskAdmin(ctx context.Context, address, path, key string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+dialable(address)+path, nil)
	if err != nil {
		return nil, err
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	return http.DefaultClient.Do(req)
}

// dialable returns the address at which a client on the same machine reaches a listener:
// "0.0.0.0:9090" and ":9090" become "127.0.0.1:9090".
func dialable(address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
		if err == nil && ip.Is6() {
			host = "::1"
		}
	}
	return net.JoinHostPort(host, port)
}
