package web

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/animation"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

// unseenMarks counts the marks of the last moves on the board that can't be seen.
const unseenMarks = `(() => {
	const all = [...document.querySelectorAll('.staged:not([hidden]) .drawing > svg.board:not(.between) :is(.ghost, .fresh):is(.first, .second)')];
	const seen = all.filter((e) => { const s = getComputedStyle(e); return s.fill !== 'none' && s.opacity === '1' && s.visibility === 'visible' });
	return [all.length, all.length - seen.length];
})()`

// The pieces of the last moves stay marked after the animation that removes them.
func TestTheLastMoveStaysVisible(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
	w.enter("Ana")
	w.motion("no-preference")
	w.hurry(20)
	for _, g := range inTurn(0, 2) {
		w.start(g.Key, g.Examples[0])
		w.until("document.querySelector('.staged:not([hidden]) .can')")
		w.run("[...document.querySelectorAll('.staged:not([hidden]) .can')].at(-1).dispatchEvent(new MouseEvent('click', {bubbles: true}))")
		w.run("send('/nim ' + stage(here).firstElementChild.aims[0].command, stage(here).firstElementChild.dataset.id)")
		w.until("plyOf(games.get(here)) > 0")
		w.until("document.querySelector('.staged:not([hidden]) .moved') && !document.querySelector('.veil') && document.getAnimations().every((a) => a.playState === 'finished')")
		if got := eval[[]int](w, unseenMarks); got[1] > 0 {
			t.Errorf("%s: %d of %d marks of the last moves can't be seen", g.Key, got[1], got[0])
		}
		w.leave()
	}
}

// hurry shows moves so many times faster.
func (w *window) hurry(times float64) {
	w.t.Helper()
	w.run(fmt.Sprintf("replyDelay /= %f", times))
	w.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := cdp.Call(ctx, t, animation.Enable, cdp.Empty{}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, t, animation.SetPlaybackRate, animation.SetPlaybackRateParams{PlaybackRate: times})
		return err
	}))
}

// The words about a move come after it was shown.
func TestWordsComeAfterTheMoves(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.motion("no-preference")
	w.start("nim", "3 4 5")
	w.run("replyDelay = 1e6; send('/nim A2')")
	w.until("document.querySelector('.veil')")
	const says = ".staged:not([hidden]) .last span"
	if got := w.text(says); !strings.Contains(got, "any number") {
		t.Errorf("while the moves are shown, the board says %q, want what it said before", got)
	}
	if got := eval[string](w, "getComputedStyle(document.querySelector('.staged:not([hidden]) .bar'), '::before').content"); got != `"Nim Bot's move …"` {
		t.Errorf("while the moves are shown, the bar says %s, want whose move it is", got)
	}
	if got := eval[string](w, "getComputedStyle(document.querySelector('.staged:not([hidden]) .hint')).visibility"); got != "hidden" {
		t.Errorf("while the bot moves, Hint is %s, want hidden", got)
	}
	w.run("document.querySelector('.staged:not([hidden]) .drawing').dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))")
	if got := w.text(says); !strings.Contains(got, "took 2 from A") {
		t.Errorf("when the moves were shown, the board says %q, want what happened", got)
	}
}

// A chosen stone looks chosen as a whole, and a tap leaves no focus frame.
func TestAChoiceLooksChosen(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := fingers(t)
	w.tapTogether(part("C:4"))
	w.until(ready)
	faded := eval[[]int](w, `[4, 3].map((n) => { const e = document.querySelector('.staged:not([hidden]) g[data-label=C] .stone[data-n="' + n + '"]'); return [e, ...shadingOf(e)].filter((x) => Number(getComputedStyle(x).opacity) < .6).length })`)
	if faded[0] < 3 || faded[1] != 0 {
		t.Errorf("of a chosen stone %d shapes look so, and %d of another one; want all and none", faded[0], faded[1])
	}
	w.tapTogether(part("C:4"))
	w.plied(2)
	if eval[bool](w, "Boolean(document.querySelector('#stage :focus-visible'))") {
		t.Error("after a move by a finger something on the board has the keyboard's focus")
	}
}

// plied waits for the board after so many moves.
func (w *window) plied(n int) {
	w.t.Helper()
	w.until(fmt.Sprintf("games.get(here) && plyOf(games.get(here)) === %d", n))
}

// The arrow of a move that was made has another colour than one that is being chosen.
func TestArrowsOfMovesHaveAColourOfTheirOwn(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.start("coins", "2 5 9 first:bot")
	w.until("document.querySelector('.staged:not([hidden]) .slide')")
	if got := eval[string](w, "getComputedStyle(document.querySelector('.staged:not([hidden]) .slide')).stroke"); got != "none" {
		t.Errorf("the bot's slide has the stroke %s, which is a preview's", got)
	}
}

// Each move of a pile that is drawn in part can be chosen, without a tap for each stone.
func TestEveryAmountCanBeChosen(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
	w.enter("Ana")
	w.phone(360, 740)
	for _, tt := range []struct{ key, setup, amount, want string }{
		{"euclid", "83 29", "", "A29"}, {"fibonacci", "46", "0", "1"}, {"fibonacci", "46", "13", "14"}, {"subtraction", "60 {1-9}", "4", "A5"},
	} {
		w.start(tt.key, tt.setup)
		w.until("document.querySelector('.staged:not([hidden]) .verbs')")
		if tt.amount != "" {
			w.run(fmt.Sprintf("{ const s = document.querySelector('.staged:not([hidden]) .verbs [type=range]'); s.value = %s; s.dispatchEvent(new Event('input')) }", tt.amount))
		}
		if got := strings.Fields(w.verbs()); len(got) == 0 || got[0] != tt.want {
			t.Errorf("%s %s offers %q, want %s", tt.key, tt.setup, got, tt.want)
		}
		w.run("send('/nim stop')")
		w.until("!document.querySelector('.staged:not([hidden]) .verbs button')")
	}
}

// A card shows where a shared game began: its end is an empty board.
func TestTheCardShowsTheGame(t *testing.T) {
	s := newSite(t, 1_000_000, Limits{})
	b := s.browser()
	b.join("Ana", false)
	p := b.open("Ana", "", "general")
	for _, line := range []string{"/nim start 1 2 first:me", "/nim B1", "/nim A1", "/nim B1", "/nim share"} {
		b.say("Ana", "general", line)
	}
	var card string
	p.await(func(all []sighting) bool {
		for _, x := range all {
			card += x.message.Card
		}
		return card != ""
	})
	if !strings.HasPrefix(card, "/board/light/nim/1_2/-") {
		t.Errorf("the card is %s, want one of 1 2", card)
	}
}

// The texts of an exercise that a tap answers don't mention typing.
func TestExercisesAreTapped(t *testing.T) {
	s := newSite(t, 1_000_000, Limits{})
	b := s.browser()
	b.join("Ana", false)
	p := b.open("Ana", "", "general")
	for _, line := range []string{"learn 1", "puzzle", "daily"} {
		b.say("Ana", "general", "/nim "+line)
	}
	p.holds(t, "Which move wins at once?")
	if got := p.texts(); strings.Contains(got, "type it") || strings.Contains(got, "D10") {
		t.Errorf("an exercise says\n%s", got)
	}
}

// A visitor who plays on from an analysis plays the position that they looked at.
func TestAnAnalysisIsPlayedOn(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "analyze/chomp/4%204%202")
	w.do(chromedp.Click("a[href^='/play/']"))
	w.untilLoaded("document.querySelector('.staged .message')?.dataset.position === '4 4 2'")
	w.tap("3:2")
	w.run("document.querySelector('.staged:not([hidden]) .verbs .primary').click()")
	w.until("games.get(here)?.tags[0] === 'Chomp' && plyOf(games.get(here)) > 0")
	_, page := s.browser().get("/analyze/nim/3%204%205")
	if strings.Contains(page, "<pre") || !strings.Contains(page, `<tr class="sum">`) {
		t.Error("the analysis shows its sum in no table")
	}
	for i := range 40 {
		if r, _ := s.browser().get("/analyze/nim/3%204%205"); r.StatusCode != 200 {
			t.Fatalf("analysis number %d in a row: %s", i+1, r.Status)
		}
	}
}

// The rules on the tiles speak of what is drawn, and not of typing.
func TestTilesDescribeTheDrawing(t *testing.T) {
	text, _ := json.Marshal(newSite(t, 0, Limits{}).server.renderer.lobby("en").Groups)
	if strings.Contains(string(text), "type ") || strings.Contains(string(text), "/nim") {
		t.Errorf("a tile speaks of typing:\n%s", text)
	}
	for _, g := range newSite(t, 0, Limits{}).server.renderer.lobby("en").Groups[rules.TurnGames].Games {
		if strings.Contains(g.Title, "Turtles") && !strings.Contains(g.Rule, "Each turtle is a coin: heads on its feet") {
			t.Errorf("%s: %s", g.Title, g.Rule)
		}
	}
}
