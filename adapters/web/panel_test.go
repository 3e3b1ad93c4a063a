package web

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"nimbot/internal/slowtest"
)

// panelSays waits until the open panel shows a text, and the log doesn't.
func (w *window) panelSays(text string) {
	w.t.Helper()
	w.until("document.getElementById('panel-log').checkVisibility() && document.getElementById('panel-log').textContent.includes(" + strconv.Quote(text) + ")")
	if eval[bool](w, "log(here).textContent.includes("+strconv.Quote(text)+")") {
		w.t.Errorf("%q stands between what people say, too", text)
	}
}

// The day's positions, puzzles, lessons, leaderboards and the profile stand in place of
// the board, and are answered there. Back and Escape return to the board.
func TestPanelsStandInPlaceOfTheBoard(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	for _, x := range [][2]int64{{390, 844}, {1280, 800}} {
		w := openWindow(t, s, "")
		w.phone(x[0], x[1])
		w.until("firstFrameShown")
		w.run("document.querySelector('.do[data-place=daily]').click()")
		w.panelSays("position 1 of 3")
		w.until("location.pathname === '/daily'")
		if got := eval[string](w, overflow); got != "" {
			t.Errorf("at %d px: %s", x[0], got)
		}
		w.run("history.back()")
		w.until("!openedPanel && location.pathname === '/' && document.querySelector('.staged .can')?.checkVisibility()")
		const drawings = "log(here).querySelectorAll('.private .drawing').length" // the greeting has one
		before := eval[int](w, drawings)
		w.run("document.querySelector('.places [data-place=puzzle]').click()")
		w.until("document.querySelector('#panel-log .drawing')")
		first := eval[string](w, "document.querySelector('#panel-log .message').textContent")
		w.run("[...document.querySelectorAll('#panel-log button')].find((b) => b.dataset.command?.startsWith('show')).click()")
		w.until("!awaitsAnswer && document.querySelector('#panel-log').textContent !== " + strconv.Quote(first))
		if got := eval[int](w, drawings); got != before {
			t.Errorf("at %d px the answer to a puzzle stands between what people say", x[0])
		}
		w.do(chromedp.KeyEvent("\x1b"))
		w.until("!openedPanel && document.querySelector('.staged .can')?.checkVisibility()")
	}
}

// The leaderboards are tables, each with a button, and need no typing.
func TestLeadersAreATable(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	w := openWindow(t, s, "")
	w.enter("Ana")
	w.run("document.querySelector('.places [data-place=leaders]').click()")
	w.panelSays("Nobody here has a rating yet")
	w.run("document.querySelector('#panel-by [data-by=month]').click()")
	w.until("document.querySelector('#panel-log').textContent.includes('Nobody here has any points this month')")
	w.run("document.querySelector('#panel-by [data-by=lessons]').click()")
	w.until("document.querySelector('#panel-log').textContent.includes('Nobody here has passed a lesson yet')")
	w.run("[...document.querySelectorAll('#panel-log p button')].find((b) => b.textContent === 'learn 1').click()")
	w.until("document.querySelector('#panel-log').textContent.includes('Lesson 1')")
	who, _, err := s.server.people.find(t.Context(), "Ana")
	if err != nil {
		t.Fatal(err)
	}
	s.passes(who.ID, 2)
	w.say("/nim puzzle") // opening a puzzle records the visitor as a member
	w.shows("Show me (counts as not solved)")
	w.say("/nim show")
	w.run("openPanel('leaders', 'leaders lessons')")
	w.until("document.querySelector('#panel-log table')")
	if got := eval[string](w, "[...document.querySelectorAll('#panel-log table :is(th, td)')].map((e) => e.textContent).join('|')"); !strings.HasPrefix(got, "Rank|Player|Lessons|1|You|2") {
		t.Errorf("the board of lessons is %q", got)
	}
}

// Each lesson has a button with its title and the person's progress.
func TestLessonsAreListedByTitle(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	w := openWindow(t, s, "")
	w.enter("Ana")
	who, _, err := s.server.people.find(t.Context(), "Ana")
	if err != nil {
		t.Fatal(err)
	}
	s.passes(who.ID, 2)
	w.run("askPath()")
	w.until("today?.lessons[0].state === 'passed'")
	w.run("openPanel('learn')")
	w.until("document.querySelectorAll('#panel-log button').length > 11")
	got := eval[string](w, "[...document.querySelectorAll('#panel-log [data-command^=learn]')].slice(0, 3).map((b) => b.textContent).join('|')")
	if want := "✓ Lesson 1: The last stone, and the mirror (passed)|✓ Lesson 2: Won or lost, backwards from the end (passed)|Lesson 3: Equal pairs cancel (begun)"; got != want {
		t.Errorf("the lessons are listed as %q, want %q", got, want)
	}
	if text := eval[string](w, "document.querySelector('#panel-log p').textContent"); strings.Contains(text, "2. ") {
		t.Errorf("the titles stand there twice:\n%s", text)
	}
}

// overflow lists what ends beyond the window.
const overflow = `[...document.querySelectorAll('#panel *')].filter((e) => e.checkVisibility() && !e.closest('#panel-tabs > *, .scroll') && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.tagName + ' ' + e.textContent.trim().slice(0, 20)).join('; ')`

// The address of the day's positions opens them, and is shown with their picture, and with
// what somebody shares of their answers.
func TestTheDayHasAnAddress(t *testing.T) {
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	s.server.pages.public = "https://nim.example.com"
	for path, want := range map[string]string{
		"/daily": `content="Today&#39;s three puzzles">`, "/daily?score=kt": "puzzles 🟩❌",
		"/daily?score=kkkk": `content="Today&#39;s three puzzles">`, "/daily?score=evil": `content="Today&#39;s three puzzles">`,
	} {
		resp, page := s.browser().get(path)
		if resp.StatusCode != http.StatusOK || !strings.Contains(page, want) || !strings.Contains(page, "https://nim.example.com/board/card/nim/") {
			t.Errorf("GET %s = %s, without %q or its picture", path, resp.Status, want)
		}
	}
	slowtest.Only(t)
	w := openWindow(t, s, "daily")
	w.until("document.querySelector('#panel-log .drawing') && location.pathname === '/daily'")
	w.run("navigator.share = async (what) => { window.handed = what }")
	// Nothing to share before all answers; at the end the button hands the result over, and posts nothing.
	if eval[bool](w, "document.getElementById('panel-share').checkVisibility()") {
		t.Error("something is shared before the last answer")
	}
	for range 3 {
		w.until("document.querySelector('#panel-log [data-command^=show]')")
		w.run("document.querySelector('#panel-log [data-command^=show]').click()")
		w.until("document.querySelector('#panel-log [data-command^=daily]')")
		w.run("document.querySelector('#panel-log [data-command^=daily]').click()")
	}
	w.until("document.getElementById('panel-share').checkVisibility()")
	w.run("document.getElementById('panel-share').click()")
	w.until("window.handed?.url.includes('/daily?score=ttt&until=')")
	if got := eval[string](w, "handed.text"); !strings.Contains(got, "❌❌❌ · 0 of 3 right") || strings.Contains(got, "/nim") {
		t.Errorf("%q is handed over, want the result in words, without a command", got)
	}
	if got := eval[int](w, "document.querySelectorAll('#panel-log .squares .did-lose').length"); got != 3 {
		t.Errorf("%d marks are drawn, want 3", got)
	}
	w.press("Position 2")
	w.until("document.querySelector('#panel-log .drawing') && document.getElementById('panel-log').textContent.includes('position 2 of 3')")
	w.run("document.querySelector('#panel-log [data-command=daily]').click()")
	w.until("document.getElementById('panel-log').textContent.includes('0 of 3 right')")
	if got := w.text("#logs"); strings.Contains(got, "Nim daily") {
		t.Errorf("sharing posted %q", got)
	}
	w.press("Post it in # general")
	w.until("[...document.querySelectorAll('#panel-log button')].some((b) => b.textContent.includes('Everybody there sees it'))")
	if got := w.text("#logs"); strings.Contains(got, "Nim daily") || eval[bool](w, "document.getElementById('join').open") {
		t.Error("the first press posts or asks for a name; want a question first")
	}
	w.press("Everybody there sees it. Post?")
	w.until("document.getElementById('join').open") // under a name
	w.do(chromedp.SendKeys("#name", "Uma\r"))
	w.until("me === 'Uma' && log(here).textContent.includes('Nim daily')")
}

// A finished game is shared by the system where it can, else copied; its address plays
// the start, and shows what each decision did.
func TestTheEndIsSharedByTheSystem(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.run("Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.copied = text; }}})")
	w.start("nim", "1 1 2")
	w.run("send('/nim C2')")
	w.plied(2)
	w.run("send('/nim take 1')")
	w.shows("You won")
	const line, address = "Nim 1·1·2 vs perfect ✅ won · 2 moves · no hints · 🟩", "/play/nim/1%201%202?score=k"
	w.run("navigator.share = async (what) => { window.handed = what }")
	w.press("Share")
	w.until("window.handed")
	if got := eval[map[string]string](w, "handed"); got["text"] != line || !strings.HasSuffix(got["url"], address) {
		t.Errorf("the system was handed %v, want %q and %s", got, line, address)
	}
	w.run("navigator.share = async () => { throw new TypeError() }")
	w.press("Share")
	w.until("window.copied")
	if got := eval[string](w, "copied"); !strings.HasPrefix(got, line+" http") || !strings.HasSuffix(got, address) {
		t.Errorf("%q was copied, want the line and its address", got)
	}
	w.run("location.href = " + strconv.Quote(address))
	w.untilLoaded("document.querySelectorAll('.staged .stone').length === 4")
}

// The address of a position shows it also to who has a game, which stays one press away.
func TestALinkShowsItsPosition(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.until("document.querySelector('.staged .can')")
	w.run("send('/nim start 3 4 5')")
	w.until("games.get(here)?.mover === me")
	w.run("location.href = '/play/nim/1%203%203'")
	w.untilLoaded("document.querySelectorAll('.staged .stone').length === 7 && document.querySelector('#boards button')?.checkVisibility()")
	w.run("document.querySelector('#boards button').click()")
	w.until("document.querySelectorAll('.staged .stone').length === 12")
}

// Pins topple, except if the visitor prefers reduced motion.
func TestPinsTopple(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.start("kayles", "7")
	w.run("send('/nim A1')")
	w.plied(2)
	const name = "[...document.querySelectorAll('.staged:not([hidden]) .ghost.pin')].map((e) => getComputedStyle(e).animationName).find((n) => n !== 'none') ?? 'none'"
	if got := eval[string](w, name); got != "none" {
		t.Errorf("with reduced motion pins move by %s", got)
	}
	w.motion("no-preference")
	w.until("document.querySelector('.staged:not([hidden]) .moved, .staged:not([hidden]).moved') || true")
	if got := eval[string](w, name); got != "topple" {
		t.Errorf("pins move by %s, want topple", got)
	}
}

// How points work stands behind a quiet line where puzzles are, and nowhere else.
func TestHowPointsWork(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
	w.size(390, 844, "light")
	w.until("document.querySelector('.staged .can')")
	for place, shown := range map[string]bool{"daily": true, "puzzle": true, "profile": true, "learn": false, "leaders": false} {
		w.run("openPanel('" + place + "')")
		w.until("openedPanel === '" + place + "' && document.querySelector('#panel-log .message')")
		if got := eval[bool](w, "document.getElementById('panel-points').checkVisibility()"); got != shown {
			t.Errorf("beside %s how points work is shown: %t, want %t", place, got, shown)
		}
	}
	w.run("openPanel('puzzle')")
	w.until("document.getElementById('panel-points').checkVisibility()")
	w.run("document.querySelector('#panel-points summary').click(); document.getElementById('panel-points').scrollIntoView()")
	for _, says := range []string{"first answer counts", "Skipping a puzzle costs nothing", "adds to your streak"} {
		if got := w.text("#panel-points"); !strings.Contains(got, says) {
			t.Errorf("how points work says %q, want %q", got, says)
		}
	}
}
