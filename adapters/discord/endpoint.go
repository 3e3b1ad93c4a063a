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
	// interaction expires after three seconds, but clocks are off by minutes.
	maxSkew = 5 * time.Minute
)

// Endpoint serves the application's Interactions Endpoint URL. publicKey is the application's
// public key, in hexadecimal. Every request must be signed with it and fresh; Discord tests this
// with bad signatures. A repeated request is recognized by its interaction's id, which package chat
// keeps with the game. The error says that publicKey isn't a key.
func (a *Adapter) Endpoint(publicKey string) (http.Handler, error) {
	key, err := parseConfigured(publicKey)
	if err != nil {
		return nil, err
	}
	return &endpoint{adapter: a, key: key}, nil
}

// parseConfigured is ParsePublicKey with the configuration's remedy.
func parseConfigured(publicKey string) (ed25519.PublicKey, error) {
	key, err := ParsePublicKey(publicKey)
	if err != nil {
		return nil, fmt.Errorf("discord.public_key: %w", err)
	}
	return key, nil
}

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
		err = http.NewResponseController(w).Flush() // notices a lost answer
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
		e.adapter.log.InfoContext(r.Context(), "discord: a request was refused", "status", status, "why", why)
		http.Error(w, http.StatusText(status), status)
		return nil, false
	}
	return raw, true
}

// read returns the verified body and 200, or the HTTP status to refuse the request with, and why.
func (e *endpoint) read(w http.ResponseWriter, r *http.Request) (raw []byte, status int, why string) {
	// The signature covers the time and the body.
	timestamp := r.Header.Get("X-Signature-Timestamp")
	var message bytes.Buffer
	message.Grow(len(timestamp) + int(min(max(r.ContentLength, 0), usualBody)) + bytes.MinRead)
	message.WriteString(timestamp)
	_, err := message.ReadFrom(http.MaxBytesReader(w, r.Body, maxBody))
	raw = message.Bytes()[len(timestamp):]
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return raw, http.StatusRequestEntityTooLarge, "it's larger than anything that Discord sends"
	case err != nil:
		return raw, http.StatusBadRequest, "it was cut short"
	}
	if why := e.distrust(timestamp, message.Bytes(), r.Header.Get("X-Signature-Ed25519")); why != "" {
		return raw, http.StatusUnauthorized, why
	}
	return raw, http.StatusOK, ""
}

// distrust says for the log why a request with this time, signed message and signature isn't
// trusted, "" if it is.
func (e *endpoint) distrust(timestamp string, message []byte, signature string) string {
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	switch {
	case signature == "" || err != nil:
		return "it isn't signed, so it didn't come from Discord"
	case !e.isSigned(message, signature):
		return "its signature doesn't match discord.public_key; if Discord can't save the endpoint, copy the key from the application's General Information page (saving it sends one wrong signature on purpose)"
	}
	if ahead := e.adapter.now().Sub(time.Unix(sent, 0)); ahead.Abs() > maxSkew {
		side := "ahead of"
		if ahead < 0 {
			side = "behind"
		}
		return fmt.Sprintf("its signature is right, but this machine's clock is %s %s Discord's; have it set by NTP", ahead.Abs().Round(time.Second), side)
	}
	return ""
}

// isSigned reports whether a hexadecimal signature of message is the application's.
func (e *endpoint) isSigned(message []byte, signature string) bool {
	s, err := hex.DecodeString(signature)
	return err == nil && ed25519.Verify(e.key, message, s)
}
