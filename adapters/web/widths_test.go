package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

// shapes are the windows in which every board must fit: the narrowest and the lowest one;
// then phones, tablets and desks, on their feet and on their sides.
var shapes = [][2]int64{
	{320, 640}, {640, 360},
	{360, 740}, {390, 844}, {660, 1000}, {768, 1024}, {820, 1180}, {900, 1200}, {1024, 1366}, {1280, 800},
	{740, 360}, {844, 390}, {1024, 768}, {1180, 820},
}

// shapesInTurn are the windows for the i-th game: the narrowest, the lowest and two of the
// others, so that each of them gets several games; at night all of them.
func shapesInTurn(i int) (some [][2]int64) {
	others := shapes[2:]
	some = append(some, shapes[:2]...)
	for n := range slowtest.Sizes(2, 2, len(others)) {
		some = append(some, others[(2*i+n)%len(others)])
	}
	return some
}

// unfit lists what is wrong with the present board in its window: pieces and targets that
// are too small for a finger, and what lies outside or under something else.
const unfit = `(() => {
	const bad = [];
	const item = document.querySelector('.staged:not([hidden]) .message');
	const svg = item.querySelector('.drawing > svg');
	const home = document.getElementById('stage').getBoundingClientRect();
	const box = svg.getBoundingClientRect();
	const scale = Math.min(box.width / svg.viewBox.baseVal.width, box.height / svg.viewBox.baseVal.height);
	const sizes = [...svg.querySelectorAll('.stone, .pin, .coin, .tail, .red, .blue, .chocolate, .crumb')].map((e) => { const b = e.getBBox(); return Math.max(b.width, b.height) * scale; });
	if (sizes.length && Math.min(...sizes) < 19.5) bad.push('a piece is ' + Math.min(...sizes).toFixed(1) + ' px');
	for (const e of item.querySelectorAll('svg, .verbs, .verbs > *, .buttons, .buttons > *, .headline')) {
		if (!e.checkVisibility() || e.closest('.between')) continue;
		const b = e.getBoundingClientRect();
		if (b.left < home.left - 1 || b.right > home.right + 1 || b.top < home.top - 1 || b.bottom > home.bottom + 1) bad.push((e.textContent.trim().slice(0, 16) || e.tagName) + ' lies outside: ' + [b.left, b.top, b.right, b.bottom].map(Math.round));
		if (e.matches('button') && e.scrollWidth > e.clientWidth + 1) bad.push('the words of ' + e.textContent + ' are cut');
		if (e.matches('button, summary, a') && (b.height < 39.5 || b.width < 39.5)) bad.push(e.textContent + ' is ' + Math.round(b.width) + ' x ' + Math.round(b.height));
	}
	const verbs = item.querySelector('.verbs');
	if (verbs && verbs.scrollHeight > verbs.clientHeight + 1) bad.push('the verbs are cut: ' + verbs.scrollHeight + ' in ' + verbs.clientHeight);
	return [...new Set(bad)].slice(0, 6).join('; ');
})()`

// Every game's board fits every window: no piece under 20 pixels, no button under 40 or
// cut off, before and after something was chosen.
func TestBoardsFitEveryWindow(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
	w.enter("Ana")
	for i, g := range rules.Games() {
		w.start(g.Key, g.Examples[0])
		w.until("document.querySelector('.staged:not([hidden]) .can')")
		for _, x := range shapesInTurn(i) {
			w.phone(x[0], x[1])
			for _, when := range []string{"at first", "with a choice"} {
				if when != "at first" {
					w.run("[...document.querySelectorAll('.staged:not([hidden]) .can')].at(-1).dispatchEvent(new MouseEvent('click', {bubbles: true}))")
				}
				if got := eval[string](w, unfit); got != "" {
					t.Errorf("%s at %d x %d, %s: %s", g.Key, x[0], x[1], when, got)
				}
			}
			w.run("document.querySelector('.staged:not([hidden]) .drawing > svg').dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))")
		}
		w.leave()
	}
}

// What stands at the top of the page fits a small phone in every language, for a guest
// and, in some languages or at night in all, for somebody with a long name.
func TestTheTopFitsASmallPhoneInEveryLanguage(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "")
	const outside = `[...document.querySelectorAll('.top > *, .who > :not(label)')].filter((e) => e.checkVisibility())
		.map((e) => [e.id || e.className || e.nodeName, e.getBoundingClientRect()])
		.filter(([, b]) => b.right > innerWidth || b.left < 0 || b.width < 27).map(([name, b]) => name + ' is at ' + Math.round(b.left) + '-' + Math.round(b.right)).join('; ')`
	for _, name := range []string{"", "Bartholomew-Maximilian"} {
		if name != "" {
			w.enter(name)
		}
		for i, l := range s.server.renderer.languages() {
			if name != "" && i%slowtest.Sizes(3, 3, 1) > 0 {
				continue
			}
			w.phone(320, 640)
			w.run("document.cookie = 'language=" + l.Value + "; path=/'")
			w.do(chromedp.Reload())
			w.untilLoaded("document.documentElement.lang === '" + l.Value + "' && document.querySelector('.staged .can') !== null")
			if got := eval[string](w, outside); got != "" {
				t.Errorf("in %s, for %q, of 320 pixels: %s", l.Value, name, got)
			}
		}
	}
}

// A hint stands beside the board or below it, and covers no part of it.
func TestAHintCoversNothing(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
	w.enter("Ana")
	w.start("nim", "3 4 5")
	for _, x := range shapes {
		w.phone(x[0], x[1])
		w.run("send('/nim hint 3')")
		w.until("document.querySelector('#coach .private table')?.checkVisibility()")
		got := eval[string](w, `(() => {
			const logs = document.getElementById('coach').getBoundingClientRect();
			return [...document.querySelectorAll('.staged:not([hidden]) svg .stone')].map((e) => e.getBoundingClientRect()).filter((b) => b.width < 8 || b.right > innerWidth || b.bottom > innerHeight || b.left < logs.right && logs.left < b.right && b.top < logs.bottom && logs.top < b.bottom).length + ' stones';
		})()`)
		if got != "0 stones" {
			t.Errorf("at %s the hint covers %s", fmt.Sprint(x), got)
		}
		w.run("document.getElementById('coach-close').click()")
	}
}
