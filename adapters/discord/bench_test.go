package discord_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/channel"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
)

// BenchmarkInteraction measures the time from a signed click to its response on loopback,
// with one person for each connection, in a channel of their own. Sub-benchmarks draw
// boards as emoji or as pictures. The same run also measures the parts: the client's
// work, the signature check, the store's commit, and an HTTP server that does nothing.
// "×sum" is the click's time less the client's, divided by the sum of signature and
// commit; "×sum-at-least" is the same for a bot that takes no time itself.
func BenchmarkInteraction(b *testing.B) {
	stores := []struct {
		name string
		open func(b *testing.B) store.Store
	}{
		{"bolt", func(b *testing.B) store.Store {
			s, err := bolt.Open(filepath.Join(b.TempDir(), "bench.db"), bolt.Options{})
			return opened(b, s, err)
		}},
		{"redis", func(b *testing.B) store.Store {
			s, err := redis.Open(redistest.Start(b).URL(), redis.Options{})
			return opened(b, s, err)
		}},
	}
	for _, st := range stores {
		for _, n := range []int{1, 16, 64} {
			var sign, verify, commit time.Duration // of the last run of each, for one op
			times := func(all time.Duration) float64 { return float64(all-sign) / float64(verify+commit) }
			name := func(what string) string { return fmt.Sprintf("%s/connections=%d/%s", st.name, n, what) }
			b.Run(name("sign"), func(b *testing.B) { sign = benchSign(b, n) })
			b.Run(name("verify"), func(b *testing.B) { verify = benchVerify(b, n) })
			b.Run(name("commit"), func(b *testing.B) { commit = benchCommit(b, st.open(b), n) })
			b.Run(name("empty"), func(b *testing.B) {
				b.ReportMetric(times(benchEmpty(b, n)+verify+commit), "×sum-at-least")
			})
			b.Run(name("click"), func(b *testing.B) {
				b.ReportMetric(times(benchClicks(b, st.open(b), n, nil)), "×sum")
			})
			b.Run(name("click-with-picture"), func(b *testing.B) {
				var drawn atomic.Int64
				benchClicks(b, st.open(b), n, func(w io.Writer, d rules.Diagram) error {
					drawn.Add(1)
					return discord.PNG(w, d)
				})
				b.ReportMetric(float64(drawn.Load())/float64(b.N), "drawn/op")
			})
		}
	}
}

func opened[S interface {
	store.Store
	comparable
}](b *testing.B, s S, err error) store.Store {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	return s
}

func benchSign(b *testing.B, n int) time.Duration {
	fake := discordtest.New()
	defer fake.Close()
	people := make([]*clicker, n)
	for i := range people {
		people[i] = newClicker(b, fake, i)
	}
	return chattest.Measure(b, n, func(caller int) time.Duration {
		began := time.Now()
		people[caller].request("A1")
		return time.Since(began)
	})
}

func benchVerify(b *testing.B, n int) time.Duration {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		b.Fatal(err)
	}
	message := newClicker(b, nil, 0).body("A1")
	signature := ed25519.Sign(private, message)
	return chattest.Measure(b, n, func(int) time.Duration {
		began := time.Now()
		if !ed25519.Verify(public, message, signature) {
			b.Error("a good signature was refused")
		}
		return time.Since(began)
	})
}

func benchCommit(b *testing.B, s store.Store, n int) time.Duration {
	c := channel.Document{Play: channel.Play{Turn: 7, Game: &channel.Game{
		ID: "1k2j3h4g5f", Key: "nim", Ending: "normal", Start: "9 8 7 6 5",
		Players: [2]channel.Player{{ID: personID("p"), Name: "Ana"}, {ID: "bot", Level: "easy"}},
		Events:  "A1 B2 !undo:0 B1 C2 !undo:0 C1 D2 !undo:0 D1 E2", Since: 1_800_000_000,
	}}}
	c.Version = 1
	for i := range 10 {
		c.Remember(fmt.Sprint(i), time.Unix(1_800_000_000, 0))
	}
	data := c.Encode()
	data = data[len(store.AppendHeader(nil, 1)):]
	versions := make([]uint64, n)
	return chattest.Measure(b, n, func(caller int) time.Duration {
		began, v := time.Now(), versions[caller]
		_, err := s.Commit(context.Background(), fmt.Sprint("bench/", caller), store.Write{
			Expect: v, Data: append(store.AppendHeader(nil, v+1), data...), Due: time.Unix(1<<32, 0), Expires: time.Unix(1<<33, 0),
		})
		if err != nil {
			b.Error(err)
		}
		versions[caller] = v + 1
		return time.Since(began)
	})
}

// benchEmpty measures a server that answers at once with as many bytes.
func benchEmpty(b *testing.B, n int) time.Duration {
	fake := discordtest.New()
	defer fake.Close()
	reply := bytes.Repeat([]byte("x"), 1200)
	server := httptest.NewServer(httpEcho(reply))
	defer server.Close()
	people := make([]*clicker, n)
	for i := range people {
		people[i] = newClicker(b, fake, i)
		people[i].dial(server.Listener.Addr().String())
	}
	return chattest.Measure(b, n, func(caller int) time.Duration { return people[caller].click("A1") })
}

// benchClicks measures clicks on moves against the bot; picture draws the boards,
// if it is not nil.
func benchClicks(b *testing.B, s store.Store, n int, picture func(io.Writer, rules.Diagram) error) time.Duration {
	fake := discordtest.New()
	defer fake.Close()
	address := benchBot(b, fake, s, picture)
	people := make([]*clicker, n)
	for i := range people {
		p := newClicker(b, fake, i)
		p.dial(address)
		p.click("start 9 8 7 6 5 level:easy")
		p.expect("Piles: A 9")
		people[i] = p
	}
	took := chattest.Measure(b, n, func(caller int) time.Duration {
		p := people[caller]
		move := clicks[p.next%len(clicks)]
		if move == "rematch" { // a game's events are bounded
			p.click("stop ~" + p.stamp)
			p.click("start 9 8 7 6 5 level:easy")
			p.next++
			move = clicks[0]
		}
		p.next++
		d := p.click(move + " ~" + p.stamp)
		p.expect(`"type":7`)
		return d
	})
	return took
}

// benchBot serves the bot until the benchmark ends, and returns its address.
func benchBot(b *testing.B, fake *discordtest.Server, s store.Store, picture func(io.Writer, rules.Diagram) error) string {
	b.Helper()
	catalogue, err := words.Load()
	if err != nil {
		b.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	a, err := discord.New(discord.Config{
		Chat:  chat.New(chat.Config{Store: s, Words: catalogue, Seed: 1, Log: log}),
		Words: catalogue, ApplicationID: discordtest.Application, APIURL: fake.URL, Log: log, Picture: picture,
	})
	if err != nil {
		b.Fatal(err)
	}
	handler, err := a.Endpoint(fake.PublicKey)
	if err != nil {
		b.Fatal(err)
	}
	server := httptest.NewServer(handler)
	b.Cleanup(func() {
		server.Close()
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := a.Close(ctx); err != nil {
			b.Error(err)
		}
	})
	return server.Listener.Addr().String()
}

// clicks are moves that are taken back, over and over.
var clicks = append(slices.Repeat([]string{"A1", "undo", "B1", "undo", "C1", "undo", "D1", "undo", "E1", "undo"}, 10), "rematch")

// clicker is one person's connection. It writes requests by hand, so that the
// client takes little of the processors.
type clicker struct {
	b       *testing.B
	fake    *discordtest.Server
	conn    net.Conn
	in      *bufio.Reader
	prefix  string // of the ids of deliveries
	pattern []byte // an interaction with ID and COMMAND in it
	ids     int
	reply   []byte
	stamp   string
	next    int
}

func newClicker(b *testing.B, fake *discordtest.Server, n int) *clicker {
	return newClickerOf(b, fake, "p", "c"+strconv.Itoa(n), strconv.Itoa(n))
}

// newClickerOf is a person's connection, whose deliveries' ids begin with ids.
func newClickerOf(b *testing.B, fake *discordtest.Server, who, channel, ids string) *clicker {
	c := &clicker{b: b, fake: fake, prefix: ids}
	shown := []byte(`{"components":[{"type":17,"accent_color":5793266,"components":[{"type":10,"content":"Ana's move. Piles: A 9, B 8, C 7, D 6, E 5. Whoever takes the last stone wins.\nA 🔵🔵🔵🔵🔵🔵🔵🔵🔵 9\nB 🔵🔵🔵🔵🔵🔵🔵🔵 8"},{"type":1,"components":[{"type":2,"style":2,"custom_id":"c:pick A ~1.1","label":"A (9)"},{"type":2,"style":2,"custom_id":"c:pick B ~1.1","label":"B (8)"}]}]}]}`)
	c.pattern = discordtest.Interaction{
		ID: "IDIDIDIDID", Token: "token-IDIDIDIDID", Kind: discordtest.Component, Who: somebody(who), Channel: channelID(channel), Guild: guild,
		Message: &discordtest.Message{ID: "1234567890123456789", Body: shown},
		Data:    discordtest.Pressed(discordtest.Button{CustomID: "c:COMMAND"}),
	}.JSON()
	return c
}

func (c *clicker) body(command string) []byte {
	c.ids++
	out := bytes.ReplaceAll(c.pattern, []byte("IDIDIDIDID"), fmt.Appendf(nil, "%s%09d", c.prefix, c.ids))
	return bytes.Replace(out, []byte("COMMAND"), []byte(command), 1)
}

func (c *clicker) dial(address string) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		c.b.Fatal(err)
	}
	c.b.Cleanup(func() { _ = conn.Close() }) // the server may have closed it
	c.conn, c.in = conn, bufio.NewReader(conn)
}

// request makes a signed click.
func (c *clicker) request(command string) []byte {
	body := c.body(command)
	h := c.fake.Sign(body, time.Now())
	var out bytes.Buffer
	fmt.Fprintf(&out, "POST /discord/interactions HTTP/1.1\r\nHost: bot\r\nContent-Type: application/json\r\nX-Signature-Timestamp: %s\r\nX-Signature-Ed25519: %s\r\nContent-Length: %d\r\n\r\n",
		h.Get("X-Signature-Timestamp"), h.Get("X-Signature-Ed25519"), len(body))
	out.Write(body)
	return out.Bytes()
}

// click sends a signed click and returns how long the response took.
func (c *clicker) click(command string) time.Duration {
	request := c.request(command)
	began := time.Now()
	if _, err := c.conn.Write(request); err != nil {
		c.b.Error(err)
		return 0
	}
	length := 0
	for {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			c.b.Error(err)
			return 0
		}
		if value, ok := bytes.CutPrefix(line, []byte("Content-Length: ")); ok {
			length, _ = strconv.Atoi(string(bytes.TrimSpace(value))) // 0 shows below
		}
		if len(line) == 2 {
			break
		}
	}
	c.reply = slices.Grow(c.reply[:0], length)[:length]
	if _, err := io.ReadFull(c.in, c.reply); err != nil {
		c.b.Error(err)
	}
	took := time.Since(began)
	payload, _, _ := bytes.Cut(c.reply, []byte("\x89PNG")) // which may hold anything
	if i := bytes.LastIndexByte(payload, '~'); i >= 0 {
		stamp, _, _ := bytes.Cut(payload[i+1:], []byte(`"`))
		c.stamp = string(stamp)
	}
	return took
}

func (c *clicker) expect(part string) {
	if !bytes.Contains(c.reply, []byte(part)) {
		c.b.Fatalf("the response is %s, want %q in it", c.reply, part)
	}
}

// httpEcho reads a request and answers with reply.
func httpEcho(reply []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // the client is ours
		w.Header().Set("Content-Length", strconv.Itoa(len(reply)))
		_, _ = w.Write(reply)
	})
}
