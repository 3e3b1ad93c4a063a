package web

import (
	"context"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	browserpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"nimbot/internal/slowtest"
)

// slowParts counts what keeps a phone busy for long: the browser's data about languages, which are
// read for the first formatter, and its answer to what is permitted.
const slowParts = `
	window.slow = [];
	for (const name of ["DateTimeFormat", "Segmenter", "NumberFormat"]) Intl[name] = new Proxy(Intl[name], {construct(of, args) { slow.push(name); return new of(...args); }});
	Object.defineProperty(Notification, "permission", {get() { slow.push("permission"); return "default"; }});
`

// A page that opens does only what is seen: on a phone it words no times and asks for no
// permission, the choice of a game is drawn when it is opened, and a board below a panel isn't built.
func TestAPageBeginsWithWhatIsSeen(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 1_000_000, Limits{})
	b := s.browser()
	b.join("Ana", false)
	b.open("Ana", "", "general")
	b.say("Ana", "general", "/nim open 3 4 5")
	for path, ready := range map[string]string{
		"":                "document.querySelector('.groups .small > svg')",
		"table/general/1": "document.querySelector('.groups .small > svg') && caughtUp.has('general') && document.querySelector('.staged .can')",
		"daily":           "document.querySelector('#panel-log .drawing')",
	} {
		w := blankWindow(t)
		w.phone(412, 823)
		w.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, browserpage.AddScriptToEvaluateOnNewDocument, browserpage.AddScriptToEvaluateOnNewDocumentParams{Source: slowParts})
			return err
		}), chromedp.Navigate(s.http.URL+"/"+path))
		w.until("typeof firstFrameShown !== 'undefined' && firstFrameShown && " + ready)
		if got := eval[string](w, "slow.join()"); got != "" {
			t.Errorf("/%s uses %s while it opens", path, got)
		}
		if n := eval[int](w, "document.querySelectorAll('#change .small > svg').length"); n > 0 {
			t.Errorf("/%s draws %d games of the choice that isn't open", path, n)
		}
		if path == "daily" && eval[bool](w, "Boolean(frontBoard)") {
			t.Error("/daily builds the board below the panel")
		}
		w.run("closePanel(); chooseGame()")
		w.until("document.querySelector('#change .small > svg') && document.querySelector('#setup-rule b')")
		w.run("document.getElementById('change').close()")
		w.until("document.querySelector('.staged:not([hidden]) .can')")
		w.enter("Eve" + strconv.Itoa(len(path)))
		w.run("openTalk(true); send('hello')")
		w.until("log(here).lastElementChild?.textContent.includes('hello') && (log(here).lastElementChild.scrollIntoView(), true)")
		w.until("[...document.querySelectorAll('.log:not([hidden], .staged) time')].some((e) => e.checkVisibility() && /\\d/.test(e.textContent))")
	}
}
