package sentence

import (
	"testing"

	"nimbot/game/words/command"
)

// Questions about the board are understood in wordings that no phrase lists.
func TestQuestionsAboutPilesAndMoves(t *testing.T) {
	talk := english(t)
	for _, tt := range []struct {
		text  string
		topic Topic
	}{
		{"which pile is A", Turn},
		{"which ones pile C", Turn},
		{"how many stones are there in b?", Turn},
		{"what's in the last pile", Turn},
		{"how big is the second heap", Turn},
		{"which row has five", Turn},
		{"does B have 4?", Turn},
		{"which pile should I take from", Next},
		{"which pile is best", Next},
		{"what should I do with pile B", Next},
		{"would it be smart to remove two from C?", Judge},
		{"is it ok if I take 3 from the first one", Judge},
		{"what if i take all of B", Judge},
		{"should I take 2 from B?", Next},
		{"what is chomp", Rules},
		{"who is number one", Ranks},
		{"my pick would be c2", ""}, // no question
		{"does anyone want coffee", ""},
		{"does anyone want a game", Open},
		{"play against my friend @bob", Start},
		{"best of 3", Rematch},
		{"whats for dinner", ""},
		{"the meeting is at 3 in room B", ""},
	} {
		if said, _ := talk.Guess(tt.text); said.Topic != tt.topic {
			t.Errorf("Guess(%q) is about %q, want %q", tt.text, said.Topic, tt.topic)
		}
	}
}

func TestRemarksAreNoMoves(t *testing.T) {
	talk := english(t)
	for _, tt := range []struct {
		text string
		want bool
	}{
		{"I have 2 kids and a dog", true},
		{"remind me in 10 minutes", true},
		{"our lesson ends at 3", true},
		{"take 7 from A", false},
		{"foo1", false},
		{"1.5 from A", false},
		{"2 stones", false},
		{"split A into 1 and 2", false},
		{"bite the corner at 3, 4", false},
	} {
		if got := talk.IsRemark(tt.text, true); got != tt.want {
			t.Errorf("IsRemark(%q) = %v, want %v", tt.text, got, tt.want)
		}
	}
}

// Without a game, fewer unrelated words make a line a remark.
func TestRemarksWithoutAGame(t *testing.T) {
	talk := english(t)
	for _, tt := range []struct {
		text string
		want bool
	}{
		{"call me at 5", true},
		{"play despacito", true},
		{"take 2 from B", false},
		{"B2", false},
	} {
		if got := talk.IsRemark(tt.text, false); got != tt.want {
			t.Errorf("IsRemark(%q) = %v, want %v", tt.text, got, tt.want)
		}
	}
}

// A line that start refused is read as a sentence only if that asks for a game, and if
// its names are spelt right.
func TestRefusedCommandsAreReadAsSentences(t *testing.T) {
	talk := english(t)
	for _, tt := range []struct{ text, want string }{
		{"start a easy game for a beginner", "start level:easy"},
		{"start me with the rules of this", ""},
		{"start 3 4 5 kayels now", ""},
		{"start levle:easy 3 4 5", ""},
	} {
		said, ok := talk.ReadRefused(command.Find("start"))(tt.text)
		if got := said.Command("start"); ok != (tt.want != "") || ok && got != tt.want {
			t.Errorf("ReadRefused(start)(%q) = %q, %v, want %q", tt.text, got, ok, tt.want)
		}
	}
}
