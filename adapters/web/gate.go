package web

import (
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"sync"

	"nimbot/adapters/clientip"
	"nimbot/game/dialog"
	"nimbot/store"
)

// gate authenticates and rate-limits requests, and answers the refused ones.
type gate struct {
	*Options
	renderer *renderer
	people   *people
	rates    *rateLimiter
	hidden   sync.Once // logs an untrusted proxy once
}

// refuse answers with status and a localized reason.
func (g *gate) refuse(w http.ResponseWriter, r *http.Request, status int, key string, args ...any) {
	if status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "5")
	}
	writeJSON(w, status, postResponse{Refused: g.renderer.text(localeOf(r), key, args...)})
}

// client identifies the origin of a request, for limits.
func (g *gate) client(r *http.Request) string {
	if g.Proxies.ClaimsUntrusted(r) {
		g.hidden.Do(func() {
			g.Log.Warn("a request says that a proxy forwarded it, but http.trusted_proxy does not name that proxy; its visitors count as one address; name the proxy there, unless visitors made the header up")
		})
	}
	return g.Proxies.Client(r)
}

// isLocal reports whether a request to a local page comes from its own machine. A page
// behind a proxy isn't local, whatever the proxy says.
func (g *gate) isLocal(r *http.Request) bool { return g.Local && clientip.IsDirect(r) }

// personOf returns the person called name if it belongs to the browser; people.personOf has the
// errors. There are moderators on a local page only.
func (g *gate) personOf(r *http.Request, name string) (dialog.User, error) {
	if v, ok := visitOf(r); ok {
		return v.User, nil
	}
	who, err := g.people.personOf(r.Context(), browserOf(r), name)
	who.Moderator = who.Moderator && g.isLocal(r)
	return who, err
}

// reader returns the person that the address names as the reader. ok is false if the
// request was refused.
func (g *gate) reader(w http.ResponseWriter, r *http.Request) (who dialog.User, ok bool) {
	if !g.rates.mayAsk(browserOf(r)) {
		g.refuse(w, r, http.StatusTooManyRequests, "limited")
		return who, false
	}
	who, err := g.personOf(r, r.URL.Query().Get("as"))
	if err != nil {
		g.fail(w, r, err)
		return who, false
	}
	return who, true
}

// asker returns who asks and in which channel, "" if none. If ok is false, the request
// was refused.
func (g *gate) asker(w http.ResponseWriter, r *http.Request) (who dialog.User, channel string, ok bool) {
	if who, ok = g.reader(w, r); !ok {
		return who, "", false
	}
	channel, _ = cleanChannel(r.URL.Query().Get("channel"))
	return who, channel, true
}

// onlooker admits a visitor without a name. ok is false if the request was refused.
func (g *gate) onlooker(w http.ResponseWriter, r *http.Request) (ok bool) {
	if ok = g.rates.mayLook(g.client(r)); !ok {
		g.refuse(w, r, http.StatusTooManyRequests, "limited")
	}
	return ok
}

// fail answers with the refusal for an error of people, of the hub or of the store.
func (g *gate) fail(w http.ResponseWriter, r *http.Request, err error) {
	var alike *alikeError
	switch {
	case errors.As(err, &alike):
		g.refuse(w, r, http.StatusConflict, "web.name-alike", "other", inertName(alike.other))
	case errors.Is(err, errForged):
		g.refuse(w, r, http.StatusForbidden, "web.not-yours")
	case errors.Is(err, errTaken):
		g.refuse(w, r, http.StatusConflict, "web.name-taken")
	case errors.Is(err, errFull):
		g.refuse(w, r, http.StatusServiceUnavailable, "web.channels-full")
	case errors.Is(err, errOwn):
		g.refuse(w, r, http.StatusTooManyRequests, "web.own-full")
	case errors.Is(err, errPages), errors.Is(err, errClosed):
		g.refuse(w, r, http.StatusServiceUnavailable, "web.full")
	case errors.Is(err, store.ErrNewer):
		g.Log.WarnContext(r.Context(), "a person's document is of a newer version; upgrade this replica", "error", err)
		g.refuse(w, r, http.StatusServiceUnavailable, "store.newer")
	case errors.Is(err, store.ErrCorrupt):
		g.Log.ErrorContext(r.Context(), "a person's document cannot be read; nothing was changed", "error", err)
		g.refuse(w, r, http.StatusInternalServerError, "broken")
	default:
		g.Log.WarnContext(r.Context(), "the store did not answer", "error", err)
		g.refuse(w, r, http.StatusServiceUnavailable, "web.away")
	}
}

// read decodes the body of a POST into v. If it returns false, the request was refused.
func (g *gate) read(w http.ResponseWriter, r *http.Request, v any) bool {
	// A form of another site cannot send this type.
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		g.refuse(w, r, http.StatusUnsupportedMediaType, "web.bad-request")
		return false
	}
	err := json.NewDecoder(r.Body).Decode(v)
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		g.refuse(w, r, http.StatusRequestEntityTooLarge, "web.too-long", "max", maxSaid)
	case err != nil:
		g.refuse(w, r, http.StatusBadRequest, "web.bad-request")
	}
	return err == nil
}

// writeJSON answers with v.
func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // a visitor who went away
}

// writeLongJSON answers with much data, compressed for a browser that can read that.
func writeLongJSON(w http.ResponseWriter, r *http.Request, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	newBody(encodeJSON(v)).write(w, r, http.StatusOK)
}
