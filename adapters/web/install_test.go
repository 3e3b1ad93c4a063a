package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	browserpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"nimbot/internal/slowtest"
)

// The manifest names what a phone needs to install the page, and each icon is there.
func TestThePageCanBeInstalled(t *testing.T) {
	b := newSite(t, 0, Limits{}).browser()
	resp, text := b.get("/web/app.webmanifest")
	var m struct {
		Name    string
		Start   string `json:"start_url"`
		Display string
		Icons   []struct{ Src, Sizes, Type, Purpose string }
	}
	if err := json.Unmarshal([]byte(text), &m); err != nil || resp.Header.Get("Content-Type") != "application/manifest+json" {
		t.Fatalf("the manifest is %s, %v", text, err)
	}
	if m.Name == "" || m.Start != "/" || m.Display != "standalone" || len(m.Icons) < 3 {
		t.Errorf("the manifest is %+v", m)
	}
	for _, i := range m.Icons {
		if resp, _ := b.get(i.Src); resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != i.Type {
			t.Errorf("the icon %s is %s, %s", i.Src, resp.Status, resp.Header.Get("Content-Type"))
		}
	}
	if _, page := b.get("/"); !strings.Contains(page, `rel="manifest"`) || !strings.Contains(page, `rel="apple-touch-icon"`) {
		t.Error("the page names neither its manifest nor its icon")
	}
}

// Without a network the page is there, with its board; with one again it's the server's.
func TestThePageIsThereWithoutANetwork(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "")
	w.until("navigator.serviceWorker.controller")
	w.until("window.kept = window.kept || caches.match('/').then((r) => { window.there = Boolean(r) }), window.there")
	s.http.Config.Handler.(*switcher).set(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			_ = c.Close() // as if nobody were there
		}
	}))
	w.do(chromedp.Reload())
	w.untilLoaded("document.querySelectorAll('.staged .stone').length === 12")
	s.http.Config.Handler.(*switcher).set(s.server)
	w.do(chromedp.Reload())
	w.untilLoaded("document.querySelectorAll('.staged .stone').length === 12")
}

// The browser itself finds nothing against the manifest, and would install the page.
func TestTheBrowserInstallsThePage(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.until("navigator.serviceWorker.controller")
	w.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		m, err := cdp.Call(ctx, target, browserpage.GetAppManifest, browserpage.GetAppManifestParams{})
		for _, e := range m.Errors {
			t.Errorf("the manifest: %s", e.Message)
		}
		if err != nil || !strings.HasSuffix(m.URL, "/web/app.webmanifest") {
			return fmt.Errorf("the manifest at %q: %w", m.URL, err)
		}
		got, err := cdp.Call(ctx, target, browserpage.GetInstallabilityErrors, cdp.Empty{})
		for _, e := range got.InstallabilityErrors {
			if e.ErrorID != "in-incognito" { // as all windows of tests are
				t.Errorf("it can't be installed: %s", e.ErrorID)
			}
		}
		return err
	}))
}

// A newer release is shown at once, and is then what is there without a network; of the
// older one nothing is kept.
func TestAnUpdateLeavesNoStalePage(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "")
	w.until("navigator.serviceWorker.controller && document.querySelector('.staged .can')")
	older := s.server.pages.assets.address("page.js")
	_, front := s.browser().get("/")
	newer := strings.ReplaceAll(strings.ReplaceAll(front, older, older+"2"), "<title>", "<title>Newer ")
	var gone atomic.Bool
	s.http.Config.Handler.(*switcher).set(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case gone.Load():
			if c, _, err := http.NewResponseController(w).Hijack(); err == nil {
				_ = c.Close()
			}
		case r.URL.Path == "/":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Cache-Control", "no-cache")
			_, _ = io.WriteString(w, newer)
		default:
			s.server.ServeHTTP(w, r)
		}
	}))
	isNewer := "Boolean(document.querySelector('script[src=\"" + older + "2\"]') && document.querySelector('.staged .can'))"
	w.do(chromedp.Reload())
	w.untilLoaded(isNewer)
	var files []string
	for range 500 {
		files = eval[[]string](w, "caches.open('page').then((c) => c.keys()).then((all) => all.map((r) => new URL(r.url).pathname + new URL(r.url).search))")
		if slices.Contains(files, older+"2") && !slices.Contains(files, older) {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if !slices.Contains(files, older+"2") || slices.Contains(files, older) {
		t.Errorf("kept are %q, want the newer script alone", files)
	}
	gone.Store(true)
	w.do(chromedp.Reload())
	w.untilLoaded(isNewer)
}

// A link to a position, a result, an analysis or a game that is played shows a picture
// and no name, and the position is played from there. Made-up ones lead to the analysis,
// which says what is wrong.
func TestLinksShowPictures(t *testing.T) {
	s := newSite(t, 1_000_000, Limits{})
	s.server.pages.public = "https://nim.example.com"
	ana := s.browser()
	ana.join("Zoltan", false)
	ana.open("Zoltan", "", "general")
	ana.say("Zoltan", "general", "/nim start 4 5 6 first:me")
	for path, want := range map[string]string{
		"/":                          "/board/card/nim/3_4_5/-.png",
		"/play/chomp/4%204%202":      "/board/card/chomp/4_4_2/-.png",
		"/play/nim/1%202?score=ktk":  "/board/card/nim/1_2/-/ktk.png",
		"/play/nim/1%202?score=evil": "/board/card/nim/1_2/-.png",
		"/analyze/nim/3%204%205":     "/board/card/nim/3_4_5/-.png",
		"/table/general/1":           "/board/card/nim/4_5_6/-.png",
	} {
		resp, page := ana.get(path)
		if !strings.Contains(page, `<meta property="og:image" content="https://nim.example.com`+want+`">`) || !strings.Contains(page, "summary_large_image") {
			t.Errorf("GET %s = %s has no picture %s", path, resp.Status, want)
		}
		if head, _, _ := strings.Cut(page, "</head>"); strings.Contains(head, "Zoltan") {
			t.Errorf("GET %s names a person to everybody", path)
		}
	}
	if resp, page := ana.get("/play/nim/no"); resp.StatusCode != http.StatusNotFound || strings.Contains(page, "og:image") {
		t.Errorf("a made-up position: %s", resp.Status)
	}
}

// However many scores and positions addresses have, the page itself is drawn once for a language.
func TestThePageIsDrawnOnceWhateverItsAddress(t *testing.T) {
	b := newSite(t, 1_000_000, Limits{}).browser()
	pages := b.site.server.pages
	b.get("/")
	first, _ := pages.fronts.Get(pages.fronts.Keys()[0])
	scores := []string{""}
	for range 3 {
		for _, s := range scores {
			scores = append(scores, s+"k", s+"t", s+"o")
		}
	}
	for _, score := range scores {
		if _, page := b.get("/daily?score=" + score); !strings.Contains(page, "puzzles "+glyphReplacer.Replace(score[:min(len(score), 3)])) && score != "" {
			t.Errorf("/daily?score=%s isn't shown with its score", score)
		}
	}
	for i := range 2 * maxPages {
		b.get(fmt.Sprintf("/play/nim/%d%%204", i+1))
	}
	now, ok := pages.fronts.Get(pages.fronts.Keys()[0])
	if !ok || pages.fronts.Len() != 1 || &now.before[0] != &first.before[0] {
		t.Errorf("%d pages are kept for one language, the first among them: %v; want that one alone", pages.fronts.Len(), ok)
	}
	if n := pages.played.Len(); n != maxPages {
		t.Errorf("%d pages with positions are kept, want %d", n, maxPages)
	}
}
