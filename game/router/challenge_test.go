package router_test

import (
	"testing"

	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
)

// A challenge whose position takes a sentence to read reaches the person that it names, also while
// an exercise is open.
func TestAChallengeBesideAnExerciseKeepsWhomItNames(t *testing.T) {
	for _, line := range []string{"challenge @1000 3 XOR 4 XOR 5", "play nim 3 4 5 with @1000"} {
		for _, before := range []string{"", "puzzle", "race"} {
			c := routertest.NewRoom(t)
			if before != "" {
				c.Says("ana", before)
			}
			r := c.Request("ana", line)
			r.Mentions = map[string]dialog.User{"1000": {ID: "1000", Name: "Cy"}}
			got := c.Front.Handle(t.Context(), r)
			if got.Result != dialog.Done {
				t.Errorf("%q after %q gave %v:\n%s", line, before, got.Result, c.Text(got))
			}
			c.Expect(got, "Cy")
		}
	}
}
