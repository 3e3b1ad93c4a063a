package console

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nimbot/game/chat"
	"nimbot/game/router/routertest"
	"nimbot/store/storetest"
)

// pairs are two games between people, at two tables of one channel.
const pairs = "ana: challenge @bob 3 4 5 first:me\nbob: accept\ncleo: challenge @dan 7 8 first:me\ndan: accept\n"

// A message about a second table begins with its number. Table 1 isn't named.
func TestASecondTableIsNamed(t *testing.T) {
	var out bytes.Buffer
	o := options(t, pairs+"cleo: A2\nana: A1\neve: start 1 2\n", &out)
	if err := Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		"Table 2 · dan's move": true, "Table 2 · cleo challenged": true, "Table 1": false, "Table 0": false,
		"Table 2 · bob's move": false, "\n  bob's move": true,
	} {
		if got := strings.Contains(out.String(), text); got != want {
			t.Errorf("%q stands in it: %v, want %v:\n%s", text, got, want, out.String())
		}
	}
}

// In JSON, state is that of the table or private game that the line was about, and tables
// lists the live tables.
func TestJSONTellsTables(t *testing.T) {
	all := jsonLines(t, pairs+"cleo: A2\neve: start 1 2\neve: resign\nana: resign\nfay: help\n")
	byLine := map[int]jsonMessage{}
	for _, m := range all {
		if _, seen := byLine[m.ReplyTo]; !seen || m.State != nil {
			byLine[m.ReplyTo] = m
		}
	}
	for _, tt := range []struct {
		line, table int
		to          string
		live        []int
	}{{2, 1, "", []int{1}}, {4, 2, "", []int{1, 2}}, {5, 2, "", []int{1, 2}}, {6, 0, "eve", []int{1, 2}}, {7, 0, "eve", []int{1, 2}}, {8, 1, "", []int{2}}} {
		m := byLine[tt.line]
		to, live := "", []int(nil)
		if m.To != nil {
			to = *m.To
		}
		for _, x := range m.Tables {
			live = append(live, x.Table)
			if x.Turn == nil || x.Over || x.Game != "nim" || x.Position == "" || x.Players[0] == "" {
				t.Errorf("line %d lists %+v", tt.line, x)
			}
		}
		if m.State == nil || m.State.Table != tt.table || to != tt.to || len(live) != len(tt.live) || len(live) > 0 && live[0] != tt.live[0] {
			t.Errorf("line %d: state %+v to %q with the tables %v, want table %d to %q with %v", tt.line, m.State, to, live, tt.table, tt.to, tt.live)
		}
	}
}

// wholeLines is jsonLines with practice, people and rounds behind the bot.
func wholeLines(t *testing.T, in string) (all []jsonMessage) {
	t.Helper()
	var out bytes.Buffer
	o := options(t, in, &out)
	s := storetest.NewMemory()
	o.Bot = routertest.NewBot(chat.Config{Store: s, Words: o.Words, Now: o.Clock.Now, Seed: 1, Timeout: time.Minute}, s)
	o.JSON = true
	if err := Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	for dec := json.NewDecoder(&out); dec.More(); {
		var m jsonMessage
		if err := dec.Decode(&m); err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	return all
}

// A reveal edits its question, however many messages came after that.
func TestARevealReplacesItsQuestion(t *testing.T) {
	o, s := options(t, "", io.Discard), storetest.NewMemory()
	k := newSession(routertest.NewBot(chat.Config{Store: s, Words: o.Words, Now: o.Clock.Now, Seed: 1, Timeout: time.Minute}, s), o.Words, o.Clock)
	question := k.handleLine(t.Context(), "hal: race 3 4 5 seconds:off", "")[0]
	for range remembered + 1 {
		k.handleLine(t.Context(), "ana: guess", "")
	}
	for _, b := range question.buttons {
		if b.label != "Reveal" {
			continue
		}
		if all := k.handleLine(t.Context(), "hal: "+b.text, ""); all[0].replaces != question.id {
			t.Errorf("the reveal replaces %q, want the question's message %s", all[0].replaces, question.id)
		}
		return
	}
	t.Errorf("the question has the buttons %v", question.buttons)
}

// Messages about a round have its state, without the answers to an open question.
func TestJSONTellsRounds(t *testing.T) {
	all := wholeLines(t, pairs+"hal: race game:nim seconds:off rounds:2\neve: guess A1\nfay: guess B1\nhal: reveal\nhal: reveal\nhal: help\n")
	begun := strings.Count(pairs, "\n")
	want := []*jsonRound{
		{1, 2, nil, "asked", "nim", "normal", "4 5 6", "find", 0, []jsonPoints{}}, {1, 2, nil, "asked", "nim", "normal", "4 5 6", "find", 1, []jsonPoints{}},
		{1, 2, nil, "asked", "nim", "normal", "4 5 6", "find", 2, []jsonPoints{}}, {1, 2, nil, "shown", "nim", "normal", "4 5 6", "find", 2, []jsonPoints{{"eve", 3}}},
	}
	for _, m := range all {
		n := m.ReplyTo - begun - 1
		if n < 0 {
			continue
		}
		if n < len(want) && !cmp.Equal(m.Round, want[n]) {
			t.Errorf("line %d has the round %+v, want %+v", m.ReplyTo, m.Round, want[n])
		}
		if next := m.Round; n == 4 && (next == nil || next.Number != 2 || next.Phase != "asked" || len(next.Points) != 1) {
			t.Errorf("the next question has the round %+v", next)
		}
		if n == 5 && m.Round != nil {
			t.Errorf("a line about no round has the round %+v", m.Round)
		}
		if len(m.Tables) != 2 {
			t.Errorf("line %d lists %d tables, want 2", m.ReplyTo, len(m.Tables))
		}
	}
}

// Older programs read tables as additions at the end: "tables" of a message, and "table" of a
// state.
func TestJSONOfOneTable(t *testing.T) {
	var out bytes.Buffer
	o := options(t, "hello there\nstart 3 4 5\n", &out)
	o.JSON = true
	if err := Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if !strings.HasSuffix(lines[0], `,"state":null,"tables":[]}`) {
		t.Errorf("without a game: %s", lines[0])
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &m); err != nil {
		t.Fatal(err)
	}
	if got, want := string(m["tables"]), `[{"table":1,"game":"nim","position":"3 4 5","turn":"you","players":["you","bot"],"over":false}]`; got != want {
		t.Errorf("the tables are %s, want %s", got, want)
	}
	if !strings.HasSuffix(string(m["state"]), `"winner":null,"table":1}`) {
		t.Errorf("the state is %s", m["state"])
	}
}

// "wait" applies the deadlines of private games, too, and tells their players.
func TestWaitReachesPrivateGames(t *testing.T) {
	k := newTalk(t)
	for line := range strings.Lines(pairs) {
		k.say(line)
	}
	k.say("eve: start 3 4 5")
	all := k.say("wait 30d")
	for _, m := range all {
		if m.to == "eve" && strings.Contains(m.text, "without a result") {
			return
		}
	}
	t.Errorf("nobody told eve that her game was stopped: %+v", all)
}
