package web

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nimbot/internal/slowtest"
)

// An Enter that is held makes one move, even if the board changes before key-up: the
// newly focused element isn't pressed.
func TestHeldEnterMakesOneMove(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	for _, tc := range []struct{ name, focus string }{
		{"on the board", "document.querySelector('.staged:not([hidden]) .can[tabindex=\"0\"]')"},
		{"on a button", "[...document.querySelectorAll('.staged:not([hidden]) .choices button')].find((b) => b.textContent === 'Take 1')"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
			w.enter("Ana")
			w.start("fibonacci", "12 first:me")
			w.run("var sends = []; { const one = send; send = (text, m) => { sends.push(text); return one(text, m); }; }")
			w.run(tc.focus + ".focus()")
			if tc.name == "on the board" {
				w.do(chromedp.KeyEvent(kb.Enter)) // chooses
			}
			at := eval[string](w, staged+".dataset.position")
			w.key(kb.KeyDown, false)
			if tc.name == "on the board" {
				w.until(staged + "?.dataset.position !== '" + at + "'")
			}
			w.key(kb.KeyChar, false)
			w.until(staged + "?.dataset.position !== '" + at + "'")
			for range 5 {
				w.key(kb.KeyDown, true)
				w.key(kb.KeyChar, true)
			}
			w.key(kb.KeyUp, false)
			if got := eval[[]string](w, "sends"); len(got) != 1 {
				t.Errorf("a held Enter sends %q, want one move", got)
			}
		})
	}
}

// key sends one event of the Enter key.
func (w *window) key(kind input.DispatchKeyEventType, held bool) {
	w.t.Helper()
	for _, e := range kb.Encode('\r') {
		if e.Type != kind {
			continue
		}
		e.AutoRepeat = &held
		w.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, *e)
			return err
		}))
	}
}
