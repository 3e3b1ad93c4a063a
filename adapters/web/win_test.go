package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/internal/slowtest"
)

// staged is the present board in the window, onOffer the commands that it offers, and places
// the positions of the board and its buttons.
const (
	staged  = "document.querySelector('.staged:not([hidden]) .message')"
	stood   = "[...document.querySelectorAll('.staged:not([hidden]) :is(.drawing, .verbs, .buttons)')].map((e) => Math.round(e.getBoundingClientRect().top)).join()"
	onOffer = "[...document.querySelectorAll('.staged:not([hidden]) .verb')].map((b) => plain(b.dataset.command)).join(' ')"
)

// hand makes moves on the board.
type hand interface {
	// choose taps a part, named as the server names it.
	choose(w *window, part string)
	// make makes the move, which the board offers; part was tapped last, "" for
	// none.
	make(w *window, m rules.Move, part string)
}

// Every game can be won by taps alone on a phone, and by keyboard alone on a
// desk. The board and all its controls are in view the whole time. The games take turns:
// half of them are won in one of the two ways, and every night all in both.
func TestEveryGameIsWonByTaps(t *testing.T)     { winGames(t, 360, 740, finger{}, 0) }
func TestEveryGameIsWonByKeyboard(t *testing.T) { winGames(t, 1280, 800, keys{}, 2) }

func winGames(t *testing.T, width, height int64, h hand, turn int) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
	w.enter("Ana")
	w.size(width, height, "light")
	for _, g := range inTurn(turn, 4) {
		w.win(g, h)
		w.leave()
	}
}

// inTurn is one game in every few, the turn-th, and every game at night.
func inTurn(turn, every int) (some []rules.Game) {
	if slowtest.Night() {
		every = 1
	}
	for i, g := range rules.Games() {
		if i%every == turn%every {
			some = append(some, g)
		}
	}
	return some
}

// win plays a game from a position that can be won to its end.
func (w *window) win(g rules.Game, h hand) {
	w.t.Helper()
	p, err := g.Begin(g.Examples[0], rules.Normal)
	if err != nil {
		w.t.Fatal(err)
	}
	first := "me"
	if w.analyze(p).Outcome == rules.P {
		first = "bot"
	}
	w.start(g.Key, g.Examples[0]+" first:"+first)
	stands := ""
	for range 50 {
		w.inView(g.Key)
		if eval[bool](w, "Boolean(games.get(here).over)") {
			if got := eval[string](w, "games.get(here).won"); got != "Ana" {
				w.t.Errorf("%s: %q won, want Ana", g.Key, got)
			}
			return
		}
		if now := eval[string](w, stood); stands == "" {
			stands = now
		} else if stands != now {
			w.t.Errorf("%s: the board and its buttons moved from %s to %s", g.Key, stands, now)
		}
		at := eval[string](w, staged+".dataset.position")
		if p, err = g.Parse(at); err != nil {
			w.t.Fatalf("%s: the board is at %q: %v", g.Key, at, err)
		}
		w.move(g.Key, p, w.analyze(p).Best(), h)
		w.until(staged + "?.dataset.position !== " + strconv.Quote(at))
	}
	w.t.Errorf("%s isn't over after 50 moves", g.Key)
}

func (w *window) analyze(p rules.Position) solve.Analysis {
	w.t.Helper()
	a, err := solve.Analyze(p, rules.Normal)
	if err != nil {
		w.t.Fatal(err)
	}
	return a
}

// move makes a move in at most as many taps as it has pieces, and one more.
func (w *window) move(key string, p rules.Position, m rules.Move, h hand) {
	w.t.Helper()
	parts := ends(rules.Touches(p, m))
	last := ""
	for len(parts) > 0 {
		last, parts = parts[0], parts[1:]
		h.choose(w, last)
		if slices.Contains(strings.Fields(eval[string](w, onOffer)), string(m)) {
			break
		}
	}
	if got := eval[string](w, onOffer); !slices.Contains(strings.Fields(got), string(m)) {
		w.t.Fatalf("%s %v: the taps that make %s offer %q", key, p, m, got)
	}
	h.make(w, m, last)
}

// ends are the parts that tell a move apart: where each of its runs begins, and
// where it ends.
func ends(ways [][]rules.Touch) (parts []string) {
	if len(ways) == 0 {
		return nil
	}
	for _, t := range ways[0] {
		parts = append(parts, fmt.Sprintf("%s:%d", t.Row, t.From))
	}
	for _, t := range ways[0] {
		if t.To != t.From {
			parts = append(parts, fmt.Sprintf("%s:%d", t.Row, t.To))
		}
	}
	return parts
}

// inView fails unless the board and everything that can be pressed on it is in
// the window, large enough for a finger.
func (w *window) inView(key string) {
	w.t.Helper()
	got := eval[string](w, `(() => {
		const stage = document.getElementById('stage');
		const clipped = (e) => e.closest('.pointed') && getComputedStyle(e.closest('.pointed')).clipPath !== 'none'; // shown when the keyboard comes to it
		const bad = [...document.querySelectorAll('.staged:not([hidden]) :is(svg, .choices, .buttons, .buttons .danger, .verb)')].filter((e) => e.checkVisibility() && !clipped(e)).filter((e) => {
			const b = e.getBoundingClientRect();
			return b.left < 0 || b.top < 0 || b.bottom > stage.getBoundingClientRect().bottom + 1 || b.right > innerWidth || e.matches('button') && b.height < 40 || e.matches('.buttons') && [...e.children].some((c) => c.getBoundingClientRect().height < 40);
		});
		return bad.map((e) => (e.textContent || e.tagName).slice(0, 20) + ' ' + JSON.stringify(e.getBoundingClientRect())).join('\n');
	})()`)
	if got != "" {
		w.t.Errorf("%s: out of view, or too small:\n%s", key, got)
	}
}

// part finds a part of the board by its name.
func part(name string) string {
	return "[...document.querySelectorAll('.staged:not([hidden]) .can')].filter((p) => keyOf(p) === " + strconv.Quote(name) + ").at(-1)"
}

// finger taps with a pointer, where things are on the screen.
type finger struct{}

func (finger) tap(w *window, element string) {
	w.t.Helper()
	at := eval[[]float64](w, `(() => {
		const e = `+element+`;
		if (e.closest('.verbs')) e.scrollIntoView({block: 'nearest', inline: 'center'});
		const b = e.getBoundingClientRect();
		return [b.left + b.width / 2, b.top + b.height / 2];
	})()`)
	w.do(chromedp.MouseClickXY(at[0], at[1]))
}

func (f finger) choose(w *window, name string) {
	w.t.Helper()
	w.until(part(name))
	f.tap(w, part(name))
}

func (f finger) make(w *window, m rules.Move, last string) {
	w.t.Helper()
	if last != "" && eval[string](w, onOffer) == string(m) {
		f.tap(w, part(last))
		return
	}
	f.tap(w, "[...document.querySelectorAll('.staged:not([hidden]) .verb')].find((b) => plain(b.dataset.command) === "+strconv.Quote(string(m))+")")
}

// keys presses keys alone.
type keys struct{}

// tabTo presses Tab until something has the focus.
func (keys) tabTo(w *window, is string) {
	w.t.Helper()
	var met []string
	for range 80 {
		if eval[bool](w, "Boolean(("+is+")(document.activeElement))") {
			return
		}
		w.do(chromedp.KeyEvent(kb.Tab))
		met = append(met, eval[string](w, "document.activeElement.id || document.activeElement.textContent.slice(0, 20)"))
	}
	w.t.Fatalf("Tab never comes to %s; it went to %q; the stage is %s", is, met, eval[string](w, "document.querySelector('.staged:not([hidden])').outerHTML"))
}

func (k keys) choose(w *window, name string) {
	w.t.Helper()
	w.until(part(name))
	k.tabTo(w, "(e) => e.matches('.staged:not([hidden]) .can')")
	for range 60 {
		arrow := eval[string](w, `(() => {
			const at = document.activeElement, goal = `+part(name)+`;
			if (keyOf(at) === keyOf(goal)) return '';
			const a = at.getBoundingClientRect(), b = goal.getBoundingClientRect();
			const x = b.left + b.width / 2 - a.left - a.width / 2, y = b.top + b.height / 2 - a.top - a.height / 2;
			const game = (e) => keyOf(e).match(/^\d+(?=\.)/)?.[0]; // of a sum
			if (game(at) !== game(goal)) return Math.abs(x) > Math.abs(y) ? (x > 0 ? 'Right' : 'Left') : y > 0 ? 'Down' : 'Up';
			return Math.abs(y) > 1 && (Math.abs(y) >= Math.abs(x) || at.closest('g') !== goal.closest('g')) ? (y > 0 ? 'Down' : 'Up') : (x > 0 ? 'Right' : 'Left');
		})()`)
		if arrow == "" {
			w.do(chromedp.KeyEvent(kb.Enter))
			return
		}
		w.do(chromedp.KeyEvent(map[string]string{"Down": kb.ArrowDown, "Up": kb.ArrowUp, "Right": kb.ArrowRight, "Left": kb.ArrowLeft}[arrow]))
	}
	w.t.Fatalf("the arrows never come to %s", name)
}

func (k keys) make(w *window, m rules.Move, last string) {
	w.t.Helper()
	if last == "" || eval[string](w, onOffer) != string(m) {
		k.tabTo(w, "(e) => e.matches('.verb') && plain(e.dataset.command) === "+strconv.Quote(string(m)))
	}
	w.do(chromedp.KeyEvent(kb.Enter))
}
