package web

import (
	"mime"
	"net/http"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/teach/analysis"
)

// jsonSuffix at the end of an address asks for JSON, as Accept: application/json does.
const jsonSuffix = ".json"

// gamesJSON is the answer to an address without a game.
type gamesJSON struct {
	Games []analysis.Listed `json:"games"`
}

// refusalJSON says in a sentence why there is no answer.
type refusalJSON struct {
	Error string `json:"error"`
}

// wantsJSON reports whether a request asks for JSON. A browser asks for HTML, too.
func wantsJSON(r *http.Request) bool {
	if strings.HasSuffix(r.URL.Path, jsonSuffix) {
		return true
	}
	wants := false
	for part := range strings.SplitSeq(strings.Join(r.Header.Values("Accept"), ","), ",") {
		switch kind, _, _ := mime.ParseMediaType(part); kind {
		case "application/json":
			wants = true
		case "text/html":
			return false
		}
	}
	return wants
}

// programKeys maps the keys of the page's sentences to those for programs.
var programKeys = map[string]string{
	"web.analysis-address":  "oracle.address",
	"web.analysis-too-long": "oracle.too-long",
	"web.analysis-limited":  "oracle.limited",
	"web.analysis-busy":     "oracle.busy",
}

// keyFor returns the key of the sentence that suits the sender of a request, a person or a program.
func keyFor(r *http.Request, key string) string {
	if other, ok := programKeys[key]; ok && wantsJSON(r) {
		return other
	}
	return key
}

// analysisData returns the analysis of an address as data; docs/openapi.json describes it. The
// position may be spelt in any way. Errors are analyze's.
func (an *analyzer) analysisData(r *http.Request, a analysisAddress) (any, error) {
	switch {
	case r.PathValue("address") == "" && r.URL.RawQuery == "":
		return gamesJSON{analysis.Family(an.oracle.Bounds)}, nil
	case a.position == "" || a.at != "" || a.skip > 0:
		return nil, errAddress
	}
	p, err := an.oracle.Read(a.key, a.position, a.ending)
	if err != nil {
		return nil, err
	}
	if err := an.mayTell(r, rules.Situation{Game: p.Game.Key, Ending: p.Ending, Position: p.At}); err != nil {
		return nil, err
	}
	return an.oracle.Explain(p, analysis.MostMoves)
}

func (an *analyzer) writeAnswer(w http.ResponseWriter, r *http.Request, a analysisAddress, answer any, err error) {
	if err != nil {
		an.failAnalysis(w, r, a, err)
		return
	}
	writeJSON(w, http.StatusOK, answer)
}
