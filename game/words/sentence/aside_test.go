package sentence

import "testing"

// The purpose of a sentence is recognized whatever its subject is.
func TestAsides(t *testing.T) {
	talk := english(t)
	for _, tt := range []struct {
		text string
		want Topic // "" for none
	}{
		{"bob, did your bus come?", ToPerson}, {"hey bob what are you eating", ToPerson}, {"it's your round, Bob, take care", ToPerson}, {"bob look at that", ToPerson},
		{"bob told me you cheat", ""}, {"bob will start", ""}, {"bob is away", ""}, {"well played bob", ""}, {"is bob there", ""},

		{"please don't show me the answer yet", NoHelp}, {"I need no help, thanks", NoHelp}, {"no more hints, I'm fine", NoHelp}, {"don't tell me, I'm close", NoHelp}, {"without any hints please", NoHelp},
		{"can't you help me?", ""}, {"a hint, but don't tell me the answer", ""}, {"no, I want a hint", ""}, {"I have no clue", ""}, {"bob didn't tell me the answer", ""}, {"why don't you help", ""},

		{"what if I leave one in B and take 3 from B", ""}, {"what if I take 3 from C", Judge}, {"would it be a mistake to take all of A", Judge}, {"suppose I took two from B", Judge},

		{"don't tell him I lost", Secret}, {"can she see my hints?", Seen}, {"what if she declines?", Unaccepted}, {"does a resigned game count as lost?", Counting}, {"I never meant to resign that", Resume},
		{"I give up my dinner is ready", Resign}, {"forget it he is busy", NeverMind}, {"I'm out of milk", ""},
	} {
		said, ok := asideReader{talk, []string{"bob"}}.read(tt.text, talk.WithoutNames(tt.text, "bob"))
		if said.Topic != tt.want || ok != (tt.want != "") {
			t.Errorf("%q is %q, %v; want %q", tt.text, said.Topic, ok, tt.want)
		}
	}
}

// A statement is not a wish.
func TestStatements(t *testing.T) {
	talk := english(t)
	for text, want := range map[string]bool{
		"my cousin plays this at school": true, "the kettle is boiling over": true, "I doubt that it was pile B": true, "don't bother the others today": true,
		"who plays this at school": false, "am I still in this": false, "give me the other one": false, "is it raining there?": false, "can we try the other": false, "lunch soon": false,
	} {
		if got := talk.IsStatement(text); got != want {
			t.Errorf("%q is a statement: %v, want %v", text, got, want)
		}
	}
}

// A choice is named by its place; a denial or two places name none.
func TestChoicesByPlace(t *testing.T) {
	x := english(t).Exercise()
	for _, tt := range []struct {
		text string
		want int
		ok   bool
	}{
		{"the second one", 1, true}, {"the last button", 2, true}, {"middle, I'd say", 1, true}, {"it's the first, isn't it?", 0, true},
		{"not the first one", -1, true}, {"the first or the last", -1, true}, {"take 2 from the first", -1, false}, {"no idea", 0, false},
	} {
		if i, ok := x.ReadChoice(tt.text, 3); ok != tt.ok || ok && i != tt.want {
			t.Errorf("%q chooses %d, %v; want %d, %v", tt.text, i, ok, tt.want, tt.ok)
		}
	}
}
