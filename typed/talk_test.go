package typed

import (
	"testing"

	"nimbot/words"
)

func english(t testing.TB) *Talk {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return NewTalk(catalogue.Talk("en"))
}

func TestX(t *testing.T) {
	talk := english(t)
	for _, s := range []string{"hi", "let's play chomp", "play nim with 3 4 5", "start easy", "easy game", "again", "one more", "chomp", "play a game of kayles against me", "rematch please", "who is winning?", "why?", "what are the rules?", "how do I play chomp?", "gg", "👍", "👋🏽", "thank you!", "ok, what now?", "play nim with three four five", "play nim with (3,4,5)", "who wins 3 XOR 4 ⊕ 5", "nim on easy please you start", "I love you", "stop being so good", "what's chomp", "pass", "Hellooo nim", "play with @bob", "3 4 5"} {
		said, ok := talk.Read(s)
		t.Log(s, "=>", ok, said)
	}
}
