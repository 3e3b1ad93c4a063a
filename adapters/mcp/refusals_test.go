package mcp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"nimbot/adapters/clientip"
	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/router"
	"nimbot/game/router/limit"
	"nimbot/game/router/routertest"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
	"nimbot/store/storetest"
)

// A position that the chat refuses to predict is refused here in the same sentence, with
// the tool in place of the command.
func TestRefusalsAreTheChats(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	store := storetest.NewMemory()
	rooms := routertest.NewBot(chat.Config{Store: store, Words: catalogue, Seed: 7, Now: time.Now, Timeout: time.Minute, Log: slog.New(slog.DiscardHandler)}, store).Config
	inChat := router.New(rooms)
	c := dial(t, serve(t, newServer(t, nil)))
	for i, tt := range []struct{ game, position, ending string }{
		{"nim", "3 banana", "normal"},
		{"nim", "-3 4", "normal"},
		{"nim", "3 4 1000000001", "normal"},
		{"nim", "1" + strings.Repeat("0", 30), "normal"},
		{"nim", "1" + strings.Repeat("0", 18), "misere"},
		{"nim", strings.Repeat("1 ", 26), "normal"},
		{"nim", strings.Repeat("1 ", 26), "misere"},
		{"nim", strings.Repeat("9", 900), "normal"},
		{"chomp", strings.TrimSpace(strings.Repeat("11 ", 11)), "normal"},
		{"chomp", "3 4 banana", "misere"},
		{"moore", strings.Repeat("9 ", 30) + "k3", "normal"},
		{"octal:0.6", "999999999", "misere"},
		{"octal:0.137", "3 x", "misere"},
		{"northcott", "1-9", "misere"},
		{"kayles", "1000000001", "normal"},
		{"cake", "5000x5000", "normal"},
		{"sum", "nim 3 +", "normal"},
		{"sum", "nim 1 + nim 1 + nim 1 + nim 1 + nim 1", "normal"},
		{"sum", "nim 3 + northcott red 5:1,4", "normal"},
		{"sum", "nim 3 + kayles 5", "misere"},
		{"subtraction", "99 {divisors}", "misere"},
	} {
		line := "predict " + tt.position + " game:" + tt.game
		if tt.ending == "misere" {
			line += " misere"
		}
		reply := inChat.Handle(t.Context(), dialog.Request{ID: fmt.Sprint(i), Place: dialog.Place{Platform: "test", Channel: "room"}, User: dialog.User{ID: "ana", Name: "Ana"}, Text: line})
		said := catalogue.Say(reply.Messages[0].Lines[0], words.Voice{Command: "/nim"})
		want := strings.NewReplacer("/nim predict", "solve", "/nim start game:", "solve game:").Replace(said)
		answer, got := call(t, c, "solve", fmt.Sprintf(`{"game":%q,"ending":%q,"position":%q}`, tt.game, tt.ending, tt.position))
		if got != want || reply.Result != dialog.Refused {
			t.Errorf("solve(%s %.40s, %s) = %q %.80s, and the chat says %q", tt.game, tt.position, tt.ending, got, answer, said)
		}
	}
}

// Every tool says what is wrong and what to do next.
func TestBadArgumentsAreRefusedInWords(t *testing.T) {
	c := dial(t, serve(t, newServer(t, nil)))
	for _, tt := range []struct{ tool, arguments, want string }{
		{"solve", `{}`, `required: missing properties: ["position"]`},
		{"solve", `[]`, "Send what the tool's input schema asks for"},
		{"solve", `null`, "missing properties"},
		{"solve", `{"position":345}`, `want "string"`},
		{"solve", `{"position":"3","most":"all"}`, `want "integer"`},
		{"solve", `{"position":"3","most":-1}`, "most"},
		{"solve", `{"position":"3","most":1e300}`, "most"},
		{"solve", `{"position":"3","ending":"draw"}`, "any of: [normal misere]"},
		{"solve", `{"position":"3","Position":"4"}`, "unexpected additional properties"},
		{"solve", `{"position":""}`, "There are no piles there."},
		{"solve", `{"position":"3","game":"chess"}`, "I don't play chess. See what I play with `games`."},
		{"solve", `{"position":"3","game":"chmop"}`, "Did you mean `chomp`? Also near: `nim`, `cake`. Try `solve game:chomp`."},
		{"solve", `{"position":"3","game":"` + strings.Repeat("x", 5000) + `"}`, "See them all with `games`."},
		{"solve", `{"position":"` + strings.Repeat("1 ", 20_000) + `"}`, "That's 40,000 characters; the limit is 25,000."},
		{"solve", `{"position":"\u0000\u202e<script>"}`, "isn't a number of stones."},
		{"check_move", `{"position":"3"}`, `missing properties: ["move"]`},
		{"check_move", `{"position":"3","move":["A1"]}`, `want "string"`},
		{"reply", `{"position":"3","level":"godlike"}`, "any of: [perfect hard medium easy]"},
		{"reply", `{"position":"3","seed":-1}`, "seed"},
		{"reply", `{"position":"3","seed":1.5}`, "seed"},
		{"reply", `{"position":"3","seed":18446744073709551615}`, "seed"},
		{"puzzle", `{"kind":"why"}`, "any of: [find outcome]"},
		{"puzzle", `{"game":"northcott","ending":"misere"}`, "You can't play `northcott` with `misere`. Try `puzzle game:northcott`."},
		{"review", `{"start":"3 4 5"}`, `missing properties: ["moves"]`},
		{"review", `{"start":"3 4 5","moves":"A2"}`, `want "array"`},
		{"review", `{"start":"3 4 5","moves":null}`, `want "array"`},
		{"review", `{"start":"3 4 5","moves":["A2","A2"]}`, "Move 2, `A2`, isn't possible in `1 4 5`. Pile A has only 1"},
		{"review", `{"start":"1","moves":["A1","A1"]}`, "Move 2, `A1`, isn't possible in `0`. No move is left in this position, so the game is over."},
		{"review", `{"start":"0","moves":[]}`, "Nobody can move in `0`"},
		{"review", `{"start":"3 4 5","moves":["` + strings.Repeat("A", 2000) + `"]}`, "That's 2,000 characters; the limit is 1,000."},
		{"review", `{"start":"3 4 5","moves":[` + strings.Repeat(`"A1",`, 2500) + `"A1"]}`, "maxItems"},
		{"games", `{"game":"nim"}`, "unexpected additional properties"},
		{"nothing", `{}`, "protocol: "},
	} {
		answer, got := call(t, c, tt.tool, tt.arguments)
		if !strings.Contains(got, tt.want) || len(got) > 500 || strings.Contains(got, "/nim") || strings.Contains(got, "oracle.") || strings.ContainsAny(got, "\x00\u202e") {
			t.Errorf("%s(%.80s) = %.200q %.100s, want %q", tt.tool, tt.arguments, got, answer, tt.want)
		}
		if strings.Contains(got, " help`") || strings.Contains(got, " board`") || strings.Contains(got, " rematch`") {
			t.Errorf("%s(%.80s) = %q, which names a command of the chat", tt.tool, tt.arguments, got)
		}
	}
}

func TestBadRequestsOverHTTP(t *testing.T) {
	address := serve(t, newServer(t, func(o *Options) { o.Local = true }))
	list := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	for _, tt := range []struct {
		name, body string
		headers    []string
		status     int
		want       string
	}{
		{"good", list, nil, 200, `"check_move"`},
		{"no JSON", `{garbage`, nil, 400, ""},
		{"nothing", ``, nil, 400, ""},
		{"no JSON-RPC", `{"hello":1}`, nil, 400, ""},
		{"another version", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, nil, 400, ""},
		{"an empty batch", ` []`, nil, 400, "Send each request by itself."},
		{"a batch of batches", `[[` + list + `]]`, nil, 400, "Send each request by itself."},
		{"deep", strings.Repeat("[", 20_000), nil, 400, ""},
		{"no method", `{"jsonrpc":"2.0","id":1,"method":"drop/tables"}`, nil, 400, "unsupported"},
		{"an id that is none", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, nil, 400, ""},
		{"large", `{"jsonrpc":"2.0","id":1,"method":"ping","params":"` + strings.Repeat("x", maxBody) + `"}`, nil, 413, "larger than 64 kB"},
		{"a form", list, []string{"Content-Type", "text/plain"}, 415, ""},
		{"another site's page", list, []string{"Sec-Fetch-Site", "cross-site"}, 403, ""},
		{"a name that was made to point here", list, []string{"Host", "evil.example"}, 403, "serves only the machine it runs on"},
		{"a made-up proxy", list, []string{"Host", "evil.example", "X-Forwarded-For", "192.0.2.1"}, 403, "serves only the machine it runs on"},
		{"something to wait for", `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"resourceSubscriptions":["nim://rules/nim"]},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`,
			[]string{"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "subscriptions/listen"}, 404, `"code":-32601`},
		{"a log", `{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"debug"}}`, nil, 200, `"code":-32601`},
		{"a session", list, []string{"Mcp-Session-Id", "x"}, 200, `"check_move"`},
		{"a protocol of the future", list, []string{"Mcp-Protocol-Version", "1999-01-01"}, 400, ""},
	} {
		status, body := post(t, address, tt.body, tt.headers...)
		if status != tt.status || !strings.Contains(body, tt.want) || strings.Contains(body, "goroutine") {
			t.Errorf("%s: POST = %d, %.200s, want %d and %q", tt.name, status, body, tt.status, tt.want)
		}
	}
	for _, method := range []string{http.MethodGet, http.MethodDelete, http.MethodPut} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(method, "http://localhost/mcp", nil)
		newServer(t, nil).ServeHTTP(w, r)
		if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Mcp-Session-Id") != "" {
			t.Errorf("%s = %d, want %d and no session", method, w.Code, http.StatusMethodNotAllowed)
		}
	}
}

// Each address has the same allowance of commands as a person. A header doesn't evade it.
func TestEachAddressIsLimitedAsAPersonIs(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	proxies, err := clientip.ParseProxies("127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	address := serve(t, newServer(t, func(o *Options) {
		o.Limit, o.Proxies = limit.New(5, func() time.Time { return now }), proxies
	}))
	solve := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"solve","arguments":{"position":"3 4 5"}}}`
	from := func(client, body string, headers ...string) string {
		_, answer := post(t, address, body, append(headers, "X-Forwarded-For", client)...)
		return answer
	}
	const refused = "That's faster than I can keep up with. Wait a few seconds, then ask again."
	for i := range 5 {
		if got := from("192.0.2.1", solve, clientHeader, fmt.Sprint("192.0.2.", 100+i)); strings.Contains(got, refused) {
			t.Errorf("call %d of 5 is refused: %s", i+1, got)
		}
	}
	if got := from("192.0.2.1", solve, clientHeader, "192.0.2.100"); !strings.Contains(got, refused) || !strings.Contains(got, `"isError":true`) {
		t.Errorf("the sixth call = %s, want %q", got, refused)
	}
	if got := from("192.0.2.1", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`); !strings.Contains(got, refused) || !strings.Contains(got, `"code":-32000`) {
		t.Errorf("a list = %s, want %q", got, refused)
	}
	if got := from("192.0.2.1", `{"jsonrpc":"2.0","id":1,"method":"ping"}`); !strings.Contains(got, `"result":{}`) {
		t.Errorf("a ping = %s, want it answered: it's no command", got)
	}
	if got := from("192.0.2.2", solve); strings.Contains(got, refused) {
		t.Errorf("another address is refused: %s", got)
	}
	now = now.Add(time.Minute)
	if got := from("192.0.2.1", solve); strings.Contains(got, refused) {
		t.Errorf("a minute later: %s", got)
	}
}

// charging counts what is charged.
type charging struct {
	work    atomic.Int64
	refusal string
}

func (c *charging) Admit(dialog.Request) bool { return true }
func (c *charging) Work(_ context.Context, r dialog.Request, work func() error) string {
	c.work.Add(1)
	if c.refusal == "" {
		_ = work()
	}
	return c.refusal
}

// Costly questions are charged, and cheap ones aren't.
func TestWorkIsCharged(t *testing.T) {
	limits := &charging{}
	c := dial(t, serve(t, newServer(t, func(o *Options) { o.Limit = limits })))
	for _, tt := range []struct {
		tool, arguments string
		want            int64
	}{
		{"solve", `{"position":"3 4 5"}`, 0},
		{"solve", `{"position":"4 4 2","game":"chomp"}`, 1},
		{"check_move", `{"position":"4 4 2","game":"chomp","move":"3-1"}`, 1},
		{"reply", `{"position":"4 4 2","game":"chomp"}`, 1},
		{"puzzle", `{"game":"chomp"}`, 1},
		{"review", `{"start":"3 4 5","moves":["A2"]}`, 1},
		{"games", `{}`, 0},
	} {
		limits.work.Store(0)
		answer, wrong := call(t, c, tt.tool, tt.arguments)
		if got := limits.work.Load(); got != tt.want || answer == "" {
			t.Errorf("%s(%s) is charged %d times (%s), want %d", tt.tool, tt.arguments, got, wrong, tt.want)
		}
	}
	for refusal, want := range map[string]string{"limited": "That's faster than I can keep up with.", "limited.busy": "I'm working out other positions right now."} {
		limits.refusal = refusal
		if _, wrong := call(t, c, "review", `{"start":"3 4 5","moves":["A2"]}`); !strings.Contains(wrong, want) {
			t.Errorf("refused as %s: %q, want %q", refusal, wrong, want)
		}
	}
}

// A pipe continues after broken lines, and answers every call before it ends.
func TestAPipeSurvivesBrokenLines(t *testing.T) {
	lines := []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`garbage`, `{"jsonrpc":"2.0"`, `[]`, `[{"jsonrpc":"2.0","id":9,"method":"ping"}]`, `null`, ``, "\r", "\x00\xff",
		strings.Repeat("x", 3*maxBody),
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"solve","arguments":{"position":"3 4 5"}}}`,
	}
	for i := range 100 {
		lines = append(lines, fmt.Sprintf(`{"jsonrpc":"2.0","id":"n%d","method":"tools/call","params":{"name":"solve","arguments":{"position":"%d 4"}}}`, i, i))
		if i%10 == 0 {
			continue
		}
		lines = append(lines, fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"n%d"}}`, i))
	}
	lines = append(lines, `{"jsonrpc":"2.0","id":3,"method":"ping"}`) // without the end of a line
	var out bytes.Buffer
	if err := newServer(t, nil).Run(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Errorf("Run = %v, want no error at the end of the input", err)
	}
	got := out.String()
	if n := strings.Count(got, `"code":-32700`); n != 7 {
		t.Errorf("%d broken lines are answered, want 7:\n%.2000s", n, got)
	}
	for _, want := range []string{`"id":1,"result"`, `"id":2,"result"`, `"id":3,"result"`, `"id":"n90","result"`, `"move\":\"A2\"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no answer holds %s:\n%.2000s", want, got)
		}
	}
	if n := strings.Count(got, `"id":"n`); n != 100 {
		t.Errorf("%d of 100 calls are answered", n)
	}
}

// A call with the id of an unanswered call is refused: their answers couldn't be told
// apart.
func TestIDOfAnUnansweredCallIsRefused(t *testing.T) {
	var out bytes.Buffer
	p := newPipe(strings.NewReader(""), &out)
	ping := []byte(`{"jsonrpc":"2.0","id":7,"method":"ping"}`)
	first, err := p.decode(t.Context(), ping)
	if first == nil || err != nil {
		t.Fatalf("the first call = %v, %v", first, err)
	}
	again, err := p.decode(t.Context(), ping)
	if again != nil || err != nil || !strings.Contains(out.String(), "-32700") || len(p.slots) != 1 {
		t.Errorf("the same id again = %v, %v, %s with %d in flight; want it refused", again, err, out.String(), len(p.slots))
	}
	if err := p.Write(t.Context(), &jsonrpc.Response{ID: first.(*jsonrpc.Request).ID, Result: []byte("{}")}); err != nil || len(p.slots) != 0 {
		t.Errorf("answering = %v with %d in flight, want none", err, len(p.slots))
	}
	if next, err := p.decode(t.Context(), ping); next == nil || err != nil {
		t.Errorf("the id after its answer = %v, %v, want a call", next, err)
	}
}

// On a pipe, only a bounded number of calls is read from a client that never reads its
// answers.
func TestReadingFromAClientThatNeverReadsIsBounded(t *testing.T) {
	in, feed := io.Pipe()
	unread, out := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- newServer(t, nil).Run(ctx, in, out) }()
	var sent atomic.Int64
	go func() {
		hello := `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}` + "\n"
		_, _ = io.WriteString(feed, hello)
		for i := range 10_000 {
			if _, err := fmt.Fprintf(feed, `{"jsonrpc":"2.0","id":%d,"method":"ping","params":{"x":"%s"}}`+"\n", i+1, strings.Repeat("x", 1000)); err != nil {
				return
			}
			sent.Add(1)
		}
	}()
	for before := int64(-1); before != sent.Load() || before < 1; time.Sleep(100 * time.Millisecond) {
		before = sent.Load()
	}
	if n, most := sent.Load(), int64(2*maxBody/1000+inFlight); n > most {
		t.Errorf("%d requests are read of a client that reads nothing, want at most %d", n, most)
	}
	cancel()
	_ = unread.Close()
	_ = feed.Close()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Error("the server hangs on a client that never reads")
	}
}

// Over HTTP, clients that never read their answers delay nobody else.
func TestClientsThatNeverReadDelayNobody(t *testing.T) {
	proxies, err := clientip.ParseProxies("127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	address := serve(t, newServer(t, func(o *Options) { o.Proxies = proxies }))
	host := strings.TrimSuffix(strings.TrimPrefix(address, "http://"), "/mcp")
	for range 50 {
		conn, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
		for range 20 { // pipelined, never read
			_, _ = fmt.Fprintf(conn, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.1\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
		}
	}
	if answer, wrong := call(t, dial(t, address), "solve", `{"position":"3 4 5"}`); answer == "" {
		t.Errorf("beside clients that never read: %s", wrong)
	}
}

// While eight clients call tools up to 10,000 times, neither memory nor goroutines grow.
func TestMemoryIsFlat(t *testing.T) {
	calls := slowtest.Sizes(400, 3000, 10_000)
	address := serve(t, newServer(t, nil))
	var clients []func(n int)
	for range 8 {
		c := dial(t, address)
		clients = append(clients, func(n int) {
			e := examples[n%len(examples)]
			if answer, wrong := call(t, c, e.tool, e.arguments); answer == "" {
				t.Errorf("%s(%s): %s", e.tool, e.arguments, wrong)
			}
		})
	}
	run := func(calls int) {
		var group sync.WaitGroup
		for _, c := range clients {
			group.Go(func() {
				for n := range calls / len(clients) {
					c(n)
				}
			})
		}
		group.Wait()
	}
	run(calls / 5)
	memory, routines := settled()
	begun := time.Now()
	run(calls * 4 / 5)
	took := time.Since(begun)
	after, routinesAfter := settled()
	for tries := 0; tries < 500 && (after > memory+memory/4+1<<20 || routinesAfter > routines+8); tries++ { // a slow machine takes longer to end them
		after, routinesAfter = settled()
	}
	t.Logf("%d calls by 8 clients in %v: heap %d kB, then %d kB; goroutines %d, then %d", calls*4/5, took, memory>>10, after>>10, routines, routinesAfter)
	if after > memory+memory/4+1<<20 || routinesAfter > routines+8 {
		t.Errorf("memory grows from %d to %d bytes, goroutines from %d to %d", memory, after, routines, routinesAfter)
	}
}

// settled returns the heap in use and the number of goroutines, once nothing is running.
func settled() (heap uint64, routines int) {
	http.DefaultClient.CloseIdleConnections()
	var m runtime.MemStats
	for range 3 {
		time.Sleep(20 * time.Millisecond)
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return m.HeapAlloc, runtime.NumGoroutine()
}
