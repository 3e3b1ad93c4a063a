package rounds_test

import (
	"strings"
	"testing"
	"time"
)

// What somebody says while a question is open is about the round: it answers, or asks. Nobody
// else sees the reply, no game begins, and what doubts isn't counted.
func TestSentencesInARound(t *testing.T) {
	const choose = "the first one counts"
	for _, tt := range []struct {
		said, want string
		counted    int
	}{
		{"two from a", "Noted", 1},
		{"i'd take all of the last pile", "Noted", 1},
		{"a2", "Noted", 1},
		{"maybe 2 from A", "I haven't counted that", 0},
		{"is it 2 from A?", "I haven't counted that", 0},
		{"take 9 from A", "Pile A has only 3", 0},
		{"how long do we have", "45 s are left", 0},
		{"how many people have answered", "Nobody has answered yet", 0},
		{"may I change my answer", choose, 0},
		{"when will the answer be revealed?", "When the question is over", 0},
		{"hint please", "no hints in a round", 0},
		{"hint", "no hints in a round", 0},
		{"just tell me the answer", "no hints in a round", 0},
		{"what's the question?", "Question 1 of 1: which move wins?", 0},
		{"board", "Question 1 of 1: which move wins?", 0},
		{"let me think", choose, 0},
		{"stop", "Only hal", 0},
		{"rules", "take as many stones as you like from one pile", 0},
		{"let's play chomp", "start game:chomp", 0},
		{"again", choose, 0},
		{"yes", choose, 0},
		{"my cat is called Tom and likes fish", "I didn't understand that", 0},
		{"my cat is called Tom and likes fish", "45 s are left", 0},
		{"which games are there?", "These are my games", 0},
	} {
		c := newTable(t)
		c.Says("hal", "race 3 4 5")
		r := c.Says("ana", tt.said)
		got := c.Text(r)
		for _, m := range r.Messages {
			for _, b := range m.Buttons {
				got += " " + b.Command
			}
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("%q is answered with %s, want %q", tt.said, got, tt.want)
		}
		asked := c.round()
		if n := asked.CountAnswers(); n != tt.counted || r.State != nil {
			t.Errorf("%q gives %d answers and the game %+v, want %d and none", tt.said, n, r.State, tt.counted)
		}
		for _, m := range r.Messages {
			if m.To == nil {
				t.Errorf("%q says to everybody: %s", tt.said, c.Text(r))
			}
		}
	}
}

// A button below an answer that was only mentioned gives it, and later words repeat it.
func TestAMentionedAnswerIsGivenByItsButton(t *testing.T) {
	c := newTable(t)
	c.Says("hal", "race 3 4 5")
	asked := c.Says("ana", "could it be A2?")
	c.Expect(c.Press("ana", asked, "Answer A2"), "Noted")
	c.Expect(c.Says("ana", "no wait, I mean 1 from B"), "You've answered this one: take 2 from A")
	c.Expect(c.Says("ana", "was I right?"), "You've answered this one: take 2 from A")
	if r := c.round(); r.CountAnswers() != 1 {
		t.Errorf("the question has %d answers, want 1", r.CountAnswers())
	}
	c.pass(time.Minute)
	c.Expect(c.Says("ana", "but why?"), "A")
}

// After the reveal, words may ask for the reason; other words are for the conversation.
func TestWordsAfterTheReveal(t *testing.T) {
	for said, why := range map[string]bool{"but why?": true, "show me the solution": true, "how many people have answered": false, "hint please": false} {
		c := newTable(t)
		c.Says("hal", "race game:nim rounds:2")
		c.Says("hal", "reveal")
		if got := c.Text(c.Says("ana", said)); strings.Contains(got, "Grundy value") != why {
			t.Errorf("%q is answered with %s, want the reason: %v", said, got, why)
		}
	}
}

// Who plays or offers a game here speaks of that, and a sentence of who doesn't is about the round.
func TestAPlayersWordsAreAboutTheGame(t *testing.T) {
	c := newTable(t)
	c.Says("ana", "start 3 4 5")
	c.Says("hal", "race 1 2 4")
	c.Expect(c.Says("ana", "two from the first pile"), "ana took 2 from A")
	c.Expect(c.Says("bob", "one from the last pile"), "Noted")
	c.Says("cy", "challenge @dan 3 4 5")
	c.Expect(c.Says("cy", "two from the first pile"), "cy challenged dan to a game")
}

// An outcome is answered in words, too.
func TestOutcomesInWords(t *testing.T) {
	c := newTable(t)
	c.Says("hal", "race 1 2 3")
	c.Expect(c.Says("ana", "won for whom?"), "Won means")
	c.Expect(c.Says("ana", "is it lost?"), "I haven't counted that")
	c.Expect(c.Says("ana", "I think it's lost"), "Noted")
}

// A move in a part of a sum that can't be made is refused as a move.
func TestAMoveInAPartIsRefusedAsAMove(t *testing.T) {
	for said, want := range map[string]string{"1.A1": "isn't a move here", "9.A1": "There's no part 9", "2.A9": "Pile A has only 3", "2.A2": "Noted"} {
		c := newTable(t)
		c.Says("hal", "race chomp 3 2 + nim 3")
		if got := c.Text(c.Says("ana", said)); !strings.Contains(got, want) {
			t.Errorf("%q is answered with %s, want %q", said, got, want)
		}
	}
}

// What may be a move in a part of a sum, and something else, is asked about; the example answers the round.
func TestARoundOfSumsAsksWhichMoveIsMeant(t *testing.T) {
	for said, want := range map[string]string{
		"2 A1": "Is it `2.A1`? Type it as in `/nim guess 2.A1`.", "guess 2 A1": "Is it `2.A1`? Type it as in `/nim guess 2.A1`.",
		"guess A1": "several moves: `1.A1`, `2.A1`. Type the one you mean, as in `/nim guess 1.A1`.", "A1 in the kayles": "Noted",
	} {
		c := newTable(t)
		c.Says("hal", "race nim 3 4 + kayles 5 seconds:off")
		if got := c.Text(c.Says("ana", said)); !strings.Contains(got, want) {
			t.Errorf("%q is answered with %s, want %q", said, got, want)
		}
		asked := c.round()
		if n := asked.CountAnswers(); n != 0 != (want == "Noted") {
			t.Errorf("%q gives %d answers", said, n)
		}
	}
}
