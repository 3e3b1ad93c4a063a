// Package slacktest is a strict fake of Slack, for tests over loopback. It
// keeps workspaces, people, channels and messages; serves the methods that an
// app calls; and delivers commands, clicks, events and forms, signed over HTTP
// or as envelopes over Socket Mode.
//
// # Strict
//
// What the real Slack refuses is refused, with its code: blocks beyond the
// documented limits (limits.go), a second message in a channel within a
// second, an edit of another app's message or of a private one, a sixth use of a
// response_url or one after half an hour, a trigger used twice or after three
// seconds, a token that was revoked or has expired. What Slack would let pass
// but an app should not send, such as a message without text for screen
// readers, is recorded in [Server.Problems]; a test must check that there are
// none.
//
// # Faults
//
// [Server.Fail], [Server.Delay] and [Server.Hold] make methods fail, slow down or
// wait.
package slacktest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"time"
)

// The workspace, bot and credentials that a new Server has.
const (
	Team          = "T0NIM"
	BotUser       = "U0NIMBOT"
	BotToken      = "xoxb-only"
	AppToken      = "xapp-app"
	SigningSecret = "8f742231b10e8888abcd99yyyzzz85a5"
	ClientID      = "1.2"
	ClientSecret  = "client-secret"
)

// User is a person or a bot in the workspace.
type User struct {
	ID, Name, Locale    string
	Admin, Bot, Deleted bool
}

// Channel is where messages go.
type Channel struct {
	ID       string
	Member   bool // the bot is a member
	Archived bool
	Direct   bool // the direct messages of the bot and one person
}

// Message is a message as it stands now.
type Message struct {
	Channel, Thread, TS string
	To                  string // the only user who sees it, "" for everybody
	Text                string
	Blocks              []any    // as JSON decodes them
	Mentions            []string // ids of the users whom it notifies
	Edited              int      // how often

	team string
}

// Shown is one thing that people saw happen: a message, or an edit of one.
type Shown struct {
	Message
	Edit bool
	Via  string // the method, or "response_url" or "answer"
	At   time.Time
}

// Call is a call of a method, for tests that count them.
type Call struct {
	Method  string
	Channel string
	At      time.Time
	Error   string
}

// Server is the fake. Its fields may be changed before it is used.
type Server struct {
	// URL is where the app finds Slack: its api_url.
	URL string
	// Scopes are the permissions of the bot's token, with commas between them.
	Scopes string
	// PostEvery is the least time between two messages in a channel.
	PostEvery time.Duration
	// AckWithin is how long the app may take to acknowledge: Slack's three seconds. Tests
	// that aren't about this allow more, because a busy machine is slow.
	AckWithin time.Duration
	// Client delivers over HTTP. That of New has connections of its own, because every
	// httptest.Server that is closed closes the idle ones of http.DefaultClient; nil: that.
	Client *http.Client
	// SocketURL, if set, is the address that apps.connections.open gives.
	SocketURL string
	// OnSocket, if set, is called with each new connection of Socket Mode, after its hello,
	// and may send anything.
	OnSocket func(k *Socket)
	// UpdatesPerMinute bounds chat.update; 0: no bound.
	UpdatesPerMinute int
	// Judge, if set, returns what is wrong with a message, a modal or a home page, in
	// addition to what the server finds itself.
	Judge func(kind string, payload map[string]any) []string

	http *httptest.Server // nil if it listens nowhere
	mux  *http.ServeMux

	mu        sync.Mutex
	ahead     time.Duration // of the real time, see Advance
	users     map[string]User
	channels  map[string]*Channel
	messages  []*Message
	shown     []Shown
	calls     []Call
	problems  []string
	lastPost  map[string]time.Time
	updates   []time.Time
	faults    map[string][]string
	delays    map[string]time.Duration
	busy      map[string]time.Time // by method and token: until when Retry-After forbids it
	holds     map[string]chan struct{}
	serial    int
	hooks     map[string]*hook
	triggers  map[string]time.Time
	views     []View
	modal     fields             // the last modal that was opened
	uploads   map[string]*upload // by the file's id
	files     []File
	tokens    map[string]*token
	refreshes map[string]string // refresh token to team
	codes     map[string]grant
	app       app
	sockets   []*socket
	acked     map[string]bool // envelopes
}

// app is where deliveries go.
type app struct{ url, secret string }

// New starts a fake Slack on loopback with the workspace Team, in which the app is
// installed as BotUser with BotToken. Close ends it.
func New() *Server {
	s := Unserved()
	s.http = httptest.NewServer(s)
	s.URL, s.Client = s.http.URL, s.http.Client()
	return s
}

// Unserved returns a Server that listens nowhere: the caller serves it under URL, and sets that.
func Unserved() *Server {
	s := &Server{
		PostEvery: time.Second,
		Scopes:    "commands,chat:write,chat:write.public,app_mentions:read,im:history,users:read",
		AckWithin: 3 * time.Second,
		users:     map[string]User{BotUser: {ID: BotUser, Name: "nim", Bot: true}},
		channels:  map[string]*Channel{}, lastPost: map[string]time.Time{},
		faults: map[string][]string{}, busy: map[string]time.Time{}, delays: map[string]time.Duration{}, holds: map[string]chan struct{}{}, acked: map[string]bool{},
		hooks: map[string]*hook{}, triggers: map[string]time.Time{}, uploads: map[string]*upload{},
		tokens: map[string]*token{BotToken: {team: Team}}, refreshes: map[string]string{}, codes: map[string]grant{},
	}
	s.mux = http.NewServeMux()
	s.mux.HandleFunc("POST /api/{method}", s.serveMethod)
	s.mux.HandleFunc("POST /hooks/{id}", s.serveHook)
	s.mux.HandleFunc("POST /upload/{id}", s.serveUpload)
	s.mux.HandleFunc("GET /oauth/v2/authorize", s.serveAuthorize)
	s.mux.HandleFunc("GET /socket", s.serveSocket)
	return s
}

// ServeHTTP serves Slack's methods, response_urls and sockets.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Close ends the server and its sockets.
func (s *Server) Close() {
	s.mu.Lock()
	sockets := slices.Clone(s.sockets)
	s.mu.Unlock()
	for _, k := range sockets {
		_ = k.conn.Close()
	}
	if s.http != nil {
		s.http.CloseClientConnections()
		s.http.Close()
	}
}

// Connect sets where the app listens, such as "http://127.0.0.1:1234", and the secret that
// signs deliveries.
func (s *Server) Connect(url, secret string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.app = app{strings.TrimSuffix(url, "/"), secret}
}

// Advance moves the server's clock forward.
func (s *Server) Advance(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ahead += d
}

func (s *Server) now() time.Time { return time.Now().Add(s.ahead) }

// AddUser adds a user to the workspace, or replaces the user with that id.
func (s *Server) AddUser(u User) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users[u.ID] = u
}

// AddChannel adds a channel, or replaces the one with that id.
func (s *Server) AddChannel(c Channel) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.channels[c.ID] = &c
}

// Fail makes the next calls of a method fail, one for each code. The method "response_url"
// stands for all response_urls. A code is one of Slack's error codes or
//   - "429" for a rate limit of one second, "429 30" for one with the Retry-After 30,
//   - "500" for an internal error, "307 URL" for a redirect,
//   - "cut" for an answer that never begins,
//   - "eof" for a connection that ends after the call was done,
//   - "echo" for an error that repeats everything that was sent.
func (s *Server) Fail(method string, codes ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults[method] = append(s.faults[method], codes...)
}

// Delay makes a method slow; 0 makes it quick again.
func (s *Server) Delay(method string, d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.delays[method] = d
}

// Hold makes a method wait until release is called.
func (s *Server) Hold(method string) (release func()) {
	held := make(chan struct{})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.holds[method] = held
	return sync.OnceFunc(func() {
		s.mu.Lock()
		delete(s.holds, method)
		s.mu.Unlock()
		close(held)
	})
}

// Problems returns what the app did that Slack lets pass but an app should not do.
func (s *Server) Problems() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.problems)
}

func (s *Server) problem(format string, args ...any) {
	s.problems = append(s.problems, fmt.Sprintf(format, args...))
}

// Shown returns what people have seen since the last call, in order.
func (s *Server) Shown() []Shown {
	s.mu.Lock()
	defer s.mu.Unlock()
	shown := s.shown
	s.shown = nil
	return shown
}

// Messages returns all messages of a channel as they stand now.
func (s *Server) Messages(channel string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Message
	for _, m := range s.messages {
		if m.Channel == channel {
			all = append(all, *m)
		}
	}
	return all
}

// Calls returns the calls of method, "" for all methods.
func (s *Server) Calls(method string) []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Call
	for _, c := range s.calls {
		if method == "" || c.Method == method {
			all = append(all, c)
		}
	}
	return all
}

// next returns a number that it hasn't returned before.
func (s *Server) next() int { s.serial++; return s.serial }

// newTS returns the id of a new message: a time that no other message has.
func (s *Server) newTS() string { return fmt.Sprintf("%d.%06d", s.now().Unix(), s.next()) }

func (s *Server) find(channel, ts string) *Message {
	for _, m := range s.messages {
		if m.Channel == channel && m.TS == ts {
			return m
		}
	}
	return nil
}

// put adds a message or records an edit of it.
func (s *Server) put(m *Message, edit bool, via string) {
	if !edit {
		s.messages = append(s.messages, m)
	} else {
		m.Edited++
	}
	s.shown = append(s.shown, Shown{*m, edit, via, s.now()})
}
