package web

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// line is a message of a given number of letters.
func line(letters int) *entry {
	return newEntry(message{From: "Ana", Lines: []string{strings.Repeat("x", letters)}}, "")
}

func room1(h *hub, name string) *room {
	return h.room(channelPlace(name))
}

// joined is a page that looks at rooms from a number of the sequence on.
func joined(t *testing.T, h *hub, since uint64, rooms ...*room) *page {
	t.Helper()
	p := &page{person: "w1", sources: []pageSource{{"w1", 1000, 1000}}, rooms: rooms}
	if _, err := h.join(p, since); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestHistoryIsBounded(t *testing.T) {
	h := newHub(Limits{Messages: 10, Channels: 1}, time.Now)
	r := room1(h, "general")
	board := newEntry(message{Board: true}, "")
	h.post(r, board)
	r.board = board
	for range 100 {
		h.post(r, line(1))
	}
	if len(r.log) != 10 || r.log[0] != board || len(r.changes) != 10 {
		t.Errorf("%d messages are remembered, the first is the board: %v; want 10, and the board among them", len(r.log), r.log[0] == board)
	}
	if err := h.claim(room1(h, "other")); err != nil {
		t.Errorf("an idle channel makes no room: %v", err)
	}
}

// A channel keeps its newest messages up to a number of bytes. The byte counters match the
// stored messages, even after edits and evictions.
func TestHistoryIsBoundedInBytes(t *testing.T) {
	h := newHub(Limits{ChannelBytes: 100_000, Bytes: 250_000, Channels: 4}, time.Now)
	check := func(after string) {
		t.Helper()
		total := 0
		for name, r := range h.rooms {
			bytes := 0
			for _, e := range r.log {
				bytes += e.weight()
			}
			if bytes != r.bytes || bytes > 100_000 && len(r.log) > 1 {
				t.Errorf("%s: #%s takes %d bytes and counts %d, want the same and at most 100000", after, name, bytes, r.bytes)
			}
			total += bytes
		}
		if total != h.bytes || total > 250_000 {
			t.Errorf("%s: all channels take %d bytes and count %d, want the same and at most 250000", after, total, h.bytes)
		}
	}
	small := room1(h, "small")
	h.post(small, line(10))
	h.post(small, line(20))
	for i := range 40 {
		large := room1(h, fmt.Sprint("large", i%3))
		h.post(large, line(30_000))
		check("a post")
		h.replace(large, large.log[0], line(200*i))
		check("a change")
	}
	if len(small.log) != 2 {
		t.Errorf("a small channel keeps %d messages while others are large, want both", len(small.log))
	}
	for _, name := range []string{"a", "b", "c", "d"} { // of four channels
		h.post(room1(h, name), line(300_000))
	}
	left := 0
	for _, r := range h.rooms {
		left += r.bytes
	}
	if left != h.bytes {
		t.Errorf("after channels were forgotten %d bytes are counted, want %d", h.bytes, left)
	}
}

// A page that reads slowly gets each waiting message once, in its latest state and in order,
// and none that it already has.
func TestAPageReadsWhatItHasMissed(t *testing.T) {
	h := newHub(Limits{Channels: 2}, time.Now)
	one, two := room1(h, "one"), room1(h, "two")
	p := joined(t, h, 0, one, two)
	first := line(1)
	h.post(one, first)
	h.post(two, line(20_000))
	h.post(one, line(20_000))
	h.sendChange(one, first)
	secret := newEntry(message{Lines: []string{"for another"}}, "w2")
	h.post(one, secret)
	var seqs []uint64
	batches := 0
	for batch := h.next(p); len(batch) > 0; batch = h.next(p) {
		batches++
		for _, ev := range batch {
			seqs = append(seqs, ev.seq)
		}
	}
	if !slices.Equal(seqs, []uint64{2, 3, 4}) || batches != 2 {
		t.Errorf("the page is sent the changes %v in %d batches, want 2, 3 and 4 in two", seqs, batches)
	}
	resumed := joined(t, h, 3, one, two)
	if got := h.next(resumed); len(got) != 1 || got[0].seq != 4 {
		t.Errorf("a page that resumes after 3 is sent %d changes, want the one after it", len(got))
	}
}

// The memory held for slow pages is bounded: beyond it, the slowest is disconnected.
func TestTheSlowestReaderIsCutOff(t *testing.T) {
	h := newHub(Limits{Held: 250_000, Channels: 1}, time.Now)
	r := room1(h, "general")
	var pages []*page
	for range 3 {
		h.post(r, line(100_000))
		p := joined(t, h, h.seq-1, r)
		h.next(p)
		pages = append(pages, p)
	}
	for i, p := range pages {
		if p.cut != (i == 0) {
			t.Errorf("page %d is cut off: %v; want that of the first alone", i, p.cut)
		}
	}
	h.leave(pages[1])
	fourth := joined(t, h, h.seq-1, r)
	h.next(fourth)
	if pages[2].cut || fourth.cut {
		t.Error("a page is cut off although another made room")
	}
	for _, p := range append(pages, fourth) {
		h.leave(p)
	}
	if h.held != 0 {
		t.Errorf("%d bytes are held by nobody", h.held)
	}
}

// A board that was replaced becomes a line of the log, without drawing and buttons.
func TestARetiredBoardIsALine(t *testing.T) {
	s := newSite(t, 0, Limits{})
	ana := s.browser()
	ana.join("Ana", false)
	ana.say("Ana", "general", "/nim start game:kayles first:me 60 60 60")
	ana.say("Ana", "general", "/nim board")
	ana.say("Ana", "general", "/nim board")
	s.server.hub.mu.Lock()
	r := s.server.hub.rooms["general"]
	for _, e := range r.log {
		m := e.decode()
		if now := e == r.board; e.Board && ((m.SVG != "") != now || (len(m.Aims) > 0) != now || m.Retired == now || len(m.Lines) == 0) {
			t.Errorf("a board, the present one: %v, has a drawing of %d bytes, %d aims, %d lines, retired: %v", now, len(m.SVG), len(m.Aims), len(m.Lines), m.Retired)
		}
	}
	s.server.hub.mu.Unlock()
	resp, page := ana.get("/web/plain?channel=general")
	if resp.StatusCode != http.StatusOK || !strings.Contains(page, "<svg") {
		t.Errorf("the page without a script is %d and has no drawing", resp.StatusCode)
	}
}

// dial opens a stream by hand, so that it can be read slowly.
func (b *browser) dial(as, channel string) net.Conn {
	b.site.t.Helper()
	at := b.site.http.Listener.Addr().String()
	conn, err := net.Dial("tcp", at)
	if err != nil {
		b.site.t.Fatal(err)
	}
	b.site.t.Cleanup(func() { _ = conn.Close() })
	_ = conn.(*net.TCPConn).SetReadBuffer(4 << 10)
	_, _ = fmt.Fprintf(conn, "GET /web/stream?as=%s&channel=%s HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\n\r\n", as, channel, at, b.cookie())
	return conn
}

func (b *browser) cookie() *http.Cookie {
	b.site.t.Helper()
	req, err := http.NewRequest(http.MethodGet, b.site.http.URL, nil)
	if err != nil {
		b.site.t.Fatal(err)
	}
	return b.http.Jar.Cookies(req.URL)[0]
}

// Streams that are read slowly or not at all hold no more memory than allowed, and everybody
// else sees everything.
func TestUnreadStreamsKeepNobodyWaiting(t *testing.T) {
	s := newSite(t, 1_000_000, Limits{Held: 1_000_000})
	eve, bob := s.browser(), s.browser()
	eve.join("Eve", false)
	bob.join("Bob", false)
	for i := range 8 {
		conn := eve.dial("Eve", "general")
		if i%2 == 0 {
			go func() {
				for one := make([]byte, 1); ; time.Sleep(time.Second) {
					if _, err := io.ReadFull(conn, one); err != nil {
						return
					}
				}
			}()
		}
	}
	p := bob.open("Bob", "", "general")
	h := s.server.hub
	for i := range 60 {
		eve.say("Eve", "general", "/nim start game:kayles first:me "+strings.Repeat("60 ", 25))
		eve.say("Eve", "general", "/nim board")
		bob.say("Bob", "general", fmt.Sprint("line ", i))
		// Until the kernel's buffers of the unread streams are full, the slowest page may be
		// Bob's, which then resumes.
		for !p.finds(fmt.Sprint("line ", i)) {
			if i >= 20 {
				t.Fatalf("Bob's page is cut off at line %d, where others are slower", i)
			}
			p = bob.open("Bob", p.last, "general")
		}
		h.mu.Lock()
		held := 0
		for p := range h.pages {
			held += p.sending
		}
		if most := 1_000_000 + 200_000; held != h.held || held > most {
			t.Errorf("pages hold %d bytes and are said to hold %d, want the same and at most %d", held, h.held, most)
		}
		h.mu.Unlock()
	}
}

func BenchmarkLargestBoard(b *testing.B) {
	s := newSite(b, 1_000_000, Limits{Burst: 1 << 30})
	eve := s.browser()
	eve.join("Eve", false)
	eve.say("Eve", "general", "/nim start game:kayles first:me "+strings.Repeat("60 ", 25))
	for b.Loop() {
		eve.say("Eve", "general", "/nim board")
	}
	e := s.server.hub.rooms["general"].board
	b.ReportMetric(float64(e.weight()), "B/board")
}
