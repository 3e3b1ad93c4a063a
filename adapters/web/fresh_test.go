package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"rsc.io/qr"

	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

// Who challenged reads that it was accepted, and at the end each reads the result from where they sit.
func TestWhoChallengedReadsWhatCameOfIt(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	ana, bob := pair(t)
	ana.run("send('/nim challenge @Bob 1 2 first:me')")
	bob.until("document.querySelector('#asked [data-command^=accept]')")
	bob.run("document.querySelector('#asked [data-command^=accept]').click()")
	ana.until("games.get(here)?.mover === 'Ana' && games.get(here).seats.includes('Bob')")
	if got := ana.text(".staged:not([hidden]) .aim"); !strings.HasPrefix(got, "Bob accepted. Take any number") {
		t.Errorf("who challenged reads %q", got)
	}
	ana.sees("accepted", ".staged:not([hidden]) .aim b")
	bob.until("games.get(here)?.mover === 'Ana'")
	if got := bob.text(".staged:not([hidden]) .aim"); strings.Contains(got, "accepted") {
		t.Errorf("who accepted reads %q", got)
	}
	for i, move := range []string{"B1", "A1", "B1"} {
		w, other := ana, bob
		if i == 1 {
			w, other = bob, ana
		}
		w.run("send('/nim " + move + "')")
		other.until(fmt.Sprintf("plyOf(games.get(here)) === %d", i+1))
	}
	for w, want := range map[*window]string{ana: "You won in 2 moves, without a hint.", bob: "Ana won in 2 moves, without a hint."} {
		w.until("games.get(here)?.over && document.querySelector('.staged:not([hidden]) .last > span')")
		if got := w.text(".staged:not([hidden]) .last > span"); got != want {
			t.Errorf("at the end somebody reads %q, want %q", got, want)
		}
	}
	if got := ana.text(".staged:not([hidden]) .decisions small"); got != "Move 1" {
		t.Errorf("a decision is called %q", got)
	}
}

// On a phone the drawing stands where it stood, as large, when the game ends and when what stands above
// it gets longer or shorter.
func TestTheDrawingStaysOnAPhone(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	const at = "(() => { const b = document.querySelector('.staged:not([hidden]) .drawing').getBoundingClientRect(); return [b.top, b.height].map(Math.round).join(); })()"
	for _, x := range someOf(t, []screen{{320, 640, "light"}, {360, 640, "light"}, {390, 844, "light"}}) {
		for _, game := range []string{"nim 1 1 2", "sum nim 1 1 + nim 2"} {
			w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
			w.size(x.width, x.height, x.theme)
			w.until("document.querySelector('.staged .can')")
			key, start, _ := strings.Cut(game, " ")
			w.start(key, start)
			stood := eval[string](w, at)
			w.run("document.querySelector('.staged:not([hidden]) .headline').textContent = 'You against somebody whose name is much longer'")
			if got := eval[string](w, at); got != stood {
				t.Errorf("%s at %d px: below a long headline the drawing is at %s, before at %s", game, x.width, got, stood)
			}
			for !eval[bool](w, "Boolean(games.get(here).over)") {
				ply := eval[int](w, "plyOf(games.get(here))")
				w.run("send('/nim ' + stage(here).firstElementChild.aims.at(-1).command)")
				w.until(fmt.Sprintf("plyOf(games.get(here)) > %d", ply))
				if got := eval[string](w, at); got != stood {
					t.Errorf("%s at %d px: after move %d the drawing is at %s, before at %s", game, x.width, ply, got, stood)
				}
			}
			w.until("document.querySelector('.staged:not([hidden]) .ended .kept')")
			if got := eval[string](w, at); got != stood {
				t.Errorf("%s at %d px: at the end the drawing is at %s, before at %s", game, x.width, got, stood)
			}
			w.picture("fresh-end-"+key, x)
		}
	}
}

// A question to me leaves in sight what closes what is open.
func TestABannerLeavesClose(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	for _, x := range someOf(t, append([]screen{{320, 640, "light"}, {844, 390, "light"}}, walks...)) {
		ana, bob := pair(t)
		bob.size(x.width, x.height, x.theme)
		ana.run("send('/nim challenge @Bob 3 4 5')")
		bob.until("document.querySelector('#asked:not([hidden]) [data-command^=accept]')")
		for open, closes := range map[string]string{"openPanel('daily')": "#panel-close", "chooseGame()": "#change-close"} {
			bob.run(open)
			bob.until("document.querySelector('" + closes + "').checkVisibility()")
			bob.sees(fmt.Sprintf("%s at %d px", open, x.width), closes, "#asked .says", "#asked button")
			bob.picture("fresh-banner-"+closes[1:], x)
			bob.run("document.querySelector('" + closes + "').click()")
		}
	}
}

// A class reads at the reveal what the sign means, the buttons say what they begin, and no command that
// buttons made is shown. A round that is over doesn't stay above the board.
func TestAClassReadsPlainWords(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	c := newClass(t, newSite(t, 1_000_000, Limits{}))
	if got := c.teacher.text(".acts"); !strings.Contains(got, "Quiz everyone") || !strings.Contains(got, "Play everyone") {
		t.Errorf("the room's buttons are %q", got)
	}
	c.begin("nim")
	c.lea.until("document.querySelector('.staged:not([hidden]) .round .drawing')")
	c.teacher.run("send('/nim reveal')")
	c.lea.until("document.querySelector('.staged:not([hidden]) .round') && !presentBoard(here).round.open")
	if eval[bool](c.lea, "document.querySelector('.staged:not([hidden])').textContent.includes('⊕')") && !strings.Contains(c.lea.text(".staged:not([hidden]) .sum"), "8, 4, 2 and 1") {
		t.Errorf("at the reveal the class reads %q", c.lea.text(".staged:not([hidden])"))
	}
	c.teacher.run("send('/nim reveal end')")
	c.lea.until("presentBoard(here)?.round?.over")
	c.teacher.run("document.getElementById('ask-simul').click()")
	c.teacher.do(chromedp.Click("#together-how .primary"))
	c.teacher.until("document.querySelector('.staged:not([hidden]) [data-command^=begin]')")
	for _, w := range []*window{c.lea, c.tim} {
		w.until("document.querySelector('#asked [data-command^=accept]')")
		w.run("document.querySelector('#asked [data-command^=accept]').click()")
	}
	c.teacher.until("/2 of 6/.test(document.querySelector('.staged:not([hidden])').textContent)")
	c.teacher.run("document.querySelector('.staged:not([hidden]) [data-command^=begin]').click()")
	c.teacher.until("document.querySelectorAll('#boards [data-of]').length === 2")
	for _, w := range []*window{c.lea, c.tim} {
		w.until("games.get(here)?.mover === me")
		w.run("send('/nim ' + stage(here).firstElementChild.aims[0].command)")
		w.until("games.get(here)?.mover === 'Tina'")
	}
	c.teacher.until("[...document.querySelectorAll('#boards [data-of]')].some((b) => b.innerText.includes('Your move'))")
	for _, w := range c.all() {
		if got := eval[string](w, "log(here).textContent"); strings.Contains(got, "/nim race") || strings.Contains(got, "/nim open") {
			t.Errorf("somebody reads a command that buttons made: %q", got)
		}
	}
}

// On a phone, whose card has room for it, the second step of a hint keeps what the first drew.
func TestAHintKeepsItsDrawing(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	for _, x := range someOf(t, walks) {
		w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
		w.size(x.width, x.height, x.theme)
		w.until("document.querySelector('.staged .can')")
		w.start("nim", "3 4 5")
		w.run("send('/nim hint', stage(here).firstElementChild.dataset.id)")
		w.until("document.querySelector('#coach-log .drawing') && document.getElementById('coach-steps').textContent === '1 / 3'")
		w.run("document.querySelector('#coach .buttons button').click()")
		w.until("document.getElementById('coach-steps').textContent === '2 / 3'")
		w.sees(fmt.Sprintf("the second step at %d px", x.width), "#coach-log p", "#coach .buttons button")
		if x.width < 640 {
			w.sees("the second step on a phone", "#coach-log .drawing")
		}
		w.picture("fresh-hint-2", x)
		w.run("document.querySelector('#coach .buttons button').click()")
		w.until("document.getElementById('coach-steps').textContent === '3 / 3'")
		if n := eval[int](w, "document.querySelectorAll('#coach-log .drawing').length"); n > 1 {
			t.Errorf("the third step has %d drawings", n)
		}
	}
}

// What is pressed in the card about an exercise is answered where the exercise stands.
func TestTheCardAnswersInThePanel(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	for _, x := range someOf(t, walks) {
		w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
		w.size(x.width, x.height, x.theme)
		w.until("document.querySelector('.staged .can')")
		w.run("openPanel('learn', 'learn 1')")
		w.until("document.querySelector('#panel-log .drawing')")
		w.run("document.querySelector('#panel-log [data-command*=\"hint\"]').click()")
		w.until("coached?.panel === 'learn'")
		w.run("document.querySelector('#coach [data-command^=show]').click()")
		w.until("document.getElementById('panel-log').textContent.includes('This wins')")
		w.until("!coached")
		w.sees(fmt.Sprintf("shown at %d px", x.width), "#panel-log .drawing", "#panel-log .buttons button")
		if got := eval[string](w, "log(here).textContent"); strings.Contains(got, "This wins") {
			t.Errorf("at %d px the answer stands among what is said: %q", x.width, got)
		}
		w.run("openPanel('learn', 'learn 2')")
		w.until("document.querySelector('#panel-log [data-command*=\"hint\"]')")
		w.run("document.querySelector('#panel-log [data-command*=\"hint\"]').click()")
		w.until("coached?.panel === 'learn'")
		w.run("document.getElementById('panel-close').click()")
		w.until("!openedPanel")
		if eval[bool](w, "Boolean(coached)") {
			t.Errorf("at %d px the card of a closed exercise stays", x.width)
		}
	}
}

// A class points its phones at a QR code of the room's address, which no page loads before it is shown.
func TestARoomHasAQRCode(t *testing.T) {
	s := newSite(t, 1_000_000, Limits{})
	b := s.browser()
	for path, want := range map[string]int{"channel=class-7b": http.StatusOK, "channel=class-7b&scheme=https": http.StatusOK, "channel=a+b": http.StatusBadRequest, "": http.StatusBadRequest} {
		if resp, _ := b.get("/web/qr.svg?" + path); resp.StatusCode != want {
			t.Errorf("GET qr.svg?%s = %d, want %d", path, resp.StatusCode, want)
		}
	}
	_, drawn := b.get("/web/qr.svg?channel=class-7b")
	code, err := qr.Encode(s.http.URL+"/#class-7b", qr.M)
	if err != nil {
		t.Fatal(err)
	}
	if want := qrSVG(code); drawn != want {
		t.Errorf("the code is %.200q, want that of %s/#class-7b", drawn, s.http.URL)
	}
	if _, secure := b.get("/web/qr.svg?channel=class-7b&scheme=https"); secure == drawn {
		t.Error("https has the code of http")
	}
	slowtest.Only(t)
	for _, x := range someOf(t, walks) {
		w := openWindow(t, s, "#class-7b")
		w.size(x.width, x.height, x.theme)
		w.until("here && document.querySelector('.staged .can')")
		if eval[bool](w, "Boolean(document.querySelector('.qr[src]'))") {
			t.Error("a code is loaded that nobody sees")
		}
		w.run("document.getElementById('ask-round').click()")
		w.until("document.querySelector('#together-how .qr').naturalWidth")
		w.sees(fmt.Sprintf("before a round at %d px", x.width), "#together-how .qr", "#together-how .address", "#together-how .primary")
		w.picture("fresh-qr", x)
	}
}

// The longest rule stands whole above the board of a phone on its side, and what can be done below it.
func TestALongRuleFitsALowWindow(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
	w.enter("Ana")
	for _, key := range []string{"turtles", "ruler", "cake", "pass"} {
		w.size(844, 390, "light")
		g, err := rules.Lookup(key)
		if err != nil {
			t.Fatal(err)
		}
		w.start(key, g.Examples[0])
		if got := eval[int](w, "(() => { const e = document.querySelector('.staged:not([hidden]) .aim'); return e.scrollHeight - e.clientHeight; })()"); got > 0 {
			t.Errorf("%s: %d px of the rule are out of sight", key, got)
		}
		w.sees(key, ".staged:not([hidden]) .hint")
		w.leave()
	}
}
