package router_test

import (
	"testing"

	"nimbot/game/router/routertest"
	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

// A command with any game's own notation is that command, wherever the person stands.
func TestACommandIsACommandEverywhere(t *testing.T) {
	slowtest.Sequential(t)
	for situation, before := range map[string][]string{
		"an exercise": {"puzzle"}, "a page": {"learn 5"}, "a question": {"race game:nim"}, "a game": {"start 3 4 5"}, "an offer": {"challenge @bob 3 4 5"},
	} {
		for _, g := range rules.Games() {
			for _, command := range []string{"predict ", "open ", "challenge @cy "} {
				r := routertest.NewRoom(t)
				for _, line := range before {
					r.Says("ana", line)
				}
				reply := r.Says("ana", command+g.Examples[0]+" game:"+g.Key)
				if len(reply.Messages) == 0 || len(reply.Messages[0].Lines) == 0 {
					t.Fatalf("%s: %s%s gets no answer", situation, command, g.Key)
				}
				switch first := reply.Messages[0].Lines[0].Key; first {
				case "practice.unknown", "talk.remark", "practice.not-counted", "talk.unknown", "talk.okay":
					t.Errorf("%s: %q of %s is taken for a sentence: %s", situation, command, g.Key, first)
				}
			}
		}
	}
}
