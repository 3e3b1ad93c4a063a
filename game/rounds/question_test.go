package rounds_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/store/round"
)

func TestTheQuestionIsToldNowhere(t *testing.T) {
	c := newTable(t)
	asked := c.Says("hal", "race 3 4 6 seconds:off")
	c.Expect(c.Says("bob", "predict 6 3 4"), "asked in a round")
	c.Press("ana", asked, "Answer")
	c.Place.Channel = "elsewhere"
	c.Expect(c.Says("ana", "predict 4 6 3"), "asked in a round")
	c.Says("ana", "start 3 4 6")
	c.Expect(c.Says("ana", "hint"), "asked in a round")
	c.Expect(c.Says("ana", "explain"), "asked in a round")
	c.Expect(c.Says("ana", "begin"), "asked in a round")
	c.Says("ana", "A3")
	c.Says("ana", "resign")
	c.Expect(c.Says("ana", "review"), "asked in a round")
	c.Expect(c.Says("ana", "review all"), "asked in a round")
	c.Expect(c.Says("ana", "start 6 4 3 first:bot"), "asked in a round")
	c.Expect(c.Says("bob", "predict 6 3 4"), "win")
	c.Place.Channel = "room"
	c.Says("hal", "reveal")
	c.Expect(c.Says("ana", "predict 4 6 3"), "win")
	c.Place.Channel = "elsewhere"
	c.Expect(c.Says("ana", "review"), "Move 1")
	c.Expect(c.Says("ana", "start 6 4 3 first:bot"), "Nim Bot took")
}

// Why an answer is wrong isn't told before the reveal, to whoever gave one or didn't.
func TestWhyWaitsForTheReveal(t *testing.T) {
	c := newTable(t)
	asked := c.Says("hal", "race 3 4 5 seconds:off")
	c.Says("ana", "guess A3")
	for _, who := range []string{"ana", "bob", "hal"} {
		for _, r := range []dialog.Reply{c.Says(who, "guess why"), c.Says(who, strings.Replace(c.Button(asked, "Answer"), "guess", "guess why", 1))} {
			if r.Result != dialog.Refused || len(r.Solved) > 0 || !strings.Contains(c.Text(r), "still open") {
				t.Errorf("before the reveal %s is told %s: %s, want that it's still open", who, r.Result, c.Text(r))
			}
		}
	}
	c.Says("hal", "reveal")
	for _, who := range []string{"ana", "bob", "hal"} {
		if r := c.Says(who, "guess why"); r.Result == dialog.Refused || len(r.Solved) != 1 {
			t.Errorf("after the reveal %s is told %s: %s, want why", who, r.Result, c.Text(r))
		}
	}
}

func TestPressesInAnotherChannel(t *testing.T) {
	c := newTable(t)
	asked := c.Says("hal", "race 3 4 5 seconds:off")
	c.Place.Channel = "elsewhere"
	c.Expect(c.Press("zed", asked, "Answer"), "belongs to another question")
	c.Expect(c.Press("hal", asked, "Reveal"), "belongs to another question")
	c.Expect(c.Says("zed", "guess A2"), "No question is open here")
	c.Place.Channel = "room"
	if r := c.round(); r.CountAnswers() != 0 || r.Phase != round.Asked {
		t.Errorf("the question is %s with %d answers, want asked with none", r.Phase, r.CountAnswers())
	}
}

func TestDrawnGamesHaveARule(t *testing.T) {
	drawn := map[string]bool{}
	for range 8 {
		c := newTable(t)
		c.Says("hal", "race rounds:20 seconds:off")
		for range 20 {
			key := c.round().Question.Game
			if drawn[key] = true; !c.Words.Has("rule." + key) {
				t.Errorf("%s is asked about, and has no rule of one line", key)
			}
			c.Says("hal", "reveal")
			c.Says("hal", "reveal")
		}
	}
	if len(drawn) < 8 {
		t.Errorf("160 questions are of %d games, want more", len(drawn))
	}
	c := newTable(t)
	c.Says("hal", "race game:kayles rounds:8 seconds:off")
	for range 8 {
		if key := c.round().Question.Game; key != "kayles" {
			t.Errorf("a round of Kayles asks about %s", key)
		}
		c.Says("hal", "reveal")
		c.Says("hal", "reveal")
	}
}

func TestWhyAnAnswerWasWrong(t *testing.T) {
	c := newTable(t)
	c.Says("hal", "race 3 5 seconds:off")
	c.Says("ana", "guess A3")
	c.Says("bob", "guess A1")
	c.Says("cy", "guess B2")
	c.Expect(c.Says("hal", "reveal"), "take 3 from A, I take 5 from B", "take 2 from B ✓")
	c.Expect(c.Says("ana", "guess why"), "If you take 3 from A, I take 5 from B and win.")
	c.Expect(c.Says("bob", "guess why"), "and then you can't win.")
}

func TestWhyAfterTheNextQuestion(t *testing.T) {
	c := newTable(t)
	c.Says("hal", "race 3 5 rounds:3 seconds:30")
	c.Says("ana", "guess A3")
	first := c.Says("hal", "reveal")
	c.Expect(c.pass(8*time.Second), "Question 2 of 3")
	c.Expect(c.Press("ana", first, "Why?"), "If you take 3 from A, I take 5 from B and win.")
	c.Expect(c.Says("ana", "guess why"), "If you take 3 from A, I take 5 from B and win.")
	second := c.Says("hal", "reveal")
	c.Expect(c.Press("ana", first, "Why?"), "If you take 3 from A, I take 5 from B and win.")
	if said := c.Text(c.Says("ana", "guess why")); strings.Contains(said, "take 3 from A") {
		t.Errorf("after the second reveal ana is told %s", said)
	}
	c.Press("hal", second, "Next question")
	c.Expect(c.Press("ana", first, "Why?"), "belongs to another question")
}

func TestEveryGameIsAsked(t *testing.T) {
	for _, g := range rules.Games() {
		c := newTable(t)
		for n := range 4 {
			said := c.Text(c.Says("hal", "race game:"+g.Key+" rounds:4 seconds:off"))
			if n > 0 {
				said = c.Text(c.Says("hal", "reveal"))
			}
			if !strings.Contains(said, fmt.Sprintf("Question %d of 4", n+1)) {
				t.Fatalf("%s, question %d: %s", g.Key, n+1, said)
			}
			c.answers("ana", n%2 == 0)
			c.Says("hal", "reveal")
		}
	}
}
