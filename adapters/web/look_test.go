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
			all = append(all, eval[string](w, "document.querySelector('.staged:not([hidden]) .message').outerHTML"))
		}
		w.run("window.sheet = " + fmt.Sprintf("%q", strings.Join(all, "\x01")) + "; undefined")
		w.run(`{ document.body.innerHTML = '<div class="staged" style="display:grid;grid-template-columns:repeat(8,390px);gap:6px;grid-auto-rows:420px">' + sheet.split('\x01').map((x) => '<div class="staged" style="overflow:hidden;border:1px solid red;display:flex">' + x + '</div>').join('') + '</div>'; document.body.style = 'display:block;height:auto;width:3200px'; }`)
		w.do(chromedp.EmulateViewport(3200, 1290))
		w.capture(dir, "games-"+theme)
		w.do(chromedp.Reload())
		w.until("here")
	}
}
