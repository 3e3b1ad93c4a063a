package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"nimbot/internal/slowtest"
)

// pair opens a window of Ana and one of Bob, who has a phone.
func pair(t *testing.T) (ana, bob *window) {
	t.Helper()
	s := newSite(t, 1_000_000, Limits{})
	ana, bob = openWindow(t, s, ""), openWindow(t, s, "")
	ana.enter("Ana")
	bob.size(390, 844, "light")
	bob.enter("Bob")
	return ana, bob
}

// meet lets Bob accept a challenge of Ana, who moves first and wins.
func meet(ana, bob *window) {
	ana.t.Helper()
	ana.run("send('/nim challenge @Bob 1 2 first:me')")
	bob.until("document.querySelector('#asked [data-command^=accept]')")
	bob.run("document.querySelector('#asked [data-command^=accept]').click()")
	ana.until("games.get(here)?.mover === 'Ana' && games.get(here).seats.includes('Bob')")
	ana.run("send('/nim B1')")
	bob.until("games.get(here)?.mover === 'Bob'")
	bob.run("send('/nim ' + stage(here).firstElementChild.aims.find((a) => a.command.startsWith('A1')).command)") // as a tap does
	ana.until("games.get(here)?.mover === 'Ana'")
	ana.run("send('/nim B1')")
	for _, w := range []*window{ana, bob} {
		w.until("games.get(here)?.over && document.querySelector('#next-acts .primary')")
	}
}

// Who reads how a game ended goes on reading when the other asks for a rematch, and after a refusal
// both have the result, and the asker the answer.
func TestARematchLeavesTheResult(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	ana, bob := pair(t)
	bob.run("send('/nim start 1 1 2 level:easy first:me')") // an earlier game of his own
	bob.until("games.get(here)?.versus && !games.get(here).over")
	bob.run("send('/nim resign')")
	bob.until("games.get(here)?.over")
	meet(ana, bob)
	end := func(when string) {
		t.Helper()
		bob.until("document.querySelector('.staged:not([hidden]) .headline')?.textContent === 'You lost' && games.get(here)?.seats.includes('Ana')")
		bob.sees(when, ".staged:not([hidden]) .last > span", "#next-acts .primary", "#next-acts [data-command^=review]")
	}
	end("the end")
	ana.press("Rematch")
	bob.until("document.querySelector('#asked:not([hidden])')")
	if got := bob.text("#asked .says"); !strings.Contains(got, "Ana asks for a rematch: Nim") || !strings.Contains(got, "You will move first") {
		t.Errorf("a rematch is announced by %q, want what it is and who begins", got)
	}
	bob.until("document.querySelector('.staged:not([hidden]) .headline')?.textContent === 'You lost'")
	bob.run("[...document.querySelectorAll('#asked button')][0].click()")
	bob.until("document.getElementById('asked').hidden")
	end("after declining")
	ana.until("coached && document.querySelector('.staged:not([hidden]) .headline')?.textContent === 'You won'")
	if got := ana.text("#coach-log"); !strings.Contains(got, "Bob declined") || !strings.Contains(got, "Ask somebody else") {
		t.Errorf("of a refusal the asker reads %q, want who declined and what to do", got)
	}
	ana.sees("a refusal", "#coach-log p", ".staged:not([hidden]) .headline")
	// The buttons of that end go on working.
	bob.run("document.querySelector('#next-acts [data-command^=review]').click()")
	bob.until("openedReview")
}

// A guest finds who is here, and is asked for a name when it is needed.
func TestAGuestChallengesSomebody(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	bob := s.browser()
	bob.join("Bob", false)
	bob.open("Bob", "", "general")
	w := openWindow(t, s, "")
	w.until("here && document.querySelector('.staged .can')")
	w.do(chromedp.Click("#ask-person"))
	w.until("document.getElementById('rival').value === 'Bob'")
	w.sees("against a person", "#rival", "#offer", "#friend", "#setup-clock", "#play", "[name=misere] + span")
	if eval[bool](w, "document.querySelector('[name=first][value=bot] + span').checkVisibility()") {
		t.Error("against a person the bot could begin")
	}
	w.do(chromedp.Click("#play"))
	w.until("document.getElementById('join').open")
	if got := w.text("#join-how"); !strings.Contains(got, "Other people will see this") {
		t.Errorf("a name is asked for with %q, want what for", got)
	}
	w.do(chromedp.SendKeys("#name", "Ana\r"))
	w.until("document.querySelector('.staged:not([hidden]) .headline')?.textContent === 'Waiting for Bob'")
}

// On a phone, neither the room nor a name takes a lesson away, the room shows what was said, and
// after a game that was accepted the lesson is one tap away.
func TestALessonIsNotLost(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	ana := openWindow(t, s, "")
	ana.enter("Ana")
	ana.say("Hello!")
	bob := openWindow(t, s, "")
	bob.until("here && document.querySelector('.staged .can')")
	bob.size(390, 844, "light")
	const lesson = "openedPanel === 'learn' && document.querySelector('#panel-log .drawing')"
	bob.run("openPanel('learn', 'learn 1')")
	bob.until(lesson)
	bob.enter("Bob")
	bob.until(lesson)
	ana.say("Are you there?")
	bob.until("document.getElementById('talk-open').matches('.news')")
	bob.do(chromedp.Click("#talk-open"))
	bob.until("document.body.matches('.talking')")
	bob.sees("the room beside a lesson", "#panel-title", "#panel-log .drawing", "#say", "#talk .primary", "#logs")
	if got := eval[int](bob, "document.getElementById('logs').clientHeight"); got < 100 {
		t.Errorf("in the room %d px are left for what is said", got)
	}
	bob.do(chromedp.Click("#talk-open"))
	bob.sees("back in the lesson", "#panel-title", "#panel-log .drawing", "#panel-log .buttons button")
	meet(ana, bob)
	bob.until("document.querySelector('#next-acts .buttons > .primary')?.textContent === 'Back to: Learn'") // it may come after the end
	bob.sees("after the game", "#next-acts .buttons > .primary")
	if n := eval[int](bob, "document.querySelectorAll('#next-acts .primary').length"); n != 1 {
		t.Errorf("%d things are the next", n)
	}
	bob.run("document.querySelector('#next-acts .buttons > .primary').click()")
	bob.until(lesson)
}

// What stays on a board stands where it stood, beside each pile its number says what a chosen move
// leaves, and what adds and takes away keep their places.
func TestPilesStayWhereTheyStood(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	const labels = "[...document.querySelectorAll('.staged:not([hidden]) .label')].map((e) => Math.round(e.getBoundingClientRect().left)).join()"
	const steps = "[...document.querySelectorAll('.staged:not([hidden]) .verbs .step')].map((e) => e.textContent + Math.round(e.getBoundingClientRect().left)).join()"
	for _, x := range []screen{{390, 844, "light"}, {1280, 800, "light"}} {
		w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
		w.size(x.width, x.height, x.theme)
		w.until("document.querySelector('.staged .can')")
		stood := eval[string](w, labels)
		w.stone("C", 5)
		before := eval[string](w, steps)
		if got := eval[string](w, "document.querySelector('.staged:not([hidden]) g[data-label=C] .count').textContent"); got != "4" {
			t.Errorf("at %d px the number beside C is %s when one of 5 is chosen, want what would be left", x.width, got)
		}
		w.stone("C", 4)
		if got := eval[string](w, steps); got != before || !strings.HasPrefix(got, "−") {
			t.Errorf("at %d px the steps were %s and are %s, want the same", x.width, before, got)
		}
		w.run("document.querySelector('.staged:not([hidden]) .verbs .primary').click()")
		w.until("games.get(here) && plyOf(games.get(here)) === 2")
		if got := eval[string](w, labels); got != stood {
			t.Errorf("at %d px the piles stood at %s, after two moves at %s", x.width, stood, got)
		}
		w.run("send('/nim ' + stage(here).firstElementChild.aims[0].command)")
		w.until("plyOf(games.get(here)) === 4 || games.get(here).over")
		if got := eval[string](w, labels); got != stood && !eval[bool](w, "Boolean(games.get(here).over)") {
			t.Errorf("at %d px the piles stood at %s, after four moves at %s", x.width, stood, got)
		}
		if got := w.text(".staged:not([hidden]) .ask"); got != "Your move\nTap a stone." {
			t.Errorf("at %d px who has to move reads %q", x.width, got)
		}
		w.sees("the rules", ".staged:not([hidden]) .rest summary")
		w.run("document.querySelector('.staged:not([hidden]) .rest').open = true")
		w.run("document.querySelector('.staged:not([hidden]) .rest [data-command=rules]').click()")
		w.until("coached")
		if got := w.text("#coach-log"); !strings.Contains(got, "one pile") {
			t.Errorf("the rules say %q", got)
		}
	}
}

// The end says in a sentence what one's own moves did, without figures about chance.
func TestTheEndSpeaksPlainly(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	ana, bob := pair(t)
	meet(ana, bob)
	if got := ana.text(".staged:not([hidden]) .kept"); !strings.Contains(got, "You took every chance to win.") || strings.Contains(got, "Random") {
		t.Errorf("the winner reads %q", got)
	}
	if got := eval[int](ana, "document.querySelectorAll('.staged:not([hidden]) .kept').length"); got != 1 {
		t.Errorf("the winner sees the moves of %d players, want her own", got)
	}
}
