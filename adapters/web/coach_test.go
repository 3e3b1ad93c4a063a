package web

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nimbot/internal/slowtest"
)

// sights are the windows in which what is said beside the board, and what people ask, is looked at.
var sights = []screen{{390, 844, "light"}, {768, 1024, "dark"}, {1280, 800, "light"}, {390, 844, "dark"}, {768, 1024, "light"}, {1280, 800, "dark"}}

// seeing defines what a person sees: unseen lists which of some elements lie outside of the window
// or under something else, of the elements that exist.
const seeing = `window.unseen = (...selectors) => selectors.flatMap((selector) => {
	const all = [...document.querySelectorAll(selector)];
	if (!all.length) return [selector + ' is missing'];
	return all.filter((e) => {
		const b = e.getBoundingClientRect();
		const at = e.closest('svg') && !e.matches('svg') ? [[.5, .5]] : [[.5, .5], [.04, .1], [.96, .1], [.04, .9], [.96, .9]];
		return !e.checkVisibility() || !b.width || at.some(([x, y]) => {
			const hit = document.elementFromPoint(b.left + x * b.width, b.top + y * b.height);
			return !hit || hit !== e && !e.contains(hit) && !(e.closest('svg') && e.closest('svg').contains(hit));
		});
	}).map((e) => selector + ' is outside or covered: ' + JSON.stringify(e.getBoundingClientRect()));
}).join('; '),
window.cutSigns = () => { // a text that goes on below its card fades, and no other does
	const log = document.getElementById('coach-log');
	const cut = () => log.scrollHeight - log.scrollTop - log.clientHeight > 4;
	const faded = () => getComputedStyle(log).maskImage !== 'none' || getComputedStyle(log.querySelector('.buttons') || log, '::before').opacity === '1' && Boolean(log.querySelector('.buttons'));
	return cut() !== faded() ? 'the card is cut: ' + cut() + ', faded: ' + faded() : '';
},
window.watchMoves = () => { window.moved = []; new PerformanceObserver((list) => {
	for (const e of list.getEntries()) if (e.value >= .0005) moved.push(...e.sources.map((s) => (s.node?.id || s.node?.className || s.node?.nodeName) + ' by ' + e.value.toFixed(4) + ' (' + s.node?.textContent.trim().slice(0, 30) + ') in ' + s.node?.parentElement?.className + ' ' + JSON.stringify(s.previousRect) + ' to ' + JSON.stringify(s.currentRect)));
}).observe({type: 'layout-shift'}) },
window.places = () => [...document.querySelectorAll('#stage .drawing, #stage .stone, #stage button, .top, #talk')].filter((e) => e.checkVisibility()).map((e) => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.width, b.height].map(Math.round).join() }).join(' ')`

const wholeBoard = ".staged:not([hidden]) .drawing', '.staged:not([hidden]) .stone', '.staged:not([hidden]) .verbs"

// sees fails if a person can't see some elements whole.
func (w *window) sees(when string, selectors ...string) {
	w.t.Helper()
	w.run(seeing)
	if got := eval[string](w, "unseen('"+strings.Join(selectors, "', '")+"')"); got != "" {
		w.t.Errorf("%s: %s", when, got)
	}
}

// picture writes a picture of the window if SCREENSHOTS is set.
func (w *window) picture(name string, x screen) {
	w.t.Helper()
	if os.Getenv("SCREENSHOTS") == "" {
		return
	}
	dir := filepath.Join("..", "..", ".screenshots")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		w.t.Fatal(err)
	}
	w.capture(dir, fmt.Sprintf("%s-%d-%s", name, x.width, x.theme))
}

// A newcomer's first hint, the next ones and the explanation stand beside the whole board, and
// nothing moves for them.
func TestAdviceStandsBesideTheBoard(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	for _, x := range someOf(t, sights) {
		w := openWindow(t, newSite(t, 0, Limits{}), "")
		w.size(x.width, x.height, x.theme)
		w.until("document.querySelector('.staged .can')")
		w.stone("A", 2) // on the first board, without a name
		w.until("document.querySelector('.staged:not([hidden]) .verbs .primary')")
		w.run("document.querySelector('.staged:not([hidden]) .verbs .primary').click()")
		w.until("games.get(here) && plyOf(games.get(here)) === 2")
		w.picture("coach-before", x)
		w.run(seeing)
		w.run("watchMoves()")
		before := eval[string](w, "places()")
		at := fmt.Sprintf("at %d px, %s", x.width, x.theme)
		for step, press := range []string{"Hint", "Tell me more", "Tell me more", "Explain"} {
			if press == "Explain" {
				w.run("document.querySelector('.staged:not([hidden]) .rest').open = true")
			}
			last := eval[string](w, "coached?.lines.join() || ''")
			w.run("window.pressedAt = performance.now()")
			w.press(press)
			w.until("coached && coached.lines.join() !== " + fmt.Sprintf("%q", last))
			t.Logf("%s: %s after %.0f ms", at, press, eval[float64](w, "performance.now() - pressedAt"))
			w.run("closeRest(null)")
			w.picture(fmt.Sprintf("coach-%d", step+1), x)
			w.sees(at+", "+press, "#coach-log p:not(.used, .only, p:not(.used) ~ p)", "#coach-close", wholeBoard)
			if got := eval[string](w, "cutSigns()"); got != "" {
				t.Errorf("%s, %s: %s", at, press, got)
			}
			if press == "Tell me more" && step == 1 || press == "Hint" {
				w.sees(at+", "+press, "#coach .buttons button")
			}
			if got := eval[string](w, "places()"); got != before && step < 2 { // later the hint is drawn on the board
				t.Errorf("%s, %s: the board went from\n%s to\n%s", at, press, before, got)
			}
		}
		if got := eval[[]string](w, "moved.filter((m) => !/coach/.test(m))"); len(got) > 0 {
			t.Errorf("%s: these moved: %s", at, strings.Join(got, ", "))
		}
		w.run("document.getElementById('coach-close').click()")
		w.until("!document.getElementById('coach').checkVisibility()")
	}
}

// While a hint is open, an exercise can be answered: its board and its answer stand above the card.
func TestAHintLeavesTheAnswerInSight(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	for i, x := range someOf(t, []screen{{360, 740, "light"}, {390, 844, "light"}, {768, 1024, "light"}, {1280, 800, "light"}}) {
		w := openWindow(t, s, "")
		w.size(x.width, x.height, x.theme)
		w.enter(fmt.Sprint("Ana", i))
		for _, c := range []struct{ lesson, answers, field string }{
			{"learn 4", "Lost, Show me, Next, Show me, Next", "#panel-log form button"}, // an exercise that asks for sizes
			{"learn 1", "", "#panel-log .verbs"},
			{"learn 3", "", "#panel-log .answers button"},
		} {
			w.run("openPanel('learn', '" + c.lesson + "')")
			w.until("document.querySelector('#panel-log .drawing')")
			for _, label := range strings.FieldsFunc(c.answers, func(r rune) bool { return r == ',' }) {
				find := fmt.Sprintf("[...document.querySelectorAll('#panel-log button')].find((b) => b.textContent.startsWith(%q))", strings.TrimSpace(label))
				w.until(find)
				w.run("window.was = document.querySelector('#panel-log .message'); " + find + ".click()")
				w.until("document.querySelector('#panel-log .message') !== was")
			}
			w.until("document.querySelector('" + c.field + "')")
			w.run("[...document.querySelectorAll('#panel-log button')].find((b) => b.textContent.startsWith('Hint')).click()")
			w.until("coached")
			at := fmt.Sprintf("at %d px, a hint in %s", x.width, c.lesson)
			w.sees(at, "#panel-log .drawing", c.field, "#coach .buttons button")
			w.picture("hint-"+strings.ReplaceAll(c.lesson, " ", "-"), x)
		}
	}
}

// What others say and play leaves the card as it is; my own move closes it.
func TestOthersDontCloseTheCard(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "")
	w.size(390, 844, "light")
	w.enter("Ana")
	bob := s.browser()
	bob.join("Bob", false)
	bob.open("Bob", "", "general")
	w.run("send('/nim challenge @Bob 3 4 5 first:me')")
	w.shows("Waiting for Bob")
	bob.say("Bob", "general", "/nim accept")
	w.until("games.get(here)?.mover === 'Ana'")
	w.press("Hint")
	w.until("coached")
	text := eval[string](w, "document.getElementById('coach-log').textContent")
	bob.say("Bob", "general", "Hello!")
	cleo := s.browser()
	cleo.join("Cleo", false)
	cleo.say("Cleo", "general", "/nim start 1 2 4 first:me")
	cleo.say("Cleo", "general", "/nim A1")
	w.shows("Hello!")
	w.sees("after others spoke", "#coach-log p:not(.used, .only, p:not(.used) ~ p)", wholeBoard)
	if got := eval[string](w, "document.getElementById('coach-log').textContent"); got != text {
		t.Errorf("after others spoke the card says %q, want %q", got, text)
	}
	bob.say("Bob", "general", "/nim resign")
	w.until("games.get(here)?.over")
	w.until("document.querySelector('#coach.past .was')")
	w.sees("after Bob resigned", "#coach .was")
	w.run("send('/nim rematch')")
	w.until("!coached")
}

// A hint that is asked for twice at once, at the bot's turn, or when the game ends is answered in
// the card, and at the end there is one card.
func TestHintsAtOddTimes(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.size(390, 844, "light")
	w.enter("Ana")
	w.start("nim", "3 4 5")
	w.run("for (let i = 0; i < 2; i++) [...document.querySelectorAll('.staged button')].find((b) => b.textContent === 'Hint').click()")
	w.run("send('/nim hint'); send('/nim hint')")
	w.until("coached?.lines[0].includes('A winning move')")
	w.sees("hints asked at once", "#coach-log p:not(.used, .only, p:not(.used) ~ p)", wholeBoard)
	if got := eval[int](w, "document.querySelectorAll('#coach-log .message').length"); got != 1 {
		t.Errorf("%d hints are shown, want one", got)
	}
	// The press was on its way when the board changed.
	w.run("window.hint = [...document.querySelectorAll('.staged button')].find((b) => b.textContent === 'Hint'); send('/nim A2'); hint.click()")
	w.until("coached?.kind === 'refusal' || coached?.kind === 'hint' && plyOf(games.get(here)) === 2")
	w.sees("a hint at the bot's turn", "#coach-log p:not(.used, .only, p:not(.used) ~ p)", ".staged:not([hidden]) .drawing")
	w.run("send('/nim resign'); send('/nim hint')")
	w.until("games.get(here)?.over && coached?.kind === 'refusal'")
	w.sees("a hint after the end", "#coach-log p:not(.used, .only, p:not(.used) ~ p)", ".staged:not([hidden]) .drawing")
}

// A hint stays beside its board when the page is loaded anew, unless it was closed.
func TestAHintOutlastsReloading(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.start("nim", "3 4 5")
	w.press("Hint")
	w.until("coached")
	reload := func() {
		w.run("window.old = true; location.reload()")
		w.untilLoaded("!window.old && document.readyState === 'complete' && typeof loading !== 'undefined' && !loading && games.get(here)?.mover === me")
	}
	reload()
	w.sees("after reloading", "#coach-log p:not(.used, .only, p:not(.used) ~ p)")
	w.run("document.getElementById('coach-close').click()")
	reload()
	if eval[bool](w, "Boolean(coached)") {
		t.Error("a hint that was closed is back after reloading")
	}
}

// The server says what a private message is: the greeting of a page that is opened isn't taken for
// an answer, nor an answer for the greeting.
func TestPrivateMessagesCarryTheirKind(t *testing.T) {
	s := newSite(t, 0, Limits{})
	b := s.browser()
	b.join("Ana", false)
	p := b.open("Ana", "", "general")
	for _, line := range []string{"/nim hint", "/nim start 3 4 5 first:me", "/nim hint", "/nim explain", "/nim B9", "/nim rules"} {
		b.say("Ana", "general", line)
	}
	want := "greeting refusal hint explain refusal -"
	var got []string
	p.await(func(all []sighting) bool {
		got = nil
		for _, x := range all {
			if k := x.message.Kind; x.message.To != "" && k != "" {
				got = append(got, k)
			} else if x.message.To != "" {
				got = append(got, "-")
			} else if k != "" {
				t.Errorf("a message to everybody is a %s: %q", k, x.message.Lines)
			}
		}
		return len(got) >= 6
	})
	if strings.Join(got, " ") != want {
		t.Errorf("the private messages are %v, want %s", got, want)
	}
}

// The card and the banner hold the longest words, on the narrowest phone.
func TestTheCardFitsEveryLanguage(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	x := screen{360, 740, "light"}
	for _, language := range someLanguages(t, s) {
		w, ana := openWindow(t, s, ""), s.browser()
		w.size(x.width, x.height, x.theme)
		w.until("document.readyState === 'complete' && document.querySelector('.staged .can')")
		w.readsIn(language)
		w.until("document.querySelector('.staged .can')")
		name := "Bob-" + language
		w.enter(name)
		w.run("send('/nim start 3 4 5 first:me')")
		w.until("games.get(here)?.mover === me")
		w.run(seeing)
		for step, want := range []string{"hint", "hint 2", "hint 3", "explain"} {
			w.run(fmt.Sprintf("window.last = coached; send('/nim %s')", want))
			w.until("coached && coached !== last")
			w.sees(language+", "+want, "#coach-title", "#coach-close", wholeBoard)
			if got := eval[string](w, "cutSigns() + [...document.querySelectorAll('#coach button, #coach p')].filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1).map((e) => e.textContent + ' is cut')"); got != "" {
				t.Errorf("%s, %s: %s", language, want, got)
			}
			w.picture(fmt.Sprintf("coach-%s-%d", language, step+1), x)
		}
		ana.join("Bartholomew-"+language, false)
		ana.open("Bartholomew-"+language, "", "general")
		ana.say("Bartholomew-"+language, "general", "/nim challenge @"+name+" 3x4 game:chomp clock:10m")
		w.until("document.querySelector('#asked:not([hidden])')")
		w.sees(language+", a challenge", "#asked", "#asked b", "#asked .clock", "#asked button", ".staged:not([hidden]) .stone")
		if got := eval[string](w, "[...document.querySelectorAll('#asked button')].filter((e) => e.scrollWidth > e.clientWidth + 1 || e.clientHeight > 60).map((e) => e.textContent).join()"); got != "" {
			t.Errorf("%s: the words of %s are cut", language, got)
		}
		w.picture("asked-"+language, x)
	}
}
