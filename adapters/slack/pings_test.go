package slack

import (
	"slices"
	"strings"
	"testing"

	"nimbot/adapters/slack/slacktest"
	"nimbot/game/dialog"
)

// asking returns a request by c's user in c's place, for tests that ask the chat directly.
func (c call) asking(text string) dialog.Request {
	return dialog.Request{Place: c.place(), User: dialog.User{ID: c.user, Name: c.user}, Text: text}
}

// A challenge notifies its target, and nothing else notifies anybody.
func TestOnlyTheChallengedAreNotified(t *testing.T) {
	w := newWorld(t)
	w.typeCommand("ana", "general", "challenge @bob 3 4 5")
	w.press("bob", "general", "Accept")
	w.typeCommand("ana", "general", "A2")
	w.typeCommand("bob", "general", "hint")
	w.typeCommand("cleo", "general", "B2")
	w.typeCommand("bob", "general", "resign")
	var notified []string
	for _, s := range w.slack.Shown() {
		if !s.Edit {
			notified = append(notified, s.Mentions...)
		}
	}
	if want := []string{userID("bob")}; !slices.Equal(notified, want) {
		t.Errorf("notified %v, want %v", notified, want)
	}
}

// A turn ping is a message of its own that mentions the player, because an edit notifies
// nobody. There is no second one within ten minutes.
func TestTurnPings(t *testing.T) {
	w := newWorld(t)
	w.typeCommand("mo", "general", "settings pings:on")
	w.typeCommand("bob", "general", "challenge @ana 3 4 5 first:them")
	w.press("ana", "general", "Accept") // after her own press she needs no ping
	w.press("ana", "general", "A")
	w.slack.Shown()
	w.press("ana", "general", "Take 2")
	w.press("bob", "general", "A")
	w.press("bob", "general", "Take 1")
	var pings []slacktest.Shown
	for _, s := range w.slack.Shown() {
		if !s.Edit && slices.Equal(s.Mentions, []string{userID("bob")}) {
			pings = append(pings, s)
		}
	}
	if len(pings) != 1 || !strings.Contains(pings[0].Text, "'s move") {
		t.Errorf("bob was notified by %v, want one message", pings)
	}
}

// A name that would format, link or notify is shown as it is. The fake records a problem
// for any message that notifies a channel.
func TestHostileNames(t *testing.T) {
	w := newWorld(t)
	w.slack.AddUser(slacktest.User{ID: userID("ana"), Name: "<!channel> *Ana* <@UBOB> `x` @here"})
	w.typeCommand("ana", "general", "challenge @cleo 3 4 5")
	w.typeCommand("ana", "general", "decline")
	w.typeCommand("ana", "general", "start 3 4 5")
	m := w.wantBoard("&lt;!channel&gt; ＊Ana＊ &lt;＠UBOB&gt; ｀x｀ ＠here's move")
	if len(m.Mentions) > 0 {
		t.Errorf("the board notifies %v, want nobody", m.Mentions)
	}
	// Nor does a quotation of what they typed.
	w.typeCommand("ana", "general", "take <!channel> from @here")
	w.typeCommand("ana", "general", "rules \ue000UBOB\ue001")
	for _, s := range w.slack.Shown() {
		if s.To != "" && len(s.Mentions) > 0 {
			t.Errorf("an answer notifies %v: %q", s.Mentions, s.Text)
		}
	}
}

// Programs and unknown people can't be challenged, and the bot itself can.
func TestWhoIsChallenged(t *testing.T) {
	w := newWorld(t)
	w.slack.AddUser(slacktest.User{ID: "UROBOT", Name: "robot", Bot: true})
	w.slack.AddUser(slacktest.User{ID: "UGONE", Name: "gone", Deleted: true})
	for _, tt := range []struct{ text, want string }{
		{"challenge <@UROBOT> 3 4 5", "a bot and would never answer"},
		{"challenge <@UGONE> 3 4 5", "I can't find"},
		{"challenge <@UNOBODY|ana> 3 4 5", "I can't find"}, // the name is not trusted
		{"challenge <@UANA> 3 4 5", "yourself"},
		{"challenge @ana 3 4 5", "I can't find"},
	} {
		w.send(w.slack.Command(userID("ana"), channelID("general"), "/nim", tt.text))
		w.wantPrivate("ana", tt.want)
	}
	w.send(w.slack.Command(userID("ana"), channelID("general"), "/nim", "challenge <@"+slacktest.BotUser+"> 3 4 5"))
	w.wantBoard("ana's move")
}
