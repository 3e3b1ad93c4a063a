package slack

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"nimbot/adapters/clientip"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/bounds"
)

// oauth lets workspaces install the app (OAuth 2.0, Slack's v2).
type oauth struct {
	clientID, clientSecret string
	client                 gatedClient
	apiURL                 string
	authorize              string // the address of the page on which a person allows it
	installs               *installStore
	words                  *words.Catalogue
	command                string // as in Config
	remote                 func(*http.Request) string
	visits                 *bounds.Buckets // by visitor's address
	log                    *slog.Logger
	now                    func() time.Time
}

// installFor is how long a person may take to allow the installation. An address may
// make installBurst visits at once, then one each installEvery: every visit may call
// Slack and the store.
const (
	installFor   = 10 * time.Minute
	installEvery = 6 * time.Second
	installBurst = 20
)

// stateCookie binds the return from Slack to the browser that left.
const stateCookie = "nim-slack-install"

func newOAuth(c Config, client gatedClient, api string, installs *installStore) *oauth {
	authorize := "https://slack.com/oauth/v2/authorize"
	if c.APIURL != "" {
		authorize = strings.TrimSuffix(c.APIURL, "/") + "/oauth/v2/authorize"
	}
	if c.Remote == nil {
		c.Remote = clientip.Proxies{}.Client
	}
	return &oauth{
		clientID: c.ClientID, clientSecret: c.ClientSecret, client: client, apiURL: api, authorize: authorize,
		installs: installs, words: c.Words, command: c.Command, log: c.Log, now: c.Now,
		remote: c.Remote, visits: bounds.NewBuckets(bounds.Rate{Every: installEvery, Burst: installBurst}, c.Now),
	}
}

// limited bounds how often one address is served.
func (o *oauth) limited(serve http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !o.visits.Take(o.remote(r)) {
			w.Header().Set("Retry-After", strconv.Itoa(int(installEvery.Seconds())))
			o.page(w, r, http.StatusTooManyRequests, words.New("slack.install.busy"))
			return
		}
		serve(w, r)
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

// newState makes a state that every replica recognizes: a signed nonce and time.
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

// serveReturn receives the browser from Slack and stores the installation.
func (o *oauth) serveReturn(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	cookie, err := r.Cookie(stateCookie)
	if err != nil || cookie.Value != q.Get("state") || !o.checkState(q.Get("state")) {
		o.page(w, r, http.StatusBadRequest, words.New("slack.install.state"))
		return
	}
	http.SetCookie(w, &http.Cookie{Name: stateCookie, Path: "/slack/", MaxAge: -1})
	switch err := o.consumeState(r.Context(), cookie.Value); {
	case errors.Is(err, store.ErrConflict):
		o.page(w, r, http.StatusBadRequest, words.New("slack.install.used"))
		return
	case err != nil:
		o.failed(w, r, err)
		return
	}
	if q.Get("code") == "" {
		o.page(w, r, http.StatusOK, words.New("slack.install.denied"))
		return
	}
	g, err := o.exchange(r.Context(), q.Get("code"))
	if err == nil {
		err = o.installs.add(r.Context(), g)
	}
	if err != nil {
		o.failed(w, r, err)
		return
	}
	o.log.Info("the app was installed", "workspace", g.workspace.id(), "scopes", g.scopes)
	o.page(w, r, http.StatusOK, words.New("slack.install.done", "workspace", g.name))
}

func (o *oauth) failed(w http.ResponseWriter, r *http.Request, err error) {
	o.log.Error("an installation failed", "error", err, "remedy", "check slack.client_id, slack.client_secret and the store")
	o.page(w, r, http.StatusBadGateway, words.New("slack.install.failed"))
}

// consumeState makes a state invalid for every replica, by writing a record that lasts
// until the state expires. store.ErrConflict means that it was used before.
func (o *oauth) consumeState(ctx context.Context, state string) error {
	key := fmt.Sprintf("slack-state/%x", sha256.Sum256([]byte(state)))
	data := append(store.AppendHeader(nil, 1), `,"by":"`+rand.Text()+`"}`...)
	rec, err := o.installs.store.Commit(ctx, key, store.Write{Data: data, Expires: o.now().Add(installFor)})
	if errors.Is(err, store.ErrConflict) && bytes.Equal(rec.Data, data) {
		return nil // the first try of a repeated write had succeeded
	}
	return err
}

// exchange exchanges the returned code for an installation.
func (o *oauth) exchange(ctx context.Context, code string) (oauthGrant, error) {
	resp, err := slackapi.GetOAuthV2ResponseContext(ctx, o.client, o.clientID, o.clientSecret, code, "", slackapi.OAuthOptionAPIURL(o.apiURL))
	if err != nil {
		return oauthGrant{}, redact(err)
	}
	g := oauthGrant{
		workspace: workspace{Team: resp.Team.ID, Enterprise: resp.Enterprise.ID, Org: resp.IsEnterpriseInstall},
		name:      resp.Team.Name, bot: resp.BotUserID, scopes: resp.Scope, tokens: o.tokens(resp),
	}
	if g.workspace.Org {
		g.name = resp.Enterprise.Name
	}
	if g.access == "" || g.workspace.id() == "" {
		return oauthGrant{}, errors.New("slack: the installation came without a bot token or a workspace")
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

// refresh exchanges a refresh token, which can be used only once, for new tokens.
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

func (o *oauth) page(w http.ResponseWriter, r *http.Request, status int, t words.Text) {
	locale, _, _ := strings.Cut(r.Header.Get("Accept-Language"), ",")
	v := words.Voice{Locale: locale, Command: o.command}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer") // the address holds the code
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	w.WriteHeader(status)
	_ = installPage.Execute(w, map[string]string{
		"Title": o.words.Say(words.New("bot.name"), v), "Text": plain(o.words.Say(t, v)),
	})
}
