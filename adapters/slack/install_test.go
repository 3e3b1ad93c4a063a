package slack

import (
	"context"
	"errors"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
	"nimbot/game/dialog"
)

const (
	keyOne = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
	keyTwo = "/////////////////////////////////////////w8=" // base64
)

func many(c *Config) {
	c.BotToken, c.ClientID, c.ClientSecret, c.EncryptionKey = "", slacktest.ClientID, slacktest.ClientSecret, keyOne
}

// browse follows a link as a browser does, and returns the page.
func (w *world) browse(url string) (status int, page string) {
	w.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.t.Fatal(err)
	}
	resp, err := (&http.Client{Jar: jar}).Get(url)
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // it is read
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

// served returns the adapter's own address.
func (w *world) served() string {
	server := httptest.NewServer(w.adapter.Handler())
	w.t.Cleanup(server.Close)
	w.slack.Connect(server.URL, slacktest.SigningSecret)
	return server.URL
}

func (w *world) installed(key string) string {
	w.t.Helper()
	rec, err := w.store.Get(context.Background(), installKey(key))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(rec.Data)
}

func TestInstalling(t *testing.T) {
	w := newWorld(t, many)
	// Before the installation the person is told privately, and the log has the remedy.
	w.typeCommand("ana", "general", "start 3 4 5")
	w.wantPrivate("ana", "Your game is safe")
	w.wantLog("/slack/install")

	status, page := w.browse(w.served() + "/slack/install")
	if status != 200 || !strings.Contains(html.UnescapeString(page), "I'm installed in Team "+slacktest.Team) || !strings.Contains(page, `<html lang="en">`) {
		t.Fatalf("the installation ends with %d, %s", status, page)
	}
	if doc := w.installed(slacktest.Team); doc == "" || strings.Contains(doc, "xox") || !strings.Contains(doc, `"bot":"U0NIMBOT"`) {
		t.Errorf("the installation is kept as %s, want it with its tokens sealed", doc)
	}
	w.typeCommand("ana", "general", "board")
	w.wantBoard("ana's move")

	// After it removes the app, the workspace is forgotten.
	w.send(w.slack.Event(map[string]any{"type": "tokens_revoked", "tokens": map[string]any{"oauth": []string{"U1"}}}))
	if w.installed(slacktest.Team) == "" {
		t.Error("the installation is gone although only a user's token was revoked")
	}
	w.send(w.slack.Event(map[string]any{"type": "app_uninstalled"}))
	if doc := w.installed(slacktest.Team); doc != "" {
		t.Errorf("after the app was uninstalled its installation is %s, want none", doc)
	}
}

// An uninstall event that is older than the current installation doesn't delete it.
func TestUninstallEventBeforeReinstall(t *testing.T) {
	for _, c := range []struct {
		event map[string]any
		after time.Duration // from the installation to the event; 0: it has no time
		gone  bool
	}{
		{map[string]any{"type": "app_uninstalled"}, -time.Minute, false},
		{map[string]any{"type": "app_uninstalled"}, time.Hour, true},
		{map[string]any{"type": "app_uninstalled"}, 0, true},
		{map[string]any{"type": "tokens_revoked", "tokens": map[string]any{"bot": []string{"B1"}}}, -time.Minute, false},
		{map[string]any{"type": "tokens_revoked", "tokens": map[string]any{"bot": []string{"B1"}}}, time.Hour, true},
	} {
		w := newWorld(t, many)
		w.browse(w.served() + "/slack/install")
		granted := w.now()
		d := w.slack.Event(c.event)
		if d.Payload["event_time"] = granted.Add(c.after).Unix(); c.after == 0 {
			delete(d.Payload, "event_time")
		}
		w.send(d)
		if gone := w.installed(slacktest.Team) == ""; gone != c.gone {
			t.Errorf("after %s, told of %s after the installation, it is gone: %v, want %v; the log:\n%s", c.event["type"], c.after, gone, c.gone, w.logs)
		}
		if !c.gone {
			w.typeCommand("ana", "general", "start 3 4 5")
			w.wantBoard("ana's move")
		}
	}
}

func TestInstallingIsRefused(t *testing.T) {
	w := newWorld(t, many)
	url := w.served()
	good, another := w.adapter.oauth.newState(), w.adapter.oauth.newState()
	old := func() string {
		w.adapter.oauth.now = func() time.Time { return time.Now().Add(-time.Hour) }
		defer func() { w.adapter.oauth.now = time.Now }()
		return w.adapter.oauth.newState()
	}()
	for _, tt := range []struct {
		name, state, cookie, query string
		status                     int
		want                       string
	}{
		{"no cookie", good, "", "code=c", 400, "another browser"},
		{"another cookie", good, w.adapter.oauth.newState(), "code=c", 400, "another browser"},
		{"a forged state", "x.99999999999.00", "x.99999999999.00", "code=c", 400, "another browser"},
		{"no state", "", "", "code=c", 400, "another browser"},
		{"an old state", old, old, "code=c", 400, "took too long"},
		{"not allowed", good, good, "error=access_denied", 200, "Nothing was installed"},
		{"a wrong code", another, another, "code=c", 502, "didn't complete"},
	} {
		req, err := http.NewRequest(http.MethodGet, url+"/slack/oauth?state="+tt.state+"&"+tt.query, nil)
		if err != nil {
			t.Fatal(err)
		}
		if tt.cookie != "" {
			req.AddCookie(&http.Cookie{Name: stateCookie, Value: tt.cookie})
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		page, _ := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if resp.StatusCode != tt.status || !strings.Contains(html.UnescapeString(string(page)), tt.want) {
			t.Errorf("%s: %d, %s; want %d with %q", tt.name, resp.StatusCode, page, tt.status, tt.want)
		}
	}
	w.wantLog("slack.client_secret")
}

// install grants the app in a workspace, without the browser.
func (w *world) install(team, enterprise string, org, rotate bool) workspace {
	w.t.Helper()
	ctx := context.Background()
	g, err := w.adapter.oauth.exchange(ctx, w.slack.Install(team, enterprise, org, rotate))
	if err == nil {
		err = w.adapter.oauth.installs.add(ctx, g)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return g.workspace
}

func TestEnterpriseGrid(t *testing.T) {
	w := newWorld(t, many)
	w.install("", "E1", true, false)
	w.install("T2", "E2", false, false)
	for _, tt := range []struct {
		w    workspace
		want string // the beginning of the token, "" for none
	}{
		{workspace{Team: "T1", Enterprise: "E1", Org: true}, "xoxb-E1-"},
		{workspace{Enterprise: "E1", Org: true}, "xoxb-E1-"},
		{workspace{Team: "T1", Enterprise: "E1"}, "xoxb-E1-"}, // not every payload says that the installation is for the whole enterprise
		{workspace{Team: "T2", Enterprise: "E2"}, "xoxb-T2-"},
		{workspace{Team: "T2"}, "xoxb-T2-"},
		{workspace{Team: "T3", Enterprise: "E2"}, ""},
		{workspace{Team: "T3"}, ""},
		{workspace{}, ""},
	} {
		token, err := w.adapter.web.installs.token(context.Background(), tt.w)
		if !strings.HasPrefix(token, tt.want) || (tt.want == "") != errors.Is(err, errNotInstalled) {
			t.Errorf("token(%+v) = %q, %v; want %q", tt.w, token, err, tt.want)
		}
	}
	org := call{workspace: workspace{Team: "T1", Enterprise: "E1", Org: true}, channel: "C1"}
	if p := org.place(); p.String() != "slack/E1/C1" || guildOf(p.Guild) != (workspace{Enterprise: "E1", Org: true}) {
		t.Errorf("the place of an enterprise's channel is %v", p)
	}
	if _, err := w.adapter.Publish(context.Background(), org.place(), dialog.Delivery{}, dialog.Reply{}); err != nil {
		t.Errorf("Publish(nothing) = %v", err)
	}
}

// Concurrent callers renew an expired token only once, because a refresh token can be
// used only once.
func TestTokenIsRenewedOnce(t *testing.T) {
	w := newWorld(t, many)
	ws := w.install("T1", "", false, true)
	for _, tt := range []struct {
		name  string
		later time.Duration
	}{{"nearly expired", 11 * time.Hour}, {"expired", 30 * time.Hour}} {
		now := time.Now().Add(tt.later)
		w.slack.Advance(tt.later - w.ahead)
		w.ahead = tt.later
		before := w.installed("T1")
		var wg sync.WaitGroup
		for range 4 {
			replica, err := New(w.config)
			if err != nil {
				t.Fatal(err)
			}
			installs := replica.web.installs.(*installStore)
			installs.now = func() time.Time { return now }
			replica.oauth.now = installs.now
			for range 8 {
				wg.Go(func() {
					if token, err := installs.token(context.Background(), ws); err != nil || token == "" {
						t.Errorf("%s: token() = %q, %v", tt.name, token, err)
					}
				})
			}
		}
		wg.Wait()
		if w.installed("T1") == before {
			t.Errorf("%s: the installation was not renewed", tt.name)
		}
	}
	if n := len(w.slack.Calls("oauth.v2.access")); n != 3 { // the installation and two renewals
		t.Errorf("oauth.v2.access was called %d times, want 3", n)
	}
	for _, c := range w.slack.Calls("oauth.v2.access") {
		if c.Error != "" {
			t.Errorf("oauth.v2.access was refused: %s", c.Error)
		}
	}
}

// A call that Slack refuses because the token has expired is repeated with a renewed token.
func TestAnExpiredTokenIsRenewedAndTheCallRepeated(t *testing.T) {
	w := newWorld(t, many)
	w.install(slacktest.Team, "", false, true)
	w.slack.Fail("chat.postMessage", "token_expired")
	w.typeCommand("ana", "general", "start 3 4 5")
	w.wantBoard("ana's move")
	if n := w.count(); n != 1 {
		t.Errorf("%d boards, want 1", n)
	}
}

// A new key in front of the old one takes over: an installation that is used is encrypted
// with it, and then the old key can be removed.
func TestTheEncryptionKeyIsRotated(t *testing.T) {
	w := newWorld(t, many)
	ws := w.install("T1", "", false, true)
	ctx := context.Background()
	old := w.installed("T1")
	token := func(keys string) (string, error) {
		c := w.config
		c.EncryptionKey = keys
		a, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		return a.web.installs.token(ctx, ws)
	}
	if _, err := token(keyTwo); !errors.Is(err, errSealed) {
		t.Errorf("token() with another key = %v, want %v", err, errSealed)
	}
	first, err := token(keyTwo + ", " + keyOne)
	if err != nil || w.installed("T1") == old {
		t.Fatalf("token() with both keys = %v; the installation is sealed anew: %v", err, w.installed("T1") != old)
	}
	if second, err := token(keyTwo); err != nil || second != first {
		t.Errorf("token() with the new key = %q, %v; want %q", second, err, first)
	}
	if _, err := token(keyOne); !errors.Is(err, errSealed) {
		t.Errorf("token() with the old key = %v, want %v", err, errSealed)
	}
}

func TestSeal(t *testing.T) {
	keys, err := ParseKeys(keyOne)
	if err != nil {
		t.Fatal(err)
	}
	s := keys.seal("xoxb-1", "slack-install/T1")
	if got, err := keys.open(s, "slack-install/T1"); got != "xoxb-1" || err != nil {
		t.Errorf("open(seal(x)) = %q, %v", got, err)
	}
	if again := keys.seal("xoxb-1", "slack-install/T1"); again == s {
		t.Error("the same secret is sealed the same twice")
	}
	for _, tt := range []struct {
		sealed sealed
		record string
	}{
		{s, "slack-install/T2"}, // moved to another workspace
		{s[:len(s)-4] + "AAA=", "slack-install/T1"},
		{"nonsense", "slack-install/T1"},
		{"630dcd29:!", "slack-install/T1"},
		{"630dcd29:", "slack-install/T1"},
	} {
		if got, err := keys.open(tt.sealed, tt.record); !errors.Is(err, errSealed) {
			t.Errorf("open(%q, %q) = %q, %v; want %v", tt.sealed, tt.record, got, err, errSealed)
		}
	}
	if got, err := keys.open(keys.seal("", "r"), "r"); got != "" || err != nil {
		t.Errorf("open(seal(nothing)) = %q, %v", got, err)
	}
}

func TestParseKeys(t *testing.T) {
	for _, tt := range []struct {
		in string
		n  int
	}{
		{keyOne, 1}, {keyTwo, 1}, {keyOne + "," + keyTwo, 2}, {" " + keyOne + " , " + keyTwo, 2},
		{"", 0}, {"secret", 0}, {keyOne[2:], 0}, {keyOne + ",", 0}, {"AAAA", 0},
	} {
		keys, err := ParseKeys(tt.in)
		if len(keys) != tt.n || (tt.n == 0) != errors.Is(err, ErrKeys) {
			t.Errorf("ParseKeys(%q) = %d keys, %v; want %d", tt.in, len(keys), err, tt.n)
		}
	}
}

// The page after an installation names the configured command.
func TestInstallingTellsTheCommand(t *testing.T) {
	w := newWorld(t, many, func(c *Config) { c.Command = "/nimbot" })
	if status, page := w.browse(w.served() + "/slack/install"); status != 200 || !strings.Contains(page, "Type /nimbot in any channel") {
		t.Errorf("the installation ends with %d, %s; want it to name /nimbot", status, page)
	}
}
