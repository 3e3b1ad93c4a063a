package slack

import (
	"slices"
	"testing"
)

// logged returns the texts of each thread in general.
func (w *world) logged() (threads map[string][]string) {
	threads = map[string][]string{}
	for _, m := range w.slack.Messages(channelID("general")) {
		if m.Thread != "" {
			threads[m.Thread] = append(threads[m.Thread], m.Text)
		}
	}
	return threads
}

func TestMoveLog(t *testing.T) {
	w := newWorld(t, func(c *Config) { c.MoveLog = true })
	w.typeCommand("ana", "general", "challenge @bob 3 4 5")
	first := w.board("general").TS
	w.press("bob", "general", "Accept")
	w.typeCommand("ana", "general", "A2") // a new board, but the same thread
	w.press("bob", "general", "B")
	w.press("bob", "general", "Take 1")
	w.typeCommand("ana", "general", "hint")
	w.typeCommand("ana", "general", "board")
	want := []string{"ana took 2 from A.", "bob took 1 from B."}
	if got := w.logged(); len(got) != 1 || !slices.Equal(got[first], want) {
		t.Errorf("the threads hold %q, want %q at %s", got, want, first)
	}
	w.typeCommand("ana", "general", "stop")
	w.press("bob", "general", "Yes")
	w.typeCommand("ana", "general", "start 1 1 2")
	w.typeCommand("ana", "general", "C2")
	if got := w.logged(); len(got) != 2 {
		t.Errorf("the threads hold %q, want one for each game", got)
	}
}

func TestTheMoveLogIsOffByDefault(t *testing.T) {
	w := newWorld(t)
	w.typeCommand("ana", "general", "start 1 1 2")
	w.typeCommand("ana", "general", "C2")
	if got := w.logged(); len(got) != 0 {
		t.Errorf("the threads hold %q, want none", got)
	}
}
