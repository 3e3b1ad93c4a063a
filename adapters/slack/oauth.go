package slack

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"nimbot/chat"
)

// oauth lets workspaces install the app (OAuth 2.0, Slack's v2).
type oauth struct {
	clientID, clientSecret string
	client                 *http.Client
	apiURL                 string
	authorize              string // the page on which somebody allows it
	installs               *installStore
	words                  *chat.Words
	command                string // as in Adapter
	log                    *slog.Logger
	now                    func() time.Time
}

// installFor is how long somebody may take to allow the installation.
const installFor = 10 * time.Minute

// stateCookie binds the way back to the browser that set out.
const stateCookie = "nim-slack-install"

func newOAuth(c Config, client *http.Client, api string, installs *installStore, log *slog.Logger, now func() time.Time) *oauth {
	authorize := "https://slack.com/oauth/v2/authorize"
	if c.APIURL != "" {
		authorize = strings.TrimSuffix(c.APIURL, "/") + "/oauth/v2/authorize"
	}
	return &oauth{
		clientID: c.ClientID, clientSecret: c.ClientSecret, client: client, apiURL: api, authorize: authorize,
		installs: installs, words: c.Words, log: log, now: now,
	}
}

// serveInstall sends the browser to Slack.
func (o *oauth) serveInstall(w http.ResponseWriter, r *http.Request) {
	state := o.newState()
	http.SetCookie(w, &http.Cookie{
		Name: stateCookie, Value: state, Path: "/slack/", MaxAge: int(installFor.Seconds()), HttpOnly: true,
		Secure: r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https", SameSite: http.SameSiteLaxMode,
	})
	q := url.Values{"client_id": {o.clientID}, "scope": {strings.Join(scopeNames(), ",")}, "state": {state}}
	http.Redirect(w, r, o.authorize+"?"+q.Encode(), http.StatusFound)
}

// newState is a state that any replica recognises: a random word and a time,
// signed.
func (o *oauth) newState() string {
	state := rand.Text() + "." + strconv.FormatInt(o.now().Add(installFor).Unix(), 10)
	return state + "." + o.stateSignature(state)
}

func (o *oauth) stateSignature(state string) string {
	mac := hmac.New(sha256.New, []byte(o.clientSecret))
	mac.Write([]byte("state:" + state)) // a hash never fails
	return hex.EncodeToString(mac.Sum(nil))
}

func (o *oauth) checkState(state string) bool {
	i := strings.LastIndexByte(state, '.')
	if i < 0 || !hmac.Equal([]byte(state[i+1:]), []byte(o.stateSignature(state[:i]))) {
		return false
	}
	_, until, _ := strings.Cut(state[:i], ".")
	sec, err := strconv.ParseInt(until, 10, 64)
	return err == nil && o.now().Unix() < sec
}

// serveReturn takes the browser back from Slack and keeps the installation.
func (o *oauth) serveReturn(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	cookie, err := r.Cookie(stateCookie)
	if err != nil || cookie.Value != q.Get("state") || !o.checkState(q.Get("state")) {
		o.page(w, r, http.StatusBadRequest, text("slack.install.state"))
		return
	}
	http.SetCookie(w, &http.Cookie{Name: stateCookie, Path: "/slack/", MaxAge: -1})
	if q.Get("code") == "" {
		o.page(w, r, http.StatusOK, text("slack.install.denied"))
		return
	}
	g, err := o.exchange(r.Context(), q.Get("code"))
	if err == nil {
		err = o.installs.add(r.Context(), g)
	}
	if err != nil {
		o.log.Error("an installation failed", "error", err, "remedy", "check slack.client_id, slack.client_secret and the store")
		o.page(w, r, http.StatusBadGateway, text("slack.install.failed"))
		return
	}
	o.log.Info("the app was installed", "workspace", g.workspace.id(), "scopes", g.scopes)
	o.page(w, r, http.StatusOK, text("slack.install.done", "workspace", g.name))
}

// exchange turns the code of the way back into an installation.
func (o *oauth) exchange(ctx context.Context, code string) (granted, error) {
	resp, err := slackapi.GetOAuthV2ResponseContext(ctx, o.client, o.clientID, o.clientSecret, code, "", slackapi.OAuthOptionAPIURL(o.apiURL))
	if err != nil {
		return granted{}, redact(err)
	}
	g := granted{
		workspace: workspace{Team: resp.Team.ID, Enterprise: resp.Enterprise.ID, Org: resp.IsEnterpriseInstall},
		name:      resp.Team.Name, bot: resp.BotUserID, scopes: resp.Scope, tokens: o.tokens(resp),
	}
	if g.workspace.Org {
		g.name = resp.Enterprise.Name
	}
	if g.access == "" || g.workspace.id() == "" {
		return granted{}, errors.New("slack: the installation came without a bot token or a workspace")
	}
	return g, nil
}

func (o *oauth) tokens(resp *slackapi.OAuthV2Response) tokens {
	t := tokens{access: resp.AccessToken, refresh: resp.RefreshToken}
	if resp.ExpiresIn > 0 {
		t.expires = o.now().Add(time.Duration(resp.ExpiresIn) * time.Second)
	}
	return t
}

// refresh exchanges a refresh token, which is worth nothing afterwards.
func (o *oauth) refresh(ctx context.Context, token string) (tokens, error) {
	resp, err := slackapi.RefreshOAuthV2TokenContext(ctx, o.client, o.clientID, o.clientSecret, token, slackapi.OAuthOptionAPIURL(o.apiURL))
	if err != nil {
		return tokens{}, redact(err)
	}
	if resp.AccessToken == "" {
		return tokens{}, errors.New("slack: a token was renewed to nothing")
	}
	return o.tokens(resp), nil
}

var installPage = template.Must(template.New("page").Parse(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{{.Title}}</title>` +
	`<style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}</style><h1>{{.Title}}</h1><p>{{.Text}}</p>`))

func (o *oauth) page(w http.ResponseWriter, r *http.Request, status int, t chat.Text) {
	locale, _, _ := strings.Cut(r.Header.Get("Accept-Language"), ",")
	v := chat.Voice{Locale: locale, Command: o.command}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	w.WriteHeader(status)
	_ = installPage.Execute(w, map[string]string{
		"Title": o.words.Say(text("bot.name"), v), "Text": plain(o.words.Say(t, v)),
	})
}
