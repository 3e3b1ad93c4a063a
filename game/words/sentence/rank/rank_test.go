package rank

import (
	"slices"
	"testing"
)

func TestRanksByExamples(t *testing.T) {
	examples := map[string][]string{
		"rules": {"what are the rules", "explain the rules", "how do I play this", "show me the rules", "rules please"},
		"hint":  {"give me a hint", "a hint please", "I need help", "any hints", "help me with this move"},
		"bye":   {"see you later", "goodbye", "I have to go now", "bye bye", "see you tomorrow"},
	}
	r := Train(examples)
	for text, want := range map[string]string{"tell me the rules": "rules", "hint pls": "hint", "seeya": "bye", "helpp": "hint"} {
		ranked := r.Rank(text)
		sum := 0.0
		for _, g := range ranked {
			sum += g.P
		}
		if ranked[0].Topic != want || sum < 0.999 || sum > 1.001 {
			t.Errorf("Rank(%q) = %v, want %s first, and probabilities that sum up to 1", text, ranked, want)
		}
		if again := Train(examples).Rank(text); !slices.Equal(again, ranked) {
			t.Errorf("trained again, Rank(%q) = %v, want %v", text, again, ranked)
		}
	}
	if ranked := Train(nil).Rank("hello"); ranked != nil {
		t.Errorf("without examples, Rank = %v, want none", ranked)
	}
}
