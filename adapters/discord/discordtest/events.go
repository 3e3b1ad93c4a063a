package discordtest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// AcceptEvents verifies an address as the application's Webhook Events URL, as
// Discord does before it saves one: by a ping that must be acknowledged, and by one
// with a wrong signature that must be refused. The error says which of them wasn't answered
// so.
func (s *Server) AcceptEvents(ctx context.Context, address string) error {
	ping := []byte(`{"version":1,"application_id":"` + Application + `","type":0}`)
	if status, err := s.postEvent(ctx, address, ping, s.Sign(ping, s.Now())); err != nil || status != http.StatusNoContent {
		return fmt.Errorf("a ping is answered with %d, %v; want 204", status, err)
	}
	if status, err := s.postEvent(ctx, address, ping, s.Sign([]byte("another"), s.Now())); err != nil || status != http.StatusUnauthorized {
		return fmt.Errorf("a ping with a wrong signature is answered with %d, %v; want 401", status, err)
	}
	return nil
}

// SendEvent sends a webhook event about who, such as "APPLICATION_DEAUTHORIZED", and
// returns the status of the answer. The error says that the endpoint didn't answer.
func (s *Server) SendEvent(ctx context.Context, address, event string, who Person) (status int, err error) {
	raw, err := json.Marshal(map[string]any{
		"version": 1, "application_id": Application, "type": 1,
		"event": map[string]any{"type": event, "timestamp": s.Now().UTC().Format(time.RFC3339), "data": map[string]any{"user": userJSON(who)}},
	})
	if err != nil {
		return 0, err
	}
	return s.postEvent(ctx, address, raw, s.Sign(raw, s.Now()))
}

// postEvent posts an event and checks the acknowledgement: it must have a type and no
// body.
func (s *Server) postEvent(ctx context.Context, address string, raw []byte, h http.Header) (status int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(raw))
	if err != nil {
		return 0, err
	}
	req.Header = h
	resp, err := cmp.Or(s.Client, http.DefaultClient).Do(req)
	if err != nil {
		return 0, err
	}
	defer func() { _ = resp.Body.Close() }() // the body was fully read; Close can't lose data
	body, err := io.ReadAll(resp.Body)
	if resp.StatusCode == http.StatusNoContent && (len(body) > 0 || resp.Header.Get("Content-Type") == "") {
		s.fault("an event is acknowledged with %d bytes of type %q", len(body), resp.Header.Get("Content-Type"))
	}
	return resp.StatusCode, err
}
