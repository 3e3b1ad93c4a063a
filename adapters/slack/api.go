package slack

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"

	slackapi "github.com/slack-go/slack"
)

// errNotInstalled: there is no token for this workspace.
var errNotInstalled = errors.New("slack: the app is not installed in this workspace")

// installations knows the token of each workspace.
type installations interface {
	// token is the bot's token for w, renewed if its time is nearly over, or
	// errNotInstalled.
	token(ctx context.Context, w workspace) (string, error)
	// renew replaces a token that Slack called expired.
	renew(ctx context.Context, w workspace, token string) (string, error)
	// remove forgets the installation.
	remove(ctx context.Context, w workspace) error
	// bot is the bot's own user id, "" when it is not known.
	bot(ctx context.Context, w workspace) string
}

// apiURL is where Slack's methods are, ending in a slash: base, which may be
// that of a proxy or of a test, or Slack's own.
func apiURL(base string) string {
	if base == "" {
		return slackapi.APIURL
	}
	return strings.TrimSuffix(base, "/") + "/api/"
}

func newAPI(token string, client *http.Client, url string) *slackapi.Client {
	return slackapi.New(token, slackapi.OptionHTTPClient(client), slackapi.OptionAPIURL(url))
}

// call runs f with the workspace's token. A token that has expired is renewed,
// and f then run once more: Slack refused the first call before doing anything.
func (a *Adapter) call(ctx context.Context, w workspace, f func(*slackapi.Client) error) error {
	token, err := a.installs.token(ctx, w)
	if err != nil {
		return err
	}
	err = f(newAPI(token, a.client, a.apiURL))
	if t, _ := diagnose(err); t != expired {
		return err
	}
	token, renewErr := a.installs.renew(ctx, w, token)
	if renewErr != nil {
		return errors.Join(err, renewErr)
	}
	return f(newAPI(token, a.client, a.apiURL))
}

// single is the only workspace of an app that was installed by hand.
type single struct {
	only string
	api  *slackapi.Client

	mu    sync.Mutex
	botID string
	asked bool
}

func newSingle(token string, client *http.Client, url string) *single {
	return &single{only: token, api: newAPI(token, client, url)}
}

func (s *single) token(context.Context, workspace) (string, error) { return s.only, nil }

func (s *single) renew(context.Context, workspace, string) (string, error) {
	return "", errors.New("slack: slack.bot_token has expired; token rotation needs slack.client_id and slack.client_secret")
}

// remove does nothing: the token is the operator's.
func (s *single) remove(context.Context, workspace) error { return nil }

// bot asks Slack once who the token belongs to.
func (s *single) bot(ctx context.Context, _ workspace) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asked {
		return s.botID
	}
	who, err := s.api.AuthTestContext(ctx)
	if t, _ := diagnose(err); t == busy || t == unsent || t == unclear {
		return "" // ask again next time
	}
	s.asked = true
	if err == nil {
		s.botID = who.UserID
	}
	return s.botID
}

// newSocketAPI calls Slack with the app's own token.
func newSocketAPI(token string, client *http.Client, url string) *slackapi.Client {
	return slackapi.New("", slackapi.OptionHTTPClient(client), slackapi.OptionAPIURL(url), slackapi.OptionAppLevelToken(token))
}
