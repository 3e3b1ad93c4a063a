package web

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"nimbot/internal/slowtest"
)

const fourParts = "/nim start nim 3 4 + kayles 4 + chomp 2x3 + turtles 6 first:me"

// On a phone the board of a sum is high. What answers a typed line, a hint and the messages have room below the
// whole board all the same, and the typing box stays.
func TestATypedLineIsAnsweredUnderATallBoard(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	for _, theme := range []string{"light", "dark"} {
		w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
		w.size(390, 844, theme)
		w.enter("Sam")
		w.run("send('" + fourParts + "')")
		w.until("games.get(here)?.seats.includes('Sam')")
		w.run("send('/nim 1.B4')")
		w.plied(2)
		w.run("openTalk(true)")
		w.do(chromedp.SendKeys("#say", "/nim xyzzy\x1b\r"))
		w.until("coached")
		w.still()
		w.picture("sum-typed", screen{390, 844, theme})
		w.sees("a line that isn't understood", "#coach-log p:not(.used, .only)", "#coach-close", "#say", "#talk .primary", wholeBoard)
		w.run("closeCard()")
		w.do(chromedp.SendKeys("#say", "/nim start wythoff 3 5\x1b\r"))
		w.until("document.querySelector('#logs .private [data-command^=confirm], #coach [data-command^=confirm]')")
		w.still()
		w.sees("a question", "#logs .private p:not(.used, .only)", "#say", wholeBoard)
		w.run("document.getElementById('sheet-close').click()")
		w.run("send('/nim hint', stage(here).firstElementChild.dataset.id)")
		w.until("coached?.kind === 'hint'")
		w.still()
		w.picture("sum-hint", screen{390, 844, theme})
		w.sees("a hint", "#coach-log p:not(.used, .only)", "#coach-log .buttons button", wholeBoard)
	}
}

// On a desktop the last two hints of a sum show their values in their card, and the last moves are listed from their start.
func TestHintsOfASumFit(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	for _, x := range []screen{{1024, 768, "light"}, {1280, 800, "dark"}} {
		w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
		w.size(x.width, x.height, x.theme)
		w.enter("Sam")
		w.run("send('/nim start nim 3 4 + kayles 4 + chomp 2x3 first:me')")
		w.until("games.get(here)?.seats.includes('Sam')")
		for step := range 3 {
			w.run(fmt.Sprintf("send('/nim hint%s', stage(here).firstElementChild.dataset.id)", []string{"", " 2", " 3"}[step]))
			w.until(fmt.Sprintf("document.getElementById('coach-steps').textContent === '%d / 3'", step+1))
			w.still()
			w.sees(fmt.Sprintf("at %d px, hint %d", x.width, step+1), "#coach-log p:nth-of-type(-n+5):not(.used, .only)", "#coach-close", "#say", wholeBoard)
		}
		w.picture("sum-hint", x)
		w.run("closeCard(); send('/nim ' + stage(here).firstElementChild.aims.at(-1).command)")
		w.plied(2)
		w.run("send('/nim ' + stage(here).firstElementChild.aims[0].command)")
		w.plied(4)
		if got := eval[float64](w, "document.querySelector('#moves-list tr:last-child').getBoundingClientRect().top - document.getElementById('moves-of').lastChild.getBoundingClientRect().bottom"); got < -1 {
			t.Errorf("at %d px the row of the last moves begins %.0f px under the heading", x.width, -got)
		}
	}
}

// A host's typed move goes to the table whose tab was pressed, not to the one that waited longer.
func TestATypedMoveGoesToTheChosenTable(t *testing.T) {
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	host := s.browser()
	host.join("Tina", false)
	host.say("Tina", "class", "/nim open 3 4 5 seats:3")
	kids := map[string]*browser{}
	for n := range 2 {
		b, name := s.browser(), fmt.Sprint("Kid", n)
		b.join(name, false)
		b.say(name, "class", "/nim accept")
		kids[name] = b
	}
	host.say("Tina", "class", "/nim begin")
	guests := map[string]string{"2": "Kid0", "3": "Kid1"}
	for _, name := range guests {
		kids[name].say(name, "class", "/nim A1")
	}
	if code, a := host.post("/web/say", sayRequest{As: "Tina", Channel: "class", Text: "/nim B2", At: "3"}); code != http.StatusOK {
		t.Fatalf("the move is answered by %d, %q", code, a.Refused)
	}
	host.say("Tina", "class", "/nim C3") // at the table that still waits
	page := host.open("Tina", "", "class")
	for of, move := range map[string]string{"3": "you took 2 from B", "2": "you took 3 from C"} {
		if !page.await(func(all []sighting) bool {
			return slices.ContainsFunc(all, func(s sighting) bool {
				return s.message.Of == of && strings.Contains(strings.ToLower(strings.Join(append(s.message.Lines, s.message.Told["Tina"]...), " ")), strings.ToLower(move))
			})
		}) {
			t.Errorf("table %s, against %s, doesn't say %q", of, guests[of], move)
		}
	}
}
