package web

import (
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/internal/slowtest"
	"nimbot/store/bounds"
)

func TestAnalysisByAddress(t *testing.T) {
	b := newSite(t, 100_000, Limits{}).browser()
	for _, tt := range []struct {
		name, path string
		status     int
		at         string // where it leads, "" for where it was asked
		want       []string
	}{
		{"a won position", "/analyze/nim/3%204%205", 200, "", []string{"The player to move wins.", "Grundy value (normal play): 2.", `aria-label="Piles: A 3, B 4, C 5"`, "⊕", `?at=A`, "can win", "can&#39;t win"}},
		{"the columns that stay", "/analyze/nim/3%204%205", 200, "", []string{`<td class="odd">`}},
		{"a lost position", "/analyze/nim/1%202%203", 200, "", []string{"loses against perfect play", "can&#39;t win"}},
		{"whole moves", "/analyze/nim/3%204%205?at=A", 200, "", []string{">wins<", ">loses<", `href="/analyze/nim/1%204%205"`, "All first steps"}},
		{"misère", "/analyze/nim/1%201%201?ending=misere", 200, "", []string{"loses against perfect play", "?at=A&amp;ending=misere", "The number of ones is already odd", "Whoever takes the last stone loses", `href="/analyze/nim/1%201%201"`}},
		{"empty piles", "/analyze/nim/0%203%203", 200, "", []string{"loses against perfect play"}},
		{"no move left", "/analyze/nim/0", 200, "", []string{"No move is left, so the player to move has lost."}},
		{"no move left, misère", "/analyze/nim/0?ending=misere", 200, "", []string{"No move is left, so the player to move has won."}},
		{"the first of many pages", "/analyze/nim/500?at=A", 200, "", []string{"skip=40", "More moves"}},
		{"a later page", "/analyze/nim/500?at=A&skip=40", 200, "", []string{"Earlier moves", "skip=80", `href="/analyze/nim/459"`}},
		{"the last that can be reached", "/analyze/nim/1000000000?at=A&skip=9960", 200, "", []string{"more moves than this page can list"}},
		{"another spelling", "/analyze/nim/3,4,5", 200, "/analyze/nim/3%204%205", []string{"The player to move wins."}},
		{"the form", "/analyze?game=chomp&position=2+2", 200, "", []string{"Chomp"}},
		{"the form with an octal game", "/analyze?game=nim&key=octal:0.45&position=7", 200, "/analyze/octal:0.45/7", []string{`name="key" value="octal:0.45"`}},
		{"a listed game in the form", "/analyze/chomp/2%202", 200, "", []string{`value="chomp" selected`, `name="key" value=""`}},
		{"a sum of games", "/analyze/sum/nim%203%204%20%2B%20kayles%205", 200, "", []string{`class="drawing broad"`, `class="drawing narrow"`, "counts as 7", "counts as 4", "7 ⊕ 4 = 3", "?at=1.", `href="/analyze/sum/nim%203%203%20%2B%20kayles%205"`}},
		{"a sum with bare plus signs", "/analyze/sum/nim%203%204+kayles%205", 200, "/analyze/sum/nim%203%204%20%2B%20kayles%205", []string{"counts as 7"}},
		{"a sum as forms escape it", "/analyze/sum/nim+3+4+%2B+kayles+5", 200, "", []string{"counts as 7"}},
		{"a sum whose plus sign became a blank", "/analyze?game=sum&position=nim+3+4+++kayles+5", 200, "/analyze/sum/nim%203%204%20%2B%20kayles%205", []string{"counts as 7"}},
		{"a sum under another game", "/analyze?game=nim&position=nim+3+4+%2B+kayles+5", 200, "/analyze/sum/nim%203%204%20%2B%20kayles%205", []string{`value="sum" selected`}},
		{"half a sum", "/analyze/sum/nim%203%20%2B", 404, "", []string{"Part 2 is empty.", "<code>/analyze/sum/nim+3+4+%2B+kayles+4+%2B+chomp+2x3</code>"}},
		{"five parts", "/analyze/sum/nim%201%2Bnim%201%2Bnim%201%2Bnim%201%2Bnim%201", 404, "", []string{"and that&#39;s 5"}},
		{"a game that can't be added", "/analyze/sum/nim%203%20%2B%20northcott%20red%205:1,4", 404, "", []string{"can&#39;t be part of a sum"}},
		{"a sum without a rule", "/analyze/sum/nim%203%20%2B%20kayles%205?ending=misere", 404, "", []string{"nobody knows a rule"}},
		{"a set with a name", "/analyze?game=nim&position=20+%7Bsquares%7D", 200, "/analyze/subtraction/20%20%7Bsquares%7D", []string{"take a square at a time"}},
		{"no position", "/analyze/kayles", 200, "", []string{"Kayles"}},
		{"nothing", "/analyze", 200, "", []string{"The player to move"}},
		{"no such game", "/analyze/chess/e4", 404, "", []string{"I don&#39;t know the game <code>chess</code>. See them all with <code>/analyze</code>.", "<form"}},
		{"an octal game", "/analyze/octal:0.137/9", 200, "", []string{"The player to move"}},
		{"no octal code", "/analyze/octal:0.9/9", 404, "", []string{"Try <code>/analyze/octal:0.137</code>."}},
		{"garbage", "/analyze/nim/%00%ff%3Cscript%3E", 404, "", []string{"Put spaces between the sizes: <code>/analyze/nim/3 4 5</code>.", "<form"}},
		{"no step", "/analyze/nim/3%204%205?at=Z", 404, "", []string{"There&#39;s nothing to analyse at this address."}},
		{"beyond the last step", "/analyze/nim/3?at=A&skip=4000000", 404, "", []string{"There&#39;s nothing to analyse"}},
		{"no page", "/analyze/nim/3?skip=-1", 404, "", []string{"There&#39;s nothing to analyse"}},
		{"no ending", "/analyze/nim/3?ending=draw", 404, "", []string{"There&#39;s nothing to analyse"}},
		{"an ending that isn't offered", "/analyze/northcott?ending=misere", 404, "", []string{"Try <code>/analyze/northcott</code>."}},
		{"too large a pile", "/analyze/nim/1000000001", 422, "", []string{"the limit here is 1000000000. Try <code>/analyze/nim/3 4 5</code>."}},
		{"too many piles", "/analyze/nim/" + strings.Repeat("1%20", 25) + "1", 422, "", []string{"the limit here is 25."}},
		{"more rows than may be started", "/analyze/kayles/" + strings.Repeat("1%20", 25) + "1", 200, "", []string{"loses against perfect play"}},
		{"more coins than may be started with", "/analyze/stairs/0%202000000000", 200, "", []string{"The player to move"}},
		{"too large to be solved", "/analyze/chomp/" + strings.Repeat("11%20", 10) + "11", 422, "", []string{"Try <code>/analyze/chomp/"}},
		{"very long", "/analyze/nim/" + strings.Repeat("1,", 4000), 414, "", []string{"too long for a position"}},
	} {
		resp, page := b.get(tt.path)
		if resp.StatusCode != tt.status {
			t.Errorf("%s: GET %.60s = %d, want %d", tt.name, tt.path, resp.StatusCode, tt.status)
		}
		if got := resp.Request.URL.RequestURI(); tt.at != "" && got != tt.at {
			t.Errorf("%s: GET %s leads to %s, want %s", tt.name, tt.path, got, tt.at)
		}
		for _, want := range tt.want {
			if !strings.Contains(page, want) {
				t.Errorf("%s: GET %.60s holds no %q:\n%s", tt.name, tt.path, want, withoutDrawing(page))
			}
		}
		if strings.Contains(page, "loses against") && strings.Contains(page, "Check: after") {
			t.Errorf("%s: GET %.60s recommends a move in a lost position:\n%s", tt.name, tt.path, withoutDrawing(page))
		}
		if strings.Contains(page, "/nim ") || strings.Contains(page, "/analyze ") || strings.Contains(page, "<script") || len(resp.Cookies()) > 0 {
			t.Errorf("%s: GET %.60s names a chat's command, or has a script or a cookie:\n%s", tt.name, tt.path, withoutDrawing(page))
		}
		if got := resp.Header.Get("Content-Security-Policy"); !strings.HasPrefix(got, "default-src 'self';") {
			t.Errorf("%s: GET %.60s has Content-Security-Policy %q, want default-src 'self'", tt.name, tt.path, got)
		}
	}
}

// drawn is the drawing of a page.
var drawn = regexp.MustCompile(`(?s)<svg.*</svg>`)

func withoutDrawing(page string) string { return drawn.ReplaceAllString(page, "") }

// step is a link of an analysis: its class, address and whether it's a move.
var step = regexp.MustCompile(`<a class="button (\w*)" href="([^"]*)"`)

// TestAnalysisAgreesWithTheSolver walks every page of every game's examples and
// compares the value of each whole move with the position that it leaves.
func TestAnalysisAgreesWithTheSolver(t *testing.T) {
	slowtest.Sequential(t)
	b := newSite(t, 1_000_000, Limits{Burst: 1_000_000}).browser()
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			start := analysisAddress{key: g.Key, position: g.Examples[0], ending: e}
			p, err := g.Read(start.position, e)
			if err != nil {
				t.Fatal(err)
			}
			wins, moves := 0, 0
			pages := []string{start.String()}
			for n := 0; len(pages) > 0 && n < 60; n++ {
				resp, page := b.get(pages[0])
				if resp.StatusCode != http.StatusOK {
					t.Fatalf("GET %s = %d, want 200", pages[0], resp.StatusCode)
				}
				pages = pages[1:]
				for _, link := range step.FindAllStringSubmatch(page, -1) {
					to, err := url.Parse(html.UnescapeString(link[2]))
					if err != nil {
						t.Fatal(err)
					}
					if to.Query().Has("at") {
						pages = append(pages, to.String())
						continue
					}
					moves++
					_, left, _ := strings.Cut(strings.TrimPrefix(to.Path, analyzePath+"/"), "/")
					q, err := g.Parse(left)
					if err != nil {
						t.Errorf("%s: a move leads to %s: %v", g.Key, to, err)
						continue
					}
					a, err := solve.Analyze(q, e)
					if err != nil {
						t.Fatal(err)
					}
					want := "lose"
					if a.Outcome == rules.P {
						want, wins = "win", wins+1
					}
					if link[1] != want {
						t.Errorf("%s %s, %v: the move to %s is said to %s, want %s", g.Key, start.position, e, left, link[1], want)
					}
				}
			}
			a, err := solve.Analyze(p, e)
			if err != nil {
				t.Fatal(err)
			}
			if moves == 0 || a.Outcome == rules.P && wins > 0 {
				t.Errorf("%s %s, %v: %d of %d moves are shown to win, and its outcome is %v", g.Key, start.position, e, wins, moves, a.Outcome)
			}
		}
	}
}

func TestAnalysisWaitsInItsOwnQueue(t *testing.T) {
	s := newSite(t, 100_000, Limits{})
	b := s.browser()
	leave := s.fillAnalyses()
	resp, page := b.get("/analyze/nim/3%204%205")
	if resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") == "" || !strings.Contains(page, "Load this page again in a few seconds.") {
		t.Errorf("with a full queue: GET = %d, Retry-After %q, %s, want 503 and a kind page", resp.StatusCode, resp.Header.Get("Retry-After"), page)
	}
	if resp, _ := b.get("/web/plain"); resp.StatusCode != http.StatusOK {
		t.Errorf("with a full queue: GET /web/plain = %d, want 200", resp.StatusCode)
	}
	leave()
	if resp, _ := b.get("/analyze/nim/3%204%205"); resp.StatusCode != http.StatusOK {
		t.Errorf("with room in the queue: GET = %d, want 200", resp.StatusCode)
	}
	if _, ok := s.server.analyzer.solving.Enter(t.Context()); !ok {
		t.Error("afterwards the queue is full")
	}
}

// fillAnalyses fills the queue of analyses until leave is called.
func (s *site) fillAnalyses() (leave func()) {
	s.server.analyzer.solving = bounds.NewQueue(1, 0, time.Minute)
	leave, _ = s.server.analyzer.solving.Enter(s.t.Context())
	return leave
}

func TestAnalysesOfOneAddressAreLimited(t *testing.T) {
	s := newSite(t, 1, Limits{Burst: 1})
	b := s.browser()
	for i, want := range []int{200, 200, 200, 200, 200, 429} {
		resp, page := b.get("/analyze/nim/3%204%205")
		if resp.StatusCode != want || want == 429 && !strings.Contains(page, "faster than I can keep up") {
			t.Errorf("GET number %d = %d, want %d", i+1, resp.StatusCode, want)
		}
	}
}

// BenchmarkAnalyze serves the largest positions that are allowed, again and
// again, as a visitor who pages through them would ask for them.
func BenchmarkAnalyze(b *testing.B) {
	s := newSite(b, 1_000_000_000, Limits{Burst: 1_000_000_000})
	for _, bm := range []struct{ name, path string }{
		{"nim 3 4 5", "/analyze/nim/3%204%205"},
		{"nim 25 x 10^9", "/analyze/nim/" + strings.Repeat("999999999%20", 24) + "1000000000"},
		{"nim 10^9, last page", "/analyze/nim/1000000000?at=A&skip=9960"},
		{"kayles 25 x 10^9", "/analyze/kayles/" + strings.Repeat("999999999%20", 24) + "1000000000"},
		{"chomp 10 x 10", "/analyze/chomp/" + strings.TrimSuffix(strings.Repeat("10%20", 10), "%20")},
	} {
		b.Run(bm.name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				begun := time.Now()
				w := httptest.NewRecorder()
				r := httptest.NewRequest(http.MethodGet, bm.path, nil)
				r.Host = "localhost"
				s.server.ServeHTTP(w, r)
				if w.Code != http.StatusOK {
					b.Fatalf("GET %s = %d, want 200: %s", bm.path, w.Code, withoutDrawing(w.Body.String()))
				}
				took = append(took, time.Since(begun))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "ms-p95")
		})
	}
}

func TestFinishedGameLeadsToItsAnalysis(t *testing.T) {
	s := newSite(t, 100_000, Limits{})
	b := s.browser()
	b.join("Ana", false)
	p := b.open("Ana", "", "general")
	b.say("Ana", "general", "/nim start 3 4 5 misere")
	b.say("Ana", "general", "/nim A2")
	b.say("Ana", "general", "/nim resign")
	var over *shownGame
	p.await(func(all []sighting) bool {
		for _, seen := range all {
			if g := seen.message.Game; g != nil && g.Over {
				over = g
			} else if g != nil && g.Analyze != "" {
				t.Errorf("a running game leads to %s, want nothing", g.Analyze)
			}
		}
		return over != nil
	})
	if over == nil {
		t.Fatal("no finished game was shown")
	}
	if want := "/analyze/nim/3%204%205?ending=misere"; over.Analyze != want {
		t.Errorf("a finished game leads to %q, want %q", over.Analyze, want)
	}
	if resp, _ := b.get(over.Analyze); resp.StatusCode != http.StatusOK {
		t.Errorf("GET %s = %d, want 200", over.Analyze, resp.StatusCode)
	}
}

// leading is a link of a drawing: its class and address.
var leading = regexp.MustCompile(`<a class="(win|lose)" href="([^"]*)" aria-label="[^"]+" tabindex="-1"><\w+ class="[^"]*" data-(?:n|edge)`)

// The parts of a drawing lead to the positions after moves, in the colour of what each is
// worth; a won position has at least one winning link, a lost one none.
func TestTheDrawingShowsWhatMovesAreWorth(t *testing.T) {
	b := newSite(t, 1_000_000, Limits{Burst: 1_000_000}).browser()
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			a := analysisAddress{key: g.Key, position: g.Examples[0], ending: e}
			p, err := g.Read(a.position, e)
			if err != nil {
				t.Fatal(err)
			}
			solved, err := solve.Analyze(p, e)
			if err != nil {
				t.Fatal(err)
			}
			_, page := b.get(a.String())
			links := leading.FindAllStringSubmatch(page, -1)
			wins := 0
			for _, link := range links {
				to, err := url.Parse(html.UnescapeString(link[2]))
				if err != nil {
					t.Fatal(err)
				}
				_, left, _ := strings.Cut(strings.TrimPrefix(to.Path, analyzePath+"/"), "/")
				q, err := g.Parse(left)
				if err != nil {
					t.Fatalf("%s: a part leads to %s: %v", g.Key, to, err)
				}
				after, err := solve.Analyze(q, e)
				if err != nil {
					t.Fatal(err)
				}
				if worth := after.Outcome == rules.P; worth != (link[1] == "win") {
					t.Errorf("%s, %v: a part that leads to %s is marked %s, but leaves %v", g.Key, e, to, link[1], after.Outcome)
				} else if worth {
					wins++
				}
			}
			if len(links) == 0 || solved.Outcome == rules.P && wins > 0 {
				t.Errorf("%s, %v, %s: %d parts lead on, of which %d win; the position is %v", g.Key, e, p, len(links), wins, solved.Outcome)
			}
		}
	}
}

// Every winning move has a part that leads there, also if it needs two parts that lose alone.
func TestAWinningMoveIsDrawn(t *testing.T) {
	_, page := newSite(t, 1_000_000, Limits{}).browser().get("/analyze/kayles/5%207")
	all := ""
	for _, link := range leading.FindAllStringSubmatch(page, -1) {
		if link[1] == "win" {
			all += link[2] + "\n"
		}
	}
	for _, want := range []string{"/analyze/kayles/5%205", "/analyze/kayles/1%203%207"} {
		if !strings.Contains(all, want) {
			t.Errorf("no part leads to %s, only to\n%s", want, all)
		}
	}
}

// The drawing of a position with too many moves for pointing has no links.
func TestHugeDrawingsLeadNowhere(t *testing.T) {
	slowtest.Sequential(t)
	b := newSite(t, 1_000_000, Limits{}).browser()
	for _, at := range []string{"nim/500", "nim/1000000000", "one-or-all/1000000000", "chomp/" + strings.Repeat("10%20", 9) + "10", "fibonacci/400"} {
		resp, page := b.get("/analyze/" + at)
		if resp.StatusCode != http.StatusOK || len(page) > 200_000 {
			t.Errorf("GET /analyze/%s = %d with %d bytes, want 200 and less than 200 kB", at, resp.StatusCode, len(page))
		}
	}
}
