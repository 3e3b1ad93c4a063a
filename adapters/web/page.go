package web

import (
	"bytes"
	"html/template"
	"net/http"
	"strings"
)

// scriptWords are the texts that the script shows.
var scriptWords = []string{
	"web.only-you", "web.bot", "web.reconnecting", "web.lost", "web.unread", "web.board-scroll",
	"web.title", "web.your-move", "web.tap", "web.choose", "web.let-go", "web.sending", "web.less", "web.more", "web.copied", "web.nobody-here", "web.copy-line", "web.card", "web.gif", "web.analysis-open", "web.moves", "web.number",
	"web.review-start", "web.review-open",
	"web.theme-auto", "web.theme-light", "web.theme-dark",
}

// maxPages is how many locales the page is kept for.
const maxPages = 16

// servePage writes the page in the visitor's language. It's the same for all of
// them, and drawn once.
func (s *Server) servePage(w http.ResponseWriter, r *http.Request) {
	locale := localeOf(r)
	b, ok := s.pages.Get(locale)
	if !ok {
		texts := map[string]string{}
		for _, key := range scriptWords {
			texts[strings.TrimPrefix(key, "web.")] = s.text(locale, key)
		}
		text, err := s.page(locale, s.assets.page, map[string]any{
			"Lang": "en", "Words": texts, "Moderators": s.local, "MaxName": maxName, "Lobby": s.lobby(locale), "Release": s.assets.release,
		})
		if err != nil {
			s.failPage(w, r, err)
			return
		}
		b = newBody(text)
		s.pages.Add(locale, b)
	}
	sendPage(w, r, http.StatusOK, b)
}

// writePage writes a page in the visitor's language.
func (s *Server) writePage(w http.ResponseWriter, r *http.Request, status int, from *template.Template, data any) {
	text, err := s.page(localeOf(r), from, data)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	sendPage(w, r, status, newBody(text))
}

// page words a page.
func (s *Server) page(locale string, from *template.Template, data any) ([]byte, error) {
	page, err := from.Clone()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = page.Funcs(template.FuncMap{
		"say":   func(key string) string { return s.text(locale, key) },
		"count": func(key string, n int) string { return s.text(locale, key, "count", n) },
		"file":  s.assets.address,
	}).Execute(&b, data)
	return b.Bytes(), err
}

func (s *Server) failPage(w http.ResponseWriter, r *http.Request, err error) {
	s.log.ErrorContext(r.Context(), "the page could not be written", "error", err)
	http.Error(w, s.text(localeOf(r), "broken"), http.StatusInternalServerError)
}

func sendPage(w http.ResponseWriter, r *http.Request, status int, b body) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	b.write(w, r, status)
}
