package slack

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
)

// In a thread, where slash commands do not work, a mention does everything,
// and the thread has a game of its own.
func TestMentionsInAThread(t *testing.T) {
	w := newWorld(t)
	general := channelID("general")
	w.typeCommand("ana", "general", "start 9 9")
	w.slack.Shown()
	const thread = "1700000000.000100"
	w.send(w.slack.Mention(userID("ana"), general, thread, "start 1 1 2"))
	m := w.board("general")
	if m.Thread != thread || !strings.Contains(m.Text, "A 1, B 1, C 2") {
		t.Fatalf("the thread shows %q in thread %q", m.Text, m.Thread)
	}
	w.press("ana", "general", "C")
	w.press("ana", "general", "Take 2")
	w.wantBoard("ana took 2 from C")
	w.send(w.slack.Mention(userID("bob"), general, thread, "B1"))
	w.wantPrivate("bob", "`@nim explain`")
	w.send(w.slack.Mention(userID("ana"), general, thread, "hint"))
	w.wantPrivate("ana", "You're winning")
	w.press("ana", "general", "Tell me more")
	for _, m := range w.slack.Messages(general) {
		if m.To != "" && m.Thread != thread {
			t.Errorf("the private message %q is outside of the thread", m.Text)
		}
	}
	// The game of the channel itself is untouched.
	w.typeCommand("ana", "general", "board")
	w.wantBoard("A 9, B 9")
}

// An event comes again until it is acknowledged, and acts once.
func TestEventsComeAgain(t *testing.T) {
	w := newWorld(t)
	d := w.slack.Mention(userID("ana"), channelID("general"), "", "start 3 4 5")
	w.send(d)
	w.send(d)
	w.stop()
	w.start() // another replica has not seen it
	w.send(d)
	w.press("ana", "general", "Hint")
	w.typeCommand("ana", "general", "A2")
	if m := w.board("general"); !strings.Contains(m.Text, "ana took 2 from A") {
		t.Errorf("the board says %q, want one game with one move", m.Text)
	}
	starts := 0
	for _, m := range w.slack.Messages(channelID("general")) {
		if m.To == "" && strings.HasPrefix(m.Text, "*ana's move.* Piles: A 3, B 4, C 5.") && !strings.Contains(m.Text, "took") {
			starts++
		}
	}
	if starts != 1 {
		t.Errorf("%d boards of the start, want 1", starts)
	}
}

func TestDirectMessages(t *testing.T) {
	w := newWorld(t)
	w.slack.AddChannel(slacktest.Channel{ID: "DANA", Member: true, Direct: true})
	w.send(w.slack.Direct(userID("ana"), "DANA", "start 3 4 5"))
	if m := w.slack.Messages("DANA"); len(m) != 1 || !strings.Contains(m[0].Text, "ana's move") {
		t.Errorf("the direct messages show %v, want a board", m)
	}
	// In direct messages the bot's mention is an argument, not an address, so the bot can
	// be challenged.
	w.send(w.slack.Direct(userID("ana"), "DANA", "challenge <@"+slacktest.BotUser+"> 6 7"))
	if m := w.slack.Messages("DANA"); len(m) != 2 || !strings.Contains(m[1].Text, "start the new one") {
		t.Errorf("a challenge to the bot is answered with %v, want the question about the old game", m[1:])
	}
	// The challenged person could not see a challenge there.
	w.send(w.slack.Direct(userID("ana"), "DANA", "challenge <@"+userID("bob")+"> 3 4"))
	w.send(w.slack.Event(map[string]any{"type": "app_home_opened", "user": userID("ana"), "channel": "DANA", "tab": "messages"}))
	w.send(w.slack.Command(userID("ana"), "DANA", "/nim", "open 3 4"))
	refused := 0
	for _, m := range w.slack.Messages("DANA") {
		if strings.Contains(m.Text, "nobody could play you") {
			refused++
		}
	}
	if refused != 2 {
		t.Errorf("%d offers were refused in direct messages, want 2", refused)
	}
}

// A command copied from an answer is understood with its backticks and the name of the slash
// command.
func TestACopiedCommandIsUnderstood(t *testing.T) {
	for _, text := range []string{"`start 3 4 5`", "`/nim start 3 4 5`", "/nim start 3 4 5"} {
		w := newWorld(t)
		w.send(w.slack.Mention(userID("ana"), channelID("general"), "1700000000.000100", text))
		w.wantBoard("ana's move. Piles: A 3, B 4, C 5")
	}
	w := newWorld(t)
	w.typeCommand("ana", "general", "`start 1 2`")
	w.wantBoard("Piles: A 1, B 2")
}

// Messages that don't address the bot, or come from a bot, get no answer.
func TestIgnoredMessages(t *testing.T) {
	w := newWorld(t)
	general := channelID("general")
	for _, e := range []map[string]any{
		{"type": "message", "channel_type": "channel", "user": userID("ana"), "channel": general, "text": "start 3 4 5", "ts": "1.1"},
		{"type": "message", "channel_type": "im", "bot_id": "B1", "user": slacktest.BotUser, "channel": general, "text": "start 3 4 5", "ts": "1.2"},
		{"type": "message", "channel_type": "im", "subtype": "message_changed", "channel": general, "ts": "1.3"},
		{"type": "app_mention", "bot_id": "B1", "user": "UROBOT", "channel": general, "text": "<@U0NIMBOT> start", "ts": "1.4"},
		{"type": "reaction_added", "user": userID("ana")},
		// The bot's own message, echoed without its bot_id.
		{"type": "message", "channel_type": "im", "user": slacktest.BotUser, "channel": general, "text": "start 3 4 5", "ts": "1.5"},
		{"type": "app_mention", "user": slacktest.BotUser, "channel": general, "text": "<@U0NIMBOT> start", "ts": "1.6"},
		// The event lacks the channel or the user.
		{"type": "app_mention", "user": userID("ana"), "text": "<@U0NIMBOT> start", "ts": "1.7"},
	} {
		if ack := w.send(w.slack.Event(e)); ack.Status != 200 || len(ack.Body) > 0 {
			t.Errorf("the event %v was answered with %d %q, want 200 and nothing", e, ack.Status, ack.Body)
		}
	}
	// If an event doesn't say who the bot is, the adapter asks Slack.
	echo := w.slack.Event(map[string]any{"type": "message", "channel_type": "im", "user": slacktest.BotUser, "channel": general, "text": "start 3 4 5", "ts": "1.8"})
	delete(echo.Payload, "authorizations")
	w.send(echo)
	for _, missing := range [][]string{
		{"user_id"}, {"channel_id"}, {"team_id", "enterprise_id"}, {"user_id", "channel_id", "team_id", "text", "command", "trigger_id", "response_url"},
	} {
		d := w.slack.Command(userID("ana"), general, "/nim", "start 3 4 5")
		for _, field := range missing {
			delete(d.Payload, field)
		}
		if ack := w.send(d); ack.Status != 200 || len(ack.Body) > 0 {
			t.Errorf("a command without %q was answered with %d %q, want 200 and nothing", missing, ack.Status, ack.Body)
		}
	}
	if shown := w.slack.Shown(); len(shown) > 0 || w.handled.Load() > 0 {
		t.Errorf("shown %v after %d commands, want nothing", shown, w.handled.Load())
	}
}

// A file beside a message doesn't hide what the message says.
func TestAMessageWithAFile(t *testing.T) {
	w := newWorld(t)
	w.slack.AddChannel(slacktest.Channel{ID: "DANA", Member: true, Direct: true})
	d := w.slack.Direct(userID("ana"), "DANA", "start 3 4 5")
	d.Payload["event"].(map[string]any)["subtype"] = "file_share"
	d.Payload["event"].(map[string]any)["files"] = []any{map[string]any{"id": "F1", "mimetype": "image/png"}}
	w.send(d)
	if m := w.slack.Messages("DANA"); len(m) != 1 || !strings.Contains(m[0].Text, "ana's move") {
		t.Errorf("the direct messages show %v, want a board", m)
	}
}

// A missing field decodes to "", not "<nil>".
func TestAnEmptyEnvelope(t *testing.T) {
	for _, payload := range []string{`{}`, `{"user_id":null,"channel_id":null,"team_id":null,"text":null}`} {
		c, err := decodeSocketEnvelope(socketEnvelope{Type: "slash_commands", Payload: []byte(payload)})
		if err != nil || c.kind != kindIgnored || c.user != "" {
			t.Errorf("decodePacket(%s) = %+v, %v; want nothing", payload, c, err)
		}
	}
}

// A person about whom Slack says nothing, or answers too late, is served all the same.
func TestSlowAndSilentUsersInfo(t *testing.T) {
	w := newWorld(t)
	w.slack.Fail("users.info", "missing_scope")
	w.typeCommand("ana", "general", "start 3 4 5")
	w.wantBoard("ana's move") // by the name in the payload
	w.wantLog("users:read")

	w.adapter.intake.timeout = lookupTimeout
	release := w.slack.Hold("users.info")
	w.typeCommand("bob", "general", "help") // answered while users.info still waits
	w.wantPrivate("bob", "teach you how to win")
	release()
	w.wait("the name to arrive", func() bool {
		return w.adapter.people.known(workspace{Team: slacktest.Team}, userID("bob")).Name == "bob"
	})
}

// A thread reply that is also sent to the channel is answered in its thread.
func TestAReplyThatIsAlsoSentToTheChannel(t *testing.T) {
	w := newWorld(t)
	d := w.slack.Mention(userID("ana"), channelID("general"), "1700000000.000100", "start 3 4 5")
	d.Payload["event"].(map[string]any)["subtype"] = "thread_broadcast"
	w.send(d)
	w.wantBoard("ana's move. Piles: A 3, B 4, C 5")
	if m := w.board("general"); m.Thread != "1700000000.000100" {
		t.Errorf("the board stands in the thread %q, want that of the reply", m.Thread)
	}
}

// A mention that is edited acts once, also if its first delivery is forgotten.
func TestAnEditedMention(t *testing.T) {
	for _, tt := range []struct {
		after   time.Duration // from the message to the edit
		restart bool
		first   bool // the message already had its mention before the edit
		games   int
	}{
		{time.Minute, false, true, 1},
		{time.Minute, true, true, 1},
		{time.Minute, false, false, 1}, // the edit adds the mention
		{time.Hour, false, true, 1},
		{time.Hour, true, true, 1},
		{time.Hour, true, false, 0},
	} {
		w := newWorld(t)
		d := w.slack.Mention(userID("ana"), channelID("general"), "", "challenge <@"+userID("bob")+"> 3 4 5")
		sent := time.Unix(1_800_000_000, 0)
		d.Payload["event"].(map[string]any)["ts"] = fmt.Sprintf("%d.000100", sent.Unix())
		d.Payload["event_time"] = sent.Unix()
		if tt.first {
			w.send(d)
		}
		if tt.restart {
			w.stop()
			w.start()
		}
		if tt.after > seenFor { // the process forgets
			w.adapter.seen.forget(slacktest.Team + " message:" + channelID("general") + ":" + d.Payload["event"].(map[string]any)["ts"].(string))
		}
		d.Payload["event_id"], d.Payload["event_time"] = "EvEdit", sent.Add(tt.after).Unix()
		d.Payload["event"].(map[string]any)["edited"] = map[string]any{"user": userID("ana"), "ts": fmt.Sprintf("%d.000200", sent.Add(tt.after).Unix())}
		w.send(d)
		if n := len(w.boards()); n != tt.games {
			t.Errorf("after %+v there are %d offers, want %d", tt, n, tt.games)
		}
	}
}

// A person whom Slack doesn't show is never an id, wherever the line that names them is quoted.
func TestAnInvisiblePersonHasNoID(t *testing.T) {
	w := newWorld(t)
	w.slack.AddUser(slacktest.User{ID: "UHID", Name: "hid", Deleted: true})
	for _, line := range []string{
		"challenge <@UHID> 3 4 5", "profile <@UHID>", "hello <@UHID> how are you", "start 3 4 5 game:<@UHID>", "zzz<@UHID>", "*zz* <@UHID>",
	} {
		w.send(w.slack.Command(userID("ana"), channelID("general"), "/nim", line))
		if got := w.private("ana", "general"); got == "" || strings.Contains(got, "UHID") {
			t.Errorf("%s is answered with %q, want no id", line, got)
		}
	}
	w.typeCommand("ana", "general", "*bold* _it_ ~gone~")
	if got := w.private("ana", "general"); strings.ContainsAny(strings.ReplaceAll(got, "`", ""), "*_~") {
		t.Errorf("the answer is %q, want no markup in its quote", got)
	}
}
