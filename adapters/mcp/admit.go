package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"nimbot/store/bounds"
)

// The bounds of what is decoded. An agent makes some five requests for each call, most of them to
// connect.
const (
	requestsAtOnce = 100 // of one address, and one each requestEvery after that
	requestEvery   = time.Second / 10
	// openPerAddress is how many requests of one address are read and answered at the same time,
	// and maxRunning how many requests of all are. One that is still being read doesn't count as
	// running, so a slow sender keeps nobody waiting.
	openPerAddress = 16
	maxRunning     = 256
	// refuseWithin is how long a client may take to read why it was too slow.
	refuseWithin = 5 * time.Second
)

// admission bounds the requests over HTTP before they are decoded.
type admission struct {
	rates   *bounds.Buckets
	open    *bounds.PerKey
	running chan struct{} // has an element for each request that is running
}

func newAdmission() admission {
	return admission{rates: bounds.NewBuckets(bounds.Rate{Every: requestEvery, Burst: requestsAtOnce}, time.Now), open: bounds.NewPerKey(openPerAddress), running: make(chan struct{}, maxRunning)}
}

// admit serves a client's request by serve, or refuses it. All requests count, whatever is in them.
func (s *Server) admit(w http.ResponseWriter, r *http.Request, client string, serve http.Handler) {
	if s.o.Limit != nil && !s.admission.rates.Take(client) {
		s.refuse(w, http.StatusTooManyRequests, codeLimited, "oracle.limited")
		return
	}
	leave, ok := s.admission.open.Enter(client)
	if !ok {
		s.refuse(w, http.StatusTooManyRequests, codeLimited, "oracle.open")
		return
	}
	defer leave()
	body, err := readRequest(w, r)
	var large *http.MaxBytesError
	switch {
	case errors.Is(err, errBatch):
		s.refuse(w, http.StatusBadRequest, jsonrpc.CodeInvalidRequest, "oracle.batch")
		return
	case errors.As(err, &large):
		s.refuse(w, http.StatusRequestEntityTooLarge, jsonrpc.CodeInvalidRequest, "oracle.large", "max", maxBody>>10)
		return
	case err != nil: // the client is gone, or slower than the listener allows
		// The listener's time for the answer begins with the request, so it may be over, too.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(refuseWithin))
		s.refuse(w, http.StatusRequestTimeout, jsonrpc.CodeInvalidRequest, "oracle.slow")
		return
	}
	select {
	case s.admission.running <- struct{}{}:
		defer func() { <-s.admission.running }()
	default:
		s.refuse(w, http.StatusServiceUnavailable, codeLimited, "oracle.busy")
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	serve.ServeHTTP(w, r)
}

var errBatch = errors.New("mcp: the request is an array")

// readRequest reads a body of up to maxBody bytes. The error is errBatch as soon as it turns out to
// be an array: a batch would make one request count as hundreds, and current protocol versions have
// none. It is an http.MaxBytesError at once if the body says that it is larger.
func readRequest(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.ContentLength > maxBody {
		return nil, &http.MaxBytesError{Limit: maxBody}
	}
	body := bufio.NewReader(http.MaxBytesReader(w, r.Body, maxBody))
	for {
		b, err := body.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			return nil, nil
		case err != nil:
			return nil, err
		case b == '[':
			return nil, errBatch
		case !strings.ContainsRune(" \t\r\n", rune(b)):
			_ = body.UnreadByte() // it was just read
			return io.ReadAll(body)
		}
	}
}

// refuse answers with an error of JSON-RPC. It ends the connection, so that what is left of the
// body isn't read.
func (s *Server) refuse(w http.ResponseWriter, status int, code int64, key string, args ...any) {
	h := w.Header()
	h.Set("Connection", "close")
	h.Set("Content-Type", "application/json")
	if code == codeLimited {
		h.Set("Retry-After", "5")
	}
	w.WriteHeader(status)
	said, _ := json.Marshal(s.say(key, "", args...))                                                       // a string
	_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%s}}`+"\n", code, said) // the client may be gone
}
