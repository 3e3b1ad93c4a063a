package slack

import (
	"bytes"
	"net/http"
	"net/url"
	"strconv"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
)

// The signature covers only the body, so the query string is unauthenticated and must be
// ignored.
func TestTheQueryIsIgnored(t *testing.T) {
	const payload = `{"type":"block_actions","team":{"id":"T0NIM"},"user":{"id":"UANA"},"trigger_id":"t9",` +
		`"container":{"message_ts":"1.2","channel_id":"CGENERAL"},"actions":[{"action_id":"x","value":"start 3 4 5"}]}`
	const command = "team_id=T0NIM&channel_id=CGENERAL&user_id=UANA&text=start+3+4+5&trigger_id=t8"
	for _, tt := range []struct {
		name, path, query, body string
		status                  int
	}{
		{"an interaction beside an empty body", "/slack/interactions", url.Values{"payload": {payload}}.Encode(), "", http.StatusBadRequest},
		{"an interaction beside another one", "/slack/interactions", url.Values{"payload": {payload}}.Encode(), "payload=%7B%22type%22%3A%22tea%22%7D", http.StatusOK},
		{"a command beside an empty body", "/slack/commands", command, "", http.StatusOK},
		{"an event beside an empty one", "/slack/events", "payload=x", "{}", http.StatusOK},
	} {
		w := newWorld(t)
		req, err := http.NewRequest(http.MethodPost, w.served()+tt.path+"?"+tt.query, bytes.NewReader([]byte(tt.body)))
		if err != nil {
			t.Fatal(err)
		}
		stamp := strconv.FormatInt(time.Now().Unix(), 10)
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set(headerTimestamp, stamp)
		req.Header.Set(headerSignature, slacktest.Sign(slacktest.SigningSecret, stamp, []byte(tt.body)))
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		w.settle()
		if resp.StatusCode != tt.status || w.count() > 0 {
			t.Errorf("%s: POST %s = %d, a board was shown: %v; want %d and none", tt.name, tt.path, resp.StatusCode, w.count() > 0, tt.status)
		}
	}
}
