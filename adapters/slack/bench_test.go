package slack

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
	"nimbot/game/chat"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
)

// instantSlack answers every method at once, but chat.update after a time.
type instantSlack struct{ update time.Duration }

func (s instantSlack) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		_, _ = io.Copy(io.Discard, r.Body)
	}
	if strings.HasSuffix(r.URL.Path, "/chat.update") {
		select {
		case <-time.After(s.update):
		case <-r.Context().Done():
		}
	}
	body := `{"ok":true,"ts":"1.1","channel":"C","user":{"id":"U","name":"ana"}}`
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

// bench is an adapter on a bolt store behind a listener.
type bench struct {
	b      *testing.B
	chat   *chat.Handler
	url    string
	client *http.Client
	serial int
	mu     sync.Mutex
}

func newBench(b *testing.B, s store.Store, slack instantSlack) *bench {
	catalogue, err := words.Load()
	if err != nil {
		b.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	var typed atomic.Int64
	h := chat.New(chat.Config{
		Store: s, Words: catalogue, Seed: 1, Log: log,
		// Each reading is a second later, so that a channel has room to remember the ids of the
		// typed commands of ten minutes.
		Now: func() time.Time { return time.Unix(1_800_000_000, 0).Add(time.Duration(typed.Add(1)) * time.Second) },
	})
	a, err := New(Config{
		Chat: h, Words: catalogue, Store: s, Log: log, Client: &http.Client{Transport: slack},
		SigningSecret: slacktest.SigningSecret, BotToken: slacktest.BotToken,
		Rates: Rates{Post: time.Millisecond, Update: time.Microsecond, Burst: 1 << 20},
	})
	if err != nil {
		b.Fatal(err)
	}
	server := httptest.NewServer(a.Handler())
	b.Cleanup(func() {
		server.Close()
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_ = a.Close(ctx) // what waits for a slow Slack may be dropped
	})
	return &bench{b: b, chat: h, url: server.URL, client: newBenchClient()}
}

func newBenchClient() *http.Client {
	return &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 128}}
}

// stores are the stores that are measured.
var stores = []struct {
	name string
	open func(b *testing.B) store.Store
}{
	{"bolt", func(b *testing.B) store.Store {
		s, err := bolt.Open(filepath.Join(b.TempDir(), "nim.db"), bolt.Options{})
		return keep(b, s, err)
	}},
	{"redis", func(b *testing.B) store.Store {
		s, err := redis.Open(redistest.Start(b).URL(), redis.Options{})
		return keep(b, s, err)
	}},
}

func keep(b *testing.B, s store.Store, err error) store.Store {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	return s
}

func (x *bench) next() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.serial++
	return x.serial
}

// post signs a form and sends it, and returns how long the answer took.
func (x *bench) post(path string, form url.Values) time.Duration {
	body := []byte(form.Encode())
	stamp := strconv.FormatInt(time.Now().Unix(), 10)
	req, err := http.NewRequest(http.MethodPost, x.url+path, bytes.NewReader(body))
	if err != nil {
		x.b.Fatal(err)
	}
	req.Header.Set(headerTimestamp, stamp)
	req.Header.Set(headerSignature, slacktest.Sign(slacktest.SigningSecret, stamp, body))
	begun := time.Now()
	resp, err := x.client.Do(req)
	if err != nil {
		x.b.Error(err)
		return 0
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		x.b.Errorf("answered %d", resp.StatusCode)
	}
	return time.Since(begun)
}

func (x *bench) command(channel, text string) time.Duration {
	return x.post("/slack/commands", url.Values{
		"team_id": {"T1"}, "channel_id": {channel}, "user_id": {"UANA"}, "user_name": {"ana"}, "command": {"/nim"},
		"text": {text}, "trigger_id": {strconv.Itoa(x.next())}, "response_url": {"http://slack.invalid/hooks/1"},
	})
}

func (x *bench) click(channel, ts, value string) time.Duration {
	payload, err := json.Marshal(map[string]any{
		"type": "block_actions", "team": map[string]any{"id": "T1"}, "user": map[string]any{"id": "UANA", "name": "ana"},
		"container":  map[string]any{"type": "message", "message_ts": ts, "channel_id": channel},
		"trigger_id": strconv.Itoa(x.next()), "actions": []any{map[string]any{"action_id": "b", "value": value}},
	})
	if err != nil {
		x.b.Fatal(err)
	}
	return x.post("/slack/interactions", url.Values{"payload": {string(payload)}})
}

// spread runs do b.N times on some connections at once and reports the median
// and the 99th percentile of what it returns.
func spread(b *testing.B, connections int, do func(connection, i int) time.Duration) {
	b.Helper()
	took := make([][]time.Duration, connections)
	var wg sync.WaitGroup
	b.ResetTimer()
	for c := range connections {
		wg.Go(func() {
			for i := 0; i < (b.N+connections-1-c)/connections; i++ {
				took[c] = append(took[c], do(c, i))
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	all := slices.Concat(took...)
	slices.Sort(all)
	if len(all) > 0 {
		b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "p50-ms")
		b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, "p99-ms")
		b.ReportMetric(float64(len(all))/b.Elapsed().Seconds(), "ops/s")
	}
}

var connections = []int{1, 16, 64}

// BenchmarkCommand measures how long the answer to a signed command takes. Every command
// changes the game. Each connection has one person in a channel of their own. The same run
// measures, for comparison, the signature alone, the store's commit of such a document
// alone, and the same request to a server that does nothing.
//
//	go test ./adapters/slack -run - -bench Command
func BenchmarkCommand(b *testing.B) {
	b.Run("hmac", benchSignature)
	for _, n := range connections {
		b.Run(fmt.Sprintf("loopback/%d", n), func(b *testing.B) {
			server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
			b.Cleanup(server.Close)
			x := &bench{b: b, url: server.URL, client: newBenchClient()}
			spread(b, n, func(c, _ int) time.Duration { return x.command(fmt.Sprint("C", c), "A1") })
		})
	}
	for _, st := range stores {
		for _, n := range connections {
			b.Run(fmt.Sprintf("%s/commit/%d", st.name, n), func(b *testing.B) { benchCommit(b, st.open(b), n) })
			b.Run(fmt.Sprintf("%s/command/%d", st.name, n), func(b *testing.B) {
				x := newBench(b, st.open(b), instantSlack{})
				spread(b, n, func(c, i int) time.Duration {
					// A game that the first move and the bot's answer end, again and again.
					return x.command(fmt.Sprint("C", c), []string{"start 1 1", "A1"}[i%2])
				})
			})
		}
	}
}

func benchSignature(b *testing.B) {
	secret, body, h := []byte(slacktest.SigningSecret), bytes.Repeat([]byte("x"), 500), http.Header{}
	now := time.Now()
	stamp := strconv.FormatInt(now.Unix(), 10)
	h.Set(headerTimestamp, stamp)
	h.Set(headerSignature, slacktest.Sign(slacktest.SigningSecret, stamp, body))
	for b.Loop() {
		if err := verify(secret, body, h, now); err != nil {
			b.Fatal(err)
		}
	}
}

func benchCommit(b *testing.B, s store.Store, n int) {
	spread(b, n, func(c, i int) time.Duration {
		data := append(store.AppendHeader(nil, uint64(i)+1), (`,"x":"` + strings.Repeat("x", 420) + `"}`)...)
		begun := time.Now()
		if _, err := s.Commit(context.Background(), fmt.Sprint("slack/T1/C", c), store.Write{Expect: uint64(i), Data: data}); err != nil {
			b.Error(err)
		}
		return time.Since(begun)
	})
}

// BenchmarkClickWhileSlackIsSlow measures how long the acknowledgement of a click takes at 64
// connections while each chat.update takes two seconds.
func BenchmarkClickWhileSlackIsSlow(b *testing.B) {
	const people = 64
	x := newBench(b, stores[0].open(b), instantSlack{update: 2 * time.Second})
	var stamps [people]string
	for c := range people {
		x.command(fmt.Sprint("C", c), "start 9 9 9")
		stamps[c] = x.stamp(fmt.Sprint("C", c))
	}
	spread(b, people, func(c, i int) time.Duration {
		return x.click(fmt.Sprint("C", c), fmt.Sprint("1.", c), []string{"pick A ", "pick "}[i%2]+stamps[c])
	})
}

// stamp returns the end of the commands of a channel's board.
func (x *bench) stamp(channel string) string {
	reply := x.chat.Handle(context.Background(), call{workspace: workspace{Team: "T1"}, channel: channel, user: "UANA"}.asking("board"))
	for _, m := range reply.Messages {
		for _, i := range m.Buttons {
			if at := strings.LastIndexByte(i.Command, '~'); at >= 0 {
				return i.Command[at:]
			}
		}
	}
	x.b.Fatal("the board has no buttons")
	return ""
}
