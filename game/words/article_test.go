package words

import (
	"strings"
	"testing"

	"nimbot/store/platform"
)

// "a" becomes "an" before numbers whose spoken form begins with a vowel.
func TestArticlesOfNumbers(t *testing.T) {
	w, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		n    any
		want string
	}{
		{1, "a 1"}, {7, "a 7"}, {8, "an 8"}, {11, "an 11"}, {12, "a 12"}, {18, "an 18"}, {80, "an 80"}, {88, "an 88"},
		{108, "a 108"}, {110, "a 110"}, {180, "a 180"}, {800, "an 800"}, {1100, "a 1,100"}, {8192, "an 8,192"}, {11000, "an 11,000"}, {18000000, "an 18,000,000"},
		{uint64(8), "an 8"}, {uint64(8192), "an 8192"}, {"8", "an 8"}, {"B", "a B"},
	} {
		said := w.Say(New("hint.column", "part", "pile B", "label", "B", "column", tt.n), Voice{})
		if !strings.Contains(said, "have "+tt.want+",") {
			t.Errorf("hint.column of %v is %q, want %q", tt.n, said, tt.want)
		}
	}
}

// A forgotten person at the start of a sentence is written with a capital
// letter.
func TestForgottenPersonIsCapitalizedAtSentenceStart(t *testing.T) {
	w, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	gone, bob := Person{ID: platform.ForgottenID}, Person{ID: "1", Name: "Bob"}
	for _, tt := range []struct {
		text Text
		want string
	}{
		{New("moved.take", "player", gone, "amount", 2, "label", "B"), "Somebody took 2 from B."},
		{New("offer.to", "from", gone, "to", bob), "*Somebody challenged Bob to a game.*"},
		{New("offer.to", "from", bob, "to", gone), "*Bob challenged somebody to a game.*"},
		{New("end.resignation", "winner", bob, "loser", gone, "count", 2), "Bob won: somebody resigned after 2 moves."},
	} {
		if got := w.Say(tt.text, Voice{Strong: [2]string{"*", "*"}}); got != tt.want {
			t.Errorf("%s is said as %q, want %q", tt.text.Key, got, tt.want)
		}
	}
}

// The side of a cake is never capitalized, not even after a full stop.
func TestCakeSideIsNotCapitalized(t *testing.T) {
	w, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	if got := w.Say(New("fact.equal", "first", "left", "second", "right"), Voice{}); !strings.HasPrefix(got, "Since left and right are equal") {
		t.Errorf("fact.equal is said as %q, want it to begin with a capital letter", got)
	}
}
