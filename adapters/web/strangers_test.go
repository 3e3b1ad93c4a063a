package web

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"nimbot/internal/slowtest"
)

// Who accepts a challenge in a lesson has nothing of it over the game; what the lesson answers later, or
// what comes again when the page is loaded anew, doesn't lie over it either. The way back to the lesson
// stands at the end of each game until it is taken.
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
	bob.run("document.querySelector('#asked [data-command^=accept]').click()")
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

// An undo between people says that it asks, and who agreed; who is asked to play reads who begins from
// where they sit, and so does who asked; and at the end the winner reads that it was them.
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
	bob.until("document.getElementById('asked').hidden")
	ana.run("send('/nim challenge @Bob 1 2 first:me')")
	ana.until("presentBoard(here)?.asked")
	if got := ana.text(".staged:not([hidden])"); !strings.Contains(got, "You will move first") {
		t.Errorf("who challenges reads %q", got)
	}
	bob.until("document.querySelector('#asked [data-command^=accept]')")
	bob.run("document.querySelector('#asked [data-command^=accept]').click()")
	ana.until("games.get(here)?.mover === 'Ana'")
	ana.run("send('/nim B1')")
	ana.until("games.get(here)?.mover === 'Bob'")
	ana.press("Ask to undo")
	bob.until("document.querySelector('#asked:not([hidden]) .primary')")
	ana.until("[...document.querySelectorAll('.staged:not([hidden]) .bar button')].some((b) => b.textContent === 'Cancel the request')")
	bob.run("document.querySelector('#asked .primary').click()")
	ana.until("games.get(here)?.mover === 'Ana'")
	if got := ana.text(".staged:not([hidden])"); !strings.Contains(got, "Bob agreed: the last turn is taken back.") {
		t.Errorf("after an undo who asked reads %q", got)
	}
	ana.run("send('/nim B2')")
	bob.until("games.get(here)?.mover === 'Bob'")
	bob.run("send('/nim A1')")
	for w, want := range map[*window]string{ana: "Bob won", bob: "You won"} {
		w.until("games.get(here)?.over")
		w.until("presentBoard(here).querySelector('.state')?.textContent.startsWith('" + want + "')")
	}
}

// Who comes by a link to a room is asked for a name, in no more than the header, before the teacher
// asks anything; who puts it off isn't asked again. No moderator's box, and no button that begins a round,
// is a pupil's; the address is large.
func TestAPupilComesByALink(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	w := openWindow(t, s, "")
	w.size(1280, 800, "light")
	w.enter("Tina")
	w.run("openChannel('7b')")
	if got := eval[float64](w, "parseFloat(getComputedStyle(document.querySelector('.acts .address')).fontSize)"); got < 17 {
		t.Errorf("the address is written in %.0f px", got)
	}
	pupil := openWindow(t, s, "#7b")
	pupil.size(390, 844, "light")
	pupil.until("document.querySelector('#asked:not([hidden]) .primary')")
	pupil.sees("a name", "#asked b", "#asked button", wholeBoard, ".staged .headline")
	if got := pupil.text("#asked b"); got != "# 7b · Who are you?" {
		t.Errorf("a pupil is asked %q", got)
	}
	pupil.picture("stranger-name", screen{390, 844, "light"})
	pupil.run("document.querySelector('#asked .primary').click()")
	pupil.until("document.getElementById('join').open")
	pupil.sees("a name", "#name", "#join-form .primary")
	if eval[bool](pupil, "Boolean(document.getElementById('moderator')?.checkVisibility())") {
		t.Error("a pupil is offered to moderate")
	}
	pupil.do(chromedp.SendKeys("#name", "Lea\r"))
	pupil.until("me === 'Lea' && document.getElementById('asked').hidden")
	w.run("document.getElementById('ask-round').click()")
	w.until("document.querySelector('#together-how .crowd')?.textContent === 'Here: 1 · Lea'")
	w.run("document.getElementById('together-how').close(); send('/nim race rounds:2 seconds:off 3 4 5')")
	pupil.until("document.querySelector('.staged:not([hidden]) .round .can')")
	if got := pupil.text(".staged:not([hidden]) .aim"); !strings.HasSuffix(got, "Whoever takes the last stone wins.") {
		t.Errorf("above a question stands %q, want who wins, too", got)
	}
	for _, x := range []*window{w, pupil} {
		x.until("document.body.matches('.led') && ![...document.querySelectorAll('#ask-round, #ask-simul')].some((b) => b.checkVisibility())")
	}
	late := openWindow(t, s, "#7b")
	late.until("document.querySelector('#asked:not([hidden]) .primary')")
	late.run("document.querySelector('#asked button').click()")
	late.until("document.getElementById('asked').hidden")
	late.run("showQuestion()")
	if !eval[bool](late, "document.getElementById('asked').hidden") {
		t.Error("who put it off is asked again")
	}
}

// guessAtNim makes the command that answers the present question about Nim, right or wrong.
const guessAtNim = `(right) => {
	const asks = presentBoard(here).asks, piles = [...asks.lines[0].matchAll(/([A-Z]) (\d+)/g)].map((m) => [m[1], Number(m[2])]);
	const sum = piles.reduce((n, p) => n ^ p[1], 0);
	if (!asks.aims) return asks.buttons.find((b) => b.command.startsWith((sum !== 0) === right ? "guess won" : "guess lost")).command;
	const wins = (command) => { const m = command.match(/guess ([A-Z])(\d+)/), n = piles.find((p) => p[0] === m[1])[1]; return (sum ^ n ^ (n - m[2])) === 0; };
	return asks.aims.map((a) => a.command).find((c) => /guess [A-Z]\d+ /.test(c) && wins(c) === right);
}`

// A wrong answer isn't marked as if it were right; it is marked as one's own in the bars, and among the
// points stand those who have none. What a former question offered goes, but for what is still explained; and a
// finger scrolls the explanation.
func TestAWrongAnswer(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	c := newClass(t, s)
	c.begin("nim")
	answer := func(w *window, right bool) {
		t.Helper()
		w.run("send('/nim ' + (" + guessAtNim + ")(" + strconv.FormatBool(right) + "), presentBoard(here).dataset.id)")
		w.until("document.querySelector('.staged:not([hidden]) .noted')")
	}
	for _, number := range []string{"1", "2"} {
		c.asks(number)
		answer(c.lea, true)
		answer(c.tim, false)
		if got := c.tim.text(".staged:not([hidden]) .noted"); !strings.HasPrefix(got, "Noted: ") || strings.Contains(got, "✓") || strings.Contains(got, " s:") {
			t.Errorf("a wrong answer is noted by %q", got)
		}
		s.work(3 * time.Second)
		c.lead("reveal")
		c.tim.until("document.querySelector('.staged:not([hidden]) .chart small')")
		if got := c.tim.text(".staged:not([hidden]) .chart li:has(small)"); !strings.Contains(got, "your answer") || strings.Contains(got, "✓") {
			t.Errorf("the bar of a wrong answer says %q", got)
		}
		if number == "1" {
			c.lead("reveal next")
		}
	}
	c.tim.run("[...document.querySelectorAll('.staged:not([hidden]) .bar button')].find((b) => b.textContent === 'Why?').click()")
	c.tim.until("coached && document.getElementById('coach-log').scrollHeight > document.getElementById('coach-log').clientHeight")
	c.tim.touch(input.DispatchTouchEventTypeTouchStart, []float64{195, 780})
	for y := 770.0; y > 600; y -= 10 {
		c.tim.touch(input.DispatchTouchEventTypeTouchMove, []float64{195, y})
	}
	c.tim.touch(input.DispatchTouchEventTypeTouchEnd)
	c.tim.until("document.getElementById('coach-log').scrollTop > 0")
	c.lead("reveal end")
	for _, w := range c.all() {
		w.until("[...document.querySelectorAll('.staged:not([hidden]) .place')].length === 2")
		if got := eval[string](w, "[...document.querySelectorAll('.staged:not([hidden]) .place')].at(-1).textContent"); got != "2. Tim: 0 points" {
			t.Errorf("the last place is %q", got)
		}
		if got := eval[string](w, "[...document.querySelectorAll('#logs .round button')].map((b) => b.textContent).join()"); got != "Why?,Why?" {
			t.Errorf("former questions offer %q", got)
		}
	}
	c.lead("race again")
	c.asks("1")
	for _, w := range c.all() {
		w.until("!document.querySelector('#logs .round button')")
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
	w.press("Post it here, with a picture")
	w.until("[...document.querySelectorAll('#next-acts button')].some((b) => b.textContent === 'Posted in # nim')")
	w.run("openPanel('daily')")
	w.until("document.querySelector('#panel-log .message')")
	w.run("press(document.createElement('button'), 'puzzle', { panel: 'daily' })")
	w.until("openedPanel === 'puzzle' && document.getElementById('panel-title').textContent === 'Puzzle' && document.querySelector('#panel-log .message')")
}

// Whoever posts a result has a name.
func TestAPostNeedsAName(t *testing.T) {
	for text, want := range map[string]bool{"share": true, "daily share": true, "daily": false, "puzzle": false, "guess why": false, "guess A1": true} {
		if got := needsName(text); got != want {
			t.Errorf("needsName(%q) = %v, want %v", text, got, want)
		}
	}
}
