package sentence

import (
	"slices"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/words/command"
)

func TestASentenceSaysACommand(t *testing.T) {
	talk := english(t)
	for _, tt := range []struct {
		text    string
		topic   Topic
		command string // that is typed with what it says; "" for none
		want    string
	}{
		{"let's play chomp", Start, "start", "start game:chomp"},
		{"play nim with (3,4,5), you start", Start, "start", "start 3 4 5 game:nim first:bot"},
		{"an easy game of Dawson's Kayles please", Start, "start", "start game:dawson-kayles level:easy"},
		{"play nim with three four five", Start, "start", "start 3 4 5 game:nim"},
		{"again but misere", Start, "start", "start misere"},
		{"again, misere", Start, "start", "start misere"},
		{"who wins 3 ⊕ 4 XOR 5?", Advice, "predict", "predict 3 4 5"},
		{"rules of chomp", Rules, "rules", "rules chomp"},
		{"play with @bob", Start, "challenge", "challenge @bob"},
		{"Hellooo nim 👋🏽", Hello, "", ""},
		{"one more", Rematch, "", ""},
		{"ok, thanks", Thanks, "", ""},
		{"stop being so good", "", "", ""},
		{"start 5x8@2,3 game:cake", "", "", ""}, // notation, of which commas are a part
		{"easy hard", "", "", ""},
		{"", "", "", ""},
	} {
		said, _ := talk.Read(tt.text)
		if said.Topic != tt.topic {
			t.Errorf("Read(%q) is about %q, want %q", tt.text, said.Topic, tt.topic)
		}
		if tt.command == "" {
			continue
		}
		if got := said.Command(tt.command); got != tt.want {
			t.Errorf("Read(%q) says %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestMovesInSentences(t *testing.T) {
	talk := english(t)
	for _, tt := range []struct {
		key, position, text string
		want                []rules.Move
	}{
		{"nim", "3 4 5", "I take two from the second pile", []rules.Move{"B2"}},
		{"nim", "3 4 5", "take 2 from heap 1", []rules.Move{"A2"}},
		{"nim", "3 4 0", "2 from the last", []rules.Move{"B2"}},
		{"nim", "3 4 5", "reduce C to one", []rules.Move{"C4"}},
		{"nim", "3 4 5", "reduce the last by two", []rules.Move{"C2"}},
		{"nim", "3 4 5", "take all 5", []rules.Move{"C5"}},
		{"nim", "3 4 5", "all 4 of C", nil},
		{"nim", "3 4 5", "make C 2", []rules.Move{"C2", "C3"}},
		{"nim", "3 4 5", "make B 2", []rules.Move{"B2"}}, // ambiguous: take 2 or leave 2
		{"nim", "3 4 2", "C -> 2", nil},                  // C already has 2
		{"nim", "3 4 4", "one from the biggest", nil},    // two piles of that size
		{"nim", "3 4 5", "should I take 2 from B", nil},
		{"nim", "3 4 5", "don't take 2 from B", nil},
		{"nim", "3 4 5", "take 2 from B and 1 from C", nil},
		{"nim", "3 4 5", "take 2 from a pile", nil},
		{"nim", "3 4 5", "take 9 from B", nil},
		{"nim", "3 4 5", "I tak tow from B", []rules.Move{"B2"}},
		{"nim", "3 4 5", "B minus 2", []rules.Move{"B2"}},
		{"nim", "3 4 5", "b-2", []rules.Move{"B2"}},
		{"nim", "3 4 5", "-2 from B", []rules.Move{"B2"}},
		{"nim", "3 4 5", "thank you for A1", nil},
		{"nim", "3 4 5", "see you at B1", nil},
		{"nim", "3 4 5", "I shall take three from C", []rules.Move{"C3"}},
		{"nim", "3 4 5", "I'm thinking about taking 2 from A", nil},
		{"nim", "3 4 5", "maybe A2", nil},
		{"nim", "3 4 5", "A2?", nil},
		{"nim", "3 4 5", "may I take 2 from A", nil},
		{"nim", "3 4 5", "can you take 1 from A for me", nil},
		{"nim", "3 4 5", "take -2 from B", nil},
		{"nim", "3 4 5", "B-1?", nil},
		{"nim", "3 4 5", "is A1 good", nil},
		{"nim", "3 4 5", "can you take 1 from A please", []rules.Move{"A1"}},
		{"nim", "3 4 5", "B=1", []rules.Move{"B1", "B3"}},
		{"nim", "3 4 5", "turn B to 1", []rules.Move{"B1", "B3"}},
		{"nim", "3 4 5", "take2 from pile3", []rules.Move{"C2"}},
		{"nim", "3 4 5", "2from b", []rules.Move{"B2"}},
		{"nim", "3 4 5", "two from the pile of five", []rules.Move{"C2"}},
		{"nim", "3 4 4", "two from the pile of four", nil}, // there are two
		{"nim", "3 4 5", "two from the pile of nine", nil},
		{"nim", "3 4 5", "all but one in C", []rules.Move{"C4"}},
		{"nim", "3 4 5", "watch this: all of B!", []rules.Move{"B4"}},
		{"nim", "3 4 5", "xyzzy: all of B!", nil},
		{"nim", "3 4 5", "I'd like to remove three stones from pile C, if I may", []rules.Move{"C3"}},
		{"nim", "3 4 5", "teacher says take 2 from A", []rules.Move{"A2"}},
		{"nim", "3 4 5", "tkae 2 from A", []rules.Move{"A2"}}, //nolint:misspell // a slip of the finger
		{"nim", "3 4 5", "a single stone off the top of B", []rules.Move{"B1"}},
		{"nim", "3 4 5", "the last stone of C", []rules.Move{"C1"}},
		{"nim", "3 4 5", "two from the 4 pile", []rules.Move{"B2"}},
		{"nim", "3 4 5", "two from the 4", []rules.Move{"B2"}},
		{"nim", "4 4 5", "two from the 4", nil},
		{"nim", "3 4 5", "half of B", []rules.Move{"B2"}},
		{"nim", "3 4 5", "half of C", nil},
		{"nim", "3 4 5", "my turn! two from C!", []rules.Move{"C2"}},
		{"nim", "3 4 5", "let's call it off", nil},
		{"nim", "3 4 5", "C all", []rules.Move{"C5"}},
		{"nim", "3 4 5", "I need a break for 2 days", nil},
		{"nim", "3 4 5", "take a look at these 2 kittens", nil},
		{"nim", "3 4 5", "we have plan B and 2 ideas", nil},
		{"nim", "3 4 5", "plan B has 2 steps away from home", nil},
		{"nim", "3 4 5", "my friend took 2 from B", nil},
		{"nim", "3 4 5", "never take 2 from B", nil},
		{"nim", "3 4 5", "bob takes 2 from B", nil},
		{"nim", "3 4 5", "I dreamt of taking 2 from B", nil},
		{"nim", "3 4 5", "not sure, 2 from B", nil},
		{"nim", "3 4 5", "tell me why he takes 2 from B", nil},
		{"nim", "3 4 5", "the weather is lovely today, 2 from B or 3 from C", nil},
		{"nim", "3 4 5", "we bought apples, pears and 2 bananas from B", nil},
		{"nim", "3 4 5", "no, 2 from A", nil},
		{"nim", "3 4 5", "2 from A. 3 from C.", nil},
		{"nim", "3 4 5", "could I take 2 from B?", nil},
		{"nim", "3 4 5", "should I? 2 from B", nil},
		{"chomp", "3x4", "I'll bite row 2 column 3, please", []rules.Move{"2,3"}},
		{"ruler", "5 7", "7, 5", nil},
	} {
		g, err := rules.Lookup(tt.key)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Read(tt.position, rules.Normal)
		if err != nil {
			t.Fatal(err)
		}
		if got := talk.move.orderedMoves(p, tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("ordered(%s, %q) = %q, want %q", tt.position, tt.text, got, tt.want)
		}
	}
}

// A sentence that isn't clearly an order to play is never read as a move. If it can be
// an order, the bot asks.
func TestMovesThatAreProposed(t *testing.T) {
	talk := english(t)
	g, err := rules.Lookup("nim")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Read("3 4 5", rules.Normal)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		text string
		want []rules.Move
	}{
		{"A2?", []rules.Move{"A2"}},
		{"B-1?", []rules.Move{"B1"}},
		{"maybe A2", []rules.Move{"A2"}},
		{"how about A2?", []rules.Move{"A2"}},
		{"may I take 2 from A?", []rules.Move{"A2"}},
		{"can you take 1 from A for me", []rules.Move{"A1"}},
		{"I'm thinking about taking 2 from A", []rules.Move{"A2"}},
		{"take -2 from B", nil},
		{"thank you for A1", nil},
		{"see you at B1?", nil},
		{"is A1 good?", nil},
		{"should I play A1?", nil},
		{"what if I take A1?", nil},
		{"take 2 from B", nil}, // an order
	} {
		if got := talk.move.proposedMove(p, tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("proposed(%q) = %q, want %q", tt.text, got, tt.want)
		}
		if m, err := command.ReadMove(p, tt.text); err == nil && tt.text != "take 2 from B" {
			t.Errorf("typed.ReadMove(%q) = %q, want a refusal", tt.text, m)
		}
	}
}

// BenchmarkLine measures the cost of reading a line. A sentence is tried as a command and
// as notation first.
//
//	go test ./game/words/sentence -run - -bench Line -benchmem
func BenchmarkLine(b *testing.B) {
	talk := english(b)
	g, err := rules.Lookup("nim")
	if err != nil {
		b.Fatal(err)
	}
	p, err := g.Read("3 4 5", rules.Normal)
	if err != nil {
		b.Fatal(err)
	}
	for _, text := range []string{"B2", "take 2 from B", "I take two from the second pile", "who is winning?"} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				l, _ := command.Parse(text)
				if _, err := command.ReadMove(p, l.Rest); err == nil || len(talk.move.orderedMoves(p, l.Rest)) > 0 {
					continue
				}
				talk.Read(l.Typed)
			}
		})
	}
}
