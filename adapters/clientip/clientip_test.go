package clientip_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"nimbot/adapters/clientip"
)

func TestIsLocalName(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "localhost:8080": true, "LOCALHOST": true, "127.0.0.1": true, "127.0.0.1:8080": true, "127.9.9.9": true,
		"[::1]:8080": true, "[::1]": true, "::1": true, "[::ffff:127.0.0.1]:1": true,
		"": false, "rebound.example": false, "localhost.example": false, "127.0.0.1.example:80": false, "10.0.0.1": false, "0.0.0.0": false, "[::]:80": false,
	} {
		if got := clientip.IsLocalName(host); got != want {
			t.Errorf("IsLocalName(%q) = %v, want %v", host, got, want)
		}
	}
}

func TestParseProxies(t *testing.T) {
	for list, ok := range map[string]bool{
		"": true, " ": true, "10.0.0.7": true, "10.0.0.0/8, 192.168.1.1,fd00::/8": true, "::1": true,
		"proxy.internal": false, "10.0.0.0/33": false, "10.0.0.1,": false, "10.0.0.1 10.0.0.2": false, "0.0.0.0/0": false, "::/0": false, "::ffff:10.0.0.0/104": false, "fe80::1%eth0": false,
	} {
		if _, err := clientip.ParseProxies(list); (err == nil) != ok {
			t.Errorf("ParseProxies(%q) = %v, want it accepted: %v", list, err, ok)
		}
	}
}

func TestClient(t *testing.T) {
	for _, tt := range []struct {
		trusted, remote string
		forwarded       []string
		want            string
		hidden          bool
	}{
		{"", "203.0.113.9:555", nil, "203.0.113.9", false},
		{"", "[::ffff:203.0.113.9]:555", nil, "203.0.113.9", false},
		{"", "[2001:db8:1:2:3:4:5:6]:555", nil, "2001:db8:1:2::/64", false},
		{"", "203.0.113.9:555", []string{"1.2.3.4"}, "203.0.113.9", true},
		{"10.0.0.0/8", "203.0.113.9:555", []string{"1.2.3.4"}, "203.0.113.9", true},
		{"10.0.0.0/8", "10.0.0.1:555", []string{"1.2.3.4"}, "1.2.3.4", false},
		{"10.0.0.0/8", "10.0.0.1:555", nil, "10.0.0.1", false},
		// The client made up everything to the left of its own address.
		{"10.0.0.0/8", "10.0.0.1:555", []string{"9.9.9.9, 1.2.3.4"}, "1.2.3.4", false},
		{"10.0.0.0/8", "10.0.0.1:555", []string{"9.9.9.9", "1.2.3.4, 10.0.0.2"}, "1.2.3.4", false},
		{"10.0.0.0/8", "10.0.0.1:555", []string{"1.2.3.4, nonsense"}, "10.0.0.1", false},
		{"10.0.0.0/8,::1", "[::1]:555", []string{"2001:db8:1:2::9"}, "2001:db8:1:2::/64", false},
		{"", "pipe", nil, "pipe", false},
	} {
		p, err := clientip.ParseProxies(tt.trusted)
		if err != nil {
			t.Fatal(err)
		}
		r := &http.Request{RemoteAddr: tt.remote, Header: http.Header{}}
		for _, f := range tt.forwarded {
			r.Header.Add("X-Forwarded-For", f)
		}
		if got := p.Client(r); got != tt.want {
			t.Errorf("behind %q, Client of %s for %q = %q, want %q", tt.trusted, tt.remote, tt.forwarded, got, tt.want)
		}
		if got := p.ClaimsUntrusted(r); got != tt.hidden {
			t.Errorf("behind %q, ClaimsUntrusted of %s for %q = %v, want %v", tt.trusted, tt.remote, tt.forwarded, got, tt.hidden)
		}
	}
}

// Any forwarding header means that there is a proxy.
func TestIsDirect(t *testing.T) {
	for _, tt := range []struct {
		from, header string
		want         bool
	}{
		{"127.0.0.1:1", "", true}, {"[::1]:1", "", true}, {"127.0.0.1:1", "Cookie", true}, {"127.0.0.1:1", "X-Requested-With", true},
		{"192.0.2.1:1", "", false}, {"nobody", "", false},
		{"127.0.0.1:1", "X-Forwarded-For", false}, {"127.0.0.1:1", "x-forwarded-proto", false}, {"127.0.0.1:1", "X-Forwarded-Host", false},
		{"127.0.0.1:1", "Forwarded", false}, {"127.0.0.1:1", "X-Real-IP", false}, {"127.0.0.1:1", "Via", false},
		{"127.0.0.1:1", "CF-Connecting-IP", false}, {"127.0.0.1:1", "CF-Ray", false}, {"127.0.0.1:1", "True-Client-IP", false},
		{"127.0.0.1:1", "Fly-Client-IP", false}, {"127.0.0.1:1", "Fastly-Client-IP", false}, {"127.0.0.1:1", "X-Client-IP", false},
		{"127.0.0.1:1", "X-Cluster-Client-IP", false}, {"127.0.0.1:1", "X-Envoy-External-Address", false}, {"127.0.0.1:1", "X-Original-Forwarded-For", false},
		{"127.0.0.1:1", "CDN-Loop", false}, {"127.0.0.1:1", "X-Amzn-Trace-Id", false}, {"127.0.0.1:1", "Tailscale-User-Login", false},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = tt.from
		if tt.header != "" {
			r.Header.Set(tt.header, "")
		}
		if got := clientip.IsDirect(r); got != tt.want {
			t.Errorf("IsDirect from %s with %q = %v, want %v", tt.from, tt.header, got, tt.want)
		}
	}
}
