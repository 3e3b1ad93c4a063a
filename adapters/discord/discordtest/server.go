// Package discordtest is a strict fake of Discord on loopback, for tests. People type,
// press and fill in forms; the bot is called over HTTP with real Ed25519 signatures, or
// listens to a gateway; every body that the bot sends is checked against Discord's
// limits; and tests can read what people then see.
//
// It implements only what a slash-command bot uses: interactions and their tokens, messages
// with Components V2, commands, and the gateway's handshake with its faults. The fake
// answers a mistake of the bot as Discord would, and records it in [Server.Faults].
package discordtest

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The identity of the application.
const (
	Application = "1100000000000000001"
	Token       = "MTEwMDAwMDAwMDAwMDAwMDAwMQ.test.token"
)

// Server is a fake of Discord.
type Server struct {
	URL       string
	PublicKey string // of the application, in hexadecimal

	// ResponseTime is how long the bot has for its first response: Discord's three
	// seconds. Tests of other things allow more, because the machine may be busy.
	ResponseTime time.Duration

	// Now is the clock for signatures and for the expiry of tokens; tests move it.
	Now func() time.Time

	// Endpoint is the address to which interactions are posted; while it is "", they go
	// over the gateway. Client posts them. That of New has connections of its own, because
	// every httptest.Server that is closed closes the idle ones of http.DefaultClient; nil: that.
	Endpoint string
	Client   *http.Client
	// Also checks a body in addition to the server's own rules; may be nil.
	Also func(method, path, contentType string, body []byte) []string
	// Intercept may answer a request of the bot instead of the server, to simulate limits
	// and failures; nil, or false, lets it through.
	Intercept func(w http.ResponseWriter, r *http.Request) bool
	// Flags are the application's flags.
	Flags int
	// User is the bot's id as a user, where it isn't the application's, as for
	// old ones.
	User string
	// Gateway is how the gateway behaves.
	Gateway *Gateway

	key  ed25519.PrivateKey
	http *httptest.Server

	mu           sync.Mutex
	lastID       uint64
	interactions map[string]*pending   // by token
	messages     map[string]*Message   // by id
	channels     map[string][]*Message // in the order of their creation
	log          []Message             // every showing and edit, in order
	faults       []string
	requests     []string // "METHOD path" of every request, in order
	commands     json.RawMessage
	nonces       map[string]noted
	spoken       map[string]string // the channels of people's messages, by id
	servers      []string          // of which the bot is a member, in the order of their ids
	buckets      *buckets          // of messages; nil: there's no limit
	oauth        oauth
	threads      map[string]thread // by channel
}

// pending is an interaction that was delivered.
type pending struct {
	in       Interaction
	at       time.Time     // by the real clock
	given    time.Time     // its token, by the server's
	answered chan struct{} // closed by the first response
	kind     int           // of the first response
	original *Message      // what the response made or changed
	form     json.RawMessage
	choices  json.RawMessage
	body     []byte
	followed int // messages after the response
}

// New starts a Server on loopback. The caller must close it.
func New() *Server {
	s := Unserved()
	// The address must be set before the first request.
	s.http = httptest.NewUnstartedServer(s)
	s.URL = "http://" + s.http.Listener.Addr().String()
	s.http.Start()
	s.Client = s.http.Client()
	return s
}

// Unserved returns a Server that listens nowhere: the caller serves it under URL, and sets that.
func Unserved() *Server {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(err) // the system has no randomness
	}
	s := &Server{
		ResponseTime: 3 * time.Second, Now: time.Now,

		PublicKey: hex.EncodeToString(public), key: private, lastID: 1_200_000_000_000_000_000,
		interactions: map[string]*pending{}, nonces: map[string]noted{}, messages: map[string]*Message{}, channels: map[string][]*Message{}, spoken: map[string]string{},
		oauth: newOAuth(), threads: map[string]thread{},
	}
	s.Gateway = newGateway(s)
	return s
}

// Close ends the server and every connection to it.
func (s *Server) Close() {
	s.Gateway.close()
	if s.http != nil {
		s.http.CloseClientConnections()
		s.http.Close()
	}
}

// Faults returns what the bot did that Discord doesn't allow. It should be empty at the
// end of a test.
func (s *Server) Faults() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.faults...)
}

// Requests returns the requests of the bot so far, each as "METHOD path".
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.requests...)
}

// Commands returns the body of the last registration.
func (s *Server) Commands() json.RawMessage {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.commands
}

func (s *Server) fault(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, fmt.Sprintf(format, args...))
}

// NewID makes an id that is larger than all before.
func (s *Server) NewID() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.newID()
}

// newID makes an id that is larger than all before. mu is held.
func (s *Server) newID() string {
	s.lastID += 4096
	return strconv.FormatUint(s.lastID, 10)
}

// SetIntercept sets Intercept while requests may be running.
func (s *Server) SetIntercept(f func(w http.ResponseWriter, r *http.Request) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Intercept = f
}

// ServeHTTP serves the REST API and accepts gateway connections.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/gateway" {
		s.Gateway.serve(w, r)
		return
	}
	s.mu.Lock()
	s.requests = append(s.requests, r.Method+" "+r.URL.Path)
	intercept := s.Intercept
	s.mu.Unlock()
	if intercept != nil && intercept(w, r) {
		return
	}
	path, ok := strings.CutPrefix(r.URL.Path, "/api/v10")
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil || !ok {
		s.fault("%s %s: no such route", r.Method, r.URL.Path)
		refuse(w, http.StatusNotFound, 0, "404: Not Found")
		return
	}
	var c content
	if path == "/oauth2/token" {
		c = content{json: body} // a form
	} else if len(body) > 0 {
		var problems []string
		if c, problems = s.judge(r.Method, path, r.Header.Get("Content-Type"), body); len(problems) > 0 {
			s.fault("%s %s: %s: %.600q", r.Method, path, strings.Join(problems, "; "), body)
			refuse(w, http.StatusBadRequest, 50035, "Invalid Form Body: "+strings.Join(problems, "; "))
			return
		}
	}
	s.route(w, r, strings.Split(strings.Trim(path, "/"), "/"), c)
}
