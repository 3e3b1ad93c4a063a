package web

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"nimbot/internal/slowtest"
)

// phone makes the window a phone with a finger.
func (w *window) phone(width, height int64) {
	w.t.Helper()
	w.do(chromedp.EmulateViewport(width, height, chromedp.EmulateTouch))
}

// poke touches an element for a moment.
func (w *window) poke(element string) {
	w.t.Helper()
	w.until(element)
	w.tapTogether(element)
}

// answered2 reports that the person has moved and the bot has answered.
const answered2 = "games.get(here) && plyOf(games.get(here)) === 2"

// The first thing that a newcomer sees is a board on which two taps make a move, without
// a name or a dialog, and the first games below it.
func TestANewcomerPlaysAtOnce(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.phone(390, 844)
	w.until("document.querySelector('.groups svg')")
	if got := eval[bool](w, "Boolean(document.querySelector('dialog[open]')) || me !== ''"); got {
		t.Error("a newcomer is asked for something, or somebody, before they play")
	}
	if got := strings.NewReplacer("\u2068", "", "\u2069", "").Replace(w.text(".staged .headline")); got != "You against Nim Bot" {
		t.Errorf("the page begins with %q, want who plays", got)
	}
	w.sees("a newcomer", wholeBoard, ".staged .hint", ".do", ".groups button")
	w.poke(part("C:4"))
	w.poke(part("C:4"))
	w.until(answered2)
	w.until("isGuest(me)")
	w.until("games.get(here).tags.includes('Easy')")
}

// A name is asked for when others will see it, and the guest's game comes along: to the
// name, through the server's restart, and with its buttons.
func TestAGuestTakesAName(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "")
	w.until("here")
	w.tap("A:2")
	w.press("take 2 from A")
	w.until(answered2)
	w.run("window.at = stage(here).firstElementChild.dataset.position; window.guest = me")
	w.say("Hello everybody")
	w.until("document.getElementById('join').open")
	w.do(chromedp.SendKeys("#name", "Ana\r"))
	w.shows("Hello everybody")
	w.until("me === 'Ana' && stage(here).firstElementChild?.dataset.position === at && games.get(here).seats.includes('Ana')")
	if got := eval[string](w, "document.documentElement.innerText"); strings.Contains(got, "Guest-") {
		t.Errorf("the page still names the guest:\n%s", got)
	}
	w.tap("B:1")
	w.until("document.querySelector('.staged:not([hidden]) .verb')")
	w.run("window.before = epoch")
	s.restart()
	w.until("epoch !== before && stage(here).firstElementChild?.dataset.position === at && document.querySelector('.staged:not([hidden]) .can')")
	if code, _ := s.browser().post("/web/join", map[string]any{"name": eval[string](w, "guest")}); code != http.StatusOK {
		t.Errorf("the guest's name is still taken: %d", code)
	}
}

// Commands that others see need a name, whatever the page does; games against the bot don't.
// Guests who are present have a number each, which the page and the bot's sentences agree on; and whoever gives a
// name after a game keeps its board, without a word that it's gone.
func TestGuestsAreToldApart(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	seen := map[string]bool{}
	for range 200 {
		name := newGuest(seen)
		for other := range seen {
			if guestNumber(other) == guestNumber(name) {
				t.Fatalf("%s and %s are both Guest %s", other, name, guestNumber(name))
			}
		}
		seen[name] = true
	}
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
	w.until("document.querySelector('.staged .can')")
	w.run("ensureName().then(() => send('/nim start 5'))")
	w.until("games.get(here)?.mover === me")
	if got, want := eval[string](w, "displayName(me)"), "Guest "+guestNumber(eval[string](w, "me")); got != want || !strings.Contains(w.text("#add"), want) {
		t.Errorf("the page calls a guest %q, and the button for a name %q; want %q", got, w.text("#add"), want)
	}
	w.run("send('/nim A5')")
	w.until("games.get(here)?.over")
	w.run("joinAs({name: 'Mia'})")
	w.until("me === 'Mia' && !loading && games.get(here)?.over")
	if got := w.text("#status"); got != "" {
		t.Errorf("after a guest named themselves the page says %q", got)
	}
}

// Nobody can take over a guest of another browser.
func TestGuestsCannotBeTakenOver(t *testing.T) {
	s := newSite(t, 0, Limits{})
	b, eve := s.browser(), s.browser()
	_, a := b.post("/web/join", map[string]any{"guest": true})
	if !regexp.MustCompile(`^Guest-[0-9a-f]{6}$`).MatchString(a.Name) {
		t.Fatalf("a guest is called %q", a.Name)
	}
	for text, want := range map[string]bool{"hello": true, "/nim challenge @Bob": true, "/nim open": true, "/nim leaders": false, "/nim profile": false, "/nim start 3 4 5": false, "/nim puzzle": false} {
		code, got := b.post("/web/say", sayRequest{As: a.Name, Channel: "general", Text: text})
		if got.Unnamed != want || want != (code == http.StatusForbidden) {
			t.Errorf("a guest says %q: %d, unnamed %v, want %v", text, code, got.Unnamed, want)
		}
	}
	guest, _, _ := s.server.people.find(t.Context(), a.Name)
	eve.post("/web/join", map[string]any{"name": "Eve", "was": a.Name})
	if who, _, _ := s.server.people.find(t.Context(), "Eve"); who.ID == guest.ID {
		t.Error("Eve took another browser's guest along")
	}
	b.post("/web/join", map[string]any{"name": "Ana", "was": a.Name})
	if who, _, _ := s.server.people.find(t.Context(), "Ana"); who.ID != guest.ID {
		t.Errorf("the guest %s became %s", guest.ID, who.ID)
	}
	if _, ok, _ := s.server.people.find(t.Context(), a.Name); ok {
		t.Error("the guest is still there beside their name")
	}
}

// Back returns to what was shown before, inside the page.
func TestBackStaysInThePage(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.run("window.same = true; " + play("chomp"))
	w.until("games.get(here)?.tags[0] === 'Chomp'")
	w.run("history.back()")
	w.until("stage(here).firstElementChild.dataset.id === 'front'")
	if !eval[bool](w, "window.same === true && Boolean(document.querySelector('#boards [data-of]'))") {
		t.Error("Back left the page, or the game can't be reached any more")
	}
	w.run("history.forward()")
	w.until("games.get(here)?.tags[0] === 'Chomp'")
}

// A person who has never played begins at the easiest level.
func TestNewcomersBeginEasily(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.until("choiceOf('level').value === 'easy'")
}

// Two people of one window play each other, and nobody switches a name.
func TestTwoPlayAtOneScreen(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.enter("Bob")
	w.run("changeButton().click()")
	w.run("document.querySelector('[name=rival-is][value=here]').click()")
	w.do(chromedp.Click("#play"))
	for _, move := range []string{"A:2", "B:3", "C:1"} {
		w.until("games.get(here)?.seats.length === 2 && document.querySelector('.staged:not([hidden]) .can')")
		before := eval[int](w, "plyOf(games.get(here))")
		w.tap(move)
		w.run("document.querySelector('.staged:not([hidden]) .verbs .primary').click()")
		w.until(fmt.Sprintf("plyOf(games.get(here)) === %d", before+1))
	}
}

// slow gives the window the network and the processor of a cheap phone.
func (w *window) slow() {
	w.t.Helper()
	w.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := cdp.Call(ctx, t, network.Enable, network.EnableParams{}); err != nil {
			return err
		}
		slow := &network.Conditions{Latency: 150, DownloadThroughput: 1.6e6 / 8, UploadThroughput: 750e3 / 8}
		if _, err := cdp.Call(ctx, t, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{slow}}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, t, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 4})
		return err
	}))
}

// On a cheap phone with a slow network nothing moves while the page loads. How soon the
// board can be played on depends on the machine: the test logs it.
func TestNothingMovesWhileThePageLoads(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	for _, x := range [][2]int64{{390, 844}, {820, 1180}, {1280, 800}} {
		t.Run(fmt.Sprint(x), func(t *testing.T) {
			t.Parallel()
			w := blankWindow(t)
			w.phone(x[0], x[1])
			w.slow()
			w.do(chromedp.Navigate(s.http.URL))
			w.until("document.querySelector('.groups svg') && today")
			got := eval[float64](w, `new Promise((done) => new PerformanceObserver((list) => done(list.getEntries().reduce((n, e) => n + e.value, 0))).observe({type: 'layout-shift', buffered: true}) || setTimeout(() => done(0), 500))`)
			if got > .02 {
				t.Errorf("things move by %.3f while the page loads, want at most 0.02", got)
			}
			t.Logf("first paint after %.0f ms, a board that can be played on after %.0f ms",
				eval[float64](w, "performance.getEntriesByName('first-contentful-paint')[0].startTime"), eval[float64](w, "performance.getEntriesByName('board')[0].startTime"))
		})
	}
}

// The first board is drawn in the page itself, once, so that it is seen before the script.
func TestTheFirstBoardComesWithThePage(t *testing.T) {
	b := newSite(t, 0, Limits{}).browser()
	for path, shape := range map[string]string{"/": "board-piles", "/play/chomp/3x4": "board-bar", "/table/general/7": "board-piles", "/daily": "board-piles"} {
		_, page := b.get(path)
		_, stage, _ := strings.Cut(page, `id="stage"`)
		stage, _, _ = strings.Cut(stage, `id="lobby"`)
		if !strings.Contains(stage, `<svg xmlns="http://www.w3.org/2000/svg" class="board `+shape) {
			t.Errorf("GET %s has no %s in its HTML:\n%s", path, shape, stage)
		}
		if strings.Contains(page, `"svg":`) {
			t.Errorf("GET %s carries its board twice", path)
		}
	}
}
