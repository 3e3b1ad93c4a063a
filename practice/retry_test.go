package practice_test

import (
	"strings"
	"testing"
)

// A game can be tried again from where it turned, in private, beside the next
// one and after a restart.
func TestRetry(t *testing.T) {
	r := newRoom(t)
	r.expect("ana", "retry 1", "no turning point")
	r.says("bob", "challenge @ana 3 4 5 first:me")
	r.says("ana", "accept")
	for _, turn := range []struct{ who, move string }{{"bob", "C1"}, {"ana", "A3"}, {"bob", "B4"}, {"ana", "C4"}} {
		r.says(turn.who, turn.move)
	}
	review := r.expect("ana", "review", "ana")
	r.says("bob", "start 7")
	reply := r.press("bob", review, "Try it from move 1")
	r.Expect(reply, "Piles: A 3, B 4, C 5", "from where the last game turned")
	r.restart()
	if text := r.Text(r.expect("bob", "answer B4", "I take 2 from C")); strings.Contains(text, "from where the last game turned") {
		t.Errorf("after the first move it's still said where the game comes from:\n%s", text)
	}
	r.expect("bob", "skip", "Piles: A 3, B 4, C 5")
	for !r.doc("bob").Now.Done {
		reply = r.says("bob", "answer "+r.goodAnswerIn("bob"))
	}
	r.Expect(reply, "You won!")
	if text := r.Text(reply); strings.Contains(text, "[all]") {
		t.Errorf("a private game is shown to everybody:\n%s", text)
	}
	r.expect("bob", "retry 2", "just 1")
	r.expect("bob", "retry x", "isn't a number")
	r.expect("ana", "board", "Pile: A 7")
}
