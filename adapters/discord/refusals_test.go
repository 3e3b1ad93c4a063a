package discord_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/game/dialog"
)

func TestRefusedRequests(t *testing.T) {
	b := newBot(t, false)
	ping := []byte(`{"id":"1","type":1,"version":1}`)
	signed := func(raw []byte, at time.Time) http.Header { return b.server.Sign(raw, at) }
	without := func(name string) http.Header {
		h := signed(ping, time.Now())
		h.Del(name)
		return h
	}
	with := func(name, value string) http.Header {
		h := signed(ping, time.Now())
		h.Set(name, value)
		return h
	}
	long := append(append([]byte(`{"type":1,"pad":"`), bytes.Repeat([]byte("x"), 200<<10)...), `"}`...)
	huge := append(append([]byte(`{"type":1,"pad":"`), bytes.Repeat([]byte("x"), 2<<20)...), `"}`...)
	for _, tt := range []struct {
		name    string
		raw     []byte
		headers http.Header
		want    int
	}{
		{"a ping", ping, signed(ping, time.Now()), 200},
		{"another body", []byte(`{"id":"2","type":1}`), signed(ping, time.Now()), 401},
		{"no signature", ping, without("X-Signature-Ed25519"), 401},
		{"no timestamp", ping, without("X-Signature-Timestamp"), 401},
		{"a signature of rubbish", ping, with("X-Signature-Ed25519", "zz"), 401},
		{"a short signature", ping, with("X-Signature-Ed25519", "abcd"), 401},
		{"another timestamp", ping, with("X-Signature-Timestamp", "1"), 401},
		{"an old request", ping, signed(ping, time.Now().Add(-10*time.Minute)), 401},
		{"a request of the future", ping, signed(ping, time.Now().Add(10*time.Minute)), 401},
		{"a long body", long, signed(long, time.Now()), 200},
		{"a huge body", huge, signed(huge, time.Now()), 413},
		{"no JSON", []byte("hello"), signed([]byte("hello"), time.Now()), 400},
		{"half of one", []byte(`{"type":`), signed([]byte(`{"type":`), time.Now()), 400},
		{"nothing", nil, signed(nil, time.Now()), 400},
		{"a list", []byte("[]"), signed([]byte("[]"), time.Now()), 400},
		{"an unknown type", []byte(`{"id":"1","type":9}`), signed([]byte(`{"id":"1","type":9}`), time.Now()), 400},
		{"nobody", []byte(`{"id":"1","type":2,"channel_id":"1"}`), signed([]byte(`{"id":"1","type":2,"channel_id":"1"}`), time.Now()), 400},
		{"nowhere", []byte(`{"id":"1","type":2,"user":{"id":"1"}}`), signed([]byte(`{"id":"1","type":2,"user":{"id":"1"}}`), time.Now()), 400},
	} {
		before := strings.Count(b.logged.String(), "\n")
		status, body, err := b.server.Post(context.Background(), tt.raw, tt.headers)
		b.settle()
		if err != nil || status != tt.want {
			t.Errorf("%s: status %d, %v, want %d: %s", tt.name, status, err, tt.want, body)
		}
		want := 1
		if tt.want == 200 {
			want = 0
		}
		if lines := strings.Count(b.logged.String(), "\n") - before; lines != want {
			t.Errorf("%s: %d lines were logged, want %d", tt.name, lines, want)
		}
	}
	resp, err := http.Get(b.server.Endpoint)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("GET = %d, want 405", resp.StatusCode)
	}
}

func TestEndpointRequiresPublicKey(t *testing.T) {
	b := newBot(t, false)
	for _, key := range []string{"", "abcd", strings.Repeat("g", 64), strings.Repeat("ab", 33)} {
		if _, err := b.adapter.Endpoint(key); err == nil || !strings.Contains(err.Error(), "General Information") {
			t.Errorf("Endpoint(%q) = %v, want where to find the key", key, err)
		}
	}
	for _, c := range []discord.Config{
		{Chat: b.chat, Words: b.words},
		{Chat: b.chat, Words: b.words, ApplicationID: "my bot"},
		{Words: b.words, ApplicationID: discordtest.Application},
		{Chat: b.chat, Words: b.words, ApplicationID: discordtest.Application, APIURL: "proxy"},
	} {
		if _, err := discord.New(c); err == nil {
			t.Errorf("New(%+v) took it", c)
		}
	}
}

// TestUnknownInteractionsGetPrivateError sends interactions that only another version or
// a forger could send. Each gets a private error and one log line, and doesn't change the
// game.
func TestUnknownInteractionsGetPrivateError(t *testing.T) {
	b := newBot(t, false)
	ana, bob := somebody("ana"), somebody("bob")
	o := b.deliver(types(ana, "c", "start 3 4 5"))
	board := *o.Message
	other := b.deliver(types(bob, "other", "start 3 4 5"))
	press := func(who discordtest.Person, id, value string) discordtest.Interaction {
		return pressed(who, "c", board, discordtest.Button{CustomID: id, Value: value})
	}
	command := func(name, sub string, options ...discordtest.Option) discordtest.Interaction {
		return discordtest.Interaction{Kind: discordtest.Command, Who: ana, Channel: channelID("c"), Guild: guild, Data: discordtest.Typed(name, sub, nil, options...)}
	}
	form := func(id string, values map[string]any) discordtest.Interaction {
		return discordtest.Interaction{Kind: discordtest.Form, Who: ana, Channel: channelID("c"), Guild: guild, Data: discordtest.Filled(id, values)}
	}
	for _, tt := range []struct {
		name   string
		in     discordtest.Interaction
		want   string // in the sentence
		logged int
	}{
		{"another command", command("chess", "start"), "I don't know \"chess\"", 1},
		{"a command without a name", command("", "start"), "I don't understand", 1},
		{"no content", discordtest.Interaction{Kind: discordtest.Command, Who: ana, Channel: channelID("c"), Guild: guild}, "I don't understand", 1},
		{"another subcommand", command("nim", "strat"), "Did you mean", 0},
		{"another option", command("nim", "start", discordtest.Option{Name: "colour", Value: "red"}), "I don't know \"colour\"", 1},
		{"an option that is an object", command("nim", "start", discordtest.Option{Name: "piles", Value: map[string]int{"a": 1}}), "I don't understand", 1},
		{"an option that is null", command("nim", "move", discordtest.Option{Name: "move", Value: nil}), "I don't understand", 1},
		{"an option that is a number", command("nim", "move", discordtest.Option{Name: "move", Value: 7}), "Pile A has only 3", 0},
		{"another component", press(ana, "shop:buy", ""), "I don't understand", 1},
		{"a menu without a choice", press(ana, "s", ""), "I don't understand", 1},
		{"a forged move of another person", press(bob, "c:B2", ""), "You're watching", 0},
		{"a button of another channel", press(ana, other.Message.Buttons[0].CustomID, ""), "out of date", 0},
		{"a forged stamp", press(ana, "c:B2 ~1.zzzzz", ""), "out of date", 0},
		{"a forged choice", press(ana, "s", "B99 ~9"), "out of date", 0},
		{"another form", form("m:other", nil), "I don't understand", 1},
		{"another field", form("m:start", map[string]any{"colour": "red"}), "I don't understand", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b.t = t
			before := strings.Count(b.logged.String(), "\n")
			o := b.deliver(tt.in)
			if o.Kind != 4 || o.Message.To != tt.in.Who.ID || !strings.Contains(o.Message.Text, tt.want) {
				t.Errorf("answered %d to %q: %q, want a private %q", o.Kind, o.Message.To, o.Message.Text, tt.want)
			}
			if lines := strings.Count(b.logged.String(), "\n") - before; lines != tt.logged {
				t.Errorf("%d lines were logged, want %d:\n%s", lines, tt.logged, b.logged)
			}
		})
	}
	b.t = t
	if now := b.server.Messages(channelID("c"))[0]; now.Text != board.Text || now.Edits != 0 {
		t.Errorf("the board became %q, want it as it was", now.Text)
	}
}

func TestAnotherVersionOfInteractions(t *testing.T) {
	b := newBot(t, false)
	raw := bytes.Replace(types(somebody("ana"), "c", "start 3 4 5").JSON(), []byte(`"version":1`), []byte(`"version":2`), 1)
	raw = bytes.Replace(raw, []byte(`"id":""`), []byte(`"id":"77"`), 1)
	_, body, err := b.server.Post(context.Background(), raw, b.server.Sign(raw, time.Now()))
	if err != nil || !strings.Contains(string(body), "I don't understand") || !strings.Contains(string(body), `"flags":32832`) {
		t.Errorf("an interaction of version 2 gave %s, %v, want a private sentence", body, err)
	}
}

// TestAReplayedRequest sends the very same bytes again: the move is made once, and
// shown to everybody once.
func TestAReplayedRequest(t *testing.T) {
	b := newBot(t, false)
	ana, bob := somebody("ana"), somebody("bob")
	b.deliver(types(ana, "c", "challenge @bob 3 4 5"))
	b.deliver(types(bob, "c", "accept"))
	in := types(ana, "c", "A1")
	in.ID, in.Token = "600000000000000001", "replayed"
	raw := in.JSON()
	headers := b.server.Sign(raw, time.Now())
	for _, want := range []string{"Piles: A 2, B 4, C 5", "already done", "already done"} {
		status, body, err := b.server.Post(context.Background(), raw, headers)
		if private := strings.Contains(string(body), `"flags":32832`); status != 200 || err != nil || !strings.Contains(string(body), want) || private != (want == "already done") {
			t.Errorf("a replay gave %d %s, %v, want %q, private if it's a replay", status, body, err, want)
		}
	}
}

// TestReplayKeepsCurrentBoard redelivers the interaction that showed a board, at once and
// after a newer board. Nobody sees those answers, and the current board keeps its
// buttons.
func TestReplayKeepsCurrentBoard(t *testing.T) {
	b := newBot(t, false)
	ana := somebody("ana")
	for n, texts := range [][]string{
		{"start 3 4 5"},
		{"start 3 4 5", "board"},
		{"start 3 4 5", "A1"},
		{"start 3 4 5", "A1", "B1"},
	} {
		channel := fmt.Sprint("c", n)
		var again [][]byte
		for k, text := range texts {
			in := types(ana, channel, text)
			in.ID, in.Token = fmt.Sprintf("60000000000000%d%d", 10+n, 10+k), fmt.Sprintf("replayed-%d-%d", n, k)
			again = append(again, in.JSON())
			b.deliver(in)
		}
		for _, raw := range again {
			if status, _, err := b.server.Post(context.Background(), raw, b.server.Sign(raw, time.Now())); status != 200 || err != nil {
				t.Errorf("a replay gave %d, %v", status, err)
			}
			b.settle()
		}
		all := b.server.Messages(channelID(channel))
		for k, m := range all {
			if last := k == len(all)-1; (len(m.Buttons) > 0) != last {
				t.Errorf("after replays of %q message %d of %d has %d buttons: %s", texts, k+1, len(all), len(m.Buttons), m.Text)
			}
		}
	}
}

// TestAReplayNotifiesNobody redelivers a press that notified the opponent, and expects no
// second notification.
func TestAReplayNotifiesNobody(t *testing.T) {
	b := newBot(t, false)
	ana, bob, mo := somebody("ana"), somebody("bob"), somebody("mo")
	mo.Permissions = 1 << 13
	b.deliver(types(mo, "c", "settings pings:on"))
	b.deliver(types(ana, "c", "challenge @bob 3 4 5 first:me"))
	board := *b.deliver(types(bob, "c", "accept")).Message
	step := *b.deliver(pressed(ana, "c", board, b.find(board, "A (3)"))).Message
	in := pressed(ana, "c", step, b.find(step, "Take 1"))
	in.ID, in.Token = "1300000000000000000", "replayed"
	b.deliver(in)
	before := len(b.server.Messages(channelID("c")))
	raw := in.JSON()
	if status, _, err := b.server.Post(context.Background(), raw, b.server.Sign(raw, time.Now())); status != 200 || err != nil {
		t.Errorf("the replay gave %d, %v", status, err)
	}
	b.settle()
	if all := b.server.Messages(channelID("c")); len(all) != before {
		t.Errorf("the replay of a press said %q to the channel", all[len(all)-1].Text)
	}
}

// A press in a private message posts public results as a new message, and a private
// result never replaces a board.
func TestPrivateMessagesStayPrivate(t *testing.T) {
	b := newBot(t, false)
	ana := somebody("ana")
	press := func(m discordtest.Message, id string) discordtest.Outcome {
		return b.deliver(pressed(ana, "c", m, discordtest.Button{CustomID: id}))
	}
	public := func(what string, o discordtest.Outcome) discordtest.Message {
		t.Helper()
		if o.Kind != 4 || o.Message.To != "" {
			t.Errorf("%s: answered %d to %q, want a new message (4) for all: %s", what, o.Kind, o.Message.To, o.Message.Text)
		}
		return *o.Message
	}
	none := *b.deliver(types(ana, "c", "board")).Message
	public("a game at once", press(none, b.find(none, "Play").CustomID))
	ask := *b.deliver(types(ana, "c", "start 7 8")).Message
	if ask.To != ana.ID {
		t.Fatalf("the question is for %q: %s", ask.To, ask.Text)
	}
	board := public("a confirmed start", press(ask, ask.Buttons[0].CustomID))
	hint := press(board, b.find(board, "Hint").CustomID)
	if hint.Kind != 4 || hint.Message.To != ana.ID {
		t.Errorf("a hint came as %d for %q, want 4 for ana alone", hint.Kind, hint.Message.To)
	}
	more := b.find(*hint.Message, "Tell me more").CustomID
	if o := press(*hint.Message, more); o.Kind != 7 || o.Message.To != ana.ID {
		t.Errorf("the hint's next step came as %d for %q, want it in place (7)", o.Kind, o.Message.To)
	}
	// As if a button of the board stood on the hint: the hint is not replaced.
	public("a pile pressed on a hint", press(*hint.Message, b.find(board, "A (7)").CustomID))
	// As if the button stood on the board: the board is not replaced.
	if o := press(board, more); o.Kind != 4 || o.Message.To != ana.ID {
		t.Errorf("a hint's step pressed on the board came as %d for %q, want 4 for ana alone", o.Kind, o.Message.To)
	}
}

// TestTwoClicksAtOnce lets one person press twice in the same moment: one
// press moves, the other is told that the board is out of date.
func TestTwoClicksAtOnce(t *testing.T) {
	b := newBot(t, false)
	ana := somebody("ana")
	for n := range 20 {
		channel := fmt.Sprint("c", n)
		o := b.deliver(types(ana, channel, "start 1 1 2"))
		board := *o.Message
		kinds := make(chan int, 2)
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() {
				o, err := b.server.Deliver(context.Background(), pressed(ana, channel, board, board.Buttons[2]))
				if err != nil {
					t.Errorf("Deliver: %v", err)
				}
				kinds <- o.Kind
			})
		}
		both.Wait()
		if got := <-kinds + <-kinds; got != 7+4 && got != 7+7 { // "C" is a step, "Take" a move
			t.Errorf("two clicks gave responses that add up to %d", got)
		}
		b.settle()
	}
	o := b.deliver(types(ana, "d", "start 3 4 5"))
	o = b.deliver(pressed(ana, "d", *o.Message, o.Message.Buttons[0]))
	board := *o.Message
	kinds := make(chan int, 2)
	for range 2 {
		go func() {
			o, err := b.server.Deliver(context.Background(), pressed(ana, "d", board, board.Buttons[0]))
			if err != nil {
				t.Errorf("Deliver: %v", err)
			}
			kinds <- o.Kind
		}()
	}
	if got := <-kinds + <-kinds; got != 7+4 {
		t.Errorf("two clicks on a move gave responses that add up to %d, want a board (7) and a private sentence (4)", got)
	}
	b.settle()
}

// TestUserInstalledApp plays where a person installed the app and the bot isn't a member.
func TestUserInstalledApp(t *testing.T) {
	b := newBot(t, false)
	ana := somebody("ana")
	brought := map[string]string{"1": ana.ID}
	private, group := 1, 2
	in := func(text string, change func(*discordtest.Interaction)) discordtest.Interaction {
		i := types(ana, "c", text)
		change(&i)
		return i
	}
	for _, tt := range []struct {
		name, text string
		change     func(*discordtest.Interaction)
		want       string
	}{
		{"a server that forbids it", "open", func(i *discordtest.Interaction) { i.Owners = brought }, "Only you can see the board"},
		{"a server that allows it", "open", func(i *discordtest.Interaction) { i.Owners = brought; i.Who.Permissions |= 1 << 50 }, "ana offered a game"},
		{"direct messages with the bot", "open", func(i *discordtest.Interaction) { i.Guild, i.Context = "", &private }, "Only you can see the board"},
		{"a game with the bot there", "start 3 4 5", func(i *discordtest.Interaction) { i.Guild, i.Context = "", &private }, "Piles: A 3"},
		{"a group", "challenge @bob 3 4 5", func(i *discordtest.Interaction) { i.Guild, i.Context, i.Owners = "", &group, brought }, "challenged"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b.t = t
			i := in(tt.text, tt.change)
			i.Channel = channelID(tt.name)
			if o := b.deliver(i); !strings.Contains(o.Message.Text, tt.want) {
				t.Errorf("%s gave %q, want %q", tt.text, o.Message.Text, tt.want)
			}
		})
	}
	b.t = t
	// Publish sends nothing where the bot can only answer.
	before := len(b.server.Requests())
	b.clock.Advance(time.Hour)
	place := dialog.Place{Platform: "discord", Guild: "@me", Channel: channelID("a group")}
	reply, settled, err := b.chat.Settle(context.Background(), place)
	if err != nil || !settled {
		t.Fatalf("Settle = %v, %v, want an expired offer", settled, err)
	}
	if _, err := b.adapter.Publish(context.Background(), place, dialog.Delivery{ReplyOnly: true}, reply); err != nil {
		t.Errorf("Publish: %v", err)
	}
	if n := len(b.server.Requests()) - before; n != 0 {
		t.Errorf("%d requests where the bot has no seat, want 0", n)
	}
}

// unread is a body that nobody may read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body of a request without a valid time and signature is read")
	return 0, io.EOF
}

// A request whose headers are wrong is refused before its body is read.
func TestAForgedBodyIsNotRead(t *testing.T) {
	b := newBot(t, false)
	handler, err := b.adapter.Endpoint(b.server.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range []http.Header{
		{},
		{"X-Signature-Timestamp": {"1"}, "X-Signature-Ed25519": {strings.Repeat("ab", 64)}},
		{"X-Signature-Timestamp": {fmt.Sprint(b.clock.Now().Unix())}, "X-Signature-Ed25519": {"abcd"}},
	} {
		r := httptest.NewRequest(http.MethodPost, "/discord/interactions", unread{t})
		r.Header = h
		w := httptest.NewRecorder()
		if handler.ServeHTTP(w, r); w.Code != http.StatusUnauthorized {
			t.Errorf("a request with %v = %d, want 401", h, w.Code)
		}
	}
}
