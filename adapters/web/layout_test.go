package web

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"nimbot/internal/slowtest"
)

// apart lists what of a board's row of buttons lies outside the window or over
// another button.
const apart = `(() => {
	const all = [...document.querySelectorAll('.staged:not([hidden]) .buttons > *')].map((e) => [e.textContent, e.getBoundingClientRect()]);
	const off = all.filter(([, b]) => b.left < 0 || b.right > innerWidth || b.bottom > innerHeight).map(([t]) => t + ' is outside');
	const over = all.flatMap(([t, a], i) => all.slice(i + 1).filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).map(([u]) => t + ' lies over ' + u));
	return [...off, ...over].join('; ');
})()`

func TestButtonsStandApart(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	look := func(when string) {
		t.Helper()
		for _, x := range screens {
			if x.theme == "dark" { // the theme moves nothing
				continue
			}
			w.size(x.width, x.height, x.theme)
			if got := eval[string](w, apart); got != "" {
				t.Errorf("%s, at %d px: %s", when, x.width, got)
			}
		}
	}
	w.start("nim", "3 4 5")
	look("before the first move")
	w.say("/nim A2")
	w.until("plyOf(games.get(here)) === 2")
	look("after a move")
	w.say("/nim resign")
	w.shows("Nim Bot won")
	look("at the end")
}

func TestRareButtonsOpenAndClose(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.start("nim", "3 4 5")
	w.size(360, 740, "light")
	rest := ".staged:not([hidden]) .rest"
	w.do(chromedp.Click(rest + " summary"))
	for _, b := range strings.Split(eval[string](w, "[...document.querySelectorAll('"+rest+" button')].map((b) => { const r = b.getBoundingClientRect(); return [b.textContent, r.left, r.right, r.top, r.height].join('|') }).join('\\n')"), "\n") {
		var label string
		var left, right, top, height float64
		f := strings.Split(b, "|")
		label = f[0]
		if _, err := fmt.Sscan(strings.Join(f[1:], " "), &left, &right, &top, &height); err != nil {
			t.Fatalf("%q: %v", b, err)
		}
		if left < 0 || right > 360 || top < 0 || height < 40 {
			t.Errorf("%s lies from %.0f to %.0f at %.0f, %.0f high; want it inside 360 px and 40 high", label, left, right, top, height)
		}
	}
	w.do(chromedp.KeyEvent("\x1b"))
	w.until("!document.querySelector('" + rest + "').open")
	w.do(chromedp.Click(rest + " summary"))
	w.press("Level: easy")
	w.until("document.querySelector('.staged:not([hidden]) .tags').textContent.includes('Easy')")
}

func TestThePresentChannelIsInView(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.size(360, 740, "light")
	for i := range 8 {
		w.run(fmt.Sprintf("openChannel('channel-%d')", i))
	}
	inside := `(() => { const b = document.querySelector('#channels [aria-current]').getBoundingClientRect(), a = document.getElementById('channels').getBoundingClientRect(); return b.left >= a.left - 1 && b.right <= a.right + 1 })()`
	w.until(inside)
	w.size(1280, 800, "light")
	w.size(360, 740, "light")
	w.until(inside)
}

func TestPeopleHereCanBeChallenged(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "")
	w.enter("Ana")
	w.do(chromedp.Click("#ask-person"))
	w.until("askRival() && document.getElementById('rival').textContent === 'Nobody else is here yet' && document.getElementById('play').hidden")
	w.run("document.getElementById('change').close()")
	w.say("/nim challenge")
	w.until("document.querySelector('.log .private select')")
	bob := s.browser()
	bob.join("Bob", false)
	bob.open("Bob", "", "general")
	w.until("(askRival(), document.getElementById('rival').value === 'Bob')")
	w.run("document.querySelector('.log .private select').focus()")
	w.until("document.querySelector('.log .private select').value === 'Bob'")
	w.run("chooseGame('', 'person')")
	w.until("!document.getElementById('play').hidden")
	w.do(chromedp.Click("#play"))
	w.shows("Ana challenged Bob")
	w.run("openChannel('other')")
	w.run("chooseGame('', 'person')")
	w.until("askRival() && document.getElementById('play').hidden") // Bob isn't there
}

func TestASheetLeavesTheBoardInView(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.size(360, 740, "light")
	w.enter("Ana")
	if eval[bool](w, "document.body.classList.contains('sheet')") {
		t.Error("the greeting lies over the lobby")
	}
	w.say("/nim puzzle")
	w.until("document.body.classList.contains('sheet') && [...document.querySelectorAll('.log .private')].at(-1).querySelector('.drawing')")
	shown := `(() => { const a = document.getElementById('logs').getBoundingClientRect(); const b = [...document.querySelectorAll('.log .private .drawing')].at(-1).getBoundingClientRect(); return b.top >= a.top && b.bottom <= a.bottom })()`
	w.until(shown)
	w.do(chromedp.Click("#sheet-close"))
	w.until("!document.body.classList.contains('sheet')")
	w.start("nim", "3 4 5")
	w.say("/nim explain")
	w.until("document.querySelector('#coach .private table')")
	if got := eval[float64](w, "document.querySelector('.log:not([hidden]).staged g[data-label=B]').getBoundingClientRect().bottom - document.getElementById('coach').getBoundingClientRect().top"); got > 0 {
		t.Errorf("the hint covers pile B by %.0f pixels", got)
	}
}

// A refusal stands alone in the card, from its beginning.
func TestARefusalStandsAloneInTheCard(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.size(360, 740, "light")
	w.enter("Ana")
	w.start("nim", "3 4 5")
	w.say("/nim B9")
	w.shows("Pile B has only 4")
	w.sees("a refusal", "#coach-log p:not(.used, .only)")
	if got := eval[int](w, "document.querySelectorAll('#coach-log .message').length"); got != 1 {
		t.Errorf("the card holds %d messages, want one", got)
	}
}

func TestTheLobbyFitsAPhone(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.size(360, 740, "light")
	w.enter("Ana")
	if got := eval[string](w, "[...document.querySelectorAll('#lobby *')].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > 360).map((e) => e.tagName + ' ' + e.textContent.trim().slice(0, 20)).join('; ')"); got != "" {
		t.Errorf("these end beyond 360 pixels: %s", got)
	}
	if got := eval[string](w, "[...document.querySelectorAll('.top *')].filter((e) => e.checkVisibility() && (e.tagName == 'BUTTON' && e.scrollWidth > e.clientWidth || e.getBoundingClientRect().right > 360)).map((e) => e.tagName + ' ' + e.textContent.trim().slice(0, 20)).join('; ')"); got != "" {
		t.Errorf("at the top these are cut: %s", got)
	}
}

// With the keyboard of a phone open, the board and its buttons are still there.
func TestTheBoardStaysAboveAKeyboard(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.start("nim", "3 4 5")
	w.stone("A", 2)
	w.size(360, 400, "light")
	w.run("openTalk(true)")
	w.inView("nim")
	for part, least := range map[string]float64{".staged:not([hidden]) svg": 90, ".staged:not([hidden]) .verb": 39, "#say": 39} {
		got := eval[[]float64](w, "(() => { const b = document.querySelector("+strconv.Quote(part)+").getBoundingClientRect(); return [b.height, b.top, b.bottom] })()")
		if got[0] < least || got[1] < 0 || got[2] > 400 {
			t.Errorf("%s is %.0f pixels high, from %.0f to %.0f; want at least %.0f inside 400", part, got[0], got[1], got[2], least)
		}
	}
}
