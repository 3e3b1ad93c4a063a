package web

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"

	"nimbot/game/dialog"
)

// Activity makes a Server the page inside another platform: its visitors are people of that
// platform, in the place that the platform says. The page has one channel, the place; every line
// typed there is a command, and games against the bot are as private as on the platform.
//
//	GET  /               a script that signs in, and then loads the page
//	POST /sign-in        gives a session for a code of the platform
//	GET  /page           the page, in its visitor's language
//	GET  /web/{file}     as on the page
//	GET  /web/…          as on the page, and POST /web/say, with a session
//
// Its requests come through the platform's proxy, under Path, and carry their session in a header:
// a cookie would be a third-party cookie, which a request could carry that no script of this page
// made.
type Activity struct {
	Path        string   // the path under which the proxy requests the page
	Application string   // the platform's id of the application
	Origin      string   // of the frame
	Frames      []string // the origins that may frame the page (CSP frame-ancestors)
	Visitors    Visitors
	// Version returns a string that changes whenever something that a place shows does. The error
	// is the store's.
	Version func(ctx context.Context, p dialog.Place) (string, error)
	Site    string // the public URL of the page outside the platform, for links; "" if there is none
}

// Visitors knows the people of a platform who have the Activity open. Its errors are
// dialog.Refusals, or say that the platform couldn't be asked.
type Visitors interface {
	// SignIn begins a session for the person whose identity a code of the platform proves, if they
	// are in the instance of the Activity. from is the address of the request, which all people may
	// share: it may be that of the platform's proxy. The error is a refusal with AwayKey while too
	// many codes are being checked.
	SignIn(ctx context.Context, from, code, instance string) (session string, v Visit, err error)
	// Visit returns what a session says. arrives reports that the person just opened or reopened
	// the page.
	Visit(ctx context.Context, session string, arrives bool) (Visit, error)
	// Name returns the person's name on this page, which nobody else has; once is the name that was
	// stored with them.
	Name(id, once string) string
	// Mentions replaces the name after each "@" by an id, and returns the people by id. It finds
	// only those whose ids are among some.
	Mentions(text string, among []string) (string, map[string]dialog.User)
}

// Visit is a visitor and the place where they are.
type Visit struct {
	User     dialog.User
	Place    dialog.Place
	Language string   // the person's
	Locale   string   // of the place
	Seated   bool     // the bot is a member of the server, and so can post in the place
	Listed   []string // the IDs of the people who have the page open in the place
}

// ExpiredKey is the catalogue key of the refusal that a page answers by signing in again.
const ExpiredKey = "activity.expired"

// AwayKey is the catalogue key of the refusal of somebody who can't be looked up at the moment.
const AwayKey = "activity.away"

type visitKey struct{}

// visitOf is the visit of a request; ok is false if the page isn't an Activity.
func visitOf(r *http.Request) (v Visit, ok bool) {
	v, ok = r.Context().Value(visitKey{}).(Visit)
	return v, ok
}

// placeOf is the place of a request: on the page, the channel with the typed name; in an Activity,
// the visit's place. ok is false if no channel can have that name.
func placeOf(r *http.Request, typed string) (p dialog.Place, ok bool) {
	if v, visits := visitOf(r); visits {
		return v.Place, true
	}
	name, ok := cleanChannel(typed)
	return channelPlace(name), ok
}

// activityRoutes returns the routes of an Activity.
func (s *Server) activityRoutes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.serveGate)
	mux.HandleFunc("POST /sign-in", s.signIn)
	mux.HandleFunc("GET /web/{file}", s.pages.assets.serveFile)
	for pattern, serve := range map[string]http.HandlerFunc{
		"GET /page":         s.pages.servePage,
		"GET /web/stream":   s.stream,
		"GET /web/complete": s.complete,
		"GET /web/people":   s.servePeople,
		"GET /web/boards":   s.serveBoards,
		"GET /web/lessons":  s.serveLessons,
		"GET /web/review":   s.serveReview,
		"POST /web/say":     s.say,
	} {
		mux.Handle(pattern, s.requireSession(serve))
	}
	return s.withLanguage(s.withHeaders(s.sameOrigin(mux, s.options.Activity.Origin)))
}

// requireSession serves visitors with a session, each only in their own place.
func (s *Server) requireSession(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		v, err := s.options.Activity.Visitors.Visit(r.Context(), r.Header.Get("Nim-Session"), strings.HasSuffix(r.URL.Path, "/stream") && (!q.Has("poll") || r.Header.Get("Last-Event-ID") == ""))
		if err != nil {
			s.turnAway(w, r, err)
			return
		}
		q.Set("channel", v.Place.Channel)
		q.Del("watch") // others' private boards
		r.URL.RawQuery = q.Encode()
		r.Header.Set("Accept-Language", s.renderer.words.Language(v.Language, localeOf(r), "en"))
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), visitKey{}, v)))
	})
}

// stillAdmitted reports whether an open stream's visitor is still admitted. Nobody loses it because
// the platform can't be asked.
func (s *Server) stillAdmitted(r *http.Request) bool {
	if s.options.Activity == nil {
		return true
	}
	_, err := s.options.Activity.Visitors.Visit(r.Context(), r.Header.Get("Nim-Session"), false)
	var refused *dialog.Refusal
	return !errors.As(err, &refused) || refused.Text.Key == "limited"
}

// turnAway answers a visitor who isn't admitted with the reason.
func (s *Server) turnAway(w http.ResponseWriter, r *http.Request, err error) {
	var refused *dialog.Refusal
	switch {
	case !errors.As(err, &refused):
		s.options.Log.WarnContext(r.Context(), "somebody couldn't be looked up for the Activity", "error", err)
		s.gate.refuse(w, r, http.StatusServiceUnavailable, AwayKey)
	case refused.Text.Key == AwayKey:
		s.gate.refuse(w, r, http.StatusServiceUnavailable, AwayKey)
	case refused.Text.Key == "limited":
		s.gate.refuse(w, r, http.StatusTooManyRequests, "limited")
	case refused.Text.Key == ExpiredKey:
		s.gate.refuse(w, r, http.StatusUnauthorized, ExpiredKey)
	default:
		s.gate.refuse(w, r, http.StatusForbidden, refused.Text.Key)
	}
}

// serveGate writes what a frame shows until its person is signed in.
func (s *Server) serveGate(w http.ResponseWriter, r *http.Request) {
	s.pages.writePage(w, r, http.StatusOK, s.pages.assets.gate, map[string]any{
		"Release": s.pages.assets.release, "Application": s.options.Activity.Application, "Frames": strings.Join(s.options.Activity.Frames, " "), "Site": s.options.Activity.Site,
	})
}

// signInResponse is the answer to a sign-in.
type signInResponse struct {
	Session string `json:"session"`
	Name    string `json:"name"`
	Channel string `json:"channel"`
	Notice  string `json:"notice,omitempty"` // a remark about the place, such as that the bot can't post there
}

// instanceForm matches the name of an instance of an Activity.
var instanceForm = regexp.MustCompile(`^[\w-]{1,128}$`)

// maxCode is the longest code that is passed on.
const maxCode = 256

// signInFor is how long a sign-in may take.
const signInFor = 9 * time.Second

// signIn begins a session. Of what the frame says, only the code counts, because the platform
// checks it.
func (s *Server) signIn(w http.ResponseWriter, r *http.Request) {
	var in struct{ Code, Instance string }
	if !s.gate.read(w, r, &in) {
		return
	}
	if in.Code == "" || len(in.Code) > maxCode || !instanceForm.MatchString(in.Instance) {
		s.gate.refuse(w, r, http.StatusBadRequest, "activity.no-instance")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), signInFor)
	defer cancel()
	session, v, err := s.options.Activity.Visitors.SignIn(ctx, s.gate.client(r), in.Code, in.Instance)
	if err != nil {
		s.turnAway(w, r, err)
		return
	}
	out := signInResponse{Session: session, Name: v.User.Name, Channel: v.Place.Channel}
	if !v.Seated {
		out.Notice = s.renderer.text(s.renderer.words.Language(v.Language, localeOf(r), "en"), "activity.unseated")
	}
	writeJSON(w, http.StatusOK, out)
}
