package web

import (
	"bytes"
	"html/template"
	"net/http"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"nimbot/game/rules"
	"nimbot/game/teach/analysis"
	"nimbot/game/words"
)

// scriptKeys are the texts that the script shows.
var scriptKeys = []string{
	"web.only-you", "web.bot", "web.reconnecting", "web.lost", "web.unread", "web.board-scroll",
	"web.title", "web.your-move", "web.tap", "web.tap-piles", "web.tap-pins", "web.tap-strip", "web.tap-rows", "web.tap-stairs", "web.tap-cake", "web.tap-bar", "web.tap-tree", "web.amount", "web.rest", "web.sounds-on", "web.sounds-off", "web.offline",
	"web.guest", "web.add", "web.name-yourself", "web.join-how", "web.no-cookies", "web.change", "web.at-this-screen", "web.day-next",
	"web.choose", "web.let-go", "web.sending", "web.less", "web.more", "web.copied", "web.nobody-here", "web.copy-line", "web.share-here", "web.card", "web.gif", "web.analysis-open", "web.moves", "web.number",
	"web.board-own", "web.board-table", "web.board-leave", "web.board-watch", "web.board-none",
	"web.review-start", "web.review-open", "button.hint", "web.explain", "web.coach-past",
	"web.theme-auto", "web.theme-light", "web.theme-dark",
}

// maxPages is how many pages are kept: of locales, and of positions to play.
const maxPages = 32

// htmlPages writes the pages of HTML, each in its visitor's language.
type htmlPages struct {
	assets   assets
	renderer *renderer
	gate     *gate
	public   string // the address of the site, "" for none
	cached   *lru.Cache[pageKey, body]
}

// pageKey is what the page depends on.
type pageKey struct {
	locale string
	local  bool
	link   linkTags
}

func newPages(g *gate) (*htmlPages, error) {
	a, err := builtInAssets()
	if err != nil {
		return nil, err
	}
	cached, err := lru.New[pageKey, body](maxPages)
	return &htmlPages{assets: a, renderer: g.renderer, gate: g, public: strings.TrimSuffix(g.PublicURL, "/"), cached: cached}, err
}

// servePage writes the page in the visitor's language.
func (p *htmlPages) servePage(w http.ResponseWriter, r *http.Request) {
	at := newcomerPosition()
	p.serveFront(w, r, at, p.linkTo("/", at, nil, p.renderer.text(localeOf(r), "web.title"), "web.card-home", localeOf(r)))
}

// newcomerPosition is the position that a newcomer plays.
func newcomerPosition() (p analysis.Position) {
	p.Game, _ = rules.Lookup(rules.Default)    // it's listed
	p.At, _ = p.Game.Parse(p.Game.Examples[0]) // gametest parses them all
	return p
}

// serveFront writes the page with a position to play, and how links to it are shown. It's
// the same for all visitors of a language, and drawn once.
func (p *htmlPages) serveFront(w http.ResponseWriter, r *http.Request, front analysis.Position, link linkTags) {
	locale := localeOf(r)
	key := pageKey{locale, p.gate.isLocal(r), link}
	b, ok := p.cached.Get(key)
	if !ok {
		texts := map[string]string{}
		for _, key := range scriptKeys {
			texts[strings.TrimPrefix(key, "web.")] = p.renderer.text(locale, key)
		}
		data, first := p.renderer.front(front, locale)
		text, err := p.renderHTML(locale, p.assets.page, map[string]any{
			"Words": texts, "Languages": p.renderer.languages(), "Moderators": key.local, "MaxName": maxName, "Lobby": p.renderer.lobby(locale), "Release": p.assets.release,
			"Front": data, "First": first, "Link": link,
		})
		if err != nil {
			p.failPage(w, r, err)
			return
		}
		b = newBody(text)
		p.cached.Add(key, b)
	}
	sendPage(w, r, http.StatusOK, b)
}

// writePage writes a page in the visitor's language.
func (p *htmlPages) writePage(w http.ResponseWriter, r *http.Request, status int, from *template.Template, data any) {
	text, err := p.renderHTML(localeOf(r), from, data)
	if err != nil {
		p.failPage(w, r, err)
		return
	}
	sendPage(w, r, status, newBody(text))
}

// renderHTML words a page.
func (p *htmlPages) renderHTML(locale string, from *template.Template, data any) ([]byte, error) {
	page, err := from.Clone()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = page.Funcs(template.FuncMap{
		"say":   func(key string) string { return p.renderer.text(locale, key) },
		"count": func(key string, n int) string { return p.renderer.text(locale, key, "count", n) },
		"title": func(key string) string { return p.renderer.words.Say(words.Title(key), voice(locale)) },
		"lang":  func() string { return locale },
		"file":  p.assets.address,
	}).Execute(&b, data)
	return b.Bytes(), err
}

func (p *htmlPages) failPage(w http.ResponseWriter, r *http.Request, err error) {
	p.gate.Log.ErrorContext(r.Context(), "the page could not be written", "error", err)
	http.Error(w, p.renderer.text(localeOf(r), "broken"), http.StatusInternalServerError)
}

func sendPage(w http.ResponseWriter, r *http.Request, status int, b body) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	b.write(w, r, status)
}
