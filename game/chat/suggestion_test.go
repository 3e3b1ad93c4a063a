package chat_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
)

// misspelt are lines close to a command or a sentence.
var misspelt = []string{
	"1.5 from A", "2B", "B2.5", "1.5", "{0}", "0", "(0)", "2 B", "take 2B", "tke 2B", "remove 1.5 stones", "9 from A", "take 9 from A", "Z1", "2 from Z", "-3",
	"take -2 from B", "A", "B", "take", "take from B", "move", "move Z9", "strat 2B", "start 2B", "start 1.5", "predict 2B", "3 4 x", "3 4 5", "3,4,5 chomp", "chomp 2B", "kayles 0",
	"A2?", "maybe 2B", "make B 9", "make B 2", "leave 9 in B", "half of A", "chopm", "play chopm", "rules of foo", "rules chopm", "rules for the chopm game", "hnit", "hint 9", "level best", "baord", "learn 99", "start level:best", "start gmae:chomp", "start game:chopm", "start first:eve", "start clock:1m", "predict", "challenge bob", "open level:easy",
	"puzzle game:foo", "who wins 2B", "who wins 1.5 2", "play with piles of 0", "easy", "too hard", "show 2B", "pick B9", "B2 B3", "A1 and B1", "rematch level:best", "first", "accept it", "9999999999999999999",
}

// proposals returns the commands that a reply proposes to a person: on the buttons of messages
// that only they read, and in its sentences.
func proposals(c *chattest.Room, r dialog.Reply) []string {
	found := map[string]bool{}
	for _, m := range r.Messages {
		if m.IsBoard() || m.To == nil {
			continue
		}
		for _, b := range m.Buttons {
			found[b.Command] = true
		}
	}
	for _, typed := range proposed.FindAllStringSubmatch(c.Text(r), -1) {
		if !strings.Contains(typed[1], "@name") {
			found[typed[1]] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

var proposed = regexp.MustCompile("`/nim ([^`]+)`")

// Every command that the bot suggests is accepted. The everyday run tries a third of the
// lines in each state.
func TestSuggestionsCanBeTyped(t *testing.T) {
	slowtest.Sequential(t)
	for n, state := range slices.Sorted(maps.Keys(states)) {
		room := func() *chattest.Room {
			c := routertest.NewRoom(t)
			for _, line := range states[state] {
				who, text, _ := strings.Cut(line, " ")
				c.Says(who, text)
			}
			return c
		}
		tried := map[string]bool{}
		for i, text := range misspelt {
			if every := slowtest.Count(3, 1); (i+n)%every != 0 {
				continue
			}
			c := room()
			for _, s := range proposals(c, c.Says("ana", text)) {
				if tried[s] || strings.HasSuffix(s, "!") { // chooses a table, where the line is read again
					continue
				}
				tried[s] = true
				c := room()
				c.Says("ana", text) // which may have asked something
				r := c.Says("ana", s)
				if strings.Contains(c.Text(r), "There's an offer waiting for you here.") || strings.Contains(c.Text(r), "You two are already playing here.") || strings.Contains(c.Text(r), "That position is asked in a round") {
					continue // which is answered first
				}
				if r.Result == dialog.Refused && r.Messages[0].Whom == nil || r.Result == dialog.Broken {
					t.Errorf("%s: %q proposes %q, which is refused: %s", state, text, s, c.Text(r))
				}
			}
		}
	}
}

// The level of the running game is offered only while it can change.
func TestALevelIsProposedWhileItCanChange(t *testing.T) {
	for _, tt := range []struct {
		moves []string
		want  string
	}{
		{nil, "/nim level easy, /nim start level:easy"},
		{[]string{"C1"}, "/nim start level:easy"},
	} {
		c := chattest.NewRoom(t)
		c.Says("ana", "start 3 4 5")
		for _, m := range tt.moves {
			c.Says("ana", m)
		}
		reply := c.Expect(c.Says("ana", "too hard"), "I can play at another level")
		var labels []string
		for _, b := range reply.Messages[0].Buttons {
			labels = append(labels, c.Words.Say(b.Label, words.Voice{Command: "/nim"}))
		}
		if got := strings.Join(labels, ", "); got != tt.want {
			t.Errorf("after %q, too hard leads to %q, want %q", tt.moves, got, tt.want)
		}
	}
}
