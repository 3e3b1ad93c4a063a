package slack

import (
	"strings"
	"testing"

	"nimbot/adapters/slack/slacktest"
	"nimbot/internal/slowtest"
)

// A forged value is handled like any command: it does what that person may do, or is
// refused privately.
func TestForgedValues(t *testing.T) {
	w := newWorld(t)
	w.slack.AddChannel(slacktest.Channel{ID: channelID("math"), Member: true})
	w.typeCommand("ana", "general", "challenge @bob 3 4 5")
	w.press("bob", "general", "Accept")
	w.typeCommand("cleo", "math", "challenge @mo 7 7")
	w.press("mo", "math", "Accept")
	foreign := pressable(w.board("math"))[0].value
	board := w.board("general")
	for _, tt := range []struct{ who, value, want string }{
		{"cleo", "A1", "watching"},
		{"bob", "A1", "It's ana's turn"},
		{"cleo", "resign", "watching"},
		{"ana", foreign, "out of date"}, // another channel's stamp
		{"ana", "A1 ~999.fffff", "out of date"},
		{"ana", "A99", "only 3"},
		{"ana", "accept", ""},
		{"ana", "<!channel> \x00\x1b[0m ~", ""},
		{"ana", strings.Repeat("A", 100_000), "the limit is 1,000"},
		{"cleo", "stop", "watching"},
	} {
		w.slack.Shown()
		w.send(w.slack.Click(userID(tt.who), board, "forged", tt.value))
		for _, s := range w.slack.Shown() {
			if s.To != userID(tt.who) {
				t.Errorf("%s forging %.40q showed everybody %q", tt.who, tt.value, s.Text)
			}
		}
		w.wantPrivate(tt.who, tt.want)
	}
	if m := w.board("general"); !strings.Contains(m.Text, "*ana's move.* Piles: A 3, B 4, C 5") {
		t.Errorf("after the forgeries the board says %q", m.Text)
	}
}

// The language of a board doesn't change with the person who presses it.
func TestAPlaceKeepsItsLanguage(t *testing.T) {
	a := newWorld(t).adapter
	p := call{workspace: workspace{Team: "T1"}, channel: "C1"}.place()
	for _, tt := range []struct{ asking, want string }{{"", ""}, {"de-DE", "de-DE"}, {"en-GB", "de-DE"}, {"", "de-DE"}} {
		if got := a.intake.placeLocale(p, tt.asking); got != tt.want {
			t.Errorf("placeLocale(%q) = %q, want %q", tt.asking, got, tt.want)
		}
	}
}

// FuzzDecodeInteraction checks that every decoded call has a user and a channel, and that
// decoding never panics.
func FuzzDecodeInteraction(f *testing.F) {
	f.Add([]byte(`{"type":"block_actions","container":{"channel_id":"C1","message_ts":"1.2"},"actions":[{"value":"A1"}],"user":{"id":"U1"},"team":{"id":"T1"}}`))
	f.Add([]byte(`{"type":"view_submission","view":{"callback_id":"new-game","state":{"values":{"piles":{"piles":{"value":"3"}}}}}}`))
	f.Add([]byte(`{"type":"shortcut","is_enterprise_install":"true","team":null}`))
	f.Fuzz(func(t *testing.T, payload []byte) {
		slowtest.Input(t)
		c, err := decodeInteraction(payload)
		if err != nil {
			return
		}
		_ = c.place().String()
		if c.kind == kindClick && (c.channel == "" || c.text == "") {
			t.Errorf("decodeInteraction(%s) is a click on nothing", payload)
		}
		if c.kind == kindForm {
			_ = c.view.command()
		}
	})
}
