package web

import (
	"bytes"
	"html/template"
	"net/http"
	"slices"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"nimbot/game/rules"
	"nimbot/game/teach/analysis"
	"nimbot/game/words"
)

// scriptKeys are the texts that the script shows.
var scriptKeys = []string{
	"web.only-you", "web.only-you-hint", "web.bot", "web.reconnecting", "web.lost", "web.unread", "web.board-scroll",
	"web.title", "web.your-move", "web.tap", "web.tap-piles", "web.tap-pins", "web.tap-strip", "web.tap-rows", "web.tap-stairs", "web.tap-cake", "web.tap-bar", "move.poison", "web.tap-tree", "web.amount", "web.rest", "web.sounds-on", "web.sounds-off", "web.offline", "bot.name",
	"web.guest", "web.add", "web.name-yourself", "web.join-how", "web.no-cookies", "web.change", "web.at-this-screen", "web.day-sent", "web.yesterday", "web.place-daily", "web.not-now",
	"web.choose", "web.let-go", "web.sending", "web.less", "web.more", "web.copied", "web.nobody-here", "web.copy-line", "web.post-ask", "web.card", "web.gif", "web.analysis-open", "web.moves", "web.number",
	"web.board-own", "web.board-table", "web.board-leave", "web.board-watch", "web.board-none",
	"web.review-start", "web.review-open", "button.hint", "web.explain", "web.coach-past", "web.coach-idle", "web.next", "web.no-page", "web.round", "web.your-answer", "web.round-join", "web.all-answered", "web.turn", "web.nim-sum", "web.you-won", "web.you-lost", "web.review-kept", "web.review-lost", "web.let-bot", "web.offer-next", "web.lobby-play", "web.lobby-challenge",
	"web.theme-auto", "web.theme-light", "web.theme-dark",
}

// scriptGaps are the texts in which the script fills a gap, with the name of the gap.
var scriptGaps = map[string]string{
	"web.here": "people", "web.against": "player", "web.back-to": "place", "web.post-here": "place", "web.share-here": "place", "web.hello": "player", "web.not-sent": "answer",
	"web.posted": "place", "web.accepted": "player", "web.move-number": "move", "web.day-next": "time", "web.minutes": "minutes",
}

// maxPages is how many pages are kept in each cache.
const maxPages = 32

// htmlPages writes the pages of HTML, each in its visitor's language.
type htmlPages struct {
	assets   assets
	renderer *renderer
	gate     *gate
	public   string // the address of the site, "" for none
	// fronts has the page, and played the page with the position of an address: strangers can make
	// up any number of those, which mustn't push out the page itself.
	fronts, played *lru.Cache[pageKey, frontPage]
}

// pageKey is what the page depends on, apart from how links to it are shown.
type pageKey struct {
	locale   string
	local    bool
	position string
}

// frontPage is the page on both sides of its tags for links, and whole with the usual ones.
type frontPage struct {
	before, after []byte
	link          linkTags // the usual ones
	whole         body
}

func newPages(g *gate) (*htmlPages, error) {
	a, err := builtInAssets()
	if err != nil {
		return nil, err
	}
	fronts, _ := lru.New[pageKey, frontPage](maxPages) // the size is positive
	played, _ := lru.New[pageKey, frontPage](maxPages)
	return &htmlPages{assets: a, renderer: g.renderer, gate: g, public: strings.TrimSuffix(g.PublicURL, "/"), fronts: fronts, played: played}, nil
}

// servePage writes the page in the visitor's language.
func (p *htmlPages) servePage(w http.ResponseWriter, r *http.Request) {
	p.serveFront(w, r, p.homeLink(localeOf(r)))
}

// serveUnknown answers an address that leads nowhere with the page, whose script says so.
func (p *htmlPages) serveUnknown(w http.ResponseWriter, r *http.Request) {
	p.servePage(notFound{w}, r)
}

// notFound writes every answer as one to an unknown address.
type notFound struct{ http.ResponseWriter }

func (w notFound) WriteHeader(int) { w.ResponseWriter.WriteHeader(http.StatusNotFound) }

// newcomerPosition is the position that a newcomer plays.
func newcomerPosition() (p analysis.Position) {
	p.Game, _ = rules.Lookup(rules.Default)    // it's listed
	p.At, _ = p.Game.Parse(p.Game.Examples[0]) // gametest parses them all
	return p
}

// homeLink is how links to the page itself are shown.
func (p *htmlPages) homeLink(locale string) linkTags {
	if p.gate.Activity != nil { // nothing links to it
		return linkTags{}
	}
	return p.linkTo("/", newcomerPosition(), nil, p.renderer.text(locale, "web.title"), "web.card-home", locale)
}

// serveFront writes the page with the position that newcomers play, and how links to it are shown.
func (p *htmlPages) serveFront(w http.ResponseWriter, r *http.Request, link linkTags) {
	p.serveWith(w, r, p.fronts, newcomerPosition(), p.homeLink(localeOf(r)), link)
}

// linkMark stands where the tags for links belong.
const linkMark = "<!--link-->"

// serveWith writes the page with a position to play. The page is the same for all visitors of a
// language, and drawn once with the usual tags; others, in which an address can put anything, are
// added each time.
func (p *htmlPages) serveWith(w http.ResponseWriter, r *http.Request, cache *lru.Cache[pageKey, frontPage], front analysis.Position, usual, link linkTags) {
	key := pageKey{localeOf(r), p.gate.isLocal(r), front.Game.Key + " " + front.At.String() + " " + front.Ending.String()}
	f, ok := cache.Get(key)
	var err error
	if !ok {
		if f, err = p.drawFront(key, front, usual); err != nil {
			p.failPage(w, r, err)
			return
		}
		cache.Add(key, f)
	}
	b := f.whole
	if link != f.link {
		if b, err = p.withTags(key.locale, f, link); err != nil {
			p.failPage(w, r, err)
			return
		}
	}
	sendPage(w, r, http.StatusOK, b)
}

// withTags adds how links are shown to a page.
func (p *htmlPages) withTags(locale string, f frontPage, link linkTags) (body, error) {
	tags, err := p.renderHTML(locale, p.assets.page.Lookup("link"), link)
	return newBody(slices.Concat(f.before, tags, f.after)), err
}

// drawFront draws the page.
func (p *htmlPages) drawFront(key pageKey, front analysis.Position, usual linkTags) (f frontPage, err error) {
	texts := map[string]string{}
	for _, say := range scriptKeys {
		texts[strings.TrimPrefix(say, "web.")] = p.renderer.text(key.locale, say)
	}
	for say, gap := range scriptGaps {
		texts[strings.TrimPrefix(say, "web.")] = p.renderer.text(key.locale, say, gap, "{}")
	}
	texts["hours"] = p.renderer.text(key.locale, "web.hours", "hours", "{h}", "minutes", "{}")
	texts["turn"] = p.renderer.text(key.locale, "web.turn", "player", p.renderer.text(key.locale, "bot.name"))
	data, first := p.renderer.front(front, key.locale)
	text, err := p.renderHTML(key.locale, p.assets.page, map[string]any{
		"Words": texts, "Languages": p.renderer.languages(), "Moderators": key.local, "MaxName": maxName, "Lobby": p.renderer.lobby(key.locale), "Release": p.assets.release,
		"Front": data, "First": first, "Link": template.HTML(linkMark),
	})
	if err != nil {
		return f, err
	}
	f.before, f.after, _ = bytes.Cut(text, []byte(linkMark))
	f.link = usual
	f.whole, err = p.withTags(key.locale, f, usual)
	return f, err
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
