package chat_test

import (
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/channel"
)

// Fields of a later version survive a whole game played by this version.
func TestUnknownFieldsSurviveAGame(t *testing.T) {
	const doc = `{"v":3,"n":3,"turn":2,"game":{"id":"x","game":"nim","ending":"normal","start":"3 4 5",` +
		`"players":[{"id":"ana","name":"Ana","rating":1500},{"id":"bob","name":"Bob","rating":1600}],"events":"A1","since":1800000000,"rated":[1,2]},` +
		`"settings":{"pings":true,"ratings":"off"},"delivery":{"locale":"en","thread":"7"},"cup":{"id":"w"}}`
	c := chattest.NewRoom(t)
	if _, err := c.Store.Commit(t.Context(), c.Place.String(), store.Write{Data: []byte(doc)}); err != nil {
		t.Fatal(err)
	}
	ofTheGame := []string{`"rating":1500}`, `"rating":1600}`, `"rated":[1,2]`}
	ofTheChannel := []string{`"ratings":"off"}`, `"thread":"7"`, `"cup":{"id":"w"}}`}
	for _, step := range []struct {
		who, says string
		game      bool // it still is the same game
	}{
		{"bob", "B1", true}, {"ana", "hint", true}, {"ana", "A1", true}, {"ana", "undo", true}, {"bob", "accept", true},
		{"mod", "settings pings:off", true}, {"ana", "resign", true}, {"ana", "challenge @eve 5 5", true}, {"eve", "accept", false},
	} {
		r := c.Request(step.who, step.says)
		r.User.Moderator = step.who == "mod"
		if got := c.Handler.Handle(t.Context(), r); got.Result != dialog.Done {
			t.Fatalf("%q gave %v, want %v", step.says, got.Result, dialog.Done)
		}
		doc := c.Document()
		stored := string(doc.Encode())
		for _, want := range ofTheChannel {
			if !strings.Contains(stored, want) {
				t.Errorf("after %q the document is %s, want it to hold %s", step.says, stored, want)
			}
		}
		now := doc
		now.Last = nil
		stored = string(now.Encode())
		for _, of := range ofTheGame {
			if strings.Contains(stored, of) != step.game {
				t.Errorf("after %q the document is %s: holds %s is %v, want %v", step.says, stored, of, !step.game, step.game)
			}
		}
	}
	last := string((&channel.Document{Play: channel.Play{Game: c.Document().Last}}).Encode())
	for _, of := range ofTheGame {
		if !strings.Contains(last, of) {
			t.Errorf("the last game is kept as %s, want it to hold %s", last, of)
		}
	}
}
