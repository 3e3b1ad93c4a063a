package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nimbot/internal/slowtest"
)

// walks are the windows in which people are followed through the page, each looked at in both themes.
var walks = []screen{{390, 844, "light"}, {768, 1024, "light"}, {1280, 800, "light"}}

// someOf are two of a test's windows: the first one, and in turn by the test's name one of the others.
// At night they are all.
func someOf(t *testing.T, all []screen) []screen {
	if slowtest.Night() {
		return all
	}
	return []screen{all[0], all[1+len(t.Name())%(len(all)-1)]}
}

// someLanguages are those of long words and of wide signs, English, and in turn by the test's name one more.
// At night they are all.
func someLanguages(t *testing.T, s *site) (some []string) {
	all := s.server.renderer.languages()
	for i, l := range all {
		if slowtest.Night() || i == len(t.Name())%len(all) || slices.Contains([]string{"en", "de", "ja"}, l.Value) {
			some = append(some, l.Value)
		}
	}
	return some
}

// eachWalk follows somebody in some windows, at night in all, side by side.
func eachWalk(t *testing.T, walk func(t *testing.T, x screen)) {
	slowtest.Only(t)
	t.Parallel()
	for _, x := range someOf(t, walks) {
		t.Run(fmt.Sprint(x.width), func(t *testing.T) {
			t.Parallel()
			walk(t, x)
		})
	}
}

// look fails if a person can't see some elements whole, in either theme.
func (w *window) look(name string, x screen, selectors ...string) {
	w.t.Helper()
	for _, theme := range []string{"dark", "light"} {
		x.theme = theme
		w.size(x.width, x.height, theme)
		w.sees(name+", "+theme, selectors...)
		w.picture("walk-"+strings.NewReplacer(" ", "-", ",", "").Replace(name), x)
	}
}

// The head and the buttons of what is on the stage.
const (
	stageHead = ".staged:not([hidden]) .headline"
	stageDo   = ".staged:not([hidden]) .bar .buttons > *"
)

// A guest comes by a link from a chat to a room in which somebody offers a game: they see what is
// offered, take it, give a name, and play. Another one comes by a link to the board, and watches.
// Leaders and profile need no name.
func TestAGuestComesByALink(t *testing.T) {
	eachWalk(t, func(t *testing.T, x screen) {
		s := newSite(t, 1_000_000, Limits{})
		ana := s.browser()
		ana.join("Ana", false)
		ana.open("Ana", "", "club")
		ana.say("Ana", "club", "/nim open 3 4 5 first:me clock:10m")
		w := openWindow(t, s, "#club")
		w.until("document.querySelector('#asked:not([hidden]) .says span')")
		w.look("a link to a room", x, "#asked .says b", "#asked .says span", "#asked button", ".staged .stone")
		if got := w.text("#asked b"); got != "Ana is looking for an opponent: Nim" {
			t.Errorf("an offer to everybody says %q", got)
		}
		w.run("document.querySelector('#asked [data-command^=accept]').click()")
		w.until("document.getElementById('join').open")
		w.look("a name", x, "#join-title", "#join-how", "#name", "#join .primary")
		w.do(chromedp.SendKeys("#name", "Gus\r"))
		w.until("games.get(here)?.seats.includes('Gus')")
		ana.say("Ana", "club", "/nim C2")
		w.until("games.get(here)?.mover === 'Gus'")
		w.look("the move of a guest", x, wholeBoard, stageHead)
		w.stone("A", 1)
		w.run("document.querySelector('.staged:not([hidden]) .verbs .primary').click()")
		w.until("games.get(here)?.mover === 'Ana'")

		watcher := openWindow(t, s, "table/club/1")
		watcher.until("document.querySelector('.staged:not([hidden]) .drawing') && games.get(here)?.seats.includes('Gus')")
		watcher.look("a link to a board", x, stageHead, ".staged:not([hidden]) .drawing", "#boards .primary")
		watcher.run("document.querySelector('#boards .primary').click()")
		watcher.until("document.querySelector('.staged .can')")
		watcher.look("after watching", x, wholeBoard, ".staged .hint")
		for _, place := range []string{"leaders", "profile"} {
			watcher.run("openPanel('" + place + "')")
			watcher.until("document.querySelector('#panel-log .message') || document.getElementById('join').open")
			watcher.look("as a guest, "+place, x, "#panel-title", "#panel-log p:not(.used, .only)", "#panel-close")
			watcher.run("closePanel()")
		}
	})
}

// A host plays six people at once, begun by buttons: each guest's board is one tap away in a row
// above the board, and is marked when it waits. A round takes the stage, and the game that one plays
// stays one tap away.
func TestAHostPlaysSix(t *testing.T) {
	eachWalk(t, func(t *testing.T, x screen) {
		s := newSite(t, 1_000_000, Limits{})
		w := openWindow(t, s, "#class")
		w.size(x.width, x.height, x.theme)
		w.enter("Tina")
		w.run("document.getElementById('ask-simul').click()")
		w.look("before a simul", x, "#together-title", "#together-says", "#together-how .primary")
		w.run("document.querySelector('#together-how [name=game]').value = 'nim'; document.querySelector('#together-how .primary').click()")
		w.until("document.querySelector('.staged:not([hidden]) [data-command^=begin]')")
		var guests []*browser
		for n := range 6 {
			b, name := s.browser(), fmt.Sprint("Kid", n)
			b.join(name, false)
			b.open(name, "", "class")
			b.say(name, "class", "/nim accept")
			guests = append(guests, b)
		}
		w.until("/6 of 6/.test(document.querySelector('.staged:not([hidden])').textContent)")
		w.look("a simul gathers", x, stageHead, ".staged:not([hidden]) [data-command^=begin]")
		w.run("document.querySelector('.staged:not([hidden]) [data-command^=begin]').click()")
		w.until("document.querySelectorAll('#boards [data-of]').length === 6")
		for n, b := range guests[:2] {
			b.say(fmt.Sprint("Kid", n), "class", "/nim A1")
		}
		w.until("document.querySelectorAll('#boards .unread').length + (games.get(here)?.mover === 'Tina') >= 2")
		w.look("a host's boards", x, "#boards", wholeBoard, stageHead)
		if got := eval[string](w, "[...document.querySelectorAll('#boards [data-of]')].map((b) => b.textContent.trim()).join()"); !strings.Contains(got, "Kid5") {
			t.Errorf("the row of boards is %s", got)
		}
		w.run("[...document.querySelectorAll('#boards button')].find((b) => b.querySelector('.unread') && b.ariaPressed !== 'true').click()")
		w.until("games.get(here).mover === 'Tina' && document.querySelector('.staged:not([hidden]) .can')")
		w.look("the next board", x, "#boards [aria-pressed=true]", wholeBoard)

		guests[5].say("Kid5", "class", "/nim race rounds:1 game:nim")
		w.until("document.querySelector('.staged:not([hidden]) .round .drawing')")
		w.look("a round over a game", x, stageHead, ".staged:not([hidden]) .clock.big", ".staged:not([hidden]) .drawing", ".staged:not([hidden]) .bar .verbs", "#boards [aria-pressed=true]")
		w.run("[...document.querySelectorAll('#boards button')].find((b) => b.ariaPressed !== 'true').click()")
		w.until("games.get(here)?.seats.includes('Tina')")
		w.look("back at the game", x, wholeBoard, "#boards [data-of=round]")
	})
}

// Somebody without a mouse reaches everything by Tab and sees where they are; plays by arrows and
// Enter; is told each move and the hint; and Escape goes back to the board.
func TestAWalkByKeys(t *testing.T) {
	eachWalk(t, func(t *testing.T, x screen) {
		w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
		w.size(x.width, x.height, x.theme)
		w.until("document.querySelector('.staged .can') && document.querySelector('.groups svg')")
		w.run(seeing)
		const at = `(() => { const e = document.activeElement, b = e.getBoundingClientRect(), s = getComputedStyle(e);
			const name = (e.ariaLabel || (e.getAttribute('aria-labelledby') && document.getElementById(e.getAttribute('aria-labelledby')).textContent) || e.labels?.[0]?.textContent || e.textContent || e.value || '').trim();
			const bad = [!name && 'has no name', (b.bottom < 1 || b.top > innerHeight - 1 || b.right < 1 || b.left > innerWidth - 1 || !b.width) && 'is outside', s.outlineStyle === 'none' && 'has no ring'].filter(Boolean);
			return [e === document.body ? 'end' : (e.id || e.className?.baseVal || e.className || e.tagName) + ' ' + name.slice(0, 20), bad.join(' and ')]; })()`
		reached := map[string]bool{}
		for range 80 {
			w.do(chromedp.KeyEvent(kb.Tab))
			got := eval[[2]string](w, at)
			if got[0] == "end" || reached[got[0]] && len(reached) > 8 {
				break
			}
			if reached[got[0]] = true; got[1] != "" {
				t.Errorf("at %d px, what Tab reaches: %s %s", x.width, got[0], got[1])
			}
		}
		all := fmt.Sprint(reached)
		for _, want := range []string{"Skip", "Hint", "Learn", "Daily", "All games", "New game", "Puzzle"} {
			if !strings.Contains(all, want) {
				t.Errorf("at %d px Tab doesn't reach %s, only %s", x.width, want, all)
			}
		}
		said := func(what string) {
			t.Helper()
			w.until("document.getElementById('live').textContent.includes(" + strconv.Quote(what) + ")")
		}
		w.run("document.querySelector('.staged .can[tabindex=\"0\"]').focus()")
		w.do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter)) // chooses a stone of B
		w.until("document.querySelector('.staged .verbs .primary')")
		w.do(chromedp.KeyEvent(kb.Enter))
		w.plied(2)
		said("took")
		w.until("document.activeElement.matches('.staged .can')") // one goes on where one was
		w.run("document.querySelector('.staged:not([hidden]) .hint').focus()")
		w.do(chromedp.KeyEvent(kb.Enter))
		w.until("coached")
		w.look("a hint by keys", x, "#coach-title", "#coach-log p:not(.used, .only)", "#coach .buttons button", wholeBoard)
		if got := eval[string](w, "document.querySelector('#coach-log p:not(.used, .only)').textContent"); got != "" {
			said(got[:12])
		}
		w.do(chromedp.KeyEvent(kb.Escape))
		w.until("!coached && document.activeElement !== document.body")
		w.do(chromedp.KeyEvent("/"))
		w.until("document.activeElement.id === 'say'")
		w.sees(fmt.Sprintf("at %d px, the message box", x.width), "#say")
	})
}
