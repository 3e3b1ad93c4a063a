package typed

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestASentenceLeadsToAnAnswer(t *testing.T) {
	mine := Situation{Game: true, Playing: true, Plays: true, ToMove: true}
	people := Situation{Game: true, Playing: true, Plays: true, ToMove: true, Counts: true}
	watching := Situation{Game: true, Playing: true}
	over := Situation{Game: true, Plays: true}
	asked := func(q Question) Situation { return Situation{Asked: q} }
	for _, tt := range []struct {
		topic     Topic
		values    map[string]string
		situation Situation
		want      string // the command, "ask COMMAND", or the key of what is said with its buttons; "" where it means nothing
	}{
		{TalkStart, map[string]string{"game": "chomp"}, Situation{}, "start game:chomp"},
		{TalkStart, map[string]string{"player": "bob"}, Situation{Tried: "start"}, ""},
		{TalkStart, nil, Situation{Tried: "start"}, "start"},
		{TalkSetup, map[string]string{"piles": "3 4 5"}, Situation{}, "talk.piles [start 3 4 5, predict 3 4 5]"},
		{TalkSetup, map[string]string{"game": "chomp"}, mine, "talk.game [rules chomp, start game:chomp]"},
		{TalkSetup, map[string]string{"level": "easy"}, mine, "talk.level [level easy, start level:easy]"},
		{TalkSetup, map[string]string{"level": "easy"}, people, ""},
		{TalkSetup, map[string]string{"level": "easy"}, Situation{Playing: true, Plays: true, Tried: "level"}, ""},
		{TalkSetup, map[string]string{"first": "bot"}, mine, "begin"},
		{TalkSetup, map[string]string{"first": "bot"}, Situation{}, "start first:bot"},
		{TalkRanks, nil, mine, "talk.ranks [leaders, profile]"},
		{TalkSelf, nil, mine, "talk.self [profile, leaders]"},
		{TalkPrivacy, nil, mine, "talk.privacy [export me]"},
		{TalkJudge, nil, mine, "talk.judge [hint]"},
		{TalkDespair, nil, mine, "talk.despair [hint]"},
		{TalkSetup, map[string]string{"level": "easy"}, over, "start level:easy"},
		{TalkRematch, nil, over, "rematch"},
		{TalkRematch, nil, watching, "start"},
		{TalkAdvice, nil, mine, "hint"},
		{TalkAdvice, nil, watching, "explain"},
		{TalkAdvice, nil, people, "talk.counts [hint, board]"},
		{TalkAdvice, map[string]string{"piles": "1 2 3"}, people, "predict 1 2 3"},
		{TalkAdvice, nil, over, "state [rematch]"},
		{TalkNext, nil, Situation{}, "board"},
		{TalkNext, nil, watching, "state"},
		{TalkTurn, nil, mine, "state"},
		{TalkResign, nil, mine, "ask resign"},
		{TalkStop, nil, mine, "ask stop"},
		{TalkHello, nil, mine, "talk.greeting state"},
		{TalkHello, nil, over, "talk.welcome presets"},
		{TalkAccept, nil, mine, "talk.nothing-asked state"},
		{TalkAccept, nil, asked(AskedConsent), "accept"},
		{TalkAccept, nil, asked(AskedToStop), "accept"},
		{TalkAccept, nil, asked(AskedConfirm), "confirm"},
		{TalkAccept, nil, asked(AskedOffer), "accept"},
		{TalkAccept, nil, asked(AskedAnybody), "accept"},
		{TalkNo, nil, mine, "talk.nothing-asked state"},
		{TalkNo, nil, asked(AskedConsent), "decline"},
		{TalkNo, nil, asked(AskedConfirm), "decline"},
		{TalkNo, nil, asked(AskedOffer), "decline"},
		{TalkNo, nil, asked(AskedAnybody), "talk.nothing-asked state"},
		{TalkHello, nil, asked(AskedOffer), "talk.greeting state reply"},
		{TalkHello, nil, Situation{Offered: true}, "talk.greeting state"},
		{TalkNod, nil, mine, "talk.okay state"},
		{TalkNod, nil, asked(AskedOffer), "accept"},
		{TalkNod, nil, asked(AskedConsent), "accept"},
		{TalkNod, nil, asked(AskedToStop), "talk.press reply"},
		{TalkNod, nil, asked(AskedConfirm), "talk.press reply"},
		{TalkNod, nil, asked(AskedAnybody), "talk.press reply"},
		{TalkOkay, nil, mine, "talk.okay state"},
		{TalkOkay, nil, asked(AskedConfirm), "talk.press reply"},
		{TalkStart, nil, asked(AskedOffer), "talk.offer reply"},
		{TalkStart, nil, asked(AskedAnybody), "talk.open-offer reply"},
		{TalkStart, map[string]string{"game": "chomp"}, asked(AskedOffer), "talk.offer reply"},
		{TalkSetup, map[string]string{"level": "easy"}, asked(AskedOffer), "talk.offer reply"},
		{TalkRematch, nil, asked(AskedOffer), "talk.offer reply"},
		{TalkBye, nil, mine, "talk.bye.playing"},
		{TalkBye, nil, over, "talk.bye"},
		{TalkThanks, nil, mine, "talk.thanks"},
		{"", nil, mine, ""},
	} {
		said := Said{Topic: tt.topic, Values: tt.values}
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
	}{{a.State, "state"}, {a.Presets, "presets"}, {a.Reply, "reply"}, {len(a.Buttons) > 0, "[" + strings.Join(a.Buttons, ", ") + "]"}} {
		if part.there {
			text += " " + part.name
		}
	}
	return strings.TrimSpace(text)
}

// No topic of the catalogue goes unanswered somewhere, nor runs what ends a game.
func TestEveryTopicHasAnAnswer(t *testing.T) {
	situations := []Situation{{}, {Game: true, Playing: true}, {Game: true, Playing: true, Plays: true, ToMove: true}, {Game: true, Plays: true}}
	for topic := range english(t).words.Phrases {
		for _, st := range situations {
			said := Said{Topic: Topic(topic), Values: map[string]string{"game": "chomp"}}
			a, ok := said.Answer(st)
			if !ok && said.Topic != TalkAbout { // which is heard as TalkRules
				t.Errorf("%s in %+v leads to nothing", topic, st)
			}
			if name, _, _ := strings.Cut(a.Run, " "); a.Run != "" && (Find(name) == nil || Find(name).Ends) {
				t.Errorf("%s in %+v runs %q", topic, st, a.Run)
			}
		}
	}
}

func TestLikelyCommands(t *testing.T) {
	mine := Situation{Game: true, Playing: true, Plays: true, ToMove: true}
	for _, tt := range []struct {
		err  error
		st   Situation
		want []string
	}{
		{UnknownCommand("the weather is lovely"), Situation{}, []string{"start 3 4 5", "help"}},
		{UnknownCommand("the weather is lovely"), mine, []string{"hint", "board"}},
		{UnknownCommand("hnit"), mine, []string{"hint", "board"}},
		{UnknownCommand("baord"), mine, []string{"board", "hint"}},
		{UnknownCommand("baord"), Situation{Game: true, Plays: true}, []string{"board", "rematch"}},
		{refuse("no-game", nil), mine, nil},
		{errors.New("broken"), mine, nil},
	} {
		if got := tt.st.Likely(tt.err); !slices.Equal(got, tt.want) {
			t.Errorf("Likely(%v) = %q, want %q", tt.err, got, tt.want)
		}
	}
}
