package slack

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
	"nimbot/cmd/bot/logs"
)

// request is a request to the adapter, signed or not.
type request struct {
	path, body string
	secret     string        // "" leaves the signature out
	age        time.Duration // of its signature
}

func (w *world) do(r request) (int, string) {
	w.t.Helper()
	req := httptest.NewRequest(http.MethodPost, r.path, strings.NewReader(r.body))
	if r.secret != "" {
		stamp := strconv.FormatInt(time.Now().Add(-r.age).Unix(), 10)
		req.Header.Set(headerTimestamp, stamp)
		req.Header.Set(headerSignature, slacktest.Sign(r.secret, stamp, []byte(r.body)))
	}
	rec := httptest.NewRecorder()
	w.adapter.Handler().ServeHTTP(rec, req)
	body, _ := io.ReadAll(rec.Result().Body)
	return rec.Code, string(body)
}

func TestRequests(t *testing.T) {
	t.Parallel()
	const good = slacktest.SigningSecret
	command := "team_id=T0NIM&channel_id=CGENERAL&user_id=UANA&user_name=ana&command=%2Fnim&text=help&trigger_id="
	for _, tt := range []struct {
		name string
		request
		code int
		want string
	}{
		{"a command", request{"/slack/commands", command + "1", good, 0}, 200, `"response_type":"ephemeral"`},
		{"just in time", request{"/slack/commands", command + "2", good, 299 * time.Second}, 200, "ephemeral"},
		{"too old", request{"/slack/commands", command + "3", good, 302 * time.Second}, 401, "bad signature"},
		{"from the future", request{"/slack/commands", command + "4", good, -302 * time.Second}, 401, "bad signature"},
		{"another secret", request{"/slack/commands", command + "5", "other", 0}, 401, "bad signature"},
		{"no signature", request{"/slack/commands", command + "6", "", 0}, 401, "bad signature"},
		{"replayed", request{"/slack/commands", command + "1", good, 0}, 200, ""},
		{"a check of the certificate", request{"/slack/commands", "ssl_check=1&token=x", "", 0}, 200, ""},
		{"a forged event", request{"/slack/events", `{"type":"url_verification","challenge":"c"}`, "", 0}, 401, ""},
		{"a challenge", request{"/slack/events", `{"type":"url_verification","challenge":"c<3"}`, good, 0}, 200, `{"challenge":"c\u003c3"}`},
		{"an event that is no JSON", request{"/slack/events", `{"type":`, good, 0}, 400, ""},
		{"an event of unknown type", request{"/slack/events", `{"type":"event_callback","event_id":"E1","event":{"type":"tea_time"}}`, good, 0}, 200, ""},
		{"an interaction that is no JSON", request{"/slack/interactions", "payload=hello", good, 0}, 400, ""},
		{"an interaction without payload", request{"/slack/interactions", "", good, 0}, 400, ""},
		{"an interaction of unknown type", request{"/slack/interactions", "payload=%7B%22type%22%3A%22tea%22%7D", good, 0}, 200, ""},
		{"a click without actions", request{"/slack/interactions", "payload=%7B%22type%22%3A%22block_actions%22%7D", good, 0}, 200, ""},
		{"a huge body", request{"/slack/interactions", strings.Repeat("x", maxBody+1), good, 0}, 413, ""},
	} {
		w := newWorld(t)
		if tt.name == "replayed" {
			w.do(tt.request)
		}
		code, body := w.do(tt.request)
		if code != tt.code || tt.want != "" && !strings.Contains(body, tt.want) || tt.code == 200 && tt.want == "" && body != "" {
			t.Errorf("%s: %d, %q, want %d with %q", tt.name, code, body, tt.code, tt.want)
		}
	}
}

func TestVerify(t *testing.T) {
	// The example in Slack's documentation, "Verifying requests from Slack".
	secret, stamp := []byte("8f742231b10e8888abcd99yyyzzz85a5"), "1531420618"
	body := []byte("token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c")
	h := http.Header{}
	h.Set(headerTimestamp, stamp)
	h.Set(headerSignature, "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503")
	at := time.Unix(1531420618, 0)
	if err := verify(secret, body, h, at); err != nil {
		t.Errorf("verify(the documented example) = %v, want nil", err)
	}
	if err := verify(secret, bytes.ToUpper(body), h, at); err != byOtherSecret {
		t.Errorf("verify(a changed body) = %v, want %v", err, byOtherSecret)
	}
	h.Set(headerTimestamp, "soon")
	if err := verify(secret, body, h, at); err != unsigned {
		t.Errorf("verify(a time that is no number) = %v, want %v", err, unsigned)
	}
}

// A bad signature is logged with its remedy, but through the program's handler nobody can
// fill the log with them.
func TestBadSignaturesAreLoggedSparingly(t *testing.T) {
	w := newWorld(t, func(c *Config) { c.Log = slog.New(logs.Thin(c.Log.Handler())) })
	h := w.adapter.Handler()
	for range 50 {
		r := httptest.NewRequest(http.MethodPost, "/slack/commands", strings.NewReader("a=b"))
		r.Header.Set(headerTimestamp, strconv.FormatInt(time.Now().Unix(), 10))
		r.Header.Set(headerSignature, "v0=00")
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
	if n := strings.Count(w.logs.String(), "slack.signing_secret"); n == 0 || n > 5 {
		t.Errorf("50 bad signatures were logged %d times, want a few", n)
	}
}

// In Socket Mode without a signing secret the adapter serves only the installation's pages,
// because anybody can sign with an empty secret.
func TestNothingIsDeliveredOverHTTPWithoutASecret(t *testing.T) {
	w := newWorld(t, many, overSocket)
	body, stamp := "team_id=T1&channel_id=C1&user_id=U1&text=start&trigger_id=t1", strconv.FormatInt(time.Now().Unix(), 10)
	for _, path := range []string{"/slack/commands", "/slack/interactions", "/slack/events"} {
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
		r.Header.Set(headerTimestamp, stamp)
		r.Header.Set(headerSignature, string(sign(nil, []byte(body), stamp)))
		got := httptest.NewRecorder()
		w.adapter.Handler().ServeHTTP(got, r)
		if got.Code != http.StatusNotFound || w.handled.Load() > 0 {
			t.Errorf("POST %s signed with the empty secret = %d, %d handled; want %d and nothing done", path, got.Code, w.handled.Load(), http.StatusNotFound)
		}
	}
	if status, _ := w.browse(w.served() + "/slack/oauth"); status != http.StatusBadRequest {
		t.Errorf("GET /slack/oauth without a state = %d, want %d", status, http.StatusBadRequest)
	}
}
