package web

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"nimbot/internal/slowtest"
)

// openPlaces are what a person may have open when somebody asks them something.
var openPlaces = []struct{ name, open, until string }{
	{"the first board", "", "document.querySelector('.staged .can')"},
	{"a lesson", "openPanel('learn', 'learn 1')", "document.querySelector('#panel-log .drawing, #panel-log p')"},
	{"a puzzle", "openPanel('puzzle')", "document.querySelector('#panel-log .drawing')"},
	{"the daily", "openPanel('daily')", "document.querySelector('#panel-log .message')"},
	{"a dialog", "chooseGame()", "document.getElementById('change').open"},
	{"the log", "openTalk(true)", "document.getElementById('talk-open').getAttribute('aria-expanded') === 'true'"},
	{"a game with a menu", "send('/nim start 3 4 5 first:me')", "games.get(here)?.mover === me && (document.querySelector('.staged:not([hidden]) .rest').open = true)"},
}

// What is true of the page while something is asked, and while nothing is.
const (
	isAsked    = "document.querySelector('#asked:not([hidden])')"
	isNotAsked = "document.getElementById('asked').hidden"
)

// answers presses a button of the question that a person is asked: 0 for the first, -1 for the last one,
// which accepts.
func (w *window) answers(button int) {
	w.t.Helper()
	w.until(isAsked)
	w.run(fmt.Sprintf("[...document.querySelectorAll('#asked button')].at(%d).click()", button))
	w.until(isNotAsked)
}

// Whoever is challenged sees it at once, whatever is open, and nothing else moves. On a phone everything is
// tried; in other windows every second thing, the rest in the other theme.
func TestAChallengeIsSeenOnAnyScreen(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	for i, x := range someOf(t, sights) {
		s := newSite(t, 1_000_000, Limits{})
		ana, w := s.browser(), openWindow(t, s, "")
		ana.join("Ana", false)
		ana.open("Ana", "", "general")
		w.size(x.width, x.height, x.theme)
		w.enter("Bob")
		w.until("today") // what the cards say has come
		for n, p := range openPlaces {
			if n%2 != i%2 && x.width != 390 {
				continue
			}
			at := fmt.Sprintf("%s at %d px, %s", p.name, x.width, x.theme)
			w.run("closePanel(); openTalk(false); for (const d of document.querySelectorAll('dialog[open]')) d.close()")
			w.run(p.open)
			w.until(p.until)
			w.still()
			inLog := p.name == "the log" // what is said pushes what was said before
			if got := eval[float64](w, "document.querySelector('.staged:not([hidden]) .buttons')?.getBoundingClientRect().bottom - document.querySelector('.chat').getBoundingClientRect().top"); inLog && x.width < 960 && got > 1 {
				t.Errorf("%s: what is said lies over %.0f px of the board", at, got)
			}
			w.isChallenged(ana, at, inLog)
			w.picture("asked-"+strings.ReplaceAll(p.name, " ", "-"), x)
			if x.width < 1101 && n == 0 {
				w.until("document.getElementById('talk-open').matches('.news')")
			}
			w.answers(0)
			w.until("!document.title.includes('challenges')")
		}
	}
}

// isChallenged lets Ana challenge Bob, who looks at the window, and checks what he sees. mayMove reports
// that something else may move.
func (w *window) isChallenged(ana *browser, at string, mayMove bool) {
	w.t.Helper()
	w.run(seeing)
	w.run("watchMoves()")
	w.run("new MutationObserver((seen, o) => { if (!document.getElementById('asked').hidden) { window.askedAt = Date.now(); o.disconnect(); } }).observe(document.getElementById('asked'), {attributes: true})")
	began := time.Now()
	ana.say("Ana", "general", "/nim challenge @Bob 3x4 game:chomp clock:10m")
	w.until(isAsked)
	w.t.Logf("%s: after %d ms", at, eval[int64](w, "askedAt")-began.UnixMilli())
	w.sees(at, "#asked", "#asked .says b", "#asked .says span", "#asked button")
	if got := eval[string](w, "[...document.querySelectorAll('#asked button')].map((b) => b.textContent).join()"); got != "Decline,Accept" {
		w.t.Errorf("%s: the buttons are %s", at, got)
	}
	if got := eval[string](w, "document.title + ' ' + document.getElementById('icon').getAttribute('href')"); got != "● Ana challenges you: Chomp · Nim Bot /web/icon-turn.svg" {
		w.t.Errorf("%s: title and icon are %s", at, got)
	}
	if got := eval[[]string](w, "moved.filter((m) => !/^asked/.test(m))"); len(got) > 0 && !mayMove {
		w.t.Errorf("%s: these moved: %s", at, strings.Join(got, ", "))
	}
}

// Who accepts from another screen sits at the board; who asked waits in sight of it meanwhile, and
// can take it back.
func TestWhoAskedWaits(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	for _, x := range someOf(t, sights) {
		s := newSite(t, 1_000_000, Limits{})
		ana, bob := openWindow(t, s, ""), openWindow(t, s, "")
		for _, w := range []*window{ana, bob} {
			w.size(x.width, x.height, x.theme)
		}
		ana.enter("Ana")
		bob.enter("Bob")
		at := fmt.Sprintf("at %d px, %s", x.width, x.theme)
		bob.run("openPanel('puzzle')")
		bob.until("document.querySelector('#panel-log .drawing')")
		ana.run("send('/nim challenge @Bob 3 4 5 first:me')")
		bob.until(isAsked)
		ana.until("document.querySelector('.staged:not([hidden]) .headline')?.textContent === 'Waiting for Bob' && /9:5\\d|10:00/.test(document.querySelector('.staged:not([hidden]) .clock').textContent)")
		ana.sees(at, ".staged:not([hidden]) .headline", ".staged:not([hidden]) .clock", ".staged:not([hidden]) .drawing", ".staged:not([hidden]) .buttons button")
		ana.picture("waiting", x)
		ana.press("Cancel the invitation")
		bob.until(isNotAsked)
		ana.until("!document.querySelector('.staged:not([hidden]) .headline')?.textContent.includes('Waiting')")
		if !eval[bool](bob, "Boolean(openedPanel)") {
			t.Errorf("%s: a challenge and its end closed Bob's puzzle", at)
		}
		ana.run("send('/nim challenge @Bob 3 4 5 first:me')")
		bob.answers(-1)
		bob.until("!openedPanel && games.get(here)?.seats.includes('Bob') && document.getElementById('asked').hidden")
		bob.sees(at, ".staged:not([hidden]) .drawing")
		ana.until("games.get(here)?.mover === 'Ana'")
		if x != sights[0] {
			continue
		}
		// A question to the opponent is asked in the same place; two windows of one person agree.
		ana.run("send('/nim A2')")
		bob.until("games.get(here)?.mover === 'Bob'")
		bob.run("openPanel('learn')")
		bob.until("document.querySelector('#panel-log .message')")
		ana.run("send('/nim undo')")
		bob.until("document.querySelector('#asked:not([hidden]) b')?.textContent.includes('take back')")
		bob.sees("a question", "#asked b", "#asked button")
		bob.picture("asked-undo", x)
		ana.until("document.querySelector('.staged:not([hidden]) .headline').textContent === 'Waiting for Bob'")
		bob.answers(-1)
		bob.until("document.getElementById('asked').hidden && openedPanel")
		ana.until("games.get(here)?.mover === 'Ana' && plyOf(games.get(here)) === 0")
	}
}

// A challenge that came while the page was offline is shown when it is back; an answer in one
// window takes it from the other one.
func TestAChallengeReachesEveryWindow(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	ana, w := s.browser(), openWindow(t, s, "")
	ana.join("Ana", false)
	ana.open("Ana", "", "general")
	w.enter("Bob")
	ctx, end := chromedp.NewContext(w.ctx, chromedp.WithExistingBrowserContext(chromedp.FromContext(w.ctx).BrowserContextID))
	t.Cleanup(end)
	second := &window{t, ctx}
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	second.do(chromedp.Navigate(s.http.URL + "/"))
	second.until("typeof me !== 'undefined' && me === 'Bob' && epoch")
	hub := s.server.hub
	hub.mu.Lock()
	for p := range hub.pages {
		hub.cutOff(p)
	}
	hub.mu.Unlock()
	ana.say("Ana", "general", "/nim challenge @Bob 3 4 5")
	for _, w := range []*window{w, second} {
		w.until(isAsked)
	}
	w.answers(-1)
	second.until("document.getElementById('asked').hidden && games.get(here)?.seats.includes('Bob')")
}

// A challenge that lapses is gone from every screen.
func TestALapsedChallengeGoes(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	ana, bob := openWindow(t, s, ""), openWindow(t, s, "")
	ana.enter("Ana")
	bob.enter("Bob")
	ana.run("send('/nim challenge @Bob 3 4 5')")
	ana.shows("Waiting for Bob")
	bob.until(isAsked)
	s.work(11 * time.Minute)
	bob.until(isNotAsked)
	ana.until("!document.querySelector('.staged:not([hidden]) .headline')?.textContent.includes('Waiting')")
	ana.shows("has expired")
}

// A request to end the game is answered in the banner, from another screen and another channel, and
// who plays somebody else can take a challenge beside that game.
func TestQuestionsReachWhoIsElsewhere(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	ana, cleo, bob := s.browser(), s.browser(), openWindow(t, s, "")
	for name, b := range map[string]*browser{"Ana": ana, "Cleo": cleo} {
		b.join(name, false)
		b.open(name, "", "general")
	}
	bob.size(390, 844, "light")
	bob.enter("Bob")
	ask := func(by *browser, name, line, says string) {
		t.Helper()
		by.say(name, "general", line)
		bob.until(fmt.Sprintf("document.querySelector('#asked:not([hidden]) b')?.textContent === %q", says))
		bob.sees(line, "#asked b", "#asked button")
	}
	bob.run("openChannel('other')")
	bob.until("here === 'other' && document.querySelector('.log:not([hidden]) .message')")
	ask(cleo, "Cleo", "/nim challenge @Bob 3 4 5 first:me", "Cleo challenges you: Nim")
	bob.answers(-1)
	bob.until("here === 'general' && games.get(here)?.seats.includes('Cleo')")
	bob.sees("a game that was taken from another channel", ".staged:not([hidden]) .drawing", ".staged:not([hidden]) .stone")

	// Beside the game with Cleo, a challenge leaves her board on the stage until it is accepted.
	board := "document.querySelector('.staged:not([hidden]) .drawing').textContent"
	before := eval[string](bob, board)
	ask(ana, "Ana", "/nim challenge @Bob 1 2 3 4 first:me", "Ana challenges you: Nim")
	if got := eval[string](bob, board); got != before {
		t.Errorf("a challenge changed the board on the stage from %q to %q", before, got)
	}
	bob.answers(-1)
	bob.until("games.get(here)?.seats.includes('Ana')")
	bob.until("document.querySelector('#boards:not([hidden])')?.textContent.includes('Cleo')")

	ana.say("Ana", "general", "/nim A1")
	bob.until("games.get(here)?.mover === 'Bob'")
	bob.run("send('/nim B1')") // whoever has moved is asked
	bob.until("games.get(here)?.mover === 'Ana'")
	bob.run("openPanel('learn', 'learn 1')")
	bob.until("document.querySelector('#panel-log .drawing')")
	bob.run("watchMoves()")
	ask(ana, "Ana", "/nim stop", "Ana asks to end the game without a result.")
	bob.answers(0) // no: the game and the lesson go on
	bob.until("openedPanel && games.get(here)?.seats.includes('Ana') && !games.get(here).over")
	ask(ana, "Ana", "/nim stop", "Ana asks to end the game without a result.")
	bob.answers(-1)
	bob.until("openedPanel && ![...boardsOf('general').values()].some((i) => i.game?.seats.includes('Ana') && !i.game.over)")
	if got := eval[[]string](bob, "moved.filter((m) => !/^asked/.test(m))"); len(got) > 0 {
		t.Errorf("in the lesson these moved: %s", strings.Join(got, ", "))
	}
}

// If somebody accepts a challenge in a lesson, nothing of the lesson lies over the game: not at once, not when
// the lesson answers later, and not when the page is loaded anew. At the end of each game a button leads back to
// the lesson, until it is pressed.
func TestALessonLeavesTheGameAlone(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	ana, bob := pair(t)
	bob.run("openPanel('learn', 'learn 1')")
	bob.until("document.querySelector('#panel-log .drawing')")
	bob.run("[...document.querySelectorAll('#panel-log button')].find((b) => b.textContent === 'Hint').click()")
	bob.until("coached?.panel === 'learn'")
	bob.run("document.body.classList.add('sheet')")
	meet(ana, bob)
	if eval[bool](bob, "Boolean(coached) || document.body.matches('.sheet')") {
		t.Error("after a challenge was accepted, something of the lesson lies over the game")
	}
	bob.run("send('/nim hint', '', undefined, 'learn')") // as one that was pressed before
	bob.run("window.before = true, location.reload()")
	bob.untilLoaded("!window.before && typeof games === 'object' && games.get(here)?.over && caughtUp.has(here)")
	if eval[bool](bob, "Boolean(coached)") {
		t.Errorf("over a game the card says %q", bob.text("#coach"))
	}
	bob.run("leftPanel = 'learn', setStage(here)") // the page was loaded anew
	const back = "document.querySelector('#next-acts .back')?.textContent === 'Back to: Learn'"
	bob.until(back)
	ana.press("Rematch")
	bob.until("document.querySelector('#asked:not([hidden]) [data-command^=accept]')")
	bob.answers(-1)
	bob.until("games.get(here) && !games.get(here).over && document.getElementById('asked').hidden")
	bob.run("send('/nim resign')")
	bob.until("games.get(here)?.over && " + back)
	bob.run("document.querySelector('#next-acts .back').click()")
	bob.until("openedPanel === 'learn'")
	bob.run("closePanel()")
	if eval[bool](bob, back+" && document.querySelector('#next-acts .back').checkVisibility() && Boolean(leftPanel)") {
		t.Error("who went back is still led back")
	}
}

// Everybody reads a question from their own seat: who asks for an undo learns who agreed, both people of a
// challenge learn whether they move first, and the winner reads "You won".
func TestQuestionsAreReadFromWhereOneSits(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	ana, bob := pair(t)
	ana.run("send('/nim challenge @Bob 1 2 first:them')")
	bob.until("document.querySelector('#asked [data-command^=accept]')")
	if got := bob.text("#asked"); !strings.Contains(got, "You will move first") {
		t.Errorf("who is challenged reads %q", got)
	}
	ana.run("send('/nim decline')")
	bob.until(isNotAsked)
	ana.run("send('/nim challenge @Bob 1 2 first:me')")
	ana.until("presentBoard(here)?.asked")
	if got := ana.text(".staged:not([hidden])"); !strings.Contains(got, "You will move first") {
		t.Errorf("who challenges reads %q", got)
	}
	bob.until("document.querySelector('#asked [data-command^=accept]')")
	bob.answers(-1)
	ana.until("games.get(here)?.mover === 'Ana'")
	ana.run("send('/nim B1')")
	ana.until("games.get(here)?.mover === 'Bob'")
	bob.choose()
	const chosen = "document.querySelector('.staged:not([hidden]) .verbs .primary')?.dataset.command.replace(/ ~.*/, '')"
	choice := eval[string](bob, chosen)
	ana.press("Ask to undo")
	bob.until("document.querySelector('#asked:not([hidden]) .primary')")
	if got := eval[string](bob, "document.querySelectorAll('.staged:not([hidden]) .bar button').length + ' ' + document.querySelectorAll('.staged:not([hidden]) .goes').length"); !strings.HasPrefix(got, "0 ") || strings.HasSuffix(got, " 0") {
		t.Errorf("while bob is asked, the board has (buttons, chosen stones) %s, want no button and the choice", got)
	}
	bob.run("document.querySelector('#asked [data-command^=decline]').click()")
	bob.until(chosen + " === '" + choice + "'")
	ana.press("Ask to undo")
	bob.until("document.querySelector('#asked:not([hidden]) .primary')")
	ana.until("[...document.querySelectorAll('.staged:not([hidden]) .bar button')].some((b) => b.textContent === 'Cancel the request')")
	bob.answers(-1)
	ana.until("games.get(here)?.mover === 'Ana'")
	if got := ana.text(".staged:not([hidden])"); !strings.Contains(got, "Bob agreed: the last turn is taken back.") {
		t.Errorf("after an undo who asked reads %q", got)
	}
	ana.run("send('/nim B2')")
	bob.until("games.get(here)?.mover === 'Bob'")
	bob.run("send('/nim A1')")
	for w, want := range map[*window]string{ana: "Bob won", bob: "You won"} {
		w.until("games.get(here)?.over")
		w.until(fmt.Sprintf("presentBoard(here).querySelector('.state')?.textContent.startsWith(%q)", want))
	}
}

// Everybody who has the page open is asked by an offer to everybody, also who has no name and came by
// the plain address.
func TestAVisitorIsAsked(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	ana := s.browser()
	ana.join("Ana", false)
	ana.open("Ana", "", "general")
	before := openWindow(t, s, "")
	before.size(390, 844, "light")
	before.until("today && !me")
	ana.say("Ana", "general", "/nim open 3 4 5")
	before.run("askPath()") // as the page does every ten seconds
	after := openWindow(t, s, "")
	for _, w := range []*window{before, after} {
		w.until("!document.getElementById('asked').hidden")
		w.sees("an offer to everybody", "#asked-says", "#asked button")
		if got := w.text("#asked-says"); !strings.Contains(got, "Ana") {
			t.Errorf("a visitor reads %q, want who asks", got)
		}
	}
	ana.say("Ana", "general", "/nim decline")
	later := openWindow(t, s, "")
	later.until("today")
	if eval[bool](later, "Boolean(me)") {
		t.Error("a visitor whom nobody asks got a name")
	}
}
