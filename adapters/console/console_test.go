package console

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/internal/slowtest"
	"nimbot/store/bolt"
	"nimbot/store/platform"
)

// options returns the options of a chat on a fresh store.
func options(t *testing.T, in string, out io.Writer) Options {
	t.Helper()
	clock := &Clock{}
	s, err := bolt.Open(filepath.Join(t.TempDir(), "nim.db"), bolt.Options{Now: clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	h := chat.New(chat.Config{Store: s, Words: catalogue, Now: clock.Now, Seed: 1, Log: slog.New(slog.DiscardHandler), Timeout: time.Minute})
	return Options{Bot: h, Words: catalogue, Clock: clock, In: strings.NewReader(in), Out: out}
}

// jsonLines runs a chat and reads what it prints.
func jsonLines(t *testing.T, in string) []jsonMessage {
	t.Helper()
	var out bytes.Buffer
	o := options(t, in, &out)
	o.JSON = true
	if err := Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	var all []jsonMessage
	for dec := json.NewDecoder(&out); dec.More(); {
		var m jsonMessage
		if err := dec.Decode(&m); err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	return all
}

// talk feeds a chat line by line, so that each line can depend on earlier answers.
type talk struct {
	t *testing.T
	s *session
}

func newTalk(t *testing.T) *talk {
	o := options(t, "", io.Discard)
	return &talk{t, newSession(o.Bot, o.Words, o.Clock)}
}

func (k *talk) say(line string) []shown {
	k.t.Helper()
	got := k.s.handleLine(context.Background(), line, "")
	if len(got) == 0 {
		k.t.Fatalf("%q was answered with nothing", line)
	}
	return got
}

func (k *talk) press(m shown, label string) []shown {
	k.t.Helper()
	for _, b := range m.buttons {
		if strings.HasPrefix(b.label, label) {
			return k.say("ana: " + b.text)
		}
	}
	k.t.Fatalf("no button %q on %+v", label, m)
	return nil
}

func TestPressedButtonEditsItsMessage(t *testing.T) {
	k := newTalk(t)
	first := k.say("ana: /nim challenge @bob 3 4 5")[0]
	k.say("bob: /nim accept")
	board := k.say("ana: board")[0]
	picked := k.press(board, "B")[0]
	if picked.replaces != board.id || picked.id == board.id {
		t.Errorf("the pressed board %s was answered by %s, which replaces %q", board.id, picked.id, picked.replaces)
	}
	typed := k.say("ana: B2")[0]
	if typed.replaces != "" {
		t.Errorf("a typed move edits %q, want a message of its own", typed.replaces)
	}
	stale := k.press(board, "A")
	if m := stale[len(stale)-1]; m.to != "ana" || m.replaces != "" {
		t.Errorf("a stale press was answered to %q, replacing %q; want ana alone", m.to, m.replaces)
	}
	if first.id != "1" {
		t.Errorf("the first message is %q, want 1", first.id)
	}
}

func TestNumberedChoices(t *testing.T) {
	k := newTalk(t)
	board := k.say("ana: start 3 4 5")[0]
	if board.first != 1 {
		t.Errorf("the board's buttons begin with !%d, want !1", board.first)
	}
	hint := k.say("ana: hint")[0]
	if want := len(board.buttons) + 1; hint.first != want {
		t.Errorf("the hint's buttons begin with !%d, want !%d: the board's are still good", hint.first, want)
	}
	if got := k.say("ana: !2")[0]; !strings.Contains(got.text, "how many from B") || got.first != 1 {
		t.Errorf("!2 shows %q from !%d, want pile B's amounts from !1", got.text, got.first)
	}
	if got := k.say("#math ana: !2")[0]; !strings.Contains(got.text, "!2 isn't a button now") {
		t.Errorf("!2 in another channel shows %q, want that there is none", got.text)
	}
}

func TestParseLine(t *testing.T) {
	ana, you := person("ana", false), person("you", false)
	for _, tt := range []struct {
		text string
		want line
	}{
		{"/nim start 3 4 5", line{channel: "general", speaker: you, text: "start 3 4 5"}},
		{"B2", line{channel: "general", speaker: you, text: "B2"}},
		{"/nim", line{channel: "general", speaker: you}},
		{"@nim B2", line{channel: "general", speaker: you, text: "B2"}},
		{"  ana:   /NIM  B2 ", line{channel: "general", speaker: ana, text: "B2"}},
		{"ana:/nim B2", line{channel: "general", speaker: ana, text: "B2"}},
		{"#Math ana: B2", line{channel: "math", speaker: ana, text: "B2"}},
		{"#math B2", line{channel: "math", speaker: you, text: "B2"}},
		{"@ana: stop", line{channel: "general", speaker: person("ana", true), text: "stop"}},
		{"A:1+2", line{channel: "general", speaker: you, text: "A:1+2"}},
		{"3:1", line{channel: "general", speaker: you, text: "3:1"}},
		{"move A3:2+4", line{channel: "general", speaker: you, text: "move A3:2+4"}},
		{"start 9 4 game:octal:0.137", line{channel: "general", speaker: you, text: "start 9 4 game:octal:0.137"}},
		{"challenge @bob clock:10m", line{channel: "general", speaker: you, text: "challenge @bob clock:10m"}},
		{"ana: !3", line{channel: "general", speaker: ana, isPress: true, choice: 3}},
		{"ana: !0", line{channel: "general", speaker: ana, isPress: true}},
		{"wait 11m", line{channel: "general", speaker: you, wait: 11 * time.Minute}},
		{"WAIT 8d", line{channel: "general", speaker: you, wait: 8 * 24 * time.Hour}},
		{"wait for me", line{channel: "general", speaker: you, text: "wait for me"}},
		{"wait -3m", line{channel: "general", speaker: you, bad: "console.bad-wait"}},
		{"wait 3", line{channel: "general", speaker: you, bad: "console.bad-wait"}},
		{"wait 99999999999d", line{channel: "general", speaker: you, bad: "console.bad-wait"}},
		{"# ana: B2", line{channel: "general", speaker: you, bad: "console.bad-channel"}},
		{"#a/b B2", line{channel: "general", speaker: you, bad: "console.bad-channel"}},
		{": B2", line{channel: "general", speaker: you, text: "B2", bad: "console.bad-speaker"}},
		{"ana lee: B2", line{channel: "general", speaker: you, text: "ana lee: B2", bad: "console.bad-speaker"}},
		{"\u3164: B2", line{channel: "general", speaker: you, text: "B2", bad: "console.bad-speaker"}},
		{"a\u3164: B2", line{channel: "general", speaker: you, text: "B2", bad: "console.bad-speaker"}},
		{"Nіm: B2", line{channel: "general", speaker: you, text: "B2", bad: "console.bot-speaker"}}, // a Cyrillic і
		{"Bot: B2", line{channel: "general", speaker: you, text: "B2", bad: "console.bot-speaker"}},
		{"ana:", line{channel: "general", speaker: you, bad: "console.nothing-said"}},
	} {
		if diff := cmp.Diff(tt.want, parseLine(tt.text), cmp.AllowUnexported(line{})); diff != "" {
			t.Errorf("parseLine(%q) (-want +got):\n%s", tt.text, diff)
		}
	}
}

func FuzzParseLine(f *testing.F) {
	for _, s := range []string{"#math ana: /nim B2", "wait 11m", "!1", "@ana: x", "ana lee: x", "\x00: \u202e", "#"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		slowtest.Input(t)
		l := parseLine(s)
		if l.bad == "" && (!goodName(l.channel) || !goodName(l.speaker.Name)) {
			t.Errorf("parseLine(%q) speaks as %q in %q", s, l.speaker.Name, l.channel)
		}
		if command.CalledBot(l.speaker.ID) {
			t.Errorf("parseLine(%q) speaks as the bot", s)
		}
		if n := inertName(s); n == "" || n != inert(n) || strings.Contains(n, "\n") || utf8.RuneCountInString(n) > 40 {
			t.Errorf("inertName(%q) = %q", s, n)
		}
	})
}

func TestMentions(t *testing.T) {
	got := mentions("challenge @Bob @bot @everyone b@d @" + strings.Repeat("x", 33))
	want := map[string]dialog.User{
		"Bob": person("Bob", false),
		"bot": {ID: platform.BotID, Name: "bot", Bot: true},
		"d":   person("d", false),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("mentions (-want +got):\n%s", diff)
	}
}

func TestHostileInputIsHarmless(t *testing.T) {
	slowtest.Sequential(t)
	long := strings.Repeat("9 ", 50_000)
	in := strings.Join([]string{
		"ana: /nim start 3 4 5",
		"ana: " + long,
		"ana: \x1b[2J\x07\u202eB2\xff\xfe",
		strings.Repeat("x", maxLine+4096),
		"\u202eana: B2",
		"ana: /nim",
	}, "\n")
	all := jsonLines(t, in)
	for i, m := range all {
		if m.Text != inert(m.Text) {
			t.Errorf("message %d is not harmless: %q", i, m.Text)
		}
	}
	lines := map[int]jsonMessage{}
	for _, m := range all {
		lines[m.ReplyTo] = m
	}
	for n := 2; n <= 5; n++ {
		if m := lines[n]; m.To == nil || !m.Last {
			t.Errorf("line %d was answered with %+v, want one private message", n, m)
		}
	}
	if m := lines[6]; m.State == nil || m.State.Position != "3 4 5" {
		t.Errorf("after hostile lines the board is %+v, want 3 4 5", m)
	}
}

func TestOneAnswerForEveryLineThatIsNotEmpty(t *testing.T) {
	all := jsonLines(t, "\n\nana: help\n   \n#math bob: open\nwait 11m\nwait 1m\n")
	var got []string
	for _, m := range all {
		got = append(got, fmt.Sprintln(m.ReplyTo, m.Channel, m.To != nil, m.Last))
	}
	want := []string{"3 general true true\n", "5 math false true\n", "6 math false true\n", "7 general true true\n"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("answers as line, channel, private, last (-want +got):\n%s", diff)
	}
}

// A person at a terminal gets a prompt, colours and a legend.
func TestPersonSeesPromptAndLegend(t *testing.T) {
	var out bytes.Buffer
	o := options(t, "/nim start 3 4 5\n", &out)
	o.Person, o.Color, o.ASCII = true, true, true
	if err := Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Nim Bot, in your terminal", "\x1b[1m> \x1b[0m", "\x1b[2m!1\x1b[0m A (3)"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the terminal shows %q, want %q in it", out.String(), want)
		}
	}
}

// "You" is the reader: the local player in public messages, the addressee in private
// ones. The possessive is never "you's".
func TestTheTerminalSpeaksToItsReader(t *testing.T) {
	k := newTalk(t)
	for _, tt := range []struct{ line, want string }{
		{"challenge @bob 3 4 5", "You challenged bob to a game."},
		{"bob: accept", "Your move. Piles: A 3, B 4, C 5."},
		{"bob: A1", "It's the local player's turn."},
		{"A2", "You took 2 from A."},
		{"A1", "It's bob's turn."},
		{"bob: explain", "you can't win from here."},
		{"eve: start 3 4 5", "Piles: A 3, B 4, C 5."}, // privately, beside the table
		{"bob: undo", "You have no move to take back yet."},
		{"resign", "bob won: you resigned after 1 move."},
	} {
		if got := k.say(tt.line)[0].text; !strings.Contains(got, tt.want) || strings.Contains(got, "you's") {
			t.Errorf("%q is answered by %q, want %q in it", tt.line, got, tt.want)
		}
	}
}

// The end of the context ends the chat although nobody types.
func TestRunReturnsWhenContextEnds(t *testing.T) {
	r, w := io.Pipe()
	defer func() { _ = w.Close() }()
	o := options(t, "", io.Discard)
	o.In = r
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Run(ctx, o); err != nil {
		t.Errorf("Run = %v, want nil", err)
	}
}

// A person at the terminal leaves by "exit" or "quit". On a pipe these are lines like any
// other.
func TestQuitAtTerminal(t *testing.T) {
	for _, tt := range []struct {
		line   string
		person bool
		left   bool
	}{{"exit", true, true}, {" Quit ", true, true}, {"exit now", true, false}, {"exit", false, false}} {
		var out bytes.Buffer
		o := options(t, "/nim start 3 4 5\n"+tt.line+"\n/nim start 6 7\n", &out)
		o.Person = tt.person
		if err := Run(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		if left := !strings.Contains(out.String(), "start the new one?"); left != tt.left {
			t.Errorf("at a terminal: %v; after %q the chat has ended: %v, want %v:\n%s", tt.person, tt.line, left, tt.left, out.String())
		}
	}
}
