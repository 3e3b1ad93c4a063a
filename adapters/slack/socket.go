package slack

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	slackapi "github.com/slack-go/slack"
	"golang.org/x/time/rate"

	"nimbot/store/backoff"
)

// Socket Mode: Slack delivers over websockets that the bot opens. The library's client
// closes a connection as soon as Slack announces its end, which loses deliveries in
// flight; it never acknowledges what it can't parse; and it gives up on invalid_auth. So
// the connections are our own, and only the call that opens one is the library's.
const (
	socketConnections = 2
	socketSilence     = 45 * time.Second // Slack pings every 30 s at most
	socketHandover    = 10 * time.Second // how long a connection is read after its announced end
	socketServed      = time.Minute      // after which a connection counts as stable
	socketWriteBuffer = 32 << 10         // in bytes: one frame, because Slack doesn't reassemble fragments
)

// RunSocket keeps connections to Slack until ctx ends, and then returns nil. If Slack
// refuses the app for good it returns an error with the remedy, and may be called again.
// When ctx ends it finishes and acknowledges what has begun, for at most drainFor; Slack
// delivers the rest again.
func (a *Adapter) RunSocket(ctx context.Context) error { return a.socket.run(ctx) }

func (s *socket) run(parent context.Context) error {
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	s.reach.keep(true)
	defer s.reach.keep(false)
	var connections sync.WaitGroup
	for range socketConnections {
		connections.Go(func() {
			k := slot{socket: s}
			if err := k.supervise(ctx); err != nil {
				cancel(err)
			}
			k.conns.Wait() // each connection acknowledges its open deliveries first, within ackWithin
		})
	}
	stop := context.AfterFunc(parent, s.queues.close)
	defer stop()
	connections.Wait()
	if parent.Err() == nil {
		return context.Cause(ctx)
	}
	drain, cancelDrain := context.WithTimeout(context.WithoutCancel(parent), drainFor)
	defer cancelDrain()
	waitFor(drain, &s.queues.running)
	if drain.Err() != nil {
		s.log.Warn("deliveries from Slack were still being handled at the end; what they did is in the store")
	}
	return nil
}

// socket holds what the connections share.
type socket struct {
	token    string // the app-level token
	web      *webAPI
	open     func(ctx context.Context, network, address string) (net.Conn, error) // nil: as usual
	receive  func(context.Context, call) any
	sender   *sender
	jitter   func(most time.Duration) time.Duration
	onReopen func() // called when a connection ends or its end is announced, before another is opened
	onHello  func() // called when Slack has said hello
	reach    *reach
	log      *slog.Logger
	now      func() time.Time

	queues *socketQueues
	pace   *rate.Limiter // of opening connections
}

func newSocket(c Config, s *sender, receive func(context.Context, call) any, reached *reach) *socket {
	return &socket{
		token: c.AppToken, web: s.web, open: c.Dial, receive: receive, sender: s, jitter: c.Jitter, onReopen: c.Reconnected, onHello: c.Connected, reach: reached, log: c.Log, now: c.Now,
		queues: newSocketQueues(c.Log), pace: rate.NewLimiter(rate.Every(s.rates.Open), 1),
	}
}

// errNoSocket means that the bot refused to send its ticket to the address that Slack gave, which
// is not repeated here.
var errNoSocket = errors.New("slack: apps.connections.open named no encrypted websocket")

// errShort means that Slack announced a connection's end soon after its start, as it does
// if there are too many connections.
var errShort = errors.New("slack announced the connection's end at once; too many copies of the bot may be connected")

// The bounds of the pause before another try to connect.
const (
	backoffMin = 500 * time.Millisecond
	backoffMax = time.Minute
)

// slot keeps one connection open.
type slot struct {
	*socket
	tries int         // to connect since a connection was stable
	old   *socketConn // still read after its end was announced; nil: there is none
	conns sync.WaitGroup
}

// supervise opens one connection after another until Slack refuses the app, and returns
// that refusal. The pause between two grows until one was stable, because Slack may end
// each of them at once.
func (k *slot) supervise(ctx context.Context) error {
	for ctx.Err() == nil {
		if k.pace.Wait(ctx) != nil {
			return nil
		}
		opened := k.now()
		c, err := k.connect(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if refusal := asRefused(err); refusal != nil {
			return refusal
		}
		if c != nil {
			k.onReopen()
		}
		if k.now().Sub(opened) >= socketServed {
			k.tries = 0
			if err == nil {
				// After an announced end reconnect soon, but after a random
				// pause, so that not all copies of the bot do so at once.
				sleep(ctx, k.jitter(k.sender.rates.Open))
				continue
			}
		}
		if err == nil {
			err = errShort
		}
		wait := backoff.Backoff{First: backoffMin, Most: backoffMax, Random: k.jitter}.Pause(k.tries)
		k.tries++
		if t, named := diagnose(err); t == busy {
			wait = max(wait, named)
		}
		if c != nil && c.greeted.Load() {
			k.log.Warn("a connection to Slack ended; connecting again", "error", err, "in", wait)
		} else {
			k.log.Warn("a connection to Slack didn't come about; trying again", "error", err, "remedy", remedyOf(err), "in", wait)
		}
		sleep(ctx, wait)
	}
	return nil
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// connect opens a connection and reads from it. The connection is nil if none could be opened. The error
// is nil when Slack announces its end: the rest is read in the background while the caller opens the
// next one. Only the latest announced connection is read on.
func (k *slot) connect(ctx context.Context) (c *socketConn, err error) {
	conn, err := k.dial(ctx)
	if err != nil {
		return nil, err
	}
	c = &socketConn{socket: k.socket, conn: conn}
	announced, ended := make(chan struct{}), make(chan error, 1)
	k.conns.Go(func() { ended <- c.serve(announced) })
	stop := context.AfterFunc(ctx, c.stop)
	select {
	case <-announced:
		if k.old != nil {
			k.old.stop()
		}
		k.old = c
		time.AfterFunc(socketHandover, func() { stop(); c.stop() })
		return c, nil
	case err := <-ended:
		stop()
		return c, err
	}
}

func (s *socket) dial(ctx context.Context) (*websocket.Conn, error) {
	_, address, err := s.api().StartSocketModeContext(ctx)
	if err != nil {
		return nil, redact(err)
	}
	if !s.mayDial(address) {
		return nil, errNoSocket
	}
	d := websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: callTimeout, WriteBufferSize: socketWriteBuffer}
	if s.open != nil {
		d.NetDialContext, d.Proxy = s.open, nil
	}
	conn, resp, err := d.DialContext(ctx, address, nil)
	if resp != nil && resp.Body != nil {
		_ = resp.Body.Close()
	}
	if err != nil {
		return nil, redact(err)
	}
	conn.SetReadLimit(maxBody)
	return conn, nil
}

// api returns a client that calls Slack with the app-level token.
func (s *socket) api() *slackapi.Client {
	return slackapi.New("", slackapi.OptionHTTPClient(s.web.patience.clientFor(s.token)), slackapi.OptionAPIURL(s.web.url), slackapi.OptionAppLevelToken(s.token))
}

// mayDial reports whether address is a websocket, encrypted if Slack's methods are: its
// ticket is a secret.
func (s *socket) mayDial(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return false
	}
	return u.Scheme == "wss" || u.Scheme == "ws" && strings.HasPrefix(s.web.url, "http:")
}
