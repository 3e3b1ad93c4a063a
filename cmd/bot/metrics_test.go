package main

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"nimbot/chat"
)

// fixed answers everything with the same reply.
type fixed struct{ reply chat.Reply }

func (f fixed) Handle(context.Context, chat.Request) chat.Reply { return f.reply }
func (f fixed) Settle(context.Context, chat.Place) (chat.Reply, bool, error) {
	return f.reply, false, nil
}

func TestMetricsCountCommandsByPlatformGameAndResult(t *testing.T) {
	m := newMetrics()
	request := chat.Request{Place: chat.Place{Platform: "console", Channel: "general"}, User: chat.User{ID: "ana"}}
	for _, reply := range []chat.Reply{
		{Result: chat.Done, State: &chat.State{Game: "octal:0.137"}},
		{Result: chat.Done, State: &chat.State{Game: "octal:0.77"}},
		{Result: chat.Refused},
	} {
		m.measure(fixed{reply}).Handle(t.Context(), request)
	}

	w := httptest.NewRecorder()
	adminHandler(&parts{metrics: m}).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	for _, want := range []string{
		`nim_commands_total{game="octal",platform="console",result="done"} 2`,
		`nim_commands_total{game="",platform="console",result="refused"} 1`,
		`nim_command_seconds_count{platform="console"} 3`,
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("/metrics does not hold %s", want)
		}
	}
	if strings.Contains(w.Body.String(), "ana") {
		t.Errorf("/metrics names a person")
	}
}
