package web

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
)

func TestCleanChannel(t *testing.T) {
	for _, tt := range []struct {
		typed, want string
		ok          bool
	}{{"Math", "math", true}, {"#math", "math", true}, {"a b", "a b", false}, {"", "", false}, {"a/b", "a/b", false}, {strings.Repeat("x", 33), strings.Repeat("x", 33), false}} {
		if name, ok := cleanChannel(tt.typed); name != tt.want || ok != tt.ok {
			t.Errorf("cleanChannel(%q) = %q, %v; want %q, %v", tt.typed, name, ok, tt.want, tt.ok)
		}
	}
}

func TestWorkingTable(t *testing.T) {
	s := newSite(t, 0, Limits{}).server
	w := rules.Working{
		Method: "nim-sum", Sum: 2, Target: &rules.Target{Row: 0, From: 3, To: 1},
		Rows: []rules.WorkingRow{{Label: "A", Shape: "3", Value: 3}, {Label: "B", Shape: "4-", Value: 4}, {Label: "C", Shape: "5", Value: 5}},
	}
	want := &table{
		Caption: "The values in binary. A column with an odd number of ones is marked.",
		Head:    []string{"Part", "Value", "4", "2", "1"},
		Rows: []tableRow{
			{"part", "A", "3", []string{"0", "1", "1"}, nil},
			{"target", "→ A", "1", []string{"0", "0", "1"}, nil},
			{"part", "B (4-)", "4", []string{"1", "0", "0"}, nil},
			{"part", "C", "5", []string{"1", "0", "1"}, nil},
			{"sum", "⊕ nim-sum", "2", []string{"0", "1", "0"}, []int{1}},
		},
	}
	if diff := cmp.Diff(want, s.renderer.table(w, "")); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
	w.Base, w.Target = 3, nil
	if got, want := s.renderer.table(w, "").Caption, "The values in binary. A column whose ones don't add up to a multiple of 3 is marked."; got != want {
		t.Errorf("the caption modulo 3 is %q, want %q", got, want)
	}
	if got := s.renderer.table(w, "").Rows[3]; got.Value != "" || !cmp.Equal(got.Odd, []int{0, 1, 2}) || !cmp.Equal(got.Cells, []string{"2", "1", "2"}) {
		t.Errorf("the sum modulo 3 is %+v, want 2 1 2, all marked", got)
	}
}

// TestEveryKeyIsInTheCatalogue checks that every catalogue key in the package's
// source exists.
func TestEveryKeyIsInTheCatalogue(t *testing.T) {
	lexicon, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	quoted := regexp.MustCompile(`"(web\.[a-z-]+)"`)
	pages, err := filepath.Glob("static/*.html")
	if err != nil || len(pages) == 0 {
		t.Fatalf("the pages are %q, %v", pages, err)
	}
	for _, file := range append(pages, "web.go", "actions.go", "stream.go", "table.go", "page.go") {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range quoted.FindAllStringSubmatch(string(source), -1) {
			if !lexicon.Has(m[1]) {
				t.Errorf("%s says %q, which is not in the catalogue", file, m[1])
			}
		}
	}
}

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
	if sent > 62_000 {
		t.Errorf("the page sends %d bytes, want at most 62000", sent)
	}
	t.Logf("the page sends %d bytes, %d unpacked", sent, whole)
}

func TestCompletion(t *testing.T) {
	s := newSite(t, 0, Limits{})
	ana, bob := s.browser(), s.browser()
	ana.join("Ana", false)
	bob.join("Bob", false)
	ana.open("Ana", "", "general")
	bob.open("Bob", "", "general")
	for text, want := range map[string]string{
		"/nim cha":           `[{"text":"challenge","label":"challenge"}]`,
		"/nim challenge @b":  `[{"text":"@Bob","label":"@Bob"},{"text":"@bot","label":"@bot"}]`,
		"/nim start game:wy": `[{"text":"game:wythoff","label":"wythoff: Wythoff's game"}]`,
		"hello":              `[]`,
	} {
		_, body := ana.get("/web/complete?as=Ana&channel=general&text=" + strings.ReplaceAll(text, " ", "%20"))
		if got := strings.TrimSpace(body); got != want {
			t.Errorf("%q completes to %s, want %s", text, got, want)
		}
	}
}

func TestPagesAreBounded(t *testing.T) {
	s := newSite(t, 0, Limits{Pages: 3})
	ana := s.browser()
	ana.join("Ana", false)
	for range 3 {
		ana.open("Ana", "", "two")
	}
	if p := ana.open("Ana", "", "two"); p.status != http.StatusServiceUnavailable {
		t.Errorf("a fourth page is answered with %d, want 503", p.status)
	}
}

// TestManyPages opens 200 pages in 20 channels, lets all of them see
// something, and closes them: nothing of them is left.
func TestManyPages(t *testing.T) {
	s := newSite(t, 1_000_000, Limits{BrowserPages: 200})
	ana := s.browser()
	ana.join("Ana", false)
	everywhere := func(text string) {
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() { ana.say("Ana", fmt.Sprint("c", i), text) })
		}
		all.Wait()
	}
	everywhere("/nim start 3 4 5") // channels and their messages stay
	ana.http.CloseIdleConnections()
	ignore := goleak.IgnoreCurrent()
	before := inUse()
	var taps []*tap
	for i := range 200 {
		taps = append(taps, ana.open("Ana", "", fmt.Sprint("c", i%20)))
	}
	everywhere("/nim A2")
	for _, p := range taps {
		p.holds(t, "Ana took 2 from A")
	}
	open := inUse()
	for _, p := range taps {
		p.close()
	}
	ana.http.CloseIdleConnections()
	goleak.VerifyNone(t, ignore)
	s.server.hub.mu.Lock()
	left := len(s.server.hub.pages)
	s.server.hub.mu.Unlock()
	if left != 0 {
		t.Errorf("%d pages are left of 200 that were closed", left)
	}
	for _, p := range taps {
		p.seen = nil // the test's own memory
	}
	after := inUse()
	t.Logf("in use: %d kB before, %d kB with 200 pages, %d kB after", before>>10, open>>10, after>>10)
	if after > before+2<<20 {
		t.Errorf("%d kB are in use after 200 pages were closed, %d kB before", after>>10, before>>10)
	}
}

// inUse is the memory in use, garbage collected, pools emptied.
func inUse() uint64 {
	for range 3 {
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestPublishWhereNobodyLooks(t *testing.T) {
	s := newSite(t, 0, Limits{})
	if _, err := s.server.Publish(context.Background(), channelPlace("quiet"), dialog.Delivery{}, dialog.Reply{}); err != nil {
		t.Errorf("Publish = %v, want nil", err)
	}
	if len(s.server.hub.rooms) != 0 {
		t.Error("publishing opens a channel where nobody looks")
	}
}

// BenchmarkClick measures the time from a press to the other person's page.
func BenchmarkClick(b *testing.B) {
	s := newSite(b, 1_000_000, Limits{Burst: 1 << 30})
	people := [2]string{"Ana", "Bob"}
	var browsers [2]*browser
	var taps [2]*tap
	for i, name := range people {
		browsers[i] = s.browser()
		browsers[i].join(name, false)
		taps[i] = browsers[i].open(name, "", "general")
	}
	for i := 0; b.Loop(); i++ {
		if i%500 == 0 { // a game has room for so many moves
			b.StopTimer()
			browsers[0].say("Ana", "general", "/nim resign")
			browsers[0].say("Ana", "general", "/nim challenge @Bob 1000000")
			browsers[1].say("Bob", "general", "/nim accept")
			b.StartTimer()
		}
		event := browsers[i%2].say(people[i%2], "general", "/nim A1")
		want := s.server.hub.since(event)
		other := taps[1-i%2]
		other.await(func(all []sighting) bool { return len(all) > 0 && s.server.hub.since(all[len(all)-1].id) >= want })
	}
}
