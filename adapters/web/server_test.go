package web

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// A browser caches the files that the page links to until they change. It revalidates files at
// any other address.
func TestFilesAreKeptUntilTheyChange(t *testing.T) {
	b := newSite(t, 0, Limits{}).browser()
	_, page := b.get("/")
	linked := regexp.MustCompile(`"(/web/[\w.]+)(\?\w+)"`).FindAllStringSubmatch(page, -1)
	if len(linked) != 4 {
		t.Fatalf("the page links to %q, want its style, its script and two files of drawings", linked)
	}
	for _, l := range linked {
		for query, want := range map[string]string{l[2]: "public, max-age=31536000, immutable", "": "no-cache", "?0123456789abcdef": "no-cache"} {
			resp, _ := b.get(l[1] + query)
			if got := resp.Header.Get("Cache-Control"); resp.StatusCode != http.StatusOK || got != want {
				t.Errorf("GET %s = %d with Cache-Control %q, want 200 with %q", l[1]+query, resp.StatusCode, got, want)
			}
		}
	}
}

// maxPage is how many bytes a browser loads for the page: with 50 kB in a second, it takes a second and a quarter.
const maxPage = 63_000

// The whole page is small and asks nobody else for anything.
func TestPageIsSmallAndAlone(t *testing.T) {
	b := newSite(t, 0, Limits{}).browser()
	sent, whole := 0, 0
	files := []string{"/"}
	for name := range b.site.server.pages.assets.files {
		if strings.HasSuffix(name, ".png") || name == "worker.js" || strings.HasPrefix(name, "activity.") { // fetched when the page is installed, or inside Discord
			continue
		}
		files = append(files, "/web/"+name)
	}
	for _, path := range files {
		resp, compressed := b.get(path, "Accept-Encoding", "gzip")
		if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Encoding") != "gzip" {
			t.Errorf("GET %s = %d with the encoding %q, want 200 and gzip", path, resp.StatusCode, resp.Header.Get("Content-Encoding"))
		}
		_, body := b.get(path, "Accept-Encoding", "identity")
		if path != "/web/drawings.json" { // fetched when the choice of a game is opened
			sent, whole = sent+len(compressed), whole+len(body)
		}
		if rest := strings.ReplaceAll(body, "http://www.w3.org/2000/svg", ""); strings.Contains(rest, "http://") || strings.Contains(rest, "https://") {
			t.Errorf("GET %s refers to another site", path)
		}
	}
	if sent > maxPage {
		t.Errorf("the page sends %d bytes, want at most %d", sent, maxPage)
	}
	t.Logf("the page sends %d bytes, %d unpacked", sent, whole)
}
