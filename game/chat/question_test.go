package chat_test

import (
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/internal/slowtest"
)

// A question can be answered with a sentence.
func TestQuestionsAreAnsweredInWords(t *testing.T) {
	slowtest.Sequential(t)
	const (
		challenged = "ana challenge @bob 3 4 5"
		between    = "ana challenge @bob 3 4 5; bob accept; ana A1; bob B1"
		begun      = "ana's move. Piles: A 3, B 4, C 5"
		keeps      = "The game goes on."
		standing   = "ana's move. Piles: A 2, B 3, C 5"
		ended      = "ended without a result"
		offered    = "There's an offer waiting for you here."
	)
	for _, tt := range []struct{ before, says, want, then string }{
		{challenged, "bob: yes please", begun, "ana B1 -> bob's move"},
		{challenged, "bob: ok", begun, "ana B1 -> bob's move"},
		{challenged, "bob: alright!", begun, "ana B1 -> bob's move"},
		{challenged, "bob: 👍", begun, "ana B1 -> bob's move"},
		{challenged, "cat: ok", "Nothing changed.", "bob accept -> " + begun},
		{challenged, "bob: wait", "ana challenged bob to a game. Piles: A 3, B 4, C 5", "bob accept -> " + begun},
		{challenged, "bob: start", offered, "bob accept -> " + begun},
		{challenged, "bob: start please", offered, "bob accept -> " + begun},
		{challenged, "bob: start 1 2 game:kayles", offered, "bob accept -> " + begun},
		{challenged, "bob: begin", offered, "bob accept -> " + begun},
		{challenged, "cat: start 1 2", "cat's move", "bob accept -> Piles: A 3, B 4, C 5"},
		{"bob start 1; bob A1; " + challenged, "bob: rematch", offered, "bob accept -> " + begun},
		{challenged, "bob: hello", "Hello. ana challenged bob to a game.", "bob accept -> " + begun},
		{challenged, "ana: hello", "Hello. ana challenged bob to a game.", "bob accept -> " + begun},
		{"ana open", "bob: hello", "Hello. ana offered a game. Who will take it?", "bob accept -> ana's move"},
		{"ana open", "bob: ok", "ana offered a game. Who will take it?", "bob accept -> ana's move"},
		{challenged, "bob: sure, let's go", begun, "ana B1 -> bob's move"},
		{challenged, "bob: yes, let's play chomp", "ana challenged bob to a game", "bob accept -> " + begun},
		{challenged, "bob: let's play!", offered, "bob accept -> " + begun},
		{challenged, "bob: I'd love to play", offered, "bob accept -> " + begun},
		{challenged, "bob: let's play chomp", offered, "bob accept -> " + begun},
		{challenged, "bob: no thanks", "bob declined", "bob accept -> There's no offer"},
		{"ana open", "bob: I want to play", "There's an open offer here.", "bob accept -> ana's move"},
		{"ana open", "bob: yes", "ana's move", "bob board -> ana's move"},
		{"ana open", "bob: no", "Nothing changed.", "bob accept -> ana's move"},

		{"ana start 3 4 5; ana start 1 2", "ana: no", keeps, "ana confirm -> There's nothing to confirm"},
		{"ana start 3 4 5; ana start 1 2", "ana: never mind", keeps, "ana board -> Piles: A 3, B 4, C 5"},
		{"ana start 3 4 5; ana start 1 2", "ana: no thanks", keeps, "ana confirm -> There's nothing to confirm"},
		{"ana start 3 4 5; ana start 1 2", "ana: yes", "Piles: A 1, B 2", "ana confirm -> There's nothing to confirm"},

		{between + "; ana stop", "bob: yes", ended, "ana board -> " + ended},
		{between + "; ana stop", "bob: no", standing, "bob accept -> There's no offer"},
		{between + "; ana stop", "ana: yes", "Nothing changed.", "ana board -> " + standing},
		{between + "; bob undo", "ana: sure", "Piles: A 2, B 4, C 5", "ana accept -> There's no offer"},
		{between + "; bob undo", "ana: ok", "Piles: A 2, B 4, C 5", "ana accept -> There's no offer"},
		{between + "; ana stop", "bob: ok", "Is that a yes?", "ana board -> " + standing},
		{between + "; ana I give up", "ana: ok", "Is that a yes?", "ana board -> " + standing},
		{"ana start 3 4 5; ana start 1 2", "ana: ok", "Is that a yes?", "ana board -> Piles: A 3, B 4, C 5"},
		{between + "; ana I give up", "ana: yes", "bob won", "ana board -> bob won"},
		{between + "; ana I give up", "ana: no", keeps, "ana confirm -> There's nothing to confirm"},
		{between + "; ana I give up; ana A1", "ana: yes", "Nothing changed.", "ana board -> bob's move"},
		{"ana start 3 4 5; ana I want to stop", "ana: yes", ended, "ana board -> " + ended},
	} {
		c := chattest.NewRoom(t)
		for line := range strings.SplitSeq(tt.before, "; ") {
			who, text, _ := strings.Cut(line, " ")
			c.Says(who, text)
		}
		who, text, _ := strings.Cut(tt.says, ": ")
		if got := c.Text(c.Says(who, text)); !strings.Contains(got, tt.want) {
			t.Errorf("after %q, %q is answered with %q, want %q", tt.before, tt.says, got, tt.want)
		}
		line, want, _ := strings.Cut(tt.then, " -> ")
		who, text, _ = strings.Cut(line, " ")
		if got := c.Text(c.Says(who, text)); !strings.Contains(got, want) {
			t.Errorf("after %q and %q, %q is answered with %q, want %q", tt.before, tt.says, line, got, want)
		}
	}
}

// A button that ends the game says so wherever it is shown, and does it.
func TestButtonsOfAQuestionSayWhatTheyDo(t *testing.T) {
	slowtest.Sequential(t)
	for _, tt := range []struct{ asks, label, want string }{
		{"I give up", "Resign", "ana resigned"},
		{"I want to stop", "End the game", "ended without a result"},
		{"start 1 2", "End it and start the new one", "Piles: A 1, B 2"},
	} {
		for _, line := range []string{"", "hello", "ok"} {
			c := chattest.NewRoom(t)
			c.Says("ana", "start 3 4 5")
			reply := c.Says("ana", tt.asks)
			if line != "" {
				reply = c.Says("ana", line)
			}
			c.Button(reply, "Keep playing")
			if got := c.Text(c.Says("ana", c.Button(reply, tt.label))); !strings.Contains(got, tt.want) {
				t.Errorf("after %q and %q, %q is answered with %q, want %q", tt.asks, line, tt.label, got, tt.want)
			}
		}
	}
}
