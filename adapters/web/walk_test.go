package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"nimbot/game/rules"
	"nimbot/internal/slowtest"
	"nimbot/store/round"
)

// nextStep is the largest button of a game's end.
const nextStep = "#next-acts .primary"

// placed is where the first stone of an exercise is, in pixels.
const placed = "(() => { const b = document.querySelector('#panel-log .stone').getBoundingClientRect(); return [b.left, b.top, b.width].map(Math.round).join() })()"

// A beginner sees the board, the hint, the next lesson, the day's positions and the groups of games
// at once; takes a hint of the first board and of a lesson beside it; chooses a game with piles of
// their own; and at the end sees who won, and goes on. Nothing of it is outside the window or covered.
func TestABeginnerSeesEachStep(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	for _, x := range someOf(t, sights) {
		at := fmt.Sprintf("at %d px, %s", x.width, x.theme)
		w := openWindow(t, s, "")
		w.size(x.width, x.height, x.theme)
		w.until("document.querySelector('.staged .can') && document.querySelector('.groups svg')")
		w.sees(at+", at first", wholeBoard, ".staged .headline", ".staged .hint", ".do", ".groups button", "#games")
		if x.width >= 960 {
			w.sees(at+", at first", "#say", "#moves", "#next button", ".places > *")
		}
		w.picture("walk-first", x)
		w.press("Hint") // before any move
		w.until("coached && plyOf(games.get(here)) === 0")
		w.sees(at+", a hint", "#coach-log p:not(.used, .only)", "#coach .buttons button", wholeBoard)

		w.run("openPanel('learn', 'learn 1')")
		w.until("document.querySelector('#panel-log .drawing')")
		board := eval[string](w, placed)
		w.run("[...document.querySelectorAll('#panel-log button')].find((b) => b.textContent === 'Hint').click()")
		w.until("coached")
		w.sees(at+", a hint in a lesson", "#panel-log .stone", "#coach-title", "#coach .buttons button")
		if got := eval[string](w, placed); got != board {
			t.Errorf("%s: the hint moved the exercise from %s to %s", at, board, got)
		}
		w.picture("walk-lesson-hint", x)
		w.run("closePanel(); chooseGame('piles')")
		w.sees(at+", a new game", "#change-title", "#family fieldset:first-child label:first-of-type > span", "#play")
		w.run("[...document.querySelectorAll('.heap button')].at(-1).click()")
		if got := eval[string](w, "document.querySelector('[name=piles]').value"); got != "3 4 6" {
			t.Errorf("%s: one more on C makes the piles %s, want 3 4 6", at, got)
		}
		w.picture("walk-new-game", x)
		w.run("document.querySelector('[name=piles]').value = '1 1 2'; document.getElementById('play').click()")
		w.until("stage(here).firstElementChild?.dataset.position === '1 1 2'")
		w.run("send('/nim C2', stage(here).firstElementChild.dataset.id)")
		w.plied(2)
		w.run("send('/nim ' + (stage(here).firstElementChild.aims[0].command), stage(here).firstElementChild.dataset.id)")
		w.until("games.get(here).over")
		w.sees(at+", the end", ".staged .headline", ".staged .drawing", ".staged .decisions button", nextStep)
		if got := w.text(".staged .headline"); got != "You won" {
			t.Errorf("%s: the end says %q, want You won", at, got)
		}
		w.picture("walk-end", x)
		w.do(chromedp.Click(".staged .decisions button"))
		w.until("document.querySelector('#review-board svg') && document.getElementById('review-at').textContent === '▸ Move 1 of 2'")
		w.run("closeReview()")
		w.do(chromedp.Click(nextStep))
		w.until("!games.get(here).over && plyOf(games.get(here)) < 2")
	}
}

// round is the round of a channel, as it is stored.
func (s *site) round(channel string) round.Round {
	s.t.Helper()
	r, err := round.NewKeeper(s.store, s.now).Read(s.t.Context(), channelPlace(channel).String())
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

// A teacher begins a round by buttons; its question, time, answers and bars are on the stage of all.
func TestATeacherHoldsARound(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	for i, x := range someOf(t, sights) {
		at := fmt.Sprintf("at %d px, %s", x.width, x.theme)
		class := fmt.Sprint("class", i)
		w := openWindow(t, s, "#"+class)
		w.size(x.width, x.height, x.theme)
		w.enter(fmt.Sprint("Ana", i))
		w.run("document.getElementById('ask-round').click()")
		w.sees(at+", before", "#together-title", "#together-how [name=level]", "#together-how .primary")
		if got := w.text("#together-how .primary"); got != "Start" {
			t.Errorf("%s: the button that begins a quiz says %q, want Start", at, got)
		}
		w.run("$('together-how').querySelector('[value=off]').click(); $('together-how').querySelector('[name=game]').value = 'nim'")
		w.do(chromedp.Click("#together-how .primary"))
		w.until("document.querySelector('.staged .round .drawing')")
		if r := s.round(class); r.Terms.Level != "easy" {
			t.Errorf("%s: the round has level %q, want easy, as the form shows", at, r.Terms.Level)
		}
		w.sees(at+", the question", ".staged .headline", ".staged .drawing", ".staged .buttons button")
		w.picture("walk-question", x)
		for n := range 3 {
			b, name := s.browser(), fmt.Sprint("Kid", i, n)
			b.join(name, false)
			b.open(name, "", class)
			b.say(name, class, "/nim guess A1")
		}
		s.work(3 * time.Second)
		w.until("/3 have answered/.test(document.querySelector('.staged .round').textContent)")
		w.run("[...document.querySelectorAll('.staged button')].find((b) => b.dataset.command?.startsWith('reveal')).click()")
		w.until("document.querySelector('.staged .chart li')")
		w.run("closeCard()")
		w.sees(at+", the answers", ".staged .headline", ".staged .drawing", ".staged .chart li", ".staged .buttons .primary")
		w.picture("walk-answers", x)
		w.run("[...document.querySelectorAll('.staged button')].find((b) => b.dataset.command?.startsWith('reveal end')).click()")
		w.until("presentBoard(here)?.round?.over")
		again := "[...document.querySelectorAll('.staged .round button')].find((b) => b.textContent === 'Quiz everyone')"
		w.until(again)
		w.run(again + ".id = 'another'")
		w.sees(at+", the result", ".staged .headline", "#another")
		w.run("document.getElementById('another').click()")
		w.sees(at+", another quiz", "#together-how [name=game]", "#together-how .primary")
		w.run("document.getElementById('together-how').close()")
	}
}

// An unknown address gives the page with one line. The first game of each kind isn't over after one
// move.
func TestNoAddressIsADeadEnd(t *testing.T) {
	t.Parallel()
	s := newSite(t, 0, Limits{})
	resp, page := s.browser().get("/nowhere/at/all")
	if resp.StatusCode != http.StatusNotFound || !strings.Contains(page, `id="stage"`) {
		t.Errorf("GET /nowhere = %s without the page", resp.Status)
	}
	for _, group := range s.server.renderer.lobby("en").Groups {
		for _, g := range group.Games {
			game, err := rules.Lookup(g.Key)
			if err != nil {
				t.Fatal(err)
			}
			if endsAtOnce(game, g.Setups[0]) > 0 {
				t.Errorf("%s begins with %s, which one move can end", g.Key, g.Setups[0])
			}
		}
	}
	slowtest.Only(t)
	w := openWindow(t, s, "nowhere")
	w.until("document.getElementById('status').textContent.includes('nothing at that address')")
	w.sees("an unknown address", "#status", wholeBoard)
}
