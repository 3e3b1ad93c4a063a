package web

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"nimbot/internal/slowtest"
)

// chromium is the one browser of all tests.
var chromium struct {
	once sync.Once
	ctx  context.Context
	end  func()
	err  error
}

// together is how many tests run side by side: they wait for the browser now and then.
const together = "4"

func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", together); err != nil {
		panic(err) // go test defines it
	}
	code := m.Run()
	if chromium.end != nil {
		chromium.end()
	}
	os.Exit(code)
}

// browserPath finds a Chromium; "" when there is none. The one without windows and menus takes a
// quarter less time.
func browserPath() string {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// chromiumContext starts the browser, or skips the test.
func chromiumContext(t *testing.T) context.Context {
	t.Helper()
	slowtest.Quick(t)
	if slowtest.Race {
		t.Skip("the run without the race detector opens the browser")
	}
	path := browserPath()
	if path == "" {
		t.Skip("no Chromium on this machine; .ci/run installs one")
	}
	chromium.once.Do(func() { chromium.ctx, chromium.end, chromium.err = startChromium(path) })
	if chromium.err != nil {
		t.Fatalf("%s does not start: %v", path, chromium.err)
	}
	return chromium.ctx
}

// unused are features of Chromium that take more than half of its work in these tests: each new
// window would prepare the lists below the address bar, which nobody sees, and a process in reserve.
const unused = "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,SpareRendererForSitePerProcess,Translate"

// startChromium starts a browser of its own.
func startChromium(path string) (ctx context.Context, end func(), err error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-features", unused))
	allocator, endAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, endBrowser := chromedp.NewContext(allocator)
	return ctx, func() { endBrowser(); endAllocator() }, chromedp.Do(ctx)
}

// window is a window of a browser of its own: nothing is shared with others.
type window struct {
	t   *testing.T
	ctx context.Context
}

// openWindow opens the page of a site.
func openWindow(t *testing.T, s *site, hash string) *window {
	t.Helper()
	w := blankWindow(t)
	w.do(chromedp.Navigate(s.http.URL + "/" + hash))
	return w
}

// blankWindow opens a window that shows nothing yet.
func blankWindow(t *testing.T) *window {
	t.Helper()
	ctx, end := chromedp.NewContext(chromiumContext(t), chromedp.WithNewBrowserContext())
	t.Cleanup(end)
	w := &window{t, ctx}
	// The window lives as long as the context of its first action.
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	w.size(1280, 800, "light")
	return w
}

// size sets the window's size and theme. Nothing moves.
func (w *window) size(width, height int64, theme string) {
	w.t.Helper()
	w.do(chromedp.EmulateViewport(width, height), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"},
		}})
		return err
	}))
}

func (w *window) do(steps ...chromedp.Action[chromedp.Void]) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		w.t.Fatalf("%v; the page shows\n%s", err, w.text("body"))
	}
}

// readsIn chooses the language of the page and loads it again. Unlike a script, the protocol answers
// when the cookie is stored.
func (w *window) readsIn(language string) {
	w.t.Helper()
	where := eval[string](w, "location.href")
	w.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, network.SetCookie, network.SetCookieParams{Name: languageCookie, Value: language, URL: where})
		return err
	}), chromedp.Reload())
	w.untilLoaded("document.documentElement.lang === '" + language + "' && typeof finishLoading === 'function' && here !== ''")
}

// run evaluates JavaScript for what it does.
func (w *window) run(js string) {
	w.t.Helper()
	w.do(chromedp.Evaluate[chromedp.Void](js))
}

// eval evaluates JavaScript.
func eval[T any](w *window, js string) T {
	w.t.Helper()
	v, err := chromedp.Run(w.ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
	if err != nil {
		w.t.Fatalf("%s: %v", js, err)
	}
	return v
}

// text is the visible text of an element.
func (w *window) text(selector string) string {
	v, err := chromedp.Run(w.ctx, chromedp.Evaluate[string]("document.querySelector("+strconv.Quote(selector)+")?.innerText ?? ''"))
	if err != nil {
		return err.Error()
	}
	return v
}

// until waits until a condition in JavaScript holds.
func (w *window) until(js string) {
	w.t.Helper()
	_, err := chromedp.Run(w.ctx, chromedp.Poll[bool]("Boolean("+js+")", chromedp.WithPollingInterval(15*time.Millisecond), chromedp.WithPollingTimeout(time.Minute)))
	if err != nil {
		w.t.Fatalf("it never was so that %s: %v; the page shows\n%s", js, err, w.text("body"))
	}
}

// still waits until the layout stays as it is.
func (w *window) still() {
	w.t.Helper()
	w.until(`((now) => { const same = now === window.lastLayout; window.lastLayout = now; return same; })(
		JSON.stringify([...document.querySelectorAll('main, .chat, .staged, #panel-log, dialog[open], .buttons, .drawing')].map((e) => e.getBoundingClientRect())))`)
}

// shows waits until the channel that is open shows a text.
func (w *window) shows(text string) {
	w.t.Helper()
	w.until("[...document.querySelectorAll('.log:not([hidden])')].some((l) => l.textContent.includes(" + strconv.Quote(text) + "))")
}

// hides fails when the page holds a text anywhere.
func (w *window) hides(text string) {
	w.t.Helper()
	if all := eval[string](w, "document.documentElement.innerHTML"); strings.Contains(all, text) {
		w.t.Errorf("the page holds %q, which is not for these eyes:\n%s", text, w.text("body"))
	}
}

// enter joins with a name: through the dialog if that is open, else as it does.
func (w *window) enter(name string) {
	w.t.Helper()
	w.until("typeof joinAs === 'function' && here")
	if eval[bool](w, "document.getElementById('join').open") {
		w.do(chromedp.SendKeys("#name", name+"\r"))
	} else {
		w.run("void joinAs({name: " + strconv.Quote(name) + "})")
	}
	w.until("!document.getElementById('join').open && me === " + strconv.Quote(name))
	w.until("document.querySelector('.log:not([hidden]) .message')")
}

// introduce opens the dialog and joins.
func (w *window) introduce(name string) {
	w.t.Helper()
	w.until("typeof askWho === 'function' && here")
	w.run("void askWho()")
	w.enter(name)
}

// say types into the box and sends it.
func (w *window) say(text string) {
	w.t.Helper()
	drawer := eval[bool](w, "(() => { const hidden = !document.getElementById('say').checkVisibility(); if (hidden) openTalk(true); return hidden; })()")
	w.do(chromedp.SendKeys("#say", text))
	w.do(chromedp.KeyEvent("\x1b")) // the suggestions go
	if drawer {                     // closing it later would close the answer's sheet, too
		w.run("openTalk(false); document.getElementById('say').form.requestSubmit()")
		return
	}
	w.do(chromedp.KeyEvent("\r"))
}

// press clicks the newest button with a label, or one that begins with it and
// a blank.
func (w *window) press(label string) {
	w.t.Helper()
	find := fmt.Sprintf(`[...document.querySelectorAll('.log:not([hidden]) button, #next-acts button')].reverse().find(
		(b) => b.textContent === %[1]q || b.textContent.startsWith(%[1]q + " "))`, label)
	w.until(find)
	eval[bool](w, "("+find+").click(), true")
}

// stone taps the n-th stone, pin or square of a row on the board.
func (w *window) stone(pile string, n int) {
	w.t.Helper()
	find := fmt.Sprintf(`document.querySelector('.staged:not([hidden]) .drawing')?.querySelector('g[data-label=%q] .can[data-n="%d"]')`, pile, n)
	w.until(find)
	eval[bool](w, "("+find+").dispatchEvent(new MouseEvent('click', {bubbles: true}))")
}
