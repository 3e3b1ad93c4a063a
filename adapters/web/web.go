// Package web is a chat on a web page: people join with a name, talk and play
// in channels, and see every move at once. It needs no platform and no
// account, and carries the same conversation as every other adapter.
//
// # The page
//
// The page is one HTML document with a style sheet and scripts, all embedded; it loads
// nothing from other sites. The scripts contain no game rules: they show what the server
// sends and post what people press.
//
//	GET  /                the page
//	GET  /table/{channel}/{table}   the page at a table, or at the board of "~NAME"
//	GET  /daily           the page at the day's positions
//	GET  /play/{game}/{position}    the page with a position to play
//	GET  /web/plain       the present board of a channel, without a script
//	GET  /web/game.gif    a game that somebody shared, as an animation
//	GET  /web/review      a reviewed game as it was after a move
//	GET  /analyze/…       any position with the value of each move, without a script; or as JSON
//	GET  /web/{file}      its style sheet, script, drawings, icons and manifest
//	GET  /worker.js       the service worker, which serves the page without a network
//	GET  /web/stream      one person's messages, as server-sent events
//	GET  /web/complete    the completions of a command
//	GET  /web/people      who else is in a channel
//	GET  /web/boards      the newest live boards of a channel, with small drawings
//	GET  /web/lessons     how far a person got in the lessons, and with the day's positions
//	POST /web/join        a name for this browser
//	POST /web/say         something typed or pressed
//
// # Who is who
//
// A random cookie identifies a browser and owns the names that were taken in
// it. A name is a small document in the store that holds the cookie's hash, so
// that a page goes on after a restart and nobody else can use the name. Every
// request is checked against it; private messages go only to streams of their
// person.
//
// # Boards
//
// A channel has tables, for people who play each other, and a board for each visitor who plays
// the bot: their private game in the channel (dialog.Place.Own). Such a board has a room of
// its own, which is sent to its person and to those who watch it. Watchers see the board, but
// not the private messages.
//
// # What happens, in order
//
// Everything shown has a number in one sequence. A page that was disconnected resumes
// after the last number it has seen (Last-Event-ID). Messages are kept in memory,
// bounded in number and bytes for each channel and in all; of a board that was replaced
// only the lines are kept. A page is sent messages as fast as it reads. Unread ones wait
// in the channel and are sent in their latest state; a page too slow for a single
// message is disconnected. After a restart the present boards are read from the store.
package web

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"time"

	"nimbot/adapters/clientip"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store"
)

// Platform is the Platform of the places of this adapter.
const Platform = "web"

// Options are what the page needs. Bot, Boards, Completer, Store and Words are
// required.
type Options struct {
	Bot dialog.Responder
	// Boards reads the boards that a place shows, a reply for each table, also those of some tables
	// that it may show no longer. The message of a round may be among them.
	Boards    func(ctx context.Context, place dialog.Place, also ...int) ([]dialog.Reply, error)
	Completer Completer
	Store     store.Store // the documents of names
	Words     *words.Catalogue
	// LessonProgress lists the lessons with a person's progress; nil: the page shows none. The
	// error is a store's.
	LessonProgress func(ctx context.Context, userID string) ([]LessonProgress, error)
	// DailyProgress reads a person's progress with the day's positions; nil: the page shows none.
	// The error is a store's.
	DailyProgress func(ctx context.Context, p dialog.Place, userID string) (DailyProgress, error)
	// RecordHelp checks whether a person may have a position analyzed, and records it as help
	// with their exercises; nil: everybody may. A refusal is an *dialog.Refusal, any
	// other error a store's.
	RecordHelp func(ctx context.Context, userID string, of rules.Situation) error
	Log        *slog.Logger     // nil: slog.Default()
	Now        func() time.Time // nil: time.Now
	// PerMinute is how many commands and messages a browser may send in a
	// minute; 0: 60.
	PerMinute int
	// Local reports that the listener is on loopback. Then only requests whose Host is localhost or a
	// loopback address are served (an attacker's domain can resolve to this address, but
	// its Host differs), and a visitor who comes through no proxy may join as a
	// moderator.
	Local  bool
	Limits Limits // zero fields: DefaultLimits
	// Bounds are of the starts of games that can be analyzed, in addition to the games' own; zero
	// fields are unbounded.
	Bounds rules.Size
	// PublicURL is the page's public address, for the tags of links; "" if there is none.
	PublicURL string
	// Activity makes this the page inside another platform; nil: the public page.
	Activity *Activity
	// Proxies are trusted to name a visitor's address; without them all of a proxy's
	// visitors share its address.
	Proxies clientip.Proxies
}

// Completer completes the command that r.Text begins, for r.User in r.Place; router.Router is one.
type Completer interface {
	Complete(ctx context.Context, r dialog.Request) []command.Completion
}

// Limits bound what is kept in memory.
type Limits struct {
	Channels int // that have messages for everybody, beside the main one; and that are kept unwatched
	Boards   int // own boards that no page shows
	Messages int // remembered in a channel
	Pages    int // that are open at once
	Bytes    int // approximate size of all stored messages
	// ChannelBytes bounds the size of one channel's messages. A large board is 150 kB.
	ChannelBytes int
	// Held bounds the bytes being sent to all slow pages together; beyond it the slowest
	// are disconnected.
	Held  int
	Burst int // commands and messages that a browser may send at once
	Joins int // names that an address may take at once; 20 more a minute

	BrowserPages    int // pages that one browser, in an Activity one person, may have open
	BrowserChannels int // channels that those pages may show
	AddressPages    int // and the same for all browsers behind one address; in an Activity, all share one
	AddressChannels int
}

// DefaultLimits returns the limits that apply if nothing is configured. A message is about 2 kB,
// the present board 20 kB.
func DefaultLimits() Limits {
	return Limits{
		Channels: 100, Boards: 2000, Messages: 100, Pages: 1000, Burst: 20, Joins: 40,
		Bytes: 24 << 20, ChannelBytes: 1 << 20, Held: 8 << 20,
		BrowserPages: 20, BrowserChannels: 20, AddressPages: 250, AddressChannels: 50,
	}
}

func (l Limits) orDefaults() Limits {
	d := DefaultLimits()
	for _, f := range []struct {
		set *int
		to  int
	}{
		{&l.Channels, d.Channels}, {&l.Boards, d.Boards}, {&l.Messages, d.Messages}, {&l.Pages, d.Pages},
		{&l.Bytes, d.Bytes}, {&l.ChannelBytes, d.ChannelBytes}, {&l.Held, d.Held}, {&l.Burst, d.Burst}, {&l.Joins, d.Joins},
		{&l.BrowserPages, d.BrowserPages}, {&l.BrowserChannels, d.BrowserChannels},
		{&l.AddressPages, d.AddressPages}, {&l.AddressChannels, d.AddressChannels},
	} {
		if *f.set == 0 {
			*f.set = f.to
		}
	}
	return l
}

// Server serves the page. It is an http.Handler and a dialog.Publisher, safe for
// concurrent use.
type Server struct {
	options      *Options
	gate         *gate
	people       *people
	rates        *rateLimiter
	renderer     *renderer
	pages        *htmlPages
	analyzer     *analyzer
	hub          *hub
	conversation *conversation
	drawing      chan struct{} // one for each animation that is being drawn
	beat         time.Duration // between signs of life in a stream
	mux          http.Handler
}

// New makes a Server. The error is that of building the page.
func New(o Options) (*Server, error) {
	o.Log = cmp.Or(o.Log, slog.Default())
	if o.Now == nil {
		o.Now = time.Now
	}
	limits := o.Limits.orDefaults()
	s := &Server{
		options: &o,
		people:  newPeople(o.Store, o.Now),
		rates:   newRateLimiter(o.PerMinute, limits, o.Now),
		hub:     newHub(limits, o.Now),
		beat:    beatEvery,
		drawing: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)),
	}
	s.renderer = &renderer{words: o.Words, now: o.Now, name: s.people.name}
	if o.Activity != nil {
		s.renderer.name = o.Activity.Visitors.Name
	}
	s.gate = &gate{Options: &o, renderer: s.renderer, people: s.people, rates: s.rates}
	s.conversation = &conversation{Options: &o, people: s.people, hub: s.hub, renderer: s.renderer, drawing: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))}
	var err error
	if s.pages, err = newPages(s.gate); err != nil {
		return nil, err
	}
	s.analyzer = newAnalyzer(s.pages)
	if s.mux = s.routes(); s.options.Activity != nil {
		s.mux = s.activityRoutes()
	}
	return s, nil
}

// Close ends every page's stream and accepts no new ones, so that an http.Server can
// shut down. Pages reconnect by themselves.
func (s *Server) Close() { s.hub.close() }

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.options.Activity != nil {
		inner := *r.URL
		inner.Path, inner.RawPath = "/"+strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, s.options.Activity.Path), "/"), ""
		r = r.Clone(r.Context())
		r.URL = &inner
	}
	s.mux.ServeHTTP(w, r)
}

// maxBody is the largest body of a request in bytes: the longest command, as
// JSON, fits several times.
const maxBody = 8 << 10

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.pages.servePage)
	mux.HandleFunc("GET /{unknown...}", s.pages.serveUnknown)
	mux.HandleFunc("GET /table/{channel}/{table}", s.serveTable)
	mux.HandleFunc("GET /daily", s.serveDaily)
	mux.HandleFunc("GET /play/{address...}", s.analyzer.servePlay)
	mux.HandleFunc("GET /worker.js", s.pages.assets.serveWorker)
	mux.HandleFunc("GET /web/{file}", s.pages.assets.serveFile)
	mux.HandleFunc("GET /web/plain", s.servePlain)
	mux.HandleFunc("GET /web/game.gif", s.serveGIF)
	mux.HandleFunc("GET /web/review", s.serveReview)
	mux.HandleFunc("GET /web/qr.svg", s.serveQR)
	mux.HandleFunc("GET /analyze", s.analyzer.serveAnalysis)
	mux.HandleFunc("GET /analyze"+jsonSuffix, s.analyzer.serveAnalysis)
	mux.HandleFunc("GET /analyze/{address...}", s.analyzer.serveAnalysis)
	mux.HandleFunc("GET /web/stream", s.stream)
	mux.HandleFunc("GET /web/complete", s.complete)
	mux.HandleFunc("GET /web/people", s.servePeople)
	mux.HandleFunc("GET /web/boards", s.serveBoards)
	mux.HandleFunc("GET /web/lessons", s.serveLessons)
	mux.HandleFunc("POST /web/join", s.join)
	mux.HandleFunc("POST /web/say", s.say)
	return s.withLanguage(s.withHeaders(s.sameOrigin(mux)))
}

// sameOrigin refuses requests from other sites' pages, which must not act in a visitor's name.
// Trusted origins are other names of this site.
func (s *Server) sameOrigin(next http.Handler, trusted ...string) http.Handler {
	same := http.NewCrossOriginProtection()
	for _, origin := range trusted {
		_ = same.AddTrustedOrigin(origin) // an invalid origin just isn't trusted
	}
	same.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.gate.refuse(w, r, http.StatusForbidden, "web.other-site")
	}))
	return same.Handler(next)
}

// withHeaders sets the headers of every response, and refuses visitors who were led to a local
// page under another name (DNS rebinding).
func (s *Server) withHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		frames := "'none'"
		if s.options.Activity != nil {
			frames = strings.Join(s.options.Activity.Frames, " ")
		}
		h.Set("Content-Security-Policy", "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors "+frames+"; object-src 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		if s.options.Activity == nil { // an Activity needs its opener, and its resources come through another site's proxy
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
			h.Set("Cross-Origin-Resource-Policy", "same-origin")
		}
		if s.gate.Local && !clientip.IsLocalName(r.Host) {
			s.gate.refuse(w, r, http.StatusForbidden, "web.other-host")
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	})
}
