package chat_test

import (
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/store/channel"
)

// TestSettingsAreStoredAsConfirmed has a moderator change one after another.
func TestSettingsAreStoredAsConfirmed(t *testing.T) {
	c := chattest.NewRoom(t)
	for _, tt := range []struct {
		text string
		says string
		want channel.Settings
	}{
		{"settings pings:on", "language auto, turn pings on, hints in games between people on, rounds for everybody on.", channel.Settings{Pings: true}},
		{"settings pings:no hints:off", "language auto, turn pings off, hints in games between people off, rounds for everybody on.", channel.Settings{NoPings: true, NoHints: true}},
		{"settings language:en", "language en, turn pings off", channel.Settings{NoPings: true, NoHints: true, Language: "en"}},
		{"settings language:tlh", "[mo] I don't speak `tlh`; I speak English (en), ", channel.Settings{NoPings: true, NoHints: true, Language: "en"}},
		{"settings hints:yes language:on", "[mo] I don't speak `on`", channel.Settings{NoPings: true, NoHints: true, Language: "en"}},
		{"settings hints:maybe", "[mo] `hints:maybe` isn't a setting.", channel.Settings{NoPings: true, NoHints: true, Language: "en"}},
		{"settings days:mon-fri", "I don't post the day's positions here.", channel.Settings{NoPings: true, NoHints: true, Language: "en"}},
		{"settings colour:on", "[mo] `colour:on` isn't a setting.", channel.Settings{NoPings: true, NoHints: true, Language: "en"}},
		{"settings hints:on LANGUAGE:AUTO", "language auto, turn pings off, hints in games between people on, rounds for everybody on.", channel.Settings{NoPings: true}},
		{"settings races:off", "rounds for everybody off.", channel.Settings{NoPings: true, NoRaces: true}},
		{"settings races:on", "rounds for everybody on.", channel.Settings{NoPings: true}},
		{"settings pings:auto", "language auto, turn pings auto, hints", channel.Settings{}},
	} {
		r := c.Request("mo", tt.text)
		r.User.Moderator = true
		c.Expect(c.Handler.Handle(t.Context(), r), tt.says)
		if doc := c.Document(); doc.Settings != tt.want || doc.Daily != (channel.Daily{}) {
			t.Errorf("%q stores %+v and %+v, want %+v and no schedule", tt.text, doc.Settings, doc.Daily, tt.want)
		}
	}
	if r := c.Says("ana", "settings pings:on"); r.Result != dialog.Refused || c.Document().Settings.Pings {
		t.Errorf("somebody else's setting = %v, want %v:\n%s", r.Result, dialog.Refused, c.Text(r))
	}
}
