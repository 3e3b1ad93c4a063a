package web

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

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
			w.readsIn(l.Value)
			w.until("document.querySelector('.staged .can')")
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
		w.run("send('/nim explain')")
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

// tight lists what is wrong with the words of what is shown in a narrow window: what is cut or
// outside, and rows of buttons, each with how many lines they take.
const tight = `(() => {
	const bad = [], rows = {};
	for (const e of document.querySelectorAll('button, a.button, summary, label > span, h2, .headline, .do small, .groups b, #asked b')) {
		if (!e.checkVisibility() || e.closest('.log:not(.staged), #boards, #panel-tabs, .decisions, nav, [hidden]')) continue;
		const b = e.getBoundingClientRect(), host = document.querySelector('dialog[open]');
		if (!b.width || host && !host.contains(e)) continue;
		const clamps = e.matches('.do small');
		if (b.right > innerWidth + .5 || b.left < -.5) bad.push(e.textContent.trim().slice(0, 30) + ' lies from ' + Math.round(b.left) + ' to ' + Math.round(b.right));
		if (!clamps && e.clientWidth && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 3 && getComputedStyle(e).overflowY !== 'visible')) bad.push(e.textContent.trim().slice(0, 30) + ' is cut');
		if (e.matches('.bar button, .bar summary, .acts button, .places > *, .segments span')) {
			const row = e.closest('.segments div, .bar, .acts, .places');
			const key = row.closest('fieldset')?.querySelector('input').name || row.className || row.tagName;
			(rows[key] ||= new Set()).add(Math.round(b.top / 8));
		}
	}
	return JSON.stringify([[...new Set(bad)], Object.fromEntries(Object.entries(rows).map(([k, v]) => [k, v.size]))]);
})()`

// In some languages, at night in all, nothing is cut at 360 pixels, and buttons stand in one row where English has
// one: at first, in the choice of a game, in that of a round, after a move, and at the end.
func TestWordsFitASmallPhoneInEveryLanguage(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	w := openWindow(t, s, "")
	w.enter("Ana")
	w.phone(360, 740)
	english := map[string]map[string]int{}
	for _, language := range someLanguages(t, s) {
		w.readsIn(language)
		w.run("openChannel('in-" + strings.ToLower(language) + "')") // without a game yet
		w.until("document.querySelector('.staged:not([hidden]) .can')")
		for _, at := range []struct{ name, open string }{
			{"at first", ""},
			{"a new game", "chooseGame()"},
			{"against a person", "chooseGame('', 'person')"},
			{"a round", "$('change').close(); $('ask-round').click()"},
			{"a game", "$('together-how').close(); await send('/nim start 3 4 5 first:me level:easy'); await send('/nim A2')"},
			{"the end", "await send('/nim resign'); await send('/nim resign')"},
		} {
			eval[bool](w, "(async () => { "+at.open+"; await pause(120); return true })()")
			var got [2]any
			var bad []string
			rows := map[string]int{}
			got = [2]any{&bad, &rows}
			if err := json.Unmarshal([]byte(eval[string](w, tight)), &got); err != nil {
				t.Fatal(err)
			}
			if len(bad) > 0 {
				t.Errorf("in %s, %s: %s", language, at.name, strings.Join(bad, "; "))
			}
			if language == "en" {
				english[at.name] = rows
			}
			for row, n := range rows {
				if n > max(1, english[at.name][row]) {
					t.Errorf("in %s, %s: the buttons of %q take %d rows, in English %d", language, at.name, row, n, english[at.name][row])
				}
			}
		}
	}
}

// On a phone that is high enough, the parts of a sum stand below each other, and a pin of 25 is as large as a finger needs.
func TestThePartsOfASumStandBelowEachOtherOnAPhone(t *testing.T) {
	t.Parallel()
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
	w.enter("Ana")
	w.start("sum", "kayles 25 + nim 3")
	w.phone(390, 844)
	const titles = `[...document.querySelectorAll(".staged:not([hidden]) .drawing > svg .part > text")].map((e) => e.getBoundingClientRect())`
	w.until(`(([a, b]) => a && b && Math.abs(a.left - b.left) < 1 && b.top > a.top + 100)(` + titles + `)`)
	if bad := eval[string](w, unfit); bad != "" {
		t.Errorf("the board doesn't fit: %s", bad)
	}
}

// The parts of a sum are arranged so that they fill their frame: on a phone four of them can be read and pressed, and
// nothing is cut off on a desk.
func TestThePartsOfASumFillTheirFrame(t *testing.T) {
	t.Parallel()
	const (
		svg    = `document.querySelector(".staged:not([hidden]) .drawing > svg")`
		filled = `((svg) => { const f = svg.closest(".drawing").getBoundingClientRect(), b = svg.getBBox(), m = svg.getScreenCTM(); return Math.max(b.width * m.a / f.width, b.height * m.d / f.height) > .75; })(` + svg + `)`
		inView = `((svg) => { const f = svg.closest(".drawing").getBoundingClientRect(); return [...svg.querySelectorAll("[data-n], text")].map((e) => e.getBoundingClientRect()).every((b) => b.left > f.left - 1 && b.right < f.right + 1 && b.top > f.top - 1 && b.bottom < f.bottom + 1); })(` + svg + `)`
		least  = `Math.min(...[...document.querySelectorAll(".staged:not([hidden]) .drawing > svg [data-n]")].map((e) => Math.max(e.getBoundingClientRect().width, e.getBoundingClientRect().height)))`
	)
	for _, tt := range []struct {
		setup string
		least float64 // pixels, of the smallest piece on a phone
	}{
		{"nim 1 3 + kayles 5 + chomp 2x3 + stairs 2 1 1", 20},
		{"nimble 3 4 8 + lasker 5 7 + mock-turtles 1 4 6 + grundy 9", 11},
		{"grundy 9 + turtles 2 + lasker 1", 11},
	} {
		w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
		w.enter("Ana")
		w.start("sum", tt.setup)
		w.phone(390, 844)
		w.until(filled)
		w.until(inView)
		if got := eval[float64](w, least); got < tt.least {
			t.Errorf("on a phone, %s has pieces of %.1f pixels, want at least %.0f", tt.setup, got, tt.least)
		}
		w.size(1280, 800, "light")
		w.until(filled)
		w.until(inView)
	}
}
