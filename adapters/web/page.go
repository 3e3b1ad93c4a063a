package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"path"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"nimbot/board"
)

//go:embed static
var static embed.FS

// assets are the parts of the page.
type assets struct {
	page    *template.Template
	plain   *template.Template
	analyze *template.Template
	files   map[string]asset // by name
	release string           // changes when anything of the page does
}

// asset is a file of the page.
type asset struct {
	kind string
	body body
	tag  string // of its content
}

// kinds are the types of the page's files, by the end of their names.
var kinds = map[string]string{
	".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
}

func newAssets() (assets, error) {
	a := assets{files: map[string]asset{}}
	all := sha256.New()
	stub := template.FuncMap{"say": func(string) string { return "" }, "count": func(string, int) string { return "" }}
	for name, page := range map[string]**template.Template{"page.html": &a.page, "plain.html": &a.plain, "analyze.html": &a.analyze} {
		var err error
		if *page, err = template.New(name).Funcs(stub).ParseFS(static, "static/"+name, "static/shared.html"); err != nil {
			return a, fmt.Errorf("%s: %w", name, err)
		}
	}
	for _, name := range []string{"page.html", "shared.html"} {
		source, err := static.ReadFile("static/" + name)
		if err != nil {
			return a, err
		}
		all.Write(source)
	}
	for _, name := range []string{"style.css", "page.js", "messages.js", "drawing.js", "game.js", "review.js", "lobby.js", "lessons.js", "typing.js", "icon.svg", "icon-turn.svg"} {
		data, err := static.ReadFile("static/" + name)
		if err != nil {
			return a, err
		}
		if name == "style.css" {
			data = append(data, boardCSS()...)
		}
		sum := sha256.Sum256(data)
		a.files[name] = asset{kinds[path.Ext(name)], newBody(data), hex.EncodeToString(sum[:8])}
		all.Write(sum[:])
	}
	a.release = hex.EncodeToString(all.Sum(nil)[:8])
	return a, nil
}

// boardCSS are the colours of the boards, in light and dark: as the system
// says, or as the visitor chose.
func boardCSS() string {
	return board.CSS(board.Light, ".board") +
		"@media (prefers-color-scheme: dark) {\n" + board.CSS(board.Dark, ":root:not([data-theme=light]) .board") + "}\n" +
		board.CSS(board.Dark, ":root[data-theme=dark] .board")
}

// serveFile answers with a file of the page.
func (a assets) serveFile(w http.ResponseWriter, r *http.Request) {
	f, ok := a.files[r.PathValue("file")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", "no-cache") // ask each time whether it is still the same
	h.Set("ETag", `"`+f.tag+`"`)
	if strings.Contains(r.Header.Get("If-None-Match"), f.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	f.body.write(w, r, http.StatusOK)
}

// body is a text to answer with, as it is and compressed.
type body struct{ plain, packed []byte }

func newBody(text []byte) body {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(text) // a Buffer doesn't fail
	_ = z.Close()
	return body{text, b.Bytes()}
}

// write answers with b, compressed for a browser that can read that.
func (b body) write(w http.ResponseWriter, r *http.Request, status int) {
	text := b.plain
	w.Header().Add("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		text = b.packed
	}
	w.WriteHeader(status)
	_, _ = w.Write(text) // a visitor who went away
}

// scriptWords are the texts that the script shows.
var scriptWords = []string{
	"web.only-you", "web.bot", "web.reconnecting", "web.lost", "web.unread", "web.board-scroll",
	"web.title", "web.your-move", "web.tap", "web.choose", "web.let-go", "web.sending", "web.less", "web.more", "web.copied", "web.nobody-here", "web.copy-line", "web.card", "web.gif", "web.analysis-open", "web.moves", "web.number",
	"web.review-start", "web.review-open",
	"web.theme-auto", "web.theme-light", "web.theme-dark",
}

// maxPages is how many locales the page is kept for.
const maxPages = 16

// htmlPages writes the pages of HTML, each in its visitor's language.
type htmlPages struct {
	assets  assets
	speaker *speaker
	local   bool                     // as in Options
	cached  *lru.Cache[string, body] // the page, by locale
	log     *slog.Logger
}

func newPages(o Options, s *speaker) (*htmlPages, error) {
	a, err := newAssets()
	if err != nil {
		return nil, err
	}
	cached, err := lru.New[string, body](maxPages)
	return &htmlPages{assets: a, speaker: s, local: o.Local, cached: cached, log: o.Log}, err
}

// servePage writes the page in the visitor's language. It's the same for all of
// them, and drawn once.
func (p *htmlPages) servePage(w http.ResponseWriter, r *http.Request) {
	locale := localeOf(r)
	b, ok := p.cached.Get(locale)
	if !ok {
		texts := map[string]string{}
		for _, key := range scriptWords {
			texts[strings.TrimPrefix(key, "web.")] = p.speaker.text(locale, key)
		}
		text, err := p.page(locale, p.assets.page, map[string]any{
			"Lang": "en", "Words": texts, "Moderators": p.local, "MaxName": maxName, "Lobby": p.speaker.lobby(locale), "Release": p.assets.release,
		})
		if err != nil {
			p.failPage(w, r, err)
			return
		}
		b = newBody(text)
		p.cached.Add(locale, b)
	}
	sendPage(w, r, http.StatusOK, b)
}

// writePage writes a page in the visitor's language.
func (p *htmlPages) writePage(w http.ResponseWriter, r *http.Request, status int, from *template.Template, data any) {
	text, err := p.page(localeOf(r), from, data)
	if err != nil {
		p.failPage(w, r, err)
		return
	}
	sendPage(w, r, status, newBody(text))
}

// page words a page.
func (p *htmlPages) page(locale string, from *template.Template, data any) ([]byte, error) {
	page, err := from.Clone()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = page.Funcs(template.FuncMap{
		"say":   func(key string) string { return p.speaker.text(locale, key) },
		"count": func(key string, n int) string { return p.speaker.text(locale, key, "count", n) },
	}).Execute(&b, data)
	return b.Bytes(), err
}

func (p *htmlPages) failPage(w http.ResponseWriter, r *http.Request, err error) {
	p.log.ErrorContext(r.Context(), "the page could not be written", "error", err)
	http.Error(w, p.speaker.text(localeOf(r), "broken"), http.StatusInternalServerError)
}

func sendPage(w http.ResponseWriter, r *http.Request, status int, b body) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	b.write(w, r, status)
}
