package web

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestLook(t *testing.T) {
	if os.Getenv("LOOK") == "" {
		t.Skip("")
	}
	dir := "/tmp/look"
	_ = os.MkdirAll(dir, 0o755)
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
	w.until("document.querySelectorAll('#family [data-game] svg').length > 22 && !document.getElementById('lessons').hidden")
	shot := func(name string, width, height int64) {
		w.phone(width, height)
		w.do(chromedp.Evaluate[chromedp.Void]("new Promise((done) => setTimeout(done, 150))", chromedp.EvalAwaitPromise))
		w.capture(dir, name)
	}
	for _, name := range []string{"front", "chosen", "played", "hint", "end"} {
		switch name {
		case "chosen":
			w.tap("C:4")
		case "played":
			w.run("document.querySelector('.staged:not([hidden]) .verbs .primary').click()")
			w.until(answered2)
		case "hint":
			w.run("send('/nim hint 3')")
			w.until("document.querySelector('.log:not([hidden]) .private table')")
		case "end":
			w.run("document.body.classList.remove('sheet')")
			for range 8 {
				if eval[bool](w, "Boolean(games.get(here).over)") {
					break
				}
				at := eval[string](w, staged+".dataset.position")
				w.run("[...document.querySelectorAll('.staged:not([hidden]) .can')].at(-1).dispatchEvent(new MouseEvent('click', {bubbles: true}))")
				w.run("document.querySelector('.staged:not([hidden]) .verbs .primary').click()")
				w.until(staged + "?.dataset.position !== '" + at + "'")
			}
		}
		shot(name+"-phone", 390, 844)
		shot(name+"-small", 320, 640)
		shot(name+"-side", 844, 390)
		shot(name+"-tablet", 820, 1180)
		shot(name+"-desk", 1280, 800)
	}
}
