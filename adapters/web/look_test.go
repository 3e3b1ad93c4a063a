package web

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"nimbot/game"
)

func TestLook(t *testing.T) {
	if os.Getenv("LOOK") == "" {
		t.Skip("")
	}
	dir := "/tmp/look"
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
	w.enter("Ana")
	// All boards of one size on one sheet, as they are on a phone after two moves.
	for _, theme := range []string{"light", "dark"} {
		var all []string
		for _, g := range game.Games() {
			w.size(390, 844, theme)
			w.run("go('c" + theme + strings.NewReplacer(":", "-", ".", "-").Replace(g.Key) + "')")
			w.run(fmt.Sprintf("send('/nim start %s game:%s first:bot')", g.Examples[0], g.Key))
			w.until("stage(here).firstElementChild?.dataset.id !== 'front' && document.querySelector('.staged:not([hidden]) .drawing')")
			w.run("[...document.querySelectorAll('.staged:not([hidden]) .can')].at(-1)?.dispatchEvent(new MouseEvent('click', {bubbles: true}))")
			w.do(chromedp.Evaluate[chromedp.Void]("new Promise((done) => setTimeout(done, 60))", chromedp.EvalAwaitPromise))
			all = append(all, eval[string](w, "document.querySelector('.staged:not([hidden]) .drawing > svg').outerHTML"))
		}
		w.run("window.sheet = " + fmt.Sprintf("%q", strings.Join(all, "\x01")) + "; undefined")
		w.run(`{ document.body.innerHTML = '<div>' + sheet.split('\x01').join('') + '</div>'; const css = (e, s) => { e.style.cssText = s; }; css(document.body, 'display:block;height:auto;width:1540px'); css(document.body.firstChild, 'display:grid;grid-template-columns:repeat(6,250px);gap:6px;grid-auto-rows:200px'); for (const e of document.querySelectorAll('svg')) css(e, 'width:100%;height:100%;border:1px solid red'); }`)
		w.do(chromedp.EmulateViewport(1540, 830))
		w.capture(dir, "games-"+theme)
		w.do(chromedp.Reload())
		w.until("here")
	}
}
