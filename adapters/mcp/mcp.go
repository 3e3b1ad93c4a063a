// Package mcp answers agents and programs from package analysis by the Model Context Protocol: over
// standard input and output, and as stateless streamable HTTP. All tools are read-only,
// and none reads the store. docs/agents.md is the guide for users.
package mcp

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"nimbot/adapters/clientip"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach/analysis"
	"nimbot/game/words"
)

// Platform is the platform's name in the requests by which the limits count clients.
const Platform = "mcp"

// maxBody is the largest request in bytes: a review of the longest game fits.
const maxBody = 64 << 10

// Limiter limits clients and charges them for work, as it does people. limit.Limiter
// implements it.
type Limiter interface {
	// Admit counts a request. It returns false if the client must wait.
	Admit(dialog.Request) bool
	// Work runs work and charges its time. refusal is the catalogue key of the reason why
	// work wasn't run, "" if it was.
	Work(ctx context.Context, r dialog.Request, work func() error) (refusal string)
}

// Options are what a Server needs. Words is required.
type Options struct {
	Words   *words.Catalogue
	Bounds  rules.Size // of starts, in addition to their games' own
	Version string
	Limit   Limiter // nil: no limit
	Log     *slog.Logger
	// Local says that the listener is on loopback. A request that doesn't come through one of
	// Proxies must then have a loopback Host: an attacker's domain can resolve to this address, but
	// its Host differs.
	Local   bool
	Proxies clientip.Proxies // trusted to name a client's address
}

// Server answers agents. It is an http.Handler, safe for concurrent use, and keeps no
// state between requests.
type Server struct {
	o      Options
	oracle analysis.Oracle
	server *sdk.Server
	http   http.Handler
	admission
}

// New makes a Server. It fails if a schema can't be derived.
func New(o Options) (*Server, error) {
	o.Log = cmp.Or(o.Log, slog.Default())
	s := &Server{o: o, oracle: analysis.Oracle{Words: o.Words, Bounds: o.Bounds}, admission: newAdmission()}
	s.server = sdk.NewServer(
		&sdk.Implementation{Name: "nim-bot", Title: s.say("oracle.name", ""), Version: o.Version},
		&sdk.ServerOptions{
			Instructions: s.say("oracle.instructions", ""),
			Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}, Resources: &sdk.ResourceCapabilities{}},
		},
	)
	if err := s.addTools(); err != nil {
		return nil, err
	}
	s.addRules()
	s.server.AddReceivingMiddleware(s.guard)
	sameOrigin := http.NewCrossOriginProtection() // another site's page must not ask in a visitor's name
	s.http = sameOrigin.Handler(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s.server }, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxBody, DisableLocalhostProtection: true, // ServeHTTP checks the Host itself
	}))
	return s, nil
}

// Run answers one client over in and out until in ends. Options.Limit should be nil, because
// the client has started the program itself. The end of in is no error; other errors are those of
// in, out or ctx.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	err := s.server.Run(ctx, newPipe(in, out))
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// clientHeader carries the client's address to the tools.
const clientHeader = "Nim-Client"

// ServeHTTP implements http.Handler: it answers POST with one JSON-RPC request, without a
// session.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.o.Local && !s.o.Proxies.Forwarded(r) && !clientip.IsLocalName(r.Host) {
		http.Error(w, s.say("oracle.other-host", ""), http.StatusForbidden)
		return
	}
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	client := s.o.Proxies.Client(r)
	r.Header.Set(clientHeader, client) // replaces what the client sent
	s.admit(w, r, client, s.http)
}

// asker identifies the client for the limits.
func asker(extra *sdk.RequestExtra) dialog.Request {
	r := dialog.Request{Place: dialog.Place{Platform: Platform}}
	if extra != nil {
		r.User.ID = extra.Header.Get(clientHeader)
	}
	return r
}

// guard limits clients, and catches panics, which would end the program.
func (s *Server) guard(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (result sdk.Result, err error) {
		defer func() {
			if p := recover(); p != nil {
				s.o.Log.ErrorContext(ctx, "an agent's request failed", "method", method, "panic", p)
				result, err = nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: s.say("oracle.broken", "")}
			}
		}()
		counts := strings.HasPrefix(method, "tools/") || strings.HasPrefix(method, "resources/")
		switch why := s.say("oracle.limited", ""); {
		case !counts && !connects(method):
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: s.say("oracle.method", "")}
		case !counts || s.o.Limit == nil || s.o.Limit.Admit(asker(req.GetExtra())):
			return next(ctx, method, req)
		case method == "tools/call":
			return failed(why), nil
		default:
			return nil, &jsonrpc.Error{Code: codeLimited, Message: why}
		}
	}
}

// connects reports whether a method belongs to connecting, which doesn't count as a command. The SDK's other
// methods aren't served: a subscription, for example, would wait for events that never
// come.
func connects(method string) bool {
	return method == "initialize" || method == "ping" || method == "server/discover" || strings.HasPrefix(method, "notifications/")
}

// codeLimited is the error code for a client over its limit, in the range that JSON-RPC 2.0
// reserves for servers.
const codeLimited = -32000
