package slack

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	slackapi "github.com/slack-go/slack"
)

// Socket Mode: Slack delivers over websockets that the bot opens. The library's
// client closes a connection as soon as Slack announces its end, and what was
// on its way there is lost; it never acknowledges what it cannot parse; and it
// ends for good on invalid_auth. So the connections are our own, and only the
// call that opens one is the library's.
const (
	socketConnections = 2
	socketSilence     = 45 * time.Second // Slack pings every 30 s at most
	socketHandover    = 10 * time.Second // an announced end is read on to
	socketServed      = time.Minute      // a connection that lived so long was a good one
	socketWriteBuffer = 32 << 10         // Slack does not put fragments together
)

// RunSocket holds connections to Slack until ctx ends or the app token is
// refused for good; then the error says so. When ctx ends, what was begun is
// finished and acknowledged, for at most drainFor; what is still in line is
// left to Slack to deliver again. It is called once.
func (a *Adapter) RunSocket(ctx context.Context) error { return a.socket.run(ctx) }

func (s *socket) run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var connections sync.WaitGroup
	for range socketConnections {
		connections.Go(func() {
			if err := s.supervise(ctx); err != nil {
				cancel(err)
			}
		})
	}
	context.AfterFunc(ctx, s.lanes.close)
	connections.Wait()
	drained := make(chan struct{})
	go func() { s.links.Wait(); s.lanes.running.Wait(); close(drained) }()
	select {
	case <-drained:
	case <-time.After(drainFor):
		s.log.Warn("deliveries from Slack were still being handled at the end; what they did is in the store")
	}
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// socket is what the connections share.
type socket struct {
	token   string // the app's own
	web     *webAPI
	receive func(context.Context, call) any
	sender  *sender
	jitter  func(most time.Duration) time.Duration
	ended   func() // of a connection
	log     *slog.Logger
	now     func() time.Time

	lanes *lanes
	links sync.WaitGroup
}

func newSocket(c Config, s *sender, receive func(context.Context, call) any) *socket {
	return &socket{
		token: c.AppToken, web: s.web, receive: receive, sender: s, jitter: c.Jitter, ended: c.Reconnected, log: c.Log, now: c.Now,
		lanes: newLanes(c.Log),
	}
}

// errRefused: Slack does not take the app token.
var errRefused = errors.New("slack.app_token was refused; make one with the scope connections:write on the app's Basic Information page")

// errNoSocket: the address that Slack gave, which is not repeated, is none that
// the bot would send its ticket to.
var errNoSocket = errors.New("slack: apps.connections.open named no encrypted websocket")

// errShort: Slack announced a connection's end hardly after its beginning, as
// it does with one connection too many.
var errShort = errors.New("its end was announced at once; too many copies of the bot may be connected")

// supervise keeps one connection open.
func (s *socket) supervise(ctx context.Context) error {
	pause := backoff{jitter: s.jitter}
	for ctx.Err() == nil {
		served, err := s.connect(ctx)
		if ctx.Err() == nil {
			s.ended()
		}
		if t, _ := diagnose(err); t == revoked {
			return fmt.Errorf("%w (%w)", errRefused, err)
		}
		if served {
			pause.reset()
			if err == nil {
				continue // an announced end: the next connection at once
			}
		}
		if err == nil {
			err = errShort
		}
		wait := pause.next()
		if ctx.Err() == nil {
			s.log.Warn("a connection to Slack ended; connecting again", "error", err, "in", wait)
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
		}
	}
	return nil
}

// connect opens a connection and reads from it. It returns nil when Slack
// announced its end: the rest is then read in the background, while the caller
// opens the next one. served reports whether the connection did what it was
// for: it brought something, or lived for a while.
func (s *socket) connect(ctx context.Context) (served bool, err error) {
	opened := s.now()
	conn, err := s.dial(ctx)
	if err != nil {
		return false, err
	}
	l := &link{socket: s, conn: conn}
	announced, ended := make(chan struct{}), make(chan error, 1)
	s.links.Go(func() { ended <- l.serve(announced) })
	stop := context.AfterFunc(ctx, l.stop)
	select {
	case <-announced:
		time.AfterFunc(socketHandover, func() { stop(); l.stop() })
	case err = <-ended:
		stop()
	}
	return l.brought.Load() || s.now().Sub(opened) >= socketServed, err
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

// api calls Slack with the app's own token.
func (s *socket) api() *slackapi.Client {
	return slackapi.New("", slackapi.OptionHTTPClient(s.web.client), slackapi.OptionAPIURL(s.web.url), slackapi.OptionAppLevelToken(s.token))
}

// mayDial reports whether address is a websocket, encrypted where Slack's
// methods are: its ticket is a secret.
func (s *socket) mayDial(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return false
	}
	return u.Scheme == "wss" || u.Scheme == "ws" && strings.HasPrefix(s.web.url, "http:")
}
