package slack

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

// maxBody is the largest delivery that is read, in bytes. An interaction repeats the
// message that was pressed.
const maxBody = 1 << 20

// endpoint takes what Slack delivers over HTTP.
type endpoint struct {
	secret  []byte // signs deliveries
	receive func(context.Context, call) any
	log     *slog.Logger
	now     func() time.Time
}

// Handler serves /slack/commands, /slack/interactions and /slack/events, and if many
// workspaces can install the app, /slack/install and /slack/oauth. Without a signing
// secret it takes no deliveries, because anybody could forge them.
func (a *Adapter) Handler() http.Handler {
	mux := http.NewServeMux()
	if ep := a.endpoint; len(ep.secret) > 0 {
		mux.Handle("POST /slack/commands", ep.signed(ep.serveCommand))
		mux.Handle("POST /slack/interactions", ep.signed(ep.serveInteraction))
		mux.Handle("POST /slack/events", ep.signed(ep.serveEvent))
	}
	if a.oauth != nil {
		mux.HandleFunc("GET /slack/install", a.oauth.limited(a.oauth.serveInstall))
		mux.HandleFunc("GET /slack/oauth", a.oauth.limited(a.oauth.serveReturn))
	}
	return mux
}

// signed reads a request's body, and calls serve if Slack signed it. Slack's checks of the
// certificate (ssl_check) may be unsigned; they get an empty answer.
func (ep *endpoint) signed(serve func(http.ResponseWriter, *http.Request, []byte)) http.Handler {
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
		if d := verify(ep.secret, body, r.Header, ep.now()); d != nil {
			ep.log.Warn("a request to Slack's address was refused", "path", r.URL.Path, "error", d.why, "remedy", d.remedy)
			http.Error(w, "bad signature", http.StatusUnauthorized)
			return
		}
		serve(w, r, body)
	})
}

func (ep *endpoint) serveCommand(w http.ResponseWriter, r *http.Request, body []byte) {
	form, err := url.ParseQuery(string(body))
	if err != nil {
		http.Error(w, "not a form", http.StatusBadRequest)
		return
	}
	ep.writeAnswer(w, ep.receive(r.Context(), decodeCommand(form)))
}

func (ep *endpoint) serveInteraction(w http.ResponseWriter, r *http.Request, body []byte) {
	form, err := url.ParseQuery(string(body))
	if err != nil {
		http.Error(w, "not a form", http.StatusBadRequest)
		return
	}
	c, err := decodeInteraction([]byte(form.Get("payload")))
	if err != nil {
		ep.log.Warn("an interaction could not be read", "error", redact(err))
		http.Error(w, "not an interaction", http.StatusBadRequest)
		return
	}
	ep.writeAnswer(w, ep.receive(r.Context(), c))
}

func (ep *endpoint) serveEvent(w http.ResponseWriter, r *http.Request, body []byte) {
	var e envelope
	if err := json.Unmarshal(body, &e); err != nil {
		ep.log.Warn("an event could not be read", "error", redact(err))
		http.Error(w, "not an event", http.StatusBadRequest)
		return
	}
	if e.Type == "url_verification" {
		ep.writeAnswer(w, map[string]string{"challenge": e.Challenge})
		return
	}
	ep.writeAnswer(w, ep.receive(r.Context(), decodeEvent(e)))
}

// writeAnswer writes body as JSON, or nothing at all.
func (ep *endpoint) writeAnswer(w http.ResponseWriter, body any) {
	if body == nil {
		return
	}
	data, err := json.Marshal(body)
	if err != nil {
		ep.log.Error("an answer to Slack could not be written", "error", err)
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write(data) // an error means that the client hung up
}
