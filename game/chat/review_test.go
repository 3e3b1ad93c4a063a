package chat_test

import (
	"log/slog"
	"strings"
	"testing"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/platform"
)

var challenge = []string{"ana: challenge @bob 3 4 5", "bob: accept"}

func TestReviewShowsTurningPoints(t *testing.T) {
	for _, tt := range []struct {
		what      string
		lines     []string
		want, not string
	}{
		{"too many moves to judge", []string{"ana: start 1000000000 5", "ana: A1", "ana: resign"}, "ana had too many moves to choose from for me to judge the choice. Nim Bot had", "ana never moved from"},
		{"how it ended", []string{"ana: start 3 4 5", "ana: A2", "ana: resign"}, "Nim from 3 4 5. Whoever takes the last stone wins. Nim Bot won: ana resigned after 1 move.", "No win was given away"},
		{"who kept the win how often", append(challenge, "ana: C1", "bob: A3", "ana: B4", "bob: C4"), "ana had the win to keep once, and gave it away. Only 1 move in 12 keeps the win there. bob kept the win 2 of 2 times. Random moves would do as well in about 1 game of 44.", ""},
		{
			"where it turned, and the working there", append(challenge, "ana: C1", "bob: A3", "ana: B4", "bob: C4"),
			"Move 1: ana took 1 from C. That left 3 4 4; taking 2 from A would have left 1 4 5, where every move has an answer. Check: after `take 2 from A`, 1 ⊕ 4 ⊕ 5 = 0.", "No win was given away",
		},
		{"three turning points at most", append(challenge, "ana: C1", "bob: A1", "ana: B1", "bob: A1", "ana: B1", "bob: resign"), "Move 2: ana took 1 from B. That left 2 3 4; ", "Move 3"},
		{"how many are left out", append(challenge, "ana: C1", "bob: A1", "ana: B1", "bob: A1", "ana: B1", "bob: resign"), "The game turned 2 more times after that.", ""},
		{"a win at once was missed", []string{"ana: challenge @bob 2 1", "bob: accept", "ana: B1", "bob: A1", "ana: A1"}, "Move 1: bob took 1 from A. That left 1 0; taking 2 from A would have won at once.", ""},
		{"lost without a turning point", []string{"ana: start 1 4 5", "ana: A1", "ana: B4"}, "ana never had a winning position: from 1 4 5 the first player loses against perfect play.", "Move 1"},
		{"lost as the second player", append(challenge, "ana: A2", "bob: A1", "ana: C1", "bob: resign"), "bob never had a winning position: from 3 4 5 the first player wins with perfect play.", ""},
		{"nobody gave a win away", append(challenge, "ana: A2", "bob: A1", "ana: C1", "bob: resign"), "No win was given away by either side.", ""},
		{"given up with a win there", append(challenge, "ana: resign"), "over before anyone moved", ""},
		{"given up with a win there", append(challenge, "ana: C1", "bob: resign"), "bob could still have won from the last position.", "never had a winning"},
		{"with a hint", append(challenge, "ana: hint", "ana: A2", "bob: A1", "ana: C1", "bob: resign"), "ana used 1 hint. ana kept the win 2 of 2 times, 1 with help. Random moves would do as well in about 1 game of 110.", ""},
		{"a move that was taken back", append(challenge, "ana: C1", "ana: undo", "bob: accept", "ana: A2", "bob: resign"), "ana had the win to keep once, and kept it. Only 1 move in 12 keeps the win there.", "Move 1"},
		{"a mistake that was taken back is told", append(challenge, "ana: C1", "ana: undo", "bob: accept", "ana: A2", "bob: resign"), "ana took back a move that gave the win away.", "2 times"},
		{"only the move that stands counts", append(challenge, "ana: A2", "ana: undo", "bob: accept", "ana: C1", "bob: resign"), "ana had the win to keep once, and gave it away.", "took back"},
		{"a win that was taken back", append(challenge, "ana: C1", "bob: A2", "bob: undo", "ana: accept", "bob: A1", "ana: resign"), "bob had the win to keep once, and gave it away.", "2 times"},
		{"stopped", append(challenge, "ana: C1", "bob: stop"), "The game ended without a result after 1 move. ana had the win to keep once, and gave it away", "never had a winning"},
		{
			"drawn", []string{"ana: challenge @bob red 8:3,6 8:4,5 game:northcott", "bob: accept", "ana: A2", "bob: A7", "ana: A3", "bob: A6", "ana: A2", "bob: A7", "ana: A3", "bob: A6"},
			"Draw: the same position came up for the third time, after 4 moves.", "never had a winning",
		},
		{"misere", []string{"ana: challenge @bob 1 1 5 misere", "bob: accept", "ana: C5", "bob: resign"}, "taking 4 from C would have left 1 1 1, where every move has an answer.", ""},
	} {
		c := chattest.NewRoom(t)
		c.Play(tt.lines...)
		got := c.Text(c.Says("cleo", "review"))
		if !strings.Contains(got, tt.want) || tt.not != "" && strings.Contains(got, tt.not) {
			t.Errorf("%s: review after %q says\n%s\nwant %q, and nothing like %q", tt.what, tt.lines, got, tt.want, tt.not)
		}
	}
}

// Only the person who asked sees a review, until they show it to everybody.
func TestAReviewIsShownToEverybody(t *testing.T) {
	c := chattest.NewRoom(t)
	over := c.Play("ana: start 3 4 5", "ana: C1", "ana: resign")
	r := c.Expect(c.Press("bob", over, "Review"), "[bob] Nim from 3 4 5.")
	c.Expect(c.Press("bob", r, "Show everybody"), "[all] Nim from 3 4 5.", "Move 1: ana took 1 from C.")
	c.Expect(c.Says("bob", "review zebras"), "[bob] I don't know what `zebras` means after `review`.")
}

// During a game, review shows the previous one, also after a restart. Games without a
// move are skipped.
func TestTheLastFinishedGameIsReviewed(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Expect(c.Says("ana", "review"), "[ana] There's no finished game here to look back on yet. Play one to its end: `/nim board` shows where you are.")
	c.Play("ana: start 3 4 5", "ana: A2")
	c.Expect(c.Says("ana", "review"), "There's no finished game here")
	c.Play("ana: resign", "bob: start 4 4", "bob: resign", "bob: start 5 6 game:kayles")
	c.Expect(c.Says("ana", "review"), "Nim from 3 4 5.")
	c.Restart()
	c.Expect(c.Says("ana", "review"), "Nim from 3 4 5.")
	c.Play("bob: A1", "bob: resign")
	c.Expect(c.Says("ana", "review"), "Nim from 3 4 5.")
	c.Expect(c.Says("bob", "review"), "Kayles from 5 6.")
	c.Expect(c.Says("cat", "review"), "Kayles from 5 6.")
	c.Expect(c.Says("bob", "where did I go wrong?"), "Kayles from 5 6.")
	last, ok, err := c.Handler.LastGame(t.Context(), c.Place, "")
	if err != nil || !ok || last.Match.Setup().Start != "5 6" || last.Players[0].ID != "bob" || !last.Match.Result().Over {
		t.Errorf("LastGame() = %+v, %v, %v, want the game of Kayles", last, ok, err)
	}
}

func TestThereIsNoLastGame(t *testing.T) {
	c := chattest.NewRoom(t)
	if last, ok, err := c.Handler.LastGame(t.Context(), c.Place, ""); ok || err != nil {
		t.Errorf("LastGame() = %+v, %v, %v in an empty channel, want none", last, ok, err)
	}
}

// A game that was over before anybody moved can't be reviewed; the game before it is
// reviewed instead.
func TestAGameWithoutAMoveHasNoReview(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Play("ana: start 3 4 5", "ana: resign")
	c.Expect(c.Says("ana", "review"), "over before anyone moved", "`/nim start 3 4 5`")
	c.Play("ana: rematch", "ana: stop", "ana: start 1", "ana: A1", "ana: start 1 2", "ana: resign")
	c.Expect(c.Says("ana", "review"), "Nim from 1.")
}

// `forget me` also clears the person's name in the last game.
func TestTheLastGameForgets(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Play("ana: start 3 4 5", "ana: A2", "ana: resign", "bob: start 4 5")
	c.Says("ana", "forget me yes")
	if p := c.Document().Last.Players[0]; p != (channel.Player{ID: platform.ForgottenID}) {
		t.Errorf("the first player of the last game is %+v, want nobody", p)
	}
	c.Expect(c.Says("bob", "review"), "somebody resigned")
}

// A review changes no document and computes outside the lane.
func TestAReviewChangesNothing(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Play("ana: start 3 4 5", "ana: A2", "ana: resign")
	before := c.Document()
	if r := c.Says("ana", "review"); r.Result != dialog.Told || r.Version != before.Version {
		t.Errorf("review: result %v, version %d, want %v and %d", r.Result, r.Version, dialog.Told, before.Version)
	}
}

// A game that another version of the program played is left alone.
func TestAGameOfAnotherVersionIsNotReviewed(t *testing.T) {
	for _, last := range []string{
		`"game":"hex","ending":"normal","start":"3 4 5"`,
		`"game":"grundy","ending":"misere","start":"900"`, // larger than is searched
	} {
		c := chattest.NewRoom(t)
		doc := `{"v":3,"n":3,"turn":2,"last":{"id":"x",` + last + `,"players":[{"id":"ana"},{"id":"bob"}],"events":"","since":1}}`
		if _, err := c.Store.Commit(t.Context(), c.Place.String(), store.Write{Data: []byte(doc)}); err != nil {
			t.Fatal(err)
		}
		c.Expect(c.Says("ana", "review"), "[ana] Another version of me played the last game here")
		c.Expect(c.Says("ana", "start 3 4 5"), "[all] ana's move.")
	}
}

// A broken record of a game is logged, and the person is told under which name.
func TestABrokenGameIsNotReviewed(t *testing.T) {
	for _, last := range []string{
		`"start":"3 x","events":""`,
		`"start":"3 4 5","events":"A9"`,
	} {
		for _, line := range []string{"review", "retry", "share"} {
			c := chattest.NewRoom(t)
			var logged strings.Builder
			conf := c.Config()
			conf.Log = slog.New(slog.NewTextHandler(&logged, nil))
			c.Handler = chat.New(conf)
			doc := `{"v":3,"n":3,"turn":2,"last":{"id":"x7k","game":"nim","ending":"normal",` + last + `,"players":[{"id":"ana"},{"id":"bob"}],"since":1}}`
			if _, err := c.Store.Commit(t.Context(), c.Place.String(), store.Write{Data: []byte(doc)}); err != nil {
				t.Fatal(err)
			}
			r := c.Expect(c.Says("ana", line), "[ana] Sorry, the record of the last game here is broken", "as `x7k`")
			if r.Result != dialog.Broken || !strings.Contains(logged.String(), "game=x7k") {
				t.Errorf("%s of %s gave %v and logged %q, want %v and the game", line, last, r.Result, logged.String(), dialog.Broken)
			}
		}
	}
}

// As long as half of the processors are busy with reviews, another one waits,
// and nobody waits behind it.
func TestAReviewWaitsOutsideTheLane(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Play("ana: start 3 4 5", "ana: A2", "ana: resign")
	free := c.Handler.HoldReviews()
	done := make(chan string)
	go func() { done <- c.Text(c.Says("ana", "review")) }()
	c.Expect(c.Handler.Handle(t.Context(), dialog.Request{Place: c.Place, User: chattest.Person("bob"), Text: "start 4 5"}), "[all] bob's move.")
	free()
	if got := <-done; !strings.Contains(got, "Nim from 3 4 5.") {
		t.Errorf("the review that waited says %s", got)
	}
}
