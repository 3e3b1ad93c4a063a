package web

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nimbot/internal/slowtest"
)

// axeSource is axe-core as `npm ci` installs it.
const axeSource = "testdata/axe/node_modules/axe-core/axe.min.js"

// violations are what axe-core finds, a line each.
const violations = `axe.run(document, {resultTypes: ["violations"]}).then((r) => r.violations.flatMap((v) =>
	v.nodes.map((n) => v.id + ": " + n.target.join(" ") + ": " + n.failureSummary.replaceAll("\n", " "))).join("\n"))`

func TestAccessibility(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	axe, err := os.ReadFile(axeSource)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no axe-core; .ci/run installs it: npm ci --prefix adapters/web/testdata/axe")
	}
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "")
	w.until("typeof askWho === 'function' && here")
	w.run("void askWho()")
	load := func() { w.run(string(axe) + ";undefined") }
	load()
	check := func(what string, all bool) {
		t.Helper()
		for _, x := range screens {
			phone, desk := x == screens[1], all && x == screens[2]
			if !phone && !desk && !(all && slowtest.Night()) {
				continue
			}
			w.size(x.width, x.height, x.theme)
			if found := strings.TrimSpace(eval[string](w, violations)); found != "" {
				t.Errorf("%s at %d px, %s:\n%s", what, x.width, x.theme, found)
			}
		}
	}
	check("the dialog", false)
	w.enter("Ana")
	check("the lobby", true)
	w.say("hello")
	w.shows("hello")
	w.say("/nim start 3 5 7 9")
	w.shows("Ana's move")
	w.say("/nim D1")
	w.until("plyOf(games.get(here)) === 2")
	w.say("/nim start 1 2")
	w.shows("You still have a game here")
	w.stone("A", 3)
	check("a chosen move", true)
	w.stone("A", 3)
	w.shows("You took 1")
	w.say("/nim explain")
	w.until("document.querySelector('.private table')")
	w.do(chromedp.SendKeys("#say", "/nim rules n"))
	w.until("document.querySelector('#list li')")
	w.do(chromedp.KeyEvent(kb.ArrowDown))
	check("a game with a hint and suggestions", true)
	w.run("document.getElementById('say').value = ''; closeList(); openMoves(true)")
	w.run("send('/nim resign')")
	w.shows("Nim Bot won")
	check("the end", true)
	w.run("openMoves(false)")
	w.press("Review")
	w.until("document.querySelector('#review-board svg')")
	check("a review", true)
	w.run("closeReview()")
	w.run("send('/nim share')")
	w.until("document.querySelector('.log a.button[download]')")
	check("a game to share", true)
	for _, command := range []string{"puzzle", "learn 1", "daily", "profile", "leaders", "help", "challenge"} {
		w.run("openChannel('" + strings.Fields(command)[0] + "')")
		w.until("document.querySelector('.log:not([hidden]) .message')")
		w.say("/nim " + command)
		w.until("document.querySelectorAll('.log:not([hidden]) .message').length > 1")
		check(command, false)
	}
	for _, panel := range lobbyCommands {
		w.run("openPanel('" + panel + "')")
		w.until("!awaitsAnswer && document.querySelector('#panel-log .message')")
		check("the panel "+panel, false)
	}
	for _, path := range []string{"/analyze", "/analyze/nim/3%204%205", "/analyze/chomp/3x4", "/analyze/nim/no", "/web/plain?channel=general"} {
		w.do(chromedp.Navigate(s.http.URL + path))
		load()
		check(path, true)
	}
}
