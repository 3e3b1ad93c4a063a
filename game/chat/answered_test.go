package chat_test

import (
	"strings"
	"testing"
	"time"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/internal/slowtest"
	"nimbot/store/platform"
)

// A button answers its own question only: pressed again, when another question is
// open, it does nothing.
func TestAButtonAnswersItsOwnQuestionOnly(t *testing.T) {
	slowtest.Sequential(t)
	const between = "ana challenge @bob 3 4 5; bob accept; ana A1; bob B1"
	for _, tt := range []struct {
		setup, question, label string // who asks, and the button that is kept
		between                string // what is said before the button is pressed again
		wantBoard              string // what the place then shows
	}{
		{"ana start 3 4 5; ana open 3 4 5", "ana start 1 2", "Keep playing", "cat rules", "going on here"},
		{between + "; bob undo", "ana I give up", "Keep playing", "cat rules", "bob asked to take back"},
		{"ana start 3 4 5", "ana start 1 2", "Keep playing", "ana start 7 7", "ana's move"},
		{between, "ana I give up", "Resign", "ana no; ana stop please", "ana's move"},
	} {
		c := chattest.NewRoom(t)
		says := func(lines string) (r dialog.Reply) {
			for line := range strings.SplitSeq(lines, "; ") {
				who, text, _ := strings.Cut(line, " ")
				r = c.Says(who, text)
			}
			return r
		}
		says(tt.setup)
		asked := says(tt.question)
		button := c.Button(asked, tt.label)
		if tt.label == "Keep playing" {
			c.Expect(c.Says("ana", button), "The game goes on.")
		}
		says(tt.between)
		standing := c.Document()
		for range 2 {
			r := c.Says("ana", button)
			if got := c.Text(r); r.Result != dialog.Stale || !strings.HasPrefix(got, "[ana] ") {
				t.Errorf("after %q, %q pressed late is answered with %v, %q", tt.between, tt.label, r.Result, got)
			}
		}
		if got := c.Document(); got.Version != standing.Version {
			t.Errorf("after %q, %q pressed late changed the document", tt.between, tt.label)
		}
		c.Expect(says("cat board"), tt.wantBoard)
	}
}

// Challenging the bot during a game starts the new game only after confirmation.
func TestAChallengeToTheBotIsConfirmed(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Says("ana", "start 3 4 5")
	r := c.Request("ana", "challenge @nim 1 2 clock:10m")
	r.Mentions["nim"] = dialog.User{ID: platform.BotID, Name: "Nim Bot", Bot: true}
	asked := c.Handler.Handle(t.Context(), r)
	c.Expect(c.Press("ana", asked, "End it and start the new one"), "Piles: A 1, B 2")
}

// A new offer and a new turn notify, once each; nothing else does.
func TestOnlyNewOffersAndTurnsNotify(t *testing.T) {
	c := chattest.NewRoom(t)
	pinged := func(r dialog.Reply) (names []string) {
		for _, m := range r.Messages {
			for _, u := range m.Ping {
				names = append(names, u.ID)
			}
		}
		return names
	}
	mod := c.Request("mod", "settings pings:on")
	mod.User.Moderator = true
	c.Handler.Handle(t.Context(), mod)
	for _, tt := range []struct{ who, text, want string }{
		{"ana", "challenge @bob 3 4 5 first:me", "bob"},
		{"cat", "board", ""},
		{"ana", "board", ""},
		{"bob", "accept", "ana"},
		{"cat", "board", ""},
		{"bob", "board", ""},
		{"ana", "A1", "bob"},
		{"ana", "board", ""},
		{"ana", "undo", ""},
		{"ana", "decline", ""},
		{"ana", "undo", ""},
		{"bob", "decline", ""},
		{"bob", "B1", "ana"},
		{"cat", "show me the board", ""},
	} {
		if strings.HasSuffix(tt.text, "1") {
			c.Pass(11 * time.Minute) // since the last ping
		}
		if got := strings.Join(pinged(c.Says(tt.who, tt.text)), " "); got != tt.want {
			t.Errorf("%s's %q notifies %q, want %q", tt.who, tt.text, got, tt.want)
		}
	}
}

// Asking for the board in a sentence shows it privately; only the command posts it for
// everybody.
func TestASentenceRepostsNoBoard(t *testing.T) {
	for _, text := range []string{"draw?", "move draw?", "show me the board again", "is it over"} {
		c := chattest.NewRoom(t)
		c.Says("ana", "start 3 4 5")
		if got := c.Text(c.Says("ana", text)); strings.Contains(got, "[all]") {
			t.Errorf("%q is answered with %q, want it private", text, got)
		}
	}
}
