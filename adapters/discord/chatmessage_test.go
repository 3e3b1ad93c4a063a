package discord_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/game/dialog"
)

// TestAConversationInMentions plays by mentions, with the presses over HTTP or
// on the same connection.
func TestAConversationInMentions(t *testing.T) {
	for name, gateway := range map[string]bool{"beside HTTP": false, "on one gateway": true} {
		t.Run(name, func(t *testing.T) {
			b := talkingBot(t, gateway)
			board := b.says("ana", "c", "Hello @nim, start 3 4 5")
			wantText(t, "the start", board, "Piles: A 3, B 4, C 5.")
			if board.To != "" || len(board.Pinged) != 0 {
				t.Errorf("the start is for %q and notifies %q, want everybody and nobody", board.To, board.Pinged)
			}
			pressed := b.press("ana", "c", board, "A")
			if pressed.ID != board.ID {
				t.Errorf("a press on the board made a message of its own: %q", pressed.Text)
			}
			moved := b.says("ana", "c", "@nim take 1 from A")
			wantText(t, "a move", moved, "ana took 1 from A")
			if old := b.server.Messages(channelID("c"))[0]; len(old.Buttons) != 0 {
				t.Errorf("the old board keeps the buttons %v", old.Buttons)
			}
			wantText(t, "a wrong move", b.says("ana", "c", "@nim `/nim take 9 from C`"), "Pile C has only 5")
			wantText(t, "another's move", b.says("bob", "c", "@nim B1"), "ana")
			wantText(t, "the rules", b.says("bob", "c", "@nim rules chomp"), "Chomp")
			wantText(t, "no words", b.says("bob", "c", "@nim"), "Piles:")
		})
	}
}

// A challenge by mention notifies the person it names.
func TestAChallengeInAMention(t *testing.T) {
	b := talkingBot(t, false)
	offer := b.says("ana", "c", "@nim challenge @bob 3 4 5")
	if len(offer.Pinged) != 1 || offer.Pinged[0] != personID("bob") {
		t.Errorf("the offer %q notifies %q, want bob", offer.Text, offer.Pinged)
	}
	wantText(t, "the game", b.press("bob", "c", offer, "Accept"), "Piles: A 3, B 4, C 5.")
	wantText(t, "a move", b.says("ana", "c", "@nim B1"), "ana took 1 from B")
}

// A hint that was asked for by mention is private: the channel sees a line with a button,
// and only the asking person can open it.
func TestAHintInAMention(t *testing.T) {
	b := talkingBot(t, false)
	b.says("ana", "c", "@nim start 3 4 5")
	line := b.says("ana", "c", "@nim hint")
	if want := "ana, this one's only for you."; line.Text != want || line.To != "" || len(line.Buttons) != 1 {
		t.Fatalf("the hint shows %q to %q, with %d buttons; want %q to everybody, with one", line.Text, line.To, len(line.Buttons), want)
	}
	other := b.press("bob", "c", line, "Show me")
	if want := "That's for whoever asked. For your own, type `/nim hint 1`."; other.Text != want || other.To != personID("bob") {
		t.Errorf("to bob it shows %q for %q, want %q for bob", other.Text, other.To, want)
	}
	hint := b.press("ana", "c", line, "Show me")
	wantText(t, "the hint", hint, "You're winning")
	if hint.To != personID("ana") || hint.ID == line.ID {
		t.Errorf("the hint is for %q and the message %s, want for ana and a message of its own", hint.To, hint.ID)
	}
	next := b.press("ana", "c", hint, "")
	if next.ID != hint.ID || next.Text == hint.Text {
		t.Errorf("more of the hint is %q in the message %s, want another text in %s", next.Text, next.ID, hint.ID)
	}
	b.says("ana", "c", "@nim A1")
	late := b.press("ana", "c", line, "Show me")
	wantText(t, "a late press", late, "out of date")
	if late.To != personID("ana") {
		t.Errorf("a late press shows %q to %q, want to ana", late.Text, late.To)
	}
	long := "@nim predict" + strings.Repeat(" 1000000", 20)
	typed := b.says("ana", "c", long)
	wantText(t, "a prediction too long for a button", typed, "only for you", "/nim")
	if len(typed.Buttons) != 0 {
		t.Errorf("its line has the buttons %v, want none", typed.Buttons)
	}
}

// A direct message needs no mention, and its answers are visible.
func TestADirectMessage(t *testing.T) {
	b := talkingBot(t, false)
	direct := func(content string) discordtest.Message { return b.say(message("ana", "dm", "", content)) }
	wantText(t, "the start", direct("start 3 4 5"), "Piles: A 3, B 4, C 5.")
	wantText(t, "a move", direct("@nim A1"), "ana took 1 from A")
	hint := direct("hint")
	wantText(t, "the hint", hint, "win")
	if strings.Contains(hint.Text, "only for you") || len(hint.Buttons) != 1 {
		t.Errorf("the hint shows %q with %d buttons, want the hint itself and one", hint.Text, len(hint.Buttons))
	}
	wantText(t, "a challenge to the bot", direct("challenge @nim 3 4 5"), "End it")
	wantText(t, "a challenge to nobody", direct("challenge bob 3 4 5"), "bob")
}

// Messages that don't address the bot get no answer; the last message does.
func TestUnaddressedMessagesAreIgnored(t *testing.T) {
	b := talkingBot(t, false)
	said := func(change func(*discordtest.Spoken)) discordtest.Spoken {
		m := message("ana", "c", guild, "@nim start 3 4 5")
		change(&m)
		return m
	}
	for name, m := range map[string]discordtest.Spoken{
		"a bot":             said(func(m *discordtest.Spoken) { m.Who.Bot = true }),
		"the bot itself":    said(func(m *discordtest.Spoken) { m.Who = theBot; m.Who.Bot = false }),
		"a webhook":         said(func(m *discordtest.Spoken) { m.Webhook = "1300000000000000009" }),
		"somebody joined":   said(func(m *discordtest.Spoken) { m.Kind = 7 }),
		"a reply to it":     said(func(m *discordtest.Spoken) { m.Kind, m.Content = 19, "haha" }),
		"another's name":    message("ana", "c", guild, "@bob start 3 4 5"),
		"nobody's name":     message("ana", "c", guild, "start 3 4 5"),
		"everybody":         message("ana", "c", guild, "@everyone start 3 4 5"),
		"a sticker, direct": message("ana", "c", "", ""),
	} {
		if _, err := b.server.Say(m); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if m := b.says("ana", "c", "@nim board"); strings.Contains(m.Text, "Piles") {
		t.Errorf("a game has begun: %q", m.Text)
	}
	if all := b.server.Messages(channelID("c")); len(all) != 1 {
		t.Errorf("%d messages are answered, want 1: %+v", len(all), all)
	}
	reply := said(func(m *discordtest.Spoken) { m.Kind = 19 })
	wantText(t, "a reply with its name", b.say(reply), "Piles: A 3, B 4, C 5.")
}

// TestMentionIsStripped removes the bot's mention from messages.
func TestMentionIsStripped(t *testing.T) {
	b := newBot(t, false)
	const bob = "800000000000001234"
	for _, tt := range []struct {
		content string
		direct  bool
		want    string
		ok      bool
	}{
		{"<@" + discordtest.Application + "> start 3 4 5", false, "start 3 4 5", true},
		{"<@!" + discordtest.Application + ">: start 3 4 5", false, "start 3 4 5", true},
		{"hey <@" + discordtest.Application + ">,\nstart 3 4 5", false, "start 3 4 5", true},
		{"start 3 4 5 <@" + discordtest.Application + ">", false, "start 3 4 5", true},
		{"<@" + discordtest.Application + ">", false, "", true},
		{"<@" + bob + "> <@" + discordtest.Application + "> B2", false, "B2", true},
		{"<@" + discordtest.Application + "> challenge <@!" + bob + "> 3 4", false, "challenge @" + bob + " 3 4", true},
		{"<@" + discordtest.Application + "> challenge <@" + discordtest.Application + ">", false, "challenge @" + discordtest.Application, true},
		{"<@" + discordtest.Application + "> `/nim B2`", false, "B2", true},
		{"<@" + bob + "> B2", false, "@" + bob + " B2", false},
		{"B2", false, "B2", false},
		{"<@&" + discordtest.Application + "> B2", false, "<@&" + discordtest.Application + "> B2", false},
		{"B2", true, "B2", true},
		{"/nim", true, "", true},
		{"<@" + discordtest.Application + ">", true, "", true},
		{"challenge <@" + discordtest.Application + ">", true, "challenge @" + discordtest.Application, true},
		{" ", true, "", false},
	} {
		if got, ok := b.adapter.SaidTo(tt.content, tt.direct); got != tt.want || ok != tt.ok {
			t.Errorf("SaidTo(%q, %v) = %q, %v; want %q, %v", tt.content, tt.direct, got, ok, tt.want, tt.ok)
		}
	}
}

// moves are how many moves the game in a channel of the server has.
func (b *bot) moves(channel string) int {
	b.t.Helper()
	doc, err := b.chat.Document(context.Background(), dialog.Place{Platform: "discord", Guild: guild, Channel: channelID(channel)})
	if err != nil {
		b.t.Fatal(err)
	}
	_, events, _ := strings.Cut(string(doc), `"events":"`)
	events, _, _ = strings.Cut(events, `"`)
	return len(strings.Fields(events))
}

// A message that Discord delivers again acts once and is answered once.
func TestAMessageThatComesAgain(t *testing.T) {
	b := talkingBot(t, false)
	b.says("ana", "c", "@nim start 9 9 5")
	m := message("ana", "c", guild, "@nim A1")
	m.ID = "1250000000000000001"
	b.say(m)
	moves, before := b.moves("c"), len(b.server.Messages(channelID("c")))
	b.say(m)                  // the answer is there already
	b.server.Gateway.Break(0) // what is said now comes when the session is resumed
	if _, err := b.server.Say(m); err != nil {
		t.Fatal(err)
	}
	b.says("bob", "c", "@nim rules")
	b.settle()
	if got, want := b.moves("c"), moves; got != want {
		t.Errorf("after the same message came three times there are %d moves, want %d", got, want)
	}
	if got, want := len(b.server.Messages(channelID("c"))), before+1; got != want {
		t.Errorf("there are %d messages, want %d", got, want)
	}
	if _, _, resumed := b.server.Gateway.Counts(); resumed != 1 {
		t.Errorf("the session was resumed %d times, want once", resumed)
	}
}

// Two processes receive the same message, as while a lease moves from one to the other:
// it acts once and is answered once.
func TestTwoProcessesHearAMessage(t *testing.T) {
	b := talkingBot(t, false)
	twin := &bot{t: b.t, server: b.server, store: b.store, words: b.words, clock: b.clock, logged: b.logged, log: b.log, picture: b.picture}
	endpoint := b.server.Endpoint
	twin.start()
	b.server.Endpoint = endpoint
	stop := twin.talk(twin.adapter)
	defer twin.stop()
	defer stop()
	posts := func() (n int) {
		for _, r := range b.server.Requests() {
			if r == "POST /api/v10/channels/"+channelID("c")+"/messages" {
				n++
			}
		}
		return n
	}
	for n, text := range []string{"@nim start 9 9 5", "@nim A1", "@nim B1", "@nim hint"} {
		b.says("ana", "c", text)
		b.await("an answer", func() bool { return posts() > n })
		twin.settle()
		b.settle()
		if all := b.server.Messages(channelID("c")); len(all) != n+1 {
			t.Fatalf("%q: there are %d messages, want %d", text, len(all), n+1)
		}
	}
	if got, want := b.moves("c"), 4+1; got != want { // with the bot's, and the hint
		t.Errorf("there are %d events, want %d", got, want)
	}
}

// Where the bot may not write, it logs one line and doesn't try again for a while.
func TestWhereTheBotMayNotSpeak(t *testing.T) {
	b := talkingBot(t, false)
	b.server.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPost || !strings.Contains(r.URL.Path, channelID("closed")) {
			return false
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusForbidden)
		_, _ = io.WriteString(w, `{"code":50001,"message":"Missing Access"}`) // the bot hung up
		return true
	}
	refused := func() (n int) {
		for _, r := range b.server.Requests() {
			if strings.Contains(r, channelID("closed")) {
				n++
			}
		}
		return n
	}
	ask := func(posts int) {
		t.Helper()
		for range 3 {
			if _, err := b.server.Say(message("ana", "closed", guild, "@nim rules")); err != nil {
				t.Fatal(err)
			}
			b.says("ana", "open", "@nim rules")
			b.settle()
		}
		if got := refused(); got != posts {
			t.Errorf("the bot tried to speak %d times, want %d", got, posts)
		}
	}
	ask(1)
	b.clock.Advance(61 * time.Second)
	ask(2)
	if n := strings.Count(b.logged.String(), "can't be answered"); n != 1 {
		t.Errorf("that was logged %d times, want once:\n%s", n, b.logged)
	}
}

// Without the permission to read the history, the bot answers without a reference.
func TestWithoutTheRightToReadHistory(t *testing.T) {
	b := talkingBot(t, false)
	b.server.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
		raw, _ := io.ReadAll(r.Body) // the body is judged later, if it is whole
		r.Body = io.NopCloser(strings.NewReader(string(raw)))
		if !strings.Contains(string(raw), "message_reference") {
			return false
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusForbidden)
		_, _ = io.WriteString(w, `{"code":160002,"message":"Cannot reply without permission to read message history"}`) // the bot hung up
		return true
	}
	if _, err := b.server.Say(message("ana", "c", guild, "@nim start 3 4 5")); err != nil {
		t.Fatal(err)
	}
	b.await("the board", func() bool { return len(b.server.Messages(channelID("c"))) == 1 })
	wantText(t, "the start", b.server.Messages(channelID("c"))[0], "Piles: A 3, B 4, C 5.")
}
