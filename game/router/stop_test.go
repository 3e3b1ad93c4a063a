package router_test

import (
	"slices"
	"strings"
	"testing"

	"nimbot/game/router/routertest"
)

// From every state, "stop" leads out, by itself or by the button that is named after it.
func TestStopLeadsOutOfEveryState(t *testing.T) {
	const nothing = "There's no game here"
	for state, c := range map[string]struct {
		before []string
		who    string
		press  []string // the buttons to press below the answers to "stop", in turn; "" for none
	}{
		"nothing":                     {nil, "ana", nil},
		"an offer of one's own":       {[]string{"ana: open 3 4 5"}, "ana", []string{""}},
		"a challenge of one's own":    {[]string{"ana: challenge @bob 3 4 5"}, "ana", []string{""}},
		"a challenge that was got":    {[]string{"ana: challenge @bob 3 4 5"}, "bob", []string{"Decline / take back"}},
		"the lobby of one's simul":    {[]string{"ana: open 3 4 5 seats:3"}, "ana", []string{""}},
		"a lobby with guests":         {[]string{"ana: open 3 4 5 seats:3", "bob: accept"}, "ana", []string{"/nim decline"}},
		"a simul that one has joined": {[]string{"ana: open 3 4 5 seats:3", "bob: accept"}, "bob", []string{""}},
		"an exercise":                 {[]string{"ana: puzzle"}, "ana", []string{""}},
		"a daily":                     {[]string{"ana: daily"}, "ana", []string{""}},
		"a page":                      {[]string{"ana: learn 5"}, "ana", []string{""}},
		"a game against the bot":      {[]string{"ana: start 3 4 5", "ana: A1"}, "ana", []string{""}},
		"a game of two":               {[]string{"ana: challenge @bob 3 4 5", "bob: accept"}, "ana", []string{""}},
		"a private game":              {[]string{"bob: start 3 4 5", "ana: start 4 5 6"}, "ana", []string{""}},
		"a confirmation":              {[]string{"ana: start 3 4 5", "ana: A1", "ana: start 4 5 6"}, "ana", []string{""}},
		"a round":                     {[]string{"ana: race rounds:3"}, "ana", []string{""}},
		"a round between questions":   {[]string{"ana: race rounds:3 seconds:off", "ana: reveal"}, "ana", []string{""}},
		"a round and an exercise":     {[]string{"ana: race rounds:3", "ana: puzzle"}, "ana", []string{"Leave the exercise", ""}},
		"an offer and an exercise":    {[]string{"ana: puzzle", "ana: open 3 4 5"}, "ana", []string{"Take back the offer", ""}},
		"a game and a round":          {[]string{"ana: start 3 4 5", "ana: race rounds:2"}, "ana", []string{"End the round", ""}},
	} {
		r := routertest.NewRoom(t)
		for _, line := range c.before {
			who, text, _ := strings.Cut(line, ": ")
			r.Says(who, text)
		}
		for _, label := range c.press {
			reply := r.Says(c.who, "stop")
			if label != "" {
				reply = r.Press(c.who, reply, label)
			}
			if strings.Contains(r.Text(reply), nothing) {
				t.Errorf("%s: stop finds nothing:\n%s", state, r.Text(reply))
			}
		}
		said := r.Text(r.Says(c.who, "stop"))
		out := func(sign string) bool { return strings.Contains(said, sign) }
		if !slices.ContainsFunc([]string{nothing, "is over", "You're watching", "0 of 3 seats taken"}, out) {
			t.Errorf("%s: after its way out, stop says\n%s", state, said)
		}
	}
}

// Who may not end a round is told who may. A line that comes again ends only one question.
func TestStoppingARound(t *testing.T) {
	r := routertest.NewRoom(t)
	r.Says("ana", "race game:nim rounds:3 seconds:off")
	r.Expect(r.Says("bob", "stop"), "Only ana")
	r.Expect(r.Says("ana", "race"), "A round is on here")
	again := r.Request("ana", "reveal")
	r.Front.Handle(t.Context(), again)
	r.Expect(r.Front.Handle(t.Context(), again), "already done")
	r.Expect(r.Says("bob", "guess"), "between two questions")
	r.Expect(r.Press("ana", r.Says("ana", "race"), "End the round"), "The round is over")
	r.Expect(r.Says("ana", "race game:nim"), "Question 1 of 5")
}
