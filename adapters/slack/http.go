package slack

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/time/rate"
)

// maxBody is the largest request that is read: an interaction repeats the
// message that was pressed.
const maxBody = 1 << 20

// Handler serves /slack/commands, /slack/interactions and /slack/events, and
// where the app can be installed, /slack/install and /slack/oauth. Without a
// signing secret there are no deliveries over HTTP: anybody could sign them.
func (a *Adapter) Handler() http.Handler {
	mux := http.NewServeMux()
	signed := func(path string, serve func(http.ResponseWriter, *http.Request, []byte)) {
		if len(a.secret) > 0 {
			mux.Handle("POST "+path, a.signed(serve))
		}
	}
	signed("/slack/commands", a.serveCommand)
	signed("/slack/interactions", a.serveInteraction)
	signed("/slack/events", a.serveEvent)
	if a.oauth != nil {
		mux.HandleFunc("GET /slack/install", a.oauth.limited(a.oauth.serveInstall))
		mux.HandleFunc("GET /slack/oauth", a.oauth.limited(a.oauth.serveReturn))
	}
	return mux
}

// signed reads a request's body and lets through what Slack signed, and its
// checks of the certificate, which may be unsigned and do nothing.
func (a *Adapter) signed(serve func(http.ResponseWriter, *http.Request, []byte)) http.Handler {
	quiet := rate.Sometimes{First: 3, Interval: 10 * time.Second}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		var large *http.MaxBytesError
		switch {
		case errors.As(err, &large):
			http.Error(w, "too large", http.StatusRequestEntityTooLarge)
			return
		case err != nil:
			http.Error(w, "unreadable", http.StatusBadRequest)
			return
		}
		if form, err := url.ParseQuery(string(body)); err == nil && form.Get("ssl_check") == "1" {
			return
		}
		if err := verify(a.secret, body, r.Header, a.now()); err != nil {
			quiet.Do(func() {
				a.log.Warn("a request to Slack's address was refused", "path", r.URL.Path, "error", err,
					"remedy", "if it came from Slack, set slack.signing_secret to the one of the app's Basic Information page, and set this machine's clock")
			})
			http.Error(w, "bad signature", http.StatusUnauthorized)
			return
		}
		serve(w, r, body)
	})
}

func (a *Adapter) serveCommand(w http.ResponseWriter, r *http.Request, body []byte) {
	form, err := url.ParseQuery(string(body))
	if err != nil {
		http.Error(w, "not a form", http.StatusBadRequest)
		return
	}
	a.writeAnswer(w, a.receive(r.Context(), decodeCommand(form)))
}

func (a *Adapter) serveInteraction(w http.ResponseWriter, r *http.Request, body []byte) {
	form, err := url.ParseQuery(string(body))
	if err != nil {
		http.Error(w, "not a form", http.StatusBadRequest)
		return
	}
	c, err := decodeInteraction([]byte(form.Get("payload")))
	if err != nil {
		a.log.Warn("an interaction could not be read", "error", redact(err))
		http.Error(w, "not an interaction", http.StatusBadRequest)
		return
	}
	a.writeAnswer(w, a.receive(r.Context(), c))
}

func (a *Adapter) serveEvent(w http.ResponseWriter, r *http.Request, body []byte) {
	var e envelope
	if err := json.Unmarshal(body, &e); err != nil {
		a.log.Warn("an event could not be read", "error", redact(err))
		http.Error(w, "not an event", http.StatusBadRequest)
		return
	}
	if e.Type == "url_verification" {
		a.writeAnswer(w, map[string]string{"challenge": e.Challenge})
		return
	}
	a.writeAnswer(w, a.receive(r.Context(), decodeEvent(e)))
}

// receive does what c asks for, once however often it is delivered, and
// returns the body of the answer, nil for an empty one. What it begins goes on
// when whoever delivered it hangs up.
func (a *Adapter) receive(ctx context.Context, c call) any {
	ctx = context.WithoutCancel(ctx)
	if c.kind == nothing {
		a.log.Debug("Slack delivered something that is not for us", "id", c.id)
		return nil
	}
	if c.id != "" && !a.seen.first(c.workspace.id()+" "+c.id) {
		return nil
	}
	c.response = a.admit(c)
	switch c.kind {
	case openForm:
		a.openForm(ctx, c)
	case form:
		return a.submit(ctx, c)
	case openHome:
		a.openHome(ctx, c)
	case removed:
		a.uninstalled(ctx, c)
	case barredBy:
		for _, team := range c.teams {
			a.noteRemoved(ctx, team)
		}
	default:
		if body := a.converse(ctx, c); body != nil {
			return body
		}
	}
	return nil
}

// uninstalled forgets the tokens of a workspace that has removed the app. Slack
// repeats an event for minutes: the app may have been installed again meanwhile.
func (a *Adapter) uninstalled(ctx context.Context, c call) {
	a.noteRemoved(ctx, c.workspace.id())
	gone, err := a.installs.remove(ctx, c.workspace, c.at)
	switch {
	case err != nil:
		a.log.Error("the tokens of a workspace that removed the app could not be deleted", "workspace", c.workspace.id(), "error", err)
	case gone:
		a.log.Info("a workspace removed the app", "workspace", c.workspace.id())
	default:
		a.log.Info("a workspace had removed the app before it installed it again", "workspace", c.workspace.id())
	}
}

// writeAnswer writes body as JSON, or nothing at all.
func (a *Adapter) writeAnswer(w http.ResponseWriter, body any) {
	if body == nil {
		return
	}
	data, err := json.Marshal(body)
	if err != nil {
		a.log.Error("an answer to Slack could not be written", "error", err)
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write(data) // whoever hung up does not read it
}
