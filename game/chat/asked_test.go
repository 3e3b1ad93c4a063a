package chat_test

import (
	"os"
	"strings"
	"testing"

	"nimbot/internal/slowtest"
)

// met has the lines that lead to each situation of testdata/asked.txt.
var met = map[string][]string{
	"none": nil, "mine": {"ana start 3 4 5"}, "away": {"ana challenge @bob 3 4 5 first:me", "bob accept", "ana A1"},
	"made": situated["offering"], "received": situated["invited"], "over": situated["over"],
	"lesson": situated["lesson"], "puzzle": situated["puzzle"], "daily": {"ana daily"}, "round": situated["round"],
}

// Of 240 lines that four strangers would type, exactly those that ask for it begin, end,
// accept, refuse or take back something, or show something to others.
func TestOnlyWhatIsAskedForIsDone(t *testing.T) {
	slowtest.Sequential(t)
	data, err := os.ReadFile("testdata/asked.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		state, text, _ := strings.Cut(strings.TrimSpace(line), " | ")
		text, acts := strings.CutSuffix(text, " | acts")
		c := inSituation(t, met[state])
		before := stateOf(c.Says("zoe", "games"))
		reply := c.Says("ana", text)
		if did := stateOf(reply) != before || !allPrivate(reply); did != acts {
			t.Errorf("%s: %q does something: %v, want %v\n%s", state, text, did, acts, c.Text(reply))
		}
	}
}
