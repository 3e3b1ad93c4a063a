package slack

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"nimbot/adapters/slack/slacktest"
	"nimbot/game/dialog"
)

// tables makes the messages about several games in a channel: the list, the question which
// table is meant, a watcher's offers, a private game, and the refusal if every table is taken.
func (a *messageCollector) tables() {
	a.newChannel("tables")
	starts := []string{"3 4 5", "game:chomp 6x7", "game:kayles 12", strings.Repeat("1000000000 ", 25), "game:turtles HTHHTTHH", "5 6", "game:euclid 21 34", "7 8 9"}
	for i, start := range starts {
		host := fmt.Sprint("p", i)
		if i < 3 {
			host = "ana"
		}
		a.says(host, fmt.Sprintf("challenge @UQ%d %s", i, start))
		if i != 5 {
			a.says(fmt.Sprint("q", i), "accept")
		}
	}
	for _, line := range []string{
		"cleo board", "cleo watch 2", "cleo A1", "cleo stop 2", "cleo start 1 2", "cleo hint", "cleo challenge @UBOB", "cleo publish",
		"ana A1", "ana resign", "ana board", "ana challenge @UBOB 3 4", "mo stop 3", "mo stop 60",
	} {
		who, text, _ := strings.Cut(line, " ")
		a.says(who, text)
	}
}

// Each game's button or line alone distinguishes it from the others, and usual names and
// positions fit the labels.
func TestTheQuestionAndTheListAreReadable(t *testing.T) {
	limits, validator := limitChecker(t), validatorChecker(t, 1)
	var checked []sample
	a := &messageCollector{world: newWorld(t), locales: []string{""}, check: func(p sample) {
		limits(p)
		validator(p)
		checked = append(checked, p)
	}}
	a.newChannel("readable")
	plays := func(who, text string, others ...string) dialog.Reply {
		a.n++
		r := dialog.Request{ID: fmt.Sprint(a.n), Place: a.place, User: dialog.User{ID: userID(who), Name: who}, Text: text, Mentions: map[string]dialog.User{}}
		for _, o := range others {
			r.Mentions[o] = dialog.User{ID: userID(o), Name: o}
		}
		return a.handler.Handle(t.Context(), r)
	}
	for i, line := range []string{"Ana Bob 3 4 5", "Ana Cleopatra 6x7 game:chomp", "Ana Dan 12 game:kayles", "Eve Fay 7 8 9", "Gus Hal 21 34 game:euclid", "Ian Jo 1 2 3", "Kim Lea 9 9", "Max Nia 4 4"} {
		words := strings.SplitN(line, " ", 3)
		plays(words[0], "challenge @"+words[1]+" "+words[2], words[1])
		if r := plays(words[1], "accept"); r.State == nil || r.State.Table != i+1 {
			t.Fatalf("%s begins %+v, want table %d", line, r.State, i+1)
		}
	}
	for _, tt := range []struct {
		name    string
		reply   dialog.Reply
		buttons int
	}{
		{"question", plays("Ana", "resign"), 3}, {"list", plays("Tom", "board"), 8},
	} {
		m := a.adapter.render.message(tt.reply.Messages[0], a.place, "en")
		a.add(tt.name, m)
		seen := map[string]bool{}
		blocks, _ := checked[len(checked)-2].json["blocks"].([]any)
		for _, e := range pressable(slacktest.Message{Blocks: blocks}) {
			if seen[e.label] || strings.HasSuffix(e.label, "…") || utf8.RuneCountInString(e.label) > maxButtonText {
				t.Errorf("the %s has the button %q, want each whole and different", tt.name, e.label)
			}
			seen[e.label] = true
		}
		if len(seen) != tt.buttons {
			t.Errorf("the %s has the buttons %v, want %d", tt.name, seen, tt.buttons)
		}
	}
}
