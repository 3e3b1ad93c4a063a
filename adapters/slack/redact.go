package slack

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"runtime"

	"github.com/gorilla/websocket"
	slackapi "github.com/slack-go/slack"
)

// redacted is an error from outside that may be logged. The original is only for
// errors.Is and errors.As: its text may hold a secret address, or whatever the other
// side wrote.
type redacted struct {
	text  string
	cause error
}

func (r *redacted) Error() string { return r.text }
func (r *redacted) Unwrap() error { return r.cause }

// redact makes an error of the network, the library or Slack safe to log and return.
// Every call to the outside passes its error through it.
func redact(err error) error {
	if err == nil {
		return nil
	}
	return &redacted{reason(err), err}
}

// codes is the form of Slack's error codes; any other text may be an echo of what was
// sent.
var codes = regexp.MustCompile(`^[a-z_]{1,64}$`)

// errorCode returns Slack's error code as it may be logged.
func errorCode(code string) string {
	if codes.MatchString(code) {
		return code
	}
	return "an error without a code"
}

// reason describes err by its kind. It repeats err's text only if the program itself
// wrote it.
func reason(err error) string {
	var (
		code     slackapi.SlackErrorResponse
		status   slackapi.StatusCodeError
		limit    *slackapi.RateLimitedError
		cert     *tls.CertificateVerificationError
		network  *net.OpError
		closed   *websocket.CloseError
		syntax   *json.SyntaxError
		mistyped *json.UnmarshalTypeError
	)
	switch {
	case errors.As(err, &code):
		return errorCode(code.Err)
	case errors.As(err, &limit):
		return fmt.Sprintf("rate limited for %v", limit.RetryAfter)
	case errors.As(err, &status):
		return fmt.Sprintf("HTTP status %d", status.Code)
	case errors.Is(err, context.Canceled):
		return "cancelled"
	case errors.As(err, &cert):
		return cert.Error()
	case errors.As(err, &network):
		return network.Error() // it names a host and the system's error
	case isTimeout(err):
		return "no answer in time"
	case errors.As(err, &closed):
		return fmt.Sprintf("the websocket was closed with code %d", closed.Code)
	case errors.Is(err, websocket.ErrBadHandshake):
		return "the other side does not speak WebSocket"
	case errors.Is(err, http.ErrSchemeMismatch):
		return "the other side speaks HTTP without TLS"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the connection ended before the answer"
	case errors.As(err, &syntax):
		return fmt.Sprintf("not JSON at byte %d", syntax.Offset)
	case errors.As(err, &mistyped):
		return fmt.Sprintf("JSON of another type than expected at byte %d", mistyped.Offset)
	}
	return "the call failed"
}

// isTimeout reports whether a call timed out.
func isTimeout(err error) bool {
	var slow net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &slow) && slow.Timeout()
}

// panicText returns the part of a panic that may be logged: the runtime's message, but no
// value of ours, which may be what a person typed.
func panicText(p any) string {
	if err, ok := p.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("a %T", p)
}
