package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// each of two visitors who type the same gets a board of their own at once; a third
// watches one of them, and a pair plays at a table beside them.
func TestEveryVisitorPlaysAtABoardOfTheirOwn(t *testing.T) {
	s := newSite(t, 1_000_000, Limits{})
	ana, bob, cleo := openWindow(t, s, ""), openWindow(t, s, ""), openWindow(t, s, "")
	ana.enter("Ana")
	bob.enter("Bob")
	for _, w := range []*window{ana, bob} {
		w.say("/nim start 3 4 5 first:me")
		w.until(`document.querySelector(".staged:not([hidden]) [data-mover]")?.dataset.mover === me || stage(here).firstElementChild?.dataset.mover === me`)
	}
	ana.say("/nim A2")
	ana.until(`stage(here).firstElementChild.dataset.position !== "3 4 5"`)
	if got := eval[string](bob, `stage(here).firstElementChild.dataset.position`); got != "3 4 5" {
		t.Errorf("Ana's move made Bob's board %q", got)
	}
	bob.press("Hint")
	bob.shows("Only you")

	cleo.enter("Cleo")
	cleo.until(`document.querySelectorAll("#playing li").length === 2 && !document.getElementById("lobby").hidden`)
	eval[bool](cleo, `document.querySelector('#playing [data-of="~Ana"]').click(), true`)
	cleo.until(`stage(here).firstElementChild?.dataset.mover === "Ana"`)
	if at := eval[string](cleo, "decodeURIComponent(location.pathname)"); at != "/table/general/~Ana" {
		t.Errorf("Ana's board is at %q", at)
	}
	if n := eval[int](cleo, `stage(here).querySelectorAll("button[data-command], .can").length`); n != 0 {
		t.Errorf("who watches a board can press %d things on it", n)
	}
	cleo.hides("Hint 1")
	ana.say("/nim explain")
	ana.shows("Only you")
	ana.say("/nim resign")
	cleo.until(`stage(here).firstElementChild.game.over`)
	for _, w := range []*window{cleo, bob} {
		if all := eval[string](w, `document.getElementById("logs").textContent`); strings.Contains(all, "can't win") {
			t.Errorf("others are told what Ana was: %s", all)
		}
	}
}

// A pair plays at a table of the channel, which has an address; who has a board of their
// own keeps it.
func TestATableHasAnAddress(t *testing.T) {
	s := newSite(t, 1_000_000, Limits{})
	ana, bob, cleo := openWindow(t, s, ""), openWindow(t, s, ""), openWindow(t, s, "")
	ana.enter("Ana")
	bob.enter("Bob")
	cleo.enter("Cleo")
	cleo.say("/nim start 3 5 7 first:me")
	cleo.until(`stage(here).firstElementChild?.dataset.mover === me`)
	ana.say("/nim challenge @Bob 3 4 5 first:me")
	bob.press("Accept")
	ana.until(`stage(here).firstElementChild?.dataset.mover === me`)
	if got := eval[string](cleo, `stage(here).firstElementChild.dataset.position`); got != "3 5 7" {
		t.Errorf("the pair's game took Cleo's board away: %q", got)
	}
	dan := openWindow(t, s, "table/general/1")
	dan.enter("Dan")
	dan.until(`stage(here).firstElementChild?.dataset.mover === "Ana"`)
	ana.say("/nim C1")
	dan.until(`stage(here).firstElementChild?.dataset.position === "3 4 4"`)

	eve := openWindow(t, s, "table/general/7")
	eve.enter("Eve")
	eve.until(`document.getElementById("status").textContent.includes("isn't being played")`)
	eve.until(`document.querySelectorAll("#playing li").length === 2 && location.hash === "#general"`)
}

// Own boards are back after the page is loaded anew and after the server was started anew.
func TestOwnBoardsComeBack(t *testing.T) {
	s := newSite(t, 1_000_000, Limits{})
	ana, bob := openWindow(t, s, ""), openWindow(t, s, "")
	ana.enter("Ana")
	bob.enter("Bob")
	ana.say("/nim start 3 4 5 first:me")
	bob.say("/nim start 6 7 first:me")
	ana.until(`stage(here).firstElementChild?.dataset.position === "3 4 5"`)
	bob.until(`stage(here).firstElementChild?.dataset.position === "6 7"`)
	ana.do(chromedp.Reload())
	ana.until(`stage(here).firstElementChild?.dataset.position === "3 4 5"`)
	old := eval[string](bob, "epoch")
	s.restart()
	bob.until(`epoch !== "` + old + `" && stage(here).firstElementChild?.dataset.position === "6 7"`)
	bob.say("/nim B2")
	bob.until(`stage(here).firstElementChild.dataset.position !== "6 7"`)
	ana.until(`stage(here).firstElementChild?.dataset.position === "3 4 5"`)
}

// Who keeps no cookies is told what that means, and plays.
func TestWithoutCookies(t *testing.T) {
	s := newSite(t, 1_000_000, Limits{})
	ana := openWindow(t, s, "")
	ana.until(`document.getElementById("join").open`)
	ana.run(`Object.defineProperty(navigator, "cookieEnabled", {value: false}); askWho()`)
	ana.until(`!document.getElementById("join-forgets").hidden`)
	ana.enter("Ana")
	if kept := eval[string](ana, "session"); len(kept) != 2*tokenBytes {
		t.Errorf("the page was given %q", kept)
	}
	ana.say("/nim start 3 4 5 first:me")
	ana.until(`stage(here).firstElementChild?.dataset.mover === me`)
	ana.say("/nim A2")
	ana.until(`stage(here).firstElementChild.dataset.position !== "3 4 5"`)
}
