package web

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"

	"nimbot/exchange"
)

// Activity makes a Server the page inside another platform: its visitors are people of
// that platform, and each is where the platform says. It has one channel, the place; what
// is typed there is a command, and games against the bot are as private as there.
//
//	GET  /               what signs in, and loads the page then
//	POST /sign-in        a session, for a code of the platform
//	GET  /page           the page, in its visitor's language
//	GET  /web/{file}     as of the page
//	GET  /web/…          as of the page, and POST /web/say, with a session
//
// Its requests come through the platform's proxy, under Path, and hold their session in a
// header: a cookie would be one of another site, and a request that no script of this page
// made could hold it.
type Activity struct {
	Path        string   // where the proxy asks for it
	Application string   // the platform's id of the application
	Origin      string   // of the frame
	Frames      []string // the origins in which the frame may stand
	Visitors    Visitors
	// Version changes whenever something is changed that a place shows. The error is the
	// store's.
	Version func(ctx context.Context, p exchange.Place) (string, error)
	Site    string // where the whole page is, for links, "" for nowhere
}

// Visitors knows the people of a platform who have the Activity open. Its errors are
// exchange.Refusals, or say that the platform couldn't be asked.
type Visitors interface {
	// SignIn begins a session for whoever a code of the platform proves, if they are in
	// the instance of the Activity.
	SignIn(ctx context.Context, code, instance string) (session string, v Visit, err error)
	// Visit is what a session says. arrives: the person comes, or comes again.
	Visit(ctx context.Context, session string, arrives bool) (Visit, error)
	// Name is what a person is called here: nobody else is called so.
	Name(id, once string) string
	// Mentions puts ids in the place of the names behind "@", and returns who they are.
	Mentions(text string) (string, map[string]exchange.User)
}

// Visit is who visits, and where.
type Visit struct {
	User     exchange.User
	Place    exchange.Place
	Language string // the person's
	Locale   string // of the place
	Seated   bool   // the bot can post in the place
}

// ExpiredKey is the catalogue key of the refusal that a page answers by signing in again.
const ExpiredKey = "activity.expired"

type visitKey struct{}

// visitOf is the visit of a request; ok is false on the page.
func visitOf(r *http.Request) (v Visit, ok bool) {
	v, ok = r.Context().Value(visitKey{}).(Visit)
	return v, ok
}

// placeOf is the place of a request: a channel of the page, as it was typed, or where a
// visit is. ok is false if no channel can be called so.
func placeOf(r *http.Request, typed string) (p exchange.Place, ok bool) {
	if v, visits := visitOf(r); visits {
		return v.Place, true
	}
	name, ok := cleanChannel(typed)
	return place(name), ok
}

// activityRoutes returns the routes of an Activity.
func (s *Server) activityRoutes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.serveGate)
	mux.HandleFunc("POST /sign-in", s.signIn)
	mux.HandleFunc("GET /web/{file}", s.pages.assets.serveFile)
	for pattern, serve := range map[string]http.HandlerFunc{
		"GET /page":         func(w http.ResponseWriter, r *http.Request) { s.pages.serveFront(w, r, usual(), linked{}) },
		"GET /web/stream":   s.stream,
		"GET /web/complete": s.complete,
		"GET /web/people":   s.servePeople,
		"GET /web/boards":   s.serveBoards,
		"GET /web/lessons":  s.serveLessons,
		"GET /web/review":   s.serveReview,
		"POST /web/say":     s.say,
	} {
		mux.Handle(pattern, s.admitted(serve))
	}
	return s.inLanguage(s.guarded(s.sameOrigin(mux, s.activity.Origin)))
}

// admitted serves visitors with a session, each only where they are.
func (s *Server) admitted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		v, err := s.activity.Visitors.Visit(r.Context(), r.Header.Get("Nim-Session"), strings.HasSuffix(r.URL.Path, "/stream") && (!q.Has("poll") || r.Header.Get("Last-Event-ID") == ""))
		if err != nil {
			s.turnAway(w, r, err)
			return
		}
		q.Set("channel", v.Place.Channel)
		q.Del("watch") // others' private boards
		r.URL.RawQuery = q.Encode()
		r.Header.Set("Accept-Language", s.speaker.words.Language(v.Language, localeOf(r), "en"))
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), visitKey{}, v)))
	})
}

// turnAway says why somebody isn't served.
func (s *Server) turnAway(w http.ResponseWriter, r *http.Request, err error) {
	var refused *exchange.Refusal
	switch {
	case !errors.As(err, &refused):
		s.log.WarnContext(r.Context(), "somebody couldn't be looked up for the Activity", "error", err)
		s.gate.refuse(w, r, http.StatusServiceUnavailable, "activity.away")
	case refused.Text.Key == ExpiredKey:
		s.gate.refuse(w, r, http.StatusUnauthorized, ExpiredKey)
	default:
		s.gate.refuse(w, r, http.StatusForbidden, refused.Text.Key)
	}
}

// serveGate writes what a frame shows until its person is signed in.
func (s *Server) serveGate(w http.ResponseWriter, r *http.Request) {
	s.pages.writePage(w, r, http.StatusOK, s.pages.assets.gate, map[string]any{
		"Release": s.pages.assets.release, "Application": s.activity.Application, "Frames": strings.Join(s.activity.Frames, " "), "Site": s.activity.Site,
	})
}

// signedIn is the answer to a sign-in.
type signedIn struct {
	Session string `json:"session"`
	Name    string `json:"name"`
	Channel string `json:"channel"`
	Notice  string `json:"notice,omitempty"` // what there is to know of the place
}

// instanceForm is what an instance of an Activity is called.
var instanceForm = regexp.MustCompile(`^[\w-]{1,128}$`)

// maxCode is the longest code that is passed on.
const maxCode = 256

// signInFor is how long a sign-in may take.
const signInFor = 9 * time.Second

// signIn begins a session. Nothing that the frame says is believed but its code, which the
// platform is asked about.
func (s *Server) signIn(w http.ResponseWriter, r *http.Request) {
	var in struct{ Code, Instance string }
	if !s.gate.read(w, r, &in) {
		return
	}
	if in.Code == "" || len(in.Code) > maxCode || !instanceForm.MatchString(in.Instance) {
		s.gate.refuse(w, r, http.StatusBadRequest, "activity.no-instance")
		return
	}
	if !s.rates.maySignIn(in.Instance) {
		s.gate.refuse(w, r, http.StatusTooManyRequests, "limited")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), signInFor)
	defer cancel()
	session, v, err := s.activity.Visitors.SignIn(ctx, in.Code, in.Instance)
	if err != nil {
		s.turnAway(w, r, err)
		return
	}
	out := signedIn{Session: session, Name: v.User.Name, Channel: v.Place.Channel}
	if !v.Seated {
		out.Notice = s.speaker.text(s.speaker.words.Language(v.Language, localeOf(r), "en"), "activity.unseated")
	}
	writeJSON(w, http.StatusOK, out)
}
