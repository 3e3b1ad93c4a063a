package web

import (
	"context"
	"image/gif"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"nimbot/game/draw"
	"nimbot/game/words/command"
	"nimbot/internal/slowtest"
)

// motion lets things move in the window, or not.
func (w *window) motion(wanted string) {
	w.t.Helper()
	w.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-reduced-motion", Value: wanted},
		}})
		return err
	}))
}

// untilLoaded waits until a condition holds on the page to which the window is
// on its way.
func (w *window) untilLoaded(js string) {
	w.t.Helper()
	for range 1000 {
		if ok, err := chromedp.Run(w.ctx, chromedp.Evaluate[bool](js)); err == nil && ok {
			return
		}
		time.Sleep(15 * time.Millisecond)
	}
	w.t.Fatalf("it never was so that %s; the page shows\n%s", js, w.text("body"))
}

// drawnCount is the number of stones in the first pile of a drawing.
const drawnCount = "querySelector('g[data-label=A]').dataset.count"

func TestThePersonsMoveIsShownBeforeTheBots(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.motion("no-preference")
	w.start("nim", "3 4 5")
	// Slow the animation down, so that the drawing between two moves can be examined.
	w.run("replyDelay = 1e6")
	w.run("send('/nim A2')")
	w.until("document.querySelector('.veil')")
	if got := eval[string](w, "document.querySelector('.veil')."+drawnCount); got != "1" {
		t.Errorf("between the moves pile A has %s stones, want 1", got)
	}
	const places = "[...document.querySelectorAll('.staged:not([hidden]) .drawing > :is(svg, .veil)')].map((e) => [...e.querySelectorAll('g[data-label=C] .stone')].map((s) => Math.round(s.getBoundingClientRect().left)).join()).join(' ')"
	if got := strings.Fields(eval[string](w, places)); len(got) != 2 || got[0] != got[1] {
		t.Errorf("the stones of C stand at %s on the board and the drawing before it, want the same places", got)
	}
	// A tap ends the animation, and acts on the present board.
	w.tap("B:2")
	if got := w.verbs(); got != "B3" {
		t.Errorf("a tap while the moves are shown offers %q, want B3", got)
	}
	if eval[bool](w, "Boolean(document.querySelector('.veil'))") {
		t.Error("after a tap the drawing before is still shown")
	}
	if !eval[bool](w, "Boolean(document.querySelector('.moved.by-second .ghost.second'))") {
		t.Error("the bot's move isn't set off")
	}

	w.motion("reduce")
	w.run("send('/nim B1')")
	w.until("plyOf(games.get(here)) === 4")
	if eval[bool](w, "Boolean(document.querySelector('.veil'))") {
		t.Error("where nothing is to move, moves are shown apart")
	}
}

func TestMovesAreListed(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "")
	w.enter("Ana")
	w.start("nim", "1 1 1")
	w.until("document.getElementById('moves').innerText.includes('No moves yet')")
	w.run("send('/nim A1')")
	w.until("plyOf(games.get(here)) === 2")
	if got := strings.Join(strings.Fields(w.text("#moves table")), " "); !strings.Contains(got, "1 Take 1 from A Take 1 from") {
		t.Errorf("the list of moves says %q, want Ana's move and the bot's in row 1", got)
	}
	w.size(360, 740, "light")
	if eval[bool](w, "document.getElementById('moves').checkVisibility()") {
		t.Error("on a phone the list is open before anybody asked for it")
	}
	w.run("document.querySelector('.staged:not([hidden]) .for-moves').click()")
	if !eval[bool](w, "document.getElementById('moves').checkVisibility()") {
		t.Error("on a phone the button doesn't open the list")
	}
}

func TestTitleAndIconSayWhoseTurnItIs(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	ana, bob := openWindow(t, s, ""), openWindow(t, s, "")
	bob.enter("Bob")
	ana.enter("Ana")
	ana.run("send('/nim challenge @Bob 1 2')")
	bob.press("Accept")
	const shown = "document.title + ' ' + document.getElementById('icon').getAttribute('href')"
	ana.until(shown + " === '● Your move · Nim Bot /web/icon-turn.svg'")
	bob.until(shown + " === 'Nim Bot /web/icon.svg'")
}

// Buttons of one person are shown to nobody else.
func TestEachSeesTheirOwnButtons(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	ana, bob, cleo := openWindow(t, s, ""), openWindow(t, s, ""), openWindow(t, s, "")
	all := map[string]*window{"Ana": ana, "Bob": bob, "Cleo": cleo}
	for name, w := range all {
		w.enter(name)
	}
	check := func(when string, want map[string]string) {
		t.Helper()
		for name, w := range all {
			const labels = "[...document.querySelectorAll('.log:not([hidden]) .message')].filter((m) => !m.matches('.retired, .private')).at(-1)"
			got := eval[string](w, "[...("+labels+").querySelectorAll('.buttons button, .choices button'), ...document.querySelectorAll('#next-acts button')].map((b) => b.textContent).join()")
			if got != want[name] {
				t.Errorf("%s %s sees the buttons %q, want %q", when, name, got, want[name])
			}
		}
	}
	ana.run("send('/nim open 1 2 seats:2')")
	for _, w := range all {
		w.shows("plays everyone")
	}
	check("of a simul", map[string]string{"Ana": "Begin,Take back", "Bob": "Join", "Cleo": "Join"})
	ana.run("send('/nim decline')")
	ana.run("send('/nim challenge @Bob 1 2')")
	for _, w := range []*window{ana, bob} {
		w.shows("Ana challenged Bob")
	}
	check("of a challenge", map[string]string{"Ana": "Cancel the invitation", "Bob": "Accept,Decline"})
	cleo.run("pick('1')")
	ana.run("send('/nim decline')")
	ana.run("send('/nim open 1 2 first:them')")
	for _, w := range all {
		w.shows("Who will take it?")
	}
	check("of an offer", map[string]string{"Ana": "Cancel the invitation", "Bob": "Accept", "Cleo": "Accept"})
	bob.run("send('/nim accept')")
	for _, w := range all {
		w.shows("Bob's move")
	}
	check("on a board", map[string]string{"Ana": "Resign,Explain (counts as a hint)", "Bob": "A (1),B (2),Hint,Resign,Explain (counts as a hint)", "Cleo": "Explain"})
	bob.run("send('/nim B2')")
	for _, w := range all {
		w.shows("Ana's move")
	}
	bob.run("send('/nim undo')")
	for _, w := range all {
		w.shows("asked to take back")
	}
	check("of a question", map[string]string{"Ana": "", "Bob": "Cancel the request"}) // the banner has Ana's
	ana.run("send('/nim decline')")
	ana.run("send('/nim resign')")
	for _, w := range all {
		w.shows("resigned after")
	}
	check("at the end", map[string]string{"Ana": "Rematch,Review,Share,Post it in # general, with a picture", "Bob": "Rematch,Review,Share,Post it in # general, with a picture"})
}

func TestChannelsAreLeftAndSharedByTheirAddress(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "#math")
	w.enter("Ana")
	w.run("Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.copied = text; }}})")
	w.run("document.getElementById('invite').click()")
	w.until("window.copied === location.origin + '/#math'")
	w.run("document.getElementById('close').click()")
	w.until("here === 'general' && !channels.includes('math')")
	if got := w.text("#channels"); strings.Contains(got, "math") {
		t.Errorf("after math was closed the channels are %q", got)
	}
	if eval[bool](w, "document.getElementById('close').checkVisibility()") {
		t.Error("the only channel can be closed")
	}
}

func TestAPageOfAnOlderReleaseLoadsTheNewOne(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "#math")
	w.enter("Ana")
	w.do(chromedp.SendKeys("#say", "half a sen"))
	w.run("document.documentElement.dataset.release = 'older'; window.older = true")
	s.restart()
	w.untilLoaded("!window.older && document.readyState === 'complete' && me === 'Ana'")
	w.until("document.getElementById('say').value === 'half a sen' && here === 'math'")
	w.until("epoch")
	// If the server keeps announcing another release, the page reloads only once.
	w.run("document.documentElement.dataset.release = 'older'; window.older = true")
	s.restart()
	before := eval[string](w, "epoch")
	w.until("epoch !== '" + before + "'")
	if !eval[bool](w, "Boolean(window.older)") {
		t.Error("the page loaded itself twice for one release")
	}
}

func TestWithoutAScriptTheBoardIsShown(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	b := s.browser()
	b.join("Ana", false)
	if code, a := b.post("/web/say", sayRequest{As: "Ana", Channel: "general", Text: "/nim start 3 4 5", ID: "1"}); code != http.StatusOK {
		t.Fatalf("start: %d %s", code, a.Refused)
	}
	s.restart()
	w := openWindow(t, s, "")
	w.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
	w.do(chromedp.Navigate(s.http.URL + "/"))
	w.untilLoaded("location.pathname === '/web/plain' && document.readyState === 'complete'")
	for _, want := range []string{"You need JavaScript to play here", "Ana's move. Piles: A 3, B 4, C 5"} {
		if got := w.text("main"); !strings.Contains(got, want) {
			t.Errorf("without a script the page says %q, want %q", got, want)
		}
	}
	if got := eval[int](w, "document.querySelectorAll('svg .stone[data-n]').length"); got != 12 {
		t.Errorf("without a script the page shows %d stones, want 12", got)
	}
}

// Every lobby button stands for a command of the table.
func TestPlacesOfTheLobbyAreCommands(t *testing.T) {
	s := newSite(t, 0, Limits{})
	for _, place := range s.server.renderer.lobby("en").Places {
		if command.Find(place.Value) == nil || strings.HasPrefix(place.Label, "web.") {
			t.Errorf("the lobby offers %q as %q, want a command with a label", place.Value, place.Label)
		}
	}
	for _, name := range lobbyCommands {
		if c := command.Find(name); c != nil && !strings.Contains(lobbyHTML(t, s), `data-place="`+name+`"`) {
			t.Errorf("the lobby doesn't offer %s", name)
		}
	}
}

func lobbyHTML(t *testing.T, s *site) string {
	t.Helper()
	r, err := http.Get(s.http.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	page, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// A game that somebody shares can be copied as a line, and downloaded as a picture and an
// animation.
func TestASharedGameCanBeTakenAlong(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "")
	w.enter("Ana")
	w.run("Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.copied = text; }}})")
	w.start("nim", "1 1 2")
	w.run("send('/nim C2')")
	w.until("plyOf(games.get(here)) === 2")
	w.run("send('/nim take 1')")
	w.shows("You won")
	w.press("Post it in # nim, with a picture")
	w.press("Everybody there sees it. Post?")
	w.press("Copy the line")
	w.until("window.copied")
	if got, want := eval[string](w, "window.copied"), "Nim 1·1·2 vs perfect ✅ won · 2 moves · no hints · 🟩"; got != want {
		t.Errorf("the line is %q, want %q", got, want)
	}
	path := eval[string](w, "document.querySelector('a.button[download=\"nim.png\"]').getAttribute('href')")
	if p, err := draw.ParsePath(path); err != nil || string(p.Score) != "k" || p.Game != "nim" {
		t.Errorf("ParsePath(%q) = %v, %v, want the end of a game of Nim with one win kept", path, p, err)
	}
	r, err := http.Get(eval[string](w, "document.querySelector('a.button[download=\"nim.gif\"]').href"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if g, err := gif.DecodeAll(r.Body); err != nil || len(g.Image) != 4 {
		t.Errorf("the animation is %v, %v; want the start and 3 moves", g, err)
	}
	for _, address := range []string{"channel=general&message=nothing", "channel=nim&message=", ""} {
		if r, err := http.Get(s.http.URL + "/web/game.gif?" + address); err != nil || r.StatusCode != http.StatusNotFound {
			t.Errorf("the animation at %q is answered %v, %v, want 404", address, r, err)
		}
	}
}

// A demonstration can be had as an animation by the person who sees it, and by nobody else.
func TestADemonstrationCanBeTakenAlong(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "")
	w.enter("Ana")
	w.run("send('/nim demo nim 1 2 + kayles 3')")
	const link = "document.querySelector('a.button[download=\"nim.gif\"]')"
	w.until(link)
	w.run("fetch(" + link + ".href).then((r) => { window.got = r.status + ' ' + r.headers.get('Content-Type'); })")
	w.until("window.got")
	if got, want := eval[string](w, "window.got"), "200 image/gif"; got != want {
		t.Errorf("the animation is %q, want %q", got, want)
	}
	r, err := http.Get(eval[string](w, link+".href"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode == http.StatusOK {
		t.Error("somebody else gets the animation of a private demonstration")
	}
}

// Who moved is told so as "you", on the board, in the log and by a screen reader; the other player and
// who watches read the name.
func TestWhoMovedReadsYou(t *testing.T) {
	s := newSite(t, 1_000_000, Limits{})
	ana, bob := s.browser(), s.browser()
	ana.join("Ana", false)
	bob.join("Bob", false)
	seen := ana.open("Ana", "", "club")
	bob.open("Bob", "", "club")
	ana.say("Ana", "club", "/nim challenge @Bob 3 4 5 first:me")
	bob.say("Bob", "club", "/nim accept")
	ana.say("Ana", "club", "/nim A2")
	var m message
	if !seen.await(func(all []sighting) bool {
		at := slices.IndexFunc(all, func(x sighting) bool { return x.message.Game != nil && len(x.message.Game.Moves) == 1 })
		if at >= 0 {
			m = all[at].message
		}
		return at >= 0
	}) {
		t.Fatal("no board after Ana's move")
	}
	if got := m.Lines[1]; got != "Ana took 2 from A." {
		t.Errorf("who watches reads %q", got)
	}
	if got := m.Told["Ana"]; len(got) != len(m.Lines) || got[1] != "You took 2 from A." {
		t.Errorf("Ana reads %q", got)
	}
	if got := m.Told["Bob"]; got != nil {
		t.Errorf("Bob reads %q, want what all read", got)
	}
}

func TestAGuestReadsYou(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
	w.until("document.querySelector('.staged .can')")
	w.stone("A", 2)
	w.until(ready)
	w.run(ready + ".click()")
	w.until(answered2)
	if got := w.text(".staged:not([hidden]) .last > span"); !strings.HasPrefix(got, "You took 2 from A. Nim Bot") {
		t.Errorf("a guest reads %q, want You took 2 from A", got)
	}
	if got := eval[string](w, "document.getElementById('live').textContent"); regexp.MustCompile(`Guest \d+ took`).MatchString(got) || !strings.Contains(got, "You took 2 from A") {
		t.Errorf("a guest's screen reader says %q", got)
	}
}

// "Hint" stands in one place from the first board on, however many buttons stand beside it.
func TestHintKeepsItsPlace(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	const left = "document.querySelector('.staged:not([hidden]) .bar .hint').getBoundingClientRect().left"
	for _, x := range []screen{{390, 844, "light"}, {1280, 800, "light"}} {
		w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
		w.size(x.width, x.height, x.theme)
		w.until("document.querySelector('.staged:not([hidden]) .can')")
		first := eval[float64](w, left)
		w.stone("A", 2)
		w.until(ready)
		w.run(ready + ".click()")
		w.until(answered2 + " && !document.querySelector('.veil, .coming')")
		if later := eval[float64](w, left); first != later {
			t.Errorf("at %d px Hint stands at %v, and after a move at %v", x.width, first, later)
		}
	}
}
