package slack

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	slackapi "github.com/slack-go/slack"
	"golang.org/x/sync/singleflight"

	"nimbot/store"
)

// errNotInstalled means that there is no token for a workspace.
var errNotInstalled = errors.New("slack: the app is not installed in this workspace")

// installations knows the token of each workspace.
type installations interface {
	// token returns the bot's token for w, renewed if it expires soon. The error is
	// errNotInstalled if there is none.
	token(ctx context.Context, w workspace) (string, error)
	// renew replaces a token that Slack called expired, and returns the new one.
	renew(ctx context.Context, w workspace, token string) (string, error)
	// remove deletes w's installation and reports true. If at isn't 0 and w was installed
	// after it, remove keeps the installation and reports false.
	remove(ctx context.Context, w workspace, at store.Unix) (bool, error)
	// bot returns the bot's own user id in w, "" if it isn't known.
	bot(ctx context.Context, w workspace) string
}

// webAPI calls Slack's Web API with the token of a workspace, and the
// response_urls that came with deliveries.
type webAPI struct {
	installs installations
	client   *http.Client    // for response_urls
	patience *retryAfterGate // for methods
	url      string
	hooks    origins      // the allowed origins of response_urls
	rates    *rateLimiter // is told of every post
	log      *slog.Logger
	now      func() time.Time
}

// apiURL returns the base URL of Slack's methods, ending in a slash: base (a proxy's or a
// test's) or Slack's own.
func apiURL(base string) string {
	if base == "" {
		return slackapi.APIURL
	}
	return strings.TrimSuffix(base, "/") + "/api/"
}

// newClient makes the HTTP client of all the adapter's calls from base, the operator's
// client. If base is nil, the client keeps maxAtOnce idle connections to a host, because
// Slack's methods share one, and uses the proxy of the environment (HTTPS_PROXY). Either
// way it has a deadline, keeps no cookies, and follows no redirects, which would carry
// tokens and messages to any address that a response names.
func newClient(base *http.Client) *http.Client {
	c := &http.Client{}
	if base != nil {
		*c = *base
	} else {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConnsPerHost = maxAtOnce
		c.Transport = t
	}
	if c.Timeout == 0 {
		c.Timeout = callTimeout
	}
	c.Jar = nil
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return c
}

func newAPI(token string, p *retryAfterGate, url string) *slackapi.Client {
	return slackapi.New(token, slackapi.OptionHTTPClient(p.clientFor(token)), slackapi.OptionAPIURL(url))
}

// call runs f with the workspace's token. If the token has expired, call renews it and
// runs f once more, which is safe: Slack refused the first call before doing anything.
func (web *webAPI) call(ctx context.Context, w workspace, f func(*slackapi.Client) error) error {
	token, err := web.installs.token(ctx, w)
	if err != nil {
		return err
	}
	err = redact(f(newAPI(token, web.patience, web.url)))
	if t, _ := diagnose(err); t != expired {
		return err
	}
	token, renewErr := web.installs.renew(ctx, w, token)
	if renewErr != nil {
		return errors.Join(err, renewErr)
	}
	return redact(f(newAPI(token, web.patience, web.url)))
}

// post posts m. The pause before the next message begins when the answer arrives. Slack
// counts from the arrival of m, which is earlier, so the pause is long enough.
func (web *webAPI) post(ctx context.Context, c call, m message) (ts string, err error) {
	defer func() { web.rates.posted(queueOf(c.place(), "")) }()
	err = web.call(ctx, c.workspace, func(api *slackapi.Client) error {
		_, ts, err = api.PostMessageContext(ctx, c.channel, options(c.thread, m)...)
		return err
	})
	return ts, err
}

func (web *webAPI) update(ctx context.Context, c call, ts string, m message) error {
	return web.call(ctx, c.workspace, func(api *slackapi.Client) error {
		_, _, _, err := api.UpdateMessageContext(ctx, c.channel, ts, options("", m)...)
		return err
	})
}

func (web *webAPI) postPrivate(ctx context.Context, c call, m message) error {
	return web.call(ctx, c.workspace, func(api *slackapi.Client) error {
		_, err := api.PostEphemeralContext(ctx, c.channel, c.user, options(c.thread, m)...)
		return err
	})
}

// options converts m for the library. An edit without blocks removes the old blocks.
func options(thread string, m message) []slackapi.MsgOption {
	o := []slackapi.MsgOption{
		slackapi.MsgOptionText(m.Text, false),
		slackapi.MsgOptionDisableLinkUnfurl(),
		slackapi.MsgOptionDisableMediaUnfurl(),
	}
	if len(m.Blocks) > 0 {
		o = append(o, slackapi.MsgOptionBlocks(m.Blocks...))
	}
	if thread != "" {
		o = append(o, slackapi.MsgOptionTS(thread))
	}
	return o
}

// single is the only workspace of a manually installed app.
type single struct {
	only string
	api  *slackapi.Client

	botID  atomic.Pointer[string] // nil: not known yet
	flight singleflight.Group     // of auth.test
}

func newSingle(token string, p *retryAfterGate, url string) *single {
	return &single{only: token, api: newAPI(token, p, url)}
}

func (s *single) token(context.Context, workspace) (string, error) { return s.only, nil }

func (s *single) renew(context.Context, workspace, string) (string, error) {
	return "", errors.New("slack: slack.bot_token has expired; token rotation needs slack.client_id and slack.client_secret")
}

// remove does nothing: the token is the operator's.
func (s *single) remove(context.Context, workspace, store.Unix) (bool, error) { return true, nil }

// bot asks Slack whose token this is, and waits for the answer until ctx ends. Concurrent
// calls share one question.
func (s *single) bot(ctx context.Context, _ workspace) string {
	if id := s.botID.Load(); id != nil {
		return *id
	}
	select {
	case r := <-s.flight.DoChan("", s.ask):
		return r.Val.(string)
	case <-ctx.Done():
		return ""
	}
}

// ask returns the id of the bot's user, "" if Slack doesn't say it.
func (s *single) ask() (any, error) {
	ctx, cancel := context.WithTimeout(context.Background(), callTimeout)
	defer cancel()
	who, err := s.api.AuthTestContext(ctx)
	if err != nil || who.UserID == "" {
		return "", nil
	}
	s.botID.Store(&who.UserID)
	return who.UserID, nil
}
