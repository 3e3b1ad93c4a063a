package web

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

// BenchmarkFirstPaint measures when the page paints something, next to a page of
// one word in the same browser. A cold browser was just started, a new one has
// nothing of the page yet, a warm one has seen it before.
func BenchmarkFirstPaint(b *testing.B) {
	path := browserPath()
	if path == "" {
		b.Skip("no Chromium on this machine")
	}
	word := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<!DOCTYPE html><p>Hello")
	}))
	b.Cleanup(word.Close)
	site := newSite(b, 0, Limits{})
	site.browser().get("/") // the first visit renders the page
	start := func() (context.Context, func()) {
		ctx, end, err := startChromium(path)
		if err != nil {
			b.Fatal(err)
		}
		return ctx, end
	}
	shared, end := start()
	b.Cleanup(end)
	fresh := func() (context.Context, func()) {
		return chromedp.NewContext(shared, chromedp.WithNewBrowserContext())
	}
	seen, _ := fresh()
	for _, bm := range []struct {
		name string
		open func() (context.Context, func())
	}{
		{"cold", start},
		{"new", fresh},
		{"warm", func() (context.Context, func()) { return seen, func() {} }},
	} {
		paint := func(b *testing.B, url string) float64 {
			b.Helper()
			ctx, end := bm.open()
			defer end()
			at, err := firstPaint(ctx, url)
			if err != nil {
				b.Fatal(err)
			}
			return at
		}
		b.Run(bm.name, func(b *testing.B) {
			var words, pages []float64
			for b.Loop() {
				words = append(words, paint(b, word.URL))
				pages = append(pages, paint(b, site.http.URL))
			}
			b.ReportMetric(median(pages), "page-ms")
			b.ReportMetric(median(words), "word-ms")
			b.ReportMetric(median(pages)/median(words), "page/word")
		})
	}
}

// firstPaint opens an address, and returns the milliseconds from the navigation to the first
// contentful paint.
func firstPaint(ctx context.Context, url string) (float64, error) {
	const at = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1280, 800), chromedp.Navigate(url)); err != nil {
		return 0, err
	}
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool]("("+at+") > 0")); err != nil {
		return 0, err
	}
	return chromedp.Run(ctx, chromedp.Evaluate[float64](at))
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}
