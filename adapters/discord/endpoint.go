package discord

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

const (
	// maxBody is far beyond any interaction: a pressed message with 40
	// components stays below 64 kB.
	maxBody = 1 << 20
	// usualBody caps the buffer that is preallocated from Content-Length, so that a request which
	// merely claims to be long takes no memory.
	usualBody = 64 << 10
	// maxSkew is how far the time of a signed request may differ from ours. An
	// interaction expires after three seconds, but clocks are off by minutes. A request that is
	// sent again within that time is recognized by its interaction's id.
	maxSkew = 5 * time.Minute
)

// Endpoint serves the application's Interactions Endpoint URL. publicKey is the application's
// public key, in hexadecimal. Every request must be signed with it and fresh; Discord tests this
// with bad signatures. A repeated request is recognized by its interaction's id, which package chat
// keeps with the game. The error says that publicKey isn't a key.
func (a *Adapter) Endpoint(publicKey string) (http.Handler, error) {
	key, err := parseKeySetting(publicKey)
	if err != nil {
		return nil, err
	}
	return &endpoint{adapter: a, key: key}, nil
}

// parseKeySetting is ParsePublicKey of the setting discord.public_key, which the error names.
func parseKeySetting(publicKey string) (ed25519.PublicKey, error) {
	key, err := ParsePublicKey(publicKey)
	if err != nil {
		return nil, fmt.Errorf("discord.public_key: %w", err)
	}
	return key, nil
}

// endpoint verifies requests and passes them to the adapter.
type endpoint struct {
	adapter *Adapter
	key     ed25519.PublicKey
}

func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, ok := e.readVerified(w, r)
	if !ok {
		return
	}
	e.adapter.tasks.begin()
	defer e.adapter.tasks.end()
	// The command is done even if the connection is lost.
	answer, err := e.adapter.Interact(context.WithoutCancel(r.Context()), raw)
	if err != nil {
		e.adapter.log.WarnContext(r.Context(), "discord: a signed request could not be answered", "error", err)
		http.Error(w, http.StatusText(http.StatusBadRequest), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", answer.ContentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(answer.Body)))
	_, err = w.Write(answer.Body)
	if err == nil {
		err = http.NewResponseController(w).Flush() // Write may only fill a buffer; this notices a lost connection, and then a worker shows the board
	}
	if err != nil {
		e.adapter.log.InfoContext(r.Context(), "discord: an answer could not be written", "error", err)
		return
	}
	e.adapter.Finish(answer)
}

// readVerified returns the body of a request whose signature and time are valid. It
// answers any other request itself and returns ok = false.
func (e *endpoint) readVerified(w http.ResponseWriter, r *http.Request) (raw []byte, ok bool) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "POST only", http.StatusMethodNotAllowed)
		return nil, false
	}
	raw, status, why := e.read(w, r)
	if status != http.StatusOK {
		e.adapter.log.InfoContext(r.Context(), "discord: a request was refused", "status", status, "bytes", r.ContentLength, "why", why)
		http.Error(w, http.StatusText(status), status)
		return nil, false
	}
	return raw, true
}

// read returns the verified body and 200, or the HTTP status to refuse the request with, and why. What
// anybody may send is refused before its body is read, if its headers suffice.
func (e *endpoint) read(w http.ResponseWriter, r *http.Request) (raw []byte, status int, why string) {
	timestamp := r.Header.Get("X-Signature-Timestamp")
	signature, err := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	if err != nil || len(signature) != ed25519.SignatureSize {
		return nil, http.StatusUnauthorized, unsigned
	}
	if why := e.distrustTime(timestamp); why != "" {
		return nil, http.StatusUnauthorized, why
	}
	// The signature covers the time and the body.
	var message bytes.Buffer
	message.Grow(len(timestamp) + int(min(max(r.ContentLength, 0), usualBody)) + bytes.MinRead)
	message.WriteString(timestamp)
	_, err = message.ReadFrom(http.MaxBytesReader(w, r.Body, maxBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, http.StatusRequestEntityTooLarge, "it's larger than anything that Discord sends"
	case err != nil:
		return nil, http.StatusBadRequest, "it was cut short"
	case !ed25519.Verify(e.key, message.Bytes(), signature):
		return nil, http.StatusUnauthorized, "its signature doesn't match discord.public_key; if Discord can't save the endpoint, copy the key from the application's General Information page (saving it sends one wrong signature on purpose)"
	}
	return message.Bytes()[len(timestamp):], http.StatusOK, ""
}

// unsigned is why a request is refused whose headers hold no signature.
const unsigned = "it isn't signed, so it didn't come from Discord"

// distrustTime says for the log why a request's time isn't near enough to now, "" if it is.
func (e *endpoint) distrustTime(timestamp string) string {
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return unsigned
	}
	ahead := e.adapter.now().Sub(time.Unix(sent, 0))
	if ahead.Abs() <= maxSkew {
		return ""
	}
	side := "ahead of"
	if ahead < 0 {
		side = "behind"
	}
	return fmt.Sprintf("this machine's clock is %s %s its time; if that goes for every request, have the clock set by NTP", ahead.Abs().Round(time.Second), side)
}
