package serve

import (
	"strings"
	"testing"
	"time"

	"nimbot/game/dialog"
)

// TestLiveTablesAreCounted has games begin and end at the tables of two channels and in
// a private place, by commands and by a worker.
func TestLiveTablesAreCounted(t *testing.T) {
	m := newMetrics(Build{})
	m.initSeries("slack")
	general := dialog.Place{Platform: "slack", Guild: "T1", Channel: "C1"}
	random := dialog.Place{Platform: "slack", Guild: "T1", Channel: "C2"}
	one, two := dialog.State{Table: 1}, dialog.State{Table: 2}
	private, over := dialog.State{Table: 0}, dialog.State{Table: 1, Over: true}
	for _, step := range []struct {
		place  dialog.Place
		reply  dialog.Reply
		unseen bool // a worker's
		want   string
	}{
		{general, dialog.Reply{Version: 1, State: &one}, false, "1"},
		{general, dialog.Reply{Version: 2, State: &two, Tables: []dialog.State{one, two}}, false, "2"},
		{random, dialog.Reply{Version: 1, State: &one}, false, "3"},
		{general, dialog.Reply{Version: 7, State: &private}, false, "4"},
		{general, dialog.Reply{Result: dialog.Limited}, false, "4"}, // nothing was read
		{general, dialog.Reply{Version: 9, Own: true, Round: &dialog.Round{}}, false, "4"},
		{general, dialog.Reply{Version: 3, State: &two, Tables: []dialog.State{two}}, true, "3"},
		{random, dialog.Reply{Version: 2, State: &over}, true, "2"},
	} {
		if step.unseen {
			m.watch().Found(step.place, step.reply)
		} else {
			m.observe(dialog.Request{Place: step.place, User: dialog.User{ID: "U1"}}, step.reply, time.Millisecond)
		}
		if told, want := scraped(m), `nim_tables{platform="slack"} `+step.want+"\n"; !strings.Contains(told, want) {
			t.Fatalf("/metrics lacks %s", want)
		}
	}
	m.observe(dialog.Request{Place: general}, dialog.Reply{Version: 4, NoTable: true}, time.Millisecond)
	if told, want := scraped(m), `nim_tables_refused_total{platform="slack"} 1`; !strings.Contains(told, want) {
		t.Errorf("/metrics lacks %s", want)
	}
}
