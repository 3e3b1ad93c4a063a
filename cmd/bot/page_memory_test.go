package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/internal/freeport"
	"nimbot/internal/slowtest"
)

// The drill of the page's memory: many browsers show the largest boards there
// are in twenty channels, one leaves eight streams unread, each with all twenty
// channels, and others talk. NIM_TEST_BROWSERS and NIM_TEST_COMMANDS make it
// longer.
const (
	floodBrowsers = 10 // NIM_TEST_BROWSERS: with the largest boards
	floodCommands = 16 // NIM_TEST_COMMANDS: of each of them
	floodChannels = 20
	unreadStreams = 8

	// mostMemory is what the program may hold at its peak, in bytes.
	mostMemory = 300_000_000
	// maxLatencyP99 is the longest time that the others may wait, 99 times of
	// 100. It is checked only if NIM_TEST_BROWSERS says how long the drill is,
	// because it depends on the machine.
	maxLatencyP99 = 100 * time.Millisecond
)

func TestLargestBoardsFitIntoMemory(t *testing.T) {
	slowtest.Only(t)
	listen := freeport.Address(t)
	for key, value := range map[string]string{
		"NIM_HTTP_ADMIN": freeport.Address(t), "NIM_HTTP_LISTEN": listen, "NIM_HTTP_TRUSTED_PROXY": "127.0.0.1",
		"NIM_HTTP_DRAIN": "0s", "NIM_STORE": "bolt:" + t.TempDir() + "/nim.db",
	} {
		t.Setenv(key, value)
	}
	bot, _ := startBot(t, "in a browser and play", "serve")
	browsers, commands := fromEnv(t, "NIM_TEST_BROWSERS", floodBrowsers), fromEnv(t, "NIM_TEST_COMMANDS", floodCommands)
	channels := make([]string, floodChannels)
	for i := range channels {
		channels[i] = fmt.Sprint("c", i)
	}

	var others talkers
	for i := range 16 {
		others.people = append(others.people, newBrowser(t, listen, fmt.Sprint("ana", i), 200+i))
	}
	sees := []*watch{others.people[0].watch(t, "quiet"), others.people[1].watch(t, "quiet")}
	var flood sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	for i := range browsers {
		b := newBrowser(t, listen, fmt.Sprint("eve", i), i)
		flood.Go(func() { b.flood(ctx, channels[i%len(channels)], commands) })
	}
	reader := newBrowser(t, listen, "max", 252)
	open := func() {
		for range unreadStreams {
			reader.leaveUnread(t, channels)
		}
	}
	open()
	ended := make(chan struct{})
	go func() { flood.Wait(); close(ended) }()
	waited := others.talk(t, ended)
	open() // also sends the channels' history
	waited = append(waited, others.talk(t, after(2*time.Second))...)
	stop()

	for i, w := range sees {
		w.saw(t, others.lines, others.people[i].name)
	}
	peak, ok := peakMemory(t, bot.Process.Pid)
	slices.Sort(waited)
	p99 := waited[len(waited)*99/100]
	t.Logf("%d browsers, %d commands each: peak %d MB; others waited %v (p50), %v (p99), %v at most, %d lines",
		browsers, commands, peak/1e6, waited[len(waited)/2], p99, waited[len(waited)-1], others.lines)
	if ok && peak > mostMemory*raceMemory {
		t.Errorf("the program's peak is %d MB, want at most %d MB", peak/1e6, int(mostMemory/1e6))
	}
	if os.Getenv("NIM_TEST_BROWSERS") != "" && p99 > maxLatencyP99 {
		t.Errorf("others waited %v (p99), want at most %v", p99, maxLatencyP99)
	}
}

func after(d time.Duration) <-chan struct{} {
	ended := make(chan struct{})
	time.AfterFunc(d, func() { close(ended) })
	return ended
}

// peakMemory returns the most memory that a process ever held; ok is false if the
// system doesn't report it.
func peakMemory(t *testing.T, pid int) (bytes int, ok bool) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Logf("this system doesn't tell a process' peak: %v", err)
		return 0, false
	}
	m := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)
	if m == nil {
		t.Fatalf("no peak stands in\n%s", status)
	}
	kB, err := strconv.Atoi(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	return kB << 10, true
}

// browser is a person with a browser of their own.
type browser struct {
	at, name string
	from     string // their address
	http     *http.Client
}

func newBrowser(t *testing.T, at, name string, n int) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &browser{at: at, name: name, from: fmt.Sprint("10.0.0.", n), http: &http.Client{Jar: jar, Transport: &http.Transport{}}}
	t.Cleanup(s.http.CloseIdleConnections)
	if code := s.post(t.Context(), "/web/join", map[string]any{"name": name}); code != http.StatusOK {
		t.Fatalf("%s joins: %d", name, code)
	}
	return s
}

// post sends JSON and returns the status, 0 for none.
func (s *browser) post(ctx context.Context, path string, body any) int {
	data, _ := json.Marshal(body) // plain data
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+s.at+path, bytes.NewReader(data))
	if err != nil {
		return 0
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Forwarded-For", s.from)
	resp, err := s.http.Do(req)
	if err != nil {
		return 0
	}
	defer func() { _ = resp.Body.Close() }()
	_, _ = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode
}

func (s *browser) say(ctx context.Context, channel, text string) int {
	return s.post(ctx, "/web/say", map[string]string{"as": s.name, "channel": channel, "text": text})
}

// flood shows the largest boards, as often as a browser may.
func (s *browser) flood(ctx context.Context, channel string, commands int) {
	start := "/nim start game:kayles first:me " + strings.TrimSpace(strings.Repeat("60 ", 25))
	for i := 0; i < commands && ctx.Err() == nil; {
		text := []string{start, "/nim confirm", "/nim board", "/nim A1", "/nim board", "/nim B1", "/nim puzzle game:kayles"}[i%7]
		if s.say(ctx, channel, text) == http.StatusTooManyRequests {
			time.Sleep(200 * time.Millisecond)
			continue
		}
		i++
	}
}

// stream opens a stream of channels.
func (s *browser) stream(t *testing.T, channels ...string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", s.at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	q := url.Values{"as": {s.name}, "channel": channels}
	site := &url.URL{Scheme: "http", Host: s.at}
	fmt.Fprintf(conn, "GET /web/stream?%s HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: %s\r\nCookie: %s\r\n\r\n", q.Encode(), s.at, s.from, s.http.Jar.Cookies(site)[0])
	return conn
}

// leaveUnread opens a stream and reads nothing of it.
func (s *browser) leaveUnread(t *testing.T, channels []string) {
	t.Helper()
	_ = s.stream(t, channels...).(*net.TCPConn).SetReadBuffer(4 << 10)
}

// watch is a stream that counts the chat lines in it.
type watch struct {
	mu   sync.Mutex
	seen map[string]bool
}

var talked = regexp.MustCompile(`"line (\d+) of the talk"`)

func (s *browser) watch(t *testing.T, channel string) *watch {
	t.Helper()
	w := &watch{seen: map[string]bool{}}
	in := bufio.NewScanner(s.stream(t, channel))
	in.Buffer(nil, 1<<20)
	go func() {
		for in.Scan() {
			if m := talked.FindSubmatch(in.Bytes()); m != nil {
				w.mu.Lock()
				w.seen[string(m[1])] = true
				w.mu.Unlock()
			}
		}
	}()
	return w
}

// saw waits until all lines were seen, each by its number.
func (w *watch) saw(t *testing.T, lines int, who string) {
	t.Helper()
	seen := 0
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(5 * time.Millisecond) {
		w.mu.Lock()
		seen = len(w.seen)
		w.mu.Unlock()
		if seen == lines {
			return
		}
	}
	t.Errorf("%s saw %d lines of %d", who, seen, lines)
}

// talkers are people who talk in one channel, each as often as a browser may.
type talkers struct {
	people []*browser
	lines  int // how many they have said
}

// talk lets them say lines and commands in turn until over is closed, and returns
// how long each took.
func (c *talkers) talk(t *testing.T, over <-chan struct{}) (waited []time.Duration) {
	t.Helper()
	pace := time.Second / time.Duration(len(c.people)-1)
	for i := 0; ; i++ {
		select {
		case <-over:
			return waited
		case <-time.After(pace):
		}
		text := "/nim rules nim"
		if i%4 != 3 {
			c.lines++
			text = fmt.Sprintf("line %d of the talk", c.lines)
		}
		who, begun := c.people[i%len(c.people)], time.Now()
		if code := who.say(t.Context(), "quiet", text); code != http.StatusOK {
			t.Fatalf("%s says %q: %d", who.name, text, code)
		}
		waited = append(waited, time.Since(begun))
	}
}
