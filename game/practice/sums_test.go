package practice_test

import (
	"strings"
	"testing"
)

// The exercises of lesson 11 say the rule of each part, because the lesson doesn't teach all of them.
func TestExercisesOfSumsSayTheRuleOfEachPart(t *testing.T) {
	r := newRoom(t)
	rule := map[string]string{") Kayles.": "Knock down one pin", ") Staircase Nim.": "Move any number of coins", ") Lasker": "split a pile in two", ") Pile": "Take any number of stones"}
	r.says("ana", "learn sum")
	said := map[string]int{}
	for range 40 {
		text := r.Text(r.says("ana", "skip"))
		if strings.Contains(text, "page") {
			continue
		}
		for head, says := range rule {
			if !strings.Contains(text, head) {
				continue
			}
			if said[head]++; !strings.Contains(text, says) {
				t.Errorf("an exercise has a part %q, and not its rule %q:\n%s", head, says, text)
			}
		}
	}
	if len(said) < len(rule) {
		t.Errorf("only these parts occurred: %v", said)
	}
}

// After a wrong answer, "why?" says what is wrong with it.
func TestWhyAfterAWrongAnswer(t *testing.T) {
	r := newRoom(t)
	r.says("ana", "learn 11")
	r.expect("ana", "answer A0", "[ana] Not that one.")
	r.expect("ana", "why?", "[ana] Not that one. If you pass on A, I take 4 from C, and then you can't win. After `pass on A`, 1 ⊕ 3 ⊕ 6 = 4. That isn't 0, so it can be made 0 again.")
	r.says("ana", "hint")
	r.expect("ana", "why?", "[ana] Not that one. If you pass on A")
}
