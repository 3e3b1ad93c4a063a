package chat_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/internal/slowtest"
)

// situated has the lines that lead to the situations in which ana can begin, end, accept,
// refuse or take back something.
var situated = map[string][]string{
	"nothing":    nil,
	"mine":       {"ana start 3 4 5", "ana A1"},
	"theirs":     {"bob challenge @ana 3 4 5 first:them", "ana accept", "ana B1"},
	"over":       {"ana start 1", "ana A1"},
	"invited":    {"bob challenge @ana 3 4 5"},
	"open":       {"bob open 3 4 5"},
	"offering":   {"ana challenge @bob 3 4 5"},
	"requested":  {"bob challenge @ana 3 4 5 first:me", "ana accept", "bob B1", "ana C1", "bob undo"},
	"confirming": {"ana start 3 4 5", "ana start 1 2"},
	"lesson":     {"ana learn 1"},
	"puzzle":     {"ana puzzle"},
	"done":       {"ana puzzle", "ana show"},
	"round":      {"mo race 3 4 5"},
}

// What isn't plainly asked for is never done: hundreds of sentences that deny, ask about
// or tell of a deed change nothing, in any situation, and nobody else hears of them.
func TestNothingUnaskedIsDone(t *testing.T) {
	slowtest.Sequential(t)
	each, seed := slowtest.Count(60, 1000), uint64(26)
	if many := os.Getenv("NIM_TEST_UNASKED"); many != "" {
		n, err := strconv.Atoi(many)
		if err != nil {
			t.Fatal(err)
		}
		each, seed = n, rand.Uint64()
	}
	r := rand.New(rand.NewPCG(20, seed))
	t.Logf("the seed is %d", seed)
	for _, name := range slices.Sorted(maps.Keys(situated)) {
		lines := situated[name]
		c := inSituation(t, lines)
		for range each {
			text := unasked(r)
			before := stateOf(c.Says("zoe", "games"))
			reply := c.Says("ana", text)
			next := name == "done" && strings.Contains(c.Text(reply), "You can also type your move") // below a new puzzle
			if stateOf(reply) == before && allPrivate(reply) && !strings.Contains(c.Text(reply), "With a hint") && !next {
				continue
			}
			t.Errorf("%s: %q did something: %s", name, text, c.Text(reply))
			c = inSituation(t, lines)
		}
	}
}

// inSituation returns a room in which some lines were typed.
func inSituation(t *testing.T, lines []string) *chattest.Room {
	t.Helper()
	c := routertest.NewRoom(t)
	for _, line := range lines {
		who, text, _ := strings.Cut(line, " ")
		c.Says(who, text)
	}
	return c
}

// changing has the topics whose sentences may change something that others see.
var changing = map[string]bool{"start": true, "cheer": true, "setup": true, "rematch": true, "open": true, "accept": true, "no": true, "nod": true, "nevermind": true, "undo": true, "withdraw": true, "share": true, "about-game": true}

// In every situation a phrase of every topic is understood, and only those change
// something that say so. Nothing said in an exercise is seen by others.
func TestEveryTopicInEverySituation(t *testing.T) {
	slowtest.Sequential(t)
	talk, err := chattest.Catalogue(t).WholeTalk("en")
	if err != nil {
		t.Fatal(err)
	}
	for name, lines := range situated {
		learns := name == "lesson" || name == "puzzle" || name == "round"
		for topic, phrases := range talk.Phrases {
			c := inSituation(t, lines)
			if topic == "none" {
				continue
			}
			fields := strings.Fields(phrases[len(phrases)-1])
			for i := range fields {
				fields[i], _, _ = strings.Cut(fields[i], "/")
			}
			text := strings.Join(fields, " ")
			if topic == "setup" || topic == "about-game" {
				text += " chomp"
			}
			if topic == "language" {
				text += " german"
			}
			before := stateOf(c.Says("zoe", "games"))
			reply := c.Says("ana", text)
			if strings.Contains(c.Text(reply), "didn't understand") {
				t.Errorf("%s: %s %q isn't understood", name, topic, text)
			}
			if changed := stateOf(reply) != before || !allPrivate(reply); changed && (learns || !changing[topic]) {
				t.Errorf("%s: %s %q changed something: %s", name, topic, text, c.Text(reply))
			}
		}
	}
}

// stateOf returns the state of the room: its game, who is to move, and the version that a new
// offer, a request or a declined one raises. A hint raises it, too, and is private.
func stateOf(r dialog.Reply) string {
	if r.State == nil {
		return "none"
	}
	st := r.State
	return fmt.Sprint(st.ID, st.Position, st.ToMove, st.Turn, st.Over)
}

// allPrivate reports whether nobody but its asker sees a reply.
func allPrivate(r dialog.Reply) bool {
	for _, m := range r.Messages {
		if m.To == nil {
			return false
		}
	}
	return true
}
