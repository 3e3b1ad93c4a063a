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

// class is a teacher at a projector and two pupils with phones, in a channel that they joined by name.
type class struct {
	site              *site
	teacher, lea, tim *window
}

// counts waits until everybody sees how many have answered, as a worker counts them now and then.
func (c class) counts(says string) {
	c.site.work(3 * time.Second)
	for _, w := range c.all() {
		w.until("document.querySelector('.staged:not([hidden]) p.count').textContent.startsWith('" + says + "')")
	}
}

func (c class) all() []*window { return []*window{c.teacher, c.lea, c.tim} }

func newClass(t *testing.T, s *site) (c class) {
	t.Helper()
	c.site = s
	for name, x := range map[string]screen{"Tina": {1024, 768, "light"}, "Lea": {390, 844, "light"}, "Tim": {390, 844, "light"}} {
		w := openWindow(t, s, "")
		w.size(x.width, x.height, x.theme)
		w.enter(name)
		w.run("document.getElementById('talk-open').click(); document.getElementById('channel').value = 'class-7b'; document.getElementById('open').requestSubmit()")
		w.until("here === 'class-7b' && caughtUp.has(here)")
		switch name {
		case "Tina":
			c.teacher = w
		case "Lea":
			c.lea = w
		case "Tim":
			c.tim = w
		}
	}
	return c
}

// begin begins a round of three questions without a time limit, by buttons.
func (c class) begin(game string) {
	c.teacher.run("document.getElementById('ask-round').click()")
	c.teacher.until("document.getElementById('together-how').open")
	c.teacher.run("$('together-how').querySelector('[value=off]').click()")
	if game != "" {
		c.teacher.run("$('together-how').querySelector('[name=game]').value = '" + game + "'")
	}
	c.teacher.do(chromedp.Click("#together-how .primary"))
}

// asks waits until everybody has a question on the stage.
func (c class) asks(number string) {
	for _, w := range c.all() {
		w.until("document.querySelector('.staged:not([hidden]) .round .headline')?.textContent.includes('Question " + number + "') && presentBoard(here).round.open")
	}
}

const roundButtons = "[...document.querySelectorAll('.staged:not([hidden]) .bar .buttons button')].filter((b) => b.checkVisibility())"

// places are the buttons of a round with what each of them means, and where they stand.
const places = "[...document.querySelectorAll('.staged:not([hidden]) button')].filter((b) => b.checkVisibility()).map((b) => ({ means: b.dataset.command?.replace(/ ~.*/, ''), at: b.getBoundingClientRect() }))"

// apart checks that no button of the teacher that goes on, ends or answers stands where one of another meaning
// stood before.
func (c class) apart(what string) {
	c.site.t.Helper()
	over := eval[string](c.teacher, `(() => {
		const now = `+places+`, meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
		const met = now.flatMap((n) => before.filter((b) => b.means !== n.means && /^(reveal|guess|race)/.test(n.means) && meet(b.at, n.at)).map((b) => b.means + ' → ' + n.means));
		window.before = now;
		return met.join();
	})()`)
	if over != "" {
		c.site.t.Errorf("at %s a button stands where another stood: %s", what, over)
	}
}

// lead presses a button of the teacher.
func (c class) lead(command string) {
	c.teacher.until(roundButtons + ".some((b) => b.dataset.command.startsWith('" + command + "'))")
	c.teacher.run(roundButtons + ".find((b) => b.dataset.command.startsWith('" + command + "')).click()")
}

// choose taps something on the board that makes a choice.
func (w *window) choose() {
	w.t.Helper()
	w.run("document.querySelector('.staged:not([hidden]) .can').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
	w.until("document.querySelector('.staged:not([hidden]) .verbs .verb')")
}

// answer answers the present question by the board.
func (c class) answer(w *window) {
	w.t.Helper()
	if eval[bool](w, "Boolean(presentBoard(here).aims)") {
		w.choose()
		w.sees("the chosen answer", ".staged:not([hidden]) .verbs .verb")
		w.run("document.querySelector('.staged:not([hidden]) .verbs .verb').click()")
	} else {
		w.run(roundButtons + ".find((b) => b.dataset.command.startsWith('guess ')).click()")
	}
	w.until("document.querySelector('.staged:not([hidden]) .noted')")
	w.sees("the noted answer", ".staged:not([hidden]) .noted .ask")
	if got := eval[bool](w, roundButtons+".some((b) => /^guess/.test(b.dataset.command)) || Boolean(document.querySelector('.staged:not([hidden]) .can'))"); got {
		w.t.Error("who has answered is offered to answer")
	}
}

// Every question, every answer and the points take the place of the board of all, also of who has the
// sheet of the channel open; who has answered sees it there; who doesn't lead is offered nothing that
// leads.
func TestAClassGoesThroughARound(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	c := newClass(t, s)
	if eval[bool](c.lea, "document.body.matches('.talking')") {
		t.Error("the sheet is open after a channel was joined")
	}
	c.lea.run("openTalk(true)")
	c.begin("")
	for _, number := range []string{"1", "2", "3"} {
		c.asks(number)
		c.lea.sees("question "+number+" beside the sheet", ".staged:not([hidden]) .drawing", ".staged:not([hidden]) .bar")
		c.tim.sees("question "+number, ".staged:not([hidden]) .drawing", ".staged:not([hidden]) .bar", ".staged:not([hidden]) .headline")
		if eval[bool](c.teacher, "Boolean(document.querySelector('#logs [data-command^=reveal], #logs .round .verbs'))") {
			t.Error("a question to answer or to reveal stands in the corner")
		}
		c.answer(c.lea)
		c.counts("1 has answered")
		c.answer(c.tim)
		c.counts("2 have answered")
		c.teacher.until("document.querySelector('.staged:not([hidden]) p.count').textContent === '2 have answered.Everybody here has answered.'")
		c.teacher.run("window.before = " + places)
		c.teacher.picture("class-question-"+number, screen{1024, 768, "light"})
		c.lea.picture("class-question-"+number+"-sheet", screen{390, 844, "light"})
		c.tim.picture("class-question-"+number, screen{390, 844, "light"})
		c.lead("reveal")
		for _, w := range c.all() {
			w.until("!presentBoard(here).round.open && document.querySelector('.staged:not([hidden]) .chart')")
			if eval[bool](w, "Boolean(document.querySelector('.staged:not([hidden]) .noted'))") {
				t.Error("after the reveal the noted answer stands there")
			}
		}
		c.teacher.sees("the answers to "+number, ".staged:not([hidden]) .drawing", ".staged:not([hidden]) .bar button", ".staged:not([hidden]) .headline")
		if eval[bool](c.tim, roundButtons+".some((b) => LEADS.test(b.dataset.command))") {
			t.Error("a pupil is offered to lead")
		}
		c.teacher.picture("class-reveal-"+number, screen{1024, 768, "light"})
		c.tim.picture("class-reveal-"+number, screen{390, 844, "light"})
		c.apart("the reveal of " + number)
		c.lead("reveal next")
		c.teacher.until("presentBoard(here).round.open || presentBoard(here).round.over")
		c.apart("what follows " + number)
	}
	for _, w := range c.all() {
		w.until("document.querySelector('.staged:not([hidden]) .place') || /Nobody has points/.test(document.querySelector('.staged:not([hidden]) .round').textContent)")
		if got := w.text(".staged:not([hidden]) .headline"); got != "The round is over, after 3 questions" {
			t.Errorf("at the end the board says %q", got)
		}
	}
	c.teacher.picture("class-end", screen{1024, 768, "light"})
	c.tim.picture("class-end", screen{390, 844, "light"})
}

// A tap of who leads on the board is no answer, until they say that they answer, too.
func TestATeacherOnlyLeads(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	c := newClass(t, newSite(t, 1_000_000, Limits{}))
	c.begin("nim")
	c.asks("1")
	if eval[bool](c.teacher, "Boolean(document.querySelector('.staged:not([hidden]) :is(.can, .verbs)')) || "+roundButtons+".some((b) => /^guess/.test(b.dataset.command))") {
		t.Error("who leads is offered to answer")
	}
	c.lead("join")
	c.teacher.until("document.querySelector('.staged:not([hidden]) .can')")
	c.answer(c.teacher)
	c.counts("1 has answered")
	if got := c.teacher.text(".staged:not([hidden]) p.count"); strings.Contains(got, "Everybody") {
		t.Errorf("with only the teacher's answer it says %q", got)
	}
}

// What is chosen when the time for a question ends, counts; what is chosen when the teacher reveals wasn't sent, and
// who chose it reads so.
func TestAChoiceAtTheEndOfAQuestion(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	c := newClass(t, newSite(t, 1_000_000, Limits{}))
	c.teacher.run("sendMade('race game:nim seconds:300')")
	c.asks("1")
	c.lea.choose()
	c.tim.choose()
	c.lea.until("document.querySelector('.staged:not([hidden]) .verbs .primary')")
	c.lea.run("ahead += 299000") // its time is over soon
	c.lea.until("document.querySelector('.staged:not([hidden]) .noted')")
	c.counts("1 has answered")
	c.teacher.until("crowd === 2") // one of whom hasn't answered
	c.lead("reveal")
	c.teacher.until(roundButtons + ".some((b) => b.textContent === 'Not everybody has answered. Reveal?')")
	c.lead("reveal")
	c.tim.until("/Not sent: take/.test(document.querySelector('.staged:not([hidden]) .round').textContent)")
	if got := c.lea.text(".staged:not([hidden]) .round"); strings.Contains(got, "Not sent") || !strings.Contains(got, "your answer") {
		t.Errorf("whose choice counted reads\n%s", got)
	}
}

// What others answer leaves under a finger what I have chosen.
func TestAnAnswerMovesNothing(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	c := newClass(t, s)
	c.begin("nim")
	c.asks("1")
	c.tim.choose()
	const where = "JSON.stringify([...document.querySelectorAll('.staged:not([hidden]) :is(.verb, .drawing, .headline, .can)')].map((e) => { const b = e.getBoundingClientRect(); return [b.x, b.y]; }))"
	before := eval[string](c.tim, "window.verb = document.querySelector('.staged:not([hidden]) .verb'), "+where)
	c.answer(c.lea)
	c.counts("1 has answered")
	if after := eval[string](c.tim, where); after != before || !eval[bool](c.tim, "verb.isConnected") {
		t.Errorf("an answer of somebody else moved or replaced the choice:\n%s\n%s", before, after)
	}
	c.tim.run("verb.click()")
	c.tim.until("document.querySelector('.staged:not([hidden]) .noted')")
}

// A question that somebody here hasn't answered isn't ended by one press. The address and who is here are to be
// read before and in a round, which asks about Nim unless another game is chosen.
func TestATeacherIsTold(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	c := newClass(t, s)
	c.teacher.run("document.getElementById('ask-round').click()")
	const told = " .crowd')?.textContent === 'Here: 2 · Lea, Tim'"
	c.teacher.until("document.querySelector('#together-how" + told)
	if got := eval[string](c.teacher, "document.querySelector('#together-how .address').textContent"); got != strings.TrimPrefix(s.http.URL, "http://")+"/#class-7b" {
		t.Errorf("the address before a round is %q", got)
	}
	c.teacher.sees("before a round", "#together-how .address", "#together-how .crowd", "#together-how .primary")
	c.teacher.picture("class-before", screen{1024, 768, "light"})
	c.teacher.run("document.getElementById('together-how').close()")
	c.begin("")
	c.asks("1")
	if got := eval[string](c.teacher, "presentBoard(here).querySelector('.aim').textContent"); !strings.HasPrefix(got, "Nim.") {
		t.Errorf("without a choice a round asks about %q, want Nim", got)
	}
	c.teacher.until("document.querySelector('#next-round" + told)
	c.teacher.sees("in a round", "#next-round .address", "#next-round .crowd")
	c.teacher.until("crowd === 2") // one of whom hasn't answered
	c.lead("reveal")
	c.teacher.until(roundButtons + ".some((b) => b.textContent === 'Not everybody has answered. Reveal?')")
	if !eval[bool](c.teacher, "presentBoard(here).round.open") {
		t.Fatal("one press ended a question that not everybody had answered")
	}
	c.lead("reveal")
	c.teacher.until("!presentBoard(here).round.open")
	if got := eval[string](c.teacher, roundButtons+".map((b) => b.textContent).join()"); got != "Next question,End the round" {
		t.Errorf("the teacher is offered %q", got)
	}
}

// Who stops the time of a question takes away nobody's choice; a choice that wasn't sent when the question
// was over is named, and one stands where the answers of others do. Afterwards, a tab leads back to the points.
func TestATeacherWaits(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	c := newClass(t, s)
	c.teacher.run("send('/nim race game:nim level:easy rounds:2 seconds:300')")
	c.asks("1")
	c.answer(c.lea)
	c.counts("1 has answered")
	c.tim.choose()
	chosen := c.tim.text(".staged:not([hidden]) .verb")
	c.lead("reveal wait")
	for _, w := range c.all() {
		w.until("/Paused until Reveal is pressed/.test(document.querySelector('.staged:not([hidden]) .round').textContent) && !document.querySelector('.staged:not([hidden]) .clock')")
	}
	if got := c.tim.text(".staged:not([hidden]) .verb"); got != chosen {
		t.Errorf("after a pause the choice is %q, want %q", got, chosen)
	}
	c.teacher.picture("class-paused", screen{1024, 768, "light"})
	c.teacher.until("crowd === 2") // one of whom hasn't answered
	c.lead("reveal")
	c.teacher.until(roundButtons + ".some((b) => b.textContent === 'Not everybody has answered. Reveal?')")
	c.lead("reveal")
	for _, w := range c.all() {
		w.until("!presentBoard(here).round.open")
	}
	if got := strings.ToLower(c.tim.text(".staged:not([hidden]) .round")); !strings.Contains(got, strings.ToLower("Not sent: "+chosen+".")) {
		t.Errorf("who was late is told %q", got)
	}
	c.tim.picture("class-late", screen{390, 844, "light"})
	c.lead("reveal next")
	c.asks("2")
	c.lead("reveal end")
	c.teacher.until(roundButtons + ".some((b) => b.textContent === 'End it for everybody?')")
	c.lead("reveal end")
	c.lea.until("presentBoard(here).round?.over")
	c.lea.run("document.querySelector(`#boards [data-of='']`).click()")
	c.lea.until("!presentBoard(here)?.round")
	c.lea.run("document.querySelector('#boards:not([hidden]) [data-of=round]').click()")
	c.lea.until("presentBoard(here).round?.over")
}

// A press that goes on where a button of a round has just come is meant for what was there before.
func TestAHastyTeacherSkipsNothing(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.until("typeof button === 'function' && here")
	got := eval[string](w, `(() => {
		const sent = [], now = performance.now.bind(performance);
		send = async (text) => sent.push(text);
		const b = button({ command: "reveal next", label: "Next" }, { round: {} });
		document.body.append(Object.assign(make("li", { class: "round" }, b), { made: now() }));
		const click = () => { b.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })); b.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 })); return sent.length; };
		const soon = click();
		performance.now = () => now() + 1000;
		return soon + " " + click();
	})()`)
	if got != "0 1" {
		t.Errorf("at once and later, %s presses count, want 0 and 1", got)
	}
}

// A guest gives a name before they answer, and the answer goes on.
func TestAPupilIsNamed(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	ana := s.browser()
	ana.join("Ana", false)
	ana.open("Ana", "", "club")
	ana.say("Ana", "club", "/nim race rounds:1 seconds:off 3 4 5")
	w := openWindow(t, s, "#club")
	w.size(390, 844, "light")
	w.until("document.querySelector('.staged:not([hidden]) .round .can')")
	w.stone("A", 1)
	w.until("document.querySelector('.staged:not([hidden]) .verb')")
	w.run("document.querySelector('.staged:not([hidden]) .verb').click()")
	w.until("document.getElementById('join').open")
	w.do(chromedp.SendKeys("#name", "Gus\r"))
	w.until("me === 'Gus' && document.querySelector('.staged:not([hidden]) .noted')?.textContent.includes('final')")
	w.until("document.querySelectorAll('.staged:not([hidden]) .stone.goes').length > 0") // what was chosen
}

// A question takes no game away from who has begun one and doesn't take part in the round: the row of
// boards calls. Who has answered finds the way back from the points to the own board.
func TestARoundTakesNoGameAway(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	tina := s.browser()
	tina.join("Tina", false)
	tina.open("Tina", "", "general")
	w := openWindow(t, s, "")
	w.size(390, 844, "light")
	w.enter("Leo")
	w.choose()
	w.run("document.querySelector('.staged:not([hidden]) .verbs .verb').click()")
	w.until("presentBoard(here)?.game && plyOf(presentBoard(here).game) > 1")
	mia := openWindow(t, s, "")
	mia.enter("Mia")
	tina.say("Tina", "general", "/nim race rounds:2 seconds:off 3 4 5")
	w.until("document.querySelector('#boards:not([hidden]) [data-of=round] .unread')")
	w.sees("the own game during a round", wholeBoard, "#boards [data-of=round]")
	if eval[bool](w, "Boolean(presentBoard(here).round)") {
		t.Error("a question took the place of a game")
	}
	w.run("document.querySelector('#boards [data-of=round]').click()")
	for _, x := range []*window{w, mia} {
		x.until("document.querySelector('.staged:not([hidden]) .round .can')")
		x.choose()
		x.run("document.querySelector('.staged:not([hidden]) .verbs .verb').click()")
		x.until("document.querySelector('.staged:not([hidden]) .noted')")
	}
	for _, line := range []string{"/nim reveal", "/nim reveal next", "/nim reveal", "/nim reveal next"} {
		tina.say("Tina", "general", line)
	}
	w.until("presentBoard(here).round?.over")
	w.run(roundButtons + ".find((b) => b.dataset.command.startsWith('leaders')).click()")
	w.until("document.querySelector('body.sheet #logs .private')")
	w.sees("the month's points over the result", "#logs .private:last-child", "#boards [data-of=round]")
	for x, back := range map[*window]string{w: "[data-of='~Leo']", mia: "[data-of='']"} {
		x.until("presentBoard(here).round?.over && document.querySelector(`#boards:not([hidden]) " + back + "`)")
		x.run("document.querySelector(`#boards " + back + "`).click()")
		x.until("!presentBoard(here)?.round && document.querySelector('.staged:not([hidden]) .drawing')")
	}
}

// After a round a simul takes the stage: the host reads how many have joined, who has joined is no
// longer asked to, and when it begins each has their board.
func TestASimulAfterARound(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	c := newClass(t, s)
	c.begin("nim")
	c.asks("1")
	c.answer(c.lea)
	c.counts("1 has answered")
	c.teacher.until("crowd === 2") // one of whom hasn't answered
	c.lead("reveal")
	c.lead("reveal") // Tim hasn't answered
	c.teacher.until("!presentBoard(here).round.open")
	c.lead("reveal end")
	c.teacher.until("/is over/.test(document.querySelector('.staged:not([hidden]) .headline')?.textContent)")
	c.teacher.run("document.getElementById('ask-simul').click(); document.querySelector('#together-how [name=seats]').click(); document.querySelector('#together-how .primary').click()")
	c.teacher.until("document.querySelector('.staged:not([hidden]) [data-command^=begin]')")
	for _, w := range []*window{c.lea, c.tim} {
		w.until("document.querySelector('#asked:not([hidden]) [data-command^=accept]')")
		w.run("document.querySelector('#asked [data-command^=accept]').click()")
		w.until("document.getElementById('asked').hidden && document.querySelector('.staged:not([hidden]) [data-command^=decline]')")
		w.sees("who has joined", ".staged:not([hidden]) .headline", ".staged:not([hidden]) [data-command^=decline]")
		if eval[bool](w, "Boolean(document.querySelector('.log [data-command^=accept]'))") {
			t.Error("who has joined is asked to join")
		}
	}
	c.teacher.until("document.querySelector('.staged:not([hidden]) .headline').textContent === 'Tina\\'s simul, 2 of 2 seats taken'")
	c.teacher.picture("class-simul", screen{1024, 768, "light"})
	c.lea.picture("class-simul", screen{390, 844, "light"})
	c.teacher.run("document.querySelector('.staged:not([hidden]) [data-command^=begin]').click()")
	for name, w := range map[string]*window{"Tina": c.teacher, "Lea": c.lea, "Tim": c.tim} {
		w.until("presentBoard(here)?.game?.seats.includes('" + name + "') && !presentBoard(here).game.over")
		w.sees("the board of "+name, ".staged:not([hidden]) .drawing", ".staged:not([hidden]) .bar")
	}
	const lets = "Boolean(document.querySelector('.staged:not([hidden]) [data-command^=begin]'))"
	if eval[bool](c.teacher, lets) || !eval[bool](c.lea, lets) {
		t.Error("who begins isn't chosen by the guest alone")
	}
	c.teacher.picture("class-simul-begun", screen{1024, 768, "light"})
	c.lea.picture("class-simul-begun", screen{390, 844, "light"})
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
	pupil.picture("pupil-name", screen{390, 844, "light"})
	pupil.run("document.querySelector('#asked .primary').click()")
	pupil.until("document.getElementById('join').open")
	pupil.sees("a name", "#name", "#join-form .primary")
	if eval[bool](pupil, "Boolean(document.getElementById('moderator')?.checkVisibility())") {
		t.Error("a pupil is offered to moderate")
	}
	pupil.do(chromedp.SendKeys("#name", "Lea\r"))
	pupil.until("me === 'Lea' && document.querySelector('#asked:not([hidden]) b')?.textContent === 'Hello Lea. When a quiz begins here, it appears on this page.'")
	pupil.run("document.querySelector('#asked button').click()")
	pupil.until("document.getElementById('asked').hidden")
	host := openWindow(t, s, "#7b") // who has no name yet hears who has come, too
	host.until("document.querySelector('.staged .can')")
	host.run("document.getElementById('ask-round').click()")
	host.until("isGuest(me) && document.querySelector('#together-how .crowd')?.textContent.includes('Lea')")
	host.do(chromedp.Navigate("about:blank"))
	w.run("document.getElementById('ask-round').click()")
	w.until("document.querySelector('#together-how .crowd')?.textContent === 'Here: 1 · Lea'")
	host.run("setTimeout(() => history.back())") // to a page that the browser may have kept
	w.until("document.querySelector('#together-how .crowd')?.textContent.includes('Here: 2 · ')")
	host.do(chromedp.Navigate("about:blank"))
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
		c.counts("2 have answered")
		c.lead("reveal")
		c.tim.until("document.querySelector('.staged:not([hidden]) .chart small')")
		if got := c.tim.text(".staged:not([hidden]) .chart li:has(small)"); !strings.Contains(got, "your answer") || strings.Contains(got, "✓") {
			t.Errorf("the bar of a wrong answer says %q", got)
		}
		if number == "1" {
			c.lead("reveal next")
		}
	}
	c.tim.run("[...document.querySelectorAll('.staged:not([hidden]) .tags button')].find((b) => b.textContent === 'Why?').click()")
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
		w.until("!document.querySelector('#logs .round button:not(.another)')")
	}
}
