package web

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"nimbot/game/rules"
)

type screen struct {
	width, height int64
	theme         string
}

// screens are the sizes and themes in which the page is looked at.
var screens = []screen{{360, 740, "light"}, {360, 740, "dark"}, {1280, 800, "light"}, {1280, 800, "dark"}}

// looks are screens and a tablet, only for pictures.
var looks = append(screens[:len(screens):len(screens)], screen{820, 1180, "light"})

// TestScreenshots writes pictures of every game's board on the page, and of
// its parts, to be looked at: SCREENSHOTS=1 go test -run Screenshots; without
// the games with SCREENSHOTS=pages.
func TestScreenshots(t *testing.T) {
	if os.Getenv("SCREENSHOTS") == "" {
		t.Skip("set SCREENSHOTS=1 to write pictures to .screenshots")
	}
	dir := filepath.Join("..", "..", ".screenshots")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	s := newSite(t, 1_000_000, Limits{})
	w := openWindow(t, s, "")
	shoot := func(name string) {
		t.Helper()
		for _, x := range looks {
			w.size(x.width, x.height, x.theme)
			w.run("document.getElementById('logs').scrollTop = 1e9")
			w.do(chromedp.Evaluate[chromedp.Void]("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))", chromedp.EvalAwaitPromise))
			w.capture(dir, fmt.Sprintf("%s-%d-%s", name, x.width, x.theme))
		}
		w.size(1280, 800, "light")
	}
	shoot("page-front")
	w.run("void askWho()")
	shoot("page-join")
	w.enter("Ana")
	shoot("page-empty")
	for _, g := range rules.Games() {
		if os.Getenv("SCREENSHOTS") == "pages" {
			break
		}
		name := strings.ReplaceAll(g.Key, ":", "-")
		w.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("openChannel(%q)", strings.ReplaceAll(name, ".", "-"))))
		w.until("document.querySelector('.log:not([hidden]) .message')")
		w.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("send('/nim start %s game:%s first:bot')", g.Examples[0], g.Key)))
		w.until("document.querySelector('.staged:not([hidden]) .drawing')")
		shoot("game-" + name)
		// A move is shown before it is made, unless the game is over already.
		w.do(chromedp.Evaluate[chromedp.Void]("[...document.querySelectorAll('.staged:not([hidden]) .can')].at(-1)?.dispatchEvent(new MouseEvent('click', {bubbles: true}))"))
		shoot("tap-" + name)
	}
	w.run("openChannel('hints')")
	w.until("document.querySelector('.log:not([hidden]) .message')")
	w.say("/nim start 3 4 5")
	w.shows("Ana's move")
	w.say("/nim hint 3")
	w.shows("A winning move")
	shoot("page-hint")
	w.run("closeCard()")
	w.say("/nim A2")
	w.shows("Ana took 2")
	w.until("plyOf(games.get(here)) === 2")
	shoot("page-moves")
	w.run("openMoves(true)")
	shoot("page-moves-open")
	w.run("openMoves(false)")
	w.say("/nim B9")
	w.say("start 3 4 5")
	w.shows("Did you mean")
	shoot("page-talk")
	w.run("document.getElementById('sheet-close').click(); notice(words.lost)")
	shoot("page-lost-connection")
	w.size(360, 400, "light") // above a phone's keyboard
	w.capture(dir, "page-keyboard-360-light")
	w.run("notice('')")
	w.capture(dir, "page-keyboard-board-360-light")
	w.size(1280, 800, "light")
	w.run("openChannel('friends')")
	w.say("/nim start 3 4 5")
	w.say("/nim A2")
	w.say("/nim resign")
	w.shows("Nim Bot won")
	shoot("page-lost")
	w.press("Review")
	w.until("document.querySelector('#review-board svg')")
	shoot("page-review")
	w.say("/nim start 1 1 1")
	w.shows("Ana's move")
	w.say("/nim A1")
	w.until("plyOf(games.get(here)) === 2")
	w.say("/nim C1")
	w.shows("Ana won")
	shoot("page-won")
	w.do(chromedp.Click("#add"))
	w.enter("Bob")
	w.say("Shall we?")
	w.say("/nim challenge @Ana 1 3 5 7 clock:10m")
	w.run("switchPerson('Ana')")
	w.shows("Bob challenged Ana")
	shoot("page-challenge")
	for _, command := range []string{"puzzle", "learn", "profile", "leaders", "daily", "help", "rules", "challenge"} {
		w.run(fmt.Sprintf("openChannel('about-%s')", command))
		w.until("document.querySelector('.log:not([hidden]) .message')")
		if slices.Contains(lobbyCommands, command) {
			w.run(fmt.Sprintf("openPanel('%s')", command))
			w.until("document.querySelector('#panel-log .message')")
		} else {
			w.say("/nim " + command)
			w.until("document.querySelectorAll('.log:not([hidden]) .message').length > 1")
		}
		shoot("about-" + command)
	}
	w.run("openChannel('friends')")
	w.say("/nim decline")
	w.say("/nim start 3 4 5 level:easy")
	w.until("document.querySelector('.staged:not([hidden]) .rest summary')")
	w.run("document.querySelector('.staged:not([hidden]) .rest').open = true")
	shoot("page-rest")
	w.say("/nim A1")
	w.say("/nim resign")
	w.shows("resigned")
	w.do(chromedp.SendKeys("#say", "/nim start 3 game:"))
	w.until("document.querySelector('#list li')?.textContent.includes('nim')")
	shoot("page-completion")
	for name, path := range map[string]string{"plain": "/web/plain?channel=nim", "analyze": "/analyze/nim/3%204%205", "analyze-wrong": "/analyze/nim/3-4-5", "analyze-chomp": "/analyze/chomp/3x4"} {
		w.do(chromedp.Navigate(s.http.URL + path))
		for _, x := range screens {
			w.size(x.width, x.height, x.theme)
			w.capture(dir, fmt.Sprintf("%s-%d-%s", name, x.width, x.theme))
		}
	}
}

// capture writes a picture of the window.
func (w *window) capture(dir, name string) {
	w.t.Helper()
	png, err := chromedp.Run(w.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}
