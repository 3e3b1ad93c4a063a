package web

import (
	"cmp"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach/analysis"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/bounds"
)

const (
	// maxAnalysesWaiting is how many visitors may wait for an analysis.
	maxAnalysesWaiting = 8
	// analysisPatience is how long each of them waits.
	analysisPatience = time.Second
	// maxAddress is the longest address of an analysis, in bytes.
	maxAddress = 4000

	analyzePath = "/analyze"
	playPath    = "/play"
)

// analysisAddress is the position and the page of an analysis.
type analysisAddress struct {
	key, position string
	ending        rules.Ending
	at            string // the steps of a move that were chosen
	skip          int    // how many steps are on earlier pages
}

// errAddress is the error for an invalid query.
var errAddress = &rules.Error{Kind: rules.ErrNotation, Code: "web.analysis-address"}

// plusAsBlank reads plus signs as blanks, and the one between two of them as itself.
var plusAsBlank = strings.NewReplacer("+++", " + ", "+", " ")

// readAddress reads the path and the query of a request. The form's fields are in the query.
func readAddress(r *http.Request) (analysisAddress, error) {
	q := r.URL.Query()
	key, position, _ := strings.Cut(strings.ToValidUTF8(strings.TrimSuffix(r.PathValue("address"), jsonSuffix), "?"), "/")
	if !strings.Contains(position, " ") { // "nim+3+%2B+kayles+5", as forms and people write blanks
		position = plusAsBlank.Replace(position)
	}
	a := analysisAddress{
		key:      cmp.Or(key, strings.TrimSpace(q.Get("key")), q.Get("game"), rules.Default),
		position: cmp.Or(strings.TrimSpace(position), strings.TrimSpace(q.Get("position"))),
		ending:   rules.EndingOf(q.Get("ending")),
		at:       q.Get("at"),
	}
	if e := q.Get("ending"); e != "" && e != a.ending.String() {
		return a, errAddress
	}
	if skip := q.Get("skip"); skip != "" {
		var err error
		if a.skip, err = strconv.Atoi(skip); err != nil || a.skip < 0 {
			return a, errAddress
		}
	}
	return a, nil
}

// String returns the address as a path with its query.
func (a analysisAddress) String() string {
	q := url.Values{}
	if a.ending == rules.Misere {
		q.Set("ending", a.ending.String())
	}
	if a.at != "" {
		q.Set("at", a.at)
	}
	if a.skip > 0 {
		q.Set("skip", strconv.Itoa(a.skip))
	}
	path := analyzePath + "/" + url.PathEscape(a.key) + "/" + strings.ReplaceAll(url.PathEscape(a.position), "+", "%2B") // many read a bare one as a blank
	if len(q) > 0 {
		path += "?" + q.Encode()
	}
	return path
}

// of returns the address of another position of the same game and ending.
func (a analysisAddress) of(p rules.Position) analysisAddress {
	return analysisAddress{key: a.key, position: p.String(), ending: a.ending}
}

// analyzer serves the analysis of any position to anybody with its address.
type analyzer struct {
	*Options
	gate     *gate
	pages    *htmlPages
	renderer *renderer
	oracle   analysis.Oracle
	solving  bounds.Queue // of positions to analyze
}

func newAnalyzer(p *htmlPages) *analyzer {
	return &analyzer{
		Options: p.gate.Options, gate: p.gate, pages: p, renderer: p.renderer,
		oracle:  analysis.Oracle{Words: p.gate.Words, Bounds: p.gate.Bounds},
		solving: bounds.NewQueue(runtime.GOMAXPROCS(0)/2, maxAnalysesWaiting, analysisPatience),
	}
}

// serveAnalysis shows a position of any game, with the value of each move. It needs no
// name and changes nothing. It redirects an address without a position to one of the
// game's examples, and the form's to the position's own address.
//
//	GET /analyze/GAME/POSITION?ending=misere&at=STEPS&skip=N
//
// Programs get JSON instead; see answer.
func (an *analyzer) serveAnalysis(w http.ResponseWriter, r *http.Request) {
	w.Header().Add("Vary", "Accept")
	a, err := readAddress(r)
	switch {
	case !an.gate.rates.mayAnalyze(an.gate.client(r)):
		an.refuseAnalysis(w, r, http.StatusTooManyRequests, analysisAddress{}, "web.analysis-limited")
		return
	case len(r.URL.RequestURI()) > maxAddress:
		an.refuseAnalysis(w, r, http.StatusRequestURITooLong, analysisAddress{}, "web.analysis-too-long")
		return
	case err != nil:
		an.failAnalysis(w, r, a, err)
		return
	}
	leave, ok := an.solving.Enter(r.Context())
	if !ok {
		w.Header().Set("Retry-After", "2")
		an.refuseAnalysis(w, r, http.StatusServiceUnavailable, a, "web.analysis-busy")
		return
	}
	if wantsJSON(r) {
		answer, err := an.analysisData(r, a)
		leave()
		an.writeAnswer(w, r, a, answer, err)
		return
	}
	shown, err := an.analyze(a, localeOf(r), func(of rules.Situation) error { return an.mayTell(r, of) })
	leave()
	switch {
	case err != nil:
		an.failAnalysis(w, r, a, err)
	case shown.Elsewhere != "" || !strings.HasPrefix(r.URL.Path, analyzePath+"/"):
		http.Redirect(w, r, cmp.Or(shown.Elsewhere, a.String()), http.StatusSeeOther)
	default:
		an.pages.writePage(w, r, http.StatusOK, an.pages.assets.analyze, shown)
	}
}

// servePlay writes the page with a position of an address to play. An address that names
// none leads to the analysis, which says what's wrong with it.
//
//	GET /play/GAME/POSITION?ending=misere
func (an *analyzer) servePlay(w http.ResponseWriter, r *http.Request) {
	if !an.gate.onlooker(w, r) {
		return
	}
	a, err := readAddress(r)
	if err == nil && len(r.URL.RequestURI()) <= maxAddress {
		if p, err := an.oracle.Read(a.key, a.position, a.ending); err == nil && an.oracle.MayStart(p) {
			score := playedScore(r)
			title := an.Words.Say(words.Title(p.Game.Key), voice(localeOf(r))) + " " + p.At.String()
			if len(score) > 0 {
				title += " " + glyphReplacer.Replace(string(score))
			}
			path := playPath + strings.TrimPrefix(r.URL.RequestURI(), playPath)
			link := an.pages.linkTo(path, p, score, title, "web.card-beat", localeOf(r))
			an.pages.serveWith(w, r, an.pages.played, p, link, link)
			return
		}
	}
	http.Redirect(w, r, a.String(), http.StatusSeeOther)
}

// mayTell refuses to analyze a position from a running rated match of anybody who uses
// this browser.
func (an *analyzer) mayTell(r *http.Request, of rules.Situation) error {
	if an.RecordHelp == nil {
		return nil
	}
	for _, id := range an.gate.people.idsIn(browserOf(r)) {
		if err := an.RecordHelp(r.Context(), id, of); err != nil {
			return err
		}
	}
	return nil
}

// refusalStatus returns the status of an address that names no position, or one that is
// too large.
func refusalStatus(err error) int {
	if errors.Is(err, rules.ErrTooLarge) {
		return http.StatusUnprocessableEntity
	}
	return http.StatusNotFound
}

// addressReplacer replaces commands of the chat by addresses.
var addressReplacer = strings.NewReplacer(
	analyzePath+" games", analyzePath,
	analyzePath+" start game:", analyzePath+"/",
	analyzePath+" ", analyzePath+"/",
)

// failAnalysis says what is wrong with an address, and links to one that works.
func (an *analyzer) failAnalysis(w http.ResponseWriter, r *http.Request, a analysisAddress, err error) {
	var g *rules.Error
	var held *dialog.Refusal
	switch {
	case errors.As(err, &held):
		an.writeAnalysis(w, r, http.StatusForbidden, a, an.Words.Say(held.Text, voice(localeOf(r))))
		return
	case errors.Is(err, store.ErrUnavailable):
		an.refuseAnalysis(w, r, http.StatusServiceUnavailable, a, "web.away")
		return
	case !errors.As(err, &g):
		an.Log.ErrorContext(r.Context(), "a position could not be analyzed", "game", a.key, "position", a.position, "error", err)
		an.refuseAnalysis(w, r, http.StatusInternalServerError, a, "broken")
		return
	}
	t := words.TextOf(an.Words.KeyFor(keyFor(r, g.Code), a.key), g.Args)
	if position, ok := g.Args["example"].(string); ok && isGameKey(a.key) {
		if strings.Contains(position, "+") { // as it can be put into a browser
			position = url.QueryEscape(position)
		}
		t.Args = append(t.Args, "example", a.key+"/"+position)
	}
	v := voice(localeOf(r))
	v.Command = analyzePath
	an.writeAnalysis(w, r, refusalStatus(err), a, addressReplacer.Replace(an.Words.Say(t, v)))
}

// isGameKey reports whether there is a game of that key.
func isGameKey(key string) bool {
	_, err := rules.Lookup(key)
	return err == nil
}

func (an *analyzer) refuseAnalysis(w http.ResponseWriter, r *http.Request, status int, a analysisAddress, key string) {
	an.writeAnalysis(w, r, status, a, an.renderer.text(localeOf(r), keyFor(r, key)))
}

// writeAnalysis writes the page of an address without an analysis.
func (an *analyzer) writeAnalysis(w http.ResponseWriter, r *http.Request, status int, a analysisAddress, why string) {
	if wantsJSON(r) {
		writeJSON(w, status, refusalJSON{why})
		return
	}
	an.pages.writePage(w, r, status, an.pages.assets.analyze, analysisView{
		positionForm: positionFormOf(a), Title: an.renderer.text(localeOf(r), "web.analysis"), Lines: []template.HTML{codeHTML(why)},
	})
}
