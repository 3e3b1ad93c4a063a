package slack

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
)

// filled returns the form's fields as a person filled them in; "" leaves one out.
func filled(opponent, key, piles, ending, first, level string) map[string]map[string]any {
	choice := func(v string) map[string]any {
		return map[string]any{"selected_option": map[string]any{"value": v}}
	}
	f := map[string]map[string]any{
		fieldPlace:    {"type": "conversations_select", "selected_conversation": channelID("general")},
		fieldOpponent: {"type": "users_select", "selected_user": nil},
		fieldPiles:    {"type": "plain_text_input", "value": nil},
		fieldGame:     choice(key), fieldEnding: choice(ending), fieldFirst: choice(first), fieldLevel: choice(level),
	}
	if opponent != "" {
		f[fieldOpponent]["selected_user"] = userID(opponent)
	}
	if piles != "" {
		f[fieldPiles]["value"] = piles
	}
	return f
}

func TestFormCommand(t *testing.T) {
	for _, tt := range []struct {
		opponent, key, piles, ending, first, level, want string
	}{
		{"", "nim", "3 4 5", "normal", "me", "easy", "start 3 4 5 game:nim first:me level:easy"},
		{"", "kayles", "", "misere", "random", "perfect", "start game:kayles first:random level:perfect misere"},
		{"bob", "nim", " 3 4 ", "normal", "them", "easy", "challenge <@UBOB> 3 4 game:nim first:them"},
		{"", "coins", "5 <@UBOB> &", "normal", "me", "hard", "start 5 &lt;@UBOB&gt; &amp; game:coins first:me level:hard"},
	} {
		data, err := json.Marshal(filled(tt.opponent, tt.key, tt.piles, tt.ending, tt.first, tt.level))
		if err != nil {
			t.Fatal(err)
		}
		var v viewState
		if err := json.Unmarshal(data, &v); err != nil {
			t.Fatal(err)
		}
		if got := v.command(); got != tt.want {
			t.Errorf("command() of %s = %q, want %q", data, got, tt.want)
		}
	}
}

// The form opens from the shortcut, the card's *More* and the App Home.
func TestTheFormOpens(t *testing.T) {
	w := newWorld(t)
	for _, open := range []func(){
		func() { w.send(w.slack.Shortcut(userID("ana"), shortcutID)) },
		func() {
			w.typeCommand("ana", "general", "")
			w.press("ana", "general", "More …")
			w.press("ana", "general", "More options")
		},
		func() { w.send(w.slack.ClickHome(userID("ana"), openFormAction, openFormCommand)) },
	} {
		open()
		views := w.slack.Views()
		if len(views) != 1 || views[0].Body["callback_id"] != formID {
			t.Errorf("opened %v, want the form", views)
		}
	}
	if n := len(w.slack.Calls("views.open")); n != 3 {
		t.Errorf("views.open was called %d times, want 3", n)
	}
}

// A trigger that is too old opens nothing; the person is told what to do.
func TestTheFormCannotOpen(t *testing.T) {
	w := newWorld(t)
	w.typeCommand("ana", "general", "")
	m := w.slack.Messages(channelID("general"))[0]
	d := w.slack.Click(userID("ana"), m, openFormAction, openFormCommand)
	w.slack.Advance(4 * time.Second)
	w.send(d)
	w.wantPrivate("ana", "Slack didn't open the form")
	w.wantLog("expired_trigger_id")
}

func TestTheFormStartsAGame(t *testing.T) {
	w := newWorld(t)
	submit := func(values map[string]map[string]any) string {
		return string(w.send(w.slack.Submit(userID("ana"), formID, channelID("general"), values)).Body)
	}
	// What is wrong is said in the form, which stays open.
	if got := submit(filled("", "nim", "3 vier", "normal", "me", "easy")); !strings.Contains(got, `"response_action":"errors"`) || !strings.Contains(got, "isn't a number of stones") {
		t.Errorf("the answer to bad piles is %s, want an error in the form", got)
	}
	if got := submit(filled("ana", "nim", "3 4", "normal", "me", "easy")); !strings.Contains(got, "yourself") {
		t.Errorf("the answer to a challenge to oneself is %s, want an error in the form", got)
	}
	if shown := w.slack.Shown(); len(shown) != 0 {
		t.Errorf("shown %v, want nothing yet", shown)
	}
	if got := submit(filled("", "nim", "2 1 1", "misere", "me", "perfect")); got != "" {
		t.Errorf("the answer to a good form is %s, want an empty one", got)
	}
	w.wantBoard("ana's move. Piles: A 2, B 1, C 1. Whoever takes the last stone loses")
	// A challenge takes another table.
	if got := submit(filled("bob", "nim", "3 4 5", "normal", "them", "perfect")); got != "" {
		t.Errorf("the answer to a challenge over a game is %s, want an empty one", got)
	}
	w.boardWith("ana challenged <@UBOB> to a game.")
	w.boardWith("Piles: A 2, B 1, C 1")
	// Before ana's own game against the bot is replaced, she is asked.
	if got := submit(filled("", "nim", "6 7", "normal", "me", "perfect")); got != "" {
		t.Errorf("the answer to a form over one's game is %s, want an empty one", got)
	}
	w.press("ana", "general", "End it and start the new one")
	w.boardWith("Piles: A 6, B 7")
}

// A person who starts a game against the bot while others play gets a private game. If no
// table is free, the form says so beside the channel's field.
func TestTheFormBesideAGame(t *testing.T) {
	w := oneTable(t)
	submit := func(values map[string]map[string]any) string {
		return string(w.send(w.slack.Submit(userID("cleo"), formID, channelID("general"), values)).Body)
	}
	if got := submit(filled("", "nim", "6 7", "normal", "me", "perfect")); got != "" {
		t.Errorf("the answer to a form beside a game is %s, want an empty one", got)
	}
	w.clicks("cleo", w.wantOwn("cleo", "Piles: A 6, B 7"), "B (7)")
	if got := w.boards(); len(got) != 1 {
		t.Errorf("the channel shows %q, want ana's board alone", texts(got))
	}
	if got := submit(filled("mo", "nim", "6 7", "normal", "me", "perfect")); !strings.Contains(got, `"errors":{"place":"The only table here is taken.`) {
		t.Errorf("the answer where no table is free is %s, want an error beside the channel", got)
	}
}

// A form that is sent again after its errors were mended is a new delivery. The same delivery
// twice starts one game.
func TestAFormIsSubmittedOnce(t *testing.T) {
	w := newWorld(t)
	d := w.slack.Submit(userID("ana"), formID, channelID("general"), filled("", "nim", "3 4 5", "normal", "me", "perfect"))
	w.send(d)
	w.send(d)
	if n := w.count(); n != 1 {
		t.Errorf("%d boards, want 1", n)
	}
}

// homeText returns the newest App Home of a person, as text.
func (w *world) homeText(name string) string {
	w.t.Helper()
	w.slack.Views()
	w.send(w.slack.Event(map[string]any{"type": "app_home_opened", "user": userID(name), "channel": "D" + userID(name), "tab": "home"}))
	views := w.slack.Views()
	if len(views) != 1 || views[0].User != userID(name) || views[0].Body["type"] != "home" {
		w.t.Fatalf("published %v, want %s's App Home", views, name)
	}
	text, err := json.Marshal(views[0].Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(text))
}

func TestAppHome(t *testing.T) {
	w := newWorld(t)
	if got := w.homeText("ana"); !strings.Contains(got, "You haven't played yet") || !strings.Contains(got, "How to play") || !strings.Contains(got, openFormAction) {
		t.Errorf("the first App Home is %s", got)
	}
	w.typeCommand("ana", "general", "challenge @bob 3 4 5")
	w.press("bob", "general", "Accept")
	for name, want := range map[string]string{
		"ana": "Nim against bob: it's your turn. <#CGENERAL>", "bob": "Nim against ana: waiting for their move. <#CGENERAL>",
	} {
		if got := w.homeText(name); !strings.Contains(got, want) {
			t.Errorf("%s's App Home is %s, want %q", name, got, want)
		}
	}
	w.typeCommand("ana", "general", "A2")
	if got := w.homeText("bob"); !strings.Contains(got, "it's your turn") {
		t.Errorf("bob's App Home after ana's move is %s", got)
	}
	w.typeCommand("bob", "general", "resign")
	for name, want := range map[string]string{"ana": "you won", "bob": "you lost"} {
		if got := w.homeText(name); !strings.Contains(got, want) {
			t.Errorf("%s's App Home is %s, want %q", name, got, want)
		}
	}
	// Another process knows the games, too.
	w.stop()
	w.start()
	if got := w.homeText("bob"); !strings.Contains(got, "you lost") {
		t.Errorf("bob's App Home after a restart is %s", got)
	}
	// `forget me yes` deletes the home document, whether it is a slash command or a mention.
	w.typeCommand("ana", "general", "forget me")
	if rec, err := w.store.Get(context.Background(), homeKey(slacktest.Team, userID("ana"))); err != nil || rec.Version == 0 {
		t.Errorf("before ana said yes her home document is %s, %v; want it kept", rec.Data, err)
	}
	w.typeCommand("ana", "general", "forget me yes")
	w.send(w.slack.Mention(userID("bob"), channelID("general"), "", "forget me yes"))
	for _, name := range []string{"ana", "bob"} {
		rec, err := w.store.Get(context.Background(), homeKey(slacktest.Team, userID(name)))
		if err != nil || rec.Version != 0 {
			t.Errorf("after \"forget me\" %s's home document is %s, %v; want none", name, rec.Data, err)
		}
	}
}

// The list of games is bounded, and the latest stands first.
func TestHomeIsBounded(t *testing.T) {
	var d home
	for i := range 30 {
		d.add(homeGame{Channel: "C" + string(rune('A'+i)), Key: "nim"})
	}
	if len(d.Games) != homeGames || d.Games[0].Channel != "C"+string(rune('A'+29)) {
		t.Errorf("%d games, the first in %s; want %d with the latest first", len(d.Games), d.Games[0].Channel, homeGames)
	}
	if again := d.Games[3]; d.add(again) {
		t.Error("a game that did not change is written again")
	}
}
