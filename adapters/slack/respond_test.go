package slack

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"nimbot/adapters/slack/slacktest"
)

// elsewhere starts a server that the bot must never call. It counts the calls.
func elsewhere(t *testing.T) (address string, calls *atomic.Int64) {
	t.Helper()
	calls = new(atomic.Int64)
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls.Add(1) }))
	t.Cleanup(server.Close)
	return server.URL, calls
}

// A response_url that isn't Slack's is neither called nor logged; the bot posts the
// answer with its own token.
func TestForeignResponseURLsAreNotUsed(t *testing.T) {
	t.Parallel()
	foreign, calls := elsewhere(t)
	host := strings.TrimPrefix(foreign, "http://")
	for _, address := range []string{
		foreign + "/secretpath",
		"https://hooks.slack.com@" + host + "/secretpath",
		"https://hooks.slack.com." + host + "/secretpath",
		"http://hooks.slack.com/secretpath",
		"https://hooks.slack.com:8443/secretpath",
		"//" + host + "/secretpath",
		"file:///secretpath",
		"http://169.254.169.254/secretpath",
		"https://hooks.slack.com\\@" + host + "/secretpath",
		"\x00" + foreign + "/secretpath",
	} {
		w := newWorld(t)
		d := w.slack.Command(userID("ana"), channelID("general"), "/nim", "start 3 4 5")
		d.Payload["response_url"] = address
		w.send(d)
		w.wantBoard("ana's move")
		board := w.board("general")
		d = w.slack.Click(userID("bob"), board, "x", pressable(board)[0].value)
		d.Payload["response_url"] = address
		w.send(d)
		w.wantPrivate("bob", "watching")
		if n := calls.Load(); n > 0 {
			t.Fatalf("%q was called %d times", address, n)
		}
		if log := w.logs.String(); strings.Contains(log, "secretpath") || strings.Count(log, "response_url that is not Slack's") != 2 {
			t.Errorf("%q: the log says %q, want two refusals without the address", address, log)
		}
	}
}

// Neither a response_url nor a method can redirect the bot to another server.
func TestRedirectsAreNotFollowed(t *testing.T) {
	foreign, calls := elsewhere(t)
	w := newWorld(t)
	w.slack.AddChannel(slacktest.Channel{ID: channelID("general")}) // the bot is no member, so it uses the response_url
	w.slack.Fail("response_url", "307 "+foreign+"/secretpath", "307 "+foreign+"/secretpath")
	w.typeCommand("ana", "general", "start 3 4 5")
	w.slack.AddChannel(slacktest.Channel{ID: channelID("other"), Member: true})
	w.slack.Fail("chat.postMessage", "307 "+foreign+"/secretpath")
	w.typeCommand("ana", "other", "start 3 4 5")
	if n := calls.Load(); n > 0 {
		t.Errorf("a redirect was followed %d times", n)
	}
	w.wantLog("HTTP status 307")
}

func TestHookOrigins(t *testing.T) {
	for _, tt := range []struct {
		apiURL, address string
		want            bool
	}{
		{"", "https://hooks.slack.com/commands/T1/2/x", true},
		{"", "https://HOOKS.slack.com/commands/T1/2/x", true},
		{"", "http://hooks.slack.com/commands/T1/2/x", false},
		{"", "https://slack.com/x", false},
		{"", "https://evil.slack.com/x", false},
		{"", "", false},
		{"https://Slack.proxy.example/base", "https://slack.proxy.example/hooks/1", true},
		{"https://slack.proxy.example", "http://slack.proxy.example/hooks/1", false},
		{"https://slack.proxy.example", "https://slack.proxy.example:444/hooks/1", false},
		{"https://slack.proxy.example", "https://hooks.slack.com/hooks/1", true},
	} {
		if got := hookOrigins(tt.apiURL).allow(tt.address); got != tt.want {
			t.Errorf("hookOrigins(%q).allow(%q) = %v, want %v", tt.apiURL, tt.address, got, tt.want)
		}
	}
}
