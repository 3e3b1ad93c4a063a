package web

import (
	"testing"

	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

// faint is a function of a part of the page. It lists what can be pressed there and is too faint,
// by WCAG 2.2 (1.4.3 and 1.4.11): its text, the edge of a field, and on a board each part against
// the card.
const faint = `((within) => {
	const pen = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
	const known = new Map();
	const rgba = (css) => known.get(css) ?? known.set(css, painted(css)).get(css);
	const painted = (css) => { pen.clearRect(0, 0, 1, 1); pen.fillStyle = css; pen.fillRect(0, 0, 1, 1); const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
	const over = (top, below, alpha = top[3]) => [0, 1, 2].map((i) => top[i] * alpha + below[i] * (1 - alpha));
	const light = (c) => [.2126, .7152, .0722].reduce((n, k, i) => { const s = c[i] / 255; return n + k * (s <= .04045 ? s / 12.92 : ((s + .055) / 1.055) ** 2.4); }, 0);
	const contrast = (a, b) => { const [x, y] = [light(a), light(b)]; return (Math.max(x, y) + .05) / (Math.min(x, y) + .05); };
	const ground = (e) => {
		if (!e) return rgba(getComputedStyle(document.body).backgroundColor);
		const c = rgba(getComputedStyle(e).backgroundColor);
		return c[3] === 1 ? c : over(c, ground(e.parentElement));
	};
	const opacity = (e) => (e ? Number(getComputedStyle(e).opacity) * opacity(e.parentElement) : 1);
	const bad = [];
	const want = (what, got, least) => { if (got < least) bad.push(what.trim().slice(0, 40) + ' has ' + got.toFixed(2) + ', want ' + least); };
	const says = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
	const inSight = (e) => e.checkVisibility({opacityProperty: true, visibilityProperty: true}) && e.getClientRects().length && !e.closest(':disabled, [aria-disabled]');
	for (const e of within.querySelectorAll('a, button, summary, select, input:not([type=range], [type=radio], [type=checkbox]), label, [role=option]')) {
		if (!inSight(e) || e.closest('svg')) continue;
		for (const part of [e, ...e.querySelectorAll('*')]) {
			if (!says(part) && !part.matches('select, input') || !inSight(part) || part.matches('option')) continue;
			const s = getComputedStyle(part), below = ground(part);
			const large = parseFloat(s.fontSize) >= 24 || parseFloat(s.fontSize) >= 18.66 && Number(s.fontWeight) >= 700;
			want('"' + (part.textContent || part.placeholder || part.id) + '"', contrast(over(rgba(s.color), below, opacity(part)), below), large ? 3 : 4.5);
		}
		if (e.matches('select, input')) want('the edge of ' + e.id, contrast(rgba(getComputedStyle(e).borderTopColor), ground(e.parentElement)), 3);
	}
	for (const e of within.querySelectorAll('.board .can')) {
		if (!e.checkVisibility()) continue;
		const card = rgba(getComputedStyle(e.ownerSVGElement).backgroundColor);
		const colours = [e, ...shadingOf(e)].flatMap((x) => { const s = getComputedStyle(x); return [s.fill, s.strokeWidth === '0px' ? 'none' : s.stroke]; }).filter((c) => c !== 'none').map(rgba);
		want('the board\'s ' + e.getAttribute('class'), Math.max(...colours.map((c) => contrast(c, card))), 3);
	}
	return [...new Set(bad)].slice(0, 8).join('; ');
})`

// Whatever can be pressed is seen, in both themes: axe can't compute it where something
// lies under the text.
func TestContrastOfControls(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
	within := "document"
	look := func(what string, shapes ...[2]int64) {
		t.Helper()
		for _, x := range shapes {
			for _, theme := range []string{"light", "dark"} {
				w.size(x[0], x[1], theme)
				if got := eval[string](w, faint+"("+within+")"); got != "" {
					t.Errorf("%s, %d px, %s: %s", what, x[0], theme, got)
				}
			}
		}
	}
	phone, desk := [2]int64{390, 844}, [2]int64{1280, 800}
	w.until("firstFrameShown && document.querySelector('.staged .can')")
	look("the front", phone, desk)
	w.run("$('change').showModal()")
	look("the next game", phone)
	w.run("$('change').close()")
	w.enter("Ana")
	within = "$('stage')" // what is around the board is the same in each game
	for i, g := range rules.Games() {
		if i%slowtest.Sizes(3, 3, 1) > 0 {
			continue
		}
		w.start(g.Key, g.Examples[0])
		w.until("document.querySelector('.staged:not([hidden]) .can')")
		look(g.Key, desk)
		w.run("[...document.querySelectorAll('.staged:not([hidden]) .can')].at(-1).dispatchEvent(new MouseEvent('click', {bubbles: true}))")
		look(g.Key+" with a choice", desk)
		w.leave()
	}
	within = "document"
	w.start("nim", "3 4 5")
	w.run("openMoves(true)")
	look("the moves", phone)
	w.run("openMoves(false); send('/nim A2')")
	w.plied(2)
	w.run("send('/nim resign')")
	w.shows("Nim Bot won")
	look("the end", phone, desk)
	w.press("Review")
	w.until("document.querySelector('#review-board svg')")
	look("a review", phone, desk)
	for _, panel := range lobbyCommands {
		w.run("openPanel('" + panel + "')")
		w.until("document.querySelector('#panel-log .message') && !awaitsAnswer")
		look(panel, phone, desk)
	}
}
