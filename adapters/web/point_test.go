package web

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"nimbot/internal/slowtest"
)

// position is the position of the board that is shown.
const position = "document.querySelector('.staged:not([hidden]) .message')?.dataset.position"

// start begins a game in a channel of its own.
func (w *window) start(key, setup string) {
	w.t.Helper()
	channel := strings.NewReplacer(":", "-", ".", "-").Replace(key)
	w.run("openChannel(" + strconv.Quote(channel) + ")")
	w.until("document.querySelector('.log:not([hidden]) .message')")
	w.run(fmt.Sprintf("send('/nim start %s game:%s')", setup, key))
	w.until("stage(here).firstElementChild?.dataset.id !== 'front' && document.querySelector('.staged:not([hidden]) .drawing')")
}

// leave closes the channel: each new one has those that are open sent anew.
func (w *window) leave() {
	w.t.Helper()
	w.run("document.getElementById('close').click()")
}

// tap taps a part of the board, named as the server names it: "A:2".
func (w *window) tap(part string) {
	w.t.Helper()
	find := fmt.Sprintf("[...document.querySelectorAll('.staged:not([hidden]) .can')].find((p) => keyOf(p) === %q)", part)
	w.until(find)
	eval[bool](w, "("+find+").dispatchEvent(new MouseEvent('click', {bubbles: true}))")
}

// verbs are the commands that the board offers now.
func (w *window) verbs() string {
	w.t.Helper()
	return eval[string](w, "[...document.querySelectorAll('.staged:not([hidden]) .verb')].map((b) => plain(b.dataset.command)).join(' ')")
}

func TestTapsChooseMoves(t *testing.T) {
	t.Parallel()
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
	w.enter("Ana")
	all := []struct{ key, setup, taps, want string }{ // the everyday run has the first ones
		{"nim", "3 4 5", "A:2 B:3", "B2"},         // tapping elsewhere chooses anew
		{"cake", "5x8@2,3", "1:5", "top1 right4"}, // a corner is two cuts
		{"moore", "3 4 5 k2", "A:3 B:3", "A1B2"},  // two piles
		{"coins", "2 5 9", ":9 :7", "9-7"},
		{"nim", "3 4 5", "A:2", "A2"},
		{"nim", "3 4 5", "A:2 A:3", "A1"},
		{"nim", "3 4 5", "A:3 A:2", "A2"},
		{"cake", "5x8@2,3", "1:5 1:8", "top1 right1"},
		{"northcott", "red 8:2,5 6:1,6", "A:2 A:4", "A4"},
		{"kayles", "7", "A:3", "A1:2+4"},
		{"kayles", "7", "A:3 A:4", "A2:2+3"}, // two neighbours
		{"kayles", "7", "A:3 A:6", "A1:1+5"},
		{"moore", "3 4 5 k2", "C:5", "C1"},
		{"turtles", "1 4 6", ":6", "6"},
		{"turtles", "1 4 6", ":6 :3", "6,3"},
		{"chomp", "3x4", "2:3", "2,3"},
		{"bush", "0-1 1-2 1-3", "1-3:0", "1-3"},
		{"stairs", "2 0 3", "3:2", "3:2"},
		{"wythoff", "3 5", "A:3 B:5", "AB1"},
		{"lasker", "4", "A:2", "A:1+3 A:2+2 A3"},
	}
	for _, tt := range all[:slowtest.Count(4, len(all))] {
		w.start(tt.key, tt.setup)
		w.until(position + " !== undefined")
		for part := range strings.FieldsSeq(tt.taps) {
			w.tap(part)
		}
		if got := w.verbs(); got != tt.want {
			t.Errorf("%s %s: after taps on %s the board offers %q, want %q", tt.key, tt.setup, tt.taps, got, tt.want)
		}
		w.run("send('/nim stop')")
		w.until("!document.querySelector('.staged:not([hidden]) .can')")
	}
}

// A press shows at once that it is on its way, however slow the network is.
func TestATapIsAcknowledgedInTheSameFrame(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.start("nim", "3 4 5")
	w.run("window.fetch = () => new Promise(() => {})")
	w.tap("A:2")
	got := eval[string](w, `(() => {
		document.querySelector('.staged:not([hidden]) .verb').click();
		return document.querySelector('.staged:not([hidden]) .verbs').textContent;
	})()`)
	if got != "Sending … take 2 from A" {
		t.Errorf("right after the press the board says %q", got)
	}
}

// The keyboard reaches every stone, and lets go of a choice.
func TestStonesByKeyboard(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.start("nim", "3 4 5")
	w.run("document.querySelector('.staged:not([hidden]) .can[tabindex=\"0\"]').focus()")
	for _, key := range []string{"ArrowRight", "ArrowDown", "Enter"} {
		w.run(fmt.Sprintf("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: %q, bubbles: true, cancelable: true}))", key))
	}
	if got := w.verbs(); got != "B3" {
		t.Errorf("from A's first stone right, down and Enter offer %q, want B3", got)
	}
	w.run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))")
	if got := w.verbs(); got != "" {
		t.Errorf("after Escape the board offers %q, want nothing", got)
	}
}

// Where there are too many moves to be listed, a tap on a pile chooses it, and
// a tap on another one chooses anew.
func TestHugePilesAreChosenByTaps(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.start("nim", "1000 2000")
	for _, pile := range []string{"A", "B"} {
		eval[bool](w, "document.querySelector('.staged:not([hidden]) g[data-label="+pile+"]').lastElementChild.dispatchEvent(new MouseEvent('click', {bubbles: true}))")
		w.shows("Take how many from " + pile + "?")
	}
}

// Choosing a move, and letting go of it, moves nothing else on the page.
func TestChoosingMovesNothing(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.size(360, 740, "light")
	for _, tt := range []struct{ key, setup, part string }{{"nim", "3 4 5", "B:2"}, {"cake", "5x8@2,3", "1:5"}, {"stairs", "2 0 3", "3:2"}} {
		w.start(tt.key, tt.setup)
		w.until("document.querySelector('.staged:not([hidden]) .can')")
		const places = "[...document.querySelectorAll('.staged:not([hidden]) :is(svg, .choices, .bar)')].map((e) => e.getBoundingClientRect().top).join()"
		before := eval[string](w, places)
		w.tap(tt.part)
		if after := eval[string](w, places); after != before {
			t.Errorf("%s: choosing moves the board and its buttons from %s to %s", tt.key, before, after)
		}
	}
}

// On chocolate nothing steps from bite to bite; a hint about an earlier board doesn't come back when the
// page is loaded anew; a puzzle that the daily offers opens as a puzzle; and what is posted says where.
func TestWhatAPlayerTaps(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
	w.enter("Ana")
	w.start("chomp", "3x4")
	w.run("document.querySelectorAll('.staged:not([hidden]) .can')[7].dispatchEvent(new MouseEvent('click', {bubbles: true}))")
	w.until("document.querySelector('.staged:not([hidden]) .verbs .verb')")
	if eval[bool](w, "Boolean(document.querySelector('.staged:not([hidden]) .verbs :is(.step, input)'))") {
		t.Errorf("beside a bite stands %q", w.text(".staged:not([hidden]) .verbs"))
	}
	w.run("send('/nim resign')")
	w.until("games.get(here)?.over")
	w.start("nim", "1 1 2")
	hint := func() {
		t.Helper()
		w.run("send('/nim hint', stage(here).firstElementChild.dataset.id)")
		w.until("coached?.kind === 'hint'")
	}
	hint()
	w.run("send('/nim C2')")
	w.plied(2)
	w.until("!coached")
	hint()
	w.run("closeCard(); window.before = true; location.reload()")
	w.untilLoaded("!window.before && typeof games === 'object' && games.get(here) && plyOf(games.get(here)) === 2 && caughtUp.has(here)")
	if eval[bool](w, "Boolean(coached)") {
		t.Errorf("after a hint was put away, an older one came back: %q", w.text("#coach"))
	}
	w.run("send('/nim ' + stage(here).firstElementChild.aims[0].command)")
	w.until("games.get(here).over && document.querySelector('#next-acts .rest')")
	w.press("Post it in # nim, with a picture")
	w.press("Everybody there sees it. Post?")
	w.until("[...document.querySelectorAll('#next-acts p')].some((b) => b.textContent === 'Posted in # nim')")
	w.run("openPanel('daily')")
	w.until("document.querySelector('#panel-log .message')")
	w.run("press(document.createElement('button'), 'puzzle', { panel: 'daily' })")
	w.until("openedPanel === 'puzzle' && document.getElementById('panel-title').textContent === 'Puzzle' && document.querySelector('#panel-log .message')")
}
