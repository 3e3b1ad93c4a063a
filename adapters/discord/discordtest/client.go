package discordtest

import (
	"bytes"
	_ "embed"
	"html/template"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// The hosts that a browser has to resolve to [Client.Listen]: Discord's, that of the frames, and an
// unrelated one.
const (
	ClientHost  = "discord.com"
	FrameHost   = Application + ".discordsays.com"
	ForeignHost = "evil.example"
)

// Client is Discord's client in a browser, with the proxy of its frames. It speaks the
// protocol of the embedded-app-sdk with them.
type Client struct {
	Listen string // its address
	// Holds makes the proxy buffer each answer until it is complete.
	Holds atomic.Bool

	delay  atomic.Int64 // a time.Duration
	server *Server
	http   *httptest.Server
}

//go:embed client.html
var clientHTML string

var clientPage = template.Must(template.New("client").Parse(clientHTML))

// NewClient starts a client whose frames show target, the target of the URL mapping "/".
func NewClient(s *Server, target string) *Client {
	c := &Client{server: s}
	c.http = httptest.NewUnstartedServer(nil)
	c.http.EnableHTTP2 = true
	to, _ := url.Parse(target) // a test's own
	proxy := &httputil.ReverseProxy{
		FlushInterval: -1,
		ErrorLog:      log.New(io.Discard, "", 0), // the bot is restarted
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.Host = to.Host
		},
		ModifyResponse: c.pass,
	}
	c.http.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch host, _, _ := strings.Cut(r.Host, ":"); {
		case host == FrameHost:
			time.Sleep(time.Duration(c.delay.Load()))
			proxy.ServeHTTP(w, r)
		case r.URL.Path == "/code":
			person := Person{ID: r.URL.Query().Get("id"), Name: r.URL.Query().Get("name"), Locale: r.URL.Query().Get("locale")}
			_, _ = io.WriteString(w, s.Code(person, r.URL.Query().Get("client"))) // the browser hung up
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_ = clientPage.Execute(w, map[string]string{"Frame": "https://" + FrameHost, "Query": r.URL.RawQuery}) // the browser hung up
		}
	})
	c.http.StartTLS()
	c.Listen = c.http.Listener.Addr().String()
	return c
}

// SetDelay makes the proxy wait so long before it passes on each request of a frame.
func (c *Client) SetDelay(d time.Duration) { c.delay.Store(int64(d)) }

// Close ends the client.
func (c *Client) Close() {
	c.http.CloseClientConnections()
	c.http.Close()
}

// policy is the Content-Security-Policy that the proxy adds to a frame's responses.
const policy = "default-src 'self' blob: data:; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; connect-src 'self' https://discord.com/api/"

// pass changes an answer as the proxy does.
func (c *Client) pass(r *http.Response) error {
	r.Header.Add("Content-Security-Policy", policy)
	if strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
		r.Header.Del("Cache-Control")
		r.Header.Del("ETag")
	}
	if !c.Holds.Load() {
		return nil
	}
	defer func() { _ = r.Body.Close() }() // it was read, or failed
	whole, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(whole))
	r.ContentLength = int64(len(whole))
	r.Header.Set("Content-Length", strconv.Itoa(len(whole)))
	return nil
}

// Address returns the address of a client whose person has the Activity open.
func Address(host, instance string, who Person) string {
	return "https://" + host + "/?" + url.Values{"instance": {instance}, "id": {who.ID}, "name": {who.Name}, "locale": {who.Locale}}.Encode()
}
