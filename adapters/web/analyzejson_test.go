package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach/analysis"
)

// described is docs/openapi.json, as far as the test reads it.
type described struct {
	Paths map[string]map[string]struct {
		Responses map[string]map[string]any `json:"responses"`
	} `json:"paths"`
}

// openAPI reads the description. Every object in it is closed, so that a field that it
// lacks is found.
func openAPI(t *testing.T) (described, *jsonschema.Compiler) {
	t.Helper()
	text, err := os.ReadFile("../../docs/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var d described
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range doc.(map[string]any)["components"].(map[string]any)["schemas"].(map[string]any) {
		s.(map[string]any)["additionalProperties"] = false
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("openapi.json", doc); err != nil {
		t.Fatal(err)
	}
	return d, c
}

// fits holds an answer against a schema of the description.
func fits(c *jsonschema.Compiler, schema string, answer []byte) error {
	s, err := c.Compile("openapi.json#/components/schemas/" + schema)
	if err != nil {
		return err
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(answer))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

// getJSON asks as a program does.
func (b *browser) getJSON(path string) (*http.Response, []byte) {
	b.site.t.Helper()
	req, err := http.NewRequest(http.MethodGet, b.site.http.URL+path, nil)
	if err != nil {
		b.site.t.Fatal(err)
	}
	req.Header.Set("Accept", "application/json")
	resp, err := b.http.Do(req)
	if err != nil {
		b.site.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		b.site.t.Fatal(err)
	}
	return resp, body
}

func TestAnalysisAsJSONIsAsDescribed(t *testing.T) {
	d, c := openAPI(t)
	b := newSite(t, 100_000, Limits{}).browser()
	busy := newSite(t, 1, Limits{Burst: 1})
	_ = busy.fillAnalyses()
	small := busy.browser()
	for range 4 { // of the five that a burst of 1 allows
		small.getJSON("/analyze/nim/3")
	}
	seen := map[string]map[string]bool{"/analyze": {}, "/analyze/{game}/{position}": {"403": true}} // TestAnalysisRefusesPositionsOfRatedPairs has 403
	for _, tt := range []struct {
		name   string
		of     *browser
		path   string
		status int
		schema string
		want   string
	}{
		{"the games", b, "/analyze", 200, "Games", `{"key":"nim","title":"Nim","endings":["normal","misere"]`},
		{"the games by suffix", b, "/analyze.json", 200, "Games", `"key":"nim"`},
		{"a won position", b, "/analyze/nim/3%204%205", 200, "Solution", `"outcome":"N","grundy":2,"winning":[{"move":"A2","to":"1 4 5"}],"method":"nim-sum","working":["Piles: A 3, B 4, C 5.`},
		{"by suffix", b, "/analyze/nim/3%204%205.json", 200, "Solution", `"position":"3 4 5"`},
		{"a lost position", b, "/analyze/nim/1%202%203", 200, "Solution", `"winning":[],`},
		{"misère", b, "/analyze/nim/1%201%201?ending=misere", 200, "Solution", `"ending":"misere","position":"1 1 1","outcome":"P"`},
		{"another spelling", b, "/analyze/nim/3,4,5", 200, "Solution", `"position":"3 4 5"`},
		{"many moves", b, "/analyze/moore/" + strings.Repeat("9%20", 7) + "k3", 200, "Solution", `"working"`},
		{"no value known", b, "/analyze/wythoff/3%205", 200, "Solution", `"grundy":`},
		{"no move left", b, "/analyze/nim/0?ending=misere", 200, "Solution", `"outcome":"N","grundy":0,"winning":[]`},
		{"a sum of games", b, "/analyze/sum/nim%203%204%20%2B%20kayles%205", 200, "Solution", `{"game":"sum","ending":"normal","position":"nim 3 4 + kayles 5","outcome":"N","grundy":3,"winning":[{"move":"1.A3","to":"nim 0 4 + kayles 5"}`},
		{"a set with a name", b, "/analyze/nim/20%20%7Bsquares%7D", 200, "Solution", `{"game":"subtraction",`},
		{"no such game", b, "/analyze/chess/e4", 404, "Refusal", "I don't know the game `chess`. See them all with `/analyze`."},
		{"no position", b, "/analyze/nim", 404, "Refusal", "There's no position at this address. Try `/analyze/nim/3 4 5`."},
		{"no ending", b, "/analyze/nim/3?ending=draw", 404, "Refusal", "There's no position at this address."},
		{"a page of steps", b, "/analyze/nim/3?at=A", 404, "Refusal", "There's no position at this address."},
		{"garbage", b, "/analyze/nim/%00%ff%3Cscript%3E", 404, "Refusal", "Put spaces between the sizes"},
		{"too large", b, "/analyze/nim/1000000001", 422, "Refusal", "the limit here is 1000000000. Try `/analyze/nim/3 4 5`."},
		{"too large to be written", b, "/analyze/nim/1" + strings.Repeat("0", 30), 404, "Refusal", "1000000000. Try"},
		{"very long", b, "/analyze/nim/" + strings.Repeat("1,", 4000), 414, "Refusal", "That's too long for a position."},
		{"a full queue", small, "/analyze/nim/3", 503, "Refusal", "Ask again in a few seconds."},
		{"too fast", small, "/analyze/nim/3", 429, "Refusal", "Wait a few seconds, then ask again."},
		{"too fast for the games", small, "/analyze", 429, "Refusal", "Wait a few seconds, then ask again."},
	} {
		resp, body := tt.of.getJSON(tt.path)
		if resp.StatusCode != tt.status || resp.Header.Get("Content-Type") != "application/json" || !slices.Contains(resp.Header.Values("Vary"), "Accept") {
			t.Errorf("%s: GET %.60s = %d, %q, Vary %q, want %d as JSON, Vary Accept", tt.name, tt.path, resp.StatusCode, resp.Header.Get("Content-Type"), resp.Header.Values("Vary"), tt.status)
		}
		if err := fits(c, tt.schema, body); err != nil {
			t.Errorf("%s: GET %.60s isn't a %s: %v\n%s", tt.name, tt.path, tt.schema, err, body)
		}
		if text := strings.ReplaceAll(string(body), `\u0026`, "&"); !strings.Contains(text, tt.want) {
			t.Errorf("%s: GET %.60s = %s, want it to hold %s", tt.name, tt.path, text, tt.want)
		}
		of := "/analyze/{game}/{position}"
		if !strings.HasPrefix(tt.path, "/analyze/") {
			of = "/analyze"
		}
		seen[of][fmt.Sprint(resp.StatusCode)] = true
	}
	for path, operations := range d.Paths {
		if got, want := slices.Sorted(maps.Keys(seen[path])), slices.Sorted(maps.Keys(operations["get"].Responses)); !slices.Equal(got, want) {
			t.Errorf("GET %s answers with %v, and docs/openapi.json describes %v", path, got, want)
		}
	}
	if len(d.Paths) != len(seen) {
		t.Errorf("docs/openapi.json describes %d paths, want %d", len(d.Paths), len(seen))
	}
}

// A schema that lacks a field, or has another, is found.
func TestDescriptionIsHeldAgainstEveryField(t *testing.T) {
	_, c := openAPI(t)
	good := `{"move":"A2","to":"1 4 5"}`
	for answer, ok := range map[string]bool{good: true, `{"move":"A2"}`: false, `{"move":"A2","to":"1","by":"Ana"}`: false, `{"move":2,"to":"1"}`: false} {
		if err := fits(c, "Move", []byte(answer)); (err == nil) != ok {
			t.Errorf("%s fits: %v, want %t", answer, err, ok)
		}
	}
}

// A browser goes on getting the page.
func TestBrowsersGetThePage(t *testing.T) {
	b := newSite(t, 100_000, Limits{}).browser()
	for accept, want := range map[string]bool{"": false, "*/*": false, "text/html,application/xhtml+xml,*/*;q=0.8": false, "text/html, application/json": false, "application/json": true, "application/json;q=0.9, */*": true} {
		req, err := http.NewRequest(http.MethodGet, b.site.http.URL+"/analyze/nim/3", nil)
		if err != nil {
			t.Fatal(err)
		}
		if req.Header.Set("Accept", accept); wantsJSON(req) != want {
			t.Errorf("with Accept %q: JSON is %t, want %t", accept, !want, want)
		}
	}
	if resp, page := b.get("/analyze/nim/3"); !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") || !strings.Contains(page, "<form") {
		t.Errorf("GET /analyze/nim/3 = %s, want a page", resp.Header.Get("Content-Type"))
	}
}

// What the page says as JSON is what the solver says.
func TestAnalysisAsJSONAgreesWithTheSolver(t *testing.T) {
	b := newSite(t, 1_000_000, Limits{Burst: 1_000_000}).browser()
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			p, err := g.Read(g.Examples[0], e)
			if err != nil {
				t.Fatal(err)
			}
			solved, err := solve.Analyze(p, e)
			if err != nil {
				t.Fatal(err)
			}
			want, err := json.Marshal(analysis.SolutionOf(g.Key, solved, analysis.MostMoves))
			if err != nil {
				t.Fatal(err)
			}
			_, body := b.getJSON(analysisAddress{key: g.Key, position: p.String(), ending: e}.String())
			if prefix := bytes.TrimSuffix(want, []byte("}")); !bytes.HasPrefix(body, prefix) {
				t.Errorf("%s, %v: got %.300s, want %.300s", g.Key, e, body, prefix)
			}
		}
	}
}
