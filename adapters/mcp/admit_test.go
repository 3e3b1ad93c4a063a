package mcp

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"nimbot/adapters/clientip"
	"nimbot/game/router/limit"
	"nimbot/store/bounds"
)

// request sends a request to a server, as from an address.
func request(s http.Handler, from string, body io.Reader) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "http://localhost/mcp", body)
	r.RemoteAddr = from + ":1"
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// A batch is refused at its first byte: neither decoded nor read to its end.
func TestABatchIsRefusedBeforeItIsRead(t *testing.T) {
	s := newServer(t, nil)
	for _, begins := range []string{"[", " \r\n\t["} {
		rest := &counted{Reader: strings.NewReader("{" + strings.Repeat(ping+",", 1500))}
		w := request(s, "192.0.2.1", io.MultiReader(strings.NewReader(begins), rest))
		if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), `"code":-32600`) || w.Header().Get("Connection") != "close" {
			t.Errorf("a batch that begins %q = %d, %s; want 400 and the end of the connection", begins, w.Code, w.Body)
		}
		if rest.read > 0 {
			t.Errorf("of a batch that begins %q, %d bytes more are read, want none", begins, rest.read)
		}
	}
}

// counted counts what is read.
type counted struct {
	io.Reader
	read int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.read += n
	return n, err
}

// A body that says that it is too large isn't read, and one that doesn't say so is read up to the
// bound.
func TestLargeBodiesAreNotRead(t *testing.T) {
	s := newServer(t, nil)
	for _, says := range []int64{10 << 20, -1} {
		body := &counted{Reader: strings.NewReader(`{"jsonrpc":"` + strings.Repeat("x", 10<<20))}
		r := httptest.NewRequest(http.MethodPost, "http://localhost/mcp", body)
		r.ContentLength = says
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		most := 0
		if says < 0 {
			most = maxBody + 4096
		}
		if w.Code != http.StatusRequestEntityTooLarge || body.read > most {
			t.Errorf("10 MB with the length %d = %d, and %d bytes are read; want 413 and at most %d", says, w.Code, body.read, most)
		}
	}
}

// All requests of an address count, also those that only connect, and nobody else's.
func TestRequestsCountByAddress(t *testing.T) {
	s := newServer(t, func(o *Options) { o.Limit = limit.New(60, time.Now) })
	at := time.Unix(1_800_000_000, 0)
	s.admission.rates = bounds.NewBuckets(bounds.Rate{Every: requestEvery, Burst: requestsAtOnce}, func() time.Time { return at })
	for i := range requestsAtOnce + 50 {
		want := http.StatusOK
		if i >= requestsAtOnce {
			want = http.StatusTooManyRequests
		}
		if w := request(s, "192.0.2.1", strings.NewReader(ping)); w.Code != want {
			t.Fatalf("ping %d at once = %d, %s; want %d", i+1, w.Code, w.Body, want)
		}
	}
	if w := request(s, "192.0.2.2", strings.NewReader(ping)); w.Code != http.StatusOK {
		t.Errorf("another address = %d, want 200", w.Code)
	}
	at = at.Add(time.Second)
	if w := request(s, "192.0.2.1", strings.NewReader(ping)); w.Code != http.StatusOK {
		t.Errorf("a second later = %d, want 200", w.Code)
	}
}

// An address that sends slowly has a bounded number of requests open, delays nobody, and has all
// its places again afterwards.
func TestSlowSendersKeepNobodyWaiting(t *testing.T) {
	s := newServer(t, nil)
	arrived, release := make(chan bool, openPerAddress), make(chan struct{})
	slow := func() io.Reader {
		return io.MultiReader(iotest.OneByteReader(strings.NewReader(ping[:len(ping)-1])), waiting{arrived, release}, strings.NewReader("}"))
	}
	var open sync.WaitGroup
	for range openPerAddress {
		open.Go(func() {
			if w := request(s, "192.0.2.1", slow()); w.Code != http.StatusOK {
				t.Errorf("a slow request = %d, %s", w.Code, w.Body)
			}
		})
	}
	for range openPerAddress {
		<-arrived
	}
	if w := request(s, "192.0.2.1", strings.NewReader(ping)); w.Code != http.StatusTooManyRequests || !strings.Contains(w.Body.String(), "still open") {
		t.Errorf("a further request of the address = %d, %s; want 429 and why", w.Code, w.Body)
	}
	if n := len(s.admission.running); n != 0 {
		t.Errorf("%d requests are running while all are still being read, want none", n)
	}
	if w := request(s, "192.0.2.2", strings.NewReader(ping)); w.Code != http.StatusOK {
		t.Errorf("another address = %d, want 200", w.Code)
	}
	close(release)
	open.Wait()
	if open, running := s.admission.open.Keys(), len(s.admission.running); open != 0 || running != 0 {
		t.Errorf("afterwards %d addresses and %d requests are counted, want none", open, running)
	}
}

// A client whose request arrives too slowly is told so, although the listener's time for the answer is
// over by then.
func TestASlowRequestIsAnswered(t *testing.T) {
	listener := httptest.NewUnstartedServer(newServer(t, nil))
	listener.Config.ReadTimeout, listener.Config.WriteTimeout = 100*time.Millisecond, 50*time.Millisecond
	listener.Start()
	defer listener.Close()
	conn, err := net.Dial("tcp", listener.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_, _ = fmt.Fprintf(conn, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n{", len(ping))
	answer, err := io.ReadAll(conn)
	if err != nil || !strings.Contains(string(answer), "408 Request Timeout") || !strings.Contains(string(answer), "too slowly") {
		t.Errorf("a request of which only a byte arrives is answered with %q, %v; want 408 and why", answer, err)
	}
}

// waiting is an empty part of a body that arrives when it is released.
type waiting struct {
	arrived chan<- bool
	release <-chan struct{}
}

func (w waiting) Read([]byte) (int, error) {
	w.arrived <- true
	<-w.release
	return 0, io.EOF
}

// Behind a trusted proxy an agent may use any Host, and nobody else may.
func TestOnlyTrustedProxiesServeOtherHosts(t *testing.T) {
	for _, tt := range []struct {
		trusted, forwarded string
		want               int
	}{
		{"", "", http.StatusForbidden}, {"", "192.0.2.9", http.StatusForbidden}, {"10.0.0.1", "192.0.2.9", http.StatusForbidden},
		{"127.0.0.1", "", http.StatusForbidden}, {"127.0.0.1", "192.0.2.9", http.StatusOK},
	} {
		proxies, err := clientip.ParseProxies(tt.trusted)
		if err != nil {
			t.Fatal(err)
		}
		s := newServer(t, func(o *Options) { o.Local, o.Proxies = true, proxies })
		r := httptest.NewRequest(http.MethodPost, "http://nim.example/mcp", strings.NewReader(ping))
		r.RemoteAddr = "127.0.0.1:1"
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		if tt.forwarded != "" {
			r.Header.Set("X-Forwarded-For", tt.forwarded)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != tt.want {
			t.Errorf("trusting %q, a request forwarded for %q under another name = %d, want %d", tt.trusted, tt.forwarded, w.Code, tt.want)
		}
	}
}
