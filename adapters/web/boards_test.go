package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"nimbot/game/dialog"
	"nimbot/internal/slowtest"
)

// Each of two visitors who type the same gets a board of their own at once; a third
// watches one of them, and a pair plays at a table beside them.
func TestEveryVisitorPlaysAtABoardOfTheirOwn(t *testing.T) {
	t.Parallel()
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
	bob.until("coached?.kind === 'hint'")

	cleo.enter("Cleo")
	cleo.until(`document.querySelectorAll("#playing li").length === 2`)
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
	ana.until("coached")
	ana.say("/nim resign")
	cleo.until(`stage(here).firstElementChild.game.over`)
	for _, w := range []*window{cleo, bob} {
		if all := eval[string](w, `document.getElementById("logs").textContent`); strings.Contains(all, "can't win") {
			t.Errorf("others are told what Ana was: %s", all)
		}
	}
}

// A pair plays at a table of the channel, which has an address. Visitors with a board of their
// own keep it.
func TestATableHasAnAddress(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
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
	eve.until(`document.getElementById("status").textContent.includes("isn't being played")`)
	eve.until(`document.querySelectorAll("#playing li").length === 2 && location.pathname === "/"`)
}

// Own boards are back after the page is loaded anew and after the server was started anew.
func TestOwnBoardsComeBack(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
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

// A visitor's own board goes to their pages and to those that watch it; what is said to
// its person goes to nobody else.
func TestOwnBoardsAreSentToTheirPersonAndWatchersOnly(t *testing.T) {
	s := newSite(t, 1_000_000, Limits{})
	ana, bob, cleo := s.browser(), s.browser(), s.browser()
	ana.join("Ana", false)
	bob.join("Bob", false)
	cleo.join("Cleo", false)
	own := func(b *browser, as, text string) {
		t.Helper()
		if code, a := b.post("/web/say", sayRequest{As: as, Channel: "general", Text: "/nim " + text, Own: true}); code != http.StatusOK {
			t.Fatalf("%s: %d %s", text, code, a.Refused)
		}
	}
	mine, other := ana.open("Ana", "", "general"), bob.open("Bob", "", "general")
	own(ana, "Ana", "start 3 4 5 first:me")
	own(bob, "Bob", "start 3 4 5 first:me")
	watcher := cleo.watch("Cleo", "general", "general/~Ana")
	own(ana, "Ana", "A2")
	own(ana, "Ana", "hint")
	bob.say("Bob", "general", "That's all.")
	for _, p := range []*tap{mine, other, watcher} {
		p.holds(t, "That's all.")
	}
	for _, tt := range []struct {
		p     *tap
		text  string
		shown bool
	}{
		{mine, "Ana took 2 from A", true}, {watcher, "Ana took 2 from A", true}, {other, "Ana took 2 from A", false},
		{mine, "Bob's move", false}, {watcher, "Bob's move", false}, {other, "Bob's move", true},
	} {
		if got := strings.Contains(tt.p.texts(), tt.text); got != tt.shown {
			t.Errorf("%s is shown %q: %v, want %v:\n%s", tt.p.person, tt.text, got, tt.shown, tt.p.texts())
		}
	}
	for _, p := range []*tap{other, watcher} {
		for _, m := range p.seen {
			if m.message.To != "" && m.message.To != p.person {
				t.Errorf("%s was sent what is for %s: %q", p.person, m.message.To, m.message.Lines)
			}
		}
	}
	for _, m := range watcher.seen {
		for _, b := range append(m.message.Buttons, m.message.Tools...) {
			if m.message.Of == "~Ana" && (b.For == nil || b.For[0] == "Cleo") {
				t.Errorf("Cleo can press %q on Ana's board", b.Label)
			}
		}
	}
	var live []listedBoard
	_, body := cleo.get("/web/boards?as=Cleo&channel=general")
	if err := json.Unmarshal([]byte(body), &live); err != nil || len(live) != 2 || live[0].Of != "~Ana" || !strings.Contains(live[0].SVG, "<svg") {
		t.Errorf("listed are %.300s, %v; want Ana's board and Bob's", body, err)
	}
}

// The list ends with the newest boards.
func TestTheNewestBoardsAreListed(t *testing.T) {
	s := newSite(t, 1_000_000, Limits{})
	for i := range maxListed + 3 {
		b, name := s.browser(), fmt.Sprintf("p%d", i)
		b.join(name, false)
		b.post("/web/say", sayRequest{As: name, Channel: "general", Text: "/nim start 1 2 4", Own: true})
	}
	if all := s.server.hub.liveBoards("general", false); len(all) != maxListed || all[0].Of != fmt.Sprintf("~p%d", maxListed+2) || all[maxListed-1].Of != "~p3" {
		t.Errorf("%d are listed, the first is of %s", len(all), all[0].Of)
	}
}

// "Show it here" makes one's own board a table that all see, and leaves no second one.
func TestAnOwnBoardBecomesATable(t *testing.T) {
	s := newSite(t, 1_000_000, Limits{})
	ana, bob := s.browser(), s.browser()
	ana.join("Ana", false)
	bob.join("Bob", false)
	mine, other := ana.open("Ana", "", "general"), bob.open("Bob", "", "general")
	ana.post("/web/say", sayRequest{As: "Ana", Channel: "general", Text: "/nim start 3 4 5 first:me", Own: true})
	mine.holds(t, "Ana's move. Piles: A 3, B 4, C 5")
	all := s.server.hub.liveBoards("general", false)
	i := slices.IndexFunc(all[0].Buttons, func(b button) bool { return b.Label == "Show it here" })
	if i < 0 {
		t.Fatalf("the buttons are %v", all[0].Buttons)
	}
	ana.post("/web/say", sayRequest{As: "Ana", Channel: "general", Text: "/nim " + all[0].Buttons[i].Command, Message: all[0].ID, Own: true})
	other.holds(t, "Ana's move. Piles: A 3, B 4, C 5")
	if all := s.server.hub.liveBoards("general", false); len(all) != 1 || all[0].Of != "1" {
		t.Errorf("live are %d boards, the first is %q; want table 1 alone", len(all), all[0].Of)
	}
}

// The boards of visitors who went away make room for others.
func TestOwnBoardsAreBounded(t *testing.T) {
	h := newHub(Limits{Boards: 3}, time.Now)
	for i := range 10 {
		h.openOwnRoom(channelPlace("general"), dialog.User{ID: fmt.Sprint(i), Name: fmt.Sprint(i)})
	}
	if n := h.count(isOwnRoom); n != 3 {
		t.Errorf("%d own boards are kept, want 3", n)
	}
	if err := h.claim(h.room(channelPlace("general"))); err != nil {
		t.Errorf("own boards take the place of channels: %v", err)
	}
}

// watch opens a stream of a channel and of somebody's board in it.
func (b *browser) watch(as, channel, board string) *tap {
	b.site.t.Helper()
	return b.openAt(url.Values{"as": {as}, "channel": {channel}, "watch": {board}}, as, "")
}
