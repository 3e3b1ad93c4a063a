package web

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"nimbot/internal/slowtest"
)

// A person with a phone finds the room's buttons, below the games and where the room is named, and
// the box to write in stays in the window.
func TestAPhoneShowsTheRoomsButtons(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "#class")
	w.size(390, 844, "light")
	w.enter("Tina")
	w.run("document.querySelector('main').scrollTop = 1e9")
	w.sees("below the games", ".acts button")
	w.run("document.querySelector('main').scrollTop = 0")
	w.do(chromedp.Click("#talk-open"))
	w.until("document.body.matches('.talking')")
	w.sees("in the room", ".acts button", "#channel", "#say", "#talk .primary")
	w.picture("minute-room", screen{390, 844, "light"})
}

// Who waits is told for whom, and nothing that one seldom does stands in sight.
func TestWhoWaitsSeesWhoseMoveItIs(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	ana := s.browser()
	ana.join("Ana", false)
	ana.open("Ana", "", "club")
	for _, x := range someOf(t, walks) {
		w := openWindow(t, s, "#club")
		w.size(x.width, x.height, x.theme)
		name := fmt.Sprint("Bob", x.width)
		w.enter(name)
		w.enter(name)
		ana.say("Ana", "club", "/nim challenge @"+name+" 3 4 5 first:me")
		w.until("document.querySelector('#asked [data-command^=accept]')")
		w.run("document.querySelector('#asked [data-command^=accept]').click()")
		w.until("games.get(here)?.mover === 'Ana'")
		w.sees("who waits", ".staged:not([hidden]) .bar .ask")
		if eval[bool](w, "(() => { const all = document.querySelector('.staged:not([hidden]) .tags .all').getBoundingClientRect(), last = [...document.querySelectorAll('.staged:not([hidden]) .tags .all > span')].at(-1).getBoundingClientRect(); return last.bottom > all.bottom + 1 || last.right > all.right + 1; })()") {
			t.Errorf("at %d px the game is cut", x.width)
		}
		if got := w.text(".staged:not([hidden]) .bar .ask"); !strings.Contains(got, "Ana's move") {
			t.Errorf("at %d px who waits reads %q, want Ana's move", x.width, got)
		}
		if eval[bool](w, "[...document.querySelectorAll('.staged:not([hidden]) .bar [data-command^=resign]')].some((b) => b.checkVisibility())") {
			t.Errorf("at %d px Resign stands in sight of who waits", x.width)
		}
		w.picture("minute-waits", x)
		ana.say("Ana", "club", "/nim resign")
		w.until("games.get(here)?.over")
	}
}

// The choice of a game shows the opponent and the level at once, and always the button that begins.
func TestTheChoiceOfAGameIsInSight(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "#class")
	for _, x := range someOf(t, walks) {
		w.size(x.width, x.height, x.theme)
		w.until("document.querySelector('.staged .can')")
		w.run("chooseGame()")
		w.sees(fmt.Sprint("against the bot at ", x.width), "[name=rival-is] + span", "[name=level] + span", "#play")
		w.picture("minute-new-game", x)
		w.run("document.querySelector('[name=rival-is][value=person]').click()")
		w.sees(fmt.Sprint("against a person at ", x.width), "#rival", "#offer", "#friend")
		w.run("document.querySelector('[name=rival-is][value=bot]').click(); document.getElementById('change').close()")
	}
}

// At the end one thing is large, two or three more are in sight, and the rest opens in its place.
func TestTheEndOffersLittle(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
	w.until("document.querySelector('.staged .can')")
	for _, x := range someOf(t, walks) {
		w.size(x.width, x.height, x.theme)
		w.run("send('/nim start 1 1 2 level:easy')")
		w.until("!games.get(here)?.over && stage(here).firstElementChild?.dataset.position === '1 1 2'")
		w.run("send('/nim C2')")
		w.plied(2)
		w.run("send('/nim ' + stage(here).firstElementChild.aims[0].command)")
		w.until("games.get(here).over && document.querySelector('#next-acts .primary')")
		const all = "[...document.querySelectorAll('#next-acts button')].filter((b) => b.checkVisibility()).map((b) => b.textContent).join()"
		if got := eval[string](w, all); got != "Rematch,Review,Share" {
			t.Errorf("at %d px the end offers %s", x.width, got)
		}
		w.sees(fmt.Sprint("the end at ", x.width), "#next-acts .buttons > *", ".staged:not([hidden]) .headline")
		w.picture("minute-end", x)
		w.do(chromedp.Click("#next-acts summary"))
		w.until("document.querySelector('#next-acts .rest[open]')")
		w.run("document.querySelector('#next-acts .rest').scrollIntoView({block: 'nearest'})")
		w.sees(fmt.Sprint("the rest at ", x.width), "#next-acts .rest div > *")
		w.run("document.querySelector('main').scrollTop = 0")
	}
}

// How long there is stands in one place.
func TestOneClockSaysIt(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "#class")
	w.enter("Tina")
	w.run("send('/nim open 3 4 5')")
	w.until("document.querySelector('.staged:not([hidden]) .clock')")
	if got := w.text(".staged:not([hidden])"); strings.Contains(got, "10 minutes") {
		t.Errorf("beside the clock an offer says %q", got)
	}
	w.run("send('/nim decline')")
	ana, bob := pair(t)
	ana.run("send('/nim challenge @Bob 3 4 5 first:me clock:10m')")
	bob.until("document.querySelector('#asked [data-command^=accept]')")
	bob.run("document.querySelector('#asked [data-command^=accept]').click()")
	bob.until("document.querySelector('.staged:not([hidden]) .tags .clock')?.textContent")
	if eval[bool](bob, "[...document.querySelectorAll('.staged:not([hidden]) .body > p:not(.rule, .state)')].some((p) => p.textContent.includes('10 minutes'))") {
		t.Errorf("beside its clock a game says %q", bob.text(".staged:not([hidden])"))
	}
	w.run("send('/nim race rounds:1 seconds:30 game:nim')")
	w.until("document.querySelector('.staged:not([hidden]) .clock.big')")
	if got := w.text(".staged:not([hidden])"); !strings.Contains(got, "Nobody has answered yet") || strings.Contains(got, "seconds") {
		t.Errorf("beside the clock a question says %q", got)
	}
}

// The answers of an exercise stand apart from what helps.
func TestAnswersStandApart(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
	w.size(390, 844, "light")
	w.until("document.querySelector('.staged .can')")
	w.run("openPanel('learn', 'learn 3')")
	w.until("document.querySelector('#panel-log .answers')")
	w.sees("an exercise", "#panel-log .answers button", "#panel-log .drawing", "#panel-log .buttons:not(.answers) button")
	if got := eval[string](w, "[...document.querySelectorAll('#panel-log .answers button')].map((b) => b.dataset.command.split(' ')[0]).join()"); got != "answer,answer" {
		t.Errorf("the answers are %s", got)
	}
	w.picture("minute-answers", screen{390, 844, "light"})
}

// What is said beside a host's board stays true: that nobody waits isn't, once somebody has moved.
func TestAHostIsToldWhoWaits(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	w := openWindow(t, s, "#class")
	w.enter("Tina")
	w.run("send('/nim open 3 4 5 seats:2 game:nim')")
	w.until("document.querySelector('.staged:not([hidden]) [data-command^=begin]')")
	var guests []*browser
	for n := range 2 {
		b, name := s.browser(), fmt.Sprint("Kid", n)
		b.join(name, false)
		b.open(name, "", "class")
		b.say(name, "class", "/nim accept")
		guests = append(guests, b)
	}
	w.until("/2 of 2/.test(document.querySelector('.staged:not([hidden])').textContent)")
	w.run("document.querySelector('.staged:not([hidden]) [data-command^=begin]').click()")
	w.until("document.querySelectorAll('#boards [data-of]').length === 2 && coached")
	guests[0].say("Kid0", "class", "/nim A1")
	w.until("document.querySelector('#boards .unread') || games.get(here)?.mover === 'Tina'")
	w.until("!coached")
	guests[1].say("Kid1", "class", "/nim A1")
	w.until("document.querySelectorAll('#boards .unread').length + (games.get(here)?.mover === 'Tina') === 2")
	if eval[bool](w, "games.get(here).mover !== 'Tina'") {
		w.run("document.querySelector('#boards .unread').parentElement.click()")
	}
	w.until("document.querySelector('.staged:not([hidden]) .can')")
	w.size(390, 844, "light")
	w.stone("B", 1)
	w.run("document.querySelector('.staged:not([hidden]) .verbs .primary').click()")
	w.until("games.get(here)?.mover !== 'Tina' || plyOf(games.get(here)) === 1")
	w.still()
	w.picture("minute-host-moved", screen{390, 844, "light"})
}

// On a projector the answers of a class of thirty are in sight with what comes next, which only the
// teacher sees: what a pupil may not press isn't offered. The link leads a class to the question.
func TestThirtyAnswers(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	w := openWindow(t, s, "")
	w.until("here && typeof inviteTo === 'function'")
	w.size(1024, 768, "light")
	w.introduce("Tina")
	w.run("send('/nim race rounds:2 seconds:off 3 4 5')")
	w.until("document.querySelector('.staged .round .drawing')")
	pupil := openWindow(t, s, strings.TrimPrefix(eval[string](w, "inviteTo(here)"), "/"))
	pupil.size(390, 844, "light")
	pupil.until("document.querySelector('.staged .round .drawing')")
	visible := func(w *window) string {
		t.Helper()
		return eval[string](w, "[...document.querySelectorAll('.staged:not([hidden]) .bar .buttons button')].filter((b) => b.checkVisibility()).map((b) => b.textContent).join()")
	}
	if got := visible(pupil); got != "" || !eval[bool](pupil, "Boolean(document.querySelector('.staged:not([hidden]) .can'))") {
		t.Errorf("a pupil is offered %q, want to tap the board, and nothing else", got)
	}
	for n, answers := 0, []string{"A2", "A1", "A3", "B1", "B4", "C1", "C5"}; n < 30; n++ {
		b, name := s.browser(), fmt.Sprint("Kid", n)
		b.join(name, false)
		b.open(name, "", "general")
		b.say(name, "general", "/nim guess "+answers[n%len(answers)])
	}
	s.work(3 * time.Second)
	w.until("/30 have answered/.test(document.querySelector('.staged .round').textContent)")
	w.until("crowd === 31") // the pupil hasn't answered
	w.run("document.querySelector('.staged [data-command^=reveal]').click()")
	w.until("document.querySelector('.staged [data-command^=reveal]').textContent === 'Not everybody has answered. Reveal?'")
	w.run("document.querySelector('.staged [data-command^=reveal]').click()")
	for _, x := range []*window{w, pupil} {
		x.until("document.querySelector('.staged .chart li.right')")
	}
	if got := w.text(".staged .chart li.right b"); got != "5 ✓" {
		t.Errorf("of 30 answers the right one has %q, want 5 ✓", got)
	}
	w.run("closeCard()")
	w.sees("thirty answers", ".staged .headline", ".staged .drawing", ".staged .chart li.right", ".staged .buttons .primary")
	w.picture("minute-thirty", screen{1024, 768, "light"})
	pupil.sees("a pupil after thirty answers", ".staged .headline", ".staged .drawing", ".staged .chart li", ".staged .tags > button")
	pupil.picture("minute-thirty", screen{390, 844, "light"})
	if got := visible(w); got != "Next question,End the round" {
		t.Errorf("the teacher is offered %q, want the next question and the end, too", got)
	}
	if got := visible(pupil); strings.Contains(got, "Next") || strings.Contains(got, "End") {
		t.Errorf("a pupil is offered %q, which only the teacher may press", got)
	}
}

// Everybody sees how many have answered, before the answers are shown.
func TestTheCountOfAnswersRises(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	w := openWindow(t, s, "")
	w.introduce("Tina")
	w.run("send('/nim race rounds:2 seconds:off 3 4 5')")
	w.until("/Nobody has answered yet/.test(document.querySelector('.staged .round')?.textContent)")
	for n, want := range []string{"1 has answered", "2 have answered"} {
		b, name := s.browser(), fmt.Sprint("Kid", n)
		b.join(name, false)
		b.open(name, "", "general")
		b.say(name, "general", "/nim guess A2")
		s.ahead.Add(int64(3 * time.Second))
		if _, err := s.worker.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.until("document.querySelector('.staged .round').textContent.includes('" + want + "')")
	}
}
