package discord

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// webhookEvent is the used part of an event that Discord sends to the Webhook Events
// URL.
type webhookEvent struct {
	Type  int `json:"type"` // 0: a ping, 1: an event
	Event struct {
		Type string `json:"type"`
		Data struct {
			User user `json:"user"`
		} `json:"data"`
	} `json:"event"`
}

const (
	webhookPing  = 0
	deauthorized = "APPLICATION_DEAUTHORIZED"
	// noteWithin bounds the recording of an event; Discord repeats an event that isn't
	// acknowledged within three seconds.
	noteWithin = 2500 * time.Millisecond
)

// Events serves the application's Webhook Events URL, which reports people who removed
// the app from their account. Requests are signed as for Endpoint. Other events are only
// acknowledged. The error says that publicKey isn't a key.
func (a *Adapter) Events(publicKey string) (http.Handler, error) {
	key, err := parseKeySetting(publicKey)
	if err != nil {
		return nil, err
	}
	return &events{endpoint{adapter: a, key: key}}, nil
}

type events struct{ endpoint }

func (e *events) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, ok := e.readVerified(w, r)
	if !ok {
		return
	}
	a := e.adapter
	var told webhookEvent
	if err := json.Unmarshal(raw, &told); err != nil {
		http.Error(w, http.StatusText(http.StatusBadRequest), http.StatusBadRequest)
		return
	}
	user := told.Event.Data.User.ID
	if told.Type != webhookPing && told.Event.Type == deauthorized && IsID(user) && a.uninstalled != nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), noteWithin)
		defer cancel()
		if err := a.uninstalled(ctx, user); err != nil {
			a.log.WarnContext(ctx, "discord: that somebody removed the app could not be noted; Discord tells it again", "error", err)
			http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
			return
		}
	}
	w.Header().Set("Content-Type", jsonType) // Discord requires it even without a body
	w.WriteHeader(http.StatusNoContent)
}
