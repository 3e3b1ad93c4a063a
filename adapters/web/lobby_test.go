package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

// play begins a game from where the next one is chosen.
func play(key string) string {
	return "chooseGame(); document.querySelector('#family [value=" + key + "]').click(); document.getElementById('play').click()"
}

func TestTheLobbyStartsEveryGame(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
	w.enter("Ana")
	w.do(chromedp.Click("#games"))
	w.until("!(window.next = document.querySelector('#family .small:empty')) || (next.scrollIntoView(), false)") // each is drawn when it's seen
	if got := eval[int](w, "document.querySelectorAll('#family svg').length"); got != len(rules.Games()) {
		t.Errorf("%d games are drawn, want all %d", got, len(rules.Games()))
	}
	w.run("document.querySelector('#setup [value=easy]').click(); " + play("chomp"))
	w.shows("Bite a square")
	w.shows("Easy")
	w.say("/nim games")
	w.until("document.getElementById('change').open")
	w.run("openChannel('other')")
	w.until("!document.getElementById('lobby').hidden") // no game here
	w.run(play("nim"))
	w.shows("Ana's move. Piles: A 3, B 4, C 5")
}

// Who looks at one game after another is asked nothing until a move was made. A friend is
// invited from where the next game is chosen, with a phone's own sheet.
func TestChoosingAGameAsksNothing(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.phone(390, 844)
	w.until("firstFrameShown")
	const question = "You still have a game here"
	for _, tile := range []string{"Kayles", "Chomp", "Nim"} {
		w.run(play(strings.ToLower(tile)))
		w.until("presentBoard(here)?.game?.tags[0] === '" + tile + "'")
	}
	w.hides(question)
	w.stone("A", 2)
	w.run("document.querySelector('.staged:not([hidden]) .verbs .primary').click()")
	w.until("plyOf(games.get(here)) === 2")
	w.run(play("chomp"))
	w.shows(question)
	w.run("Object.defineProperty(navigator, 'share', {value: async (what) => { window.handed = what.url; }}); document.getElementById('friend').click()")
	w.until("window.handed === location.origin + '/#general'")
}

// The greeting's start buttons disappear once a game runs.
func TestStartButtonsVanishOnceAGameRuns(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.shows("There's no game here")
	w.say("/nim chomp")
	w.shows("Bite a square")
	if eval[bool](w, "[...document.querySelectorAll('.log button')].some((b) => b.textContent === 'Play')") {
		t.Error("the greeting's button is still there above a running game")
	}
}

func TestTheNoticeOfALossGoes(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.run("window.really = fetch; window.fetch = () => Promise.reject(new Error('away')); send('hello')")
	w.until("document.getElementById('status').textContent.includes('get through')")
	w.run("window.fetch = really")
	w.until("document.getElementById('status').textContent === ''")
}

func TestARestartMarksNothingUnread(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "")
	w.enter("Ana")
	w.start("nim", "3 4 5")
	w.run("openChannel('other'); window.before = epoch; stages.get('nim').replaceChildren()")
	w.until("document.querySelector('.log:not([hidden]) .message')")
	w.run("window.before = epoch")
	s.restart()
	w.until("epoch !== window.before && stages.get('nim').childElementCount > 0")
	if eval[bool](w, "Boolean(document.querySelector('.unread'))") {
		t.Error("after a restart a channel is marked unread though nothing happened")
	}
}

func TestResigningAsksFirst(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.say("/nim start 3 4 5")
	w.press("Resign")
	w.press("Really resign?")
	w.shows("Nim Bot won")
	w.press("New piles")
	w.shows("Ana's move")
}

func TestAHintTakesThePlaceOfTheOneBefore(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.say("/nim start 3 4 5")
	w.shows("Ana's move")
	for range 3 {
		w.say("/nim hint 1")
	}
	w.say("/nim hint 3")
	w.shows("A winning move")
	if got := eval[int](w, "[...document.querySelectorAll('.log .private')].filter((m) => /winning/.test(m.textContent)).length"); got != 1 {
		t.Errorf("%d hints are shown, want the last alone", got)
	}
	w.say("/nim A2")
	w.until("!document.querySelector('.private table')") // a move removes the hint
}

func TestPhonesHaveRoom(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.run("openChannel('second')")
	w.say("/nim start 5x8@2,3 game:cake") // the tallest drawing
	w.shows("Ana's move")
	w.size(360, 740, "light")
	box := func(selector, side string) float64 {
		return eval[float64](w, "document.querySelector('"+selector+"').getBoundingClientRect()."+side)
	}
	if got := box("main", "top"); got > 92 {
		t.Errorf("above the board are %.0f pixels, want at most 92", got)
	}
	if got := box("#open button", "right"); got > 360 {
		t.Errorf("the form for a channel ends at %.0f, want at most 360", got)
	}
	if got := box(".staged:not([hidden]) .danger", "bottom"); got > 740-50 {
		t.Errorf("the board's last button ends at %.0f, want it above the box", got)
	}
	w.size(740, 360, "light")
	w.run("openTalk(true)")
	if got := box("#logs", "height"); got < 200 {
		t.Errorf("in landscape the messages are %.0f pixels high, want at least 200", got)
	}
}

func TestTheThemeIsChosen(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	page := "getComputedStyle(document.body).backgroundColor"
	light := eval[string](w, page)
	w.run("document.getElementById('theme').click(); document.getElementById('theme').click()")
	if dark := eval[string](w, page); dark == light {
		t.Errorf("the dark page is %s like the light one", dark)
	}
}

// The level that a person chose last is chosen in their lobby again, and in
// nobody else's.
func TestTheLobbyRemembersTheLevel(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	const level = "new FormData(document.getElementById('setup')).get('level')"
	w.enter("Ana")
	w.run("document.querySelector('[name=level][value=hard]').click()")
	w.do(chromedp.Reload())
	w.until("me === 'Ana' && " + level + " === 'hard'")
	w.do(chromedp.Click("#add"))
	w.enter("Bob")
	w.until(level + " === 'easy'")
	w.run("switchPerson('Ana')")
	w.until(level + " === 'hard'")
}
