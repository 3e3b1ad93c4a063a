package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nimbot/internal/slowtest"
)

// reviewedGame has Ana lose a game against the bot, whose first move gave the win
// away, and open its review.
func reviewedGame(w *window) {
	w.t.Helper()
	w.enter("Ana")
	w.start("nim", "3 4 5")
	w.run("send('/nim C1')")
	w.until("plyOf(games.get(here)) === 2")
	w.run("send('/nim resign')")
	w.press("Review")
	w.until("document.querySelector('#review-board svg')")
}

// atMove waits until the review shows a move.
func (w *window) atMove(at string) {
	w.t.Helper()
	w.until("document.getElementById('review-at').textContent === " + strconv.Quote(at))
}

func TestReviewIsWalkedThrough(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	for _, x := range screens[1:3] {
		w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
		w.size(x.width, x.height, x.theme)
		reviewedGame(w)
		w.atMove("▸ Move 1 of 1") // where it turned
		if got := w.text("#review-said"); !strings.Contains(got, "Move 1: you took 1 from C. That left 3 4 4; taking 2 from A would have left 1 4 5") {
			t.Errorf("at %d px the first move of the review says %q", x.width, got)
		}
		if got := strings.Join(strings.Fields(eval[string](w, "document.getElementById('strip-moves').textContent")), " "); got != "The start▸ Ana♦ Nim BotMove 1 ✗ take 1 from C, gave the win awayMove 1 ✓ take 3 from A, kept the win" {
			t.Errorf("at %d px the strip says %q", x.width, got)
		}
		if got := w.text("#strip-sums"); !strings.Contains(got, "✗") || !strings.Contains(got, "You had the win to keep once, and gave it away") || !strings.Contains(got, "✓") {
			t.Errorf("at %d px the sums say %q, want each player's squares and kept wins", x.width, got)
		}
		const places = "[...document.querySelectorAll('#review > *, #strip, #strip-moves')].map((e) => Math.round(e.getBoundingClientRect().top)).join()"
		stood := eval[string](w, places)
		for _, step := range []struct{ key, at, first, retry string }{
			{kb.ArrowRight, "♦ Move 1 of 1", "0", ""}, {kb.ArrowRight, "♦ Move 1 of 1", "0", ""}, {kb.ArrowLeft, "▸ Move 1 of 1", "3", "retry own 1"},
			{kb.Home, "The start", "3", ""}, {kb.End, "♦ Move 1 of 1", "0", ""},
		} {
			w.do(chromedp.KeyEvent(step.key))
			w.atMove(step.at)
			if got := eval[string](w, "document.querySelector('#review-board svg')."+drawnCount); got != step.first {
				t.Errorf("at %d px, %s: pile A has %s stones, want %s", x.width, step.at, got, step.first)
			}
			if got := eval[string](w, "document.getElementById('review-retry').checkVisibility() ? document.getElementById('review-retry').dataset.command : ''"); got != step.retry {
				t.Errorf("at %d px, %s: offers %q, want %q", x.width, step.at, got, step.retry)
			}
			if now := eval[string](w, places); now != stood {
				t.Errorf("at %d px, %s: parts of the review moved from %s to %s", x.width, step.at, stood, now)
			}
		}
		w.run("document.getElementById('review-before').click()")
		w.atMove("▸ Move 1 of 1")
		w.run("document.querySelector('#strip-moves button').click()")
		w.atMove("The start")
		w.hits()
		w.run("document.querySelector('#strip-moves .lost').click()")
		w.atMove("▸ Move 1 of 1")
		w.run("document.getElementById('review-retry').click()")
		w.shows("from where the last game turned")
		if eval[bool](w, "document.getElementById('review').checkVisibility()") {
			t.Errorf("at %d px the review stays in front of the position to try", x.width)
		}
		w.run("send('/nim start 5 6 7')")
		w.until("games.get(here)?.tags.includes('Perfect')")
		w.press("Walk through the game") // beside the next game
		w.atMove("▸ Move 1 of 1")
		w.do(chromedp.KeyEvent(kb.Escape))
		w.until("document.getElementById('stage').checkVisibility() && !document.getElementById('review').checkVisibility()")
	}
}

// hits fails if a control of the review is smaller than 40 px or out of sight.
func (w *window) hits() {
	w.t.Helper()
	if got := eval[string](w, `[...document.querySelectorAll("#review :is(button, a), #strip .lost")].filter((b) => b.checkVisibility()).filter((b) => {
		const r = b.getBoundingClientRect();
		return r.width < 40 || r.height < 40 || r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight || !b.contains(document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2));
	}).map((b) => b.textContent + " " + JSON.stringify(b.getBoundingClientRect())).join("\n")`); got != "" {
		w.t.Errorf("too small to press, or out of sight:\n%s", got)
	}
}

// Nobody else can fetch the review that a person opened in private.
func TestReviewsArePrivate(t *testing.T) {
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	ana, bob := s.browser(), s.browser()
	ana.join("Ana", false)
	bob.join("Bob", false)
	page := ana.open("Ana", "", "general")
	for _, line := range []string{"start 3 4 5", "C1", "resign", "review"} {
		ana.say("Ana", "general", "/nim "+line)
	}
	var id string
	page.await(func(all []sighting) bool {
		i := slices.IndexFunc(all, func(s sighting) bool { return s.message.Review != nil })
		if i >= 0 {
			id = all[i].message.ID
		}
		return i >= 0
	})
	for _, c := range []struct {
		who    *browser
		as     string
		id     string
		move   string
		status int
		says   string
	}{
		{ana, "Ana", id, "1", http.StatusOK, "▸ Move 1 of 1"},
		{ana, "Ana", id, "0", http.StatusOK, "The start"},
		{ana, "Ana", id, "3", http.StatusBadRequest, "can't read"},
		{ana, "Ana", id, "-1", http.StatusBadRequest, "can't read"},
		{ana, "Ana", id, "x", http.StatusBadRequest, "can't read"},
		{ana, "Ana", "nothing", "1", http.StatusNotFound, "isn't here any more"},
		{bob, "Bob", id, "1", http.StatusNotFound, "isn't here any more"},
		{bob, "Ana", id, "1", http.StatusForbidden, "wasn't created in this browser"},
	} {
		resp, body := c.who.get("/web/review?" + url.Values{"as": {c.as}, "channel": {"general"}, "message": {c.id}, "move": {c.move}}.Encode())
		if resp.StatusCode != c.status || !strings.Contains(body, c.says) {
			t.Errorf("as %s, move %s of %s: %d %s, want %d and %q", c.as, c.move, c.id, resp.StatusCode, body, c.status, c.says)
		}
	}
}
