package web

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"nimbot/internal/slowtest"
)

// ready is the button that makes the chosen move.
const ready = "document.querySelector('.staged:not([hidden]) .verbs .primary')"

// fingers opens the page as on a phone.
func fingers(t *testing.T) *window {
	t.Helper()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.do(chromedp.EmulateViewport(360, 740, chromedp.EmulateTouch))
	w.start("nim", "3 4 5")
	return w
}

// touch sends a touch event: each point is a finger that is down.
func (w *window) touch(kind input.DispatchTouchEventType, points ...[]float64) {
	w.t.Helper()
	p := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
	for i, at := range points {
		p.TouchPoints = append(p.TouchPoints, &input.TouchPoint{X: at[0], Y: at[1], ID: new(float64(i))})
	}
	w.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, p)
		return err
	}))
}

// tapTogether puts down a finger on each of some elements, and lifts all.
func (w *window) tapTogether(elements ...string) {
	w.t.Helper()
	var points [][]float64
	for _, e := range elements {
		points = append(points, w.middle(e))
	}
	w.finger(points...)
}

// finger puts down a finger on each of some points, and lifts all.
func (w *window) finger(points ...[]float64) {
	w.t.Helper()
	for n := range points {
		w.touch(input.DispatchTouchEventTypeTouchStart, points[:n+1]...)
	}
	w.touch(input.DispatchTouchEventTypeTouchEnd)
}

// middle is where an element is in the window.
func (w *window) middle(element string) []float64 {
	w.t.Helper()
	return eval[[]float64](w, "(() => { const b = "+element+".getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2] })()")
}

// plies fails unless so many moves were made.
func (w *window) plies(when string, want int) {
	w.t.Helper()
	if got := eval[int](w, "plyOf(games.get(here))"); got != want {
		w.t.Errorf("%s: %d moves were made, want %d", when, got, want)
	}
}

// Two fingers at once choose at most one of the two, and make no move; one
// finger plays on as before.
func TestTwoFingersAtOnce(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := fingers(t)
	w.tapTogether(part("A:2"), part("C:4"))
	w.tapTogether(part("A:2"), part("A:2"))
	if got := eval[string](w, onOffer); strings.Contains(got, " ") {
		t.Errorf("two fingers choose %q, want at most one move", got)
	}
	w.plies("two fingers on stones", 0)
	w.run("document.querySelector('.staged:not([hidden]) .verbs .quiet')?.click()")
	w.tapTogether(part("B:3"))
	w.until(ready)
	if got := eval[string](w, onOffer); got != "B2" {
		t.Errorf("one finger on B's third stone offers %q, want B2", got)
	}
	w.tapTogether(ready, part("C:1"))
	w.tapTogether(part("A:1"), ready)
	w.plies("two fingers on the button and a stone", 0)
	w.until(ready)
	w.tapTogether(ready)
	w.until("plyOf(games.get(here)) === 2")
}

// A finger that goes on tapping after the move is made, on a stone or on a
// button, does nothing to the next board. A page counts taps in a row.
func TestTapsInARowMoveOnce(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := fingers(t)
	again := func(element string, count int) {
		t.Helper()
		w.until(element)
		w.run(element + ".dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))")
		w.run(element + ".dispatchEvent(new MouseEvent('click', {bubbles: true, detail: " + strconv.Itoa(count) + "}))")
	}
	w.tapTogether(part("B:3")) // a real one
	w.until(ready)
	again(part("B:3"), 2)
	w.until("plyOf(games.get(here)) === 2")
	again(part("C:1"), 3)
	again(part("C:1"), 4)
	if got := eval[string](w, onOffer); got != "" {
		t.Errorf("taps that go on offer %q on the next board, want nothing", got)
	}
	again("document.querySelector('.staged:not([hidden]) .choices button')", 2)
	w.tapTogether(part("C:1"))
	w.until(ready)
	w.plies("taps in a row", 2)
	w.tapTogether(ready)
	w.until("plyOf(games.get(here)) > 2")
}

// A finger that went down on one board and comes up on the next chooses nothing
// there.
func TestTheBoardChangesUnderAFinger(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := fingers(t)
	w.tapTogether(part("C:2"))
	w.until(ready)
	at := w.middle(part("C:2"))
	w.touch(input.DispatchTouchEventTypeTouchStart, at)
	w.run("send('/nim C1')") // another window of the same person
	w.until("plyOf(games.get(here)) === 2")
	w.touch(input.DispatchTouchEventTypeTouchEnd)
	w.tapTogether("document.querySelector('.staged:not([hidden]) .headline')") // comes after it
	w.plies("a finger on two boards", 2)
	if got := eval[string](w, onOffer); got != "" {
		t.Errorf("a finger on two boards offers %q, want nothing", got)
	}
	w.tapTogether(part("C:1"))
	w.until(ready)
}
