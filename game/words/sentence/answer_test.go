package sentence

import (
	"slices"
	"strings"
	"testing"

	"nimbot/game/words/command"
)

func TestASentenceLeadsToAnAnswer(t *testing.T) {
	mine := Situation{Game: true, Running: true, IsPlayer: true, ToMove: true}
	people := Situation{Game: true, Running: true, IsPlayer: true, ToMove: true, HelpCounts: true}
	watching := Situation{Game: true, Running: true}
	over := Situation{Game: true, IsPlayer: true}
	asked := func(q Question) Situation {
		return Situation{Asked: q, Running: q != AskedOffer && q != AskedAnybody, Offered: q == AskedOffer || q == AskedAnybody}
	}
	for _, tt := range []struct {
		topic     Topic
		values    map[string]string
		situation Situation
		want      string // the command, "ask COMMAND", or the key of what is said with its buttons; "" where it means nothing
	}{
		{Start, map[string]string{"game": "chomp"}, Situation{}, "start game:chomp"},
		{Start, map[string]string{"player": "bob"}, Situation{RefusedCommand: "start"}, ""},
		{Start, nil, Situation{RefusedCommand: "start"}, "start"},
		{Setup, map[string]string{"piles": "3 4 5"}, Situation{}, "talk.piles [start 3 4 5, predict 3 4 5]"},
		{Setup, map[string]string{"game": "chomp"}, mine, "talk.game [rules chomp, start game:chomp]"},
		{Setup, map[string]string{"level": "easy"}, mine, "talk.level [level easy, start level:easy]"},
		{Setup, map[string]string{"level": "easy"}, people, ""},
		{Setup, map[string]string{"level": "easy"}, Situation{Running: true, IsPlayer: true, RefusedCommand: "level"}, ""},
		{Setup, map[string]string{"first": "bot"}, mine, "begin"},
		{Setup, map[string]string{"first": "bot"}, Situation{}, "start first:bot"},
		{Ranks, nil, mine, "leaders"},
		{Self, nil, mine, "profile"},
		{Privacy, nil, mine, "talk.privacy [export me]"},
		{Judge, nil, mine, "talk.judge [hint]"},
		{Despair, nil, mine, "talk.despair [hint]"},
		{Setup, map[string]string{"level": "easy"}, over, "start level:easy"},
		{Rematch, nil, over, "rematch"},
		{Rematch, nil, watching, "start"},
		{Advice, nil, mine, "hint"},
		{Advice, nil, watching, "explain"},
		{Advice, nil, people, "talk.counts [hint, board]"},
		{Advice, map[string]string{"piles": "1 2 3"}, people, "predict 1 2 3"},
		{Advice, nil, over, "state [rematch, review]"},
		{Next, nil, Situation{}, "board"},
		{Next, nil, watching, "state [board, rules]"},
		{Turn, nil, mine, "state [hint, board]"},
		{Resign, nil, mine, "ask resign"},
		{Stop, nil, mine, "ask stop"},
		{Hello, nil, mine, "talk.greeting state [hint, board]"},
		{Hello, nil, over, "talk.welcome card"},
		{Accept, nil, mine, "talk.nothing-asked state [hint, board]"},
		{Accept, nil, asked(AskedConsent), "accept"},
		{Accept, nil, asked(AskedToStop), "accept"},
		{Accept, nil, asked(AskedConfirm), "confirm"},
		{Accept, nil, asked(AskedOffer), "accept"},
		{Accept, nil, asked(AskedAnybody), "accept"},
		{No, nil, mine, "talk.okay state [hint, board]"},
		{No, nil, asked(AskedConsent), "decline"},
		{No, nil, asked(AskedConfirm), "decline"},
		{No, nil, asked(AskedOffer), "decline"},
		{No, nil, asked(AskedAnybody), "talk.okay state reply"},
		{Hello, nil, asked(AskedOffer), "talk.greeting state reply"},
		{Hello, nil, Situation{Offered: true}, "talk.greeting state card"},
		{Nod, nil, mine, "talk.okay state [hint, board]"},
		{Nod, nil, asked(AskedOffer), "accept"},
		{Nod, nil, asked(AskedConsent), "accept"},
		{Nod, nil, asked(AskedToStop), "talk.press reply"},
		{Nod, nil, asked(AskedConfirm), "talk.press reply"},
		{Nod, nil, asked(AskedAnybody), "state reply"},
		{Okay, nil, mine, "talk.okay state [hint, board]"},
		{Okay, nil, asked(AskedConfirm), "talk.press reply"},
		{Start, nil, asked(AskedOffer), "talk.offer state reply"},
		{Start, nil, asked(AskedAnybody), "talk.open-offer state reply"},
		{Start, map[string]string{"game": "chomp"}, asked(AskedOffer), "talk.offer state reply"},
		{Setup, map[string]string{"level": "easy"}, asked(AskedOffer), "talk.offer state reply"},
		{Rematch, nil, asked(AskedOffer), "talk.offer state reply"},
		{Bye, nil, Situation{Running: true, IsPlayer: true, Timed: true}, "talk.bye.clock [board, rules]"},
		{Bye, nil, mine, "talk.bye.playing [hint, board]"},
		{Bye, nil, over, "talk.bye [rematch, review, help]"},
		{Thanks, nil, mine, "talk.thanks [hint, board]"},
		{"", nil, mine, ""},
	} {
		said := Meaning{Topic: tt.topic, Values: tt.values}
		a, ok := said.Answer(tt.situation)
		if got := worded(a); got != tt.want || ok != (tt.want != "") {
			t.Errorf("%v.Answer(%+v) = %q, %v, want %q", said, tt.situation, got, ok, tt.want)
		}
	}
}

// worded writes an answer as the table above does.
func worded(a Answer) string {
	switch {
	case a.Run != "":
		return a.Run
	case a.Ask != nil:
		return "ask " + a.Ask.Name
	}
	text := a.Say.Key
	for _, part := range []struct {
		there bool
		name  string
	}{{a.State, "state"}, {a.Card, "card"}, {a.Reply, "reply"}, {len(a.Buttons) > 0, "[" + strings.Join(a.Buttons, ", ") + "]"}} {
		if part.there {
			text += " " + part.name
		}
	}
	return strings.TrimSpace(text)
}

// situations are one for each role.
var situations = map[Role]Situation{
	Confirming: {Game: true, Running: true, IsPlayer: true, ToMove: true, Asked: AskedConfirm},
	Requested:  {Game: true, Running: true, IsPlayer: true, HelpCounts: true, Asked: AskedConsent},
	Invited:    {Offered: true, Asked: AskedOffer}, OpenToAll: {Offered: true, Asked: AskedAnybody}, Offering: {Offered: true, Offering: true},
	Requesting: {Game: true, Running: true, IsPlayer: true, HelpCounts: true, Asking: true},
	Mover:      {Game: true, Running: true, IsPlayer: true, ToMove: true}, Waiter: {Game: true, Running: true, IsPlayer: true, HelpCounts: true},
	Watcher: {Game: true, Running: true}, Finisher: {Game: true, IsPlayer: true}, Visitor: {},
	Questioned: {ExerciseRole: Questioned}, Reader: {ExerciseRole: Reader}, PrivateGame: {ExerciseRole: PrivateGame}, Done: {ExerciseRole: Done},
}

// Every topic of the catalogue has an answer in every situation, and none runs a command
// that ends something unless the person was asked. In an exercise nothing runs, and what
// isn't for the exercise is left to the conversation on purpose.
func TestEveryTopicHasAnAnswer(t *testing.T) {
	topics := map[Topic]bool{}
	for _, phrases := range []map[string][]string{english(t).words.Phrases, english(t).words.Exercise.Phrases} {
		for topic := range phrases {
			topics[Topic(topic)] = true
		}
	}
	for _, stand := range Roles() {
		st, ok := situations[stand]
		if !ok {
			t.Fatalf("there is no situation for %q", stand)
		}
		learns := st.ExerciseRole != ""
		delete(topics, None)
		for topic := range topics {
			said := Meaning{Topic: topic, Values: map[string]string{"game": "chomp"}, Term: "misere"}
			a, ok := said.Answer(st)
			_, own := reactions[topic][stand]
			_, every := reactions[topic][Learner]
			switch {
			case topic == About: // which is heard as Rules
			case learns && !own && !every:
				t.Errorf("%s in %s has no cell", topic, stand)
			case !learns && !ok:
				t.Errorf("%s in %s leads to nothing", topic, stand)
			case learns && a.Run != "":
				t.Errorf("%s in %s runs %q", topic, stand, a.Run)
			}
			if c, _ := command.Named(a.Run); a.Run != "" && (c == nil || c.Ends && st.Asked != AskedConfirm) {
				t.Errorf("%s in %s runs %q", topic, stand, a.Run)
			}
		}
	}
}

func TestLikelyCommands(t *testing.T) {
	mine := Situation{Game: true, Running: true, IsPlayer: true, ToMove: true}
	over := Situation{Game: true, IsPlayer: true}
	for _, tt := range []struct {
		text, near string
		st         Situation
		want       []string
	}{
		{"the weather is lovely", "", Situation{}, nil},
		{"the weather is lovely", "", mine, []string{"hint", "board"}},
		{"hnit", "hint", mine, []string{"hint", "board"}},
		{"baord", "board", mine, []string{"board", "hint"}},
		{"baord", "board", over, []string{"board", "rematch", "review"}},
		{"the leaderboard of last year", "", over, []string{"leaders", "rematch", "review"}},
	} {
		if got := english(t).LikelyCommands(tt.text, tt.near, tt.st); !slices.Equal(got, tt.want) {
			t.Errorf("Likely(%q, %q, %+v) = %q, want %q", tt.text, tt.near, tt.st, got, tt.want)
		}
	}
}
