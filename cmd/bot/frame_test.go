package main

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"nimbot/adapters/discord/discordtest"
	"nimbot/internal/slowtest"
)

// clients is a browser in which Discord's hosts are those of a fake.
type clients struct {
	t   *testing.T
	ctx context.Context
}

// newClients starts a browser of its own.
func newClients(t *testing.T, c *discordtest.Client) *clients {
	t.Helper()
	if slowtest.Race {
		t.Skip("the run without the race detector opens the browser")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium on this machine; .ci/run installs one")
	}
	var rules []string
	for _, host := range []string{discordtest.ClientHost, discordtest.FrameHost, discordtest.ForeignHost} {
		rules = append(rules, "MAP "+host+" "+c.Listen)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true), chromedp.Flag("host-resolver-rules", strings.Join(rules, ",")), chromedp.Flag("ignore-certificate-errors", true))
	allocator, endAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, end := chromedp.NewContext(allocator)
	t.Cleanup(func() { end(); endAllocator() })
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("%s does not start: %v", path, err)
	}
	return &clients{t, ctx}
}

// frame is the Activity in the client of one person.
type frame struct {
	t      *testing.T
	client context.Context
	inside context.Context
}

// open opens the Activity for a person in an instance.
func (b *clients) open(who discordtest.Person, instance, more string) *frame {
	b.t.Helper()
	return b.openAt(discordtest.Address(discordtest.ClientHost, instance, who) + more)
}

func (b *clients) openAt(address string) *frame {
	b.t.Helper()
	f := &frame{t: b.t, client: b.clientAt(address)}
	f.attach()
	return f
}

// clientAt opens a client's page.
func (b *clients) clientAt(address string) context.Context {
	b.t.Helper()
	ctx, end := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	b.t.Cleanup(end)
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1280, 800), chromedp.Navigate(address)); err != nil {
		b.t.Fatal(err)
	}
	return ctx
}

// attach finds the frame, which is a page of another site.
func (f *frame) attach() {
	f.t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		all, err := chromedp.Targets(f.client)
		if err != nil {
			f.t.Fatal(err)
		}
		for _, x := range all {
			if x.Type == "iframe" && strings.Contains(x.URL, discordtest.FrameHost) && x.BrowserContextID == chromedp.FromContext(f.client).BrowserContextID {
				inside, end := chromedp.NewContext(f.client, chromedp.WithTargetID(x.TargetID))
				f.t.Cleanup(end)
				f.inside = inside
				return
			}
		}
	}
	f.t.Fatal("the client shows no frame")
}

// evalIn evaluates JavaScript in the frame.
func evalIn[T any](f *frame, js string) T {
	f.t.Helper()
	v, err := chromedp.Run(f.inside, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
	if err != nil {
		f.t.Fatalf("%s: %v", js, err)
	}
	return v
}

// until waits until a condition holds in the frame.
func (f *frame) until(js string) {
	f.t.Helper()
	_, err := chromedp.Run(f.inside, chromedp.Poll[bool]("Boolean("+js+")", chromedp.WithPollingInterval(15*time.Millisecond), chromedp.WithPollingTimeout(time.Minute)))
	if err != nil {
		f.t.Fatalf("it never was so that %s: %v; the frame shows\n%s", js, err, f.text())
	}
}

// text returns the text that the frame shows.
func (f *frame) text() string { return evalIn[string](f, "document.body.innerText") }

// shows waits until the frame shows a text.
func (f *frame) shows(text string) {
	f.t.Helper()
	f.until("document.body.textContent.includes(" + strconv.Quote(text) + ")")
}

// ready waits until the board can be played on.
func (f *frame) ready() {
	f.t.Helper()
	f.until("typeof boardsOf === 'function' && here && !loading && document.querySelector('.staged:not([hidden]) .drawing svg')")
}

// say types a line.
func (f *frame) say(text string) {
	f.t.Helper()
	f.ready()
	if !evalIn[bool](f, "send("+strconv.Quote(text)+")") {
		f.t.Fatalf("%q was not taken; the frame shows\n%s", text, f.text())
	}
}

// play makes a move on the board on the stage by its button or its stones.
func (f *frame) play(move string) {
	f.t.Helper()
	const item = "document.querySelector('.staged:not([hidden]) .message')"
	find := fmt.Sprintf("%s?.aims?.find((a) => plain(a.command) === %q)", item, move)
	f.until(find)
	evalIn[bool](f, fmt.Sprintf("(async () => { const item = %s; return send('/nim ' + (%s).command, item.dataset.id); })()", item, find))
}

// press presses the newest button with a label.
func (f *frame) press(label string) {
	f.t.Helper()
	find := fmt.Sprintf(`[...document.querySelectorAll('.log:not([hidden]) button, .panel button')].reverse().find((b) => b.textContent === %[1]q || b.textContent.startsWith(%[1]q + " "))`, label)
	f.until(find)
	evalIn[bool](f, "("+find+").click(), true")
}

// answer answers the question of a round with the first choice of its board.
func (f *frame) answer() {
	f.t.Helper()
	const item = "document.querySelector('.staged:not([hidden]) .message')"
	const find = item + "?.aims?.find((a) => /^guess /.test(a.command))"
	f.until(find)
	evalIn[bool](f, fmt.Sprintf("(async () => { const item = %s; return send('/nim ' + (%s).command, item.dataset.id); })()", item, find))
	f.until("document.body.textContent.includes('Noted:')")
}

// faults returns the messages that the client did not understand.
func (f *frame) faults() []string {
	v, err := chromedp.Run(f.client, chromedp.Evaluate[[]string]("faults"))
	if err != nil {
		f.t.Fatal(err)
	}
	return v
}
