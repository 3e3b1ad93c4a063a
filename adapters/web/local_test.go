package web

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"testing"
)

// through adds a header to every request, as a proxy does.
type through [2]string

func (h through) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set(h[0], h[1])
	return http.DefaultTransport.RoundTrip(r)
}

// Behind a proxy that rewrites Host, nobody is a moderator, even if they joined as a
// moderator on the machine itself before.
func TestNobodyIsModeratorBehindAProxy(t *testing.T) {
	for _, header := range []through{{"X-Forwarded-For", "203.0.113.7"}, {"X-Forwarded-Proto", "https"}, {"Via", "1.1 proxy"}, {"Forwarded", "for=203.0.113.7"}, {"X-Real-Ip", "203.0.113.7"}, {"Cf-Connecting-Ip", "203.0.113.7"}} {
		s := newSite(t, 0, Limits{})
		eve, mo := s.browser(), s.browser()
		mo.join("Mo", true)
		p := mo.open("Mo", "", "general")
		mo.say("Mo", "general", "/nim settings hints:off")
		p.holds(t, "hints in games between people off")
		if _, page := mo.get("/"); !strings.Contains(page, `id="moderator"`) {
			t.Error("on the machine itself nobody can join as a moderator")
		}
		eve.http.Transport, mo.http.Transport = header, header
		if _, page := eve.get("/"); strings.Contains(page, `id="moderator"`) {
			t.Errorf("with %s the page offers to join as a moderator", header[0])
		}
		eve.join("Eve", true)
		for name, b := range map[string]*browser{"Eve": eve, "Mo": mo} {
			p := b.open(name, "", "quiet")
			b.say(name, "quiet", "/nim settings hints:off")
			p.holds(t, "Only moderators can change the settings")
		}
	}
}

// An X-Forwarded-For header from an untrusted client doesn't reach the log.
func TestAStrangersHeaderIsNotLogged(t *testing.T) {
	var said bytes.Buffer
	s := newSite(t, 0, Limits{})
	s.server.gate.Log = slog.New(slog.NewTextHandler(&said, nil))
	eve := s.browser()
	eve.http.Transport = forwarded("203.0.113.7")
	eve.join("Eve", false)
	if got := said.String(); !strings.Contains(got, "http.trusted_proxy") || strings.Contains(got, "203.0.113.7") || strings.Contains(got, "127.0.0.1") {
		t.Errorf("the log says %q, want the key and no address", got)
	}
}
