package adaptertest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// stage is what a script has seen so far.
type stage struct {
	driver     Driver
	messages   []Message // those that can be seen now, in order
	last       []Message // what the last action showed
	boards     map[string]Message
	inPlace    bool // the last action's board replaced an earlier message
	remembered map[string]Message
}

func newStage(d Driver) *stage {
	return &stage{driver: d, boards: map[string]Message{}, remembered: map[string]Message{}}
}

// act does something, and records what is shown.
func (s *stage) act(ts *testscript.TestScript, do func(Driver) error) {
	ts.Check(do(s.driver))
	s.last, s.inPlace = nil, false
	for _, m := range s.driver.Shown() {
		if !s.note(m) {
			continue
		}
		ts.Logf("[%s] %s", where(m), m.Text)
		s.last = append(s.last, m)
	}
}

func where(m Message) string {
	if m.To != "" {
		return m.Channel + ", only for " + m.To
	}
	return m.Channel
}

// note puts a message on the stage, in place of the one that it edits. It returns false if the edit
// only retires an old message: that says nothing, and the message stays where it was.
func (s *stage) note(m Message) (says bool) {
	old := m.Replaces
	if old == "" {
		old = m.ID
	}
	replaced := slices.IndexFunc(s.messages, func(x Message) bool { return x.ID == old })
	if replaced >= 0 && retires(m, s.messages[replaced]) {
		s.messages[replaced] = m
		if s.boards[m.Channel].ID == m.ID {
			s.boards[m.Channel] = m
		}
		return false
	}
	if replaced >= 0 {
		s.messages = slices.Delete(s.messages, replaced, replaced+1)
	}
	s.messages = append(s.messages, m)
	if m.To == "" && isBoard(m) {
		s.inPlace = replaced >= 0
		s.boards[m.Channel] = m
	}
	return true
}

// retires reports whether m edits a message only to say that it is an old one: it takes off the
// buttons and keeps the first line.
func retires(m, before Message) bool {
	return m.ID == before.ID && m.To == "" && len(m.Buttons) == 0 && firstLine(m) == firstLine(before)
}

func firstLine(m Message) string {
	first, _, _ := strings.Cut(m.Text, "\n")
	return first
}

// isBoard reports whether m is the channel's board, by its first line, as Driver.Shown says.
func isBoard(m Message) bool {
	first := firstLine(m)
	return strings.Contains(first, "Pile: ") || strings.Contains(first, "Piles: ") || strings.Contains(first, "'s move. ")
}

// person implements the commands of a person: says TEXT, presses LABEL [on NAME], each with
// [in CHANNEL].
func (s *stage) person(ts *testscript.TestScript, p Person, args []string) {
	args, channel := inChannel(args)
	switch {
	case len(args) == 2 && args[0] == "says":
		s.act(ts, func(d Driver) error { return d.Say(p, channel, args[1]) })
	case len(args) == 2 && args[0] == "presses":
		m, b := s.find(ts, p, channel, args[1])
		s.act(ts, func(d Driver) error { return d.Press(p, channel, m, b) })
	case len(args) == 4 && args[0] == "presses" && args[2] == "on":
		m, ok := s.remembered[args[3]]
		if !ok {
			ts.Fatalf("nothing is remembered as %q", args[3])
		}
		b, ok := labelled(m, args[1])
		if !ok {
			ts.Fatalf("no button %q on %q, which has %v", args[1], args[3], labels(m))
		}
		s.act(ts, func(d Driver) error { return d.Press(p, channel, m, b) })
	default:
		ts.Fatalf("usage: %s says TEXT | presses LABEL [on NAME] [in CHANNEL]", p.Name)
	}
}

// find returns the newest button with the label that the person can see.
func (s *stage) find(ts *testscript.TestScript, p Person, channel, label string) (Message, Button) {
	var seen []string
	for _, m := range slices.Backward(s.messages) {
		if m.Channel != channel || m.To != "" && m.To != p.Name {
			continue
		}
		if b, ok := labelled(m, label); ok {
			return m, b
		}
		seen = append(seen, labels(m)...)
	}
	ts.Fatalf("%s sees no button %q; there are %q", p.Name, label, seen)
	return Message{}, Button{}
}

func labelled(m Message, label string) (Button, bool) {
	for _, b := range m.Buttons {
		if b.Label == label || strings.HasPrefix(b.Label, label+" ") {
			return b, true
		}
	}
	return Button{}, false
}

func labels(m Message) []string {
	var all []string
	for _, b := range m.Buttons {
		all = append(all, b.Label)
	}
	return all
}

func (s *stage) remember(ts *testscript.TestScript, args []string) {
	args, channel := inChannel(args)
	b, ok := s.boards[channel]
	if len(args) != 1 || !ok {
		ts.Fatalf("usage: remember NAME, when there is a board")
	}
	s.remembered[args[0]] = b
}

// inChannel splits "in CHANNEL" off the end of args.
func inChannel(args []string) (rest []string, channel string) {
	if n := len(args); n > 2 && args[n-2] == "in" {
		return args[:n-2], args[n-1]
	}
	return args, "general"
}

// boardShows implements the command "board shows FRAGMENT … [in CHANNEL]".
func boardShows(ts *testscript.TestScript, neg bool, args []string) {
	args, channel := inChannel(args)
	if len(args) < 2 || args[0] != "shows" {
		ts.Fatalf("usage: [!] board shows FRAGMENT … [in CHANNEL]")
	}
	b, ok := stageOf(ts).boards[channel]
	if !ok {
		ts.Fatalf("there is no board in %s", channel)
	}
	for _, f := range args[1:] {
		if has(b.Text, f) == neg {
			ts.Fatalf("the board shows\n%s\nwant %s", b.Text, wish(neg, f))
		}
	}
}

// buttons implements the command "buttons LABEL … [in CHANNEL]".
func buttons(ts *testscript.TestScript, neg bool, args []string) {
	args, channel := inChannel(args)
	b := stageOf(ts).boards[channel]
	for _, label := range args {
		if _, ok := labelled(b, label); ok == neg {
			ts.Fatalf("the board has the buttons %q, want %s", labels(b), wish(neg, label))
		}
	}
}

// edited implements the command "edited".
func edited(ts *testscript.TestScript, neg bool, _ []string) {
	if s := stageOf(ts); s.inPlace == neg {
		ts.Fatalf("the board was edited in place: %v, want %v", s.inPlace, !neg)
	}
}

// public implements the command "public [FRAGMENT …]".
func public(ts *testscript.TestScript, neg bool, args []string) { expect(ts, neg, "", args) }

// private implements the command "private NAME [FRAGMENT …]".
func private(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) == 0 {
		ts.Fatalf("usage: [!] private NAME [FRAGMENT …]")
	}
	expect(ts, neg, args[0], args[1:])
}

// expect looks for a message of the last action, to a person or ("") to everybody, that
// contains all fragments. With neg there must be none.
func expect(ts *testscript.TestScript, neg bool, to string, fragments []string) {
	var seen []string
	found := false
	for _, m := range stageOf(ts).last {
		seen = append(seen, fmt.Sprintf("[%s] %s", where(m), m.Text))
		if m.To != to {
			continue
		}
		all := true
		for _, f := range fragments {
			all = all && has(m.Text, f)
		}
		found = found || all
	}
	if found == neg {
		ts.Fatalf("the last action showed\n%s\nwant %s for %q", strings.Join(seen, "\n"), wish(neg, fragments...), to)
	}
}

// has reports whether text contains the fragment; line breaks count as spaces.
func has(text, fragment string) bool {
	return strings.Contains(strings.Join(strings.Fields(text), " "), strings.Join(strings.Fields(fragment), " "))
}

func wish(neg bool, fragments ...string) string {
	if neg {
		return fmt.Sprintf("no %q", fragments)
	}
	return fmt.Sprintf("%q", fragments)
}
