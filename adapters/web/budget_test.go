package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"nimbot/internal/slowtest"
)

// weight is the compressed size of all that a page loads, and whether all of it comes from the
// site.
const weight = `(() => {
	const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].filter((e) => !e.name.includes('/web/stream'));
	return [all.reduce((n, e) => n + e.encodedBodySize, 0), all.filter((e) => new URL(e.name).origin !== location.origin).length];
})()`

func TestPageWeight(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.until("document.querySelector('.groups .small > svg') && performance.getEntriesByType('resource').some((e) => e.name.includes('/web/lessons'))")
	got := eval[[]int](w, weight)
	if got[0] == 0 || got[0] > maxPage {
		t.Errorf("the page takes %d bytes, want at most %d", got[0], maxPage)
	}
	if got[1] > 0 {
		t.Errorf("%d requests go to another site", got[1])
	}
	t.Logf("%d bytes", got[0])
}

func TestNothingMovesWhileAGameIsPlayed(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	for _, x := range screens {
		if x.theme == "dark" { // the theme moves nothing
			continue
		}
		w := openWindow(t, newSite(t, 0, Limits{}), "")
		w.size(x.width, x.height, x.theme)
		w.enter("Ana")
		w.start("nim", "3 4 5")
		w.until("today") // what the cards say has come
		// Less than a two-thousandth is a word that a longer one pushes in its line.
		w.run(`window.moved = []; new PerformanceObserver((list) => {
			for (const e of list.getEntries()) if (e.value >= 0.0005) moved.push(...e.sources.map((s) => (s.node?.className || s.node?.nodeName) + ' (' + s.node?.textContent.trim().slice(0, 30) + ') from ' + JSON.stringify(s.previousRect) + ' to ' + JSON.stringify(s.currentRect)));
		}).observe({type: 'layout-shift'})`)
		for _, tap := range []struct {
			pile string
			n    int
		}{{"A", 2}, {"B", 4}, {"C", 3}} {
			w.stone(tap.pile, tap.n)
			w.until("document.querySelector('.staged:not([hidden]) .verbs .primary')")
			before := eval[int](w, "plyOf(games.get(here))")
			w.run("document.querySelector('.staged:not([hidden]) .verbs .primary').click()")
			w.until("plyOf(games.get(here)) > " + string(rune('0'+before)))
			if eval[bool](w, "Boolean(games.get(here).over)") {
				break
			}
		}
		w.still()
		if got := eval[[]string](w, "moved"); len(got) > 0 {
			t.Errorf("at %d px these moved: %s", x.width, strings.Join(got, ", "))
		}
	}
}

// small lists what can be pressed and is under 40 pixels high.
const small = `[...document.querySelectorAll('button, select, summary, a.button, input:not(.segments input, .check input), .segments span, label.check')]
	.map((e) => [e.textContent || e.id, e.getBoundingClientRect()])
	.filter(([, b]) => b.width && b.height < 39.5).map(([t, b]) => t.trim().slice(0, 30) + ' is ' + Math.round(b.height)).join('; ')`

func TestTargetsAreLarge(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.size(360, 740, "light")
	look := func(where string) {
		t.Helper()
		if got := eval[string](w, small); got != "" {
			t.Errorf("%s: %s; want 40 pixels", where, got)
		}
	}
	w.enter("Ana")
	look("the lobby")
	w.say("/nim puzzle")
	w.until("document.querySelector('.private .drawing')")
	look("a puzzle")
	w.start("nim", "3 4 5")
	w.stone("B", 3)
	look("a chosen move")
	w.say("/nim A2")
	w.until("plyOf(games.get(here)) === 2")
	w.say("/nim resign")
	w.shows("Nim Bot won")
	w.say("/nim review")
	w.until("document.querySelector('#review-board svg')")
	look("a review")
	w.run("closeReview()")
	w.say("/nim share")
	w.until("document.querySelector('.log a.button')")
	look("the end")
	for _, path := range []string{"/analyze/nim/3%204%205", "/web/plain?channel=nim"} {
		w.do(chromedp.Navigate(eval[string](w, "location.origin") + path))
		look(path)
	}
}

// A finger that taps twice, or taps on while the board changes, makes one move.
func TestHastyFingersMoveOnce(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.motion("no-preference")
	w.start("nim", "3 4 5")
	w.stone("A", 2)
	w.run("{ const b = document.querySelector('.staged:not([hidden]) .verbs .primary'); b.click(); b.click(); b.click() }")
	w.until("plyOf(games.get(here)) >= 2")
	w.until("document.querySelector('.veil')")
	w.stone("C", 5) // during the animation: it ends, and the tap chooses
	w.until("!document.querySelector('.veil') && document.querySelector('.staged:not([hidden]) .verbs .primary')")
	if got := eval[int](w, "plyOf(games.get(here))"); got != 2 {
		t.Errorf("%d moves were made, want the person's and the bot's", got)
	}
	// The same, pressed on a board that was replaced: two windows, one seat.
	w.run("window.old = document.querySelector('.staged:not([hidden]) .verbs .primary'); send('/nim B1')")
	w.until("plyOf(games.get(here)) === 4")
	w.run("old.click()")
	w.until("coached?.kind === 'refusal'")
	if got := eval[int](w, "plyOf(games.get(here))"); got != 4 {
		t.Errorf("an old button made a move: %d were made, want 4", got)
	}
}
