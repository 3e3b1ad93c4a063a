package serve

import (
	"strings"
	"testing"
	"time"

	"nimbot/exchange"
)

// TestLiveTablesAreCounted has games begin and end at the tables of two channels and in
// a private place, by commands and by a worker.
func TestLiveTablesAreCounted(t *testing.T) {
	m := newMetrics(Build{})
	m.initSeries("slack")
	general := exchange.Place{Platform: "slack", Guild: "T1", Channel: "C1"}
	random := exchange.Place{Platform: "slack", Guild: "T1", Channel: "C2"}
	one, two := exchange.State{Table: 1}, exchange.State{Table: 2}
	private, over := exchange.State{Table: 0}, exchange.State{Table: 1, Over: true}
	for _, step := range []struct {
		place  exchange.Place
		reply  exchange.Reply
		unseen bool // a worker's
		want   string
	}{
		{general, exchange.Reply{Version: 1, State: &one}, false, "1"},
		{general, exchange.Reply{Version: 2, State: &two, Tables: []exchange.State{one, two}}, false, "2"},
		{random, exchange.Reply{Version: 1, State: &one}, false, "3"},
		{general, exchange.Reply{Version: 7, State: &private}, false, "4"},
		{general, exchange.Reply{Result: exchange.Limited}, false, "4"}, // nothing was read
		{general, exchange.Reply{Version: 9, Own: true, Round: &exchange.Round{}}, false, "4"},
		{general, exchange.Reply{Version: 3, State: &two, Tables: []exchange.State{two}}, true, "3"},
		{random, exchange.Reply{Version: 2, State: &over}, true, "2"},
	} {
		if step.unseen {
			m.watch().Found(step.place, step.reply)
		} else {
			m.observe(exchange.Request{Place: step.place, User: exchange.User{ID: "U1"}}, step.reply, time.Millisecond)
		}
		if told, want := scraped(m), `nim_tables{platform="slack"} `+step.want+"\n"; !strings.Contains(told, want) {
			t.Fatalf("/metrics lacks %s", want)
		}
	}
	m.observe(exchange.Request{Place: general}, exchange.Reply{Version: 4, NoTable: true}, time.Millisecond)
	if told, want := scraped(m), `nim_tables_refused_total{platform="slack"} 1`; !strings.Contains(told, want) {
		t.Errorf("/metrics lacks %s", want)
	}
}
