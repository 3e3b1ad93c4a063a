package web

import (
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"nimbot/internal/slowtest"
)

func TestTwoPeoplePlayAWholeGame(t *testing.T) {
	t.Parallel()
	s := newSite(t, 0, Limits{})
	ana, bob := openWindow(t, s, ""), openWindow(t, s, "")
	bob.introduce("Bob")
	ana.introduce("Ana")
	ana.shows("There's no game here")

	ana.say("/nim challenge @Bob 1 2")
	bob.shows("Ana challenged Bob to a game")
	if title := bob.text(".called .body"); title == "" {
		t.Error("the challenge does not call Bob")
	}
	bob.press("Accept")
	ana.shows("Ana's move. Piles: A 1, B 2")

	// A hint is private.
	ana.press("Hint")
	ana.shows("You're winning")
	ana.press("Tell me more")
	ana.shows("Look at pile B")
	ana.press("Tell me more")
	ana.shows("A winning move: take 1 from B")
	ana.until("document.querySelector('.private table td.odd')")
	bob.hides("winning move")

	// A stone says what would be taken; the same stone takes it.
	ana.stone("B", 2)
	ana.until("document.querySelector('.verb.primary')?.textContent === 'take 1 from B'")
	ana.stone("B", 2)
	bob.shows("Bob's move. Piles: A 1, B 1")
	bob.until("document.querySelector('.moved .board .ghost')")
	bob.until(`document.getElementById('live').textContent.includes("Bob's move")`)

	// A click on an outdated board does nothing.
	bob.run("stream.close()")
	bob.press("A")
	bob.press("A") // the page doesn't know yet that the board has changed
	bob.run("connect()")
	bob.press("Take 1")
	ana.shows("Ana's move. Piles: A 0, B 1")
	ana.press("Take 1") // the only pile that is left
	for _, w := range []*window{ana, bob} {
		w.shows(map[*window]string{ana: "You won in 2 moves", bob: "Ana won in 2 moves"}[w])
		w.shows("used 1 hint")
	}
}

func TestStaleClickIsAnsweredPrivately(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	ana, bob := openWindow(t, s, ""), openWindow(t, s, "")
	bob.enter("Bob")
	ana.enter("Ana")
	ana.say("/nim challenge @Bob 3 4 5")
	bob.press("Accept")
	bob.shows("Ana's move")
	ana.shows("Ana's move")
	// Ana's page is disconnected for a while.
	ana.run("stream.close()")
	ana.say("/nim A2")
	bob.shows("Bob's move. Piles: A 1, B 4, C 5")
	bob.until("getComputedStyle(document.querySelector('.retired .state strong')).fontWeight === '400'") // a retired board is less prominent
	bob.say("/nim B1")
	bob.shows("Ana's move. Piles: A 1, B 3, C 5")
	ana.press("C")
	ana.run("connect()")
	ana.shows("out of date")
	bob.hides("out of date")
	ana.shows("Your move. Piles: A 1, B 3, C 5")
}

func TestOneVisitorIsTwoPeople(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "#math")
	w.enter("Ana")
	w.do(chromedp.Click("#add"))
	w.enter("Bob")
	w.say("/nim challenge @Ana 3 4 5")
	w.shows("Bob challenged Ana")
	w.say("/nim start game:poker")
	w.shows("I don't play poker")
	w.do(chromedp.SetValue("#who", "Ana"))
	w.run("document.getElementById('who').dispatchEvent(new Event('change'))")
	w.press("Accept")
	w.shows("Bob's move")
	if got := w.text("#title"); got != "# math" {
		t.Errorf("the channel is %q, want # math", got)
	}
	// Bob's private messages disappeared with his name.
	w.hides("I don't know")
}

func TestPageGoesOnAfterARestart(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	ana, bob := openWindow(t, s, ""), openWindow(t, s, "")
	bob.enter("Bob")
	ana.enter("Ana")
	ana.say("good luck, Bob")
	bob.shows("good luck, Bob")
	ana.say("/nim challenge @Bob 3 4 5")
	bob.press("Accept")
	ana.shows("Ana's move")
	ana.press("Hint")
	ana.shows("You're winning")
	ana.run("window.before = epoch")
	s.restart()
	ana.until("epoch !== window.before")
	ana.shows("good luck, Bob") // what was said is still there
	ana.press("A")
	ana.press("Take 2")
	bob.shows("Bob's move. Piles: A 1, B 4, C 5")
	bob.hides("You're winning")
}

func TestKeyboardAlone(t *testing.T) {
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "")
	w.until("typeof askWho === 'function' && here")
	w.run("void askWho()")
	w.until("document.getElementById('join').open && document.activeElement.id === 'name'")
	w.do(chromedp.KeyEvent("Ana\r"))
	w.until("document.activeElement.id === 'say'")
	w.shows("There's no game here")
	// Completion: the arrows choose, Tab takes.
	w.do(chromedp.KeyEvent("/nim sta"))
	w.until("[...document.querySelectorAll('#list li')].some((e) => e.textContent === 'start')")
	w.do(chromedp.KeyEvent("\t"))
	w.until("document.getElementById('say').value === '/nim start '")
	w.do(chromedp.KeyEvent("1 2 game:wy"))
	w.until("document.querySelector('#list li')?.textContent.includes('wythoff')")
	w.do(chromedp.KeyEvent("\t\r"))
	w.shows("Ana's move")
	// The buttons come right before the box.
	w.run("document.querySelector('.log .board').closest('.message').querySelector('.choices button').focus()")
	w.do(chromedp.KeyEvent("\r"))
	w.shows("Take how many from A?")
	w.until("document.activeElement.textContent === 'Take 1'") // the focus stays on the board
	w.do(chromedp.KeyEvent("\r"))
	w.shows("You took 1 from A")
}

// Every game can be played on its drawing: a tap shows what could be done, and
// its button does it. The games are those that aren't won by taps, and all of them every
// night.
func TestEveryDrawingIsPlayedOn(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	w := openWindow(t, s, "")
	w.enter("Ana")
	for _, g := range inTurn(1, 2) {
		w.start(g.Key, g.Examples[0])
		before := eval[string](w, position)
		if !eval[bool](w, `(() => {
			const part = [...document.querySelectorAll('.staged:not([hidden]) .can')].at(-1);
			part?.dispatchEvent(new MouseEvent('click', {bubbles: true}));
			// If there are many moves, the drawing shows where they lead, and a tap there
			// continues.
			if (!document.querySelector('.staged:not([hidden]) .verb')) document.querySelector('.staged:not([hidden]) .maybe')?.dispatchEvent(new MouseEvent('click', {bubbles: true}));
			return Boolean(part);
		})()`) {
			t.Errorf("%s: nothing on the drawing can be tapped", g.Key)
			continue
		}
		if !eval[bool](w, "(() => { const b = document.querySelector('.staged:not([hidden]) .verb'); b?.click(); return Boolean(b); })()") {
			t.Errorf("%s: a tap offers no move", g.Key)
			continue
		}
		w.until(position + " !== " + strconv.Quote(before))
		w.leave()
	}
}

// Many channels scroll in their own list: the page itself never grows beyond
// the window, which a phone would answer by showing all of it smaller.
func TestManyChannelsKeepThePageInTheWindow(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "")
	w.enter("Ana")
	for i := range 18 {
		w.run(fmt.Sprintf("openChannel('channel-%d')", i))
	}
	for _, size := range [][2]int64{{390, 844}, {1280, 500}} {
		w.size(size[0], size[1], "light")
		got := eval[[]int64](w, "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
		if got[0] > size[0] || got[1] > size[1] {
			t.Errorf("with 19 channels the page is %d x %d, want no more than the window's %d x %d", got[0], got[1], size[0], size[1])
		}
	}
}

// What is to be typed stands in backticks in every sentence, and nobody sees
// the backticks.
func TestNoticesShowWhatToTypeAsCode(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "")
	w.until("typeof askWho === 'function' && here")
	w.run("void askWho()")
	w.do(chromedp.SendKeys("#name", "@everyone\r"))
	w.until("document.getElementById('join-error').textContent.includes('such as Ana')")
	w.run("notice('Try `/nim board`.')")
	w.until("document.querySelector('#status code')?.textContent === '/nim board'")
	w.run("notice('')")
	w.until("document.getElementById('status').textContent === ''")
}

// A table that is wider than a phone scrolls; what it is about can be read
// without.
func TestCaptionOfAWideTableFitsAPhone(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "")
	w.enter("Ana")
	w.size(390, 844, "light")
	w.say("/nim predict 1000000000 3 77")
	w.until("document.querySelector('.log:not([hidden]) table')")
	for _, at := range []int{0, 2000} {
		right := eval[float64](w, fmt.Sprintf(`(() => {
			document.querySelector('.scroll').scrollLeft = %d;
			const all = document.createRange();
			all.selectNodeContents(document.querySelector('caption'));
			return all.getBoundingClientRect().right;
		})()`, at))
		if right > 390 {
			t.Errorf("scrolled by %d, the caption ends at %.0f, want no more than the window's 390", at, right)
		}
	}
}

// A notice takes its space from the messages, and lies over none of the board's buttons.
func TestNoticeLeavesTheButtonsInSight(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "")
	w.enter("Ana")
	w.say("/nim start 3 4 5")
	w.shows("Ana's move")
	w.stone("B", 2)
	w.run("notice(words.lost)")
	for _, size := range [][2]int64{{390, 500}, {360, 740}, {1280, 800}} {
		w.size(size[0], size[1], "light")
		if got := eval[string](w, covered); got != "" {
			t.Errorf("at %d x %d the notice lies over %s", size[0], size[1], got)
		}
	}
}

// covered lists the board's buttons whose middle belongs to something else.
const covered = `[...document.querySelectorAll('.staged:not([hidden]) :is(.verbs, .buttons) :is(button, summary)')].filter((e) => e.checkVisibility()).filter((e) => {
	const b = e.getBoundingClientRect();
	return !e.contains(document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2));
}).map((e) => e.textContent).join(', ')`

// The bar at the top of a phone is one line, however long a name is.
func TestALongNameLeavesTheTopBarOneLine(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "")
	w.enter("Ana")
	w.size(360, 740, "light")
	bar := "document.querySelector('.top').getBoundingClientRect()"
	short := eval[float64](w, bar+".height")
	w.enter(strings.Repeat("M", maxName))
	if long := eval[float64](w, bar+".height"); long != short {
		t.Errorf("with a long name the bar is %.0f pixels high, want %.0f as with a short one", long, short)
	}
	if right := eval[float64](w, "document.getElementById('add').getBoundingClientRect().right"); right > 360 {
		t.Errorf("the bar's last button ends at %.0f, want no more than the window's 360", right)
	}
}

// Every word that a script looks up is sent along with the page: a missing one
// would leave a button without a label.
func TestScriptsFindTheirWords(t *testing.T) {
	t.Parallel()
	sent := map[string]bool{}
	for _, key := range slices.Concat(scriptKeys, slices.Collect(maps.Keys(scriptGaps))) {
		sent[strings.TrimPrefix(key, "web.")] = true
	}
	lookup := regexp.MustCompile(`words(?:\["([\w-]+)"\]|\.(\w+))`)
	scripts, err := fs.Glob(static, "static/*.js")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("the scripts are %q, %v", scripts, err)
	}
	for _, name := range scripts {
		text, err := fs.ReadFile(static, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range lookup.FindAllStringSubmatch(string(text), -1) {
			if word := m[1] + m[2]; !sent[word] {
				t.Errorf("%s looks up %q, which the page doesn't bring", name, word)
			}
		}
	}
}

// Commands that are typed quickly run in their order, however long the first takes.
func TestCommandsGoOutInTheirOrder(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.run("{ const real = fetch; let n = 0; window.fetch = async (...a) => { if (n++ === 0) await pause(300); return real(...a); }; }")
	w.run("send('/nim start 3 4 5'); send('/nim resign')")
	w.shows("Nim Bot won")
}
