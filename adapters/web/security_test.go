package web

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// get asks for a path and returns the response and its body.
func (b *browser) get(path string, headers ...string) (*http.Response, string) {
	b.site.t.Helper()
	req, err := http.NewRequest(http.MethodGet, b.site.http.URL+path, nil)
	if err != nil {
		b.site.t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
		if headers[i] == "Host" {
			req.Host = headers[i+1]
		}
	}
	resp, err := b.http.Do(req)
	if err != nil {
		b.site.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var body bytes.Buffer
	if _, err := body.ReadFrom(resp.Body); err != nil {
		b.site.t.Fatal(err)
	}
	return resp, body.String()
}

func TestEveryAnswerForbidsForeignContent(t *testing.T) {
	b := newSite(t, 0, Limits{}).browser()
	for _, path := range []string{"/", "/web/style.css", "/web/page.js", "/web/icon.svg", "/web/stream?as=x&channel=general", "/web/complete", "/other"} {
		resp, _ := b.get(path)
		if got := resp.Header.Get("Content-Security-Policy"); !strings.HasPrefix(got, "default-src 'self';") || strings.Contains(got, "unsafe") {
			t.Errorf("GET %s has Content-Security-Policy %q, want default-src 'self'", path, got)
		}
		if got := resp.Header.Get("X-Content-Type-Options"); got != "nosniff" {
			t.Errorf("GET %s has X-Content-Type-Options %q, want nosniff", path, got)
		}
	}
}

func TestCookie(t *testing.T) {
	b := newSite(t, 0, Limits{}).browser()
	if resp, _ := b.get("/"); len(resp.Cookies()) > 0 {
		t.Errorf("looking at the page sets %v, want no cookie before somebody joins", resp.Cookies())
	}
	req, err := http.NewRequest(http.MethodPost, b.site.http.URL+"/web/join", strings.NewReader(`{"name":"Ana"}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := b.http.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if len(resp.Cookies()) != 1 {
		t.Fatalf("joining sets %v, want one cookie", resp.Cookies())
	}
	if c := resp.Cookies()[0]; !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || len(c.Value) != 64 {
		t.Errorf("the cookie is %v, want HttpOnly, SameSite=Strict and 32 random bytes", c)
	}
}

func TestForgedRequestsAreRefusedKindly(t *testing.T) {
	s := newSite(t, 0, Limits{})
	ana, eve := s.browser(), s.browser()
	ana.join("Ana", false)
	eve.join("Eve", false)
	p := ana.open("Ana", "", "general")
	for _, tt := range []struct {
		what string
		by   *browser
		path string
		body any
		head []string
		code int
		want string
	}{
		{"another's person", eve, "/web/say", sayRequest{As: "Ana", Channel: "general", Text: "/nim start 3 4 5"}, nil, 403, "wasn't created in this browser"},
		{"no such person", eve, "/web/say", sayRequest{As: "Nobody", Channel: "general", Text: "hi"}, nil, 403, "wasn't created in this browser"},
		{"no person", eve, "/web/say", sayRequest{Channel: "general", Text: "hi"}, nil, 403, "wasn't created in this browser"},
		{"no cookie", s.browser(), "/web/say", sayRequest{As: "Ana", Channel: "general", Text: "hi"}, nil, 403, "wasn't created in this browser"},
		{"a made-up cookie", s.browser(), "/web/say", sayRequest{As: "Ana", Channel: "general", Text: "hi"}, []string{"Cookie", cookieName + "=" + strings.Repeat("0", 64)}, 403, "wasn't created in this browser"},
		{"a path for a channel", eve, "/web/say", sayRequest{As: "Eve", Channel: "../general", Text: "hi"}, nil, 400, "That channel won't work"},
		{"another platform's channel", eve, "/web/say", sayRequest{As: "Eve", Channel: "discord/1/2", Text: "hi"}, nil, 400, "That channel won't work"},
		{"no channel", eve, "/web/say", sayRequest{As: "Eve", Text: "hi"}, nil, 400, "That channel won't work"},
		{"another site's page", eve, "/web/say", sayRequest{As: "Eve", Channel: "general", Text: "hi"}, []string{"Origin", "https://evil.example"}, 403, "another site's page"},
		{"another site's request", eve, "/web/say", sayRequest{As: "Eve", Channel: "general", Text: "hi"}, []string{"Sec-Fetch-Site", "cross-site"}, 403, "another site's page"},
		{"a form", eve, "/web/say", sayRequest{As: "Eve", Channel: "general", Text: "hi"}, []string{"Content-Type", "text/plain"}, 415, "can't read that request"},
		{"no object", eve, "/web/say", []int{1}, nil, 400, "can't read that request"},
		{"a taken name", eve, "/web/join", map[string]string{"name": "ANA"}, nil, 409, "Someone else has that name"},
		{"the bot's name", eve, "/web/join", map[string]string{"name": "@Nim"}, nil, 400, "name won't work"},
		{"an office's name", eve, "/web/join", map[string]string{"name": "Moderator"}, nil, 400, "somebody in charge"},
		{"a Cyrillic look-alike", eve, "/web/join", map[string]string{"name": "Аnа"}, nil, 409, "looks like `Ana`"},
		{"a Greek look-alike", eve, "/web/join", map[string]string{"name": "ΑΝΑ"}, nil, 409, "looks like `Ana`"},
		{"10^5 names", eve, "/web/join", map[string]string{"name": strings.Repeat("Ana ", 100_000)}, nil, 413, "too long"},
		{"an invisible name", eve, "/web/join", map[string]string{"name": "\u200b\u202e \x00"}, nil, 400, "name won't work"},
	} {
		code, a := tt.by.post(tt.path, tt.body, tt.head...)
		if code != tt.code || !strings.Contains(a.Refused, tt.want) {
			t.Errorf("%s: %d, %q; want %d and %q", tt.what, code, a.Refused, tt.code, tt.want)
		}
	}
	for _, path := range []string{"/web/stream?as=Ana&channel=general", "/web/complete?as=Ana&channel=general&text=/nim"} {
		if resp, body := eve.get(path); resp.StatusCode != 403 {
			t.Errorf("GET %s of another browser = %d, %q; want 403", path, resp.StatusCode, body)
		}
	}
	// Above 10,000 parameters net/url parses none, so the request has no name (403).
	for n, want := range map[int]int{9_000: 400, 50_000: 403} {
		if resp, _ := eve.get("/web/stream?as=Eve" + strings.Repeat("&channel=c", n)); resp.StatusCode != want {
			t.Errorf("a stream of %d channels = %d, want %d", n, resp.StatusCode, want)
		}
	}
	if resp, _ := eve.get("/", "Host", "rebound.example"); resp.StatusCode != 403 {
		t.Errorf("GET / as rebound.example = %d, want 403", resp.StatusCode)
	}
	ana.say("Ana", "general", "still here")
	p.holds(t, "still here")
	if got := p.texts(); strings.Contains(got, "3 4 5. ") || strings.Contains(got, "hi") {
		t.Errorf("a forged request was shown:\n%s", got)
	}
}

func TestHugeMessages(t *testing.T) {
	s := newSite(t, 0, Limits{})
	ana := s.browser()
	ana.join("Ana", false)
	p := ana.open("Ana", "", "general")
	for _, tt := range []struct{ what, text string }{
		{"a megabyte", strings.Repeat("x", 1<<20)}, {"a long story", strings.Repeat("é", maxSaid+1)},
	} {
		code, a := ana.post("/web/say", sayRequest{As: "Ana", Channel: "general", Text: tt.text})
		if code != http.StatusRequestEntityTooLarge || !strings.Contains(a.Refused, "too long") {
			t.Errorf("%s: %d, %q; want 413 and that it is too long", tt.what, code, a.Refused)
		}
	}
	ana.say("Ana", "general", "/nim start "+strings.Repeat("9 ", 1000))
	p.holds(t, "the limit is 1,000")
}

func TestAFloodOfCommandsIsRefusedWithAReason(t *testing.T) {
	s := newSite(t, 60, Limits{Burst: 20})
	ana, bob := s.browser(), s.browser()
	ana.join("Ana", false)
	bob.join("Bob", false)
	taken := 0
	for range 1000 {
		code, a := ana.post("/web/say", sayRequest{As: "Ana", Channel: "general", Text: "spam"})
		switch {
		case code == http.StatusOK:
			taken++
		case code != http.StatusTooManyRequests || !strings.Contains(a.Refused, "faster than I can keep up"):
			t.Fatalf("a flood is answered with %d, %q", code, a.Refused)
		}
	}
	if taken < 20 || taken > 200 {
		t.Errorf("%d of 1000 messages at once were taken, want the 20 of the burst and one a second", taken)
	}
	bob.say("Bob", "general", "others go on")
	s.ahead.Add(int64(time.Minute))
	ana.say("Ana", "general", "so does she, later")
}

func TestScriptIsInert(t *testing.T) {
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "")
	const name = "<img/src=x/onerror=pwned=1>"
	w.enter(name)
	w.say("<script>pwned=1</script><b>bold</b> `code`")
	w.shows("<b>bold</b>")
	w.say("/nim <svg/onload=pwned=1>")
	w.shows("<svg/onload=pwned=1>")
	w.say("/nim start 3 4 5")
	w.shows(name + "'s move")
	w.do(chromedp.Click("#add"))
	w.enter("Bob")
	w.say("/nim stop")
	w.say("/nim challenge @" + name)
	w.shows(name)
	if eval[bool](w, "typeof pwned !== 'undefined' || document.querySelector('.log img, .log script, .log b:not(header b)') !== null") {
		t.Errorf("what people wrote was taken for HTML:\n%s", eval[string](w, "document.querySelector('.log').innerHTML"))
	}
	if eval[string](w, "(async () => { try { await fetch('https://elsewhere.example/'); return 'sent' } catch { return 'refused' } })()") != "refused" {
		t.Error("the page may send requests elsewhere")
	}
}

// Nobody sees another person's private answer, not even on a page that stayed open over a
// restart, and nothing public is lost.
func TestResumingAStream(t *testing.T) {
	s := newSite(t, 0, Limits{})
	ana, bob := s.browser(), s.browser()
	ana.join("Ana", false)
	bob.join("Bob", false)
	p := bob.open("Bob", "", "general")
	ana.say("Ana", "general", "/nim challenge @Bob 3 4 5")
	p.holds(t, "Ana challenged Bob")
	p.close()
	bob.say("Bob", "general", "/nim accept")
	ana.say("Ana", "general", "/nim hint")
	ana.say("Ana", "general", "the last one")
	again := bob.open("Bob", p.last, "general")
	again.holds(t, "the last one")
	got := again.texts()
	for fragment, want := range map[string]bool{
		"Ana's move": true, "You're winning": false, "There's no game here": false,
	} {
		if strings.Contains(got, fragment) != want {
			t.Errorf("the resumed page shows %q: %v, want %v; all of it:\n%s", fragment, !want, want, got)
		}
	}

	s.restart()
	<-again.done
	after := bob.open("Bob", again.last, "general")
	after.holds(t, "Ana's move")
	ana.open("Ana", "", "general").holds(t, "Ana's move")
	ana.say("Ana", "general", "/nim A2")
	after.holds(t, "Ana took 2 from A")
	if got := after.texts(); strings.Contains(got, "You're winning") {
		t.Errorf("after the restart Bob sees Ana's hint:\n%s", got)
	}
}

func TestSaidTwiceIsShownOnce(t *testing.T) {
	s := newSite(t, 0, Limits{})
	ana := s.browser()
	ana.join("Ana", false)
	p := ana.open("Ana", "", "general")
	for range 3 {
		ana.post("/web/say", sayRequest{As: "Ana", Channel: "general", Text: "once", ID: "7"})
	}
	ana.say("Ana", "general", "end")
	p.holds(t, "end")
	if n := strings.Count(p.texts(), "once"); n != 1 {
		t.Errorf("what was sent three times is shown %d times, want once", n)
	}
}
