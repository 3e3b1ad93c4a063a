package web

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	browserpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"nimbot/internal/slowtest"
)

// withoutCookies makes a browser that keeps no cookies: neither the page nor the server gets
// any, and access to its storage is an error.
const withoutCookies = `
	Object.defineProperty(Navigator.prototype, "cookieEnabled", {get: () => false});
	for (const store of ["localStorage", "sessionStorage"]) Object.defineProperty(window, store, {get() { throw new DOMException("Access is denied for this document.", "SecurityError"); }});
`

// A visitor whose browser keeps no cookies can play, and is told what will be lost.
func TestWithoutCookies(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	s.http.Config.Handler.(*switcher).set(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("Cookie")
		s.server.ServeHTTP(w, r)
	}))
	w := openWindow(t, s, "")
	w.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, browserpage.AddScriptToEvaluateOnNewDocument, browserpage.AddScriptToEvaluateOnNewDocumentParams{Source: withoutCookies})
		return err
	}), chromedp.Reload())
	w.untilLoaded("Boolean(document.querySelector('.staged .can'))")
	w.tap("A:2")
	w.press("take 2 from A")
	w.until(answered2)
	if kept := eval[string](w, "session"); len(kept) != 2*tokenBytes {
		t.Errorf("the page was given %q", kept)
	}
	w.until(`document.getElementById("status").textContent.includes("keeps no cookies")`)
	w.run("void askWho()")
	w.until(`!document.getElementById("join-forgets").hidden`)
	w.enter("Ana")
	w.until(`me === "Ana" && games.get(here)?.mover === "Ana"`)
}

// A link to a table that no longer exists, or never did, says so and shows a board to play on.
func TestATableThatIsGone(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	for _, path := range []string{"table/general/9", "table/general/~Nobody", "table/never-was/1", "table/%F0%9F%8E%B2/%00", "table/general/" + strings.Repeat("9", 500)} {
		w := openWindow(t, s, path)
		w.until("document.getElementById('status').textContent.includes('being played here any more')")
		w.until("document.querySelector('.staged:not([hidden]) .can')")
		if got := eval[string](w, "location.pathname"); got != "/" {
			t.Errorf("/%s is shown as %s", path, got)
		}
	}
}

// A name of hundreds of emoji is cut at a whole one, and widens nothing.
func TestANameOfManyEmoji(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	for name, want := range map[string]string{
		strings.Repeat("😀", 500):             strings.Repeat("😀", maxName),
		strings.Repeat("👩‍👩‍👧", 400):         "",
		"A" + strings.Repeat("\u0301", 2000): "",
	} {
		code, a := s.browser().post("/web/join", map[string]any{"name": name})
		if want != "" && (code != http.StatusOK || a.Name != want) {
			t.Errorf("%.40s… becomes %q, %d", name, a.Name, code)
		}
		if want == "" && (code < 400 || code >= 500 || a.Refused == "") && len(a.Name) > maxName*30 {
			t.Errorf("%.40s… becomes %q, %d %q", name, a.Name, code, a.Refused)
		}
	}
	w := openWindow(t, s, "")
	w.phone(360, 740)
	w.until("firstFrameShown")
	w.run("joinAs({name: " + strconv.Quote(strings.Repeat("🎲", 500)) + "})")
	w.until("me.startsWith('🎲')")
	w.run("openTalk(true); send('/nim start 3 4 5')")
	w.until("games.get(here)?.mover === me")
	if got := eval[string](w, "[...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() && !e.closest('svg, #channels, .hidden, .skip, option') && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.tagName + '#' + e.id + ' ' + e.textContent.trim().slice(0, 20)).join('; ')"); got != "" {
		t.Errorf("with a long name these end beyond the window: %s", got)
	}
}

// Links to positions that are made up are answered by the analysis, which says what is
// wrong, or refused for a while when they come too fast.
func TestMadeUpLinks(t *testing.T) {
	s := newSite(t, 0, Limits{Burst: 20})
	s.server.pages.public = "https://nim.example.com"
	b := s.browser()
	refused := 0
	for n := range 10_000 {
		resp, text := b.get(fmt.Sprintf("/play/nim/%d%%20%d", n+1, n%7+1))
		if resp.StatusCode != http.StatusTooManyRequests {
			continue
		}
		if refused++; resp.Header.Get("Retry-After") == "" || !strings.Contains(text, "refused") {
			t.Fatalf("the %d. link: %s, retry after %q, %s", n+1, resp.Status, resp.Header.Get("Retry-After"), text)
		}
	}
	if refused < 9_500 || s.server.pages.fronts.Len() != 0 {
		t.Errorf("of 10000 made-up links %d were refused, and %d pages are kept", refused, s.server.pages.fronts.Len())
	}
	other := newSite(t, 1_000_000, Limits{})
	other.server.pages.public = "https://nim.example.com"
	for _, path := range []string{"/play/nim/3-4-5", "/play/chomp/4%209%202", "/play/nothing/3", "/play/nim/" + strings.Repeat("9", 400), "/play/nim/-1", "/play/cake/9x9@99,99", "/play/nim/%00"} {
		resp, text := other.browser().get(path)
		if resp.StatusCode < 400 || resp.StatusCode >= 500 || strings.Contains(text, "og:image") {
			t.Errorf("GET %s = %s, want what is wrong with it and no picture", path, resp.Status)
		}
	}
}

// A phone that is turned while a move is chosen keeps the choice, in sight, and the next tap makes it.
func TestAPhoneIsTurnedInAChoice(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
	w.phone(390, 844)
	w.until("document.querySelector('.staged .can')")
	w.tap("A:2")
	w.until(ready)
	for _, size := range [][2]int64{{844, 390}, {390, 844}} {
		w.phone(size[0], size[1])
		w.until(fmt.Sprintf("innerWidth === %d && narrow.matches === %t", size[0], size[0] < 641))
		if got := eval[string](w, onOffer); got != "A2" {
			t.Errorf("turned to %d px, the page offers %q, want A2", size[0], got)
		}
		w.sees(fmt.Sprint("a choice, turned to ", size[0]), ".staged:not([hidden]) .verbs .primary", ".staged:not([hidden]) .drawing")
	}
	w.poke(ready)
	w.until(answered2)
	// A choice of the next game stays what it was, too.
	w.run("chooseGame(); document.querySelector('#family [value=chomp]').click()")
	w.phone(844, 390)
	w.until("innerWidth === 844")
	if got := eval[string](w, "document.getElementById('change').open + ' ' + choiceOf('game').value"); got != "true chomp" {
		t.Errorf("turned, the choice of a game is %s, want true chomp", got)
	}
}

// A page that was left open over night, while the bot was restarted, plays on where it was.
func TestAPageLeftOpenOverNight(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	w := openWindow(t, s, "")
	w.until("document.querySelector('.staged .can')")
	w.stone("A", 2)
	w.until(ready)
	w.run(ready + ".click()")
	w.until(answered2)
	was := eval[string](w, "me + ' ' + epoch")
	s.ahead.Add(int64(14 * time.Hour))
	s.restart()
	w.until("me + ' ' + epoch !== '" + was + "' && !loading && games.get(here)?.mover === me && document.querySelector('.staged:not([hidden]) .can')")
	if got := eval[string](w, "me + document.getElementById('status').textContent"); !strings.HasPrefix(was, got+" ") {
		t.Errorf("in the morning the page is %q's, who was %q", got, was)
	}
	w.stone("C", 1)
	w.until(ready)
	w.run(ready + ".click()")
	w.until("plyOf(games.get(here)) > 2")
}

// What others say and play leaves what one types as it is: the words, the cursor and the suggestions.
func TestAMessageWhileOneTypes(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	ana := s.browser()
	ana.join("Ana", false)
	ana.open("Ana", "", "club")
	for _, x := range []screen{{390, 844, "light"}, {1280, 800, "light"}} {
		w, name := openWindow(t, s, "#club"), fmt.Sprint("Bob", x.width)
		w.size(x.width, x.height, x.theme)
		w.enter(name)
		w.run("openTalk(true); document.getElementById('say').focus()")
		for n, typed := range []string{"half a sen", "/nim st"} {
			w.run("document.getElementById('say').value = ''")
			w.do(chromedp.SendKeys("#say", typed))
			if n == 1 {
				w.until("document.querySelector('#list [role=option]')")
			}
			w.run("document.getElementById('say').setSelectionRange(2, 4)")
			said := fmt.Sprint("line ", n, " to ", name)
			ana.say("Ana", "club", said)
			ana.say("Ana", "club", "/nim challenge @"+name+" 3 4 5")
			w.shows(said)
			w.until("!document.getElementById('asked').hidden")
			ana.say("Ana", "club", "/nim decline")
			w.until("document.getElementById('asked').hidden")
			const is = "(() => { const e = document.getElementById('say'); return [e.value, e.selectionStart, e.selectionEnd, document.activeElement === e, document.querySelectorAll('#list [role=option]').length > 0].join() })()"
			if got, want := eval[string](w, is), fmt.Sprintf("%s,2,4,true,%t", typed, n == 1); got != want {
				t.Errorf("at %d px, after others spoke the box is %s, want %s", x.width, got, want)
			}
		}
	}
}
