package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"nimbot/board"
	"nimbot/chat"
)

//go:embed static
var static embed.FS

// assets are the parts of the page.
type assets struct {
	page                *template.Template
	style, script, icon asset
	words               *chat.Words
	moderators          bool // may be joined as
}

// asset is a file of the page.
type asset struct {
	kind string
	data []byte
	tag  string // of its content
}

func newAssets(words *chat.Words, moderators bool) (assets, error) {
	a := assets{words: words, moderators: moderators}
	source, err := static.ReadFile("static/page.html")
	if err != nil {
		return a, err
	}
	stub := template.FuncMap{"say": func(string) string { return "" }}
	if a.page, err = template.New("page").Funcs(stub).Parse(string(source)); err != nil {
		return a, fmt.Errorf("the page: %w", err)
	}
	for _, f := range []struct {
		to         *asset
		file, kind string
		more       string
	}{
		{&a.style, "style.css", "text/css; charset=utf-8", boardCSS()},
		{&a.script, "page.js", "text/javascript; charset=utf-8", ""},
		{&a.icon, "icon.svg", "image/svg+xml", ""},
	} {
		data, err := static.ReadFile("static/" + f.file)
		if err != nil {
			return a, err
		}
		data = append(data, f.more...)
		sum := sha256.Sum256(data)
		*f.to = asset{f.kind, data, hex.EncodeToString(sum[:8])}
	}
	return a, nil
}

// boardCSS are the colours of the boards, in light and dark.
func boardCSS() string {
	return board.CSS(board.Light, ".board") + "@media (prefers-color-scheme: dark) {\n" + board.CSS(board.Dark, ".board") + "}\n"
}

func (f asset) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", "no-cache") // ask each time whether it is still the same
	h.Set("ETag", `"`+f.tag+`"`)
	if strings.Contains(r.Header.Get("If-None-Match"), f.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(f.data) // a visitor who went away
}

func (a *assets) serveStyle(w http.ResponseWriter, r *http.Request)  { a.style.serve(w, r) }
func (a *assets) serveScript(w http.ResponseWriter, r *http.Request) { a.script.serve(w, r) }
func (a *assets) serveIcon(w http.ResponseWriter, r *http.Request)   { a.icon.serve(w, r) }

// scriptWords are the texts that the script shows.
var scriptWords = []string{
	"web.only-you", "web.bot", "web.reconnecting", "web.lost", "web.retired", "web.unread", "web.ping", "web.suggestions", "web.board-scroll",
}

// servePage writes the page in the visitor's language.
func (s *Server) servePage(w http.ResponseWriter, r *http.Request) {
	locale := localeOf(r)
	say := func(key string) string { return s.text(locale, key) }
	texts := map[string]string{}
	for _, key := range scriptWords {
		texts[strings.TrimPrefix(key, "web.")] = say(key)
	}
	page, err := s.assets.page.Clone()
	var b bytes.Buffer
	if err == nil {
		err = page.Funcs(template.FuncMap{"say": say}).Execute(&b, map[string]any{
			"Lang": "en", "Words": texts, "Moderators": s.local, "MaxName": maxName, "MaxSaid": maxSaid,
		})
	}
	if err != nil {
		s.log.ErrorContext(r.Context(), "the page could not be written", "error", err)
		http.Error(w, say("broken"), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(b.Bytes()) // a visitor who went away
}
