package web

import (
	"testing"

	"github.com/chromedp/chromedp"

	"nimbot/internal/slowtest"
)

// A broken link still opens the page.
func TestABrokenLinkOpensThePage(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "#%zz")
	w.enter("Ana")
	w.run("location.hash = '%e4'")
	w.say("/nim start 3 4 5")
	w.shows("Ana's move")
	if got := w.text("#title"); got != "# general" {
		t.Errorf("the channel is %q, want # general", got)
	}
}

// A board is alive only for the player whose turn it is.
func TestABoardIsUsableOnlyForTheMover(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	ana, bob := openWindow(t, s, ""), openWindow(t, s, "")
	bob.enter("Bob")
	ana.enter("Ana")
	bob.say("/nim challenge @Ana 3 4 5")
	ana.press("Accept")
	bob.until("document.querySelector('.staged:not([hidden]) .can')")
	bob.until("document.title.startsWith('●')")
	ana.shows("Bob's move")
	if eval[bool](ana, "Boolean(document.querySelector('.staged .can, .staged .choices, .staged .verb')) || document.title.startsWith('●')") {
		t.Error("while it is Bob's turn, Ana's board can be played on")
	}
	if !eval[bool](ana, "Boolean(document.querySelector('.staged .danger'))") {
		t.Error("while it is Bob's turn, Ana cannot resign")
	}
}

// A page that is open for long keeps no message that it no longer shows.
func TestOldMessagesAreForgotten(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.run("for (let i = 0; i < 400; i++) show({ id: 'x' + i, order: 1000 + i, channel: here, at: 0, from: 'Bob', lines: ['x'] })")
	got := eval[[]int](w, "[items.size, document.querySelectorAll('.message:not([data-id=front])').length]")
	if got[0] != got[1] {
		t.Errorf("%d messages are remembered and %d are shown, want the same", got[0], got[1])
	}
}

// A name that another window of the browser took is not lost by this one.
func TestWindowsShareTheirNames(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.run(`localStorage.setItem("nim.people", '["Ana","Zoe"]'); window.dispatchEvent(new StorageEvent("storage", { key: "nim.people" }))`)
	w.do(chromedp.Click("#add"))
	w.enter("Bob")
	if got := eval[string](w, "[...document.getElementById('who').options].map((o) => o.value).join() + ' ' + localStorage.getItem('nim.people')"); got != `Ana,Zoe,Bob ["Ana","Zoe","Bob"]` {
		t.Errorf("the names are %s, want all three", got)
	}
}
